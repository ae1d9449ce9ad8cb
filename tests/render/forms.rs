//! Every form says the same.

use std::io::Cursor;

use calamine::{Data, Reader, Xlsx};
use proptest::prelude::*;
use qisai::render::draft::{Draft, FileForm};
use qisai::render::layout::layout;
use qisai::render::sheet::Look;
use qisai::render::{Cell, Column, Kind, Paper, Row, Sheet, json, pdf, xlsx};
use serde_json::Value;

use super::standings;
use super::tiny_font::TinyFont;

/// Rows above the first of the table in a worksheet: event, title, column titles.
const ABOVE: usize = 3;

/// What a text becomes where control characters have no place.
fn readable(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_control()).collect()
}

fn check_xlsx(sheets: &[Sheet]) {
    let bytes = xlsx::xlsx(sheets).expect("a workbook");
    let mut book: Xlsx<_> = calamine::open_workbook_from_rs(Cursor::new(bytes)).expect("readable");
    let names = book.sheet_names();
    assert_eq!(names.len(), sheets.len());
    for (name, sheet) in names.iter().zip(sheets) {
        assert!(name.encode_utf16().count() <= 31, "{name}");
        let range = book.worksheet_range(name).expect("a worksheet");
        let at = |row: usize, column: usize| {
            let place = (u32::try_from(row).unwrap(), u32::try_from(column).unwrap());
            range.get_value(place).cloned().unwrap_or(Data::Empty)
        };
        for (column, one) in sheet.columns.iter().enumerate() {
            assert_eq!(at(ABOVE - 1, column), Data::String(one.title.clone()));
        }
        for (index, row) in sheet.rows.iter().enumerate() {
            for column in 0..sheet.columns.len() {
                let found = at(index + ABOVE, column);
                match row.cell(column) {
                    Cell::Blank => assert_eq!(found, Data::Empty),
                    Cell::Text(text) if readable(text).is_empty() => {
                        assert!(matches!(found, Data::Empty | Data::String(_)));
                    }
                    Cell::Text(text) => assert_eq!(found, Data::String(readable(text))),
                    Cell::Number(number) | Cell::Marked { number, .. } => {
                        assert_eq!(found, Data::Float(*number as f64));
                    }
                    Cell::Fen(fen) => assert_eq!(found, Data::Float(*fen as f64 / 100.0)),
                }
            }
        }
    }
}

fn check_json(sheets: &[Sheet]) {
    let all: Value = serde_json::from_slice(&json::json(sheets)).expect("JSON");
    for (table, sheet) in all["tables"].as_array().expect("tables").iter().zip(sheets) {
        assert_eq!(table["title"], sheet.title.as_str());
        let rows = table["rows"].as_array().expect("rows");
        assert_eq!(rows.len(), sheet.rows.len());
        for (found, row) in rows.iter().zip(&sheet.rows) {
            if row.look == Look::Heading {
                assert_eq!(found["heading"], row.cell(0).shown().as_str());
                continue;
            }
            for column in 0..sheet.columns.len() {
                let shown = row.cell(column).shown();
                let found = match &found[column] {
                    Value::Null => String::new(),
                    Value::String(text) => text.clone(),
                    number => number.to_string(),
                };
                match row.cell(column) {
                    Cell::Marked { number, .. } => assert_eq!(found, number.to_string()),
                    Cell::Fen(_) => {
                        assert_eq!(found.parse::<f64>(), shown.parse::<f64>());
                    }
                    _ => assert_eq!(found, shown),
                }
            }
        }
    }
}

/// Every cell is written on the paper, whole or, where it is too long, cut behind its beginning.
fn check_drawn(sheet: &Sheet, paper: Paper) {
    let font = TinyFont::new();
    let pages = layout(sheet, paper, &font.fonts()).expect("a layout");
    let mut texts: Vec<&str> = pages.iter().flat_map(|page| page.texts()).collect();
    let mut cut = Vec::new();
    for row in &sheet.rows {
        let columns = match row.look {
            Look::Heading => 1,
            Look::Plain | Look::Chosen => sheet.columns.len(),
        };
        let shown = (0..columns).map(|column| row.cell(column).shown());
        for shown in shown.filter(|shown| !shown.is_empty()) {
            match texts.iter().position(|text| *text == shown) {
                Some(whole) => drop(texts.swap_remove(whole)),
                None => cut.push(shown),
            }
        }
    }
    for shown in cut {
        let begins = |text: &str| {
            let start = text.strip_suffix('…')?;
            shown.starts_with(start).then_some(start.len())
        };
        let found = (0..texts.len()).filter_map(|at| Some((begins(texts[at])?, at)));
        let (_, at) = found
            .max()
            .unwrap_or_else(|| panic!("{shown:?} is not drawn"));
        texts.swap_remove(at);
    }
}

