//! How each step is taken back.

use super::{Inverse, UndoRefusal};
use crate::desk::absence::Absence;
use crate::desk::correct::{self, Change};
use crate::desk::field::Field;
use crate::desk::hand::{self, Order};
use crate::desk::journal::{Reference, line as told};
use crate::desk::knockout::KnockoutRefusal;
use crate::desk::notice::{Consequences, JournalLine, PlayerTag, Undo};
use crate::desk::{Halt, Turn, checkin, fee, knockout, pair, review, rule, unpublish};
use crate::store::game::{self, Game, Status};
use crate::store::journal::{Entry, Line};
use crate::store::registration::{self, Registration, State};
use crate::store::round::{self, Round};
use crate::store::{arbiter, claim, penalty, place};
use crate::tournament::Outcome;
use crate::tournament::knockout::MatchNo;

/// A step found again, as it stands now.
pub(super) enum Reversal {
    Game {
        round: Round,
        game: Game,
        change: Change,
    },
    Unpublish(Round),
    Discard(Round),
    Reinstate(Registration),
    Fee(i64),
    Review(i64),
    Order(Order),
    Untick(i64),
    CheckIn,
    StageEnd,
    Code(Line),
}

/// Finds what the step did.
///
/// # Errors
/// [`UndoRefusal`] when what it made is not there any more.
pub(super) fn reversal(
    turn: &Turn<'_>,
    field: &Field,
    line: &Line,
    inverse: Inverse,
) -> Result<Reversal, Halt> {
    let changed = || -> Halt {
        match told(turn, field, line.clone()) {
            Ok(line) => UndoRefusal::ChangedSince { line }.into(),
            Err(halt) => halt,
        }
    };
    let entry = &line.entry;
    let reference = Reference::read(&entry.subject);
    let found = match (inverse, reference) {
        (Inverse::Result | Inverse::Sides, Some(Reference::Table(number, table))) => {
            game_of(turn, field, entry, number, table)?
        }
        (
            Inverse::Result | Inverse::Sides,
            Some(Reference::Match {
                no,
                game: Some(game),
            }),
        ) => game_of_match(turn, entry, no, game)?,
        (Inverse::Unpublish | Inverse::Discard, Some(Reference::Round(number))) => {
            let latest = round::latest(turn.tx, turn.stage_id()?)?;
            let latest = latest.filter(|latest| latest.number == number);
            let is_proposed = |round: &Round| round.state == round::State::Proposed;
            match (inverse, latest) {
                (Inverse::Discard, Some(round)) if is_proposed(&round) => {
                    Some(Reversal::Discard(round))
                }
                (Inverse::Unpublish, Some(round)) if !is_proposed(&round) => {
                    Some(Reversal::Unpublish(round))
                }
                _ => None,
            }
        }
        (Inverse::Reinstate, Some(Reference::Registration(id))) => {
            let player = registration::find(turn.tx, id)?;
            let is_out = |player: &Registration| player.state == State::Withdrawn;
            let was_in = entry.before.as_deref() == Some("accepted");
            match player.filter(|player| is_out(player) && was_in) {
                // A penalty has removed the player since.
                Some(player) if penalty::is_removed(turn.tx, player.id)? => None,
                found => found.map(Reversal::Reinstate),
            }
        }
        (Inverse::Fee, Some(Reference::Registration(id))) => Some(Reversal::Fee(id)),
        (Inverse::Review, Some(Reference::Registration(id))) => Some(Reversal::Review(id)),
        (Inverse::Untick, Some(Reference::Registration(id))) => {
            let player = registration::find(turn.tx, id)?;
            let is_here = |player: &Registration| player.checked_in;
            player.filter(is_here).map(|_| Reversal::Untick(id))
        }
        (Inverse::Order, _) => opposite(entry).map(Reversal::Order),
        (Inverse::CheckIn, _) => Some(Reversal::CheckIn),
        (Inverse::StageEnd, _) => Some(Reversal::StageEnd),
        (Inverse::Code, _) => Some(Reversal::Code(line.clone())),
        _ => None,
    };
    found.ok_or_else(changed)
}

/// Takes it back, and says so.
pub(super) fn take_back(
    turn: &mut Turn<'_>,
    field: &Field,
    found: Reversal,
    consequences: Option<&Consequences>,
    line: &JournalLine,
) -> Result<(), Halt> {
    let done = |turn: &Turn<'_>| turn.rewrite(Undo::Done { line: line.clone() });
    match found {
        Reversal::Game {
            round,
            game,
            change,
        } => match (consequences, change) {
            (Some(consequences), _) => {
                done(turn)?;
                let absence = Absence::AsBefore;
                correct::make(turn, field, &round, &game, consequences, absence, "undo")
            }
            (None, Change::Result(outcome)) => {
                rule::decide(turn, &round, &game, outcome, Absence::AsBefore)
            }
            (None, Change::Sides) => Ok(()),
        },
        Reversal::Unpublish(round) => unpublish::unpublish(turn, round.id),
        Reversal::Discard(round) => pair::discard(turn, round.id),
        Reversal::Fee(id) => fee::undo(turn, id),
        Reversal::Review(id) => {
            let version = registration::find(turn.tx, id)?.map_or(0, |found| found.version);
            review::reopen(turn, id, version)
        }
        Reversal::Order(order) => hand::give(turn, order),
        Reversal::Reinstate(player) => {
            reinstate(turn, &player)?;
            done(turn)
        }
        Reversal::Untick(id) => {
            registration::set_checked_in(turn.tx, id, None)?;
            done(turn)
        }
        Reversal::CheckIn => {
            checkin::reopen(turn)?;
            done(turn)
        }
        Reversal::StageEnd => {
            let stage = turn.stage_id()?;
            let begun = round::stages_begun(turn.tx, &turn.competition().key)?;
            if begun.iter().any(|key| *key != turn.swiss().key) {
                return Err(UndoRefusal::NextStage.into());
            }
            round::finish_stage(turn.tx, stage, None)?;
            turn.tell_group(Undo::StageGoesOn)?;
            done(turn)
        }
        Reversal::Code(line) => {
            let by = line.entry.account.unwrap_or_default();
            if !arbiter::revoke_code(turn.tx, by, line.at)? {
                return Err(UndoRefusal::CodeUsed.into());
            }
            done(turn)
        }
    }
}

