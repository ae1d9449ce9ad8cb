//! Spreadsheets people send: CSV and XLSX bytes become lines of cells. What the cells mean is
//! `tournament::roster_file`.

mod comma;
mod text;
mod workbook;

pub use text::decode;

use crate::tournament::roster_file::Line;

/// Lines read at most; an event has a few hundred players.
pub const MOST_LINES: usize = 2000;

/// Columns read at most.
const MOST_COLUMNS: usize = 64;

/// Why a file cannot be read as a spreadsheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SheetFault {
    /// Neither CSV nor XLSX, or broken.
    Unreadable,
    /// More than [`MOST_LINES`].
    TooLong,
}

/// Reads a file. What it is shows in its bytes: an XLSX is a ZIP archive.
pub fn read(bytes: &[u8]) -> Result<Vec<Line>, SheetFault> {
    if bytes.starts_with(b"PK\x03\x04") {
        workbook::read(bytes)
    } else {
        comma::read(bytes)
    }
}
