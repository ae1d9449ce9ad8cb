//! 认领: a player takes over the entry that an arbiter or a coach made, with a one-time code.

use chrono::{DateTime, Duration, Utc};
use serde::{Deserialize, Serialize};

use super::counter::{ALPHABET, letters};
use super::notice::{Handover, Unclaimed};
use super::{Duty, Halt, Refusal, Turn, register};
use crate::store::handover;
use crate::store::journal::Entry;
use crate::store::registration::{self, Registration};
use crate::tournament::form::Identity;
use crate::tournament::{Document, IdCard, PermitNumber};

/// Why an entry changes no hands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HandoverRefusal {
    /// Too many codes were tried in vain.
    TooMany { until: DateTime<Utc> },
    /// This account has no registration that stands.
    NoneStands,
    /// The registration stands no more.
    Gone { name: String },
}

/// Letters and digits of a code: 50 bits.
const LENGTH: usize = 10;

/// Codes an account may try in vain within [`WINDOW`].
const MOST_TRIES: u32 = 5;

const WINDOW: Duration = Duration::hours(1);

/// Reads a code as people type it: hyphens, spaces and case do not matter. `None`: the text is none.
pub fn read(text: &str) -> Option<String> {
    let code: String = text
        .chars()
        .filter(|letter| !letter.is_whitespace() && !matches!(letter, '-' | '－' | '—'))
        .map(|letter| letter.to_ascii_uppercase())
        .collect();
    let is_code = code.len() == LENGTH && code.bytes().all(|letter| ALPHABET.contains(&letter));
    is_code.then_some(code)
}

/// Words of the length of a code, in private. False: they are no code, and the conversation that waits for
/// an answer gets them.
pub fn claim_typed(turn: &mut Turn<'_>, code: &str) -> Result<bool, Halt> {
    if handover::find(turn.tx, code)?.is_none() && register::awaits(turn)? {
        handover::tried(turn.tx, turn.account()?, turn.now)?;
        return Ok(false);
    }
    claim(turn, code)?;
    Ok(true)
}

/// Ties the entry of this code to the sender's account.
pub fn claim(turn: &mut Turn<'_>, code: &str) -> Result<(), Halt> {
    turn.require_private()?;
    let me = turn.account()?;
    let tried = handover::tries(turn.tx, me, turn.now - WINDOW)?;
    if tried >= MOST_TRIES {
        let until = turn.now + WINDOW;
        return Err(HandoverRefusal::TooMany { until }.into());
    }
    let Some(found) = handover::find(turn.tx, code)? else {
        handover::tried(turn.tx, me, turn.now)?;
        let left = MOST_TRIES - tried - 1;
        return turn.reply(Handover::Unknown { left });
    };
    let Some(entry) = registration::find(turn.tx, found.registration)? else {
        return Err(Refusal::Stale.into());
    };
    turn.enter(&entry.competition)?;
    if let Some(by) = found.used_by {
        let mine = by == me;
        if !mine {
            handover::tried(turn.tx, me, turn.now)?;
        }
        return turn.reply(Handover::Used {
            mine: mine.then_some(entry.name),
        });
    }
    if !entry.state.stands() {
        return Err(HandoverRefusal::Gone { name: entry.name }.into());
    }
    if entry.account == Some(me) {
        return turn.reply(Handover::Yours { name: entry.name });
    }
    if !handover::use_up(turn.tx, code, me, turn.now)? {
        return turn.reply(Handover::Used { mine: None });
    }
    registration::set_account(turn.tx, entry.id, me)?;
    turn.journal(Entry {
        action: "registration.claim".to_owned(),
        subject: format!("registration {}", entry.id),
        before: Some(owner(entry.account)),
        after: Some(owner(Some(me))),
        ..Entry::default()
    })?;
    let by = turn
        .actor()
        .map_or_else(String::new, |actor| actor.name.clone());
    let mut tell: Vec<i64> = [entry.account, found.made_by]
        .into_iter()
        .flatten()
        .collect();
    tell.dedup();
    for other in tell.into_iter().filter(|other| *other != me) {
        turn.tell_now(
            other,
            Handover::Taken {
                name: entry.name.clone(),
                by: by.clone(),
            },
        )?;
    }
    let (document, phone) = masked(turn, entry.id)?;
    let standing = register::standing(turn, &entry)?;
    turn.reply(Handover::Claimed {
        name: entry.name,
        document,
        phone,
        standing,
        pool: entry.pool,
        start_no: entry.start_no.map(|no| no.0),
    })
}

