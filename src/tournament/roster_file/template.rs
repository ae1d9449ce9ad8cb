use super::{Column, RosterRules};

/// A sample of a roster as CSV: the headings, and one example that is read over when it is sent back. Begins
/// with a byte order mark, so that a spreadsheet opens it as UTF-8.
pub fn template(rules: &RosterRules<'_>) -> String {
    let found = rules
        .competitions
        .iter()
        .find(|one| one.key == rules.competition);
    let section = found.and_then(|one| one.sections.first());
    let pool = rules.registration.pools_of(rules.competition).next();
    let example = |column: Column| -> String {
        match column {
            Column::Name => "例：张三（这一行不会导入）".to_owned(),
            Column::Sex => "男".to_owned(),
            Column::Born => "1990-05-04".to_owned(),
            Column::DocumentKind => "身份证".to_owned(),
            Column::Document => "18位号码，单元格设为文本".to_owned(),
            Column::Phone => "11位手机号".to_owned(),
            Column::Title => "无".to_owned(),
            Column::Section => section.map(|one| one.name.clone()).unwrap_or_default(),
            Column::Competition => found.map(|one| one.name.clone()).unwrap_or_default(),
            Column::Team => "单位或队名，可空".to_owned(),
            Column::Rating => "没有可空".to_owned(),
            Column::Pool => pool.map(|pool| pool.name.clone()).unwrap_or_default(),
            Column::GuardianName => "未成年人必填".to_owned(),
            Column::GuardianPhone => "未成年人必填".to_owned(),
        }
    };
    let line = |cells: Vec<String>| {
        let cells: Vec<String> = cells.iter().map(|cell| quoted(cell)).collect();
        cells.join(",")
    };
    let headings = line(
        Column::all()
            .map(|column| column.heading().to_owned())
            .collect(),
    );
    let example = line(Column::all().map(example).collect());
    format!("\u{feff}{headings}\r\n{example}\r\n")
}

fn quoted(cell: &str) -> String {
    if cell.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.to_owned()
    }
}
