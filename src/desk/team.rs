//! The table of the teams, from the same games as the individual one.

use std::collections::{BTreeSet, HashMap};

use super::Turn;
use super::field::Field;
use super::notice::{TeamRow, Teams};
use super::table::{Counted, counted, ranked};
use crate::config::Team;
use crate::store::registration::Registration;
use crate::tournament::StartNumber;
use crate::tournament::standings::Standing;
use crate::tournament::team::{TeamStanding, team_standings};

/// The table of the teams; `None` where the competition has none.
pub fn table(turn: &Turn<'_>, field: &Field) -> Option<Teams> {
    let scoring = turn.competition().team?.scoring;
    let Counted {
        after,
        open,
        is_final,
    } = counted(turn, field);
    let table = ranked(field, None);
    let unfinished = table.iter().filter(|row| row.tally.open > 0);
    let unfinished: BTreeSet<StartNumber> = unfinished.map(|row| row.no).collect();
    let rows = standings(turn, field).into_iter().map(|row| TeamRow {
        unfinished: row
            .members
            .iter()
            .map(|member| member.no)
            .filter(|no| unfinished.contains(no))
            .collect(),
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
    of_table(&team, field, &ranked(field, None))
}

/// The same by any table of the stage.
pub(super) fn of_table(team: &Team, field: &Field, table: &[Standing]) -> Vec<TeamStanding> {
    let players = field.history.players.iter();
    let teams: HashMap<StartNumber, &str> = players
        .filter_map(|player| Some((player.no, player.team.as_deref()?)))
        .collect();
    // Who was removed brings the team nothing.
    let stays = |no: &StartNumber| !field.placeless.contains(no);
    let team_of = |no| teams.get(&no).copied().filter(|_| stays(&no));
    team_standings(table, team_of, team.scoring, team.size, team.short)
}
