//! The first answer to anyone.

use std::collections::BTreeMap;

use super::notice::{Hello, Player, Window};
use super::{Halt, Turn, ranking_rule, register};
use crate::config::Rankings;
use crate::store::{competition, invitation, registration};

/// Who the bot is, and what comes next for this person.
pub fn welcome(turn: &mut Turn<'_>) -> Result<(), Halt> {
    let players = registration::of_account(turn.tx, turn.account()?)?;
    let players = players
        .into_iter()
        .map(|player| Player {
            competition: super::competition::name_of(turn, &player.competition),
            name: player.name,
            state: player.state,
            start_no: player.start_no.map(|no| no.0),
        })
        .collect();
    let role = turn.office()?;
    let registration = window(turn)?;
    turn.reply(Hello::Welcome {
        role,
        registration,
        players,
    })
}

/// Tells what a code of invitation is for that was typed where none is asked for. False: it is none.
pub fn code(turn: &mut Turn<'_>, typed: &str) -> Result<bool, Halt> {
    for one in turn.competitions() {
        if let Some(found) = invitation::find(turn.tx, &one.key, typed)? {
            turn.reply(Hello::Code {
                used: found.registration.is_some(),
                competition: super::competition::name_of(turn, &one.key),
            })?;
            return Ok(true);
        }
    }
    Ok(false)
}

/// The regulation as configured, with the order of the ranking in force.
pub fn rules(turn: &mut Turn<'_>) -> Result<(), Halt> {
    let rankings = rankings(turn)?;
    turn.reply(Hello::RulesPart { part: 0, rankings })
}

/// A part of it, by its number.
pub fn rules_part(turn: &mut Turn<'_>, part: usize) -> Result<(), Halt> {
    let rankings = rankings(turn)?;
    turn.rewrite(Hello::RulesPart { part, rankings })
}

/// How each points stage is ranked now, by its key.
fn rankings(turn: &mut Turn<'_>) -> Result<BTreeMap<String, Rankings>, Halt> {
    let mut rankings = BTreeMap::new();
    let own = turn.competition().key.clone();
    for one in turn.competitions() {
        turn.enter(&one.key)?;
        let in_force = ranking_rule::in_force(turn)?;
        rankings.insert(turn.swiss().key.clone(), in_force);
    }
    turn.enter(&own)?;
    Ok(rankings)
}

/// Leaves the conversation. What was submitted stays.
pub fn cancel(turn: &mut Turn<'_>) -> Result<(), Halt> {
    if register::cancel(turn)? {
        return Ok(());
    }
    turn.reply(Hello::NothingToCancel)
}

/// Whether people may register now.
fn window(turn: &Turn<'_>) -> Result<Window, Halt> {
    let dates = &turn.config.event.registration;
    let mut closed = true;
    for one in turn.competitions() {
        let progress = competition::progress(turn.tx, &one.key)?;
        closed &= progress.registration_closed_at.is_some();
    }
    Ok(if closed || turn.now > dates.closes {
        Window::Closed
    } else if dates.opens.is_some_and(|opens| turn.now < opens) {
        Window::NotYet
    } else {
        Window::Open
    })
}
