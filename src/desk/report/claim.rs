//! What a report makes of a game: it waits, stands, or is a dispute.

use chrono::TimeDelta;

use super::settle::settle;
use super::{Said, subject, tag};
use crate::desk::notice::{Add, Held, Report, Why};
use crate::desk::publish::tell_both;
use crate::desk::{Actor, Halt, PlayRefusal, Refusal, Turn, early_draw, late, progress};
use crate::store::claim::{self, Claim};
use crate::store::game::{self, Game, Status};
use crate::store::journal::Entry;
use crate::store::round::Round;
use crate::store::{account, lateness, registration};
use crate::tournament::claim::{Ground, Verdict, weigh};
use crate::tournament::{Outcome, Side};

/// Where the reporter reads that the report was received.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// In the private chat, in place of the buttons pressed.
    Chat,
    /// On the card of all games, which is drawn anew.
    Card,
}

/// `sides` of the game say this.
pub fn claim(
    turn: &Turn<'_>,
    round: &Round,
    game: &Game,
    sides: &[Side],
    said: Said,
    answer: Answer,
) -> Result<(), Halt> {
    let account = turn.account()?;
    if let Some(outcome) = game.outcome {
        let tag = tag(turn, round, game)?;
        let is_same = sides.iter().any(|side| said.outcome_for(*side) == outcome);
        return match answer {
            _ if !is_same => Err(PlayRefusal::AlreadyFinal { game: tag, outcome }.into()),
            Answer::Chat => turn.reply(Report::Already { game: tag, outcome }),
            Answer::Card => Ok(()),
        };
    }
    let before = claim::of_game(turn.tx, game.id)?;
    let is_known = |side: &Side| {
        let mut known = before.iter();
        known.any(|claim| claim.side == *side && claim.outcome == said.outcome_for(*side))
    };
    if game.status != Status::Open && sides.iter().all(is_known) {
        let side = sides.first().copied().unwrap_or(Side::Red);
        return repeated(turn, round, game, (side, said.outcome_for(side)), answer);
    }
    for side in sides {
        let outcome = said.outcome_for(*side);
        let made = Claim {
            side: *side,
            outcome,
            account,
        };
        claim::put(turn.tx, game.id, made, turn.now)?;
        turn.journal(Entry {
            action: "report.claim".into(),
            subject: subject(round, game),
            after: Some(format!("{side:?} says {outcome:?}")),
            ..Entry::default()
        })?;
    }
    weigh_claims(turn, round, game, answer)?;
    late::on_report(turn, round, game, sides)
}

/// Does what the sides' reports come to.
fn weigh_claims(turn: &Turn<'_>, round: &Round, game: &Game, answer: Answer) -> Result<(), Halt> {
    let claims = claim::of_game(turn.tx, game.id)?;
    let says = |side| {
        let mut claims = claims.iter();
        claims
            .find(|claim| claim.side == side)
            .map(|claim| claim.outcome)
    };
    let trusted = turn.swiss().reporting.trust_winners;
    let mut verdict = weigh(says(Side::Red), says(Side::Black), trusted);
    if let Verdict::Final(outcome, Ground::Trusted) = verdict
        && let Some(by) = winner(outcome)
        && held(turn, round, game, by)?.is_some()
    {
        verdict = Verdict::Pending { by, outcome };
    }
    match verdict {
        Verdict::Open => Ok(()),
        // Once objected to, a win no longer stands on the winner's word.
        Verdict::Pending { .. } | Verdict::Final(_, Ground::Trusted)
            if game.status == Status::Disputed =>
        {
            dispute(turn, round, game)
        }
        Verdict::Pending { by, outcome } => wait(turn, round, game, by, outcome, answer),
        Verdict::Disputed => dispute(turn, round, game),
        Verdict::Final(outcome, ground) => {
            let why = match ground {
                Ground::Agreed => Why::Agreed,
                Ground::Conceded => Why::Conceded,
                Ground::Trusted => Why::Trusted,
            };
            if game.status == Status::Disputed {
                // The arbiters need not rule any more.
                let game = tag(turn, round, game)?;
                turn.tell_arbiters(Report::Settled { game, outcome, why })?;
            }
            settle(turn, round, game, outcome, why)?;
            early_draw::look(turn, round, game.id)
        }
    }
}

