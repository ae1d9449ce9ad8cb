use crate::desk::paper::check_file;
use crate::desk::{Halt, Turn, register};
use crate::telegram::said::{Attachment, Said};

/// Refuses a file that is no paper, while papers are awaited.
pub fn check(turn: &Turn<'_>, said: &Said) -> Result<(), Halt> {
    let Some(Attachment::Document {
        name,
        media_type,
        size,
        ..
    }) = &said.attachment
    else {
        return Ok(());
    };
    if !register::awaits_papers(turn)? {
        return Ok(());
    }
    Ok(check_file(name.as_deref(), media_type.as_deref(), *size)?)
}
