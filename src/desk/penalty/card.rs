//! The card of a penalty on the way, and penalties as people read them.

use super::{Draft, place_in};
use crate::config::PenaltyKind;
use crate::desk::field::Field;
use crate::desk::notice::{Penalty, PenaltyCard, PenaltyLine};
use crate::desk::{Halt, Turn};
use crate::store::penalty::{self, Penalty as Kept};
use crate::store::{account, game, round};
use crate::tournament::penalty::loses;

/// The card with the rules to tap.
pub(super) fn card(turn: &Turn<'_>, field: &Field, begun: &Draft) -> Result<(), Halt> {
    let registration = begun.registration.unwrap_or_default();
    let game = begun.game.map(|id| game::find(turn.tx, id)).transpose()?;
    let game = game.flatten();
    let round = match &game {
        Some(game) => round::find(turn.tx, game.round)?,
        None => None,
    };
    let played = round.as_ref().zip(game.as_ref());
    let place = played.map(|(round, game)| place_in(round, game));
    let part = round.as_ref().and_then(|round| round.part);
    let mut fouls = 0;
    if let Some(game) = game.as_ref().filter(|_| begun.in_game) {
        let before = penalty::in_game(turn.tx, registration, game.id)?;
        let counts = before.iter().filter(|one| one.kind == PenaltyKind::Foul);
        fouls = u32::try_from(counts.count()).unwrap_or(u32::MAX);
    }
    let limit = turn.swiss().conduct.fouls_lose_game;
    let is_foul = begun.kind == PenaltyKind::Foul && begun.in_game;
    let mut earlier = Vec::new();
    for one in penalty::of_player(turn.tx, registration)? {
        if one.struck_by.is_none() {
            earlier.push(line(turn, field, &one)?);
        }
    }
    turn.rewrite(Penalty::Card(Box::new(PenaltyCard {
        token: begun.token,
        kind: begun.kind,
        player: field.tag_of(registration),
        reason: begun.reason.clone(),
        place,
        part: part.map(|part| part.game),
        in_game: begun.in_game,
        loses: is_foul && loses(fouls + 1, limit),
        ban: begun.ban.clone(),
        earlier,
    })))
}

/// A penalty as people read it.
pub(in crate::desk) fn line(
    turn: &Turn<'_>,
    field: &Field,
    one: &Kept,
) -> Result<PenaltyLine, Halt> {
    let name = |id| -> Result<String, Halt> {
        let known = account::find(turn.tx, id)?;
        Ok(known.map(|known| known.name).unwrap_or_default())
    };
    let part = match one.game {
        Some(game) => part_of(turn, game)?,
        // Of a match, and of none of its games: a record that was not kept.
        None if one.stage != turn.stage_id()? => Some(0),
        None => None,
    };
    Ok(PenaltyLine {
        penalty: one.id,
        player: field.tag_of(one.registration),
        kind: one.kind,
        place: one.place,
        part,
        clause: one.clause.clone(),
        rule: one.rule.clone(),
        reason: one.reason.clone(),
        fate: one.fate,
        ban: one.ban.clone(),
        by: name(one.by)?,
        at: one.at,
        struck_by: one.struck_by.map(name).transpose()?,
    })
}

/// The number of a game of a match of the knockout.
pub(in crate::desk) fn part_of(turn: &Turn<'_>, game: i64) -> Result<Option<u32>, Halt> {
    let Some(game) = game::find(turn.tx, game)? else {
        return Ok(None);
    };
    let round = round::find(turn.tx, game.round)?;
    Ok(round.and_then(|round| round.part).map(|part| part.game))
}
