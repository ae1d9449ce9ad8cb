//! 无故弃权: one unexcused absence removes the player, where the event says so, unless the arbiter keeps
//! them. Chengdu-Chongqing regulation, supplement, clause 3.1.3.

use super::notice::{PlayerTag, Report};
use super::report::subject;
use super::{Halt, Turn};
use crate::store::game::Game;
use crate::store::journal::{self as lines, Entry};
use crate::store::registration::{self, Registration, State};
use crate::store::round::Round;
use crate::store::{penalty, place};
use crate::tournament::{Outcome, Side};

/// What an absence makes of a player whom it would remove.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Absence {
    /// The arbiter is asked first.
    Asks,
    Removes,
    /// The absence is excused: the player stays.
    Keeps,
    /// As it was decided when this forfeit was declared.
    AsBefore,
}

/// How the journal says that the player was kept.
const KEPT: &str = "kept in the event";

/// A forfeit is declared, and the players stay or not: a line of the journal.
pub(super) fn note(
    turn: &Turn<'_>,
    round: &Round,
    game: &Game,
    outcome: Outcome,
    keeps: bool,
) -> Result<(), Halt> {
    let removes = turn.swiss().conduct.absence_removes;
    turn.journal(Entry {
        action: "late.forfeit".into(),
        subject: subject(round, game),
        after: Some(format!("{outcome:?}")),
        reason: (removes && keeps).then(|| KEPT.to_owned()),
        ..Entry::default()
    })
}

/// Whether those who were absent at this table were kept when the forfeit was declared.
pub(super) fn were_kept(turn: &Turn<'_>, round: &Round, game: &Game) -> Result<bool, Halt> {
    let key = &turn.competition().key;
    let subject = subject(round, game);
    let reason = lines::last_reason(turn.tx, key, "late.forfeit", &subject)?;
    Ok(reason.as_deref() == Some(KEPT))
}

/// Whom the outcome would remove, and whom it would take in again.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Membership {
    pub removed: Vec<i64>,
    pub reinstated: Vec<i64>,
}

/// What the new outcome would make of who is in the event.
pub(super) fn membership(
    turn: &Turn<'_>,
    game: &Game,
    outcome: Option<Outcome>,
) -> Result<Membership, Halt> {
    let mut found = Membership::default();
    for side in [Side::Red, Side::Black] {
        let Some(absent) = newly_absent(turn, game.outcome, outcome, side) else {
            continue;
        };
        let Some(player) = registration::find(turn.tx, game.player(side))? else {
            continue;
        };
        if absent && player.state == State::Accepted {
            found.removed.push(player.id);
        } else if !absent && is_removed_for_absence(&player) {
            found.reinstated.push(player.id);
        }
    }
    Ok(found)
}

/// Removes whom the new outcome calls absent, unless the arbiter keeps them, and takes in again whom it
/// does not any more.
pub(super) fn apply(
    turn: &Turn<'_>,
    round: &Round,
    game: &Game,
    outcome: Option<Outcome>,
    absence: Absence,
) -> Result<(), Halt> {
    // A match of the knockout removes nobody.
    if round.part.is_some() {
        return Ok(());
    }
    let keeps = match absence {
        Absence::Keeps => true,
        Absence::AsBefore => were_kept(turn, round, game)?,
        Absence::Asks | Absence::Removes => false,
    };
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
fn newly_absent(
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

/// The absent player is out.
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
    tell_owner_and_arbiters(turn, &player, &removed)?;
    turn.tell_group(removed)
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
    tell_owner_and_arbiters(turn, &player, &reinstated)?;
    turn.tell_group(reinstated)
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
