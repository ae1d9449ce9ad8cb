//! Corrections (更正): a result that stands, or the sides of a game that is over. What it would bring is
//! shown first; it is made by a tap, if nothing has changed meanwhile. Pairings that are published stay.

mod change;
mod consequence;
mod refusal;

pub use change::{Change, Ground, Unread};
pub(super) use consequence::consequences;
pub use refusal::CorrectRefusal;

use super::absence::Absence;
use super::field::Field;
use super::notice::{Consequences, Correct, Corrected};
use super::report::subject;
use super::role::Duty;
use super::{Halt, PlayRefusal, Refusal, Turn, absence, knockout, late, progress, recusal};
use crate::store::game::{self, Game, Status};
use crate::store::journal::Entry;
use crate::store::round::{self, Round, State};
use crate::store::{arbiter, claim};
use crate::tournament::Side;
use crate::tournament::knockout::MatchNo;

/// Shows what a correction would bring, with the buttons that make it.
pub(super) fn ask(turn: &Turn<'_>, round: &Round, game: &Game, change: Change) -> Result<(), Halt> {
    turn.require(Duty::Correct)?;
    recusal::require(turn, round, game)?;
    require_forfeit(turn, game, change)?;
    let consequences = consequences(turn, &Field::load(turn)?, round, game, change)?;
    turn.ask_alone(Correct::Asked(Box::new(consequences)))
}

/// The two at a table sat the other way round: `/sides 3 12`. `None`: the newest round.
pub fn sides(turn: &mut Turn<'_>, number: Option<u32>, table: u32) -> Result<(), Halt> {
    turn.require(Duty::Correct)?;
    if knockout::is_seeded(turn)? {
        let (round, game) = knockout::report::over_at(turn, number, table)?;
        return ask(turn, &round, &game, Change::Sides);
    }
    let (_, round) = in_round(turn, number)?;
    let game = game::at_table(turn.tx, round.id, table)?.ok_or(PlayRefusal::NoSuchTable {
        number: round.number,
        table,
    })?;
    ask(turn, &round, &game, Change::Sides)
}

/// The same of a game of a match: `/sides 1-3-2`.
pub fn match_sides(turn: &mut Turn<'_>, no: MatchNo, number: u32) -> Result<(), Halt> {
    turn.require(Duty::Correct)?;
    if !knockout::is_seeded(turn)? {
        return Err(CorrectRefusal::People.into());
    }
    let (round, game) = knockout::report::numbered(turn, no, number)?;
    ask(turn, &round, &game, Change::Sides)
}

/// Makes the correction that was shown.
pub fn confirm(
    turn: &mut Turn<'_>,
    game: i64,
    version: i64,
    change: Change,
    ground: Ground,
    shown: u32,
) -> Result<(), Halt> {
    turn.require(Duty::Correct)?;
    let game = game::find(turn.tx, game)?
        .filter(|game| game.version == version)
        .ok_or(CorrectRefusal::Changed)?;
    let round = round::find(turn.tx, game.round)?.ok_or(Refusal::Stale)?;
    recusal::require(turn, &round, &game)?;
    require_forfeit(turn, &game, change)?;
    let field = Field::load(turn)?;
    let consequences = consequences(turn, &field, &round, &game, change)?;
    if consequences.shown != shown {
        return Err(CorrectRefusal::Changed.into());
    }
    turn.rewrite(Correct::Done {
        corrected: consequences.corrected.clone(),
        discarded: consequences.later.discards,
    })?;
    let keeps = ground == Ground::Excused;
    if let Change::Result(Some(forfeit)) = change
        && !consequences.removed.is_empty()
    {
        absence::note(turn, &round, &game, forfeit, keeps)?;
    }
    make(
        turn,
        &field,
        &round,
        &game,
        &consequences,
        match keeps {
            true => Absence::Keeps,
            false => Absence::Removes,
        },
        &ground.to_string(),
    )
}

/// Refuses a correction to or from a forfeit to who may not declare one.
pub(super) fn require_forfeit(turn: &Turn<'_>, game: &Game, change: Change) -> Result<(), Halt> {
    match change {
        Change::Result(after) => late::require_forfeit(turn, game.outcome, after),
        Change::Sides => Ok(()),
    }
}

/// Nothing is corrected.
pub fn keep(turn: &mut Turn<'_>) -> Result<(), Halt> {
    turn.rewrite(Correct::Kept)
}

