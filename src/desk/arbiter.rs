//! Arbiters by code: the chief of a new event, and those the chief adds.

use serde::{Deserialize, Serialize};

use super::counter::code_of;
use super::{Duty, Halt, Turn, notice};
use crate::config::Role;
use crate::store::arbiter;
use crate::store::journal::Entry;
use crate::store::word::word;

/// Why a code or an account makes no arbiter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ArbiterRefusal {
    /// There is no such code, or it was used.
    UnknownCode { code: String },
    /// The account holds this role or a higher one already; the code stays good.
    AlreadyHeld { held: Role },
}

/// The chief arbiter makes a one-time code for a role.
pub fn make_code(turn: &mut Turn<'_>, role: Role) -> Result<(), Halt> {
    turn.require_private()?;
    turn.require(Duty::MakeArbiters)?;
    let code = loop {
        let code = code_of(turn.roll());
        if !arbiter::is_code(turn.tx, &code)? {
            break code;
        }
    };
    arbiter::keep_code(turn.tx, &code, role, Some(turn.account()?), turn.now)?;
    turn.journal(Entry {
        action: "arbiter.code".to_owned(),
        subject: format!("role {}", word(role)?),
        ..Entry::default()
    })?;
    turn.reply(notice::Arbiter::Code { code, role })
}

/// Makes the sender of an unused code an arbiter.
pub fn redeem(turn: &mut Turn<'_>, code: &str) -> Result<(), Halt> {
    turn.require_private()?;
    let account = turn.account()?;
    let held = turn.office()?;
    let code = code.trim().to_uppercase();
    let Some(role) = arbiter::redeem_code(turn.tx, &code, account, turn.now)? else {
        return Err(ArbiterRefusal::UnknownCode { code }.into());
    };
    if let Some(held) = held.filter(|held| *held >= role) {
        return Err(ArbiterRefusal::AlreadyHeld { held }.into());
    }
    let name = turn
        .actor()
        .map_or_else(String::new, |actor| actor.name.clone());
    turn.tell_arbiters(notice::Arbiter::Joined { name, role })?;
    arbiter::appoint(turn.tx, account, role, turn.now)?;
    turn.journal(Entry {
        action: "arbiter.appoint".to_owned(),
        subject: format!("account {account}"),
        before: held.map(word).transpose()?,
        after: Some(word(role)?),
        ..Entry::default()
    })?;
    turn.reply(notice::Arbiter::Appointed { role })
}

/// The same of a code sent alone, without the command. False: it is no code for arbiters.
pub fn redeem_bare(turn: &mut Turn<'_>, code: &str) -> Result<bool, Halt> {
    if !arbiter::is_code(turn.tx, code)? {
        return Ok(false);
    }
    redeem(turn, code)?;
    Ok(true)
}

/// How the command is used.
pub fn usage(turn: &mut Turn<'_>) -> Result<(), Halt> {
    turn.require_private()?;
    let role = turn.office()?;
    turn.reply(notice::Arbiter::Usage { role })
}
