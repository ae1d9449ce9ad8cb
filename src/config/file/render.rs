use std::path::{Path, PathBuf};

use toml::Spanned;
use ttf_parser::Face;

use super::super::faults::Faults;
use super::super::{self as config, Flaw};
use super::table::table;
use super::text::Text;

table! {
    /// `[render]`: tables as pictures, files to print. Without a font with Chinese letters there are none of
    /// either; texts and spreadsheets need none.
    #[derive(Default)]
    pub struct Render {
        /// Whether a picture follows the tables in the group; default true.
        pub pictures: Option<bool>,
        /// A font file (TTF, OTF, TTC) with Chinese letters; default: the best of this machine's.
        pub font: Option<Spanned<Text<400>>>,
        /// Whether this machine's fonts are looked through, for rare letters too; default true.
        pub system_fonts: Option<bool>,
    }
}

impl Render {
    pub fn check(self, faults: &mut Faults<'_>) -> Option<config::Render> {
        let font = match self.font {
            Some(font) => Some(font_file(&font, faults)?),
            None => None,
        };
        Some(config::Render {
            pictures: self.pictures.unwrap_or(true),
            font,
            system_fonts: self.system_fonts.unwrap_or(true),
        })
    }
}

fn font_file(written: &Spanned<Text<400>>, faults: &mut Faults<'_>) -> Option<PathBuf> {
    let path = Path::new(written.get_ref().as_str());
    let name = path.display().to_string();
    let flaw = match std::fs::read(path) {
        Err(error) => Flaw::FontUnreadable {
            path: name,
            why: error.to_string(),
        },
        Ok(bytes) => match Face::parse(&bytes, 0) {
            Err(error) => Flaw::FontUnreadable {
                path: name,
                why: format!("no font: {error}"),
            },
            Ok(face) if face.glyph_index('棋').is_none() => {
                Flaw::FontWithoutChinese { path: name }
            }
            Ok(_) => return Some(path.to_owned()),
        },
    };
    faults.add(&written.span(), flaw);
    None
}
