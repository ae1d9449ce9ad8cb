//! Publishing a round: the group gets the tables, every player table, side, opponent and time.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};

use super::field::Field;
use super::no_account;
use super::notice::{Alternative, Report, Round as Said};
use super::pair::tables;
use super::progress;
use super::proposal::{Basis, Draft, is_current, told};
use super::{Duty, Halt, PlayRefusal, Turn, ahead, knockout, print, ranking_rule, round_time};
use crate::store::game::{self, Rest};
use crate::store::hand;
use crate::store::journal::Entry;
use crate::store::registration;
use crate::store::round::{self, Round, State};
use crate::tournament::Side;

/// What the arbiter publishes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum What {
    /// The proposal that waits, without having seen it.
    Waiting,
    /// The one that was shown.
    Shown(i64),
    /// The one that was shown with what it breaks.
    Anyway(i64),
}

/// Publishes the proposal that waits. One that breaks something is shown with that first.
pub fn publish(turn: &mut Turn<'_>, what: What) -> Result<(), Halt> {
    turn.require(Duty::Publish)?;
    turn.require_group()?;
    if what == What::Waiting && knockout::is_seeded(turn)? {
        return knockout::begin::begin(turn, None);
    }
    let shown = match what {
        What::Waiting => None,
        What::Shown(round) | What::Anyway(round) => Some(round),
    };
    if let Some(shown) = shown
        && let Some(shown) = round::find(turn.tx, shown)?
        && shown.state != State::Proposed
    {
        let number = shown.number;
        return Err(PlayRefusal::AlreadyPublished { number }.into());
    }
    let latest = round::latest(turn.tx, turn.stage_id()?)?
        .filter(|latest| latest.state == State::Proposed)
        .ok_or(PlayRefusal::NothingProposed)?;
    let field = Field::load(turn)?;
    if shown.is_some_and(|shown| shown != latest.id) || !is_current(turn, &field, &latest)? {
        return Err(PlayRefusal::ProposalOutdated {
            number: latest.number,
        }
        .into());
    }
    let basis = Basis::load(turn, &field, latest.number)?;
    let draft = Draft::load(turn, &field, &latest)?;
    let breaches = draft.breaches(turn, &field, &basis);
    // Who pressed a button under the proposal has seen what lies ahead.
    let ahead = match what {
        What::Waiting => ahead::warning(turn, &field, &basis, &draft)
            .filter(|ahead| ahead.alternative == Alternative::Better),
        What::Shown(_) | What::Anyway(_) => None,
    };
    let broken = !breaches.is_empty() && !matches!(what, What::Anyway(_));
    if broken || ahead.is_some() {
        return turn.reply(Said::PublishAnyway {
            round: latest.id,
            number: latest.number,
            warnings: breaches.iter().map(|breach| told(&field, breach)).collect(),
            ahead,
        });
    }
    round::publish(turn.tx, latest.id, turn.now)?;
    ranking_rule::keep(turn)?;
    turn.journal(Entry {
        action: "round.publish".into(),
        subject: format!("round {}", latest.number),
        after: Some(draft.written()),
        reason: (!breaches.is_empty()).then(|| format!("in spite of {breaches:?}")),
        ..Entry::default()
    })?;
    round_time::on_publish(turn, &latest)?;
    let tables = tables(turn, &field, &latest)?;
    turn.rewrite(Said::PublishedToArbiter {
        number: latest.number,
        tables: tables.rows.len(),
        starts: tables.starts,
        start: tables.starts.is_none().then_some(latest.id),
    })?;
    let said = Said::Published { tables };
    turn.show_group(&slot(&latest, turn.now), said.clone())?;
    print::announce(turn, vec![said.into()])?;
    tell_players(turn, &field, &latest)?;
    no_account::tell(turn, &field)?;
    progress::show(turn, &latest)
}

/// The group's list of tables of one publication. A round published again after it was taken back is told
/// in a message of its own.
pub(super) fn slot(round: &Round, published_at: DateTime<Utc>) -> String {
    format!("tables/{}/{}", round.id, published_at.timestamp_millis())
}

fn tell_players(turn: &Turn<'_>, field: &Field, round: &Round) -> Result<(), Halt> {
    let starts = round_time::of(turn, round.number)?;
    let venue = round_time::venue(turn, round.number)?;
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
                    venue: venue.clone(),
                    game: game.id,
                    part: None,
                },
            )?;
        }
    }
    let stated: BTreeMap<i64, u32> = hand::rest_points(turn.tx, round.id)?.into_iter().collect();
    for (id, rest) in game::resting(turn.tx, round.id)? {
        let Some(no) = field.number(id) else {
            continue;
        };
        let account = field.player(no).and_then(|player| player.account);
        let Some(account) = account else { continue };
        let (number, player) = (round.number, field.tag(no));
        let score = turn.swiss().score;
        turn.tell(
            account,
            match rest {
                Rest::Bye => Said::Bye {
                    number,
                    player,
                    points: score.bye,
                },
                Rest::Absent => Said::Absent {
                    number,
                    player,
                    points: stated.get(&id).copied().unwrap_or(score.absence),
                },
            },
        )?;
    }
    Ok(())
}

/// The accounts of both players of a game, once where one stands for both.
pub(super) fn accounts_of(turn: &Turn<'_>, game: &game::Game) -> Result<Vec<i64>, Halt> {
    let mut accounts = Vec::new();
    for side in [Side::Red, Side::Black] {
        let player = registration::find(turn.tx, game.player(side))?;
        if let Some(account) = player.and_then(|player| player.account)
            && !accounts.contains(&account)
        {
            accounts.push(account);
        }
    }
    Ok(accounts)
}

/// Tells both players of a game.
pub(super) fn tell_both(turn: &Turn<'_>, game: &game::Game, report: &Report) -> Result<(), Halt> {
    for account in accounts_of(turn, game)? {
        turn.tell_now(account, report.clone())?;
    }
    Ok(())
}
