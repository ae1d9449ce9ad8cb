//! An arbiter rules a table: 成绩.

use chrono::{DateTime, Utc};

use super::absence::{self, Absence, Membership};
use super::correct::{self, Change};
use super::notice::{PlayerTag, Report, Why};
use super::publish::tell_both;
use super::report::{
    Named, player_tag, playing, require_in_time, require_one_game, settle, subject, tag,
};
use super::{
    Duty, Halt, PlayRefusal, Refusal, Turn, early_draw, knockout, late, progress, recusal,
};
use crate::store::claim;
use crate::store::game::{self, Game, Status};
use crate::store::journal::Entry;
use crate::store::round::{self, Round};
use crate::tournament::Outcome;
use crate::tournament::knockout::MatchNo;

/// Rules a table of the round that is named, or of the newest; `outcome`: `None` opens the game again (未定).
/// Where the round is over, what it would bring is shown first; where another result is final, it is
/// asked whether that table is meant.
///
/// `written` is when the arbiter said so: words from before the round was published do not rule it.
pub fn rule(
    turn: &mut Turn<'_>,
    named: Named,
    table: u32,
    outcome: Option<Outcome>,
    written: DateTime<Utc>,
) -> Result<(), Halt> {
    turn.require(Duty::Rule)?;
    if knockout::is_seeded(turn)? {
        if let Some(game) = named.game {
            let no = knockout::report::named_match(turn, named.round, table)?;
            return rule_match(turn, no, game, outcome);
        }
        let (round, game) = knockout::report::at_table(turn, named, table, outcome, written)?;
        return decide(turn, &round, &game, outcome, Absence::Asks);
    }
    require_one_game(named)?;
    let (_, round) = correct::in_round(turn, named.round)?;
    require_in_time(&round, written)?;
    let game = game::at_table(turn.tx, round.id, table)?.ok_or(PlayRefusal::NoSuchTable {
        number: round.number,
        table,
    })?;
    // A forfeit before its time is asked about with what it was.
    let early = match outcome {
        Some(outcome) if !outcome.is_played() => late::too_early(turn, &round)?,
        _ => None,
    };
    let membership = absence::membership(turn, &game, outcome)?;
    if let Some(before) = game.outcome
        && outcome != Some(before)
        && early.is_none()
        && membership.removed.is_empty()
        && round.state == round::State::Published
    {
        recusal::require(turn, &round, &game)?;
        late::require_forfeit(turn, game.outcome, outcome)?;
        return turn.ask_alone(Report::OverruleAsked {
            game: tag(turn, &round, &game)?,
            before,
            after: outcome,
            reinstated: tags(turn, &membership.reinstated)?,
        });
    }
    decide(turn, &round, &game, outcome, Absence::Asks)
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
    recusal::require(turn, &round, &game)?;
    decide(turn, &round, &game, Some(outcome), Absence::Asks)
}

/// Declares the forfeit that was asked about; `keeps`: the absence removes nobody this time.
pub fn declare_absent(
    turn: &mut Turn<'_>,
    game: i64,
    version: i64,
    outcome: Outcome,
    keeps: bool,
) -> Result<(), Halt> {
    turn.require(Duty::Rule)?;
    let (round, game) = playing(turn, game)?;
    if game.version != version || round.state != round::State::Published {
        return Err(Refusal::Stale.into());
    }
    absence::note(turn, &round, &game, outcome, keeps)?;
    let absence = match keeps {
        true => Absence::Keeps,
        false => Absence::Removes,
    };
    decide(turn, &round, &game, Some(outcome), absence)
}

/// Changes a final result of the round that is played, as it was shown.
pub fn overrule(turn: &mut Turn<'_>, game: i64, version: i64, change: Change) -> Result<(), Halt> {
    turn.require(Duty::Rule)?;
    let (round, game) = playing(turn, game)?;
    match change {
        Change::Result(outcome)
            if game.version == version && round.state == round::State::Published =>
        {
            decide(turn, &round, &game, outcome, Absence::Asks)
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
    recusal::require(turn, &round, &game)?;
    decide(turn, &round, &game, outcome, Absence::Asks)
}

/// How these players are named.
pub(super) fn tags(turn: &Turn<'_>, ids: &[i64]) -> Result<Vec<PlayerTag>, Halt> {
    ids.iter().map(|id| player_tag(turn, *id)).collect()
}

/// Rules the game. Where that would remove somebody for an absence, `absence` says what becomes of them;
/// a forfeit before its time is asked about like that.
pub(super) fn decide(
    turn: &mut Turn<'_>,
    round: &Round,
    game: &Game,
    outcome: Option<Outcome>,
    absence: Absence,
) -> Result<(), Halt> {
    recusal::require(turn, round, game)?;
    knockout::report::require_sound(turn, round, outcome)?;
    let before = game.outcome;
    let ruled = tag(turn, round, game)?;
    let is_untouched = game.status == Status::Open && outcome.is_none();
    let forfeits = outcome.is_some_and(|outcome| !outcome.is_played());
    if is_untouched || (before == outcome && before.is_some()) {
        return turn.rewrite(Report::Ruled {
            game: ruled,
            before,
            outcome,
        });
    }
    late::require_forfeit(turn, before, outcome)?;
    let is_over = match round.part {
        Some(_) => before.is_some(),
        None => round.state == round::State::Closed,
    };
    if is_over {
        return correct::ask(turn, round, game, Change::Result(outcome));
    }
    if absence == Absence::Asks
        && let Some(forfeit) = outcome
    {
        let membership = match round.part {
            None => absence::membership(turn, game, outcome)?,
            // A match of the knockout removes nobody.
            Some(_) => Membership::default(),
        };
        let early = match forfeits {
            true => late::too_early(turn, round)?,
            false => None,
        };
        if !membership.removed.is_empty() || early.is_some() {
            return turn.ask_alone(Report::AbsenceAsked {
                early,
                game: ruled,
                before,
                forfeit,
                removed: tags(turn, &membership.removed)?,
                reinstated: tags(turn, &membership.reinstated)?,
            });
        }
    }
    let said = early_draw::first_said(turn, game, outcome)?;
    claim::clear(turn.tx, game.id)?;
    turn.rewrite(Report::Ruled {
        game: ruled,
        before,
        outcome,
    })?;
    // Before the standings are told, which name those who are out.
    absence::apply(turn, round, game, outcome, absence)?;
    match outcome {
        Some(outcome) => {
            settle(turn, round, game, outcome, Why::Ruled)?;
            early_draw::ruled(turn, round, game, said)
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
                game,
                &Report::Reopened {
                    game: tag(turn, round, game)?,
                },
            )?;
            progress::after_result(turn, round.id)
        }
    }
}
