/// A page of marks. Lengths are in units of one: a pixel of a picture.
#[derive(Debug, Clone, PartialEq)]
pub struct Drawing {
    pub width: f32,
    pub height: f32,
    /// The paper.
    pub paper: Color,
    /// In the order they are drawn.
    pub marks: Vec<Mark>,
}

/// One thing drawn.
#[derive(Debug, Clone, PartialEq)]
pub enum Mark {
    /// A filled rectangle; `corner` rounds it.
    Box {
        x: f32,
        y: f32,
        width: f32,
        height: f32,
        corner: f32,
        color: Color,
    },
    /// A text that begins at `x` and stands on the line `y`.
    Text {
        x: f32,
        y: f32,
        size: f32,
        strong: bool,
        color: Color,
        text: String,
    },
}

/// Red, green, blue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Color(pub u8, pub u8, pub u8);

/// Xuan paper.
pub const PAPER: Color = Color(0xFD, 0xF9, 0xF0);
/// Printing paper.
pub const WHITE: Color = Color(0xFF, 0xFF, 0xFF);
/// Ink for what is read first.
pub const INK: Color = Color(0x26, 0x20, 0x1C);
/// Ink for what is read second.
pub const FAINT: Color = Color(0x80, 0x72, 0x64);
/// The red of the pieces.
pub const CINNABAR: Color = Color(0xA6, 0x20, 0x1C);
/// Every second row.
pub const STRIPE: Color = Color(0xF5, 0xEC, 0xDB);
/// Rows set off.
pub const CHOSEN: Color = Color(0xF8, 0xDD, 0xB0);
/// Lines between rows.
pub const RULE: Color = Color(0xDC, 0xCC, 0xB2);

impl Drawing {
    /// An empty page.
    pub fn new(width: f32, height: f32, paper: Color) -> Drawing {
        Drawing {
            width,
            height,
            paper,
            marks: Vec::new(),
        }
    }

    /// Fills a rectangle with sharp corners.
    pub fn fill(&mut self, x: f32, y: f32, width: f32, height: f32, color: Color) {
        self.round(x, y, width, height, 0.0, color);
    }

    /// Fills a rectangle with round corners.
    pub fn round(&mut self, x: f32, y: f32, width: f32, height: f32, corner: f32, color: Color) {
        self.marks.push(Mark::Box {
            x,
            y,
            width,
            height,
            corner,
            color,
        });
    }

    /// Writes a text from `x` on the line `y`.
    pub fn write(&mut self, x: f32, y: f32, style: Style, text: &str) {
        if text.is_empty() {
            return;
        }
        self.marks.push(Mark::Text {
            x,
            y,
            size: style.size,
            strong: style.strong,
            color: style.color,
            text: text.to_owned(),
        });
    }

    /// The texts on the page, in the order they are drawn.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.marks.iter().filter_map(|mark| match mark {
            Mark::Text { text, .. } => Some(text.as_str()),
            Mark::Box { .. } => None,
        })
    }
}

/// How a text is set.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Style {
    pub size: f32,
    pub strong: bool,
    pub color: Color,
}

impl Style {
    /// Ordinary letters.
    pub fn plain(size: f32, color: Color) -> Style {
        Style {
            size,
            strong: false,
            color,
        }
    }

    /// Bold letters.
    pub fn strong(size: f32, color: Color) -> Style {
        Style {
            size,
            strong: true,
            color,
        }
    }

    /// The same at another size.
    pub fn sized(self, size: f32) -> Style {
        Style { size, ..self }
    }
}
