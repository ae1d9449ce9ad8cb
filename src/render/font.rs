use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use fontdb::{Database, FaceInfo, Source, Weight};
use ttf_parser::Face;

use crate::config::Render;

/// A font has Chinese letters when it has these.
const PROBE: &str = "象棋积分榜红黑";

/// Families for reading on a phone, the best first. Others with Chinese letters follow.
const FAMILIES: &[&str] = &[
    "Noto Sans CJK SC",
    "Source Han Sans SC",
    "Noto Sans SC",
    "PingFang SC",
    "Microsoft YaHei",
    "WenQuanYi Zen Hei",
    "WenQuanYi Micro Hei",
    "Noto Serif CJK SC",
    "Source Han Serif SC",
    "Droid Sans Fallback",
];

/// Fonts asked for letters that the first does not have. More cost time for each rare letter.
const RESERVES: usize = 40;

/// The letters to draw with: a font for text, a bold one, and reserves for rare letters.
#[derive(Clone)]
pub struct Fonts {
    /// Text first, bold second, then the reserves.
    fonts: Arc<[Arc<Font>]>,
}

/// One font file's face, read when its letters are first asked for. The file is not mapped: one that is
/// replaced while it is mapped would end the program.
pub(super) struct Font {
    path: PathBuf,
    pub index: u32,
    data: OnceLock<Arc<Vec<u8>>>,
}

impl fmt::Debug for Fonts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Fonts({})", self.fonts.len())
    }
}

impl Fonts {
    /// The font of `bot.toml`, else the best of this machine's. `None`: there is none with Chinese letters.
    pub fn find(render: &Render) -> Option<Fonts> {
        let system = render.system_fonts.then(system).flatten();
        let own = render.font.as_deref().and_then(Fonts::read);
        match (own, system) {
            (Some(own), None) => Some(own),
            // The machine's fonts have letters that one's own may not have.
            (Some(own), Some(system)) => {
                let reserves = system.fonts.iter().cloned();
                let fonts = own.fonts.iter().cloned().chain(reserves);
                Some(Fonts {
                    fonts: fonts.collect(),
                })
            }
            (None, system) => system.cloned(),
        }
    }

    /// The font of a file; `None`: it cannot be read, is no font or has no Chinese letters.
    pub fn read(path: &Path) -> Option<Fonts> {
        let font = Arc::new(Font::new(path, 0));
        let is_chinese = font.face().is_some_and(|face| is_chinese(&face));
        is_chinese.then(|| Fonts {
            fonts: Arc::from([Arc::clone(&font), font]),
        })
    }

    pub(super) fn all(&self) -> &[Arc<Font>] {
        &self.fonts
    }
}

impl Font {
    fn new(path: &Path, index: u32) -> Font {
        Font {
            path: path.to_owned(),
            index,
            data: OnceLock::new(),
        }
    }

    /// The file's bytes; none when it cannot be read.
    pub(super) fn data(&self) -> &Arc<Vec<u8>> {
        self.data.get_or_init(|| {
            let bytes = std::fs::read(&self.path).unwrap_or_else(|error| {
                tracing::warn!("font {}: {error}", self.path.display());
                Vec::new()
            });
            Arc::new(bytes)
        })
    }

    pub(super) fn face(&self) -> Option<Face<'_>> {
        Face::parse(self.data(), self.index).ok()
    }
}

/// Whether a file's bytes are a font with Chinese letters.
pub(crate) fn is_chinese(face: &Face<'_>) -> bool {
    PROBE
        .chars()
        .all(|letter| face.glyph_index(letter).is_some())
}

/// This machine's fonts, looked for once.
fn system() -> Option<&'static Fonts> {
    static FOUND: OnceLock<Option<Fonts>> = OnceLock::new();
    FOUND.get_or_init(search).as_ref()
}

fn search() -> Option<Fonts> {
    let mut db = Database::new();
    db.load_system_fonts();
    let upright: Vec<&FaceInfo> = db
        .faces()
        .filter(|face| face.style == fontdb::Style::Normal)
        .collect();
    let text = best(&db, &upright, Weight::NORMAL)?;
    let family = |id: fontdb::ID| db.face(id).and_then(|face| face.families.first());
    let same: Vec<&FaceInfo> = upright
        .iter()
        .copied()
        .filter(|face| face.families.first().map(|one| &one.0) == family(text).map(|one| &one.0))
        .collect();
    let bold = best(&db, &same, Weight::BOLD).unwrap_or(text);
    let mut fonts = vec![font(&db, text)?, font(&db, bold)?];
    let reserves = upright
        .iter()
        .filter(|face| face.weight == Weight::NORMAL && !face.monospaced);
    for face in reserves.filter_map(|face| font(&db, face.id)) {
        // The faces of one file have the same letters.
        if fonts.iter().all(|known| known.path != face.path) {
            fonts.push(face);
        }
    }
    fonts.truncate(2 + RESERVES);
    Some(Fonts {
        fonts: fonts.into_iter().map(Arc::new).collect(),
    })
}

/// The face with Chinese letters of the best family that is nearest to this weight.
fn best(db: &Database, among: &[&FaceInfo], weight: Weight) -> Option<fontdb::ID> {
    let place = |face: &FaceInfo| {
        let names = face.families.iter();
        let places = names.filter_map(|(name, _)| FAMILIES.iter().position(|known| known == name));
        places.min().unwrap_or(FAMILIES.len())
    };
    let mut sorted: Vec<&FaceInfo> = among.to_vec();
    sorted.sort_by_key(|face| {
        let name = face.families.first().map(|one| one.0.clone());
        (place(face), face.weight.0.abs_diff(weight.0), name)
    });
    let mut found = sorted.into_iter().filter(|face| {
        let chinese =
            |data: &[u8], index| Face::parse(data, index).is_ok_and(|face| is_chinese(&face));
        db.with_face_data(face.id, chinese).unwrap_or(false)
    });
    found.next().map(|face| face.id)
}

fn font(db: &Database, id: fontdb::ID) -> Option<Font> {
    match db.face_source(id)? {
        (Source::File(path) | Source::SharedFile(path, _), index) => Some(Font::new(&path, index)),
        (Source::Binary(_), _) => None,
    }
}
