//! The table of the teams, from the same games as the individual one.

use super::Turn;
use super::field::Field;
use super::notice::{TeamRow, Teams};
use super::table::{Counted, counted, ranked};
use crate::tournament::team::{TeamStanding, team_standings};

/// The table of the teams; `None` where the competition has none.
pub fn table(turn: &Turn<'_>, field: &Field) -> Option<Teams> {
    let scoring = turn.competition().team?.scoring;
    let Counted {
        after,
        open,
        is_final,
    } = counted(turn, field);
    let rows = standings(turn, field).into_iter().map(|row| TeamRow {
        rank: row.rank,
        shared: row.shared,
        team: row.team,
        points: row.points,
        ranks: row.ranks,
        members: row
            .members
            .into_iter()
            .map(|member| (field.tag(member.no), member.rank, member.points))
            .collect(),
        missing: row.missing,
    });
    Some(Teams {
        after,
        of: turn.swiss().rounds,
        open,
        is_final,
        scoring,
        rows: rows.collect(),
    })
}

/// The ranking of the teams; nothing where the competition has none.
pub(super) fn standings(turn: &Turn<'_>, field: &Field) -> Vec<TeamStanding> {
    let Some(team) = turn.competition().team else {
        return Vec::new();
    };
    let table = ranked(turn, field, None);
    let team_of = |no| field.player(no)?.team.as_deref();
    team_standings(&table, team_of, team.scoring, team.size, team.short)
}
