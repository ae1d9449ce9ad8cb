//! Lots recomputed from what the group was told (验算): by anyone, anywhere.

use super::notice::{OneLot, Verified, Verify};
use super::{Halt, Turn};
use crate::store::{lot, registration};
use crate::tournament::lot::{LotFault, Pasted, PastedRow, Purpose, same_name, side_salt_parts};

/// Lots looked at in one text: a message has no room for more.
const MOST: usize = 20;

/// Recomputes the lots in this text: the group's message, whole or one part of it, or several of them.
pub fn verify(turn: &mut Turn<'_>, text: &str) -> Result<(), Halt> {
    if text.trim().is_empty() {
        return turn.reply(Verify::How);
    }
    let pasted = Pasted::all(text);
    let left = pasted.len().saturating_sub(MOST);
    let mut lots = Vec::new();
    for pasted in pasted.into_iter().take(MOST) {
        let commitment = pasted.as_ref().ok().map(|lot| lot.commitment.clone());
        let verdict = match pasted {
            Ok(pasted) => recompute(turn, &pasted)?,
            Err(fault) => Verify::Broken { fault },
        };
        lots.push(OneLot {
            commitment,
            verdict,
        });
    }
    match lots.pop() {
        Some(only) if lots.is_empty() => turn.reply(only.verdict),
        last => {
            lots.extend(last);
            turn.reply(Verify::Several { lots, left })
        }
    }
}

fn recompute(turn: &Turn<'_>, pasted: &Pasted) -> Result<Verify, Halt> {
    let kept = lot::by_commitment(turn.tx, &pasted.commitment)?;
    let purpose = kept.as_ref().and_then(|(_, purpose)| purpose.parse().ok());
    let is_sides = pasted.is_sides || matches!(purpose, Some(Purpose::Sides { .. }));
    // A part of a long message is right by itself once it is known who was in the lot.
    let entries: Vec<u64> = match &kept {
        Some((competition, purpose)) => lot::order(turn.tx, competition, purpose)?
            .into_iter()
            .map(i64::unsigned_abs)
            .collect(),
        None => Vec::new(),
    };
    let verified = if entries.is_empty() || is_sides {
        match pasted.whole() {
            Ok(published) if entries.is_empty() => published.verify(),
            Ok(_) => pasted.verify_among(&entries),
            Err(fault) => return Ok(Verify::Broken { fault }),
        }
    } else {
        pasted.verify_among(&entries)
    };
    match verified {
        Ok(()) => {}
        Err(LotFault::Commitment) => return Ok(Verify::OtherSecret),
        Err(LotFault::Order) => return Ok(Verify::OtherOrder),
        Err(LotFault::Headline) => return Ok(Verify::OtherHeadline),
    }
    if let Some((competition, purpose)) = &kept {
        let salt = lot::salt(turn.tx, competition, purpose)?;
        if salt.is_some_and(|salt| salt != pasted.salt) {
            return Ok(Verify::OtherSalt);
        }
        for row in &pasted.rows {
            if let Some(other) = other_name(turn, row)? {
                return Ok(other);
            }
        }
    }
    let first = pasted.rows.first().filter(|row| row.no == 1 && is_sides);
    let word = side_salt_parts(&pasted.salt).0.filter(|_| is_sides);
    Ok(Verify::Right(Verified {
        numbers: pasted.rows.len(),
        of: entries.len().max(pasted.rows.len()),
        commitment: pasted.commitment.clone(),
        red: first.map(|row| row.name.clone()),
        word: word.map(str::to_owned),
        purpose,
    }))
}

/// The names do not follow from the lot: each is compared with the registration of that number. Some lots
/// write `12号 张三`.
fn other_name(turn: &Turn<'_>, row: &PastedRow) -> Result<Option<Verify>, Halt> {
    let id = i64::try_from(row.id).unwrap_or(-1);
    let Some(player) = registration::find(turn.tx, id)? else {
        return Ok(None);
    };
    let numbered = player.start_no.map(|no| format!("{no}号 {}", player.name));
    let same = |one: &str| same_name(one, &row.name);
    if same(&player.name) || numbered.is_some_and(|numbered| same(&numbered)) {
        return Ok(None);
    }
    Ok(Some(Verify::OtherName {
        no: row.no,
        id: row.id,
        written: row.name.clone(),
        registered: player.name,
    }))
}
