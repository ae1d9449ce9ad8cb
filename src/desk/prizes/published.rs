//! The prize list that was published last, and whether it still holds.

use chrono::{DateTime, Utc};

use super::{Row, is_same, lists_now, rows_of};
use crate::desk::notice::{Prize as Said, PrizeList};
use crate::desk::{Halt, Turn};
use crate::store::journal;
use crate::store::{account, setting};

/// What the journal calls it.
pub(super) const ACTION: &str = "prizes.publish";

/// A list as it was published.
pub(super) struct Published {
    /// Its line in the journal.
    line: i64,
    pub at: DateTime<Utc>,
    /// The arbiter's name.
    pub by: String,
    pub lists: Vec<PrizeList>,
}

impl Published {
    /// Somebody in it has not won what it says. Prizes that have come since leave it as it is.
    pub fn is_outdated(&self, now: &[PrizeList]) -> bool {
        let now: Vec<Row> = rows_of(now);
        let mut was = rows_of(&self.lists).into_iter();
        was.any(|row| !now.iter().any(|one| is_same(one, &row)))
    }
}

/// The newest publication in the competition.
pub(super) fn newest(turn: &Turn<'_>) -> Result<Option<Published>, Halt> {
    let Some(line) = journal::last(turn.tx, ACTION, &subject(turn))? else {
        return Ok(None);
    };
    let by = match line.entry.account {
        Some(by) => account::find(turn.tx, by)?,
        None => None,
    };
    let lists = line.entry.after.as_deref().map(serde_json::from_str);
    Ok(Some(Published {
        line: line.id,
        at: line.at,
        by: by.map(|by| by.name).unwrap_or_default(),
        lists: lists.and_then(Result::ok).unwrap_or_default(),
    }))
}

/// What the journal says it was done to.
pub(super) fn subject(turn: &Turn<'_>) -> String {
    format!("competition {}", turn.competition().key)
}

/// Tells the group once that the list it was given holds no more, or that it holds again.
pub(in crate::desk) fn watch(turn: &Turn<'_>) -> Result<(), Halt> {
    let Some(published) = newest(turn)? else {
        return Ok(());
    };
    let outdated = published.is_outdated(&lists_now(turn)?);
    let key = format!("prizes.outdated.{}", turn.competition().key);
    let was = setting::get_i64(turn.tx, &key)? == Some(published.line);
    if outdated == was {
        return Ok(());
    }
    let line = if outdated { published.line } else { 0 };
    setting::set(turn.tx, &key, &line.to_string())?;
    let at = published.at;
    turn.tell_group(match outdated {
        true => Said::Outdated { at },
        false => Said::HoldsAgain { at },
    })?;
    match outdated {
        true => turn.tell_arbiters(Said::PublishAnew),
        false => Ok(()),
    }
}
