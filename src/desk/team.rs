//! The table of the teams, from the same games as the individual one.

use super::Turn;
use super::field::Field;
use super::notice::{TeamRow, Teams};
use super::table::{Counted, counted, ranked};
use crate::store::registration::Registration;
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

/// How many players each team has among these, most first, where all members count and the teams are not
/// alike in number; else nothing. A larger team has more points to add up.
pub(super) fn unequal(turn: &Turn<'_>, players: &[Registration]) -> Vec<(String, u32)> {
    let competition = turn.competition();
    if competition.team.is_none_or(|team| team.size.is_some()) {
        return Vec::new();
    }
    let count = |team: &String| {
        let members = players
            .iter()
            .filter(|player| player.team.as_ref() == Some(team));
        (
            team.clone(),
            u32::try_from(members.count()).unwrap_or(u32::MAX),
        )
    };
    let mut sizes: Vec<_> = competition.teams.iter().map(count).collect();
    sizes.sort_by_key(|(_, members)| std::cmp::Reverse(*members));
    let is_even = sizes.windows(2).all(|pair| pair[0].1 == pair[1].1);
    if is_even { Vec::new() } else { sizes }
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
