use super::super::{table, team};
use super::rank;
use crate::config::TeamScoring;
use crate::desk::notice::{TeamRow, Teams};
use crate::render::sheet::Look;
use crate::render::{Cell, Column, Kind, Row, Sheet};

/// 团体: each team, its members below it.
pub fn sheet(teams: &Teams) -> Sheet {
    let total = match teams.scoring {
        TeamScoring::Ranks => "名次和",
        TeamScoring::PointsThenBestRank | TeamScoring::PointsThenBestPoints => "总分",
    };
    let columns = vec![
        Column::new("名次", Kind::Figure),
        Column::new("团体", Kind::Text),
        Column::new(total, Kind::Main),
        Column::new("编号", Kind::Figure),
        Column::new("队员", Kind::Text),
        Column::new("积分", Kind::Figure),
        Column::new("个人名次", Kind::Figure),
    ];
    let mut notes = vec![team::rule(teams.scoring).to_owned()];
    notes.extend(table::left_out(teams.open));
    notes.extend(table::open_note(team::is_open(teams)).map(str::to_owned));
    Sheet {
        title: team::title(teams).to_owned(),
        subtitle: table::as_of(teams.after, teams.of),
        columns,
        rows: teams
            .rows
            .iter()
            .flat_map(|row| rows(row, teams.scoring))
            .collect(),
        notes,
        ..Sheet::default()
    }
}

fn rows(row: &TeamRow, scoring: TeamScoring) -> impl Iterator<Item = Row> + use<'_> {
    let place = match row.rank {
        Some(place) => rank(place, row.shared),
        None => Cell::Text(format!("缺 {} 人", row.missing)),
    };
    let total = match scoring {
        TeamScoring::Ranks => row.ranks,
        TeamScoring::PointsThenBestRank | TeamScoring::PointsThenBestPoints => row.points,
    };
    let team = vec![
        place,
        Cell::Text(row.team.clone()),
        Cell::Number(i64::from(total)),
    ];
    let head = Row {
        cells: team,
        look: Look::Chosen,
    };
    let members = row.members.iter().map(|(tag, place, points)| {
        Row::plain(vec![
            Cell::Blank,
            Cell::Blank,
            Cell::Blank,
            Cell::Number(i64::from(tag.no.0)),
            Cell::Text(format!("{}{}", tag.name, team::mark(row, tag))),
            Cell::Number(i64::from(*points)),
            Cell::Number(i64::from(*place)),
        ])
    });
    std::iter::once(head).chain(members)
}
