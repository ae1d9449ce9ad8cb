//! A pasted text taken apart: lots one behind the other, each in one or several parts.

use std::collections::{BTreeMap, BTreeSet};

use super::letters::{lines, plain, salt_line, same_name};
use super::line::Line;
use super::published_fault::{Label, PublishedFault};
use super::{Pasted, PastedRow};

/// The digits of commitment and secret.
const DIGITS: usize = 64;

/// One lot, or one part of it, before it is known whether it is whole.
#[derive(Debug, Default)]
struct Block {
    /// Where each value begins, from 1.
    values: Vec<(Label, usize, String)>,
    rows: Vec<PastedRow>,
    headlines: Vec<(usize, Option<String>)>,
    is_sides: bool,
    of: Option<u64>,
    /// The line before belongs to its latest value.
    is_open: bool,
    /// The first line that has no place in it.
    stray: Option<usize>,
}

/// What the line before was, of the lines between which no other line stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Before {
    Salt,
    Row,
    Other,
}

/// The lots in a text, each at its `承诺`; a message in several parts is one. Never empty.
pub(super) fn lots(text: &str) -> Vec<Result<Pasted, PublishedFault>> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    for block in blocks_of(text) {
        // The parts of one message have the same commitment.
        let place = match block.commitment() {
            Some(commitment) => *places.entry(commitment).or_insert(blocks.len()),
            None => blocks.len(),
        };
        match blocks.get_mut(place) {
            Some(earlier) => earlier.append(block),
            None => blocks.push(block),
        }
    }
    blocks.into_iter().map(Block::read).collect()
}

fn blocks_of(text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut block = Block::default();
    // A headline behind the rows is that of the lot that follows.
    let mut ahead: Vec<(usize, Option<String>)> = Vec::new();
    let mut before = Before::Other;
    let mut unknown = None;
    for (no, line) in (1..).zip(lines(text)) {
        if block.goes_on(&line) {
            continue;
        }
        let line = Line::read(&line);
        block.is_open &= line == Line::Blank;
        let broken = match (&line, before) {
            (Line::Row(_), Before::Salt | Before::Row) => unknown,
            (Line::Columns(_), Before::Salt) | (Line::Foot { .. }, Before::Row) => unknown,
            _ => None,
        };
        block.stray = block.stray.or(broken);
        before = match &line {
            Line::Blank => before,
            Line::Other(_) if before != Before::Other => {
                unknown = unknown.or(Some(no));
                before
            }
            Line::Columns(_) if before == Before::Salt => before,
            Line::Labelled(Label::Salt, _) => Before::Salt,
            Line::Row(_) => Before::Row,
            _ => Before::Other,
        };
        if !matches!(line, Line::Blank | Line::Other(_)) {
            unknown = None;
        }
        match line {
            Line::Blank | Line::Other(_) => {}
            Line::Labelled(label, value) => {
                if label == Label::Commitment && block.begins() {
                    blocks.push(std::mem::take(&mut block));
                }
                if label == Label::Commitment {
                    block.headlines.append(&mut ahead);
                }
                block.values.push((label, no, value));
                block.is_open = true;
            }
            Line::Row(row) => block.rows.push(row),
            Line::Headline(red) if block.begins() && !block.rows.is_empty() => {
                ahead.push((no, red));
            }
            Line::Headline(red) => block.headlines.push((no, red)),
            Line::Columns(of) => block.of = block.of.max(of),
            Line::Foot { is_sides } => block.is_sides |= is_sides,
        }
    }
    block.headlines.append(&mut ahead);
    blocks.push(block);
    blocks
}

impl Block {
    /// It has its commitment.
    fn begins(&self) -> bool {
        let mut values = self.values.iter();
        values.any(|(label, _, _)| *label == Label::Commitment)
    }

    /// In small digits; `None`: there is none, or it is broken.
    fn commitment(&self) -> Option<String> {
        self.digits(Label::Commitment).ok()
    }

    /// Takes a line that goes on with the value before: digits broken by the width of a window, a salt below
    /// its label.
    fn goes_on(&mut self, line: &str) -> bool {
        let Some((label, _, value)) = self.values.last_mut().filter(|_| self.is_open) else {
            return false;
        };
        let more = plain(line);
        let goes_on = match (*label, Line::read(line)) {
            (Label::Salt, Line::Other(_)) => value.is_empty(),
            (Label::Salt, _) | (_, Line::Row(_)) => false,
            _ => {
                let here = plain(value).chars().count();
                !more.is_empty()
                    && more.chars().all(|digit| digit.is_ascii_hexdigit())
                    && here + more.chars().count() <= DIGITS
            }
        };
        if goes_on {
            value.push_str(line.trim());
        }
        goes_on
    }

