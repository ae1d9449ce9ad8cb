//! An arbiter rules a table: 成绩.

use chrono::{DateTime, Utc};

use super::correct::{self, Change};
use super::notice::{PlayerTag, Report, Why};
use super::publish::tell_both;
use super::report::{playing, require_in_time, settle, subject, tag};
use super::{Duty, Halt, PlayRefusal, Refusal, Turn, knockout, progress};
use crate::store::game::{self, Game, Status};
use crate::store::journal::Entry;
use crate::store::registration::{self, Registration, State};
use crate::store::round::{self, Round};
use crate::store::{claim, penalty, place};
use crate::tournament::knockout::MatchNo;
use crate::tournament::{Outcome, Side};

/// Rules a table of the round of this number, or of the newest; `outcome`: `None` opens the game again
/// (未定). Where the round is over, what it would bring is shown first.
///
/// `written` is when the arbiter said so: words from before the round was published do not rule it.
pub fn rule(
    turn: &mut Turn<'_>,
    named: Option<u32>,
    table: u32,
    outcome: Option<Outcome>,
    written: DateTime<Utc>,
) -> Result<(), Halt> {
    turn.require(Duty::Rule)?;
    if knockout::is_seeded(turn)? {
        let (round, game) = knockout::report::at_table(turn, named, table, outcome, written)?;
        return decide(turn, &round, &game, outcome, false);
    }
    let (_, round) = correct::in_round(turn, named)?;
    require_in_time(&round, written)?;
    let game = game::at_table(turn.tx, round.id, table)?.ok_or(PlayRefusal::NoSuchTable {
        number: round.number,
        table,
    })?;
    decide(turn, &round, &game, outcome, false)
}

/// Rules by a button of a dispute, which carries the game and its version.
pub fn rule_game(
    turn: &mut Turn<'_>,
    game: i64,
    version: i64,
    outcome: Outcome,
) -> Result<(), Halt> {
    turn.require(Duty::Rule)?;
    let (round, game) = playing(turn, game)?;
    if game.version != version {
        return Err(Refusal::Stale.into());
    }
    if knockout::correct::ask(turn, &round, &game, Some(outcome))? {
        return Ok(());
    }
    decide(turn, &round, &game, Some(outcome), false)
}

/// Corrects a game of a match that is over, as it was shown.
pub fn correct_match(
    turn: &mut Turn<'_>,
    game: i64,
    version: i64,
    change: Change,
) -> Result<(), Halt> {
    turn.require(Duty::Rule)?;
    let (round, game) = playing(turn, game)?;
    match change {
        Change::Result(outcome) if game.version == version && round.part.is_some() => {
            decide(turn, &round, &game, outcome, false)
        }
        _ => Err(Refusal::Stale.into()),
    }
}

/// Rules a game of a match of the knockout, by round, table and game.
pub fn rule_match(
    turn: &mut Turn<'_>,
    no: MatchNo,
    number: u32,
    outcome: Option<Outcome>,
) -> Result<(), Halt> {
    turn.require(Duty::Rule)?;
    let (round, game) = knockout::report::numbered(turn, no, number)?;
    if knockout::correct::ask(turn, &round, &game, outcome)? {
        return Ok(());
    }
    decide(turn, &round, &game, outcome, false)
}

/// Rules the game. `keeps`: an absence in it removes nobody.
pub(super) fn decide(
    turn: &mut Turn<'_>,
    round: &Round,
    game: &Game,
    outcome: Option<Outcome>,
    keeps: bool,
) -> Result<(), Halt> {
    knockout::report::require_sound(turn, round, outcome)?;
    let before = game.outcome;
    let ruled = tag(turn, round, game)?;
    let is_untouched = game.status == Status::Open && outcome.is_none();
    if is_untouched || (before == outcome && before.is_some()) {
        return turn.rewrite(Report::Ruled {
            game: ruled,
            before,
            outcome,
        });
    }
    if round.part.is_none() && round.state == round::State::Closed {
        return correct::ask(turn, round, game, Change::Result(outcome));
    }
    claim::clear(turn.tx, game.id)?;
    turn.rewrite(Report::Ruled {
        game: ruled,
        before,
        outcome,
    })?;
    // Before the standings are told, which name those who are out.
    apply_absence(turn, round, game, outcome, keeps)?;
    match outcome {
        Some(outcome) => settle(turn, round, game, outcome, Why::Ruled),
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
                game,
                &Report::Reopened {
                    game: tag(turn, round, game)?,
                },
            )?;
            progress::after_result(turn, round.id)
        }
    }
}

