//! Looking a round ahead before one is published.

use super::field::Field;
use super::notice::{Ahead, Alternative};
use super::pair::{propose_instead, proposed, show};
use super::proposal::{Basis, Draft};
use super::{Duty, Halt, Refusal, Turn};
use crate::tournament::swiss::{self, DeadEnd, Instead, Pairing, Vector};

/// What to say of a proposal after which the next round cannot be paired, whatever the results.
pub(super) fn warning(
    turn: &Turn<'_>,
    field: &Field,
    basis: &Basis,
    draft: &Draft,
) -> Option<Ahead> {
    let end = dead_end(turn, field, basis, draft)?;
    let tags = |group: &Vec<_>| group.iter().map(|no| field.tag(*no)).collect();
    Some(Ahead {
        stuck: end.groups.iter().map(tags).collect(),
        alternative: match end.instead {
            Instead::Pairing(_) => Alternative::Better,
            Instead::Nothing => Alternative::Nothing,
            Instead::NotFound => Alternative::NotFound,
            Instead::NotSought => Alternative::NotSought,
        },
    })
}

/// Proposes the best pairing that leaves the next round one, in the place of the proposal shown.
pub fn take(turn: &mut Turn<'_>, round: i64) -> Result<(), Halt> {
    turn.require(Duty::Pair)?;
    let waiting = proposed(turn, round)?;
    let field = Field::load(turn)?;
    let basis = Basis::load(turn, &field, waiting.number)?;
    let draft = Draft::load(turn, &field, &waiting)?;
    let end = dead_end(turn, &field, &basis, &draft);
    let Some(Instead::Pairing(better)) = end.map(|end| end.instead) else {
        return Err(Refusal::Stale.into());
    };
    let action = "round.look_ahead";
    let why = (action, "keeps the next round possible");
    let round = propose_instead(turn, &field, &basis, &waiting, &draft, &better, why)?;
    show(turn, &field, &round)
}

fn dead_end(turn: &Turn<'_>, field: &Field, basis: &Basis, draft: &Draft) -> Option<DeadEnd> {
    let pairing = Pairing {
        games: draft.games(),
        bye: draft.bye.map(|bye| bye.no),
        warnings: Vec::new(),
        vector: Vector::default(),
    };
    let active = &draft.players() - &draft.sit_out;
    let (history, rules, forbidden) = (&field.history, turn.swiss(), &basis.forbidden);
    let fixed = draft.fixed();
    // A proposal of which somebody has left is not looked at: it has to be made anew.
    let ahead = swiss::look_ahead(
        history,
        &active,
        rules,
        forbidden,
        &fixed,
        &basis.away_next,
        &pairing,
    );
    ahead.ok().flatten()
}