/// Why this side's win does not stand by itself: nobody may have played.
fn held(turn: &Turn<'_>, round: &Round, game: &Game, by: Side) -> Result<Option<Held>, Halt> {
    let noted = lateness::of_game(turn.tx, game.id)?;
    if noted.iter().any(|one| one.side == by.other()) {
        return Ok(Some(Held::Absent));
    }
    let starts = late::start_of(turn, round)?;
    let is_asked = matches!(opponent(turn, game, by)?, Opponent::Asked(_));
    Ok(starts
        .filter(|starts| turn.now < *starts && is_asked)
        .map(|starts| Held::BeforeStart { starts }))
}

/// The side that won over the board.
fn winner(outcome: Outcome) -> Option<Side> {
    match outcome {
        Outcome::RedWin => Some(Side::Red),
        Outcome::BlackWin => Some(Side::Black),
        _ => None,
    }
}

/// The opponent of a reported win is noted as not there: it does not stand when the window ends any more.
pub fn hold(turn: &Turn<'_>, round: &Round, game: &Game) -> Result<(), Halt> {
    let claims = claim::of_game(turn.tx, game.id)?;
    let ([only], Status::Pending, Some(_)) = (claims.as_slice(), game.status, game.settles_at)
    else {
        return Ok(());
    };
    if only.outcome == Outcome::Draw || held(turn, round, game, only.side)? != Some(Held::Absent) {
        return Ok(());
    }
    game::set_status(turn.tx, game.id, Status::Pending, None)?;
    let game = game::find(turn.tx, game.id)?.ok_or(Refusal::Stale)?;
    let receipt = receipt(turn, round, &game, (only.side, only.outcome))?;
    turn.tell_now(only.account, receipt)
}

/// The opponent of a reported win has come after all: from now on the win stands when the window ends.
pub fn open_window(turn: &Turn<'_>, round: &Round, game: &Game) -> Result<(), Halt> {
    let claims = claim::of_game(turn.tx, game.id)?;
    let ([only], Status::Pending, None) = (claims.as_slice(), game.status, game.settles_at) else {
        return Ok(());
    };
    if only.outcome == Outcome::Draw || held(turn, round, game, only.side)?.is_some() {
        return Ok(());
    }
    let until = turn.now + window(turn);
    game::set_status(turn.tx, game.id, Status::Pending, Some(until))?;
    let game = game::find(turn.tx, game.id)?.ok_or(Refusal::Stale)?;
    if turn.account()? != only.account {
        let receipt = receipt(turn, round, &game, (only.side, only.outcome))?;
        turn.tell_now(only.account, receipt)?;
    }
    prompt(turn, round, &game, only.side, only.outcome)
}

/// How long an opponent may object.
fn window(turn: &Turn<'_>) -> TimeDelta {
    TimeDelta::minutes(i64::from(turn.swiss().reporting.objection_minutes))
}

/// Asks the opponent, if they have an account, to confirm or object.
fn prompt(
    turn: &Turn<'_>,
    round: &Round,
    game: &Game,
    by: Side,
    outcome: Outcome,
) -> Result<(), Halt> {
    let Opponent::Asked(account) = opponent(turn, game, by)? else {
        return Ok(());
    };
    turn.tell_now(
        account,
        Report::Prompt {
            game: tag(turn, round, game)?,
            outcome,
            by,
            until: game.settles_at,
        },
    )
}

