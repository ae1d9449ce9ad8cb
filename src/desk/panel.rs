//! The desk's panel: where the event stands, what blocks, what comes next.

use super::field::Field;
use super::notice::{Next, Panel};
use super::register::counts;
use super::{Halt, Turn, knockout, ranking_lot};
use crate::config::Role;
use crate::store::registration::{self, State};
use crate::store::round;
use crate::store::{competition, game};

/// Shows the panel to an arbiter.
pub fn panel(turn: &mut Turn<'_>) -> Result<(), Halt> {
    turn.require(Role::Arbiter)?;
    turn.require_private()?;
    let (accepted, in_review, waiting) = counts(turn)?;
    let next = next(turn)?;
    let others = turn
        .competitions()
        .iter()
        .filter(|one| one.key != turn.competition().key)
        .map(|one| (one.key.clone(), one.name.clone()))
        .collect();
    turn.rewrite(Panel {
        others,
        accepted,
        in_review,
        waiting,
        next,
    })
}

fn next(turn: &Turn<'_>) -> Result<Next, Halt> {
    let key = &turn.competition().key;
    let progress = competition::progress(turn.tx, key)?;
    if progress.registration_closed_at.is_none() {
        let closes = turn.config.event.registration.closes;
        return Ok(Next::Close { closes });
    }
    if progress.drawn_at.is_none() {
        return Ok(if progress.roster_at.is_none() {
            Next::Roster
        } else {
            Next::Draw
        });
    }
    let latest = round::latest(turn.tx, turn.stage_id()?)?;
    if progress.checkin_closed_at.is_none() && latest.is_none() {
        let opened = progress.checkin_opened_at.is_some();
        let players = registration::in_state(turn.tx, key, State::Accepted)?;
        let missing = players.iter().filter(|player| !player.checked_in).count();
        return Ok(Next::Checkin { opened, missing });
    }
    if let Some(next) = knockout::show::next(turn)? {
        return Ok(next);
    }
    let rounds = turn.swiss().rounds;
    let Some(latest) = latest else {
        return Ok(Next::Pair { number: 1 });
    };
    let number = latest.number;
    Ok(match latest.state {
        round::State::Proposed => Next::Publish {
            number,
            round: latest.id,
        },
        round::State::Published => {
            let games = game::of_round(turn.tx, latest.id)?;
            let open = games.iter().filter(|game| game.outcome.is_none());
            Next::Results {
                number,
                open: open.map(|game| game.table).collect(),
                tables: games.len(),
            }
        }
        round::State::Closed
            if number < rounds && round::stage_finished(turn.tx, latest.stage)?.is_none() =>
        {
            Next::Pair { number: number + 1 }
        }
        round::State::Closed => match ranking_lot::level(turn, &Field::load(turn)?).len() {
            0 => Next::Over { rounds: number },
            players => Next::PlacesLevel { players },
        },
    })
}
