//! What an arbiter decides about a record: that one is wanted, that it is not needed, that it is missing.

use super::{RecordRefusal, due, game_of, row};
use crate::config::{PenaltyKind, RuleAbout};
use crate::desk::field::Field;
use crate::desk::notice::Record;
use crate::desk::penalty::{Given, enter, place_in};
use crate::desk::publish::accounts_of;
use crate::desk::report::{player_tag, subject, tag};
use crate::desk::{Duty, Halt, PlayRefusal, Refusal, Turn, correct, knockout, recusal};
use crate::store::game::{self, Game};
use crate::store::game_record::{self, GameRecord, State};
use crate::store::journal::Entry;
use crate::store::registration;
use crate::store::round::{self, Round};

/// Why there is a foul, where bot.toml has no rule about it.
const MISSING: &str = "应录未录";

/// Wants the record of a table of the round that is named, or of the newest, or, where it is wanted already,
/// shows what became of it.
pub fn name(turn: &mut Turn<'_>, round: Option<u32>, table: u32) -> Result<(), Halt> {
    turn.require(Duty::Records)?;
    turn.require_private()?;
    let (round, game) = match round {
        Some(number) => named_at(turn, number, table)?,
        None => newest_at(turn, table)?,
    };
    let known = game_record::find(turn.tx, game.id)?;
    if known.is_none() && game.outcome.is_some_and(|outcome| !outcome.is_played()) {
        let (number, table) = place_in(&round, &game);
        return Err(RecordRefusal::NotPlayed { number, table }.into());
    }
    let is_news = known
        .as_ref()
        .is_none_or(|record| record.state == State::Named && record.named_by.is_none());
    if is_news {
        game_record::name(turn.tx, game.id, turn.account()?)?;
        journal(turn, "record.name", &round, &game, None)?;
        if game.outcome.is_none() {
            tell_both(turn, &round, &game)?;
        }
        due::update(turn, &round)?;
    }
    let record = game_record::find(turn.tx, game.id)?.ok_or(Refusal::Stale)?;
    turn.reply(Record::Card {
        row: row(turn, &record)?,
    })
}

/// The game at a table of the newest round, or, once the knockout is seeded, of its newest match.
fn newest_at(turn: &Turn<'_>, table: u32) -> Result<(Round, Game), Halt> {
    if knockout::is_seeded(turn)? {
        return knockout::late::at_table(turn, table);
    }
    let latest = round::all(turn.tx, turn.stage_id()?)?;
    let latest = latest
        .into_iter()
        .rfind(|round| round.state != round::State::Proposed);
    let round = latest.ok_or(PlayRefusal::NoRound)?;
    let number = round.number;
    let game = game::at_table(turn.tx, round.id, table)?
        .ok_or(PlayRefusal::NoSuchTable { number, table })?;
    Ok((round, game))
}

/// The game at a table of the match of this round, or of the round of the points stage.
fn named_at(turn: &Turn<'_>, number: u32, table: u32) -> Result<(Round, Game), Halt> {
    let (field, round) = match correct::in_round(turn, Some(number)) {
        Ok(found) => found,
        // No such round of the points stage: there may be one of the knockout.
        Err(halt) => match of_match(turn, &Field::load(turn)?, number, table)? {
            Some(found) => return Ok(found),
            None => return Err(halt),
        },
    };
    if let Some(found) = of_match(turn, &field, number, table)? {
        return Ok(found);
    }
    let game = game::at_table(turn.tx, round.id, table)?
        .ok_or(PlayRefusal::NoSuchTable { number, table })?;
    Ok((round, game))
}

fn of_match(
    turn: &Turn<'_>,
    field: &Field,
    number: u32,
    table: u32,
) -> Result<Option<(Round, Game)>, Halt> {
    let Some(bracket) = knockout::Bracket::load(turn, field)? else {
        return Ok(None);
    };
    let Some(game) = bracket.at_table(Some(number), table).cloned() else {
        return Ok(None);
    };
    Ok(round::find(turn.tx, game.round)?.map(|round| (round, game)))
}

/// Does without it.
pub fn waive(turn: &mut Turn<'_>, game: i64) -> Result<(), Halt> {
    let (round, played, _) = due_record(turn, game)?;
    recusal::require(turn, &round, &played)?;
    let by = Some(turn.account()?);
    game_record::set_state(turn.tx, game, State::Waived, by, turn.now)?;
    journal(turn, "record.waive", &round, &played, None)?;
    decided(turn, &round, game)
}

/// It is missing: a foul for the one who owes it.
pub fn foul(turn: &mut Turn<'_>, game: i64) -> Result<(), Halt> {
    let (round, played, record) = due_record(turn, game)?;
    recusal::require(turn, &round, &played)?;
    let owner = record.player.ok_or(Refusal::Stale)?;
    let by = Some(turn.account()?);
    game_record::set_state(turn.tx, game, State::Fouled, by, turn.now)?;
    journal(turn, "record.foul", &round, &played, None)?;
    let field = Field::load(turn)?;
    let discipline = &turn.config.event.discipline;
    let rule = discipline.rule_about(RuleAbout::GameRecord);
    let given = Given {
        registration: owner,
        kind: PenaltyKind::Foul,
        place: Some(place_in(&round, &played)),
        // It happened after the game, which it cannot lose.
        game: None,
        stage: Some(round.stage),
        clause: rule.map_or("", |rule| &rule.clause),
        rule: rule.map_or("", |rule| &rule.text),
        reason: MISSING,
        fate: None,
        ban: None,
    };
    enter(turn, &field, &given, false)?;
    decided(turn, &round, game)
}

/// The record while it is due still.
fn due_record(turn: &mut Turn<'_>, game: i64) -> Result<(Round, Game, GameRecord), Halt> {
    turn.require(Duty::Records)?;
    turn.require_private()?;
    turn.enter_game(game)?;
    let (round, played) = game_of(turn, game)?;
    let record = game_record::find(turn.tx, game)?;
    let state = record.as_ref().map(|record| record.state);
    match record {
        Some(record) if record.state == State::Due => Ok((round, played, record)),
        _ => Err(RecordRefusal::NotDue {
            number: place_in(&round, &played).0,
            table: played.table,
            state,
        }
        .into()),
    }
}

/// The list and the card are drawn anew, and the player hears of it.
fn decided(turn: &Turn<'_>, round: &Round, game: i64) -> Result<(), Halt> {
    let record = game_record::find(turn.tx, game)?.ok_or(Refusal::Stale)?;
    let shown = row(turn, &record)?;
    if round.state == round::State::Closed {
        due::show(turn, round, false)?;
    }
    if record.state == State::Waived
        && let Some(owner) = record.player
        && let Some(account) = registration::find(turn.tx, owner)?.and_then(|one| one.account)
    {
        let (round, game) = game_of(turn, game)?;
        turn.tell(
            account,
            Record::Waived {
                game: tag(turn, &round, &game)?,
                player: player_tag(turn, owner)?,
            },
        )?;
    }
    turn.reply(Record::Card { row: shown })
}

fn tell_both(turn: &Turn<'_>, round: &Round, game: &Game) -> Result<(), Halt> {
    for account in accounts_of(turn, game)? {
        let game = tag(turn, round, game)?;
        turn.tell(account, Record::Named { game })?;
    }
    Ok(())
}

fn journal(
    turn: &Turn<'_>,
    action: &str,
    round: &Round,
    game: &Game,
    after: Option<String>,
) -> Result<(), Halt> {
    turn.journal(Entry {
        action: action.to_owned(),
        subject: subject(round, game),
        after,
        ..Entry::default()
    })
}
