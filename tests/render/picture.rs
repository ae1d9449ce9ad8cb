//! Pictures, by their ink.

use qisai::render::drawing::Mark;
use qisai::render::layout::layout;
use qisai::render::{Drawing, Paper, RenderError, Sheet, png};
use tiny_skia::Pixmap;

use super::standings;
use super::tiny_font::TinyFont;

fn drawn(sheet: &Sheet) -> Vec<(Drawing, Pixmap)> {
    let font = TinyFont::new();
    let fonts = font.fonts();
    let pages = layout(sheet, Paper::Phone, &fonts).expect("a layout");
    let picture = |drawing: Drawing| {
        let bytes = png::png(&drawing, &fonts).expect("a picture");
        assert!(bytes.len() < 10 * 1024 * 1024, "Telegram takes no more");
        let pixmap = Pixmap::decode_png(&bytes).expect("a PNG");
        (drawing, pixmap)
    };
    pages.into_iter().map(picture).collect()
}

/// How many pixels in this band of lines are dark.
fn ink(pixmap: &Pixmap, from: f32, to: f32) -> usize {
    let width = pixmap.width();
    let lines = from.max(0.0) as u32..(to as u32).min(pixmap.height());
    let dark = |x, y| {
        let pixel = pixmap.pixel(x, y).expect("a pixel");
        u32::from(pixel.red()) + u32::from(pixel.green()) + u32::from(pixel.blue()) < 330
    };
    lines
        .map(|y| (0..width).filter(|x| dark(*x, y)).count())
        .sum()
}

#[test]
fn every_row_leaves_ink_where_it_stands() {
    let sheet = standings(100);
    let pages = drawn(&sheet);
    assert_eq!(pages.len(), 3);
    let mut names = Vec::new();
    for (drawing, pixmap) in &pages {
        assert_eq!(pixmap.width(), drawing.width as u32);
        assert!((1080..=1760).contains(&pixmap.width()));
        assert!(pixmap.height() + pixmap.width() <= 10_000);
        assert!(pixmap.height() / pixmap.width() < 20);
        let rows = drawing.marks.iter().filter_map(|mark| match mark {
            Mark::Text { y, size, text, .. }
                if sheet.rows.iter().any(|row| row.cell(2).shown() == *text) =>
            {
                Some((*y, *size, text.clone()))
            }
            _ => None,
        });
        for (y, size, text) in rows {
            // A name of squares, beside figures of squares.
            let least = text.chars().count() as f32 * size * size * 0.3;
            let found = ink(pixmap, y - size, y);
            assert!(found as f32 > least, "{text} at {y}: {found} dark pixels");
            names.push(text);
        }
    }
    let all: Vec<String> = sheet.rows.iter().map(|row| row.cell(2).shown()).collect();
    assert_eq!(names, all, "every row once, in its order");
}

#[test]
fn long_tables_are_split_evenly_and_an_empty_one_is_a_page() {
    for (players, pages) in [(0, 1), (1, 1), (40, 1), (41, 2), (80, 2), (200, 5)] {
        let sheet = standings(players);
        let rows = Paper::Phone.pages(&sheet);
        assert_eq!(rows.len(), pages, "{players} players");
        let lengths: Vec<usize> = rows.iter().map(ExactSizeIterator::len).collect();
        let (least, most) = (lengths.iter().min(), lengths.iter().max());
        assert!(most.unwrap() - least.unwrap() <= pages, "{lengths:?}");
        assert_eq!(lengths.iter().sum::<usize>(), sheet.rows.len());
    }
    assert_eq!(drawn(&standings(0)).len(), 1);
}

#[test]
fn letters_no_font_has_are_drawn_as_boxes() {
    // Chinese, and nothing of the planes beyond.
    let font = TinyFont::of(&[(0x21, 0x2FFF), (0x3001, 0x9FFF), (0xFF00, 0xFFEF)]);
    let fonts = font.fonts();
    let mut sheet = standings(1);
    sheet.rows[0].cells[2] = qisai::render::Cell::Text("𠮷😀\u{10FFFF}".to_owned());
    let pages = layout(&sheet, Paper::Phone, &fonts).expect("a layout");
    let texts: Vec<&str> = pages[0].texts().collect();
    assert!(texts.contains(&"𠮷😀\u{10FFFF}"), "{texts:?}");
    png::png(&pages[0], &fonts).expect("a picture");
}

#[test]
fn a_font_without_chinese_letters_is_none() {
    let latin = TinyFont::of(&[(0x21, 0x2FF)]);
    assert!(qisai::render::Fonts::find(&latin.config()).is_none());
    let gone = qisai::config::Render {
        font: Some("/nonexistent/font.ttf".into()),
        ..latin.config()
    };
    assert!(qisai::render::Fonts::find(&gone).is_none());
    let error = RenderError::NoFont.to_string();
    assert!(error.contains("fonts-noto-cjk"), "{error}");
}

/// On a machine with Chinese fonts they are found and drawn with; on one without, that is said.
#[test]
fn the_machines_own_fonts_draw_or_are_known_to_be_missing() {
    let system = qisai::config::Render {
        pictures: true,
        font: None,
        system_fonts: true,
    };
    let sheet = standings(3);
    match qisai::render::Fonts::find(&system) {
        Some(fonts) => {
            let pages = layout(&sheet, Paper::Phone, &fonts).expect("a layout");
            let bytes = png::png(&pages[0], &fonts).expect("a picture");
            let pixmap = Pixmap::decode_png(&bytes).expect("a PNG");
            let dark = ink(&pixmap, 240.0, pixmap.height() as f32);
            assert!(dark > 1000, "{dark} dark pixels");
        }
        None => {
            let draft = qisai::render::draft::Draft::Pictures {
                pages: Paper::Phone.pages(&sheet),
                sheet,
                number: (1, 1),
            };
            assert_eq!(draft.make(None), Err(RenderError::NoFont));
        }
    }
}
