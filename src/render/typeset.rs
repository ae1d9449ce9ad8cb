use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

use ttf_parser::{Face, GlyphId};

use super::font::Font;
use super::{Fonts, RenderError};

/// The place of the text font and of the bold one among [`Fonts`].
const TEXT: usize = 0;
const BOLD: usize = 1;

/// Finds letters and their widths. A letter that no font has is drawn as the text font's empty box: nothing is
/// dropped.
pub struct Typesetter<'f> {
    fonts: &'f [Arc<Font>],
    /// Parsed when first asked; `None`: it cannot be parsed.
    faces: RefCell<HashMap<usize, Option<Face<'f>>>>,
    known: RefCell<HashMap<(char, bool), Letter>>,
}

/// One letter of a text.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Letter {
    /// Which of the fonts has it.
    pub font: usize,
    pub glyph: u16,
    /// Its width, in parts of the size.
    pub advance: f32,
}

impl<'f> Typesetter<'f> {
    /// Sets texts in these fonts.
    ///
    /// # Errors
    /// [`RenderError::NoFont`]: the first of them cannot be read any more.
    pub fn new(fonts: &'f Fonts) -> Result<Typesetter<'f>, RenderError> {
        let setter = Typesetter {
            fonts: fonts.all(),
            faces: RefCell::default(),
            known: RefCell::default(),
        };
        match setter.with_face(TEXT, |_| ()) {
            Some(()) => Ok(setter),
            None => Err(RenderError::NoFont),
        }
    }

    /// The letters of a text with the bytes each stands for. Signs without a form of their own, such as marks of
    /// direction, are left out.
    pub fn letters(&self, text: &str, strong: bool) -> Vec<(std::ops::Range<usize>, Letter)> {
        text.char_indices()
            .filter(|(_, letter)| !is_formless(*letter))
            .map(|(at, letter)| (at..at + letter.len_utf8(), self.letter(letter, strong)))
            .collect()
    }

    /// How wide a text is at this size.
    pub fn width(&self, text: &str, size: f32, strong: bool) -> f32 {
        let letters = self.letters(text, strong);
        letters
            .iter()
            .map(|(_, letter)| letter.advance * size)
            .sum()
    }

    /// The text, cut and marked with `…` where it is wider than this.
    pub fn fitted(&self, text: &str, size: f32, strong: bool, width: f32) -> String {
        if self.width(text, size, strong) <= width {
            return text.to_owned();
        }
        let mut left = width - self.width("…", size, strong);
        let mut kept = String::new();
        for letter in text.chars() {
            left -= self.width(letter.encode_utf8(&mut [0; 4]), size, strong);
            if left < 0.0 {
                break;
            }
            kept.push(letter);
        }
        kept.push('…');
        kept
    }

    /// Does something with a font's face.
    pub(super) fn with_face<T>(&self, font: usize, act: impl FnOnce(&Face<'f>) -> T) -> Option<T> {
        let mut faces = self.faces.borrow_mut();
        let face = faces.entry(font).or_insert_with(|| {
            let font: &'f Font = self.fonts.get(font)?;
            font.face()
        });
        face.as_ref().map(act)
    }

    fn letter(&self, letter: char, strong: bool) -> Letter {
        if let Some(known) = self.known.borrow().get(&(letter, strong)) {
            return *known;
        }
        let first = if strong { [BOLD, TEXT] } else { [TEXT, BOLD] };
        let order = first.into_iter().chain(2..self.fonts.len());
        let mut found = order.filter_map(|font| self.in_font(font, letter));
        let found = found.next().unwrap_or_else(|| self.missing());
        self.known.borrow_mut().insert((letter, strong), found);
        found
    }

    fn in_font(&self, font: usize, letter: char) -> Option<Letter> {
        self.with_face(font, |face| {
            let glyph = face.glyph_index(letter).filter(|glyph| glyph.0 != 0)?;
            Some(measured(font, face, glyph))
        })?
    }

    fn missing(&self) -> Letter {
        let measured = self.with_face(TEXT, |face| measured(TEXT, face, GlyphId(0)));
        measured.unwrap_or(Letter {
            font: TEXT,
            glyph: 0,
            advance: 1.0,
        })
    }
}

fn measured(font: usize, face: &Face<'_>, glyph: GlyphId) -> Letter {
    let units = f32::from(face.units_per_em().max(1));
    Letter {
        font,
        glyph: glyph.0,
        advance: f32::from(face.glyph_hor_advance(glyph).unwrap_or(0)) / units,
    }
}

fn is_formless(letter: char) -> bool {
    letter.is_control()
        || matches!(letter,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e0fff}')
}
