//! Results in words and /report.

use chrono::{DateTime, Utc};

use super::{hello, knockout};
use crate::desk::report::{self, Said as Meant, Which};
use crate::desk::{Actor, Halt, PlayRefusal, Refusal, Turn, rule};
use crate::telegram::normal::normal;
pub use crate::telegram::result_words::is_for_the_bot;
use crate::telegram::result_words::{Meaning, Words, answer, read};
use crate::telegram::said::Said;
use crate::tournament::Outcome;

/// A report in words; false when the text is no report.
pub fn by_words(turn: &mut Turn<'_>, said: &Said, text: &str) -> Result<bool, Halt> {
    let Some(words) = read(text) else {
        return Ok(false);
    };
    let private = turn.actor().is_none_or(Actor::is_private);
    if !private && !is_for_the_bot(text) {
        return Ok(false);
    }
    if said.is_forward {
        // Someone else's words report nothing; in the group they are talk.
        return if private {
            Err(PlayRefusal::Forwarded.into())
        } else {
            Ok(false)
        };
    }
    if is_ruling(turn, &words)? {
        return ruled(turn, &words, said.written);
    }
    let Meaning::Said(meant) = words.meaning else {
        return Ok(false);
    };
    let which = words.table.map_or(Which::Mine, Which::Table);
    match report::by_words(turn, which, words.named(), meant, said.written) {
        // Small talk in the group by someone who has nothing to report.
        Err(Halt::Refused(refusal)) if !private && words.table.is_none() && is_talk(&refusal) => {}
        other => other?,
    }
    Ok(true)
}

/// Whether the words are an arbiter's, not a player's: what only arbiters say, or the result of a table
/// at which they answer for nobody. Of their own table they report like everyone, and the opponent
/// confirms.
fn is_ruling(turn: &mut Turn<'_>, words: &Words) -> Result<bool, Halt> {
    let Some(table) = words.table else {
        return Ok(false);
    };
    Ok(match words.meaning {
        Meaning::Forfeit(_) | Meaning::BothLose | Meaning::Undecided => true,
        Meaning::Said(Meant::IWon | Meant::ILost) => false,
        Meaning::Said(_) => turn.role()?.is_some() && !report::has_own_table(turn, table)?,
    })
}

/// Rules the table; false where the words do not say how.
fn ruled(turn: &mut Turn<'_>, words: &Words, written: DateTime<Utc>) -> Result<bool, Halt> {
    let (Some(table), Some(outcome)) = (words.table, outcome_of(words.meaning)) else {
        return Ok(false);
    };
    rule::rule(turn, words.named(), table, outcome, written)?;
    Ok(true)
}

/// The outcome an arbiter names; `Some(None)`: 未定.
fn outcome_of(meaning: Meaning) -> Option<Option<Outcome>> {
    match meaning {
        Meaning::Said(Meant::Outcome(outcome)) | Meaning::Forfeit(outcome) => Some(Some(outcome)),
        Meaning::Said(Meant::Draw) => Some(Some(Outcome::Draw)),
        Meaning::BothLose => Some(Some(Outcome::BothLose)),
        Meaning::Undecided => Some(None),
        Meaning::Said(Meant::IWon | Meant::ILost) => None,
    }
}

/// `确认` or `异议` typed instead of pressed; false when it is no answer to anything.
pub fn answered(turn: &mut Turn<'_>, said: &Said, text: &str) -> Result<bool, Halt> {
    match answer(text) {
        Some(agrees) if !said.is_forward => {
            if !report::answer_in_words(turn, agrees)? {
                return Err(PlayRefusal::NothingToAnswer.into());
            }
            Ok(true)
        }
        _ => Ok(false),
    }
}

/// The refusal of someone who has no game to report.
fn is_talk(refusal: &Refusal) -> bool {
    matches!(refusal, Refusal::Play(refusal)
        if matches!(**refusal, PlayRefusal::NoRound | PlayRefusal::NoOpenGame { .. }))
}

/// /report: buttons for my open game; in the group a button that leads to them.
pub fn report(turn: &mut Turn<'_>, bot: &str) -> Result<(), Halt> {
    if turn.actor().is_some_and(|actor| !actor.is_private()) {
        return hello::door(turn, bot, None);
    }
    report::ask(turn)
}

/// /result 12 红胜, /result 3 12 红胜
pub fn result(turn: &mut Turn<'_>, rest: &str, written: DateTime<Utc>) -> Result<(), Halt> {
    let wrong = || PlayRefusal::ResultWords {
        typed: rest.to_owned(),
    };
    let of_match = knockout::game_of_match(rest);
    let result = of_match.map_or(rest, |(_, _, result)| result);
    let words = read(&spelled(result)).ok_or_else(wrong)?;
    let outcome = outcome_of(words.meaning).ok_or_else(wrong)?;
    if let Some((no, game, _)) = of_match {
        return knockout::rule(turn, no, game, outcome);
    }
    let table = words.table.ok_or_else(wrong)?;
    rule::rule(turn, words.named(), table, outcome, written)
}

/// `3 12 红胜` spelled out: `第3轮 12台 红胜`; anything else as it is.
fn spelled(typed: &str) -> String {
    let plain = normal(typed);
    let is_number = |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    match plain.splitn(3, ' ').collect::<Vec<_>>().as_slice() {
        [round, table, rest] if is_number(round) && is_number(table) => {
            format!("第{round}轮 {table}台 {rest}")
        }
        _ => plain,
    }
}
