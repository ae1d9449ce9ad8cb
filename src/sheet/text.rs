//! Files of text: UTF-8 with or without a byte order mark, UTF-16 with one, or GB18030 as programs in China write it.

use std::borrow::Cow;

use super::SheetFault;

/// The text of a file.
///
/// # Errors
/// [`SheetFault::Unreadable`]: a picture, an archive, a broken text.
pub fn decode(bytes: &[u8]) -> Result<Cow<'_, str>, SheetFault> {
    if let Some((encoding, length)) = encoding_rs::Encoding::for_bom(bytes) {
        let (text, broken) =
            encoding.decode_without_bom_handling(bytes.get(length..).unwrap_or_default());
        return if broken {
            Err(SheetFault::Unreadable)
        } else {
            Ok(text)
        };
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        return is_text(text)
            .then_some(Cow::Borrowed(text))
            .ok_or(SheetFault::Unreadable);
    }
    let (text, broken) = encoding_rs::GB18030.decode_without_bom_handling(bytes);
    if broken || !is_text(&text) {
        Err(SheetFault::Unreadable)
    } else {
        Ok(text)
    }
}

/// Pictures and archives have control characters; a table has none but line breaks and tabs.
fn is_text(text: &str) -> bool {
    text.chars()
        .all(|letter| !letter.is_control() || matches!(letter, '\n' | '\r' | '\t'))
}
