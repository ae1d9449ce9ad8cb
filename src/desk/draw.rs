//! Start numbers (编号) before round 1. Chengdu-Chongqing regulation, clause 5.1: by computer, before
//! the first round. Two steps, so that nobody can have chosen the result: commitment, then salt.

use std::cmp::Reverse;

use super::notice::{Draw, Drawn, PlayerTag};
use super::{Duty, Halt, PlayRefusal, Turn, knockout, lot, ranking_lot, waiting_list};
use crate::config::Numbering;
use crate::store::competition::{self, Step};
use crate::store::journal::Entry;
use crate::store::registration::{self, Registration, State};
use crate::store::{lot as store, rating, round, setting};
use crate::tournament::StartNumber;
use crate::tournament::lot::Purpose;

/// Publishes the commitment, or, when there is one and a salt, draws.
pub fn draw(turn: &mut Turn<'_>, salt: &str) -> Result<(), Halt> {
    turn.require(Duty::Draw)?;
    if knockout::is_seeded(turn)? {
        return knockout::word::draw(turn, salt);
    }
    let progress = competition::progress(turn.tx, &turn.competition().key)?;
    if progress.drawn_at.is_some() && is_over(turn)? {
        return ranking_lot::draw(turn, salt);
    }
    let players = ready(turn)?;
    match turn.swiss().numbering {
        Numbering::Lot => {}
        Numbering::Rating => return by_rating(turn, &players, salt),
        Numbering::Entry => return by_entry(turn, &players),
    }
    let salt = lot::salt(salt)?;
    let found = lot::find(turn, &Purpose::StartNumbers)?;
    match (found, salt.as_str()) {
        (None, "") if setting::get_i64(turn.tx, setting::GROUP)?.is_none() => {
            Err(PlayRefusal::NoGroup.into())
        }
        (None, "") => {
            let commitment = lot::commit(turn, &Purpose::StartNumbers)?;
            turn.tell_group(Draw::Committed { commitment })?;
            turn.reply(Draw::SaltWanted)
        }
        (None, _) => Err(PlayRefusal::CommitFirst.into()),
        (Some(_), "") => turn.reply(Draw::SaltWanted),
        (Some(lot), salt) => reveal(turn, &players, &lot, salt),
    }
}

/// Whether the last round of the points stage is complete.
fn is_over(turn: &Turn<'_>) -> Result<bool, Halt> {
    Ok(round::stage_finished(turn.tx, turn.stage_id()?)?.is_some())
}

/// The accepted players, once nothing can change who they are.
fn ready(turn: &Turn<'_>) -> Result<Vec<Registration>, Halt> {
    let key = &turn.competition().key;
    let progress = competition::progress(turn.tx, key)?;
    if progress.drawn_at.is_some() {
        return Err(PlayRefusal::AlreadyDrawn.into());
    }
    if progress.registration_closed_at.is_none() {
        let closes = turn.config.event.registration.closes;
        return Err(PlayRefusal::RegistrationOpen { closes }.into());
    }
    let reviews = registration::in_state(turn.tx, key, State::Review)?;
    if !reviews.is_empty() {
        return Err(PlayRefusal::ReviewsOpen {
            count: reviews.len(),
        }
        .into());
    }
    if let (count, Some(until)) = waiting_list::open_offers(turn)? {
        return Err(PlayRefusal::OffersOpen { count, until }.into());
    }
    let players = registration::in_state(turn.tx, key, State::Accepted)?;
    if players.is_empty() {
        Err(PlayRefusal::NoPlayers.into())
    } else {
        Ok(players)
    }
}

fn reveal(
    turn: &Turn<'_>,
    players: &[Registration],
    lot: &store::Lot,
    salt: &str,
) -> Result<(), Halt> {
    let ids: Vec<i64> = players.iter().map(|player| player.id).collect();
    let revealed = lot::reveal(turn, &Purpose::StartNumbers, lot, salt, &ids)?;
    let rows = number(turn, players, &revealed.order)?;
    turn.tell_group(Draw::Drawn {
        commitment: revealed.commitment,
        secret: revealed.secret,
        salt: revealed.salt,
        rows,
    })?;
    turn.reply(Draw::Done {
        players: players.len(),
    })
}

fn by_entry(turn: &Turn<'_>, players: &[Registration]) -> Result<(), Halt> {
    let order: Vec<i64> = players.iter().map(|player| player.id).collect();
    let rows = number(turn, players, &order)?;
    turn.journal(Entry {
        action: "draw.number".into(),
        subject: Purpose::StartNumbers.to_string(),
        after: Some(format!("{order:?}")),
        ..Entry::default()
    })?;
    turn.tell_group(Draw::Numbered { rows })?;
    turn.reply(Draw::Done {
        players: players.len(),
    })
}

/// By rating, the highest first; who is level, or has none, is ordered by a lot among themselves.
fn by_rating(turn: &mut Turn<'_>, players: &[Registration], salt: &str) -> Result<(), Halt> {
    let ratings = rating::of_competition(turn.tx, &turn.competition().key)?;
    let rated = |player: &Registration| ratings.get(&player.id).copied();
    let is_level = |player: &&Registration| {
        let level = players.iter().filter(|other| rated(other) == rated(player));
        level.count() > 1
    };
    let level = players.iter().filter(is_level);
    let level: Vec<(i64, String)> = level
        .map(|player| (player.id, player.name.clone()))
        .collect();
    let drawn = match level.as_slice() {
        [] => Vec::new(),
        level => match lot::step(turn, &Purpose::Rating, salt, level)? {
            Some(drawn) => drawn,
            None => return Ok(()),
        },
    };
    let mut sorted: Vec<&Registration> = players.iter().collect();
    sorted.sort_by_key(|player| {
        let lot = drawn.iter().position(|id| *id == player.id);
        (Reverse(rated(player)), lot)
    });
    let order: Vec<i64> = sorted.iter().map(|player| player.id).collect();
    let rows = number(turn, players, &order)?;
    turn.journal(Entry {
        action: "draw.number".into(),
        subject: Purpose::Rating.to_string(),
        after: Some(format!("{order:?}")),
        ..Entry::default()
    })?;
    let ratings = rows
        .iter()
        .map(|row| ratings.get(&row.id).copied())
        .collect();
    turn.tell_group(Draw::Rated { rows, ratings })?;
    turn.reply(Draw::Done {
        players: players.len(),
    })
}

/// Gives the numbers from 1 in this order and tells every player theirs.
fn number(turn: &Turn<'_>, players: &[Registration], order: &[i64]) -> Result<Vec<Drawn>, Halt> {
    let mut rows = Vec::with_capacity(order.len());
    for (no, id) in (1..).map(StartNumber).zip(order) {
        registration::set_start_no(turn.tx, *id, Some(no))?;
        let Some(player) = players.iter().find(|player| player.id == *id) else {
            continue;
        };
        rows.push(Drawn {
            no,
            id: *id,
            name: player.name.clone(),
        });
        if let Some(account) = player.account {
            let player = PlayerTag {
                no,
                ..PlayerTag::of(player)
            };
            turn.tell(account, Draw::Yours { player })?;
        }
    }
    competition::set(
        turn.tx,
        &turn.competition().key,
        Step::Drawn,
        Some(turn.now),
    )?;
    waiting_list::close_line(turn)?;
    Ok(rows)
}
