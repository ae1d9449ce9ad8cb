/// How a file was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    Utf8,
    /// Not UTF-8, so each byte is one character. Columns are right; names may look wrong.
    Latin1,
}

/// The text of a file.
pub fn decode(bytes: &[u8]) -> (String, Encoding) {
    match std::str::from_utf8(bytes) {
        Ok(text) => {
            let text = text.strip_prefix('\u{feff}').unwrap_or(text);
            (text.to_owned(), Encoding::Utf8)
        }
        Err(_) => {
            let text = bytes.iter().copied().map(char::from).collect();
            (text, Encoding::Latin1)
        }
    }
}