/// The code of a registration without an account that stands, made when first asked for.
pub(super) fn code_for(turn: &Turn<'_>, entry: &Registration) -> Result<Option<String>, Halt> {
    if entry.account.is_some() || !entry.state.stands() {
        return Ok(None);
    }
    Ok(Some(open_code(turn, entry)?))
}

fn open_code(turn: &Turn<'_>, entry: &Registration) -> Result<String, Halt> {
    if let Some(code) = handover::open(turn.tx, entry.id)? {
        return Ok(code);
    }
    let code = letters(&turn.roll::<LENGTH>());
    handover::add(turn.tx, entry.id, &code, Some(turn.account()?), turn.now)?;
    turn.journal(Entry {
        action: "registration.code".to_owned(),
        subject: format!("registration {}", entry.id),
        ..Entry::default()
    })?;
    Ok(code)
}

/// To an arbiter the codes of everyone entered without an account.
pub fn codes(turn: &mut Turn<'_>) -> Result<(), Halt> {
    turn.require(Duty::EnterPlayers)?;
    turn.require_private()?;
    let mut list = Vec::new();
    for entry in registration::without_account(turn.tx, &turn.competition().key)? {
        list.push(Unclaimed {
            code: open_code(turn, &entry)?,
            start_no: entry.start_no.map(|no| no.0),
            name: entry.name,
        });
    }
    turn.reply(Handover::Codes { list })
}

/// Which of the account's own players is handed over; at once where there is one only.
pub fn choose(turn: &mut Turn<'_>, page: u32, bot: &str) -> Result<(), Halt> {
    turn.require_private()?;
    let mine: Vec<Registration> = registration::of_account(turn.tx, turn.account()?)?
        .into_iter()
        .filter(|one| one.state.stands())
        .collect();
    match mine.as_slice() {
        [] => Err(HandoverRefusal::NoneStands.into()),
        [only] => hand_over(turn, only.id, bot),
        many => turn.rewrite(Handover::Which {
            players: many.iter().map(|one| (one.id, one.name.clone())).collect(),
            page,
        }),
    }
}

/// Shows the code of one entry to its account, or to an arbiter where it has none.
pub fn hand_over(turn: &mut Turn<'_>, registration: i64, bot: &str) -> Result<(), Halt> {
    turn.require_private()?;
    let me = turn.account()?;
    let is_arbiter = turn.role()?.is_some();
    let entry = registration::find(turn.tx, registration)?
        .filter(|entry| match entry.account {
            Some(account) => account == me,
            None => is_arbiter,
        })
        .ok_or(Refusal::Stale)?;
    if !entry.state.stands() {
        return Err(HandoverRefusal::Gone { name: entry.name }.into());
    }
    let code = open_code(turn, &entry)?;
    turn.reply(Handover::Code {
        name: entry.name,
        code,
        bot: bot.to_owned(),
    })
}

/// Document and telephone, masked.
fn masked(turn: &Turn<'_>, id: i64) -> Result<(String, String), Halt> {
    let personal = registration::personal(turn.tx, turn.sealer, id)?;
    let today = turn.now.with_timezone(&turn.config.event.zone).date_naive();
    let document = match &personal.identity {
        Identity::Resident(number) => IdCard::parse(number, today)
            .map(|card| Document::Resident(card).masked())
            .unwrap_or_default(),
        Identity::Permit(_, number) => PermitNumber::parse(number)
            .map(|number| number.masked())
            .unwrap_or_default(),
    };
    Ok((document, personal.phone.masked()))
}

fn owner(account: Option<i64>) -> String {
    account.map_or_else(
        || "no account".to_owned(),
        |account| format!("account {account}"),
    )
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn a_code_is_read_as_people_type_it_and_talk_is_none() {
        for typed in ["ABCDE-FGHJK", "abcdefghjk", " abcde fghjk ", "ABCDE－FGHJK"] {
            assert_eq!(read(typed).as_deref(), Some("ABCDEFGHJK"), "{typed}");
        }
        for typed in [
            "",
            "ABCDEFGH",
            "ABCDEFGHJKL",
            "HELLOWORLD",
            "一二三四五六七八九十",
            "ABCDE_FGHJ",
        ] {
            assert_eq!(read(typed), None, "{typed}");
        }
    }
}