    fn append(&mut self, mut part: Block) {
        self.values.append(&mut part.values);
        self.rows.append(&mut part.rows);
        self.headlines.append(&mut part.headlines);
        self.is_sides |= part.is_sides;
        self.of = self.of.max(part.of);
        self.stray = self.stray.or(part.stray);
    }

    /// The value, if it is the same wherever it stands.
    fn value(
        &self,
        label: Label,
        read: impl Fn(&str, usize) -> Result<String, PublishedFault>,
    ) -> Result<String, PublishedFault> {
        let mut found: Option<String> = None;
        for (_, line, value) in self.values.iter().filter(|(its, _, _)| *its == label) {
            let value = read(value, *line)?;
            if found.as_ref().is_some_and(|found| *found != value) {
                return Err(PublishedFault::Contradiction { label, line: *line });
            }
            found = Some(value);
        }
        found.ok_or(PublishedFault::Missing(label))
    }

    fn digits(&self, label: Label) -> Result<String, PublishedFault> {
        self.value(label, |value, line| {
            let value = plain(value).replace('`', "").to_ascii_lowercase();
            let digits = value.chars().count();
            let is_whole = digits == DIGITS && value.chars().all(|one| one.is_ascii_hexdigit());
            is_whole.then_some(value).ok_or(PublishedFault::Digits {
                label,
                line,
                digits,
            })
        })
    }

    fn salt(&self) -> Result<String, PublishedFault> {
        self.value(Label::Salt, |value, line| {
            let salt = salt_line(value);
            if salt.is_empty() {
                return Err(PublishedFault::Missing(Label::Salt));
            }
            // The line break behind it was lost.
            if plain(&salt).contains("报名号姓名") {
                return Err(PublishedFault::Line { line });
            }
            Ok(salt)
        })
    }

    /// Who has red as the headline says.
    fn headline(&self) -> Result<Option<String>, PublishedFault> {
        let mut found: Option<String> = None;
        for (line, red) in &self.headlines {
            let line = *line;
            let red = red.clone().ok_or(PublishedFault::Headline { line })?;
            if found.as_ref().is_some_and(|found| !same_name(found, &red)) {
                return Err(PublishedFault::Headlines { line });
            }
            found = Some(red);
        }
        Ok(found)
    }

    fn read(self) -> Result<Pasted, PublishedFault> {
        let commitment = self.digits(Label::Commitment)?;
        let secret = self.digits(Label::Secret)?;
        let secret = secret
            .parse()
            .map_err(|_| PublishedFault::Missing(Label::Secret))?;
        let salt = self.salt()?;
        if let Some(line) = self.stray {
            return Err(PublishedFault::Line { line });
        }
        let red = self.headline()?;
        let is_sides = self.is_sides || red.is_some();
        let of = if is_sides { Some(2) } else { self.of };
        let rows = rows(self.rows, of)?;
        let pasted = Pasted {
            commitment,
            secret,
            salt,
            rows,
            red,
            is_sides,
            of,
        };
        // There are no parts of a lot for two.
        if is_sides {
            pasted.complete()?;
        }
        Ok(pasted)
    }
}

/// Ascending; the same row in two parts stands once.
fn rows(rows: Vec<PastedRow>, of: Option<u64>) -> Result<Vec<PastedRow>, PublishedFault> {
    let mut by_no: BTreeMap<u64, PastedRow> = BTreeMap::new();
    for row in rows {
        let twice = PublishedFault::NumberTwice(row.no);
        let other = by_no.entry(row.no).or_insert_with(|| row.clone());
        if other.id != row.id || !same_name(&other.name, &row.name) {
            return Err(twice);
        }
    }
    let mut ids = BTreeSet::new();
    for row in by_no.values() {
        if !ids.insert(row.id) {
            return Err(PublishedFault::RegistrationTwice(row.id));
        }
    }
    match (by_no.keys().next_back(), of) {
        (None, _) => Err(PublishedFault::NoNumbers),
        (Some(&found), Some(of)) if found > of => Err(PublishedFault::Surplus { of, found }),
        _ => Ok(by_no.into_values().collect()),
    }
}
