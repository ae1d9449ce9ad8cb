//! Text for Telegram in which everything typed by a person is escaped.

use std::fmt;

/// Text in Telegram's HTML. Whatever is put into it through [`html!`](crate::html) is escaped, unless it
/// is `Html` already.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Html(String);

impl Html {
    /// Markup written by the programmer: a constant of the source, never a value.
    pub const fn trusted(markup: String) -> Html {
        Html(markup)
    }

    /// The text with its tags.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether nothing would be shown.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds `more` at the end.
    pub fn push(&mut self, more: &Html) {
        self.0.push_str(&more.0);
    }

    /// The text without its markup, for where Telegram reads none.
    pub fn plain(&self) -> String {
        let mut plain = String::with_capacity(self.0.len());
        let mut in_tag = false;
        for letter in self.0.chars() {
            match letter {
                '<' => in_tag = true,
                '>' => in_tag = false,
                other if !in_tag => plain.push(other),
                _ => {}
            }
        }
        // `&amp;` last, so that an escaped entity stays what it was.
        plain
            .replace("&lt;", "<")
            .replace("&gt;", ">")
            .replace("&quot;", "\"")
            .replace("&amp;", "&")
    }

    /// Length as Telegram counts it: UTF-16 units after the tags are taken away. Counting the tags in
    /// errs on the safe side.
    pub fn len_utf16(&self) -> usize {
        self.0.encode_utf16().count()
    }
}

impl fmt::Display for Html {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Joins with a separator, e.g. a line break.
pub fn join(pieces: impl IntoIterator<Item = Html>, separator: &str) -> Html {
    let pieces: Vec<String> = pieces.into_iter().map(|piece| piece.0).collect();
    Html(pieces.join(separator))
}

/// What may stand in an [`html!`](crate::html) placeholder.
pub trait Piece {
    /// The value with its special characters escaped.
    fn piece(&self) -> String;
}

impl Piece for Html {
    fn piece(&self) -> String {
        self.0.clone()
    }
}

impl Piece for str {
    fn piece(&self) -> String {
        let mut escaped = String::with_capacity(self.len());
        for letter in self.chars() {
            match letter {
                '&' => escaped.push_str("&amp;"),
                '<' => escaped.push_str("&lt;"),
                '>' => escaped.push_str("&gt;"),
                '"' => escaped.push_str("&quot;"),
                other => escaped.push(other),
            }
        }
        escaped
    }
}

impl Piece for String {
    fn piece(&self) -> String {
        self.as_str().piece()
    }
}

impl<T: Piece + ?Sized> Piece for &T {
    fn piece(&self) -> String {
        (**self).piece()
    }
}

macro_rules! numbers {
    ($($number:ty),*) => {
        $(impl Piece for $number {
            fn piece(&self) -> String {
                self.to_string()
            }
        })*
    };
}

numbers!(u32, u64, i32, i64, usize, crate::tournament::StartNumber);

/// `format!` into [`Html`]: every argument is escaped, the format string is markup.
#[macro_export]
macro_rules! html {
    ($format:literal $(, $argument:expr)* $(,)?) => {
        $crate::telegram::html::Html::trusted(
            format!($format $(, $crate::telegram::html::Piece::piece(&$argument))*)
        )
    };
}

#[cfg(test)]
mod tests {
    #[test]
    fn what_people_type_is_escaped_and_markup_is_not() {
        let name = r#"<b>a_b</b> & "𠮷田""#;
        let line = html!("<b>{}</b> {} 台", name, 5_u32);
        assert_eq!(
            line.as_str(),
            "<b>&lt;b&gt;a_b&lt;/b&gt; &amp; &quot;𠮷田&quot;</b> 5 台"
        );
        assert_eq!(html!("{}", line).as_str(), line.as_str());
        assert_eq!(line.plain(), format!("{name} 5 台"));
    }
}