/// One report is in: the opponent is asked. A win stands when the window ends, a draw needs both.
fn wait(
    turn: &Turn<'_>,
    round: &Round,
    game: &Game,
    by: Side,
    outcome: Outcome,
    answer: Answer,
) -> Result<(), Halt> {
    let stands_alone = outcome != Outcome::Draw && held(turn, round, game, by)?.is_none();
    let until = stands_alone.then(|| turn.now + window(turn));
    game::set_status(turn.tx, game.id, Status::Pending, until)?;
    let game = game::find(turn.tx, game.id)?.ok_or(Refusal::Stale)?;
    progress::show(turn, round)?;
    let tag = tag(turn, round, &game)?;
    let opponent = opponent(turn, &game, by)?;
    if let (Opponent::Left | Opponent::NoAccount, Outcome::Draw) = (opponent, outcome) {
        // Nobody else can confirm it.
        turn.tell_arbiters(Add::DrawToConfirm {
            game: tag.clone(),
            has_left: opponent == Opponent::Left,
        })?;
    }
    prompt(turn, round, &game, by, outcome)?;
    received(turn, round, &game, (by, outcome), answer)
}

/// Who could confirm a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Opponent {
    /// By this account.
    Asked(i64),
    NoAccount,
    /// Withdrawn or removed: is asked nothing any more.
    Left,
}

/// Who sits opposite the side that reports.
fn opponent(turn: &Turn<'_>, game: &Game, by: Side) -> Result<Opponent, Halt> {
    let found = registration::find(turn.tx, game.player(by.other()))?;
    Ok(match found {
        Some(found) if !found.state.stands() => Opponent::Left,
        Some(found) => found.account.map_or(Opponent::NoAccount, Opponent::Asked),
        None => Opponent::NoAccount,
    })
}

/// Tells the reporter, in private also where the report was made in the group.
fn received(
    turn: &Turn<'_>,
    round: &Round,
    game: &Game,
    (by, outcome): (Side, Outcome),
    answer: Answer,
) -> Result<(), Halt> {
    if answer == Answer::Card {
        return Ok(());
    }
    let received = receipt(turn, round, game, (by, outcome))?;
    if turn.actor().is_some_and(Actor::is_private) {
        return turn.rewrite(received);
    }
    let account = turn.account()?;
    match account::find(turn.tx, account)? {
        Some(known) if known.reachable => turn.tell_now(account, received),
        _ => Ok(()),
    }
}

/// What the reporter reads.
fn receipt(
    turn: &Turn<'_>,
    round: &Round,
    game: &Game,
    (by, outcome): (Side, Outcome),
) -> Result<Report, Halt> {
    Ok(Report::Received {
        game: tag(turn, round, game)?,
        outcome,
        until: game.settles_at,
        alone: !matches!(opponent(turn, game, by)?, Opponent::Asked(_)),
        held: match outcome {
            Outcome::Draw => None,
            _ => held(turn, round, game, by)?,
        },
    })
}

/// The same report once more: nothing changes, the window least of all; one that had none has it from now on,
/// if nothing holds the win any more.
fn repeated(
    turn: &Turn<'_>,
    round: &Round,
    game: &Game,
    (by, outcome): (Side, Outcome),
    answer: Answer,
) -> Result<(), Halt> {
    if game.status == Status::Disputed {
        let game = tag(turn, round, game)?;
        return turn.reply(Report::Disputed { game });
    }
    open_window(turn, round, game)?;
    let game = game::find(turn.tx, game.id)?.ok_or(Refusal::Stale)?;
    received(turn, round, &game, (by, outcome), answer)
}

/// The sides contradict each other: both and the arbiters are told.
pub fn dispute(turn: &Turn<'_>, round: &Round, game: &Game) -> Result<(), Halt> {
    game::set_status(turn.tx, game.id, Status::Disputed, None)?;
    let game = game::find(turn.tx, game.id)?.ok_or(Refusal::Stale)?;
    progress::show(turn, round)?;
    let tag = tag(turn, round, &game)?;
    let said = claim::of_game(turn.tx, game.id)?
        .into_iter()
        .map(|claim| (claim.side, claim.outcome))
        .collect();
    tell_both(turn, &game, &Report::Disputed { game: tag.clone() })?;
    turn.tell_arbiters(Report::DisputeToRule { game: tag, said })
}
