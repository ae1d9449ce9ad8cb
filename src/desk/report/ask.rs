//! /report: buttons for the account's games; of several, one card with pages.

use super::answer::press;
use super::claim::Answer;
use super::whose::seats_now;
use super::{current, tag};
use crate::desk::notice::{OwnGame, Report, Reported};
use crate::desk::{Actor, Halt, PlayRefusal, Refusal, Turn, competition, knockout};
use crate::store::account;
use crate::store::claim;
use crate::store::game::{Game, Status};
use crate::tournament::Outcome;

/// Games on one page of the card, three buttons each.
const PAGE: usize = 8;

/// Asks with buttons for the results of the account's open games.
pub fn ask(turn: &mut Turn<'_>) -> Result<(), Halt> {
    if ask_here(turn)? {
        return Ok(());
    }
    let number = match knockout::is_seeded(turn)? {
        true => None,
        false => Some(current(turn)?.number),
    };
    Err(PlayRefusal::NoOpenGame { number }.into())
}

/// Reports by a button of the card, which is drawn anew.
pub fn by_card(turn: &mut Turn<'_>, game: i64, outcome: Outcome, page: usize) -> Result<(), Halt> {
    press(turn, game, outcome, Answer::Card)?;
    card(turn, page)
}

/// A page of the card.
pub fn page(turn: &mut Turn<'_>, page: usize) -> Result<(), Halt> {
    card(turn, page)
}

/// Asks for the open games; false: there are none.
pub(super) fn ask_here(turn: &mut Turn<'_>) -> Result<bool, Halt> {
    let games = own_games(turn)?;
    let mut open = games.iter().filter(|own| own.reported.is_open());
    match (open.next(), open.next()) {
        (None, _) => Ok(false),
        (Some(only), None) if only.side.is_some() => {
            // Its competition is named above it.
            turn.enter_game(only.game.game)?;
            turn.reply(Report::Ask {
                game: only.game.clone(),
                side: only.side.ok_or(Refusal::Stale)?,
            })?;
            Ok(true)
        }
        (Some(_), _) => {
            show(turn, games, 0)?;
            Ok(true)
        }
    }
}

/// The card of all the account's games of the rounds under way.
pub(super) fn card(turn: &mut Turn<'_>, page: usize) -> Result<(), Halt> {
    let games = own_games(turn)?;
    show(turn, games, page)
}

fn show(turn: &Turn<'_>, games: Vec<OwnGame>, page: usize) -> Result<(), Halt> {
    let pages = games.len().div_ceil(PAGE).max(1);
    let page = page.min(pages - 1);
    let total = games.len();
    let games = games.into_iter().skip(page * PAGE).take(PAGE).collect();
    let card = Report::Card {
        games,
        total,
        page,
        pages,
    };
    if turn.actor().is_none_or(Actor::is_private) {
        return turn.rewrite(card);
    }
    // In the group the card would be under everybody's fingers.
    let account = turn.account()?;
    match account::find(turn.tx, account)? {
        Some(known) if known.reachable => turn.tell_now(account, card),
        _ => turn.reply(card),
    }
}

fn own_games(turn: &mut Turn<'_>) -> Result<Vec<OwnGame>, Halt> {
    let here = turn.competition().key.clone();
    let mut games: Vec<OwnGame> = Vec::new();
    for one in competition::own(turn)? {
        turn.enter(&one.key)?;
        for seat in seats_now(turn)? {
            // One account for both sides of the table.
            if let Some(last) = games.last_mut()
                && last.game.game == seat.game.id
            {
                last.side = None;
                continue;
            }
            games.push(OwnGame {
                competition: competition::name_of(turn, &one.key),
                game: tag(turn, &seat.round, &seat.game)?,
                side: Some(seat.side),
                reported: reported(turn, &seat.game)?,
            });
        }
    }
    turn.enter(&here)?;
    Ok(games)
}

fn reported(turn: &Turn<'_>, game: &Game) -> Result<Reported, Halt> {
    if let Some(outcome) = game.outcome {
        return Ok(Reported::Final(outcome));
    }
    if game.status == Status::Disputed {
        return Ok(Reported::Disputed);
    }
    let claims = claim::of_game(turn.tx, game.id)?;
    Ok(match claims.first() {
        Some(claim) => Reported::Waits {
            by: claim.side,
            outcome: claim.outcome,
            until: game.settles_at,
        },
        None => Reported::Open,
    })
}
