use std::ops::Range;

use super::drawing::{
    CHOSEN, CINNABAR, Color, Drawing, FAINT, INK, PAPER, RULE, STRIPE, Style, WHITE,
};
use super::sheet::{Kind, Look, Row, Sheet};
use super::typeset::Typesetter;
use super::{Fonts, RenderError};

mod columns;

use columns::{Place, places};

/// Rows of a picture: more would be too small on a phone.
const PICTURE_ROWS: usize = 40;

/// What a sheet is laid out for. Sizes are in units of a picture's pixel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Paper {
    /// Pictures as wide as they need, one after the other.
    Phone,
    /// Pages of A4 to print, upright.
    A4,
}

/// The measures of a kind of paper.
struct Measures {
    width: f32,
    widest: f32,
    margin: f32,
    row: f32,
    text: f32,
    small: f32,
    title: f32,
    paper: Color,
}

const PHONE: Measures = Measures {
    width: 1080.0,
    widest: 1760.0,
    margin: 28.0,
    row: 62.0,
    text: 34.0,
    small: 26.0,
    title: 56.0,
    paper: PAPER,
};

/// 1080 units are 210 mm.
const SHEET_OF_A4: Measures = Measures {
    width: 1080.0,
    widest: 1080.0,
    margin: 72.0,
    row: 38.0,
    text: 23.0,
    small: 18.0,
    title: 38.0,
    paper: WHITE,
};

/// 297 mm.
const A4_HEIGHT: f32 = 1527.4;

impl Paper {
    fn measures(self) -> &'static Measures {
        match self {
            Paper::Phone => &PHONE,
            Paper::A4 => &SHEET_OF_A4,
        }
    }

    /// The rows of each page of a sheet; known without a font.
    pub fn pages(self, sheet: &Sheet) -> Vec<Range<usize>> {
        match self {
            Paper::Phone => breaks(&sheet.rows, PICTURE_ROWS, true),
            Paper::A4 => {
                let m = self.measures();
                let room = A4_HEIGHT - 2.0 * m.margin - head_height(m) - 1.6 * m.row;
                let notes = note_room(m, sheet);
                // At least a row a page, whatever stands below.
                let most = ((room - notes).max(m.row) / m.row).floor();
                breaks(&sheet.rows, most as usize, false)
            }
        }
    }
}

/// Lays a sheet out in pages.
///
/// # Errors
/// [`RenderError::NoFont`].
pub fn layout(sheet: &Sheet, paper: Paper, fonts: &Fonts) -> Result<Vec<Drawing>, RenderError> {
    let pages = paper.pages(sheet);
    let count = pages.len();
    let all = pages.into_iter().enumerate();
    all.map(|(index, rows)| page(sheet, rows, paper, (index + 1, count), fonts))
        .collect()
}

/// Lays one page of a sheet out; `number` counts from 1.
///
/// # Errors
/// [`RenderError::NoFont`].
pub fn page(
    sheet: &Sheet,
    rows: Range<usize>,
    paper: Paper,
    (number, count): (usize, usize),
    fonts: &Fonts,
) -> Result<Drawing, RenderError> {
    let setter = Typesetter::new(fonts)?;
    let m = paper.measures();
    let (places, width) = places(sheet, paper, &setter);
    let body: &[Row] = sheet.rows.get(rows).unwrap_or_default();
    let notes: Vec<String> = wrapped(sheet, width - 2.0 * m.margin, m, &setter);
    let table = head_height(m) + m.row * (1.0 + as_length(body.len()));
    let height = match paper {
        Paper::A4 => A4_HEIGHT,
        Paper::Phone => {
            let lines = as_length(notes.len() + usize::from(count > 1));
            table + m.margin + lines * m.small * 1.5 + if lines > 0.0 { m.margin } else { 0.0 }
        }
    };
    let mut pen = Pen {
        drawing: Drawing::new(width, height, m.paper),
        setter: &setter,
        m,
        paper,
    };
    pen.head(sheet);
    let mut y = pen.titles(sheet, &places, head_height(m));
    for (index, row) in body.iter().enumerate() {
        pen.row(row, index, &places, y);
        y += m.row;
    }
    let rule = if paper == Paper::A4 { INK } else { CINNABAR };
    pen.drawing
        .fill(m.margin, y, width - 2.0 * m.margin, 2.0, rule);
    y += m.margin * 0.5 + m.small;
    for note in &notes {
        pen.drawing
            .write(m.margin + 4.0, y, Style::plain(m.small, FAINT), note);
        y += m.small * 1.5;
    }
    if count > 1 && paper == Paper::Phone {
        pen.middle(
            width / 2.0,
            y,
            Style::plain(m.small, FAINT),
            &format!("{number} / {count}"),
        );
    }
    Ok(pen.drawing)
}

