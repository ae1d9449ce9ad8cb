//! What of discipline an account is asked to type or send next. Only what was asked last is awaited, and
//! not for ever.

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

use super::conversation::Conversation;
use super::{Halt, Refusal, Turn, appeal, game_record, penalty};
use crate::tournament::form::Input;

/// What is typed this long after the question is no answer any more.
const PATIENCE: TimeDelta = TimeDelta::minutes(30);

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Awaited {
    pub what: What,
    pub since: DateTime<Utc>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum What {
    /// An arbiter types what a penalty is for: that of this token.
    PenaltyReason { token: i64 },
    /// A player types why: the appeal of this token.
    AppealText { token: i64 },
    /// The chief arbiter types the decision of an appeal.
    AppealVerdict {
        appeal: i64,
        version: i64,
        upheld: bool,
    },
    /// Someone sends the record of this game; `words`: it may be words.
    Record { game: i64, words: bool },
}

/// Whether a text, or, with `attached`, a photo or file, is what was asked for.
pub fn awaits(turn: &Turn<'_>, attached: bool) -> Result<bool, Halt> {
    let Some(awaited) = Conversation::load(turn)?.awaited else {
        return Ok(false);
    };
    let (takes_files, takes_words) = match awaited.what {
        What::PenaltyReason { .. } | What::AppealText { .. } | What::AppealVerdict { .. } => {
            (false, true)
        }
        What::Record { words: true, .. } => (true, true),
        // A further page, unless another record is due: then it is that one.
        What::Record { words: false, .. } => (!game_record::owes(turn)?, false),
    };
    let takes = if attached { takes_files } else { takes_words };
    Ok(takes && turn.now - awaited.since <= PATIENCE)
}

/// A message in private while something is awaited.
pub fn hear(turn: &mut Turn<'_>, input: Input<'_>) -> Result<(), Halt> {
    turn.require_private()?;
    let conversation = Conversation::load(turn)?;
    let awaited = conversation.awaited.clone().ok_or(Refusal::Stale)?;
    match awaited.what {
        What::PenaltyReason { token } => penalty::reason_given(turn, token, input),
        What::AppealText { token } => appeal::text_given(turn, token, input),
        What::AppealVerdict {
            appeal,
            version,
            upheld,
        } => appeal::verdict_given(turn, (appeal, version), upheld, input),
        What::Record { game, .. } => game_record::heard(turn, game, input),
    }
}

/// Something else is asked for: nothing of this is awaited any more.
pub fn turn_away(turn: &Turn<'_>) -> Result<(), Halt> {
    let mut conversation = Conversation::load(turn)?;
    if conversation.awaited.take().is_some() {
        conversation.save(turn)?;
    }
    Ok(())
}

/// From now on this is awaited, and nothing else.
pub(super) fn await_next(turn: &Turn<'_>, what: What) -> Result<(), Halt> {
    let mut conversation = Conversation::load(turn)?;
    conversation.reason = None;
    conversation.waiver = None;
    conversation.receipt = None;
    conversation.awaited = Some(Awaited {
        what,
        since: turn.now,
    });
    conversation.save(turn)
}
