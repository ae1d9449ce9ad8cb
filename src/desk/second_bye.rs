//! A proposal that gives somebody a second bye, and the best one that does not.

use super::field::Field;
use super::pair::{propose_instead, proposed, show};
use super::proposal::{Basis, Draft};
use super::{Duty, Halt, Refusal, Turn};
use crate::config::PairingSystem;
use crate::tournament::swiss::{Breach, Pairing, pair_without_second_bye};

/// The best pairing that gives nobody a second bye, where the proposal gives one and an arbiter has not
/// said so. `None`: there is none.
pub(super) fn spared(
    turn: &Turn<'_>,
    field: &Field,
    basis: &Basis,
    draft: &Draft,
) -> Option<Pairing> {
    let bye = draft.bye.filter(|bye| !bye.by_hand)?;
    let is_second =
        |breach: &Breach| matches!(breach, Breach::AnotherBye { who, .. } if *who == bye.no);
    let rules = turn.swiss();
    if rules.system == PairingSystem::FideDutch
        || !draft.breaches(turn, field, basis).iter().any(is_second)
    {
        return None;
    }
    let active = &draft.players() - &draft.sit_out;
    let (history, forbidden) = (&field.history, &basis.forbidden);
    pair_without_second_bye(history, &active, rules, forbidden, &draft.fixed()).ok()
}

/// Proposes that one in the place of the proposal shown.
pub fn spare(turn: &mut Turn<'_>, round: i64) -> Result<(), Halt> {
    turn.require(Duty::SetByHand)?;
    let waiting = proposed(turn, round)?;
    let field = Field::load(turn)?;
    let basis = Basis::load(turn, &field, waiting.number)?;
    let draft = Draft::load(turn, &field, &waiting)?;
    let better = spared(turn, &field, &basis, &draft).ok_or(Refusal::Stale)?;
    let action = "round.spare_bye";
    let why = (action, "gives nobody a second bye");
    let round = propose_instead(turn, &field, &basis, &waiting, &draft, &better, why)?;
    show(turn, &field, &round)
}
