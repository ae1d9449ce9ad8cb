use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

/// Who may play in a section: every rule must hold.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Eligibility {
    pub rules: Vec<Rule>,
}

/// One clause of the regulation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rule {
    /// Unique in the section; names the answer when the rule is one of several alternatives.
    pub key: String,
    /// Where the regulation says it, e.g. `第六条（一）`.
    pub clause: String,
    /// The regulation's sentence, as told to someone it turns away.
    pub text: String,
    pub test: Test,
}

/// What a rule of eligibility looks at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Test {
    /// Born on one of these days, both ends inclusive.
    Born {
        from: Option<NaiveDate>,
        to: Option<NaiveDate>,
    },
    Sex(Sex),
    /// The player's title is below this one.
    TitleBelow(Title),
    /// The player's title is this one or above.
    TitleFrom(Title),
    /// At least one of these holds; the player says which. Not nested.
    AnyOf(Vec<Rule>),
    /// At least `months` consecutive months of social insurance counted back from the registration
    /// deadline. The player states the months, papers prove them.
    Insurance {
        months: u32,
    },
    /// Invited by the organizer: proved by a one-time code, or by an arbiter.
    Invited,
    /// The player states it; `proof` says whether that is enough.
    Stated {
        question: String,
        proof: Proof,
    },
}

/// What turns a player's word into a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Proof {
    /// The player's word is enough.
    Word,
    /// A photo or file that an arbiter reviews.
    Papers,
}

/// Sex as the ID number and the form give it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sex {
    Male,
    Female,
}

/// Xiangqi titles in ascending order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Title {
    /// 无
    None,
    /// 等级棋士
    Graded,
    /// 地方大师
    LocalMaster,
    /// 棋协大师
    AssociationMaster,
    /// 国家大师 (运动健将)
    NationalMaster,
    /// 特级大师
    Grandmaster,
}
