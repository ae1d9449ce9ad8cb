//! Fonts made here, so that pictures can be drawn on a machine without any: every letter is a solid square, but for
//! the blanks.

use std::path::PathBuf;

use qisai::config;
use qisai::render::Fonts;
use tempfile::TempDir;

const UNITS: u16 = 1000;

/// A font in a folder of its own.
pub struct TinyFont {
    _dir: TempDir,
    pub path: PathBuf,
}

impl TinyFont {
    /// One with all letters.
    pub fn new() -> TinyFont {
        TinyFont::of(&[(0x21, 0x2FFF), (0x3001, 0xD7FF), (0xE000, 0x2_FFFF)])
    }

    /// One with the letters of these ranges only, and the blanks.
    pub fn of(ranges: &[(u32, u32)]) -> TinyFont {
        let groups = ranges.iter().map(|(from, to)| [*from, *to, 2]);
        TinyFont::with(&cmap(13, groups.collect()), 1)
    }

    /// One in which each of these letters has a form of its own, which looks like the others: a PDF can tell them
    /// apart. Those that make it Chinese are there too.
    pub fn telling_apart(letters: &str) -> TinyFont {
        let mut all: Vec<u32> = letters
            .chars()
            .chain("象棋积分榜红黑".chars())
            .map(u32::from)
            .collect();
        all.sort_unstable();
        all.dedup();
        all.retain(|letter| ![0x20, 0x3000].contains(letter));
        let groups = (2..)
            .zip(&all)
            .map(|(glyph, letter)| [*letter, *letter, glyph]);
        TinyFont::with(&cmap(12, groups.collect()), all.len())
    }

    fn with(cmap: &[u8], squares: usize) -> TinyFont {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join("tiny.ttf");
        std::fs::write(&path, font(cmap, squares)).expect("a file");
        TinyFont { _dir: dir, path }
    }

    /// What `bot.toml` says when it names this font and no other is to be used.
    pub fn config(&self) -> config::Render {
        config::Render {
            pictures: true,
            font: Some(self.path.clone()),
            system_fonts: false,
        }
    }

    pub fn fonts(&self) -> Fonts {
        Fonts::find(&self.config()).expect("it has Chinese letters")
    }
}

/// Glyph 0 is the empty box, 1 the blank, the others are squares.
fn font(cmap: &[u8], squares: usize) -> Vec<u8> {
    let mut glyf = outline(&[(100, 0, 900, 800), (200, 100, 800, 700)]);
    let mut ends = vec![0, glyf.len(), glyf.len()];
    let mut widths = vec![UNITS, 0, UNITS / 2, 0];
    for _ in 0..squares {
        glyf.extend(outline(&[(100, 0, 900, 800)]));
        ends.push(glyf.len());
        widths.extend([UNITS, 0]);
    }
    let count = u16::try_from(squares + 2).expect("few");
    let mut tables: Vec<(&[u8; 4], Vec<u8>)> = vec![
        (b"OS/2", os2()),
        (b"cmap", cmap.to_vec()),
        (b"glyf", glyf),
        (b"head", head()),
        (b"hhea", hhea(count)),
        (b"hmtx", words(&widths)),
        (b"loca", longs(&ends)),
        (b"maxp", maxp(count)),
        (b"name", name()),
        (b"post", post()),
    ];
    let mut file = Vec::new();
    file.extend(0x0001_0000_u32.to_be_bytes());
    let count = u16::try_from(tables.len()).expect("few");
    file.extend(words(&[count, 128, 3, count * 16 - 128]));
    let mut at = 12 + 16 * tables.len();
    for (tag, bytes) in &mut tables {
        while bytes.len() % 4 != 0 {
            bytes.push(0);
        }
        file.extend(*tag);
        file.extend(0_u32.to_be_bytes());
        file.extend(longs(&[at, bytes.len()]));
        at += bytes.len();
    }
    for (_, bytes) in tables {
        file.extend(bytes);
    }
    file
}

