//! Papers: which files are taken, and their copies on disk.

use serde::{Deserialize, Serialize};

use super::notice::Paper;
use super::{Halt, Turn};
use crate::store::{paper_copy, registration, setting};

/// Bots can fetch files of 20 MB at most. Telegram documentation, getFile.
pub const LARGEST: u64 = 20 * 1024 * 1024;

/// Set while copies cannot be made at all, and the arbiters know.
const TROUBLE: &str = "papers.trouble";

/// Why a file is not taken as a paper.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PaperRefusal {
    /// Sizes in bytes.
    TooBig { size: u64, most: u64 },
    /// Neither a picture nor a document an arbiter can look at; the ending of its name.
    Type { ending: String },
}

/// Endings of names that an arbiter can open on a phone.
const ENDINGS: [&str; 10] = [
    "pdf", "jpg", "jpeg", "png", "heic", "heif", "webp", "bmp", "doc", "docx",
];

/// Refuses a file that no arbiter can look at or the bot cannot fetch. A size that is not told is taken.
pub fn check_file(
    name: Option<&str>,
    media_type: Option<&str>,
    size: Option<u64>,
) -> Result<(), PaperRefusal> {
    if let Some(size) = size.filter(|size| *size > LARGEST) {
        return Err(PaperRefusal::TooBig {
            size,
            most: LARGEST,
        });
    }
    let ending = name.and_then(|name| name.rsplit_once('.'));
    let ending = ending.map(|(_, ending)| ending.to_lowercase());
    let is_known = ending
        .as_deref()
        .is_some_and(|ending| ENDINGS.contains(&ending));
    let is_shown =
        media_type.is_some_and(|media| media.starts_with("image/") || media == "application/pdf");
    if is_known || is_shown {
        return Ok(());
    }
    let ending = ending.unwrap_or_default().chars().take(12).collect();
    Err(PaperRefusal::Type { ending })
}

/// The copy of a paper is on disk. False: the paper was purged meanwhile, and the copy has to go.
pub fn kept(turn: &mut Turn<'_>, paper: i64) -> Result<bool, Halt> {
    if !paper_copy::kept(turn.tx, paper)? {
        return Ok(false);
    }
    if setting::get(turn.tx, TROUBLE)?.is_some() {
        setting::clear(turn.tx, TROUBLE)?;
        let waiting = paper_copy::waiting(turn.tx)?;
        turn.tell_arbiters(Paper::KeptAgain { waiting })?;
    }
    Ok(true)
}

/// No copy can ever be made of this paper: the arbiters are told which.
pub fn not_kept(turn: &mut Turn<'_>, paper: i64, registration: i64, why: &str) -> Result<(), Halt> {
    paper_copy::failed(turn.tx, paper, why)?;
    let name = registration::find(turn.tx, registration)?.map(|found| found.name);
    turn.tell_arbiters(Paper::NotKept {
        name: name.unwrap_or_default(),
        why: why.to_owned(),
    })
}

/// Copies cannot be made for now, this one to begin with. The arbiters are told once until it works again.
pub fn put_off(
    turn: &mut Turn<'_>,
    paper: i64,
    not_before: chrono::DateTime<chrono::Utc>,
    why: &str,
    is_worth_telling: bool,
) -> Result<(), Halt> {
    paper_copy::put_off(turn.tx, paper, not_before, why)?;
    if is_worth_telling && setting::get(turn.tx, TROUBLE)?.is_none() {
        setting::set(turn.tx, TROUBLE, "told")?;
        turn.tell_arbiters(Paper::Trouble {
            why: why.to_owned(),
        })?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_an_arbiter_can_look_at_are_taken() {
        for name in ["户口本.PDF", "a.b.jpeg", "证明.docx", "IMG_1.HEIC"] {
            assert_eq!(check_file(Some(name), None, Some(1)), Ok(()), "{name}");
        }
        assert_eq!(check_file(None, Some("image/png"), None), Ok(()));
        assert_eq!(
            check_file(Some("扫描"), Some("application/pdf"), None),
            Ok(())
        );
        for (name, ending) in [("a.exe", "exe"), ("b", ""), ("c.tar.gz", "gz"), ("d.", "")] {
            let ending = ending.to_owned();
            assert_eq!(
                check_file(Some(name), None, Some(1)),
                Err(PaperRefusal::Type { ending }),
                "{name}"
            );
        }
        assert_eq!(check_file(Some("a.pdf"), None, Some(LARGEST)), Ok(()));
        assert!(matches!(
            check_file(Some("a.pdf"), None, Some(LARGEST + 1)),
            Err(PaperRefusal::TooBig { .. })
        ));
    }
}
