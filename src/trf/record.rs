use std::str::FromStr;

use super::{Fault, Flaw, Tenths};
use crate::tournament::StartNumber;

/// A line that is read word by word.
pub(super) struct Record<'t> {
    pub(super) line: u32,
    /// Words after the code with their columns, from 1.
    words: Vec<(u32, &'t str)>,
    next: usize,
    /// The column after the last word.
    end: u32,
}

impl<'t> Record<'t> {
    pub(super) fn new(line: u32, text: &'t str) -> Record<'t> {
        let mut words = Vec::new();
        let mut begun: Option<(usize, u32)> = None;
        let mut column = 0;
        for (byte, character) in text.char_indices() {
            column += 1;
            if column <= 3 {
                continue;
            }
            match (character.is_whitespace(), begun) {
                (false, None) => begun = Some((byte, column)),
                (true, Some((from, at))) => {
                    words.push((at, &text[from..byte]));
                    begun = None;
                }
                _ => {}
            }
        }
        if let Some((from, at)) = begun {
            words.push((at, &text[from..]));
        }
        Record {
            line,
            words,
            next: 0,
            end: column + 1,
        }
    }

    pub(super) fn left(&self) -> usize {
        self.words.len() - self.next
    }

    /// The next word.
    pub(super) fn word(&mut self) -> Option<&'t str> {
        let word = self.words.get(self.next).map(|&(_, word)| word);
        self.next += usize::from(word.is_some());
        word
    }

    /// A fault at the word taken last.
    pub(super) fn fault(&self, flaw: Flaw) -> Fault {
        let last = self.next.checked_sub(1);
        let column = last.and_then(|last| self.words.get(last));
        Fault {
            line: self.line,
            column: column.map_or(self.end, |&(column, _)| column),
            flaw,
        }
    }

    /// Refuses a record whose next word begins only behind this column: the field before it is blank.
    pub(super) fn filled(&self, what: &'static str, by: u32) -> Result<(), Fault> {
        match self.words.get(self.next) {
            Some(&(column, _)) if column > by => Err(Fault {
                line: self.line,
                column: by,
                flaw: Flaw::Missing { what },
            }),
            _ => Ok(()),
        }
    }

    fn missing(&self, what: &'static str) -> Fault {
        Fault {
            line: self.line,
            column: self.end,
            flaw: Flaw::Missing { what },
        }
    }

    pub(super) fn needed(&mut self, what: &'static str) -> Result<&'t str, Fault> {
        self.word().ok_or_else(|| self.missing(what))
    }

    pub(super) fn number(
        &mut self,
        what: &'static str,
        least: u32,
        most: u32,
    ) -> Result<u32, Fault> {
        let word = self.needed(what)?;
        if !word.bytes().all(|byte| byte.is_ascii_digit()) {
            let found = word.to_owned();
            return Err(self.fault(Flaw::NotANumber { what, found }));
        }
        match word.parse() {
            Ok(number) if (least..=most).contains(&number) => Ok(number),
            _ => {
                let found = word.to_owned();
                Err(self.fault(Flaw::OutOfRange {
                    what,
                    found,
                    least,
                    most,
                }))
            }
        }
    }

    pub(super) fn round(&mut self) -> Result<u32, Fault> {
        self.number("the round", 1, 999)
    }

    pub(super) fn player(&mut self) -> Result<StartNumber, Fault> {
        self.number("the player", 1, 9999).map(StartNumber)
    }

    pub(super) fn points(&mut self) -> Result<Tenths, Fault> {
        let word = self.needed("the number of points")?;
        Tenths::from_str(word).map_err(|()| {
            self.fault(Flaw::NotPoints {
                found: word.to_owned(),
            })
        })
    }

    pub(super) fn done(&mut self) -> Result<(), Fault> {
        match self.word() {
            None => Ok(()),
            Some(word) => Err(self.fault(Flaw::UnknownWord {
                found: word.to_owned(),
            })),
        }
    }
}
