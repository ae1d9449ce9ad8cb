use super::super::prize::{foot, note, of};
use super::rank;
use crate::config::Config;
use crate::desk::notice::{PrizeList, PrizeRow, PrizesOf, Winner};
use crate::render::{Cell, Column, Kind, Row, Sheet};

/// 获奖名单.
pub fn sheet(list: &PrizeList, undecided: Option<u32>, config: &Config) -> Sheet {
    let is_team = matches!(list.of, PrizesOf::Teams);
    let has_teams = list
        .rows
        .iter()
        .any(|row| matches!(&row.who, Winner::Player(tag) if tag.team.is_some()));
    let has_awards = list.rows.iter().any(|row| !row.awards.is_empty());
    let mut columns = vec![match list.of {
        PrizesOf::Special => Column::new("单项奖", Kind::Text),
        _ => Column::new("名次", Kind::Figure),
    }];
    if is_team {
        columns.push(Column::new("团体", Kind::Text));
    } else {
        columns.extend(super::player_columns("姓名", Kind::Text, has_teams));
    }
    columns.push(Column::new("奖金（元）", Kind::Main));
    if has_awards {
        columns.push(Column::new("奖项", Kind::Text));
    }
    // A special prize that nobody has yet is no row.
    let given = |row: &&PrizeRow| row.who != Winner::NotYet;
    let rows = list.rows.iter().filter(given).map(|row| {
        let mut cells = vec![match &row.special {
            Some(name) => Cell::Text(name.clone()),
            None => rank(row.rank, row.sharing > 1),
        }];
        match &row.who {
            Winner::Player(tag) => cells.extend(super::player(tag, row.out, has_teams)),
            Winner::Team(name) => cells.push(Cell::Text(name.clone())),
            Winner::NotYet => {}
        }
        cells.push(match row.fen {
            0 => Cell::Blank,
            fen => Cell::Fen(fen),
        });
        if has_awards {
            cells.push(Cell::text(Some(&row.awards.join("、"))));
        }
        Row::plain(cells)
    });
    Sheet {
        title: "获奖名单".to_owned(),
        subtitle: match of(&list.of) {
            "" => format!("{}{}", config.event.short_name, note(config)),
            name => format!("{name}{}", note(config)),
        },
        columns,
        rows: rows.collect(),
        notes: vec![foot(list, undecided).plain()],
        ..Sheet::default()
    }
}
