//! The letters of a pasted lot: what copying, forwarding and saving does to them.

use unicode_normalization::UnicodeNormalization;

use crate::tournament::is_unseen;

/// A salt as it is drawn with and published: one line with single spaces, without letters that nobody sees, so that
/// it can be copied from the message letter by letter.
pub fn salt_line(typed: &str) -> String {
    seen(typed).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Without letters that nobody sees.
pub(super) fn seen(text: &str) -> String {
    text.chars()
        .filter(|letter| letter.is_whitespace() || !is_unseen(*letter))
        .collect()
}

/// What is left where width, white space and unseen letters do not count: full-width letters are half-width
/// (NFKC), 執, 紅 and 籤 are 执, 红 and 签.
pub(super) fn plain(text: &str) -> String {
    text.nfkc()
        .filter(|letter| !letter.is_whitespace() && !is_unseen(*letter))
        .filter(|letter| !matches!(letter, '\u{200c}' | '\u{200d}' | '\u{fe0e}' | '\u{fe0f}'))
        .map(|letter| match letter {
            '執' => '执',
            '紅' => '红',
            '籤' | '簽' => '签',
            '∶' | '︓' => ':',
            other => other,
        })
        .collect()
}

/// Whether two spellings are of one name: copying changes widths and spaces.
pub fn same_name(one: &str, other: &str) -> bool {
    plain(one) == plain(other)
}

/// The lines of a text, however they are parted.
pub(super) fn lines(text: &str) -> Vec<String> {
    let breaks = |letter: char| {
        matches!(
            letter,
            '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}'
        )
    };
    text.replace("\r\n", "\n").split(breaks).map(seen).collect()
}
