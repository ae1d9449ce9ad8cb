//! The table of the teams of an individual competition: 团体.

use std::collections::BTreeMap;

use super::StartNumber;
use super::standings::Standing;
use crate::config::{ShortTeam, TeamScoring};

/// A row of the team table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TeamStanding {
    /// Place, from 1, shared by teams level in everything; `None`: too few members to be ranked.
    pub rank: Option<u32>,
    /// Others have the same rank.
    pub shared: bool,
    pub team: String,
    /// Sum of the members' points.
    pub points: u32,
    /// Sum of the members' individual ranks, a missing member as one place after the last.
    pub ranks: u32,
    /// Those who count, best individual rank first.
    pub members: Vec<Member>,
    /// Members short of the team's size.
    pub missing: u32,
}

/// What a member brings to the team.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Member {
    pub no: StartNumber,
    pub rank: u32,
    pub points: u32,
}

/// Ranks the teams by the individual table, in which every player stands. `team_of` names the team of a
/// player, `None` for one who plays for nobody.
///
/// `size` is how many members a full team has; without it all members of a team count and no team is
/// short. Of a team with more, the best `size` by rank count. Chengdu-Chongqing regulation, supplement,
/// clause 3.2: the sum of all members' points, then the best individual rank.
pub fn team_standings<'a>(
    table: &[Standing],
    team_of: impl Fn(StartNumber) -> Option<&'a str>,
    scoring: TeamScoring,
    size: Option<u32>,
    short: ShortTeam,
) -> Vec<TeamStanding> {
    let after_last = u32::try_from(table.len()).map_or(u32::MAX, |players| players + 1);
    let mut members: BTreeMap<&str, Vec<Member>> = BTreeMap::new();
    for standing in table {
        if let Some(team) = team_of(standing.no) {
            members.entry(team).or_default().push(Member {
                no: standing.no,
                rank: standing.rank,
                points: standing.tally.points,
            });
        }
    }
    let mut rows: Vec<TeamStanding> = members
        .into_iter()
        .map(|(team, mut members)| {
            members.sort_by_key(|member| (member.rank, member.no));
            let full = size.map_or(members.len(), |size| size as usize);
            members.truncate(full);
            let missing = u32::try_from(full - members.len()).unwrap_or(u32::MAX);
            let ranks: u32 = members.iter().map(|member| member.rank).sum();
            TeamStanding {
                rank: None,
                shared: false,
                team: team.to_owned(),
                points: members.iter().map(|member| member.points).sum(),
                ranks: ranks.saturating_add(missing.saturating_mul(after_last)),
                members,
                missing,
            }
        })
        .collect();
    let is_ranked = |row: &TeamStanding| row.missing == 0 || short == ShortTeam::CountsLast;
    rows.sort_by(|one, other| {
        (!is_ranked(one), merit(one, scoring), &one.team).cmp(&(
            !is_ranked(other),
            merit(other, scoring),
            &other.team,
        ))
    });
    let merits: Vec<_> = rows.iter().map(|row| merit(row, scoring)).collect();
    for (index, row) in rows.iter_mut().enumerate() {
        if !(row.missing == 0 || short == ShortTeam::CountsLast) {
            continue;
        }
        let own = &merits[index];
        let before = merits.iter().take(index).take_while(|merit| *merit < own);
        row.rank = u32::try_from(before.count()).map_or(None, |better| Some(better + 1));
    }
    let ranks: Vec<Option<u32>> = rows.iter().map(|row| row.rank).collect();
    for row in &mut rows {
        let same = ranks.iter().filter(|&&rank| rank == row.rank).count();
        row.shared = row.rank.is_some() && same > 1;
    }
    rows
}