/// Writes `第 2 页 共 5 页` at the foot of printed pages.
///
/// # Errors
/// [`RenderError::NoFont`].
pub fn number_pages(pages: &mut [Drawing], fonts: &Fonts) -> Result<(), RenderError> {
    let setter = Typesetter::new(fonts)?;
    let (count, m) = (pages.len(), &SHEET_OF_A4);
    for (index, page) in pages.iter_mut().enumerate() {
        let text = format!("第 {} 页　共 {count} 页", index + 1);
        // The same size on paper, however many units the page has.
        let scale = page.width.min(page.height) / m.width;
        let small = m.small * scale;
        let x = (page.width - setter.width(&text, small, false)) / 2.0;
        let y = page.height - m.margin * scale * 0.6;
        page.write(x, y, Style::plain(small, FAINT), &text);
    }
    Ok(())
}

/// The rows of each page: as few pages as hold them, on a phone all about as long; no heading ends a page.
fn breaks(rows: &[Row], most: usize, is_even: bool) -> Vec<Range<usize>> {
    let most = most.max(1);
    let pages = rows.len().div_ceil(most).max(1);
    let each = if is_even {
        rows.len().div_ceil(pages).max(1)
    } else {
        most
    };
    let mut found = Vec::new();
    let mut from = 0;
    while from < rows.len() {
        let mut to = (from + each).min(rows.len());
        let ends_in_heading = |to: usize| {
            let last = to.checked_sub(1).and_then(|last| rows.get(last));
            last.is_some_and(|row| row.look == Look::Heading)
        };
        while to < rows.len() && to > from + 1 && ends_in_heading(to) {
            to -= 1;
        }
        found.push(from..to);
        from = to;
    }
    if found.is_empty() {
        found.push(0..0);
    }
    found
}

fn head_height(m: &Measures) -> f32 {
    m.margin + m.small * 1.4 + m.title * 1.5
}

/// Room for the notes on a printed page, by their length alone: every letter as wide as a Chinese one.
fn note_room(m: &Measures, sheet: &Sheet) -> f32 {
    let line = (m.width - 2.0 * m.margin) / m.small;
    let lines: f32 = sheet
        .notes
        .iter()
        .map(|note| (as_length(note.chars().count()) / line).ceil())
        .sum();
    lines * m.small * 1.5 + m.small
}

fn wrapped(sheet: &Sheet, width: f32, m: &Measures, setter: &Typesetter<'_>) -> Vec<String> {
    let mut lines = Vec::new();
    for note in &sheet.notes {
        let mut line = String::new();
        let mut taken = 0.0;
        for letter in note.chars() {
            let wide = setter.width(letter.encode_utf8(&mut [0; 4]), m.small, false);
            // No line begins with what ends a phrase.
            let may_break = !"、，。；：）”".contains(letter);
            if taken + wide > width - 8.0 && !line.is_empty() && may_break {
                lines.push(std::mem::take(&mut line));
                taken = 0.0;
            }
            taken += wide;
            line.push(letter);
        }
        lines.push(line);
    }
    lines
}

struct Pen<'p> {
    drawing: Drawing,
    setter: &'p Typesetter<'p>,
    m: &'p Measures,
    paper: Paper,
}

