//! The journal as arbiters read it: who did what, of all or of a player, a round, a table.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::field::Field;
use super::notice::{Journal, JournalLine, PlayerTag, Subject};
use super::role::Duty;
use super::{Halt, PlayRefusal, Turn};
use crate::store::journal::{self, About, Line, Undone};
use crate::store::{account, game, registration};
use crate::tournament::StartNumber;

/// Which lines are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Filter {
    All,
    /// By start number: the player and the games played.
    Player(u32),
    Round(u32),
    /// Round and table.
    Table(u32, u32),
}

/// Why nothing is shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum JournalRefusal {
    /// Nobody in the field is called that.
    NobodyFound { typed: String },
    /// Several are; their start numbers.
    Several { players: Vec<PlayerTag> },
}

/// Lines of a page.
const PAGE: usize = 10;

/// Shows a page to an arbiter, newest first.
pub fn show(turn: &mut Turn<'_>, filter: Filter, page: usize) -> Result<(), Halt> {
    turn.require(Duty::ShowJournal)?;
    turn.require_private()?;
    let field = Field::load(turn)?;
    let (about, player) = about(turn, &field, filter)?;
    let key = &turn.competition().key;
    let alone = !turn.is_one_of_several();
    let count = journal::count(turn.tx, key, alone, &about)?;
    let pages = count.div_ceil(PAGE).max(1);
    let page = page.min(pages - 1);
    let lines = journal::page(turn.tx, key, alone, &about, page * PAGE, PAGE)?;
    let lines = lines
        .into_iter()
        .map(|one| line(turn, &field, one))
        .collect::<Result<Vec<_>, Halt>>()?;
    turn.rewrite(Journal::Page {
        filter,
        player,
        lines,
        page,
        pages,
    })
}

/// The lines of a table of the newest round.
pub fn newest_table(turn: &mut Turn<'_>, table: u32) -> Result<(), Halt> {
    turn.require(Duty::ShowJournal)?;
    let field = Field::load(turn)?;
    let round = field.rounds.last().ok_or(PlayRefusal::NoRound)?;
    show(turn, Filter::Table(round.number, table), 0)
}

/// The lines of the player of this name, or of the only one whose name has this in it.
pub fn by_name(turn: &mut Turn<'_>, typed: &str) -> Result<(), Halt> {
    turn.require(Duty::ShowJournal)?;
    let field = Field::load(turn)?;
    let mut found = field.named(typed);
    if found.is_empty() {
        found = field.with_in_name(typed);
    }
    match found.as_slice() {
        [only] => show(turn, Filter::Player(only.0), 0),
        [] => Err(JournalRefusal::NobodyFound {
            typed: typed.to_owned(),
        }
        .into()),
        several => Err(JournalRefusal::Several {
            players: several.iter().take(10).map(|no| field.tag(*no)).collect(),
        }
        .into()),
    }
}

/// The subjects a filter looks for.
fn about(
    turn: &Turn<'_>,
    field: &Field,
    filter: Filter,
) -> Result<(About, Option<PlayerTag>), Halt> {
    let mut subjects = Vec::new();
    let mut of = None;
    match filter {
        Filter::All => return Ok((About::All, None)),
        Filter::Table(number, table) => subjects.push(format!("round {number} table {table}")),
        Filter::Round(number) => {
            subjects.push(format!("round {number}"));
            if let Some(round) = field.rounds.iter().find(|round| round.number == number) {
                for game in game::of_round(turn.tx, round.id)? {
                    subjects.push(format!("round {number} table {}", game.table));
                }
            }
        }
        Filter::Player(no) => {
            let player = field
                .player(StartNumber(no))
                .ok_or(PlayRefusal::NoSuchPlayer { no })?;
            of = Some(PlayerTag::of(player));
            subjects.push(format!("registration {}", player.id));
            for round in &field.rounds {
                if let Some(game) = game::of_player(turn.tx, round.id, player.id)? {
                    subjects.push(format!("round {} table {}", round.number, game.table));
                }
            }
        }
    }
    Ok((About::Subjects(subjects), of))
}

