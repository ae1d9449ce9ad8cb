//! 公告: what an arbiter has to say to everyone, in the group, pinned if asked.

use serde::{Deserialize, Serialize};

use super::notice::Announce;
use super::{Duty, Halt, Refusal, Turn};
use crate::store::journal::Entry;
use crate::store::setting;

/// The longest announcement, in UTF-16 units: with its heading it stays one message of Telegram.
pub const LONGEST: usize = 3500;

/// Why there is no announcement.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AnnounceRefusal {
    /// The command came without words.
    Empty,
    /// It is longer than [`LONGEST`]; `length` in the same units.
    TooLong { length: usize },
}

/// What an account was shown and has not sent yet.
#[derive(Serialize, Deserialize)]
struct Draft {
    number: u32,
    text: String,
}

/// Shows the arbiter what the group would read. A second one takes the place of the first.
pub fn preview(turn: &mut Turn<'_>, text: &str) -> Result<(), Halt> {
    turn.require(Duty::Announce)?;
    turn.require_private()?;
    turn.require_group()?;
    let text = text.trim();
    if text.is_empty() {
        return Err(AnnounceRefusal::Empty.into());
    }
    let length = text.encode_utf16().count();
    if length > LONGEST {
        return Err(AnnounceRefusal::TooLong { length }.into());
    }
    let draft = Draft {
        number: u32::from_be_bytes(turn.roll()),
        text: text.to_owned(),
    };
    setting::set(turn.tx, &key(turn)?, &serde_json::to_string(&draft)?)?;
    turn.reply(Announce::Preview {
        text: draft.text,
        number: draft.number,
    })
}

/// Sends what was shown under this number to the group.
pub fn announce(turn: &mut Turn<'_>, number: u32, pin: bool) -> Result<(), Halt> {
    turn.require(Duty::Announce)?;
    let text = take(turn, number)?;
    turn.journal(Entry {
        action: "announce".to_owned(),
        subject: "group".to_owned(),
        after: Some(text.clone()),
        ..Entry::default()
    })?;
    turn.tell_group(Announce::Text { text, pin })?;
    turn.rewrite(Announce::Sent { pin })
}

/// Forgets what was shown under this number.
pub fn discard(turn: &mut Turn<'_>, number: u32) -> Result<(), Halt> {
    take(turn, number)?;
    turn.rewrite(Announce::Dropped)
}

/// The group has the announcement, but Telegram did not let the bot pin it.
pub fn not_pinned(turn: &mut Turn<'_>) -> Result<(), Halt> {
    turn.tell_arbiters(Announce::NotPinned)
}

fn take(turn: &Turn<'_>, number: u32) -> Result<String, Halt> {
    let key = key(turn)?;
    let draft = setting::get(turn.tx, &key)?.ok_or(Refusal::Stale)?;
    let draft: Draft = serde_json::from_str(&draft)?;
    if draft.number != number {
        return Err(Refusal::Stale.into());
    }
    setting::clear(turn.tx, &key)?;
    Ok(draft.text)
}

fn key(turn: &Turn<'_>) -> Result<String, Halt> {
    Ok(format!("announce/{}", turn.account()?))
}
