use serde_json::{Value, json};

use super::sheet::{Cell, Look, Sheet};

/// Sheets as JSON: for each its titles, its columns, and its rows as lists of cells in their order. Numbers are
/// numbers, amounts are in yuan, and a blank cell is `null`. A row that is a heading is an object.
pub fn json(sheets: &[Sheet]) -> Vec<u8> {
    let all: Vec<Value> = sheets.iter().map(sheet).collect();
    let mut bytes = format!("{:#}", json!({ "tables": all })).into_bytes();
    bytes.push(b'\n');
    bytes
}

fn sheet(sheet: &Sheet) -> Value {
    let titles = sheet.columns.iter().map(|column| column.title.as_str());
    let rows = sheet.rows.iter().map(|row| match row.look {
        Look::Heading => json!({ "heading": row.cell(0).shown() }),
        Look::Plain | Look::Chosen => {
            let cells = (0..sheet.columns.len()).map(|column| cell(row.cell(column)));
            Value::Array(cells.collect())
        }
    });
    json!({
        "event": sheet.event,
        "title": sheet.title,
        "as_of": sheet.subtitle,
        "columns": titles.collect::<Vec<_>>(),
        "rows": rows.collect::<Vec<_>>(),
        "notes": sheet.notes,
    })
}

fn cell(cell: &Cell) -> Value {
    match cell {
        Cell::Blank => Value::Null,
        Cell::Text(text) => json!(text),
        Cell::Number(number) | Cell::Marked { number, .. } => json!(number),
        Cell::Fen(fen) if fen % 100 == 0 => json!(fen / 100),
        Cell::Fen(_) => json!(cell.shown().parse::<f64>().unwrap_or_default()),
    }
}