/// The game with the change that brings it back, if nobody has changed it since.
fn game_of(
    turn: &Turn<'_>,
    field: &Field,
    entry: &Entry,
    number: u32,
    table: u32,
) -> Result<Option<Reversal>, Halt> {
    let Some(round) = field.rounds.iter().find(|round| round.number == number) else {
        return Ok(None);
    };
    match game::at_table(turn.tx, round.id, table)? {
        Some(game) => as_before(turn, entry, round.clone(), game),
        None => Ok(None),
    }
}

/// The same of a game of a match. One that was annulled, or that the match does not call for any more, is not
/// found.
fn game_of_match(
    turn: &Turn<'_>,
    entry: &Entry,
    no: MatchNo,
    number: u32,
) -> Result<Option<Reversal>, Halt> {
    match knockout::report::numbered(turn, no, number) {
        Ok((round, game)) => as_before(turn, entry, round, game),
        Err(Halt::Refused(_)) => Ok(None),
        Err(fault) => Err(fault),
    }
}

fn as_before(
    turn: &Turn<'_>,
    entry: &Entry,
    round: Round,
    game: Game,
) -> Result<Option<Reversal>, Halt> {
    if game.outcome != outcome(entry.after.as_deref()) {
        return Ok(None);
    }
    // What the players have said since is not swept away.
    let is_untouched = game.status == Status::Open && claim::of_game(turn.tx, game.id)?.is_empty();
    if game.outcome.is_none() && !is_untouched {
        return Ok(None);
    }
    let change = if entry.action == "game.sides" {
        Change::Sides
    } else {
        Change::Result(outcome(entry.before.as_deref()))
    };
    Ok(Some(Reversal::Game {
        round,
        game,
        change,
    }))
}

/// An outcome as the journal writes it.
fn outcome(written: Option<&str>) -> Option<Outcome> {
    let written = written?;
    Outcome::ALL
        .into_iter()
        .find(|outcome| format!("{outcome:?}") == written)
}

/// The order that brings things back to what the line says was before.
fn opposite(entry: &Entry) -> Option<Order> {
    let order: Order = entry.subject.parse().ok()?;
    let before = entry.before.as_deref();
    Some(match order {
        Order::Forbid(one, other) => Order::Lift(one, other),
        Order::Lift(one, other) => Order::Forbid(one, other),
        Order::Absent { no, round, .. } | Order::Present { no, round } => match before {
            None => Order::Present { no, round },
            Some(leave) => Order::Absent {
                no,
                round,
                points: number_in(leave),
            },
        },
        Order::OwnTable { no, .. } => Order::OwnTable {
            no,
            table: before.and_then(number_in).unwrap_or(0),
        },
    })
}

/// The number of `leave Some(1)` or `table 3`.
fn number_in(written: &str) -> Option<u32> {
    let digits: String = written.chars().filter(char::is_ascii_digit).collect();
    digits.parse().ok()
}

fn reinstate(turn: &Turn<'_>, player: &Registration) -> Result<(), Halt> {
    let tag = PlayerTag::of(player);
    let place = place::free(turn.tx, &player.competition, &player.pool)?.ok_or_else(|| {
        UndoRefusal::PlaceGone {
            player: tag.clone(),
        }
    })?;
    registration::reinstate(turn.tx, player.id, place, turn.account()?, turn.now)?;
    turn.journal(Entry {
        action: "registration.reinstate".to_owned(),
        subject: format!("registration {}", player.id),
        before: Some("withdrawn".to_owned()),
        after: Some("accepted".to_owned()),
        reason: Some("undo".to_owned()),
        ..Entry::default()
    })?;
    if let Some(owner) = player.account {
        turn.tell_now(owner, Undo::Reinstated { player: tag })?;
    }
    match knockout::returned(turn, player.id)? {
        Some(player) => Err(KnockoutRefusal::ReserveBegun { player }.into()),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_outcome_is_read_from_the_journal() {
        for written in Outcome::ALL {
            assert_eq!(outcome(Some(&format!("{written:?}"))), Some(written));
        }
        assert_eq!(outcome(None), None);
    }

    #[test]
    fn orders_are_turned_round() {
        let entry = |order: Order, before: Option<&str>| Entry {
            subject: order.to_string(),
            before: before.map(str::to_owned),
            ..Entry::default()
        };
        let (no, round) = (7, 3);
        for (done, before, back) in [
            (Order::Forbid(1, 2), None, Order::Lift(1, 2)),
            (Order::Lift(1, 2), Some("apart"), Order::Forbid(1, 2)),
            (
                Order::Absent {
                    no,
                    round,
                    points: None,
                },
                None,
                Order::Present { no, round },
            ),
            (
                Order::Present { no, round },
                Some("leave Some(1)"),
                Order::Absent {
                    no,
                    round,
                    points: Some(1),
                },
            ),
            (
                Order::OwnTable { no, table: 1 },
                Some("table 4"),
                Order::OwnTable { no, table: 4 },
            ),
            (
                Order::OwnTable { no, table: 1 },
                None,
                Order::OwnTable { no, table: 0 },
            ),
        ] {
            assert_eq!(opposite(&entry(done, before)), Some(back));
        }
    }
}