impl Pen<'_> {
    /// Event, title, and as of when.
    fn head(&mut self, sheet: &Sheet) {
        let (m, width) = (self.m, self.drawing.width);
        let is_phone = self.paper == Paper::Phone;
        let (title, faint) = if is_phone {
            self.drawing.fill(0.0, 0.0, width, head_height(m), CINNABAR);
            (WHITE, Color(0xF5, 0xD9, 0xB4))
        } else {
            (INK, FAINT)
        };
        let room = width - 2.0 * m.margin;
        let event_line = m.margin + m.small;
        let line = event_line + m.title * 1.25;
        let event = Style::plain(m.small, faint);
        self.left(m.margin, event_line, event, &sheet.event, room);
        let after = Style::plain(m.text, faint);
        let beside = self
            .setter
            .width(&sheet.subtitle, after.size, false)
            .min(room * 0.6);
        let title = Style::strong(m.title, title);
        self.left(
            m.margin,
            line,
            title,
            &sheet.title,
            room - beside - m.margin,
        );
        let x = width - m.margin - beside;
        self.left(x, line, after, &sheet.subtitle, beside + 1.0);
    }

    /// The titles of the columns; returns where the rows begin.
    fn titles(&mut self, sheet: &Sheet, places: &[Place], y: f32) -> f32 {
        let m = self.m;
        let style = Style::strong(m.small, FAINT);
        let line = y + m.row * 0.5 + m.small * 0.36;
        for place in places {
            let Some(column) = sheet.columns.get(place.column) else {
                continue;
            };
            self.in_place(place, line, style, &column.title);
        }
        let (x, width) = (m.margin, self.drawing.width - 2.0 * m.margin);
        let color = if self.paper == Paper::A4 {
            INK
        } else {
            CINNABAR
        };
        self.drawing.fill(x, y + m.row - 2.0, width, 2.0, color);
        y + m.row
    }

    fn row(&mut self, row: &Row, index: usize, places: &[Place], y: f32) {
        let m = self.m;
        let (x, width) = (m.margin, self.drawing.width - 2.0 * m.margin);
        let line = y + m.row * 0.5 + m.text * 0.36;
        match row.look {
            Look::Heading => {
                self.drawing.fill(x, y, width, m.row, STRIPE);
                let style = Style::strong(m.text, CINNABAR);
                let text = row.cell(0).shown();
                self.left(x + m.small * 0.5, line, style, &text, width - m.small);
                return;
            }
            Look::Chosen => self.drawing.fill(x, y, width, m.row, CHOSEN),
            Look::Plain if index % 2 == 1 && self.paper == Paper::Phone => {
                self.drawing.fill(x, y, width, m.row, STRIPE);
            }
            Look::Plain => {}
        }
        if self.paper == Paper::A4 {
            self.drawing.fill(x, y + m.row - 1.0, width, 1.0, RULE);
        }
        for place in places {
            let style = match place.kind {
                Kind::Main => Style::strong(m.text, CINNABAR),
                Kind::Red => Style::plain(m.text, CINNABAR),
                Kind::Result => Style::strong(m.text, INK),
                _ => Style::plain(m.text, INK),
            };
            let style = style.sized(style.size * place.scale);
            let text = row.cell(place.column).shown();
            let Some(aside) = place.aside.map(|aside| row.cell(aside).shown()) else {
                self.in_place(place, line, style, &text);
                continue;
            };
            let small = Style::plain(m.small * place.scale, FAINT);
            let gap = if aside.is_empty() { 0.0 } else { m.small * 0.4 };
            let beside = self.setter.width(&aside, small.size, false) + gap;
            // The name has the first right to the room, what stands behind it a third of it at least.
            let for_text = (place.inner() - beside).max(place.inner() * 0.66);
            let end = self.left(place.x, line, style, &text, for_text);
            let left = place.x + place.inner() - end - gap;
            self.left(end + gap, line, small, &aside, left);
        }
    }

    fn in_place(&mut self, place: &Place, line: f32, style: Style, text: &str) {
        if place.is_centred() {
            let wide = self.setter.width(text, style.size, style.strong);
            let size = if wide > place.inner() {
                style.size * (place.inner() / wide).max(0.5)
            } else {
                style.size
            };
            self.middle(place.x + place.inner() / 2.0, line, style.sized(size), text);
        } else {
            self.left(place.x, line, style, text, place.inner());
        }
    }

    /// Writes a text from the left, smaller where the room is narrow, cut where it is too narrow for that;
    /// returns where it ends.
    fn left(&mut self, x: f32, line: f32, style: Style, text: &str, room: f32) -> f32 {
        const SMALLEST: f32 = 0.72;
        let wide = self.setter.width(text, style.size, style.strong);
        let style = if wide > room {
            style.sized(style.size * (room / wide).max(SMALLEST))
        } else {
            style
        };
        let text = self
            .setter
            .fitted(text, style.size, style.strong, room + 0.5);
        self.drawing.write(x, line, style, &text);
        x + self.setter.width(&text, style.size, style.strong)
    }

    fn middle(&mut self, x: f32, line: f32, style: Style, text: &str) {
        let wide = self.setter.width(text, style.size, style.strong);
        self.drawing.write(x - wide / 2.0, line, style, text);
    }
}

/// A count as a length. Counts here are far below the 2^24 that are exact.
fn as_length(count: usize) -> f32 {
    count as f32
}
