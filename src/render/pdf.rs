use std::collections::HashMap;
use std::sync::Arc;

use krilla::Data;
use krilla::Document;
use krilla::color::rgb;
use krilla::geom::{PathBuilder, Point, Rect, Transform};
use krilla::metadata::Metadata;
use krilla::page::PageSettings;
use krilla::paint::Fill;
use krilla::surface::Surface;
use krilla::text::{Font, GlyphId, KrillaGlyph};

use super::drawing::{Color, Drawing, Mark};
use super::typeset::Typesetter;
use super::{Fonts, RenderError};

/// A4 in points. A drawing that is higher than wide becomes an upright page of this width, any other a lying one.
const A4_WIDTH: f32 = 595.28;
const A4_HEIGHT: f32 = 841.89;

/// Drawings as the pages of a PDF, the text in it as text.
///
/// # Errors
/// [`RenderError::NoFont`], and [`RenderError::Failed`] for a font that cannot be embedded.
pub fn pdf(title: &str, pages: &[Drawing], fonts: &Fonts) -> Result<Vec<u8>, RenderError> {
    let setter = Typesetter::new(fonts)?;
    let mut document = Document::new();
    let language = "zh-CN".to_owned();
    let metadata = Metadata::new().title(title.to_owned());
    document.set_metadata(metadata.language(language));
    let mut ink = Ink {
        setter: &setter,
        fonts,
        known: HashMap::new(),
    };
    for drawing in pages {
        let width = match drawing.height >= drawing.width {
            true => A4_WIDTH,
            false => A4_HEIGHT,
        };
        let scale = width / drawing.width.max(1.0);
        let settings = PageSettings::from_wh(width, drawing.height * scale)
            .ok_or_else(|| RenderError::Failed("a page has no size".to_owned()))?;
        let mut page = document.start_page_with(settings);
        let mut surface = page.surface();
        surface.push_transform(&Transform::from_scale(scale, scale));
        for mark in &drawing.marks {
            ink.draw(&mut surface, mark)?;
        }
        surface.pop();
        surface.finish();
        page.finish();
    }
    document
        .finish()
        .map_err(|error| RenderError::Failed(format!("{error:?}")))
}

struct Ink<'s, 'f> {
    setter: &'s Typesetter<'f>,
    fonts: &'s Fonts,
    known: HashMap<usize, Font>,
}

impl Ink<'_, '_> {
    fn draw(&mut self, surface: &mut Surface<'_>, mark: &Mark) -> Result<(), RenderError> {
        match mark {
            Mark::Box {
                x,
                y,
                width,
                height,
                color,
                ..
            } => {
                let mut path = PathBuilder::new();
                if let Some(rect) = Rect::from_xywh(*x, *y, *width, *height) {
                    path.push_rect(rect);
                }
                if let Some(path) = path.finish() {
                    surface.set_fill(Some(fill(*color)));
                    surface.draw_path(&path);
                }
                Ok(())
            }
            Mark::Text {
                x,
                y,
                size,
                strong,
                color,
                text,
            } => {
                surface.set_fill(Some(fill(*color)));
                self.write(surface, (*x, *y), *size, *strong, text)
            }
        }
    }

    /// Writes a text in runs of one font each.
    fn write(
        &mut self,
        surface: &mut Surface<'_>,
        (mut x, y): (f32, f32),
        size: f32,
        strong: bool,
        text: &str,
    ) -> Result<(), RenderError> {
        let letters = self.setter.letters(text, strong);
        for run in letters.chunk_by(|a, b| a.1.font == b.1.font) {
            let Some((_, first)) = run.first() else {
                continue;
            };
            let font = self.font(first.font)?;
            let glyphs: Vec<KrillaGlyph> = run
                .iter()
                .map(|(range, letter)| {
                    let glyph = GlyphId::new(u32::from(letter.glyph));
                    KrillaGlyph::new(glyph, letter.advance, 0.0, 0.0, 0.0, range.clone(), None)
                })
                .collect();
            surface.draw_glyphs(Point::from_xy(x, y), &glyphs, font, text, size, false);
            let wide: f32 = run.iter().map(|(_, letter)| letter.advance * size).sum();
            x += wide;
        }
        Ok(())
    }

    fn font(&mut self, index: usize) -> Result<Font, RenderError> {
        if let Some(known) = self.known.get(&index) {
            return Ok(known.clone());
        }
        let file = self.fonts.all().get(index).ok_or(RenderError::NoFont)?;
        let data: Data = Arc::clone(file.data()).into();
        let font = Font::new(data, file.index)
            .ok_or_else(|| RenderError::Failed("a font cannot be embedded".to_owned()))?;
        self.known.insert(index, font.clone());
        Ok(font)
    }
}

fn fill(color: Color) -> Fill {
    Fill {
        paint: rgb::Color::new(color.0, color.1, color.2).into(),
        ..Fill::default()
    }
}
