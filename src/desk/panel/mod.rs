//! The desk's panel: where the event stands, what blocks, what comes next. One message of each arbiter,
//! kept up to date whoever does what.

mod block;
mod step;

pub use step::{Step, UnknownStep};

use std::hash::{DefaultHasher, Hash, Hasher};

use super::field::Field;
use super::notice::{Next, Notice, Panel};
use super::register::counts;
use super::{Duty, Halt, Turn, knockout, ranking_lot, round_time};
use crate::config::{Role, Stage};
use crate::store::registration::{self, State};
use crate::store::round;
use crate::store::{account, arbiter, competition, game, panel as store};

/// Shows the panel to an arbiter: typed, as a new message, which is the one kept up to date from now on.
pub fn panel(turn: &mut Turn<'_>) -> Result<(), Halt> {
    turn.require(Duty::ShowDesk)?;
    turn.require_private()?;
    let me = turn.account()?;
    let panel = own(turn, now(turn)?, me)?;
    let before = store::find(turn.tx, me)?;
    let is_tapped = turn.actor().is_some_and(|actor| actor.tapped);
    let slot = match &before {
        Some(before) if is_tapped => before.slot.clone(),
        Some(before) => next_slot(&before.slot),
        None => next_slot(""),
    };
    store::keep(
        turn.tx,
        &store::Panel {
            account: me,
            competition: turn.competition().key.clone(),
            slot: slot.clone(),
            shown: print(&panel),
        },
    )?;
    if is_tapped {
        return turn.rewrite(panel);
    }
    turn.show_in_slot(me, &slot, panel, false)
}

/// Brings every arbiter's panel up to date after what was journalled since.
pub(super) fn refresh(turn: &mut Turn<'_>, since: i64) -> Result<(), Halt> {
    for key in store::touched(turn.tx, since)? {
        let panels = store::of_competition(turn.tx, &key)?;
        if panels.is_empty() || turn.enter(&key).is_err() {
            continue;
        }
        let newest = now(turn)?;
        for one in panels {
            let panel = own(turn, newest.clone(), one.account)?;
            let shown = print(&panel);
            let reachable = account::find(turn.tx, one.account)?.is_some_and(|one| one.reachable);
            if one.shown == shown || !reachable {
                continue;
            }
            turn.show_in_slot(one.account, &one.slot, panel, true)?;
            store::keep(turn.tx, &store::Panel { shown, ..one })?;
        }
    }
    Ok(())
}

/// The panel of the competition as it stands.
fn now(turn: &Turn<'_>) -> Result<Panel, Halt> {
    let (accepted, in_review, waiting) = counts(turn)?;
    let next = next(turn)?;
    let others = turn
        .competitions()
        .iter()
        .filter(|one| one.key != turn.competition().key)
        .map(|one| (one.key.clone(), one.name.clone()))
        .collect();
    Ok(Panel {
        stage: stage(turn, &next),
        looks_only: false,
        blocks: block::blocks(turn, &next, accepted, in_review)?,
        others,
        accepted,
        in_review,
        waiting,
        next,
    })
}

/// The stage that the step belongs to; before the first round there is none.
fn stage(turn: &Turn<'_>, next: &Next) -> Option<String> {
    match next {
        Next::Close { .. } | Next::Roster | Next::Draw | Next::Checkin { .. } => None,
        Next::Pair { .. }
        | Next::Publish { .. }
        | Next::Results { .. }
        | Next::PlacesLevel { .. }
        | Next::Over { .. } => Some(turn.swiss().name.clone()),
        Next::Seed | Next::BeginRound { .. } | Next::Matches { .. } | Next::Crowned => {
            let mut stages = turn.competition().stages.iter();
            stages.find_map(|stage| match stage {
                Stage::Knockout(knockout) => Some(knockout.name.clone()),
                Stage::Swiss(_) => None,
            })
        }
    }
}

/// The panel as this arbiter sees it: without what only others may.
fn own(turn: &Turn<'_>, mut panel: Panel, account: i64) -> Result<Panel, Halt> {
    panel.looks_only = arbiter::office(turn.tx, account)? == Some(Role::Committee);
    if let Next::Results { start, .. } = &mut panel.next
        && arbiter::role(turn.tx, account)? < Some(Duty::Timetable.least())
    {
        *start = None;
    }
    Ok(panel)
}

/// `panel/1`, `panel/2`, …
fn next_slot(before: &str) -> String {
    let number = before.rsplit('/').next();
    let number = number.and_then(|number| number.parse::<u64>().ok());
    format!("panel/{}", number.unwrap_or(0) + 1)
}

/// Tells one panel from another, within one version of the program.
fn print(panel: &Panel) -> i64 {
    let mut hasher = DefaultHasher::new();
    serde_json::to_string(&Notice::from(panel.clone()))
        .unwrap_or_default()
        .hash(&mut hasher);
    hasher.finish().cast_signed()
}

/// The step that comes next in the turn's competition.
pub(super) fn next(turn: &Turn<'_>) -> Result<Next, Halt> {
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
                start: round_time::of(turn, number)?.is_none().then_some(latest.id),
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
