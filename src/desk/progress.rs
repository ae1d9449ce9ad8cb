//! A round's progress: one message in the group, edited, and what follows when all results are in.

use super::field::Field;
use super::notice::Round as Said;
use super::table::ranked;
use super::{Halt, Turn, game_record, knockout, print, prizes, ranking_lot, table, team};
use crate::store::game::{self, Status};
use crate::store::journal::Entry;
use crate::store::round::{self, Round, State};

/// Shows how many results of the round are in.
pub fn show(turn: &Turn<'_>, round: &Round) -> Result<(), Halt> {
    if round.part.is_some() {
        return knockout::show_progress(turn);
    }
    let games = game::of_round(turn.tx, round.id)?;
    let tables_in = |wanted: &[Status]| -> Vec<u32> {
        let found = games.iter().filter(|game| wanted.contains(&game.status));
        found.map(|game| game.table).collect()
    };
    let progress = Said::Progress {
        number: round.number,
        tables: games.len(),
        open: tables_in(&[Status::Open]),
        waiting: tables_in(&[Status::Pending, Status::Disputed]),
    };
    turn.show_group(&slot(round), progress)
}

/// The round does not stand any more: its message says so.
pub(super) fn withdraw(turn: &Turn<'_>, round: &Round) -> Result<(), Halt> {
    let number = round.number;
    turn.show_group(&slot(round), Said::TakenBack { number })
}

/// After a result became final: the progress message, and when it was the last one, the standings.
pub fn after_result(turn: &Turn<'_>, round: i64) -> Result<(), Halt> {
    let Some(round) = round::find(turn.tx, round)? else {
        return Ok(());
    };
    if round.part.is_some() {
        return knockout::after_result(turn, &round);
    }
    show(turn, &round)?;
    game_record::update(turn, &round)?;
    let open = game::of_round(turn.tx, round.id)?
        .iter()
        .any(|game| game.outcome.is_none());
    match (round.state, open) {
        (State::Published, false) => complete(turn, &round),
        (State::Closed, true) => {
            round::finish_stage(turn.tx, round.stage, None)?;
            Ok(round::reopen(turn.tx, round.id)?)
        }
        // A ruling changed a result of a complete round: the table is told anew.
        (State::Closed, false) => tell_standings(turn),
        (State::Published | State::Proposed, _) => Ok(()),
    }
}

/// After a final result became another one: only the change is announced, but a table that was final is
/// told anew, and a lot may be due.
pub(super) fn after_correction(turn: &Turn<'_>, round: &Round) -> Result<(), Halt> {
    game_record::update(turn, round)?;
    if round::stage_finished(turn.tx, round.stage)?.is_some() {
        tell_standings(turn)?;
    }
    Ok(())
}

fn complete(turn: &Turn<'_>, round: &Round) -> Result<(), Halt> {
    round::close(turn.tx, round.id, turn.now)?;
    let last = round.number >= turn.swiss().rounds;
    if last {
        round::finish_stage(turn.tx, round.stage, Some(turn.now))?;
    }
    turn.journal(Entry {
        action: "round.complete".into(),
        subject: format!("round {}", round.number),
        ..Entry::default()
    })?;
    tell_standings(turn)?;
    turn.tell_arbiters(Said::Complete {
        number: round.number,
        last,
    })?;
    game_record::closed(turn, round)
}

/// The table of each section, to the group, and that of the teams; to the arbiters, if a lot is due.
pub(super) fn tell_standings(turn: &Turn<'_>) -> Result<(), Halt> {
    let field = Field::load(turn)?;
    let tables = table::tables(turn, &field);
    for table in &tables {
        turn.tell_group(table.clone())?;
    }
    print::announce(turn, tables)?;
    prizes::watch(turn)?;
    ranking_lot::tell(turn, &field)
}

/// The final table anew, if anybody stands elsewhere in it than in the one `before`.
pub(super) fn tell_moved(turn: &Turn<'_>, before: &Field) -> Result<(), Halt> {
    let after = Field::load(turn)?;
    let compared = table::compare(turn, |one| ranked(before, one), |one| ranked(&after, one));
    let moved = compared.iter().any(|(_, row)| row.is_changed());
    let teams = |field: &Field| -> Vec<(String, Option<u32>)> {
        let rows = team::standings(turn, field).into_iter();
        rows.map(|row| (row.team, row.rank)).collect()
    };
    if moved || teams(before) != teams(&after) {
        tell_standings(turn)?;
    }
    Ok(())
}

fn slot(round: &Round) -> String {
    format!("progress/{}", round.id)
}