#[test]
fn a_table_of_two_hundred_is_the_same_in_every_form() {
    let sheet = standings(200);
    check_xlsx(&[sheet.clone(), sheet.clone()]);
    check_json(std::slice::from_ref(&sheet));
    check_drawn(&sheet, Paper::Phone);
    check_drawn(&sheet, Paper::A4);
}

fn cells() -> impl Strategy<Value = Cell> {
    prop_oneof![
        Just(Cell::Blank),
        "[=+@\\-]?[a-z<&\"张三𠮷😀 　\u{202e}]{1,12}".prop_map(Cell::Text),
        (-5_i64..5000).prop_map(Cell::Number),
        (1_i64..300).prop_map(|number| Cell::Marked {
            word: "并列",
            number
        }),
        (1_u64..9_000_000).prop_map(Cell::Fen),
    ]
}

fn sheets() -> impl Strategy<Value = Sheet> {
    const KINDS: [Kind; 6] = [
        Kind::Figure,
        Kind::Main,
        Kind::Text,
        Kind::Red,
        Kind::Aside,
        Kind::Result,
    ];
    (1_usize..12)
        .prop_flat_map(|columns| {
            let kinds = proptest::collection::vec(0..KINDS.len(), columns);
            let row = proptest::collection::vec(cells(), columns);
            (kinds, proptest::collection::vec((row, 0_u8..8), 0..90))
        })
        .prop_map(|(kinds, rows)| Sheet {
            event: "棋王赛".to_owned(),
            title: "表/格".to_owned(),
            subtitle: "第1轮后".to_owned(),
            columns: kinds
                .into_iter()
                .enumerate()
                .map(|(index, kind)| Column::new(format!("列{index}"), KINDS[kind]))
                .collect(),
            rows: rows
                .into_iter()
                .map(|(cells, look)| match look {
                    0 => Row::heading("甲组"),
                    1 => Row {
                        cells,
                        look: Look::Chosen,
                    },
                    _ => Row::plain(cells),
                })
                .collect(),
            tree: None,
            notes: vec!["说明".to_owned()],
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn whatever_a_table_holds_every_form_says_it(sheet in sheets()) {
        check_xlsx(std::slice::from_ref(&sheet));
        check_json(std::slice::from_ref(&sheet));
        check_drawn(&sheet, Paper::Phone);
        check_drawn(&sheet, Paper::A4);
    }
}

#[test]
fn a_printed_table_fills_numbered_pages() {
    let font = TinyFont::new();
    let fonts = font.fonts();
    let sheet = standings(200);
    let pages = layout(&sheet, Paper::A4, &fonts).expect("a layout");
    assert!((6..=9).contains(&pages.len()), "{} pages", pages.len());
    for page in &pages {
        assert!((page.height / page.width - 297.0 / 210.0).abs() < 0.001);
        for mark in &page.marks {
            if let qisai::render::Mark::Text { x, y, .. } = mark {
                assert!(*x >= 0.0 && *x < page.width && *y > 0.0 && *y < page.height);
            }
        }
    }
    let draft = Draft::File {
        form: FileForm::Pdf,
        sheets: vec![sheet.clone(), standings(3)],
    };
    let letters: String = pages.iter().flat_map(|page| page.texts()).collect();
    let font = TinyFont::telling_apart(&format!("{letters}第页共0123456789"));
    let made = draft.make(Some(&font.fonts())).expect("a file");
    let file = made.first().expect("one file");
    assert!(file.starts_with(b"%PDF-"));
    let document = lopdf::Document::load_mem(file).expect("a PDF");
    let numbers: Vec<u32> = document.get_pages().into_keys().collect();
    assert_eq!(numbers.len(), pages.len() + 1);
    let text = document.extract_text(&numbers).expect("text");
    let text: String = text.split_whitespace().collect();
    for row in &sheet.rows {
        let name = readable(&row.cell(2).shown()).replace('\u{202e}', "");
        assert!(text.contains(&name), "{name} is not in the PDF");
    }
    assert!(
        text.contains(&format!("第1页共{}页", numbers.len())),
        "{text}"
    );
    assert!(pdf::pdf("", &[], &fonts).is_ok());
}
