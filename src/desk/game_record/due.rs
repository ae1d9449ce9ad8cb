//! Which records are due, asked for when a result becomes final, reminded of once, and counted when the
//! round is over.

use chrono::TimeDelta;

use super::{game_of, row};
use crate::desk::notice::Record;
use crate::desk::report::{player_tag, tag};
use crate::desk::{Halt, Turn, knockout};
use crate::store::game::{self, Game};
use crate::store::game_record::{self, GameRecord, State};
use crate::store::round::{self, Round};
use crate::store::{bracket, registration};
use crate::tournament::Side;

/// Who has not handed a record in so long after being asked is reminded.
const REMINDED_AFTER: TimeDelta = TimeDelta::minutes(15);

/// Brings the round's records up to its results.
pub(in crate::desk) fn update(turn: &Turn<'_>, round: &Round) -> Result<(), Halt> {
    let tables = turn.swiss().conduct.recorded_tables;
    let known = game_record::of_round(turn.tx, round.id)?;
    if tables == 0 && known.is_empty() {
        return Ok(());
    }
    for game in game::of_round(turn.tx, round.id)? {
        let before = known.iter().find(|record| record.game == game.id);
        let wanted = game.table <= tables || before.is_some_and(|one| one.named_by.is_some());
        match (owner(&game), before) {
            (Some(owner), None) if wanted => ask(turn, round, &game, owner)?,
            (Some(owner), Some(record)) => {
                let is_new = record.state == State::Named
                    || record.state == State::Due && record.player != Some(owner);
                if is_new {
                    ask(turn, round, &game, owner)?;
                }
            }
            (None, Some(record)) if record.state == State::Due => {
                if record.named_by.is_some() {
                    game_record::set_named(turn.tx, game.id)?;
                } else {
                    game_record::remove(turn.tx, game.id)?;
                }
            }
            _ => {}
        }
    }
    match round.part {
        // The list of a round of the knockout comes when that is over, and is drawn anew from then on.
        Some(part) if is_over(turn, round.stage, part.round)? => {
            show_matches(turn, round.stage, part.round, false)
        }
        None if round.state == round::State::Closed => show(turn, round, false),
        _ => Ok(()),
    }
}

/// Whether the arbiters know that this round of the knockout is over.
fn is_over(turn: &Turn<'_>, stage: i64, number: u32) -> Result<bool, Halt> {
    let bracket = bracket::find(turn.tx, stage)?;
    Ok(bracket.is_some_and(|bracket| bracket.complete >= number))
}

/// The winner, red of a draw; nobody of a game that was not played to its end.
fn owner(game: &Game) -> Option<i64> {
    let outcome = game.outcome.filter(|outcome| outcome.is_played())?;
    Some(game.player(outcome.winner().unwrap_or(Side::Red)))
}

fn ask(turn: &Turn<'_>, round: &Round, game: &Game, owner: i64) -> Result<(), Halt> {
    game_record::set_due(turn.tx, game.id, owner, turn.now)?;
    tell_owner(turn, round, game, owner, false)
}

fn tell_owner(
    turn: &Turn<'_>,
    round: &Round,
    game: &Game,
    owner: i64,
    again: bool,
) -> Result<(), Halt> {
    let account = registration::find(turn.tx, owner)?.and_then(|one| one.account);
    let Some(account) = account else {
        return Ok(());
    };
    turn.tell(
        account,
        Record::Asked {
            game: tag(turn, round, game)?,
            player: player_tag(turn, owner)?,
            again,
        },
    )
}

/// Reminds, once, those who were asked some time ago.
pub fn remind(turn: &mut Turn<'_>) -> Result<(), Halt> {
    for stage in stages(turn)? {
        let forgotten = game_record::forgotten(turn.tx, stage, turn.now - REMINDED_AFTER)?;
        for record in forgotten {
            let (round, game) = game_of(turn, record.game)?;
            game_record::set_reminded(turn.tx, record.game, turn.now)?;
            if let Some(owner) = record.player {
                tell_owner(turn, &round, &game, owner, true)?;
            }
        }
    }
    Ok(())
}

/// The stages of the competition: the points stage, and the knockout.
pub(super) fn stages(turn: &Turn<'_>) -> Result<Vec<i64>, Halt> {
    let mut stages = vec![turn.stage_id()?];
    if let Some(rules) = knockout::rules(turn) {
        stages.push(knockout::stage_id(turn, rules)?);
    }
    Ok(stages)
}

/// The round is over: the arbiters see whose record is missing.
pub(in crate::desk) fn closed(turn: &Turn<'_>, round: &Round) -> Result<(), Halt> {
    show(turn, round, true)
}

/// The same of a round of the knockout.
pub(in crate::desk) fn closed_matches(
    turn: &Turn<'_>,
    stage: i64,
    number: u32,
) -> Result<(), Halt> {
    show_matches(turn, stage, number, true)
}

/// The arbiters' list of a round, where there is anything to see.
pub(super) fn show(turn: &Turn<'_>, round: &Round, first: bool) -> Result<(), Halt> {
    if let Some(part) = round.part {
        return match is_over(turn, round.stage, part.round)? {
            true => show_matches(turn, round.stage, part.round, first),
            false => Ok(()),
        };
    }
    let records = game_record::of_round(turn.tx, round.id)?;
    let slot = format!("records/{}", round.id);
    show_list(turn, &records, &slot, round.number, None, first)
}

fn show_matches(turn: &Turn<'_>, stage: i64, number: u32, first: bool) -> Result<(), Halt> {
    let (mut records, mut name) = (Vec::new(), None);
    for record in game_record::of_stage(turn.tx, stage)? {
        let (round, game) = game_of(turn, record.game)?;
        if let Some(part) = round.part.filter(|part| part.round == number) {
            name = knockout::discipline::named(turn, &round)?.map(|(name, _)| name);
            records.push((game.table, part.game, record));
        }
    }
    records.sort_by_key(|(table, game, _)| (*table, *game));
    let records: Vec<GameRecord> = records.into_iter().map(|(_, _, record)| record).collect();
    let slot = format!("records/{stage}/{number}");
    show_list(turn, &records, &slot, number, name, first)
}

fn show_list(
    turn: &Turn<'_>,
    records: &[GameRecord],
    slot: &str,
    number: u32,
    name: Option<String>,
    first: bool,
) -> Result<(), Halt> {
    let is_due = |record: &&GameRecord| record.state == State::Due;
    let due = records.iter().filter(is_due);
    let rows = due
        .map(|record| row(turn, record))
        .collect::<Result<Vec<_>, _>>()?;
    if rows.is_empty() && (first || records.is_empty()) {
        return Ok(());
    }
    let given = records.iter().filter(|one| one.state == State::Given);
    turn.show_arbiters(
        slot,
        Record::Missing {
            number,
            given: given.count(),
            rows,
            name,
        },
    )
}
