//! Publishing a round: the group gets the tables, every player table, side, opponent and time.

use super::field::Field;
use super::no_account;
use super::notice::{Report, Round as Said};
use super::pair::{is_current, tables};
use super::progress;
use super::{Halt, PlayRefusal, Turn};
use crate::config::Role;
use crate::store::game::{self, Rest};
use crate::store::journal::Entry;
use crate::store::round::{self, Round, State};
use crate::tournament::Side;

/// Publishes the proposal that waits; `shown` is the proposal the arbiter saw, if a button was pressed.
pub fn publish(turn: &mut Turn<'_>, shown: Option<i64>) -> Result<(), Halt> {
    turn.require(Role::PairingOfficer)?;
    turn.require_group()?;
    let stage = turn.stage_id()?;
    if let Some(shown) = shown
        && let Some(shown) = round::find(turn.tx, shown)?
        && shown.state != State::Proposed
    {
        let number = shown.number;
        return Err(PlayRefusal::AlreadyPublished { number }.into());
    }
    let latest = round::latest(turn.tx, stage)?
        .filter(|latest| latest.state == State::Proposed)
        .ok_or(PlayRefusal::NothingProposed)?;
    let field = Field::load(turn)?;
    if shown.is_some_and(|shown| shown != latest.id) || !is_current(turn, &field, &latest)? {
        return Err(PlayRefusal::ProposalOutdated {
            number: latest.number,
        }
        .into());
    }
    round::publish(turn.tx, latest.id, turn.now)?;
    turn.journal(Entry {
        action: "round.publish".into(),
        subject: format!("round {}", latest.number),
        ..Entry::default()
    })?;
    let tables = tables(turn, &field, &latest)?;
    let count = tables.rows.len();
    turn.rewrite(Said::PublishedToArbiter {
        number: latest.number,
        tables: count,
    })?;
    turn.tell_group(Said::Published { tables })?;
    tell_players(turn, &field, &latest)?;
    no_account::tell(turn, &field)?;
    progress::show(turn, &latest)
}

fn tell_players(turn: &Turn<'_>, field: &Field, round: &Round) -> Result<(), Halt> {
    let starts = turn
        .config
        .event
        .round_starts(&turn.swiss().key, round.number);
    for game in game::of_round(turn.tx, round.id)? {
        for side in [Side::Red, Side::Black] {
            let (me, other) = (game.player(side), game.player(side.other()));
            let Some(no) = field.number(me) else { continue };
            let Some(account) = field.player(no).and_then(|player| player.account) else {
                continue;
            };
            turn.tell(
                account,
                Said::Seat {
                    number: round.number,
                    table: game.table,
                    side,
                    player: field.tag_of(me),
                    opponent: field.tag_of(other),
                    starts,
                    game: game.id,
                },
            )?;
        }
    }
    for (player, rest) in game::resting(turn.tx, round.id)? {
        let Some(no) = field.number(player) else {
            continue;
        };
        let account = field.player(no).and_then(|player| player.account);
        if let (Rest::Bye, Some(account)) = (rest, account) {
            let points = turn.swiss().score.bye;
            turn.tell(
                account,
                Said::Bye {
                    number: round.number,
                    player: field.tag(no),
                    points,
                },
            )?;
        }
    }
    Ok(())
}

/// Tells both players of a game, once where one account stands for both.
pub(super) fn tell_both(
    turn: &Turn<'_>,
    field: &Field,
    game: &game::Game,
    report: &Report,
) -> Result<(), Halt> {
    let mut told = Vec::new();
    for side in [Side::Red, Side::Black] {
        let account = field
            .number(game.player(side))
            .and_then(|no| field.player(no))
            .and_then(|player| player.account);
        if let Some(account) = account
            && !told.contains(&account)
        {
            told.push(account);
            turn.tell_now(account, report.clone())?;
        }
    }
    Ok(())
}
