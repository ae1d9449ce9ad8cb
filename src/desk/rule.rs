//! An arbiter rules a table: 成绩.

use super::field::Field;
use super::notice::{PlayerTag, Report, Why};
use super::publish::tell_both;
use super::report::{current, settle, subject, tag};
use super::{Halt, PlayRefusal, Refusal, Turn, progress};
use crate::config::Role;
use crate::store::game::{self, Game, Status};
use crate::store::journal::Entry;
use crate::store::round::{self, Round};
use crate::store::{claim, registration};
use crate::tournament::{Outcome, Side};

/// Rules the table of the newest round; `None` opens the game again (未定).
pub fn rule(turn: &mut Turn<'_>, table: u32, outcome: Option<Outcome>) -> Result<(), Halt> {
    turn.require(Role::Arbiter)?;
    let (field, round) = current(turn)?;
    let game = game::at_table(turn.tx, round.id, table)?.ok_or(PlayRefusal::NoSuchTable {
        number: round.number,
        table,
    })?;
    decide(turn, &field, &round, &game, outcome)
}

/// Rules by a button of a dispute, which carries the game and its version.
pub fn rule_game(
    turn: &mut Turn<'_>,
    game: i64,
    version: i64,
    outcome: Outcome,
) -> Result<(), Halt> {
    turn.require(Role::Arbiter)?;
    let (field, round) = current(turn)?;
    let game = game::find(turn.tx, game)?
        .filter(|game| game.round == round.id && game.version == version)
        .ok_or(Refusal::Stale)?;
    decide(turn, &field, &round, &game, Some(outcome))
}

fn decide(
    turn: &mut Turn<'_>,
    field: &Field,
    round: &Round,
    game: &Game,
    outcome: Option<Outcome>,
) -> Result<(), Halt> {
    // A later round was paired on this result: it is not changed behind its back.
    if let Some(later) = round::latest(turn.tx, round.stage)?
        && later.number > round.number
    {
        return Err(PlayRefusal::LaterRound {
            number: later.number,
            published: false,
        }
        .into());
    }
    let before = game.outcome;
    let ruled = tag(field, round, game);
    if before == outcome && before.is_some() {
        return turn.rewrite(Report::Ruled {
            game: ruled,
            before,
            outcome,
        });
    }
    claim::clear(turn.tx, game.id)?;
    turn.rewrite(Report::Ruled {
        game: ruled,
        before,
        outcome,
    })?;
    match outcome {
        Some(outcome) => {
            settle(turn, field, round, game, outcome, Why::Ruled)?;
            remove_absent(turn, field, round, game, outcome)
        }
        None => {
            game::set_status(turn.tx, game.id, Status::Open, None)?;
            turn.journal(Entry {
                action: "game.reopen".into(),
                subject: subject(round, game),
                before: before.map(|outcome| format!("{outcome:?}")),
                ..Entry::default()
            })?;
            tell_both(
                turn,
                field,
                game,
                &Report::Reopened {
                    game: tag(field, round, game),
                },
            )?;
            progress::after_result(turn, round.id)
        }
    }
}

/// One unexcused absence removes the player, where the event says so. Chengdu-Chongqing regulation,
/// supplement, clause 3.1.3.
fn remove_absent(
    turn: &Turn<'_>,
    field: &Field,
    round: &Round,
    game: &Game,
    outcome: Outcome,
) -> Result<(), Halt> {
    if !turn.swiss().conduct.absence_removes {
        return Ok(());
    }
    let absent: &[Side] = match outcome {
        Outcome::RedForfeit => &[Side::Red],
        Outcome::BlackForfeit => &[Side::Black],
        Outcome::BothForfeit => &[Side::Red, Side::Black],
        Outcome::RedWin | Outcome::BlackWin | Outcome::Draw => &[],
    };
    let account = turn.account()?;
    for side in absent {
        let id = game.player(*side);
        registration::withdraw(turn.tx, id, Some(account), "无故弃权", turn.now)?;
        turn.journal(Entry {
            action: "registration.remove".into(),
            subject: format!("registration {id}"),
            reason: Some(subject(round, game)),
            ..Entry::default()
        })?;
        let player: PlayerTag = field.tag_of(id);
        let removed = Report::Removed {
            player,
            number: round.number,
        };
        if let Some(owner) = registration::find(turn.tx, id)?.and_then(|player| player.account) {
            turn.tell(owner, removed.clone())?;
        }
        turn.tell_arbiters(removed)?;
    }
    Ok(())
}
