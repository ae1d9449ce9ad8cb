use serde::{Deserialize, Serialize};

/// How rules are enforced, from the mildest penalty to the ban. Chengdu-Chongqing regulation, supplement,
/// clause 5.7: warning, foul, loss, removal, and a ban of one year.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Discipline {
    /// The penalties arbiters can give, the mildest first. At least one.
    pub ladder: Vec<PenaltyKind>,
    /// The usual note of a ban, e.g. 禁赛一年.
    pub ban: Option<String>,
    /// The rules that penalties name, in the regulation's order.
    pub rules: Vec<ConductRule>,
}

/// A step of the ladder.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PenaltyKind {
    /// 警告
    Warning,
    /// 犯规
    Foul,
    /// 判负: the game is lost.
    Loss,
    /// 取消资格 (除名)
    Removal,
}

/// A rule whose breach is penalised.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConductRule {
    /// Where it stands, e.g. 补充规定五、3.
    pub clause: String,
    pub text: String,
    /// The penalty it usually brings.
    pub usual: Option<PenaltyKind>,
    /// What it is about, where the program itself points to it.
    pub about: Option<RuleAbout>,
}

/// What the program itself finds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RuleAbout {
    /// A draw agreed too early.
    EarlyDraw,
    /// A game record not handed in.
    GameRecord,
}

impl PenaltyKind {
    /// The whole ladder, the mildest first.
    pub const ALL: [PenaltyKind; 4] = [
        PenaltyKind::Warning,
        PenaltyKind::Foul,
        PenaltyKind::Loss,
        PenaltyKind::Removal,
    ];
}

impl Default for Discipline {
    fn default() -> Self {
        Discipline {
            ladder: PenaltyKind::ALL.to_vec(),
            ban: None,
            rules: Vec::new(),
        }
    }
}

impl Discipline {
    /// The rule about something the program finds.
    pub fn rule_about(&self, about: RuleAbout) -> Option<&ConductRule> {
        self.rules.iter().find(|rule| rule.about == Some(about))
    }
}
