use super::super::words::{day_and_hour, outcome};
use super::{player, player_columns};
use crate::config::Config;
use crate::desk::notice::{PlayerTag, Tables};
use crate::render::{Cell, Column, Kind, Row, Sheet};

/// 对阵, with the results that are in.
pub fn sheet(tables: &Tables, config: &Config) -> Sheet {
    let resting = tables.byes.iter().chain(&tables.absent);
    let at_tables = tables.rows.iter().flat_map(|row| [&row.red, &row.black]);
    let teams = at_tables.chain(resting).any(|tag| tag.team.is_some());
    let mut columns = vec![Column::new("台次", Kind::Figure)];
    columns.extend(player_columns("红方", Kind::Red, teams));
    columns.push(Column::new("结果", Kind::Result));
    columns.extend(player_columns("黑方", Kind::Text, teams));
    let mut rows: Vec<Row> = tables
        .rows
        .iter()
        .map(|row| {
            let mut cells = vec![Cell::Number(i64::from(row.table))];
            cells.extend(player(&row.red, false, teams));
            cells.push(Cell::text(row.outcome.map(outcome)));
            cells.extend(player(&row.black, false, teams));
            Row::plain(cells)
        })
        .collect();
    let away = |word: &'static str| {
        move |tag: &PlayerTag| {
            let mut cells = vec![Cell::Text(word.to_owned())];
            cells.extend(player(tag, false, teams));
            Row::plain(cells)
        }
    };
    rows.extend(tables.byes.iter().map(away("轮空")));
    rows.extend(tables.absent.iter().map(away("请假")));
    let starts = tables
        .starts
        .map(|at| format!("{} 开赛", day_and_hour(at, config)));
    Sheet {
        title: format!("第{}轮对阵", tables.number),
        subtitle: starts.unwrap_or_else(|| format!("共{}轮", tables.of)),
        columns,
        rows,
        ..Sheet::default()
    }
}
