//! An arbiter decides about a game that was flagged.

use super::{EarlyDrawRefusal, flagged, reason, rule, won};
use crate::config::PenaltyKind;
use crate::desk::field::Field;
use crate::desk::knockout::KnockoutRefusal;
use crate::desk::notice::{DrawDecision, EarlyDraw, GameTag, Lost, Penalty, Why};
use crate::desk::penalty::{Given, enter, line, place_in};
use crate::desk::publish::accounts_of;
use crate::desk::report::{settle, subject, tag};
use crate::desk::{Duty, Halt, PlayRefusal, Refusal, Turn, knockout, recusal};
use crate::store::game::{self, Game};
use crate::store::journal::Entry;
use crate::store::penalty::{self, Effect, New};
use crate::store::round::{self, Round, State};
use crate::store::{account, arbiter, claim, early_draw, registration};
use crate::tournament::{Outcome, Side};

/// An arbiter decides.
pub fn decide(
    turn: &mut Turn<'_>,
    game: i64,
    version: i64,
    decision: DrawDecision,
) -> Result<(), Halt> {
    turn.require(Duty::Rule)?;
    turn.require_private()?;
    if let Some((decision, by)) = early_draw::decision(turn.tx, game)? {
        let by = account::find(turn.tx, by)?.map(|by| by.name);
        let by = by.unwrap_or_default();
        let outcome = game::find(turn.tx, game)?.and_then(|game| game.outcome);
        let is_draw = outcome == Some(Outcome::Draw);
        return Err(EarlyDrawRefusal::Already {
            decision,
            by,
            is_draw,
        }
        .into());
    }
    let (round, found) = flagged(turn, game, version)?;
    recusal::require(turn, &round, &found)?;
    let won = found.outcome.and_then(won);
    let discarded = match decision {
        DrawDecision::Lost => make_room(turn, &round, &found)?,
        DrawDecision::Stands | DrawDecision::Fouls => None,
    };
    early_draw::decide(turn.tx, game, decision, turn.account()?, turn.now)?;
    turn.journal(Entry {
        action: "draw.decide".to_owned(),
        subject: subject(&round, &found),
        after: Some(format!("{decision:?}")),
        ..Entry::default()
    })?;
    let field = Field::load(turn)?;
    let shown = tag(turn, &round, &found)?;
    turn.rewrite(EarlyDraw::Decided {
        game: shown.clone(),
        decision,
        won,
        discarded,
    })?;
    match decision {
        DrawDecision::Stands => tell_stands(turn, &found, &shown, won),
        DrawDecision::Lost => lose(turn, &field, &round, &found),
        DrawDecision::Fouls => fouls(turn, &field, &round, &found),
    }
}

/// A result is about to be taken away: refuses where a later round is published, or the knockout was
/// seeded from it. A later round that is only proposed goes, and the other arbiters hear of it; which.
fn make_room(turn: &Turn<'_>, round: &Round, game: &Game) -> Result<Option<u32>, Halt> {
    if round.part.is_some() {
        if !knockout::discipline::is_played_on(turn, round, game)? {
            return Ok(None);
        }
        let game = Box::new(tag(turn, round, game)?);
        return Err(Refusal::from(EarlyDrawRefusal::PlayedOn { game }).into());
    }
    if knockout::is_seeded(turn)? {
        return Err(KnockoutRefusal::Frozen.into());
    }
    let latest = round::latest(turn.tx, round.stage)?;
    let Some(later) = latest.filter(|latest| latest.number > round.number) else {
        return Ok(None);
    };
    let number = later.number;
    if later.state != State::Proposed {
        return Err(PlayRefusal::LaterRound {
            number,
            published: true,
        }
        .into());
    }
    round::discard(turn.tx, later.id)?;
    turn.journal(Entry {
        action: "round.outdate".into(),
        subject: format!("round {number}"),
        reason: Some(format!("{} is decided", subject(round, game))),
        ..Entry::default()
    })?;
    let me = turn.account()?;
    let gone = EarlyDraw::ProposalGone {
        number,
        game: tag(turn, round, game)?,
    };
    for (id, _) in arbiter::all(turn.tx)? {
        if id != me {
            turn.tell(id, gone.clone())?;
        }
    }
    Ok(Some(number))
}

/// Once, where one account stands for both.
fn tell_stands(
    turn: &Turn<'_>,
    game: &Game,
    shown: &GameTag,
    won: Option<Outcome>,
) -> Result<(), Halt> {
    for account in accounts_of(turn, game)? {
        let game = shown.clone();
        turn.tell(account, EarlyDraw::Stands { game, won })?;
    }
    Ok(())
}

/// 0-0: each has lost.
fn lose(turn: &Turn<'_>, field: &Field, round: &Round, game: &Game) -> Result<(), Halt> {
    let (clause, rule) = words(turn);
    let reason = reason(game);
    let effect = Effect {
        before: game.outcome,
        after: Outcome::BothLose,
    };
    for side in [Side::Red, Side::Black] {
        let new = New {
            registration: game.player(side),
            stage: round.stage,
            kind: PenaltyKind::Loss,
            place: Some(place_in(round, game)),
            game: Some(game.id),
            clause,
            rule,
            reason,
            fate: None,
            ban: None,
            by: turn.account()?,
        };
        let id = penalty::add(turn.tx, &new, turn.now)?;
        penalty::set_effect(turn.tx, id, Some(effect))?;
        let kept = penalty::find(turn.tx, id)?.ok_or(Refusal::Stale)?;
        let owner = registration::find(turn.tx, game.player(side))?;
        if let Some(account) = owner.and_then(|owner| owner.account) {
            let penalty = line(turn, field, &kept)?;
            let lost = Some(Lost::Now);
            turn.tell_now(account, Penalty::Told { penalty, lost })?;
        }
    }
    claim::clear(turn.tx, game.id)?;
    settle(turn, round, game, effect.after, Why::Penalty)
}

/// The result stands; of a draw each has a foul, of a win the loser.
fn fouls(turn: &Turn<'_>, field: &Field, round: &Round, found: &Game) -> Result<(), Halt> {
    let (clause, rule) = words(turn);
    let reason = reason(found);
    let winner = found.outcome.and_then(Outcome::winner);
    for side in [Side::Red, Side::Black] {
        if winner == Some(side) {
            continue;
        }
        // The first may have changed it: a second foul in one game loses it.
        let now = game::find(turn.tx, found.id)?.ok_or(Refusal::Stale)?;
        let given = Given {
            registration: now.player(side),
            kind: PenaltyKind::Foul,
            place: Some(place_in(round, &now)),
            game: Some((round, &now)),
            stage: None,
            clause,
            rule,
            reason,
            fate: None,
            ban: None,
        };
        enter(turn, field, &given, false)?;
    }
    Ok(())
}

/// Clause and text of the rule.
fn words<'a>(turn: &Turn<'a>) -> (&'a str, &'a str) {
    rule(turn).map_or(("", ""), |rule| (&rule.clause, &rule.text))
}
