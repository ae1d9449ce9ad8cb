use crate::desk::import::{ImportRefusal, Sent};
use crate::desk::{Halt, Turn, import};
use crate::telegram::download::{DownloadFault, MOST_BYTES};
use crate::telegram::said::{Attachment, Said};

/// A spreadsheet an arbiter sent.
pub fn import(
    turn: &mut Turn<'_>,
    said: &Said,
    content: &Result<Vec<u8>, DownloadFault>,
) -> Result<(), Halt> {
    let name = match &said.attachment {
        Some(Attachment::Document { name, .. }) => name.as_deref().unwrap_or_default(),
        _ => "",
    };
    match content {
        Ok(bytes) => import::receive(
            turn,
            Sent {
                name,
                caption: said.text.as_deref(),
                bytes,
            },
        ),
        Err(DownloadFault::TooBig) => {
            import::not_fetched(turn, ImportRefusal::TooBig { most: MOST_BYTES })
        }
        Err(DownloadFault::Unreachable) => import::not_fetched(turn, ImportRefusal::NotFetched),
    }
}
