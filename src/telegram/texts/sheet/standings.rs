use super::super::table;
use super::super::words::key;
use super::{player, player_columns, rank};
use crate::config::RankKey;
use crate::desk::notice::{PlayerTag, Standings};
use crate::render::sheet::Look;
use crate::render::{Cell, Column, Kind, Row, Sheet};

/// 积分榜, every figure in a column.
pub fn sheet(table: &Standings) -> Sheet {
    let teams = table.rows.iter().any(|row| row.player.team.is_some());
    let mut columns = vec![Column::new("名次", Kind::Figure)];
    columns.extend(player_columns("姓名", Kind::Text, teams));
    // The start number stands before the name already.
    let shown = |shown: &RankKey| *shown != RankKey::StartNumber;
    let keys = table.keys.iter().filter(|one| shown(one));
    columns.extend(keys.map(|one| {
        let kind = match one {
            RankKey::Points => Kind::Main,
            _ => Kind::Figure,
        };
        Column::new(key(*one), kind)
    }));
    let marks = table
        .rows
        .iter()
        .any(|row| table::mark(row, table).is_some());
    if marks {
        let goes_on = table.rows.iter().any(|row| row.goes_on);
        let title = if goes_on { "备注" } else { "抽签" };
        columns.push(Column::new(title, Kind::Figure));
    }
    let rows = table.rows.iter().map(|row| {
        let place = match row.placeless {
            true => Cell::text(None),
            false => rank(row.rank, row.shared),
        };
        let mut cells = vec![place];
        let open = if row.open > 0 { table::OPEN } else { "" };
        let named = PlayerTag {
            name: format!("{}{open}{}", row.player.name, table::out(row)),
            ..row.player.clone()
        };
        cells.extend(player(&named, false, teams));
        let figures = table.keys.iter().zip(&row.values);
        cells.extend(
            figures
                .filter(|(one, _)| shown(one))
                .map(|(_, figure)| Cell::figure(figure)),
        );
        if marks {
            cells.push(Cell::text(table::mark(row, table).as_deref()));
        }
        Row {
            cells,
            look: if row.goes_on {
                Look::Chosen
            } else {
                Look::Plain
            },
        }
    });
    let mut notes = vec![format!("依次比较：{}", table::keys(table))];
    if let Some(open) = table::left_out(table.open) {
        notes.push(open);
    }
    let open = table.rows.iter().any(|row| row.open > 0);
    notes.extend(table::open_note(open).map(str::to_owned));
    notes.extend(table::foot_note(table));
    Sheet {
        title: table::title(table),
        subtitle: table::as_of(table.after, table.of),
        columns,
        rows: rows.collect(),
        notes,
        ..Sheet::default()
    }
}
