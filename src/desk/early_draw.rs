//! Draws agreed, and games given up, too early: flagged to the arbiters, who let them stand or not.
//! Chengdu-Chongqing regulation, clause 10: no draw and no resignation within 20 moves or 15 minutes of the
//! start. Moves are asked for after draws alone.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::field::Field;
use super::notice::{DrawDecision, DrawSaid, EarlyDraw, GameTag, Lost, Penalty, Why};
use super::penalty::{Given, enter, line};
use super::report::{settle, subject, tag};
use super::{Duty, Halt, PlayRefusal, Refusal, Turn, recusal, round_time};
use crate::config::{PenaltyKind, RuleAbout};
use crate::store::early_draw;
use crate::store::game::{self, Game};
use crate::store::journal::Entry;
use crate::store::penalty::{self, Effect, New};
use crate::store::round::{self, Round};
use crate::store::{account, claim, registration};
use crate::tournament::{Outcome, Side};

/// Why nothing is decided about a draw.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EarlyDrawRefusal {
    /// Somebody was faster.
    Already {
        decision: DrawDecision,
        by: String,
        is_draw: bool,
    },
}

/// What it is called where bot.toml has no rule about it.
const EARLY: &str = "未按规定对局即议和";
const GIVEN_UP: &str = "未按规定对局即认输";

/// A draw or a win has become final by what the players said: was it too early? Where the event asks for
/// moves, both are asked how many they made before they drew.
pub(super) fn look(turn: &Turn<'_>, round: &Round, game: i64) -> Result<(), Halt> {
    let Some(game) = game::find(turn.tx, game)? else {
        return Ok(());
    };
    let Some(outcome) = game.outcome.filter(|outcome| outcome.is_played()) else {
        return Ok(());
    };
    let reporting = turn.swiss().reporting;
    let is_draw = outcome == Outcome::Draw;
    let limit = match is_draw {
        true => reporting.early_draw_minutes,
        false => reporting.early_loss_minutes,
    };
    let said = claim::first_said(turn.tx, game.id, outcome)?;
    let minutes = minutes_played(turn, round, said.unwrap_or(turn.now))?;
    if minutes.is_some_and(|minutes| minutes < i64::from(limit)) {
        return flag(turn, tag(turn, round, &game)?, won(outcome), minutes, None);
    }
    if is_draw && reporting.early_draw_moves > 0 {
        let asked = EarlyDraw::AskMoves {
            game: tag(turn, round, &game)?,
            moves: reporting.early_draw_moves,
        };
        for side in [Side::Red, Side::Black] {
            let player = registration::find(turn.tx, game.player(side))?;
            if let Some(account) = player.and_then(|player| player.account) {
                turn.tell_now(account, asked.clone())?;
            }
        }
    }
    Ok(())
}

/// The win, where it was none of a draw.
fn won(outcome: Outcome) -> Option<Outcome> {
    (outcome != Outcome::Draw).then_some(outcome)
}

/// Minutes since the round began: at its start, or when it was published, if that was later.
fn minutes_played(turn: &Turn<'_>, round: &Round, at: DateTime<Utc>) -> Result<Option<i64>, Halt> {
    let Some(published) = round.published_at else {
        return Ok(None);
    };
    let starts = round_time::of(turn, round.number)?;
    let begun = starts.map_or(published, |starts| starts.max(published));
    Ok(Some((at - begun).num_minutes().max(0)))
}

/// A player says how long the game was.
pub fn say(turn: &mut Turn<'_>, game: i64, version: i64, said: DrawSaid) -> Result<(), Halt> {
    turn.require_private()?;
    let (round, found) = flagged(turn, game, version)?;
    if found.outcome != Some(Outcome::Draw) {
        return Err(Refusal::Stale.into());
    }
    let account = turn.account()?;
    let mut who = None;
    for side in [Side::Red, Side::Black] {
        let player = registration::find(turn.tx, found.player(side))?;
        who = who.or(player.filter(|player| player.account == Some(account)));
    }
    let who = who.ok_or(PlayRefusal::NotAtTable { table: found.table })?;
    turn.journal(Entry {
        action: "draw.moves".to_owned(),
        subject: subject(&round, &found),
        after: Some(format!("registration {}: {said:?}", who.id)),
        ..Entry::default()
    })?;
    turn.rewrite(EarlyDraw::Thanks)?;
    if said == DrawSaid::Enough || early_draw::find(turn.tx, game)?.is_some() {
        return Ok(());
    }
    let field = Field::load(turn)?;
    let by = field.tag_of(who.id);
    flag(
        turn,
        tag(turn, &round, &found)?,
        None,
        None,
        Some((by, said)),
    )
}

