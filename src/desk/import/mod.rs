//! 导入名单: an arbiter sends a spreadsheet of invited players. It is shown first, and loaded on a tap, all of
//! it or nothing.

mod check;
mod load;

pub use load::{discard, load};

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use self::check::check;
use super::Duty;
use super::conversation::Conversation;
use super::notice::Import;
use super::{Halt, Turn, add, register};
use crate::sheet::{self, SheetFault};
use crate::tournament::roster_file::{self, Column, RosterRules, Row};

/// Why a roster is not read or not loaded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ImportRefusal {
    /// The file is larger than this; bytes.
    TooBig { most: usize },
    /// Telegram did not hand the file out.
    NotFetched,
    /// Neither CSV nor XLSX, or broken.
    Unreadable,
    /// More lines than this.
    TooLong { most: usize },
    /// No line of headings with these columns.
    NoHeadings { missing: Vec<Column> },
    /// Headings and nothing under them.
    Empty,
    /// The lots are drawn: players come in one by one.
    Drawn,
    /// Registration is over and the file's caption gives no reason.
    ReasonWanted,
}

/// A roster that was shown and waits for the tap. Kept sealed with the arbiter's conversation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Batch {
    /// Names it on its buttons.
    id: i64,
    file: String,
    /// Why after the deadline: the file's caption.
    reason: Option<String>,
    rows: Vec<Row>,
    /// It was loaded: how many.
    loaded: Option<usize>,
}

/// A file as it came.
#[derive(Debug, Clone, Copy)]
pub struct Sent<'a> {
    pub name: &'a str,
    pub caption: Option<&'a str>,
    pub bytes: &'a [u8],
}

/// Reads a roster and shows what loading it would do, or every fault.
pub fn receive(turn: &mut Turn<'_>, sent: Sent<'_>) -> Result<(), Halt> {
    turn.require(Duty::ImportRoster)?;
    turn.require_private()?;
    let lines = sheet::read(sent.bytes).map_err(|fault| match fault {
        SheetFault::Unreadable => ImportRefusal::Unreadable,
        SheetFault::TooLong => ImportRefusal::TooLong {
            most: sheet::MOST_LINES,
        },
    })?;
    let read =
        roster_file::read(&lines, &rules(turn)).map_err(|headless| ImportRefusal::NoHeadings {
            missing: headless.0,
        })?;
    if read.rows.is_empty() && read.faults.is_empty() {
        return Err(ImportRefusal::Empty.into());
    }
    let reason = sent
        .caption
        .map(|caption| caption.trim().chars().take(200).collect::<String>())
        .filter(|caption| !caption.is_empty());
    let chosen = turn.competition().key.clone();
    let late = is_late(turn, &read.rows)?;
    turn.enter(&chosen)?;
    let checked = check(turn, &read.rows)?;
    let mut faults = read.faults;
    faults.extend(checked.faults);
    faults.sort_by_key(|fault| fault.row);
    let [a, b, c, d, e, f] = turn.roll();
    let id = i64::from_be_bytes([0, 0, a, b, c, d, e, f]);
    let file: String = sent.name.chars().take(60).collect();
    let mut conversation = Conversation::load(turn)?;
    if !faults.is_empty() {
        // What was shown before goes too: the file that counts is the last one sent.
        conversation.batch = None;
        conversation.save(turn)?;
        let bad = faults
            .iter()
            .map(|fault| fault.row)
            .collect::<BTreeSet<u32>>();
        let good = read
            .rows
            .iter()
            .filter(|row| !bad.contains(&row.row))
            .count();
        return turn.reply(Import::faulty(file, good, faults));
    }
    if late && reason.is_none() {
        return Err(ImportRefusal::ReasonWanted.into());
    }
    let preview = Import::Preview {
        batch: id,
        file: file.clone(),
        count: read.rows.len(),
        parts: parts(turn, &read.rows),
        reason: reason.clone().filter(|_| late),
    };
    conversation.batch = Some(Batch {
        id,
        file,
        reason: reason.filter(|_| late),
        rows: read.rows,
        loaded: None,
    });
    conversation.save(turn)?;
    turn.reply(preview)
}

/// A sample to fill in.
pub fn template(turn: &mut Turn<'_>) -> Result<(), Halt> {
    turn.require(Duty::ImportRoster)?;
    turn.require_private()?;
    turn.reply(Import::Template {
        csv: roster_file::template(&rules(turn)),
    })
}

/// A file that did not reach the bot.
pub fn not_fetched(turn: &mut Turn<'_>, refusal: ImportRefusal) -> Result<(), Halt> {
    turn.require(Duty::ImportRoster)?;
    Err(refusal.into())
}

fn rules<'a>(turn: &Turn<'a>) -> RosterRules<'a> {
    RosterRules {
        competitions: turn.competitions(),
        registration: &turn.config.event.registration,
        competition: &turn.competition().key,
        today: turn.now.with_timezone(&turn.config.event.zone).date_naive(),
    }
}

/// How many players come into which competition and section, in the event's order.
fn parts(turn: &Turn<'_>, rows: &[Row]) -> Vec<(String, usize)> {
    let mut parts = Vec::new();
    for competition in turn.competitions() {
        for section in &competition.sections {
            let count = rows
                .iter()
                .filter(|row| row.competition == competition.key && row.section == section.key)
                .count();
            if count > 0 {
                let name = format!("{} {}", competition.name, section.name);
                parts.push((name, count));
            }
        }
    }
    parts
}

/// Whether registration is over in one of the rows' competitions.
///
/// # Errors
/// [`ImportRefusal::Drawn`] where the lots are drawn.
fn is_late(turn: &mut Turn<'_>, rows: &[Row]) -> Result<bool, Halt> {
    let competitions: BTreeSet<&str> = rows.iter().map(|row| row.competition.as_str()).collect();
    let mut late = false;
    for competition in competitions {
        turn.enter(competition)?;
        if add::is_drawn(turn)? {
            return Err(ImportRefusal::Drawn.into());
        }
        late |= register::is_closed(turn)?;
    }
    Ok(late)
}
