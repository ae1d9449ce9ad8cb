//! One-time codes for the places that need one.

use serde::{Deserialize, Serialize};

use super::counter::code_of;
use super::notice::{Code, Invite};
use super::{Duty, Halt, Turn};
use crate::config::Pool;
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
    /// No pool by code is called that.
    UnknownPool {
        typed: String,
        names: Vec<String>,
    },
    /// The code was used or taken back before.
    NotUnused,
}

/// Codes made at once: they have to fit one message.
const MOST: u32 = 30;

/// Codes on a page of the list, a button each.
const PAGE: usize = 20;

/// Makes `wanted` codes of the pool named, never more than the places that are free of a registration and of
/// a code. `None`: no number was given. Where several pools take codes and none is named, asks which.
pub fn invite(turn: &mut Turn<'_>, wanted: Option<u32>, pool: Option<&str>) -> Result<(), Halt> {
    turn.require(Duty::Invite)?;
    turn.require_private()?;
    let pools: Vec<&Pool> = turn.pools().filter(|pool| pool.by_code).collect();
    if pools.is_empty() {
        return Err(InviteRefusal::NoPool.into());
    }
    let wanted = wanted
        .filter(|wanted| (1..=MOST).contains(wanted))
        .ok_or(InviteRefusal::Number { most: MOST })?;
    let competition = &turn.competition().key;
    let progress = competition::progress(turn.tx, competition)?;
    if progress.registration_closed_at.is_some() {
        return Err(InviteRefusal::RegistrationClosed.into());
    }
    let pool = match (pool, pools.as_slice()) {
        (Some(typed), many) => named(many, typed)?,
        (None, [only]) => only,
        (None, many) => {
            let mut pools = Vec::new();
            for pool in many {
                pools.push((pool.key.clone(), pool.name.clone(), left(turn, pool)?));
            }
            return turn.reply(Invite::Which { wanted, pools });
        }
    };
    let left = left(turn, pool)?;
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
    turn.rewrite(Invite::Codes {
        pool: pool.name.clone(),
        codes,
        left: left - wanted,
    })
}

/// The codes and what became of them, from page 0.
pub fn list(turn: &mut Turn<'_>, page: usize) -> Result<(), Halt> {
    turn.require(Duty::Invite)?;
    turn.require_private()?;
    let all = invitation::all(turn.tx, &turn.competition().key)?;
    let unused = all
        .iter()
        .filter(|one| one.used_by.is_none() && !one.revoked);
    let (unused, used) = (
        unused.count(),
        all.iter().filter(|one| one.used_by.is_some()).count(),
    );
    let pages = all.len().div_ceil(PAGE).max(1);
    let page = page.min(pages - 1);
    let rows = all.into_iter().skip(page * PAGE).take(PAGE);
    turn.rewrite(Invite::List {
        unused,
        used,
        rows: rows
            .map(|one| Code {
                code: one.code,
                pool: one.pool,
                used_by: one.used_by,
                revoked: one.revoked,
            })
            .collect(),
        page,
        pages,
    })
}

/// Takes a code back that nobody has used.
pub fn revoke(turn: &mut Turn<'_>, code: &str, page: usize) -> Result<(), Halt> {
    turn.require(Duty::Invite)?;
    turn.require_private()?;
    let competition = &turn.competition().key;
    if !invitation::revoke(turn.tx, competition, code, turn.account()?, turn.now)? {
        return Err(InviteRefusal::NotUnused.into());
    }
    turn.journal(Entry {
        action: "invite.revoke".to_owned(),
        subject: format!("competition {competition}"),
        before: Some("unused".to_owned()),
        after: Some("revoked".to_owned()),
        ..Entry::default()
    })?;
    list(turn, page)
}

/// The pool of this key or name; a part of the name does where it fits one alone.
fn named<'a>(pools: &[&'a Pool], typed: &str) -> Result<&'a Pool, Halt> {
    let exact = pools
        .iter()
        .find(|pool| pool.key.eq_ignore_ascii_case(typed) || pool.name == typed);
    let mut parts = pools.iter().filter(|pool| pool.name.contains(typed));
    let part = match (parts.next(), parts.next()) {
        (Some(only), None) => Some(only),
        _ => None,
    };
    exact.or(part).copied().ok_or_else(|| {
        InviteRefusal::UnknownPool {
            typed: typed.to_owned(),
            names: pools.iter().map(|pool| pool.name.clone()).collect(),
        }
        .into()
    })
}

/// Codes of the pool that can still be made.
fn left(turn: &Turn<'_>, pool: &Pool) -> Result<u32, Halt> {
    let competition = &turn.competition().key;
    let free = place::count_free(turn.tx, competition, &pool.key)?;
    let out = invitation::count_unused(turn.tx, competition, &pool.key)?;
    Ok(free.saturating_sub(out))
}
