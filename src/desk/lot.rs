//! A lot of a competition, for whatever it decides: commitment first, then the arbiter's salt, so that
//! nobody can have chosen the result.
//!
//! A use case calls [`step`] each time an arbiter asks for the lot, with or without a salt, and with those
//! who are in it. Without a salt the commitment is published; with one the lot is drawn, kept, published
//! in lines from which anyone can recompute it, and its order returned:
//!
//! ```text
//! let purpose = Purpose::Sides { games: "knockout/1/3".into() };
//! if let Some(order) = lot::step(turn, &purpose, typed, &[(red.id, red.name), (black.id, black.name)])? {
//!     let has_red = tournament::lot::earlier(&order, one, other);
//! }
//! ```
//!
//! [`order`] is what was drawn, afterwards. The method itself: `tournament::lot`.

use super::notice::{Drawn, Lot as Said};
use super::{Duty, Halt, PlayRefusal, Turn};
use crate::store::journal::Entry;
use crate::store::lot::{self as store, Lot};
use crate::store::{SealError, StoreError};
use crate::tournament::StartNumber;
use crate::tournament::lot::{self, Purpose, Secret};

/// In characters.
const SALT_LIMIT: usize = 64;

/// A lot that has been drawn: all that is published.
pub struct Revealed {
    /// SHA-256 of the secret.
    pub commitment: String,
    /// In hexadecimal digits.
    pub secret: String,
    /// What the arbiter said.
    pub salt: String,
    /// Registrations in the order drawn.
    pub order: Vec<i64>,
}

/// One step of the lot: without a salt publishes the commitment, with one draws and publishes the result.
/// `entries` are all who are in the lot, by registration, and how each is named. Returns the order when it
/// was drawn now.
///
/// # Errors
/// Refused without the rank of a pairing officer, without a group, with a salt before the commitment, with
/// too long a salt, and when it is drawn already.
pub fn step(
    turn: &mut Turn<'_>,
    purpose: &Purpose,
    typed: &str,
    entries: &[(i64, String)],
) -> Result<Option<Vec<i64>>, Halt> {
    turn.require(Duty::Draw)?;
    let salt = salt(typed)?;
    let found = find(turn, purpose)?;
    match (found, salt.as_str()) {
        (Some(Lot { salt: Some(_), .. }), _) => Err(PlayRefusal::LotDrawn.into()),
        (None, "") => {
            turn.require_group()?;
            let commitment = commit(turn, purpose)?;
            turn.tell_group(Said::Committed {
                purpose: purpose.clone(),
                commitment,
                entries: entries.iter().map(|(_, name)| name.clone()).collect(),
            })?;
            turn.reply(Said::SaltWanted)?;
            Ok(None)
        }
        (None, _) => Err(PlayRefusal::CommitFirst.into()),
        (Some(_), "") => {
            turn.reply(Said::SaltWanted)?;
            Ok(None)
        }
        (Some(lot), salt) => {
            let ids: Vec<i64> = entries.iter().map(|(id, _)| *id).collect();
            let revealed = reveal(turn, purpose, &lot, salt, &ids)?;
            turn.tell_group(Said::Drawn {
                purpose: purpose.clone(),
                commitment: revealed.commitment,
                secret: revealed.secret,
                salt: revealed.salt,
                rows: rows(&revealed.order, entries),
            })?;
            Ok(Some(revealed.order))
        }
    }
}

/// The lot as it is kept, drawn or not.
pub fn find(turn: &Turn<'_>, purpose: &Purpose) -> Result<Option<Lot>, Halt> {
    let key = &turn.competition().key;
    Ok(store::find(
        turn.tx,
        turn.sealer,
        key,
        &purpose.to_string(),
    )?)
}

/// The order drawn, by registration; empty before the draw.
pub fn order(turn: &Turn<'_>, purpose: &Purpose) -> Result<Vec<i64>, Halt> {
    let key = &turn.competition().key;
    Ok(store::order(turn.tx, key, &purpose.to_string())?)
}

/// What an arbiter said as salt, as it is published ([`lot::salt_line`]); empty: nothing was said.
///
/// # Errors
/// [`PlayRefusal::SaltTooLong`], and of more than one line [`PlayRefusal::SaltOfLines`].
pub fn salt(typed: &str) -> Result<String, Halt> {
    if typed.trim().lines().count() > 1 {
        return Err(PlayRefusal::SaltOfLines.into());
    }
    let salt = lot::salt_line(typed);
    let length = salt.chars().count();
    if length > SALT_LIMIT {
        return Err(PlayRefusal::SaltTooLong { length }.into());
    }
    Ok(salt)
}

/// Makes the secret, keeps it sealed, and returns its commitment, which the caller publishes.
pub fn commit(turn: &Turn<'_>, purpose: &Purpose) -> Result<String, Halt> {
    let secret = Secret::new(turn.roll());
    let commitment = lot::commitment(&secret);
    store::commit(
        turn.tx,
        turn.sealer,
        &turn.competition().key,
        &purpose.to_string(),
        &commitment,
        secret.to_hex().as_bytes(),
        turn.now,
    )?;
    turn.journal(Entry {
        action: "draw.commit".into(),
        subject: purpose.to_string(),
        after: Some(commitment.clone()),
        ..Entry::default()
    })?;
    Ok(commitment)
}

/// Draws the lot that was committed to among these registrations and keeps the result, which the caller
/// publishes.
pub fn reveal(
    turn: &Turn<'_>,
    purpose: &Purpose,
    lot: &Lot,
    salt: &str,
    registrations: &[i64],
) -> Result<Revealed, Halt> {
    let secret: Secret = String::from_utf8_lossy(&lot.secret)
        .parse()
        .map_err(|_| StoreError::Seal(SealError::Open))?;
    let ids: Vec<u64> = registrations.iter().map(|id| id.unsigned_abs()).collect();
    let drawn = lot::order(&secret, salt, &ids).into_iter();
    let order: Vec<i64> = drawn.map(u64::cast_signed).collect();
    let (key, name) = (&turn.competition().key, purpose.to_string());
    store::reveal(turn.tx, key, &name, salt, turn.now)?;
    store::keep_order(turn.tx, key, &name, &order)?;
    turn.journal(Entry {
        action: "draw.reveal".into(),
        subject: name,
        before: Some(lot.commitment.clone()),
        after: Some(format!("{order:?}")),
        reason: Some(salt.to_owned()),
        ..Entry::default()
    })?;
    Ok(Revealed {
        commitment: lot.commitment.clone(),
        secret: secret.to_hex(),
        salt: salt.to_owned(),
        order,
    })
}

fn rows(order: &[i64], entries: &[(i64, String)]) -> Vec<Drawn> {
    let named = |id: &i64| entries.iter().find(|(entry, _)| entry == id);
    let rows = (1..).map(StartNumber).zip(order);
    rows.filter_map(|(no, id)| {
        named(id).map(|(id, name)| Drawn {
            no,
            id: *id,
            name: name.clone(),
        })
    })
    .collect()
}
