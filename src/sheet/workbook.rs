//! XLSX: the first sheet, cell by cell, so that a lone cell far down makes no huge table.

use std::collections::BTreeMap;
use std::io::Cursor;

use calamine::{DataRef, Reader, Xlsx};

use super::{MOST_COLUMNS, MOST_LINES, SheetFault};
use crate::tournament::roster_file::{Cell, Line};

pub fn read(bytes: &[u8]) -> Result<Vec<Line>, SheetFault> {
    let broken = |_| SheetFault::Unreadable;
    let mut book: Xlsx<_> = Xlsx::new(Cursor::new(bytes)).map_err(broken)?;
    let sheet = book.sheet_names().into_iter().next();
    let sheet = sheet.ok_or(SheetFault::Unreadable)?;
    let mut reader = book.worksheet_cells_reader(&sheet).map_err(broken)?;
    let mut lines: BTreeMap<u32, BTreeMap<usize, Cell>> = BTreeMap::new();
    while let Some(found) = reader.next_cell().map_err(broken)? {
        let (row, column) = found.get_position();
        let column = usize::try_from(column).unwrap_or(usize::MAX);
        let Some(cell) = cell(found.get_value()).filter(|_| column < MOST_COLUMNS) else {
            continue;
        };
        lines.entry(row).or_default().insert(column, cell);
        if lines.len() > MOST_LINES {
            return Err(SheetFault::TooLong);
        }
    }
    let line = |(row, cells): (u32, _)| Line {
        row: row.saturating_add(1),
        cells,
    };
    Ok(lines.into_iter().map(line).collect())
}

/// `None`: nothing stands there.
fn cell(data: &DataRef<'_>) -> Option<Cell> {
    match data {
        DataRef::Empty | DataRef::DurationIso(_) => None,
        DataRef::String(text) => self::text(text),
        DataRef::SharedString(text) => self::text(text),
        #[allow(clippy::cast_precision_loss)]
        DataRef::Int(number) => Some(Cell::Number(*number as f64)),
        DataRef::Float(number) => Some(Cell::Number(*number)),
        DataRef::Bool(yes) => self::text(if *yes { "是" } else { "否" }),
        DataRef::DateTime(moment) => Some(match moment.as_datetime() {
            Some(moment) => Cell::Date(moment.date()),
            None => Cell::Number(moment.as_f64()),
        }),
        DataRef::DateTimeIso(text) => match text.get(..10).and_then(|day| day.parse().ok()) {
            Some(day) => Some(Cell::Date(day)),
            None => self::text(text),
        },
        DataRef::Error(error) => self::text(&error.to_string()),
    }
}

fn text(text: &str) -> Option<Cell> {
    (!text.trim().is_empty()).then(|| Cell::Text(text.to_owned()))
}