fn flag(
    turn: &Turn<'_>,
    game: GameTag,
    won: Option<Outcome>,
    minutes: Option<i64>,
    said: Option<(super::notice::PlayerTag, DrawSaid)>,
) -> Result<(), Halt> {
    early_draw::flag(turn.tx, game.game, turn.now)?;
    turn.tell_arbiters(EarlyDraw::Flagged {
        game,
        minutes,
        said,
        won,
    })
}

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
    let latest = round::latest(turn.tx, round.stage)?;
    if decision == DrawDecision::Lost
        && let Some(latest) = latest.filter(|latest| latest.number > round.number)
    {
        return Err(PlayRefusal::LaterRound {
            number: latest.number,
            published: latest.published_at.is_some(),
        }
        .into());
    }
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
    })?;
    match decision {
        DrawDecision::Stands => tell_stands(turn, &found, &shown, won),
        DrawDecision::Lost => lose(turn, &field, &round, &found),
        DrawDecision::Fouls => fouls(turn, &field, &round, &found),
    }
}

/// Once, where one account stands for both.
fn tell_stands(
    turn: &Turn<'_>,
    game: &Game,
    shown: &GameTag,
    won: Option<Outcome>,
) -> Result<(), Halt> {
    let mut told = Vec::new();
    for side in [Side::Red, Side::Black] {
        let account = registration::find(turn.tx, game.player(side))?.and_then(|one| one.account);
        if let Some(account) = account
            && !told.contains(&account)
        {
            told.push(account);
            let game = shown.clone();
            turn.tell(account, EarlyDraw::Stands { game, won })?;
        }
    }
    Ok(())
}

/// 0-0: each has lost.
fn lose(turn: &Turn<'_>, field: &Field, round: &Round, game: &Game) -> Result<(), Halt> {
    let (clause, rule, reason) = words(turn, game);
    let effect = Effect {
        before: game.outcome,
        after: Outcome::BothLose,
    };
    for side in [Side::Red, Side::Black] {
        let new = New {
            registration: game.player(side),
            stage: turn.stage_id()?,
            kind: PenaltyKind::Loss,
            place: Some((round.number, game.table)),
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
    let (clause, rule, reason) = words(turn, found);
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
            place: Some((round.number, now.table)),
            game: Some((round, &now)),
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

/// The rule about early draws and resignations, and what was done against it.
fn words<'a>(turn: &Turn<'a>, game: &Game) -> (&'a str, &'a str, &'a str) {
    let reason = match game.outcome.and_then(Outcome::winner) {
        None => EARLY,
        Some(_) => GIVEN_UP,
    };
    let rule = turn
        .config
        .event
        .discipline
        .rule_about(RuleAbout::EarlyDraw);
    rule.map_or(("", "", reason), |rule| (&rule.clause, &rule.text, reason))
}

/// The game while it has the outcome it was flagged, or its players were asked, for.
fn flagged(turn: &mut Turn<'_>, game: i64, version: i64) -> Result<(Round, Game), Halt> {
    turn.enter_game(game)?;
    let is_flagged = early_draw::find(turn.tx, game)?.is_some();
    let found = game::find(turn.tx, game)?.filter(|game| game.version == version);
    let is_meant = |outcome: Outcome| match outcome.winner() {
        None => outcome == Outcome::Draw,
        Some(_) => outcome.is_played() && is_flagged,
    };
    let found = found.filter(|game| game.outcome.is_some_and(is_meant));
    let found = found.ok_or(Refusal::Stale)?;
    let round = round::find(turn.tx, found.round)?.ok_or(Refusal::Stale)?;
    Ok((round, found))
}
