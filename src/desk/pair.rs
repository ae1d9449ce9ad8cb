//! Pairing a round: proposed to the arbiters, then published or thrown away.

use std::collections::BTreeSet;

use super::field::Field;
use super::notice::{Round as Said, Table, Tables, Warning};
use super::{Halt, PlayRefusal, Refusal, Turn};
use crate::config::Role;
use crate::store::competition;
use crate::store::game::{self, Rest};
use crate::store::journal::Entry;
use crate::store::round::{self, Round, State};
use crate::tournament::StartNumber;
use crate::tournament::swiss::{self, Concern, NoPairing, Pairing};

/// Proposes the next round. A proposal that waits is shown again, or made anew when the field has
/// changed since.
pub fn pair(turn: &mut Turn<'_>) -> Result<(), Halt> {
    turn.require(Role::PairingOfficer)?;
    turn.require_private()?;
    let stage = turn.stage_id()?;
    let latest = round::latest(turn.tx, stage)?;
    let field = Field::load(turn)?;
    let (waiting, number) = match latest {
        Some(latest) if latest.state == State::Proposed => {
            let number = latest.number;
            (Some(latest), number)
        }
        latest => (None, next_number(turn, latest.as_ref(), &field)?),
    };
    let pairing = compute(turn, &field)?;
    let id = match waiting {
        Some(waiting) if is_same(turn, &field, &waiting, &pairing)? => waiting.id,
        Some(waiting) => {
            round::discard(turn.tx, waiting.id)?;
            propose(turn, &field, stage, number, &pairing)?
        }
        None => propose(turn, &field, stage, number, &pairing)?,
    };
    let round = round::find(turn.tx, id)?.ok_or(PlayRefusal::NothingProposed)?;
    let tables = tables(turn, &field, &round)?;
    let warnings = pairing
        .warnings
        .iter()
        .map(|warning| told(&field, warning))
        .collect();
    turn.reply(Said::Proposed {
        round: id,
        tables,
        warnings,
    })
}

/// Whether exactly those who can play are in a proposed round.
pub fn is_current(turn: &Turn<'_>, field: &Field, round: &Round) -> Result<bool, Halt> {
    let seated: BTreeSet<StartNumber> = game::of_round(turn.tx, round.id)?
        .iter()
        .flat_map(|game| [game.red, game.black])
        .chain(
            game::resting(turn.tx, round.id)?
                .into_iter()
                .map(|(player, _)| player),
        )
        .filter_map(|player| field.number(player))
        .collect();
    Ok(seated == field.active())
}

/// Throws the proposal away. Nothing of it was visible to players.
pub fn discard(turn: &mut Turn<'_>, round: i64) -> Result<(), Halt> {
    turn.require(Role::PairingOfficer)?;
    let found = round::find(turn.tx, round)?.ok_or(Refusal::Stale)?;
    if !round::discard(turn.tx, round)? {
        return Err(PlayRefusal::AlreadyPublished {
            number: found.number,
        }
        .into());
    }
    turn.journal(Entry {
        action: "round.discard".into(),
        subject: format!("round {}", found.number),
        ..Entry::default()
    })?;
    turn.rewrite(Said::Discarded {
        number: found.number,
    })
}

/// The tables of a round, from the database.
pub fn tables(turn: &Turn<'_>, field: &Field, round: &Round) -> Result<Tables, Halt> {
    let rows = game::of_round(turn.tx, round.id)?
        .into_iter()
        .map(|game| Table {
            table: game.table,
            red: field.tag_of(game.red),
            black: field.tag_of(game.black),
            outcome: game.outcome,
        })
        .collect();
    let byes = game::resting(turn.tx, round.id)?
        .into_iter()
        .filter(|(_, rest)| *rest == Rest::Bye)
        .map(|(player, _)| field.tag_of(player))
        .collect();
    let swiss = turn.swiss();
    let starts = turn.config.event.round_starts(&swiss.key, round.number);
    Ok(Tables {
        number: round.number,
        of: swiss.rounds,
        starts,
        rows,
        byes,
    })
}

