use std::collections::HashMap;

use tiny_skia::{FillRule, Paint, Path, PathBuilder, Pixmap, Rect, Transform};
use ttf_parser::{GlyphId, OutlineBuilder};

use super::drawing::{Color, Drawing, Mark};
use super::typeset::Typesetter;
use super::{Fonts, RenderError};

/// Telegram documentation, sendPhoto: width and height must not exceed 10000 in total.
const SIDES: f32 = 10_000.0;

/// Half the length of a handle that makes a quarter of a circle, as a part of its radius.
const QUARTER: f32 = 0.552_285;

/// A drawing as a PNG, one pixel a unit.
///
/// # Errors
/// [`RenderError::NoFont`], and [`RenderError::Failed`] for a size that cannot be a picture.
pub fn png(drawing: &Drawing, fonts: &Fonts) -> Result<Vec<u8>, RenderError> {
    if drawing.width + drawing.height > SIDES {
        let (width, height) = (drawing.width, drawing.height);
        return Err(RenderError::Failed(format!(
            "{width} x {height} is too large"
        )));
    }
    let setter = Typesetter::new(fonts)?;
    let mut pixmap = Pixmap::new(pixels(drawing.width), pixels(drawing.height))
        .ok_or_else(|| RenderError::Failed("no size".to_owned()))?;
    pixmap.fill(color(drawing.paper));
    let mut shapes = Shapes {
        setter: &setter,
        known: HashMap::new(),
    };
    for mark in &drawing.marks {
        draw(&mut pixmap, mark, &mut shapes);
    }
    pixmap
        .encode_png()
        .map_err(|error| RenderError::Failed(error.to_string()))
}

/// The outlines of letters, in units of their size.
struct Shapes<'s, 'f> {
    setter: &'s Typesetter<'f>,
    known: HashMap<(usize, u16), Option<Path>>,
}

fn draw(pixmap: &mut Pixmap, mark: &Mark, shapes: &mut Shapes<'_, '_>) {
    match mark {
        Mark::Box {
            x,
            y,
            width,
            height,
            corner,
            color,
        } => {
            let Some(rect) = Rect::from_xywh(*x, *y, *width, *height) else {
                return;
            };
            if *corner > 0.0 {
                if let Some(path) = rounded(rect, *corner) {
                    fill(pixmap, &path, *color, Transform::identity());
                }
            } else {
                pixmap.fill_rect(rect, &paint(*color), Transform::identity(), None);
            }
        }
        Mark::Text {
            x,
            y,
            size,
            strong,
            color,
            text,
        } => {
            let mut x = *x;
            for (_, letter) in shapes.setter.letters(text, *strong) {
                if let Some(path) = shapes.of(letter.font, letter.glyph) {
                    let place = Transform::from_row(*size, 0.0, 0.0, -*size, x, *y);
                    fill(pixmap, path, *color, place);
                }
                x += letter.advance * size;
            }
        }
    }
}

impl Shapes<'_, '_> {
    fn of(&mut self, font: usize, glyph: u16) -> Option<&Path> {
        let setter = self.setter;
        let shape = self.known.entry((font, glyph)).or_insert_with(|| {
            setter.with_face(font, |face| {
                let mut outline = Outline(PathBuilder::new());
                face.outline_glyph(GlyphId(glyph), &mut outline)?;
                let unit = 1.0 / f32::from(face.units_per_em().max(1));
                let path = outline.0.finish()?;
                path.transform(Transform::from_scale(unit, unit))
            })?
        });
        shape.as_ref()
    }
}

struct Outline(PathBuilder);

impl OutlineBuilder for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        self.0.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.0.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.0.quad_to(x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.0.cubic_to(x1, y1, x2, y2, x, y);
    }

    fn close(&mut self) {
        self.0.close();
    }
}

fn rounded(rect: Rect, corner: f32) -> Option<Path> {
    let (left, top, right, bottom) = (rect.left(), rect.top(), rect.right(), rect.bottom());
    let r = corner.min(rect.width() / 2.0).min(rect.height() / 2.0);
    let k = r * (1.0 - QUARTER);
    let mut path = PathBuilder::new();
    path.move_to(left + r, top);
    path.line_to(right - r, top);
    path.cubic_to(right - k, top, right, top + k, right, top + r);
    path.line_to(right, bottom - r);
    path.cubic_to(right, bottom - k, right - k, bottom, right - r, bottom);
    path.line_to(left + r, bottom);
    path.cubic_to(left + k, bottom, left, bottom - k, left, bottom - r);
    path.line_to(left, top + r);
    path.cubic_to(left, top + k, left + k, top, left + r, top);
    path.close();
    path.finish()
}

fn fill(pixmap: &mut Pixmap, path: &Path, of: Color, place: Transform) {
    pixmap.fill_path(path, &paint(of), FillRule::Winding, place, None);
}

fn paint(of: Color) -> Paint<'static> {
    let mut paint = Paint {
        anti_alias: true,
        ..Paint::default()
    };
    paint.set_color(color(of));
    paint
}

fn color(of: Color) -> tiny_skia::Color {
    tiny_skia::Color::from_rgba8(of.0, of.1, of.2, 255)
}

/// A length within Telegram's limit.
fn pixels(length: f32) -> u32 {
    // Between 1 and 10000: no bits are lost.
    length.round().clamp(1.0, SIDES) as u32
}
