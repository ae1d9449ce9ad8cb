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
    Sheet {
        title: format!("第{}轮对阵", tables.number),
        subtitle: subtitle(tables, config),
        columns,
        rows,
        ..Sheet::default()
    }
}

/// 成绩单: both players of a table sign the result.
pub fn to_sign(tables: &Tables, config: &Config) -> Sheet {
    let mut columns = vec![Column::new("台", Kind::Figure)];
    columns.extend(player_columns("红方", Kind::Red, false));
    columns.extend(player_columns("黑方", Kind::Text, false));
    columns.push(Column::new("结果", Kind::Result));
    // As wide as a name is written by hand, also in a workbook.
    columns.push(Column::new("　红方签字　", Kind::Result));
    columns.push(Column::new("　黑方签字　", Kind::Result));
    let rows = tables.rows.iter().map(|row| {
        let mut cells = vec![Cell::Number(i64::from(row.table))];
        cells.extend(player(&row.red, false, false));
        cells.extend(player(&row.black, false, false));
        cells.push(Cell::text(row.outcome.map(outcome)));
        Row::plain(cells)
    });
    Sheet {
        title: format!("第{}轮成绩单", tables.number),
        subtitle: subtitle(tables, config),
        columns,
        rows: rows.collect(),
        notes: vec!["赛后双方核对结果，签字后离场。裁判签字：".to_owned()],
        ..Sheet::default()
    }
}

/// When it starts, else of how many rounds it is one.
fn subtitle(tables: &Tables, config: &Config) -> String {
    let starts = tables.starts;
    let starts = starts.map(|at| format!("{} 开赛", day_and_hour(at, config)));
    starts.unwrap_or_else(|| format!("共{}轮", tables.of))
}
