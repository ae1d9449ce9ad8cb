//! A record is handed in: by photo, file or words.

use super::{RecordRefusal, due, game_of, row};
use crate::desk::awaited::{What, await_next};
use crate::desk::notice::Record;
use crate::desk::penalty::place_in;
use crate::desk::report::{player_tag, subject, tag};
use crate::desk::{Halt, Refusal, Turn};
use crate::store::game_record::{self, GameRecord, Kind, Page, State};
use crate::store::journal::Entry;
use crate::store::registration;
use crate::store::round;
use crate::tournament::form::Input;

/// Parts of one record.
const MOST_PAGES: u32 = 10;

/// In UTF-16 units, as Telegram counts: it is sent on in one message.
const LONGEST: usize = 3000;

/// The button under the request: what is sent next is the record.
pub fn begin(turn: &mut Turn<'_>, game: i64) -> Result<(), Halt> {
    turn.require_private()?;
    let record = mine(turn, game)?;
    await_next(
        turn,
        What::Record {
            game,
            words: record.state != State::Given,
        },
    )?;
    let (round, played) = game_of(turn, game)?;
    turn.reply(Record::Send {
        game: tag(turn, &round, &played)?,
    })
}

/// The records that the account's players owe, to choose from.
pub fn own(turn: &mut Turn<'_>) -> Result<(), Halt> {
    turn.require_private()?;
    let owed = game_record::owed_by(turn.tx, turn.account()?)?;
    if owed.is_empty() {
        return Err(RecordRefusal::NothingOwed.into());
    }
    which(turn, &owed)
}

/// Whether any record is due from the account.
pub(in crate::desk) fn owes(turn: &Turn<'_>) -> Result<bool, Halt> {
    Ok(!game_record::owed_by(turn.tx, turn.account()?)?.is_empty())
}

/// A photo or file that nobody asked for: the record, if the account owes one. False: it owes none.
pub fn offered(turn: &mut Turn<'_>, input: Input<'_>) -> Result<bool, Halt> {
    if !matches!(input, Input::Photo(_) | Input::Document(_)) {
        return Ok(false);
    }
    let owed = game_record::owed_by(turn.tx, turn.account()?)?;
    match owed.as_slice() {
        [] => Ok(false),
        [only] => heard(turn, *only, input).map(|()| true),
        many => which(turn, many).map(|()| true),
    }
}

fn which(turn: &mut Turn<'_>, games: &[i64]) -> Result<(), Halt> {
    let mut rows = Vec::new();
    for game in games {
        if let Some(record) = game_record::find(turn.tx, *game)? {
            rows.push(row(turn, &record)?);
        }
    }
    turn.reply(Record::Which { rows })
}

/// What is handed in.
pub(in crate::desk) fn heard(turn: &mut Turn<'_>, game: i64, input: Input<'_>) -> Result<(), Halt> {
    turn.enter_game(game)?;
    let record = mine(turn, game)?;
    let (kind, content) = match input {
        Input::Photo(file) => (Kind::Photo, file),
        Input::Document(file) => (Kind::Document, file),
        Input::Text(text) if (1..=LONGEST).contains(&text.trim().encode_utf16().count()) => {
            (Kind::Text, text.trim())
        }
        _ => return Err(RecordRefusal::Unreadable { longest: LONGEST }.into()),
    };
    if game_record::count_pages(turn.tx, game)? >= MOST_PAGES {
        return Err(RecordRefusal::TooManyPages { most: MOST_PAGES }.into());
    }
    let owner = record.player.ok_or(Refusal::Stale)?;
    let page = Page {
        game,
        kind,
        content: content.to_owned(),
        at: turn.now,
    };
    let pages = game_record::add_page(turn.tx, &page, owner, turn.account()?)?;
    // A foul stands until an arbiter takes it back.
    if record.state != State::Fouled {
        game_record::set_state(turn.tx, game, State::Given, None, turn.now)?;
    }
    // Further pages may follow, but words are words again.
    await_next(turn, What::Record { game, words: false })?;
    let (round, played) = game_of(turn, game)?;
    turn.journal(Entry {
        action: "record.give".to_owned(),
        subject: subject(&round, &played),
        after: Some(format!("page {pages}")),
        ..Entry::default()
    })?;
    let game = tag(turn, &round, &played)?;
    if record.state == State::Fouled {
        turn.tell_arbiters(Record::Late {
            game: game.clone(),
            player: player_tag(turn, owner)?,
        })?;
    }
    if round.state == round::State::Closed {
        due::show(turn, &round, false)?;
    }
    turn.reply(Record::Kept {
        game,
        pages,
        fouled: record.state == State::Fouled,
    })
}

/// The record, if the account may hand it in: its player's, or an arbiter for anyone.
fn mine(turn: &Turn<'_>, game: i64) -> Result<GameRecord, Halt> {
    let account = turn.account()?;
    let (round, played) = game_of(turn, game)?;
    let (number, table) = place_in(&round, &played);
    let record = game_record::find(turn.tx, game)?;
    let state = record.as_ref().map(|record| record.state);
    let record = record
        .filter(|record| record.player.is_some())
        .ok_or(RecordRefusal::NotDue {
            number,
            table,
            state,
        })?;
    let owner = match record.player {
        Some(owner) => registration::find(turn.tx, owner)?,
        None => None,
    };
    let is_own = owner.is_some_and(|owner| owner.account == Some(account));
    if is_own || turn.role()?.is_some() {
        Ok(record)
    } else {
        Err(RecordRefusal::NotYours { number, table }.into())
    }
}
