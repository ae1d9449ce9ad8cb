use toml::Spanned;

use super::super::faults::Faults;
use super::super::{self as config, Flaw, PenaltyKind, RuleAbout};
use super::read::Try;
use super::table::table;
use super::text::{Name, Sentence};
use super::word::words;

table! {
    /// `[discipline]`: how rules are enforced (纪律).
    pub struct Discipline {
        /// The penalties arbiters can give, the mildest first: "warning" (警告), "foul" (犯规), "loss"
        /// (判负), "removal" (取消资格); default all of them.
        pub ladder: Option<Spanned<Vec<PenaltyKind>>>,
        /// The usual note of a ban, e.g. "禁赛一年". Missing: none.
        pub ban: Option<Name>,
        /// `[[discipline.rule]]`: the rules that penalties name.
        pub rule: Option<Vec<Try<Rule>>>,
    }
}

table! {
    /// `[[discipline.rule]]`: a rule whose breach is penalised.
    pub struct Rule {
        /// Where it stands.
        pub clause: Name,
        /// What it says.
        pub text: Sentence,
        /// The penalty it usually brings.
        pub penalty: Option<Spanned<PenaltyKind>>,
        /// What the program finds by itself: "early_draw" (过早和棋), "game_record" (应录未录).
        pub about: Option<RuleAbout>,
    }
}

words! {
    PenaltyKind {
        "warning" => PenaltyKind::Warning,
        "foul" => PenaltyKind::Foul,
        "loss" => PenaltyKind::Loss,
        "removal" => PenaltyKind::Removal,
    }
}

words! {
    RuleAbout {
        "early_draw" => RuleAbout::EarlyDraw,
        "game_record" => RuleAbout::GameRecord,
    }
}

impl Discipline {
    /// The ladder climbs, and no rule names a penalty that is not on it.
    pub fn check(self, faults: &mut Faults<'_>) -> Option<config::Discipline> {
        let default = config::Discipline::default();
        let ladder = match self.ladder {
            None => default.ladder,
            Some(written) => {
                let span = written.span();
                let ladder = written.into_inner();
                if ladder.is_empty() {
                    let key = "ladder".to_owned();
                    faults.add(&span, Flaw::EmptyList { key });
                    return None;
                }
                let climbs = ladder.windows(2).all(|pair| pair.first() < pair.last());
                if !climbs {
                    faults.add(&span, Flaw::LadderOrder);
                    return None;
                }
                ladder
            }
        };
        let mut rules = Vec::new();
        for rule in self.rule.into_iter().flatten() {
            let rule = rule.ok()?;
            if let Some(penalty) = &rule.penalty
                && !ladder.contains(penalty.get_ref())
            {
                faults.add(&penalty.span(), Flaw::PenaltyNotOnLadder);
                return None;
            }
            rules.push(config::ConductRule {
                clause: rule.clause.into(),
                text: rule.text.into(),
                usual: rule.penalty.map(Spanned::into_inner),
                about: rule.about,
            });
        }
        Some(config::Discipline {
            ladder,
            ban: self.ban.map(String::from),
            rules,
        })
    }
}
