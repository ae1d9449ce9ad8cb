//! Appeals (申诉): filed by a player, with a deposit; decided by the arbitration committee, or recorded by
//! the chief arbiter where none of it is here or all of it are parties. The deposit goes back to whom the decision is for. Chengdu-Chongqing regulation, supplement, clause 5.6.

mod decide;
mod file;
mod judge;
mod list;

use serde::{Deserialize, Serialize};

pub(super) use decide::verdict_given;
pub use decide::{decide, give_back, pay, undo};
pub(super) use file::text_given;
pub use file::{about, begin, file, mine, withdraw};
pub(super) use list::to_carry_out;
pub use list::{card, list};

use super::notice::{Appeal as Said, AppealAbout, AppealLine, AppealReader, Remedy};
use super::penalty::part_of;
use super::report::player_tag;
use super::{Halt, Refusal, Turn};
use crate::config::Role;
use crate::store::appeal::{self, Appeal, Verdict};
use crate::store::{account, arbiter, penalty};

/// Why an appeal is not taken, or a step not done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AppealRefusal {
    /// Only players who have a start number appeal.
    NoPlayer,
    /// About the same there is one already.
    Already {
        appeal: i64,
        verdict: Option<Verdict>,
    },
    /// A text of 1 to this many characters is wanted.
    TextWanted { longest: usize },
    /// The deposit comes first, in yuan.
    NotPaid { deposit: u32 },
    /// A paid appeal is decided, not withdrawn.
    Paid,
    /// Nothing to take back.
    NothingToUndo,
    /// The committee decides, and no arbiter; some of it.
    Committees { who: Vec<String> },
    /// Nobody decides the own appeal.
    Own,
    /// Nor that of the opponent; some who may.
    Party { who: Vec<String> },
    /// The player has thought better of it.
    Withdrawn { appeal: i64 },
    /// Somebody was faster.
    Decided {
        appeal: i64,
        verdict: Verdict,
        by: String,
    },
}

/// What an appeal is about, as a button says it: a game, a penalty, anything else.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum About {
    Game(i64),
    Penalty(i64),
    Other,
}

/// An appeal on the way.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Draft {
    /// Which one it is: a button of an older one is refused.
    pub token: i64,
    pub registration: Option<i64>,
    pub about: Option<About>,
    pub text: Option<String>,
}

/// In characters.
const LONGEST: usize = 800;

/// An appeal as people read it.
pub(super) fn line(turn: &Turn<'_>, one: &Appeal) -> Result<AppealLine, Halt> {
    let penalised = match one.penalty {
        Some(id) => penalty::find(turn.tx, id)?,
        None => None,
    };
    let remedy = match (&one.decision, &penalised, one.place) {
        (Some(decision), Some(penalty), _) if decision.verdict == Verdict::Upheld => {
            penalty.struck_by.is_none().then_some(Remedy::Strike {
                penalty: penalty.id,
            })
        }
        (Some(decision), None, Some((round, table))) if decision.verdict == Verdict::Upheld => {
            let part = part(turn, one.game)?;
            Some(Remedy::Rule { round, table, part })
        }
        _ => None,
    };
    let about = match (penalised, one.place) {
        (Some(penalty), _) => AppealAbout::Penalty {
            kind: penalty.kind,
            place: penalty.place,
            part: part(turn, penalty.game)?,
            reason: penalty.reason,
        },
        (None, Some((round, table))) => AppealAbout::Game {
            round,
            table,
            part: part(turn, one.game)?,
        },
        (None, None) => AppealAbout::Other,
    };
    let decided_by = match &one.decision {
        Some(decision) => account::find(turn.tx, decision.by)?.map(|known| known.name),
        None => None,
    };
    Ok(AppealLine {
        appeal: one.id,
        version: one.version,
        player: player_tag(turn, one.registration)?,
        about,
        text: one.text.clone(),
        deposit: one.deposit,
        filed_at: one.filed_at,
        paid: one.paid,
        verdict: one
            .decision
            .as_ref()
            .map(|one| (one.verdict, one.text.clone())),
        decided_by,
        returned: one.returned,
        withdrawn: one.withdrawn,
        remedy,
    })
}

/// The number of a game of a match of the knockout.
fn part(turn: &Turn<'_>, game: Option<i64>) -> Result<Option<u32>, Halt> {
    match game {
        Some(game) => part_of(turn, game),
        None => Ok(None),
    }
}

/// The appeal as a button showed it, in its competition.
fn fresh(turn: &mut Turn<'_>, id: i64, version: i64) -> Result<Appeal, Halt> {
    let found = appeal::find(turn.tx, id)?
        .filter(|found| found.version == version && !found.withdrawn)
        .ok_or(Refusal::Stale)?;
    turn.enter_registration(found.registration)?;
    Ok(found)
}

/// Shows the appeal to the arbiters and to the committee, in one message of each.
fn show(turn: &Turn<'_>, one: &Appeal, appeal: &AppealLine) -> Result<(), Halt> {
    let slot = slot(appeal.appeal);
    let judges = judge::judges(turn, one)?;
    let card = |reader| Said::Card {
        appeal: appeal.clone(),
        reader,
    };
    turn.show_arbiters(&slot, card(reader_at_desk(&judges)))?;
    for member in arbiter::committee(turn.tx)? {
        turn.show_one(member, &slot, card(reader_in_committee(&judges, member)))?;
    }
    Ok(())
}

/// As whom the acting account reads the appeal.
fn reader(turn: &Turn<'_>, one: &Appeal) -> Result<AppealReader, Halt> {
    let judges = judge::judges(turn, one)?;
    Ok(match turn.office()? {
        Some(Role::Committee) => reader_in_committee(&judges, turn.account()?),
        _ => reader_at_desk(&judges),
    })
}

fn reader_at_desk(judges: &[i64]) -> AppealReader {
    match judges.is_empty() {
        true => AppealReader::Arbiter,
        false => AppealReader::Desk,
    }
}

fn reader_in_committee(judges: &[i64], member: i64) -> AppealReader {
    match judges.contains(&member) {
        true => AppealReader::Committee,
        false => AppealReader::Party,
    }
}

/// The message about this appeal.
fn slot(id: i64) -> String {
    format!("appeal/{id}")
}
