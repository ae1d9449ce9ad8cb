//! Tables as pictures and files. What stands in them is decided elsewhere: every renderer is handed the same
//! [`Sheet`].

/// The tree of a knockout as a drawing.
pub mod bracket;
/// Comma-separated values that a Chinese Excel opens as they are meant.
pub mod csv;
/// What is still to be drawn.
pub mod draft;
/// Rectangles, lines and texts on a page, whatever draws them.
pub mod drawing;
/// Fonts with Chinese letters, and where they are found.
pub mod font;
/// Data for other programs.
pub mod json;
/// A sheet laid out in pages.
pub mod layout;
/// Files to print and to pin on a wall.
pub mod pdf;
/// Pictures for a phone.
pub mod png;
/// What is to be shown: columns, rows, notes.
pub mod sheet;
/// Letters turned into outlines and widths.
pub mod typeset;
/// Workbooks.
pub mod xlsx;

pub use bracket::Bracket;
pub use drawing::{Drawing, Mark};
pub use font::Fonts;
pub use layout::Paper;
pub use sheet::{Cell, Column, Kind, Row, Sheet};

/// Why something is not drawn.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RenderError {
    /// No font on this machine has Chinese letters.
    #[error(
        "no font with Chinese letters: install one (fonts-noto-cjk) or name one in [render] font"
    )]
    NoFont,
    /// A font or a size that the drawing library does not take.
    #[error("not drawn: {0}")]
    Failed(String),
}
