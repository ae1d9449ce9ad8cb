use std::collections::BTreeMap;
use std::collections::HashMap;

use super::row::row;
use super::{Column, Fault, Line, RosterRules, Row, Why, value};

/// A roster as it was read.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Read {
    /// Rows without fault, in order.
    pub rows: Vec<Row>,
    /// Every fault of every other row.
    pub faults: Vec<Fault>,
}

/// The file has no line of headings with the columns that are needed; these are missing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Headless(pub Vec<Column>);

/// Lines above the headings: titles and notes.
const ABOVE: usize = 10;

/// Reads a roster. The headings stand in one of the first lines; a row whose name begins with `例` is an
/// example and read over.
pub fn read(lines: &[Line], rules: &RosterRules<'_>) -> Result<Read, Headless> {
    let headed = lines
        .iter()
        .take(ABOVE)
        .enumerate()
        .map(|(at, line)| (at, headings(line)))
        .max_by_key(|(at, columns)| (columns.len(), std::cmp::Reverse(*at)));
    let (at, columns) = headed.unwrap_or_default();
    let missing: Vec<Column> = Column::NEEDED
        .into_iter()
        .filter(|needed| !columns.contains_key(needed))
        .collect();
    if !missing.is_empty() {
        return Err(Headless(missing));
    }
    let mut read = Read::default();
    for line in lines.iter().skip(at + 1) {
        let name = columns.get(&Column::Name).and_then(|at| line.cells.get(at));
        if name.is_some_and(|name| value::text(name).starts_with('例')) {
            continue;
        }
        match row(line, &columns, rules) {
            Ok(row) => read.rows.push(row),
            Err(faults) => read.faults.extend(faults),
        }
    }
    refuse_doubles(&mut read);
    read.faults.sort_by_key(|fault| fault.row);
    Ok(read)
}

fn headings(line: &Line) -> BTreeMap<Column, usize> {
    let mut columns = BTreeMap::new();
    for (at, cell) in &line.cells {
        if let Some(column) = Column::called(&value::text(cell)) {
            columns.entry(column).or_insert(*at);
        }
    }
    columns
}

/// The same document, or the same name and birth date, twice in one competition.
fn refuse_doubles(read: &mut Read) {
    let mut seen: HashMap<(String, String), u32> = HashMap::new();
    let faults = &mut read.faults;
    read.rows.retain(|row| {
        let name = (
            row.competition.clone(),
            format!("{} {}", row.name.as_str(), row.born),
        );
        let document = (row.competition.clone(), value::identity(&row.identity));
        let before = [&document, &name].into_iter().find_map(|key| seen.get(key));
        if let Some(before) = before {
            faults.push(Fault {
                row: row.row,
                column: Some(Column::Name),
                value: row.name.as_str().to_owned(),
                why: Why::SameInFile(*before),
            });
            return false;
        }
        seen.insert(document, row.row);
        seen.insert(name, row.row);
        true
    });
}