/// Smaller is better.
fn merit(row: &TeamStanding, scoring: TeamScoring) -> (i64, i64) {
    let points = -i64::from(row.points);
    let best = row.members.first();
    match scoring {
        TeamScoring::PointsThenBestRank => {
            (points, best.map_or(i64::MAX, |best| i64::from(best.rank)))
        }
        TeamScoring::PointsThenBestPoints => {
            let best = row.members.iter().map(|member| member.points).max();
            (points, -best.map_or(-1, i64::from))
        }
        TeamScoring::Ranks => (i64::from(row.ranks), 0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::standings::Tally;

    /// Players 1, 2, … in the order of the table, with points and team.
    fn table(rows: &[(u32, &'static str)]) -> (Vec<Standing>, Vec<&'static str>) {
        let standings = (1..).zip(rows).map(|(rank, &(points, _))| Standing {
            rank,
            shared: false,
            lot: None,
            awaits_lot: false,
            no: StartNumber(rank),
            values: Vec::new(),
            tally: Tally {
                points,
                ..Tally::default()
            },
        });
        (standings.collect(), rows.iter().map(|row| row.1).collect())
    }

    fn rank(
        rows: &[(u32, &'static str)],
        scoring: TeamScoring,
        size: Option<u32>,
        short: ShortTeam,
    ) -> Vec<(String, Option<u32>, u32)> {
        let (table, teams) = table(rows);
        let team_of = |no: StartNumber| {
            let team = teams.get(no.0 as usize - 1).copied();
            team.filter(|team| !team.is_empty())
        };
        team_standings(&table, team_of, scoring, size, short)
            .into_iter()
            .map(|row| (row.team, row.rank, row.points))
            .collect()
    }

    fn row(team: &str, rank: Option<u32>, points: u32) -> (String, Option<u32>, u32) {
        (team.to_owned(), rank, points)
    }

    #[test]
    fn the_sum_of_points_then_the_best_rank() {
        let rows = [(12, "b"), (11, "a"), (10, "a"), (9, "b"), (9, "")];
        assert_eq!(
            rank(
                &rows,
                TeamScoring::PointsThenBestRank,
                None,
                ShortTeam::Unranked
            ),
            [row("b", Some(1), 21), row("a", Some(2), 21)]
        );
        let more = [(12, "b"), (11, "a"), (11, "a"), (9, "b")];
        assert_eq!(
            rank(
                &more,
                TeamScoring::PointsThenBestRank,
                None,
                ShortTeam::Unranked
            )[0],
            row("a", Some(1), 22)
        );
    }

    #[test]
    fn the_other_scorings() {
        // a: ranks 2 and 3; b: 1 and 4: level on ranks and on points.
        let rows = [(12, "b"), (11, "a"), (10, "a"), (9, "b")];
        let by_ranks = rank(&rows, TeamScoring::Ranks, None, ShortTeam::Unranked);
        assert_eq!(by_ranks, [row("a", Some(1), 21), row("b", Some(1), 21)]);
        let by_points = rank(
            &rows,
            TeamScoring::PointsThenBestPoints,
            None,
            ShortTeam::Unranked,
        );
        assert_eq!(by_points[0], row("b", Some(1), 21));
    }

    #[test]
    fn a_short_team_is_unranked_or_counts_last() {
        let rows = [
            (14, "b"),
            (11, "a"),
            (10, "a"),
            (3, "c"),
            (2, "c"),
            (1, "c"),
        ];
        let size = Some(2);
        assert_eq!(
            rank(
                &rows,
                TeamScoring::PointsThenBestRank,
                size,
                ShortTeam::Unranked
            ),
            [
                row("a", Some(1), 21),
                // The best two of three count.
                row("c", Some(2), 5),
                row("b", None, 14),
            ]
        );
        // b: 1 + 7 for the missing member, c: 4 + 5, a: 2 + 3.
        assert_eq!(
            rank(&rows, TeamScoring::Ranks, size, ShortTeam::CountsLast),
            [
                row("a", Some(1), 21),
                row("b", Some(2), 14),
                row("c", Some(3), 5),
            ]
        );
    }
}
