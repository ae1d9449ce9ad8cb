use std::ops::Range;

use super::bracket::{self, bracket};
use super::layout::{layout, number_pages, page};
use super::{Bracket, Fonts, Paper, RenderError, Sheet};
use super::{json, pdf, png, xlsx};

/// Something to be drawn or written: complete, and the same result each time.
#[derive(Debug, Clone, PartialEq)]
pub enum Draft {
    /// Pages of a sheet as pictures, each with the numbers of its rows.
    Pictures {
        sheet: Sheet,
        /// The number of the first page, from 1, and how many the sheet has.
        number: (usize, usize),
        pages: Vec<Range<usize>>,
    },
    /// The tree of a knockout as a picture.
    Tree(Bracket),
    /// A file of sheets.
    File { form: FileForm, sheets: Vec<Sheet> },
}

/// Files of sheets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileForm {
    /// An Excel workbook.
    Xlsx,
    /// To print.
    Pdf,
    /// For other programs.
    Json,
}

impl FileForm {
    /// The ending of such a file's name.
    pub fn ending(self) -> &'static str {
        match self {
            FileForm::Xlsx => "xlsx",
            FileForm::Pdf => "pdf",
            FileForm::Json => "json",
        }
    }
}

impl Draft {
    /// Whether it is drawn with letters of a font.
    pub fn needs_font(&self) -> bool {
        !matches!(
            self,
            Draft::File {
                form: FileForm::Xlsx | FileForm::Json,
                ..
            }
        )
    }

    /// The bytes: of each picture, or of the one file. Takes from milliseconds to a second.
    ///
    /// # Errors
    /// [`RenderError`].
    pub fn make(&self, fonts: Option<&Fonts>) -> Result<Vec<Vec<u8>>, RenderError> {
        let need = || fonts.ok_or(RenderError::NoFont);
        match self {
            Draft::Pictures {
                sheet,
                number: (first, count),
                pages,
            } => {
                let fonts = need()?;
                let numbered = (*first..).zip(pages);
                let drawn = numbered.map(|(number, rows)| {
                    let number = (number, *count);
                    let drawing = page(sheet, rows.clone(), Paper::Phone, number, fonts)?;
                    png::png(&drawing, fonts)
                });
                drawn.collect()
            }
            Draft::Tree(tree) => {
                let fonts = need()?;
                Ok(vec![png::png(&bracket(tree, fonts)?, fonts)?])
            }
            Draft::File { form, sheets } => {
                let bytes = match form {
                    FileForm::Xlsx => xlsx::xlsx(sheets)?,
                    FileForm::Json => json::json(sheets),
                    FileForm::Pdf => print(sheets, need()?)?,
                };
                Ok(vec![bytes])
            }
        }
    }
}

/// Sheets one after the other on pages of A4.
fn print(sheets: &[Sheet], fonts: &Fonts) -> Result<Vec<u8>, RenderError> {
    let mut pages = Vec::new();
    for sheet in sheets {
        pages.extend(match &sheet.tree {
            Some(tree) => bracket::pages(tree, fonts)?,
            None => layout(sheet, Paper::A4, fonts)?,
        });
    }
    number_pages(&mut pages, fonts)?;
    let title = sheets.first().map_or("", |sheet| sheet.event.as_str());
    pdf::pdf(title, &pages, fonts)
}
