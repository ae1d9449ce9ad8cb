//! Tables without a final result: who they are, and a reminder to them.

use chrono::TimeDelta;

use super::notice::{OpenState, OpenTable, Report, Round as Said};
use super::report::{current, player_tag, tag};
use super::{Duty, Halt, PlayRefusal, Refusal, Turn, early_draw, knockout};
use crate::store::game::{self, Game, Status};
use crate::store::{claim, registration, reminder, round};
use crate::tournament::Side;

/// So long after a reminder nobody is reminded again: two arbiters may press at once.
const AGAIN: TimeDelta = TimeDelta::minutes(1);

/// Shows the arbiter the open tables of the newest round, with a button for each, and the games that were
/// flagged as drawn or given up too early.
pub fn show(turn: &mut Turn<'_>) -> Result<(), Halt> {
    turn.require(Duty::ShowOpen)?;
    if knockout::is_seeded(turn)? {
        knockout::report::open(turn)?;
    } else {
        list(turn, false)?;
    }
    early_draw::show_pending(turn)
}

/// The same when the next round was to be paired: each table needs a decision first.
pub(super) fn before_pairing(turn: &Turn<'_>) -> Result<(), Halt> {
    list(turn, true)
}

/// Shows one open table with the decisions there are.
pub fn table(turn: &mut Turn<'_>, game: i64) -> Result<(), Halt> {
    turn.require(Duty::ShowOpen)?;
    let game = game::find(turn.tx, game)?
        .filter(|game| game.outcome.is_none())
        .ok_or(Refusal::Stale)?;
    let round = round::find(turn.tx, game.round)?.ok_or(Refusal::Stale)?;
    if round.part.is_none() && round.id != current(turn)?.id {
        return Err(Refusal::Stale.into());
    }
    let said = claim::of_game(turn.tx, game.id)?;
    turn.reply(Report::ToRule {
        game: tag(turn, &round, &game)?,
        said: said.iter().map(|one| (one.side, one.outcome)).collect(),
    })
}

fn list(turn: &Turn<'_>, before_pairing: bool) -> Result<(), Halt> {
    turn.require(Duty::ShowOpen)?;
    let round = current(turn)?;
    let mut games = Vec::new();
    for game in open(turn, round.id)? {
        let state = match game.status {
            Status::Disputed => OpenState::Disputed,
            Status::Open | Status::Pending | Status::Final => claim::of_game(turn.tx, game.id)?
                .first()
                .map_or(OpenState::Silent, |claim| {
                    OpenState::Reported(claim.outcome)
                }),
        };
        let (red, black) = (player_tag(turn, game.red)?, player_tag(turn, game.black)?);
        games.push(OpenTable {
            game: game.id,
            table: game.table,
            part: None,
            red,
            black,
            state,
        });
    }
    turn.reply(Said::Open {
        number: round.number,
        name: None,
        games,
        before_pairing,
        choosing: Vec::new(),
        word: None,
    })
}

/// Reminds both players of every table nobody has reported.
pub fn remind(turn: &mut Turn<'_>, number: u32) -> Result<(), Halt> {
    turn.require(Duty::ShowOpen)?;
    if knockout::is_seeded(turn)? {
        hold_back(turn, "open.knockout")?;
        let players = knockout::report::remind(turn)?;
        return turn.reply(Said::Reminded { players });
    }
    let round = current(turn)?;
    if round.number != number {
        return Err(PlayRefusal::NothingOpen { number }.into());
    }
    hold_back(turn, &format!("open.{}", round.id))?;
    let mut players = 0;
    for game in open(turn, round.id)? {
        if game.status != Status::Open {
            continue;
        }
        players += remind_both(turn, &game, number, None)?;
    }
    turn.reply(Said::Reminded { players })
}

/// Refuses to remind again so soon.
fn hold_back(turn: &Turn<'_>, what: &str) -> Result<(), Halt> {
    let key = &turn.competition().key;
    let last = reminder::last(turn.tx, key, what)?;
    if let Some(at) = last.filter(|at| turn.now < *at + AGAIN) {
        return Err(PlayRefusal::JustReminded { at }.into());
    }
    reminder::once(turn.tx, key, what, turn.now, turn.now)?;
    Ok(())
}

/// Reminds both at a table of the round called `number`; how many of them have an account.
/// `part`: of a match, the round's name and the game.
pub(super) fn remind_both(
    turn: &Turn<'_>,
    game: &Game,
    number: u32,
    part: Option<(String, u32)>,
) -> Result<usize, Halt> {
    let mut players = 0;
    for side in [Side::Red, Side::Black] {
        let player = registration::find(turn.tx, game.player(side))?;
        // Who has left is not asked any more.
        let player = player.filter(|player| player.state.stands());
        if let Some(account) = player.and_then(|player| player.account) {
            let reminder = Said::Reminder {
                number,
                table: game.table,
                part: part.clone(),
                opponent: player_tag(turn, game.player(side.other()))?,
            };
            turn.tell(account, reminder)?;
            players += 1;
        }
    }
    Ok(players)
}

fn open(turn: &Turn<'_>, round: i64) -> Result<Vec<Game>, Halt> {
    let mut games = game::of_round(turn.tx, round)?;
    games.retain(|game| game.outcome.is_none());
    Ok(games)
}
