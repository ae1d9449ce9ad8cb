use std::collections::BTreeSet;

use rust_xlsxwriter::{Color, Format, FormatAlign, FormatBorder, Workbook, Worksheet, XlsxError};

use super::RenderError;
use super::sheet::{Cell, Kind, Look, Sheet};

/// Excel's limit for the name of a worksheet, in UTF-16 units.
const NAME: usize = 31;

/// Excel's limit for a text, in UTF-16 units.
const TEXT: usize = 32_767;

/// The row of the column titles, from 0: above it event, and title with its time.
const TITLES: u32 = 2;

/// A4 in Excel's list of papers.
const A4: u8 = 9;

/// Sheets as a workbook, a worksheet each: numbers are numbers, everything that a person wrote is text, and the
/// titles stay on the screen and on every printed page.
///
/// # Errors
/// [`RenderError::Failed`], with what the writer says.
pub fn xlsx(sheets: &[Sheet]) -> Result<Vec<u8>, RenderError> {
    write(sheets).map_err(|error| RenderError::Failed(error.to_string()))
}

fn write(sheets: &[Sheet]) -> Result<Vec<u8>, XlsxError> {
    let mut workbook = Workbook::new();
    let mut taken = BTreeSet::new();
    for sheet in sheets {
        let page = workbook.add_worksheet();
        page.set_name(name(sheet, &mut taken))?;
        fill(page, sheet)?;
    }
    workbook.save_to_buffer()
}

fn fill(page: &mut Worksheet, sheet: &Sheet) -> Result<(), XlsxError> {
    let last = narrow(sheet.columns.len().max(1) - 1);
    let faint = Format::new().set_font_color(Color::RGB(0x80_7264));
    text(page, 0, 0, &sheet.event, &faint)?;
    let heading = format!("{}　{}", sheet.title, sheet.subtitle);
    let big = Format::new().set_bold().set_font_size(15);
    text(page, 1, 0, heading.trim_end_matches('　'), &big)?;
    for (at, column) in (0..).zip(&sheet.columns) {
        let format = format(column.kind, Look::Plain)
            .set_bold()
            .set_border_bottom(FormatBorder::Medium);
        text(page, TITLES, at, &column.title, &format)?;
        page.set_column_width(at, width(sheet, usize::from(at)))?;
    }
    let mut line = TITLES + 1;
    for row in &sheet.rows {
        for (at, column) in (0..).zip(&sheet.columns) {
            let format = format(column.kind, row.look);
            write_cell(page, line, at, row.cell(usize::from(at)), format)?;
        }
        line += 1;
    }
    for note in &sheet.notes {
        text(page, line + 1, 0, note, &faint)?;
        line += 1;
    }
    page.set_freeze_panes(TITLES + 1, 0)?;
    page.set_paper_size(A4)
        .set_print_fit_to_pages(1, 0)
        .set_repeat_rows(0, TITLES)?
        .set_footer("&C第 &P 页　共 &N 页")
        .set_print_area(0, 0, line, last)?;
    if sheet.columns.len() > 9 {
        page.set_landscape();
    }
    Ok(())
}

fn write_cell(
    page: &mut Worksheet,
    row: u32,
    column: u16,
    cell: &Cell,
    format: Format,
) -> Result<(), XlsxError> {
    match cell {
        Cell::Blank => page.write_blank(row, column, &format).map(drop),
        Cell::Text(one) => text(page, row, column, one, &format),
        // Exact: far below 2^53.
        Cell::Number(number) => page
            .write_number_with_format(row, column, *number as f64, &format)
            .map(drop),
        Cell::Marked { word, number } => {
            let shown = format!("\"{word}\"0");
            let format = format.set_num_format(shown);
            page.write_number_with_format(row, column, *number as f64, &format)
                .map(drop)
        }
        Cell::Fen(fen) => {
            let shown = if fen % 100 == 0 { "#,##0" } else { "#,##0.00" };
            let yuan = *fen as f64 / 100.0;
            let format = format.set_num_format(shown);
            page.write_number_with_format(row, column, yuan, &format)
                .map(drop)
        }
    }
}

/// Writes a text as a text, whatever it begins with.
fn text(
    page: &mut Worksheet,
    row: u32,
    column: u16,
    text: &str,
    format: &Format,
) -> Result<(), XlsxError> {
    let mut units = 0;
    let fits = |letter: &char| {
        units += letter.len_utf16();
        units <= TEXT
    };
    // XML has no place for control characters.
    let readable = text.chars().filter(|letter| !letter.is_control());
    let kept: String = readable.take_while(fits).collect();
    page.write_string_with_format(row, column, kept, format)
        .map(drop)
}

fn format(kind: Kind, look: Look) -> Format {
    let mut format = Format::new().set_border_bottom(FormatBorder::Hair);
    if matches!(kind, Kind::Figure | Kind::Main | Kind::Result) {
        format = format.set_align(FormatAlign::Center);
    }
    if matches!(kind, Kind::Main) || look == Look::Heading {
        format = format.set_bold();
    }
    match look {
        Look::Plain => format,
        Look::Chosen => format.set_background_color(Color::RGB(0xF8_DDB0)),
        Look::Heading => format.set_align(FormatAlign::Left),
    }
}

/// The width of a column in digits: a Chinese letter is as wide as two.
fn width(sheet: &Sheet, column: usize) -> f64 {
    let wide = |text: &str| -> u32 {
        let letters = text.chars();
        letters
            .map(|letter| if letter.is_ascii() { 1 } else { 2 })
            .sum()
    };
    let title = sheet.columns.get(column).map_or(0, |one| wide(&one.title));
    let cells = sheet.rows.iter().filter(|row| row.look != Look::Heading);
    let widest = cells
        .map(|row| wide(&row.cell(column).shown()))
        .fold(title, u32::max);
    f64::from(widest.min(50)) + 2.5
}

/// A name that Excel takes and that no other worksheet has.
fn name(sheet: &Sheet, taken: &mut BTreeSet<String>) -> String {
    let whole = format!("{}{}", sheet.title, sheet.subtitle);
    let forbidden = ['[', ']', ':', '*', '?', '/', '\\', '\''];
    let whole: String = whole
        .chars()
        .map(|letter| {
            if forbidden.contains(&letter) || letter.is_control() {
                ' '
            } else {
                letter
            }
        })
        .collect();
    let mut number = 1;
    loop {
        let ending = if number == 1 {
            String::new()
        } else {
            format!(" {number}")
        };
        let mut units = ending.len();
        let start: String = whole
            .trim()
            .chars()
            .take_while(|letter| {
                units += letter.len_utf16();
                units <= NAME
            })
            .collect();
        let name = format!("{start}{ending}");
        if !start.is_empty() && taken.insert(name.to_lowercase()) {
            return name;
        }
        if start.is_empty() {
            let name = format!("表{number}");
            if taken.insert(name.clone()) {
                return name;
            }
        }
        number += 1;
    }
}

fn narrow(column: usize) -> u16 {
    u16::try_from(column).unwrap_or(u16::MAX)
}