fn next_number(turn: &Turn<'_>, latest: Option<&Round>, field: &Field) -> Result<u32, Halt> {
    let progress = competition::progress(turn.tx, &turn.competition().key)?;
    if progress.drawn_at.is_none() {
        return Err(PlayRefusal::NotDrawn.into());
    }
    if progress.checkin_opened_at.is_some() && progress.checkin_closed_at.is_none() {
        let away = |no: &&StartNumber| field.player(**no).is_some_and(|player| !player.checked_in);
        let missing = field.active().iter().filter(away).count();
        return Err(PlayRefusal::CheckinOpen { missing }.into());
    }
    let Some(latest) = latest else { return Ok(1) };
    let open: Vec<u32> = game::of_round(turn.tx, latest.id)?
        .iter()
        .filter(|game| game.outcome.is_none())
        .map(|game| game.table)
        .collect();
    if !open.is_empty() {
        return Err(PlayRefusal::TablesOpen {
            number: latest.number,
            tables: open,
        }
        .into());
    }
    let rounds = turn.swiss().rounds;
    if latest.number >= rounds {
        return Err(PlayRefusal::StageOver { rounds }.into());
    }
    Ok(latest.number + 1)
}

fn propose(
    turn: &Turn<'_>,
    field: &Field,
    stage: i64,
    number: u32,
    pairing: &Pairing,
) -> Result<i64, Halt> {
    let account = turn.account()?;
    let round = round::propose(turn.tx, stage, number, account, turn.now)?;
    for (table, seat) in (1..).zip(&pairing.games) {
        game::seat(
            turn.tx,
            round,
            table,
            id_of(field, seat.red)?,
            id_of(field, seat.black)?,
        )?;
    }
    if let Some(bye) = pairing.bye {
        game::rest(turn.tx, round, id_of(field, bye)?, Rest::Bye)?;
    }
    turn.journal(Entry {
        action: "round.propose".into(),
        subject: format!("round {number}"),
        after: Some(written(pairing)),
        ..Entry::default()
    })?;
    Ok(round)
}

fn id_of(field: &Field, no: StartNumber) -> Result<i64, Halt> {
    match field.player(no) {
        Some(player) => Ok(player.id),
        None => Err(PlayRefusal::NoSuchPlayer { no: no.0 }.into()),
    }
}

fn compute(turn: &Turn<'_>, field: &Field) -> Result<Pairing, Halt> {
    let forbidden = BTreeSet::new();
    let active = field.active();
    swiss::pair(&field.history, &active, turn.swiss(), &forbidden).map_err(|none| {
        let refusal = match none {
            NoPairing::TooFew(active) => PlayRefusal::TooFew { active },
            NoPairing::Impossible(deadlock) => PlayRefusal::NoPairing {
                stuck: deadlock
                    .groups
                    .iter()
                    .map(|group| group.iter().map(|no| field.tag(*no)).collect())
                    .collect(),
                rematches: deadlock
                    .rematches
                    .iter()
                    .map(|set| {
                        set.iter()
                            .map(|seat| (field.tag(seat.red), field.tag(seat.black)))
                            .collect()
                    })
                    .collect(),
            },
            NoPairing::Unknown(no) | NoPairing::NotFixable(no) => {
                PlayRefusal::NoSuchPlayer { no: no.0 }
            }
        };
        refusal.into()
    })
}

fn is_same(turn: &Turn<'_>, field: &Field, round: &Round, pairing: &Pairing) -> Result<bool, Halt> {
    let seats: Vec<_> = game::of_round(turn.tx, round.id)?
        .iter()
        .map(|game| (field.number(game.red), field.number(game.black)))
        .collect();
    let wanted: Vec<_> = pairing
        .games
        .iter()
        .map(|seat| (Some(seat.red), Some(seat.black)))
        .collect();
    Ok(seats == wanted && is_current(turn, field, round)?)
}

fn told(field: &Field, warning: &swiss::Warning) -> Warning {
    let player = field.tag(warning.who);
    match warning.why {
        Concern::ThirdRunning(side) => Warning::ThirdRunning { player, side },
        Concern::SurplusOfThree(side) => Warning::SurplusOfThree { player, side },
        Concern::AnotherBye(had) => Warning::AnotherBye { player, had },
    }
}

/// The pairing as a line of the journal: `1-2 4-3 bye 5`.
fn written(pairing: &Pairing) -> String {
    let mut pairs: Vec<String> = pairing
        .games
        .iter()
        .map(|seat| format!("{}-{}", seat.red, seat.black))
        .collect();
    if let Some(bye) = pairing.bye {
        pairs.push(format!("bye {bye}"));
    }
    pairs.join(" ")
}