/// A simple glyph of rectangles: left, bottom, right, top; every second is a hole.
fn outline(boxes: &[(i16, i16, i16, i16)]) -> Vec<u8> {
    let count = u16::try_from(boxes.len()).expect("few");
    let mut glyph = words(&[count]);
    let whole = boxes[0];
    for side in [whole.0, whole.1, whole.2, whole.3] {
        glyph.extend(side.to_be_bytes());
    }
    glyph.extend((0..count).flat_map(|index| (index * 4 + 3).to_be_bytes()));
    glyph.extend(words(&[0]));
    glyph.extend(vec![1_u8; boxes.len() * 4]);
    let corners: Vec<(i16, i16)> = boxes
        .iter()
        .enumerate()
        .flat_map(|(index, (left, bottom, right, top))| {
            let mut corners = [
                (*left, *bottom),
                (*left, *top),
                (*right, *top),
                (*right, *bottom),
            ];
            if index % 2 == 1 {
                corners.reverse();
            }
            corners
        })
        .collect();
    for pick in [
        |corner: &(i16, i16)| corner.0,
        |corner: &(i16, i16)| corner.1,
    ] {
        let mut last = 0;
        for corner in &corners {
            glyph.extend((pick(corner) - last).to_be_bytes());
            last = pick(corner);
        }
    }
    while !glyph.len().is_multiple_of(4) {
        glyph.push(0);
    }
    glyph
}

/// Format 13: all letters of a group are one glyph; 12: they are glyphs in a row.
fn cmap(format: u16, mut groups: Vec<[u32; 3]>) -> Vec<u8> {
    groups.extend([[0x20, 0x20, 1], [0x3000, 0x3000, 1]]);
    groups.sort_unstable();
    let length = 16 + 12 * groups.len();
    let mut table = words(&[0, 1, 3, 10]);
    table.extend(longs(&[12]));
    table.extend(words(&[format, 0]));
    table.extend(longs(&[length, 0, groups.len()]));
    for group in groups {
        table.extend(group.iter().flat_map(|word| word.to_be_bytes()));
    }
    table
}

fn head() -> Vec<u8> {
    let mut table = vec![0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0x5F, 0x0F, 0x3C, 0xF5];
    table.extend(words(&[0, UNITS]));
    table.extend([0; 16]);
    table.extend(words(&[0, 0, UNITS, UNITS, 0, 8, 2, 1, 0]));
    table
}

fn hhea(count: u16) -> Vec<u8> {
    let mut table = words(&[1, 0, 880]);
    table.extend((-120_i16).to_be_bytes());
    table.extend(words(&[
        0, UNITS, 0, 0, UNITS, 1, 0, 0, 0, 0, 0, 0, 0, count,
    ]));
    table
}

fn maxp(count: u16) -> Vec<u8> {
    words(&[1, 0, count, 8, 2, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0])
}

fn os2() -> Vec<u8> {
    let mut table = words(&[4, UNITS, 400, 5]);
    table.resize(96, 0);
    table
}

fn name() -> Vec<u8> {
    let text: Vec<u8> = "Tiny".encode_utf16().flat_map(u16::to_be_bytes).collect();
    let length = u16::try_from(text.len()).expect("short");
    let mut table = words(&[0, 3, 6 + 3 * 12]);
    for id in [1, 4, 6] {
        table.extend(words(&[3, 1, 0x409, id, length, 0]));
    }
    table.extend(text);
    table
}

fn post() -> Vec<u8> {
    let mut table = vec![0, 3, 0, 0];
    table.resize(32, 0);
    table
}

fn words(all: &[u16]) -> Vec<u8> {
    all.iter().flat_map(|word| word.to_be_bytes()).collect()
}

fn longs(all: &[usize]) -> Vec<u8> {
    let all = all.iter().map(|long| u32::try_from(*long).expect("small"));
    all.flat_map(u32::to_be_bytes).collect()
}
