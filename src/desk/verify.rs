//! A lot recomputed from what the group was told (验算): by anyone, anywhere.

use super::notice::{Verified, Verify};
use super::{Halt, Turn};
use crate::store::lot;
use crate::tournament::lot::{LotFault, Pasted, PublishedFault, Purpose};

/// Recomputes the lot in this text: the group's message, whole or one part of it.
pub fn verify(turn: &mut Turn<'_>, text: &str) -> Result<(), Halt> {
    if text.trim().is_empty() {
        return turn.reply(Verify::How);
    }
    let answer = match text.parse::<Pasted>() {
        Ok(pasted) => recompute(turn, &pasted)?,
        Err(fault) => unreadable(&fault),
    };
    turn.reply(answer)
}

fn recompute(turn: &Turn<'_>, pasted: &Pasted) -> Result<Verify, Halt> {
    let commitment = pasted.commitment.to_lowercase();
    let kept = lot::by_commitment(turn.tx, &commitment)?;
    // A part of a long message is right by itself once it is known who was in the lot.
    let entries: Vec<u64> = match &kept {
        Some((competition, purpose)) => lot::order(turn.tx, competition, purpose)?
            .into_iter()
            .map(i64::unsigned_abs)
            .collect(),
        None => Vec::new(),
    };
    let verified = if entries.is_empty() {
        match pasted.whole() {
            Ok(published) => published.verify(),
            Err(fault) => return Ok(unreadable(&fault)),
        }
    } else {
        pasted.verify_among(&entries)
    };
    Ok(match verified {
        Ok(()) => Verify::Right(Verified {
            numbers: pasted.rows.len(),
            of: entries.len().max(pasted.rows.len()),
            commitment,
            purpose: kept.and_then(|(_, purpose)| purpose.parse::<Purpose>().ok()),
        }),
        Err(LotFault::Commitment) => Verify::OtherSecret,
        Err(LotFault::Order) => Verify::OtherOrder,
    })
}

fn unreadable(fault: &PublishedFault) -> Verify {
    match fault {
        PublishedFault::Missing(label) => Verify::Missing {
            label: label.trim().to_owned(),
        },
        PublishedFault::Secret => Verify::NoSecret,
        PublishedFault::Number(number) => Verify::NumberMissing { number: *number },
        PublishedFault::NoNumbers => Verify::NoNumbers,
    }
}
