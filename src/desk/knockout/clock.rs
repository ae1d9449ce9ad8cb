//! What the clock brings to the knockout: a reminder and the start of a round, and the end of patience with
//! who is late to a game of a match.

use chrono::{DateTime, TimeDelta, Utc};

use super::{hours, late as matches};
use crate::config::Knockout;
use crate::desk::clock::{STILL, once};
use crate::desk::late;
use crate::desk::notice::{Clock, Late, Venue};
use crate::desk::report::player_tag;
use crate::desk::{Halt, Turn};
use crate::store::game::{self, Game, Status};
use crate::store::round::{self, Round};
use crate::store::{bracket, duel, lateness, registration};
use crate::tournament::{Side, schedule};

/// Does what the time has come for.
pub(in crate::desk) fn on_time(turn: &Turn<'_>) -> Result<(), Halt> {
    let Some(rules) = super::rules(turn) else {
        return Ok(());
    };
    let stage = super::stage_id(turn, rules)?;
    let Some(begun) = bracket::find(turn.tx, stage)?.map(|bracket| bracket.begun) else {
        return Ok(());
    };
    let mut open = Vec::new();
    for (_, id) in duel::games(turn.tx, stage)? {
        let Some(game) = game::find(turn.tx, id)?.filter(|game| game.outcome.is_none()) else {
            continue;
        };
        if let Some(round) = round::find(turn.tx, game.round)? {
            open.push((round, game));
        }
    }
    let is_first = |(round, _): &&(Round, Game)| {
        let part = round.part;
        part.is_some_and(|part| part.round == begun && part.game == 1)
    };
    let first: Vec<&(Round, Game)> = open.iter().filter(is_first).collect();
    if let (Some((round, _)), Some(starts)) =
        (first.first(), hours::of_round(turn, rules, stage, begun)?)
    {
        let name = name(turn, rules, stage, begun)?;
        if turn.now < starts {
            let planned = hours::planned_number(turn, rules, stage, begun)?;
            let venue = Venue::of(turn, &rules.key, (planned, 1), Some(starts));
            remind(turn, &first, (begun, &name), starts, &venue)?;
        } else {
            call_start(turn, round, begun, &name, starts)?;
        }
    }
    call_late(turn, rules, &open)
}

/// What the round is called.
fn name(turn: &Turn<'_>, rules: &Knockout, stage: i64, number: u32) -> Result<String, Halt> {
    let planned = hours::planned_number(turn, rules, stage, number)?;
    let round = rules.rounds.get(planned.saturating_sub(1) as usize);
    Ok(round.map_or_else(String::new, |round| round.name.clone()))
}

/// Some minutes before the start: the group, and both of every match.
fn remind(
    turn: &Turn<'_>,
    first: &[&(Round, Game)],
    (number, name): (u32, &str),
    starts: DateTime<Utc>,
    venue: &Venue,
) -> Result<(), Halt> {
    let before = TimeDelta::minutes(i64::from(turn.swiss().conduct.remind_minutes));
    let Some((round, _)) = first.first() else {
        return Ok(());
    };
    let published = round.published_at.unwrap_or(turn.now);
    let Some(at) = schedule::reminder(starts, published, before) else {
        return Ok(());
    };
    if turn.now < at || !once(turn, &format!("match.remind.{}.{number}", round.stage), at)? {
        return Ok(());
    }
    turn.tell_group(Clock::Soon {
        number,
        starts,
        venue: venue.clone(),
        name: Some(name.to_owned()),
    })?;
    for (_, game) in first {
        for side in [Side::Red, Side::Black] {
            let player = registration::find(turn.tx, game.player(side))?;
            let Some(account) = player.and_then(|player| player.account) else {
                continue;
            };
            turn.tell(
                account,
                Clock::SoonAtTable {
                    number,
                    starts,
                    venue: venue.clone(),
                    table: game.table,
                    side,
                    player: player_tag(turn, game.player(side))?,
                    opponent: player_tag(turn, game.player(side.other()))?,
                    name: Some(name.to_owned()),
                },
            )?;
        }
    }
    Ok(())
}

/// At the start: the group, and the arbiters with the games to look at.
fn call_start(
    turn: &Turn<'_>,
    round: &Round,
    number: u32,
    name: &str,
    starts: DateTime<Utc>,
) -> Result<(), Halt> {
    let from = late::forfeit_from(turn, starts);
    if turn.now >= from.max(starts + STILL) {
        return Ok(());
    }
    if !once(
        turn,
        &format!("match.start.{}.{number}", round.stage),
        starts,
    )? {
        return Ok(());
    }
    turn.tell_group(Clock::Started {
        number,
        starts,
        late_minutes: turn.swiss().conduct.late_minutes,
        from,
        name: Some(name.to_owned()),
        declared_by: turn.swiss().conduct.forfeit_by,
    })?;
    matches::show_roll(turn, round)
}

/// Who is late has had the time there is: the arbiters can declare the forfeits.
fn call_late(turn: &Turn<'_>, rules: &Knockout, open: &[(Round, Game)]) -> Result<(), Halt> {
    let mut due = Vec::new();
    let mut number = 0;
    for (round, game) in open.iter().filter(|(_, game)| is_awaited(game)) {
        let noted = lateness::of_game(turn.tx, game.id)?;
        if noted.is_empty() {
            continue;
        }
        let Some(starts) = hours::of_game(turn, round)? else {
            continue;
        };
        let from = late::forfeit_from(turn, starts);
        if turn.now < from {
            continue;
        }
        for absence in noted {
            if once(turn, &late::due_key(absence.game, absence.side), from)? {
                due.extend(late::absentees(turn, round, &[absence])?);
                number = round.part.map_or(number, |part| part.round);
            }
        }
    }
    if due.is_empty() {
        return Ok(());
    }
    let stage = super::stage_id(turn, rules)?;
    turn.tell_arbiters(Late::Due {
        number,
        minutes: turn.swiss().conduct.late_minutes,
        absent: due,
        name: Some(name(turn, rules, stage, number)?),
        declared_by: turn.swiss().conduct.forfeit_by,
    })
}

/// Whether a side noted as not there still counts: the other's report alone does not end it.
fn is_awaited(game: &Game) -> bool {
    matches!(game.status, Status::Open | Status::Pending)
}
