//! What the clock brings to a published round: a reminder, the start, and the end of patience with who
//! is late. Each is told once, over restarts too; after an outage only what still helps.

use chrono::{DateTime, TimeDelta, Utc};

use super::notice::{Clock, Late};
use super::report::player_tag;
use super::{Halt, Turn, knockout, late, round_time};
use crate::store::game::{self, Game};
use crate::store::round::Round;
use crate::store::{lateness, registration, reminder};
use crate::tournament::{Side, schedule};

/// Until so long after it a start that was missed is still called.
pub(super) const STILL: TimeDelta = TimeDelta::minutes(10);

/// Does what the time has come for.
pub(super) fn on_time(turn: &Turn<'_>) -> Result<(), Halt> {
    on_points(turn)?;
    knockout::clock::on_time(turn)
}

/// A round of the points stage.
fn on_points(turn: &Turn<'_>) -> Result<(), Halt> {
    let Some((round, Some(starts))) = round_time::under_way(turn)? else {
        return Ok(());
    };
    if turn.now < starts {
        return remind(turn, &round, starts);
    }
    call_start(turn, &round, starts)?;
    call_late(turn, &round, starts)
}

/// Some minutes before the start: the group, and every player of the round.
fn remind(turn: &Turn<'_>, round: &Round, starts: DateTime<Utc>) -> Result<(), Halt> {
    let before = TimeDelta::minutes(i64::from(turn.swiss().conduct.remind_minutes));
    let published = round.published_at.unwrap_or(turn.now);
    let Some(at) = schedule::reminder(starts, published, before) else {
        return Ok(());
    };
    if turn.now < at || !once(turn, &format!("round.remind.{}", round.id), at)? {
        return Ok(());
    }
    let number = round.number;
    let venue = round_time::venue(turn, number)?;
    turn.tell_group(Clock::Soon {
        number,
        starts,
        venue,
        name: None,
    })?;
    for game in game::of_round(turn.tx, round.id)? {
        if game.outcome.is_some() {
            continue;
        }
        for side in [Side::Red, Side::Black] {
            let player = registration::find(turn.tx, game.player(side))?;
            let Some(account) = player.and_then(|player| player.account) else {
                continue;
            };
            turn.tell(account, soon(turn, number, starts, &game, side)?)?;
        }
    }
    Ok(())
}

fn soon(
    turn: &Turn<'_>,
    number: u32,
    starts: DateTime<Utc>,
    game: &Game,
    side: Side,
) -> Result<Clock, Halt> {
    Ok(Clock::SoonAtTable {
        number,
        starts,
        venue: round_time::venue(turn, number)?,
        table: game.table,
        side,
        player: player_tag(turn, game.player(side))?,
        opponent: player_tag(turn, game.player(side.other()))?,
        name: None,
    })
}

/// At the start: the group, and the arbiters with the tables to look at.
fn call_start(turn: &Turn<'_>, round: &Round, starts: DateTime<Utc>) -> Result<(), Halt> {
    let from = late::forfeit_from(turn, starts);
    if turn.now >= from.max(starts + STILL) {
        return Ok(());
    }
    if !once(turn, &format!("round.start.{}", round.id), starts)? {
        return Ok(());
    }
    let number = round.number;
    turn.tell_group(Clock::Started {
        number,
        starts,
        late_minutes: turn.swiss().conduct.late_minutes,
        from,
        name: None,
        declared_by: turn.swiss().conduct.forfeit_by,
    })?;
    late::show_roll(turn, round, starts)
}

/// Who is late has had the time there is: the arbiters can declare the forfeits.
fn call_late(turn: &Turn<'_>, round: &Round, starts: DateTime<Utc>) -> Result<(), Halt> {
    let from = late::forfeit_from(turn, starts);
    if turn.now < from {
        return Ok(());
    }
    let mut due = Vec::new();
    for absence in lateness::of_round(turn.tx, round.id)? {
        if once(turn, &late::due_key(absence.game, absence.side), from)? {
            due.push(absence);
        }
    }
    if due.is_empty() {
        return Ok(());
    }
    turn.tell_arbiters(Late::Due {
        number: round.number,
        minutes: turn.swiss().conduct.late_minutes,
        absent: late::absentees(turn, round, &due)?,
        name: None,
        declared_by: turn.swiss().conduct.forfeit_by,
    })
}

/// Notes that this is told for that time; false: it was told.
pub(super) fn once(turn: &Turn<'_>, what: &str, due: DateTime<Utc>) -> Result<bool, Halt> {
    let key = &turn.competition().key;
    Ok(reminder::once(turn.tx, key, what, due, turn.now)?)
}
