use std::ops::Range;

use super::{Fault, Flaw, Place};

/// Collects all faults of one file, so that they are told together.
#[derive(Debug)]
pub struct Faults<'t> {
    file: &'t str,
    text: &'t str,
    found: Vec<Fault>,
}

impl<'t> Faults<'t> {
    pub fn new(file: &'t str, text: &'t str) -> Self {
        Faults {
            file,
            text,
            found: Vec::new(),
        }
    }

    /// `span`: bytes of the text.
    pub fn add(&mut self, span: &Range<usize>, flaw: Flaw) {
        self.found.push(self.place(span).fault(flaw));
    }

    /// Where some bytes of the text begin.
    pub fn place(&self, span: &Range<usize>) -> Place {
        let (line, column) = self.position(span.start);
        Place {
            file: self.file.to_owned(),
            line,
            column,
        }
    }

    pub fn any(&self) -> bool {
        !self.found.is_empty()
    }

    /// The line of a byte of the text, from 1.
    pub fn line(&self, span: &Range<usize>) -> u32 {
        self.position(span.start).0
    }

    /// In the order of the file.
    pub fn into_sorted(mut self) -> Vec<Fault> {
        self.found.sort_by_key(|fault| (fault.line, fault.column));
        self.found
    }

    /// Line and column in characters, both from 1.
    fn position(&self, byte: usize) -> (u32, u32) {
        let before = &self.text[..self.text.floor_char_boundary(byte)];
        let line = before.matches('\n').count() + 1;
        let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
        (
            u32::try_from(line).unwrap_or(u32::MAX),
            u32::try_from(column).unwrap_or(u32::MAX),
        )
    }
}
