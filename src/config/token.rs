use std::ops::Range;

/// Where a bot token stands in `text`: at least six digits, a colon, at least thirty letters, digits,
/// `_` or `-`. Real ones have 8 to 10 digits and 35 signs; a mangled one is no less secret.
pub fn token_in(text: &str) -> Option<Range<usize>> {
    const DIGITS: usize = 6;
    const SIGNS: usize = 30;
    let bytes = text.as_bytes();
    for (colon, _) in text.match_indices(':') {
        let before = bytes[..colon].iter().rev();
        let digits = before.take_while(|b| b.is_ascii_digit()).count();
        let after = bytes[colon + 1..].iter();
        let signs = after
            .take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-'))
            .count();
        if digits >= DIGITS && signs >= SIGNS {
            return Some(colon - digits..colon + 1 + signs);
        }
    }
    None
}