/// A line for people.
pub(super) fn line(turn: &Turn<'_>, field: &Field, line: Line) -> Result<JournalLine, Halt> {
    let Line {
        at, entry, undone, ..
    } = line;
    let who = match entry.account {
        Some(id) => account::find(turn.tx, id)?.map(|account| account.name),
        None => None,
    };
    let role = entry.role.as_deref();
    let role = role.and_then(|word| serde_json::from_value(word.into()).ok());
    Ok(JournalLine {
        at,
        who,
        role,
        subject: subject(turn, field, &entry.subject)?,
        action: entry.action,
        before: entry.before,
        after: entry.after,
        reason: entry.reason,
        undone: undone == Some(Undone::TakenBack),
    })
}

fn subject(turn: &Turn<'_>, field: &Field, written: &str) -> Result<Subject, Halt> {
    Ok(match Reference::read(written) {
        Some(Reference::Round(number)) => Subject::Round(number),
        Some(Reference::Table(number, table)) => Subject::Table { number, table },
        Some(Reference::Registration(id)) => {
            let known = field.number(id).map(|no| field.tag(no));
            let tag = match known {
                Some(tag) => Some(tag),
                None => registration::find(turn.tx, id)?.map(|one| PlayerTag::of(&one)),
            };
            tag.map_or(Subject::Other, Subject::Player)
        }
        None => Subject::Other,
    })
}

/// What the subject of a line names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reference {
    Round(u32),
    Table(u32, u32),
    Registration(i64),
}

impl Reference {
    /// Reads `round 3`, `round 3 table 12`, `registration 17`.
    pub(super) fn read(written: &str) -> Option<Reference> {
        let words: Vec<&str> = written.split(' ').collect();
        match words.as_slice() {
            ["round", number] => Some(Reference::Round(number.parse().ok()?)),
            ["round", number, "table", table] => {
                Some(Reference::Table(number.parse().ok()?, table.parse().ok()?))
            }
            ["registration", id] => Some(Reference::Registration(id.parse().ok()?)),
            _ => None,
        }
    }
}

impl fmt::Display for Filter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Filter::All => f.write_str("a"),
            Filter::Player(no) => write!(f, "p{no}"),
            Filter::Round(number) => write!(f, "r{number}"),
            Filter::Table(number, table) => write!(f, "t{number}.{table}"),
        }
    }
}

/// A text that names no filter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnknownFilter;

impl FromStr for Filter {
    type Err = UnknownFilter;

    fn from_str(text: &str) -> Result<Filter, UnknownFilter> {
        let number = |text: &str| text.parse::<u32>().map_err(|_| UnknownFilter);
        match text.split_at_checked(1) {
            Some(("a", "")) => Ok(Filter::All),
            Some(("p", no)) => Ok(Filter::Player(number(no)?)),
            Some(("r", round)) => Ok(Filter::Round(number(round)?)),
            Some(("t", both)) => {
                let (round, table) = both.split_once('.').ok_or(UnknownFilter)?;
                Ok(Filter::Table(number(round)?, number(table)?))
            }
            _ => Err(UnknownFilter),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn filters_survive_their_text_form() {
        for filter in [
            Filter::All,
            Filter::Player(200),
            Filter::Round(7),
            Filter::Table(3, 100),
        ] {
            assert_eq!(filter.to_string().parse(), Ok(filter));
        }
        for text in ["", "x", "p", "t3", "a1"] {
            assert_eq!(text.parse::<Filter>(), Err(UnknownFilter), "{text}");
        }
    }

    #[test]
    fn subjects_are_read() {
        assert_eq!(
            Reference::read("round 3 table 12"),
            Some(Reference::Table(3, 12))
        );
        assert_eq!(Reference::read("round 3"), Some(Reference::Round(3)));
        assert_eq!(
            Reference::read("registration 17"),
            Some(Reference::Registration(17))
        );
        assert_eq!(Reference::read("group"), None);
    }
}
