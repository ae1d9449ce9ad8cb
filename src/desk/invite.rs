//! One-time codes for the places that need one.

use serde::{Deserialize, Serialize};

use super::counter::code_of;
use super::notice::Invite;
use super::{Halt, Refusal, Turn};
use crate::config::Role;
use crate::store::journal::Entry;
use crate::store::{competition, invitation, place};

/// Why no codes are made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum InviteRefusal {
    /// A number from 1 to this is wanted.
    Number {
        most: u32,
    },
    /// The event has no places by code.
    NoPool,
    /// So many places are without a code that is out.
    NotSoMany {
        wanted: u32,
        left: u32,
    },
    RegistrationClosed,
}

impl From<InviteRefusal> for Refusal {
    fn from(refusal: InviteRefusal) -> Refusal {
        Refusal::Invite(refusal)
    }
}

impl From<InviteRefusal> for Halt {
    fn from(refusal: InviteRefusal) -> Halt {
        Refusal::Invite(refusal).into()
    }
}

/// Codes made at once: they have to fit one message.
const MOST: u32 = 30;

/// Makes `wanted` codes, never more than the places that are free of a registration and of a code.
/// `None`: no number was given.
pub fn invite(turn: &mut Turn<'_>, wanted: Option<u32>) -> Result<(), Halt> {
    turn.require(Role::Arbiter)?;
    turn.require_private()?;
    let competition = &turn.competition().key;
    let pool = turn
        .pools()
        .find(|pool| pool.by_code)
        .ok_or(InviteRefusal::NoPool)?;
    let wanted = wanted
        .filter(|wanted| (1..=MOST).contains(wanted))
        .ok_or(InviteRefusal::Number { most: MOST })?;
    let progress = competition::progress(turn.tx, competition)?;
    if progress.registration_closed_at.is_some() {
        return Err(InviteRefusal::RegistrationClosed.into());
    }
    let free = place::count_free(turn.tx, competition, &pool.key)?;
    let out = invitation::count_unused(turn.tx, competition, &pool.key)?;
    let left = free.saturating_sub(out);
    if wanted > left {
        return Err(InviteRefusal::NotSoMany { wanted, left }.into());
    }
    let by = turn.account()?;
    let mut codes = Vec::new();
    for _ in 0..wanted {
        let code = code_of(turn.roll());
        invitation::add(turn.tx, competition, &pool.key, &code, by, turn.now)?;
        codes.push(code);
    }
    turn.journal(Entry {
        action: "invite".to_owned(),
        subject: format!("pool {}", pool.key),
        after: Some(format!("{wanted} codes")),
        ..Entry::default()
    })?;
    turn.reply(Invite::Codes {
        pool: pool.name.clone(),
        codes,
        left: left - wanted,
    })
}
