use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::PlayerTag;
use crate::config::PenaltyKind;
use crate::desk::appeal::About;
use crate::store::appeal::Verdict;

/// 申诉
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Appeal {
    /// To the player: against what?
    Which {
        token: i64,
        choices: Vec<AppealChoice>,
        /// The account stands for several players.
        several: bool,
        /// Yuan; 0: none.
        deposit: u32,
    },
    /// To the player: why?
    WantText { about: AppealAbout, longest: usize },
    /// To the player: is it meant?
    Confirm {
        token: i64,
        player: PlayerTag,
        about: AppealAbout,
        text: String,
        deposit: u32,
    },
    /// To the player: it is with the arbiters.
    Filed { appeal: AppealLine },
    /// To the player: the own appeals.
    Mine { appeals: Vec<AppealLine> },
    /// To the player who thought better of it.
    Withdrawn { appeal: AppealLine },
    /// To the arbiters and the committee: one appeal, with what comes next.
    Card {
        appeal: AppealLine,
        #[serde(default)]
        reader: AppealReader,
    },
    /// To the committee: the deposit is there, and the verdict is due.
    VerdictDue { appeal: i64 },
    /// To the committee, or the chief arbiter: the words of the decision.
    WantVerdict { appeal: AppealLine, upheld: bool },
    /// To who did it.
    Done {
        appeal: AppealLine,
        step: AppealStep,
        #[serde(default)]
        reader: AppealReader,
    },
    /// To the arbiters: the committee has decided, or takes its verdict back.
    FromCommittee {
        appeal: AppealLine,
        step: AppealStep,
    },
    /// To the player.
    Told {
        appeal: AppealLine,
        step: AppealStep,
    },
    /// To an arbiter: a page of all, and the deposits in yuan.
    List {
        received: u32,
        returned: u32,
        to_return: u32,
        kept: u32,
        appeals: Vec<AppealLine>,
        /// From 0.
        page: usize,
        pages: usize,
    },
}

/// Who reads a card, and so what there is to do on it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AppealReader {
    /// An arbiter of an event without a committee: the chief records the verdict.
    #[default]
    Arbiter,
    /// An arbiter where the committee decides: deposits alone.
    Desk,
    /// A member of the committee: the verdict alone.
    Committee,
    /// A member of the committee whose own matter it is: nothing.
    Party,
}

/// Something that can be appealed against.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AppealChoice {
    pub registration: i64,
    /// The player's.
    pub name: String,
    pub about: About,
    pub what: AppealAbout,
}

/// What an appeal is about, as people read it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AppealAbout {
    Game {
        round: u32,
        table: u32,
        /// The game of the match, where it is one of the knockout.
        #[serde(default)]
        part: Option<u32>,
    },
    Penalty {
        kind: PenaltyKind,
        place: Option<(u32, u32)>,
        #[serde(default)]
        part: Option<u32>,
        reason: String,
    },
    Other,
}

/// An appeal as people read it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AppealLine {
    pub appeal: i64,
    pub version: i64,
    pub player: PlayerTag,
    pub about: AppealAbout,
    pub text: String,
    /// Yuan; 0: none.
    pub deposit: u32,
    pub filed_at: DateTime<Utc>,
    pub paid: bool,
    pub verdict: Option<(Verdict, String)>,
    /// The arbiter's name.
    pub decided_by: Option<String>,
    pub returned: bool,
    pub withdrawn: bool,
    /// Upheld: what is to be done about it.
    #[serde(default)]
    pub remedy: Option<Remedy>,
}

/// What an appeal that was upheld asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Remedy {
    /// This penalty stands still: it is taken back.
    Strike { penalty: i64 },
    /// The result of this table is ruled anew.
    Rule {
        round: u32,
        table: u32,
        /// The game of the match, where it is one of the knockout.
        #[serde(default)]
        part: Option<u32>,
    },
}

/// A step of an appeal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AppealStep {
    Paid,
    Decided,
    Returned,
    /// The step before was taken back.
    Undone,
    /// The committee has taken its verdict back.
    VerdictUndone,
}