/// Removes whom the new outcome calls absent, unless the arbiter `keeps` them, and takes in again whom it does not any more.
pub(super) fn apply_absence(
    turn: &Turn<'_>,
    round: &Round,
    game: &Game,
    outcome: Option<Outcome>,
    keeps: bool,
) -> Result<(), Halt> {
    // A match of the knockout removes nobody.
    if round.part.is_some() {
        return Ok(());
    }
    for side in [Side::Red, Side::Black] {
        match newly_absent(turn, game.outcome, outcome, side) {
            Some(true) if !keeps => remove(turn, round, game, side)?,
            Some(false) => reinstate(turn, round, game, side)?,
            Some(true) | None => {}
        }
    }
    Ok(())
}

/// Whether the side is absent now and was not, or the other way round; `None`: no change, or the event
/// removes nobody for it.
pub(super) fn newly_absent(
    turn: &Turn<'_>,
    before: Option<Outcome>,
    after: Option<Outcome>,
    side: Side,
) -> Option<bool> {
    let (was, is) = (
        absent(before).contains(&side),
        absent(after).contains(&side),
    );
    (turn.swiss().conduct.absence_removes && was != is).then_some(is)
}

/// The player is out because of an absence, and not otherwise.
pub(super) fn is_removed_for_absence(player: &Registration) -> bool {
    player.state == State::Withdrawn && player.reason.as_deref() == Some(ABSENCE)
}

/// Why a player was removed, as the registration keeps it.
pub(super) const ABSENCE: &str = "无故弃权";

fn absent(outcome: Option<Outcome>) -> &'static [Side] {
    match outcome {
        Some(Outcome::RedForfeit) => &[Side::Red],
        Some(Outcome::BlackForfeit) => &[Side::Black],
        Some(Outcome::BothForfeit) => &[Side::Red, Side::Black],
        Some(Outcome::RedWin | Outcome::BlackWin | Outcome::Draw | Outcome::BothLose) | None => &[],
    }
}

/// One unexcused absence removes the player, where the event says so. Chengdu-Chongqing regulation,
/// supplement, clause 3.1.3.
fn remove(turn: &Turn<'_>, round: &Round, game: &Game, side: Side) -> Result<(), Halt> {
    let id = game.player(side);
    // Who has left already is not removed as well.
    let is_in = |player: &Registration| player.state == State::Accepted;
    let Some(player) = registration::find(turn.tx, id)?.filter(is_in) else {
        return Ok(());
    };
    registration::withdraw(turn.tx, id, Some(turn.account()?), ABSENCE, turn.now)?;
    let removed = Report::Removed {
        player: PlayerTag::of(&player),
        number: round.number,
    };
    journal(turn, "registration.remove", id, subject(round, game))?;
    tell_owner_and_arbiters(turn, &player, &removed)
}

/// The absence was a mistake: who was removed for it is in again, unless a penalty removed them too.
fn reinstate(turn: &Turn<'_>, round: &Round, game: &Game, side: Side) -> Result<(), Halt> {
    let (id, number) = (game.player(side), round.number);
    let Some(player) = registration::find(turn.tx, id)?.filter(is_removed_for_absence) else {
        return Ok(());
    };
    if penalty::is_removed(turn.tx, id)? {
        return Ok(());
    }
    let tag = PlayerTag::of(&player);
    let Some(place) = place::free(turn.tx, &player.competition, &player.pool)? else {
        return turn.tell_arbiters(Report::NotReinstated {
            player: tag,
            number,
        });
    };
    registration::reinstate(turn.tx, id, place, turn.account()?, turn.now)?;
    journal(turn, "registration.reinstate", id, subject(round, game))?;
    let reinstated = Report::Reinstated {
        player: tag,
        number,
    };
    tell_owner_and_arbiters(turn, &player, &reinstated)
}

fn journal(turn: &Turn<'_>, action: &str, registration: i64, reason: String) -> Result<(), Halt> {
    turn.journal(Entry {
        action: action.to_owned(),
        subject: format!("registration {registration}"),
        reason: Some(reason),
        ..Entry::default()
    })
}

fn tell_owner_and_arbiters(
    turn: &Turn<'_>,
    player: &Registration,
    report: &Report,
) -> Result<(), Halt> {
    if let Some(owner) = player.account {
        turn.tell(owner, report.clone())?;
    }
    turn.tell_arbiters(report.clone())
}
