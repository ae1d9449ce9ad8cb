use super::{Fault, Flaw};

/// How many columns a character of a name takes, to the program that wrote the file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Width {
    /// One, as TRF wants it.
    #[default]
    Character,
    /// Its bytes in UTF-8.
    Bytes,
    /// Two if it is as wide as a Chinese one.
    Screen,
}

impl Width {
    pub(super) const ALL: [Width; 3] = [Width::Character, Width::Bytes, Width::Screen];

    fn of(self, character: char) -> usize {
        match self {
            Width::Character => 1,
            Width::Bytes => character.len_utf8(),
            Width::Screen => {
                1 + usize::from(matches!(u32::from(character),
                0x1100..=0x115F | 0x2E80..=0xA4CF | 0xAC00..=0xD7A3 | 0xF900..=0xFAFF
                | 0xFE30..=0xFE6F | 0xFF00..=0xFF60 | 0xFFE0..=0xFFE6 | 0x1F300..=0x1F64F
                | 0x20000..=0x3FFFD))
            }
        }
    }
}

/// A line by columns, from 1.
pub(super) struct Columns {
    line: u32,
    /// Of each column: the character that begins in it, and its place in the line, from 1.
    cells: Vec<(Option<char>, u32)>,
}

const TAB: usize = 8;

impl Columns {
    pub(super) fn new(line: u32, text: &str, width: Width) -> Columns {
        let mut cells = Vec::with_capacity(text.len());
        for (place, character) in (1..).zip(text.chars()) {
            if character == '\t' {
                let stop = (cells.len() / TAB + 1) * TAB;
                cells.resize(stop, (Some(' '), place));
                continue;
            }
            cells.push((Some(character), place));
            cells.resize(cells.len() + width.of(character) - 1, (None, place));
        }
        Columns { line, cells }
    }

    pub(super) fn len(&self) -> usize {
        self.cells.len()
    }

    /// The text from one column to another, trimmed.
    pub(super) fn text(&self, from: usize, to: usize) -> String {
        let end = to.min(self.cells.len());
        let cells = self.cells.get(from - 1..end).unwrap_or_default();
        let text: String = cells
            .iter()
            .filter_map(|(character, _)| *character)
            .collect();
        text.trim().to_owned()
    }

    /// The character in a column; a blank beyond the end.
    pub(super) fn character(&self, column: usize) -> char {
        match self.cells.get(column - 1) {
            Some((Some(character), _)) => *character,
            Some((None, _)) => '\u{fffd}',
            None => ' ',
        }
    }

    /// A fault at the first character of the columns that is not blank.
    pub(super) fn fault(&self, from: usize, to: usize, flaw: Flaw) -> Fault {
        let column = (from..=to)
            .find(|&column| self.character(column) != ' ')
            .unwrap_or(from);
        let place = match self.cells.get(column - 1) {
            Some((_, place)) => *place,
            None => {
                let past = column - self.cells.len();
                let last = self.cells.last().map_or(0, |(_, place)| *place);
                last + u32::try_from(past).unwrap_or(0)
            }
        };
        Fault {
            line: self.line,
            column: place,
            flaw,
        }
    }

    /// A whole number; `None` where the columns are blank.
    pub(super) fn number(
        &self,
        from: usize,
        to: usize,
        what: &'static str,
    ) -> Result<Option<u32>, Fault> {
        let found = self.text(from, to);
        if found.is_empty() {
            return Ok(None);
        }
        if !found.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(self.fault(from, to, Flaw::NotANumber { what, found }));
        }
        found
            .parse()
            .map(Some)
            .map_err(|_| self.fault(from, to, Flaw::NotANumber { what, found }))
    }

    pub(super) fn blank(&self, column: usize) -> Result<(), Fault> {
        match self.character(column) {
            ' ' => Ok(()),
            found => Err(self.fault(column, column, Flaw::NotBlank { found })),
        }
    }
}