/// The published round of this number; `None`: the newest.
pub(super) fn in_round(turn: &Turn<'_>, number: Option<u32>) -> Result<(Field, Round), Halt> {
    let field = Field::load(turn)?;
    let round = match number {
        None => field.rounds.last().cloned().ok_or(PlayRefusal::NoRound)?,
        Some(number) => {
            let mut rounds = field.rounds.iter();
            let found = rounds.find(|round| round.number == number).cloned();
            found.ok_or(PlayRefusal::NoSuchRound { number })?
        }
    };
    Ok((field, round))
}

/// Makes it, and tells those concerned: the two at the table, the group, and the arbiters whose proposal
/// is gone with it.
pub(super) fn make(
    turn: &Turn<'_>,
    field: &Field,
    round: &Round,
    game: &Game,
    consequences: &Consequences,
    absence: Absence,
    reason: &str,
) -> Result<(), Halt> {
    discard_proposal(turn, round, &consequences.corrected)?;
    let (action, outcome) = match consequences.change {
        Change::Sides => ("game.sides", consequences.corrected.after),
        Change::Result(outcome) => ("game.correct", outcome),
    };
    if let Change::Result(outcome) = consequences.change {
        claim::clear(turn.tx, game.id)?;
        absence::apply(turn, round, game, outcome, absence)?;
    } else {
        game::swap_sides(turn.tx, game)?;
    }
    match outcome {
        Some(outcome) => game::settle(turn.tx, game.id, outcome, turn.now)?,
        None => game::set_status(turn.tx, game.id, Status::Open, None)?,
    }
    let written = |outcome: Option<_>| outcome.map(|outcome| format!("{outcome:?}"));
    turn.journal(Entry {
        action: action.into(),
        subject: subject(round, game),
        before: written(game.outcome),
        after: written(outcome),
        reason: Some(reason.to_owned()),
        ..Entry::default()
    })?;
    tell_both(turn, field, game, consequences)?;
    let of_the_two = [game.red, game.black].map(|id| field.number(id));
    let moves = consequences.moves.iter();
    turn.tell_group(Correct::Announced {
        corrected: consequences.corrected.clone(),
        moves: moves
            .filter(|moved| of_the_two.contains(&Some(moved.player.no)))
            .cloned()
            .collect(),
        bracket: consequences.bracket.clone(),
    })?;
    if let Some(part) = round.part {
        let no = MatchNo {
            round: part.round,
            table: game.table,
        };
        return knockout::after_correction(turn, round, no);
    }
    match outcome {
        None => progress::after_result(turn, round.id),
        Some(_) => progress::after_correction(turn, round),
    }
}

/// A proposal paired on the result that is corrected goes, and the other arbiters hear of it.
fn discard_proposal(turn: &Turn<'_>, round: &Round, corrected: &Corrected) -> Result<(), Halt> {
    let latest = round::latest(turn.tx, round.stage)?;
    let Some(proposal) = latest.filter(|latest| latest.state == State::Proposed) else {
        return Ok(());
    };
    round::discard(turn.tx, proposal.id)?;
    turn.journal(Entry {
        action: "round.outdate".into(),
        subject: format!("round {}", proposal.number),
        reason: Some(format!(
            "round {} table {} is corrected",
            corrected.game.number, corrected.game.table
        )),
        ..Entry::default()
    })?;
    for (id, _) in arbiter::all(turn.tx)? {
        if Some(id) != turn.actor().map(|actor| actor.account) {
            turn.tell(
                id,
                Correct::ProposalGone {
                    number: proposal.number,
                    corrected: corrected.clone(),
                },
            )?;
        }
    }
    Ok(())
}

/// Both players, once where one account stands for both.
fn tell_both(
    turn: &Turn<'_>,
    field: &Field,
    game: &Game,
    consequences: &Consequences,
) -> Result<(), Halt> {
    let stands = consequences.bracket.as_ref();
    let stands = stands.map(|bracket| Box::new(bracket.rows[1].clone()));
    let mut told = Vec::new();
    for side in [Side::Red, Side::Black] {
        let no = field.number(game.player(side));
        let account = no
            .and_then(|no| field.player(no))
            .and_then(|player| player.account);
        if let Some(account) = account
            && !told.contains(&account)
        {
            told.push(account);
            let corrected = consequences.corrected.clone();
            let stands = stands.clone();
            turn.tell_now(account, Correct::Told { corrected, stands })?;
        }
    }
    Ok(())
}
