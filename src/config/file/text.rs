use toml::Spanned;

use super::super::Flaw;
use super::super::faults::Faults;
use super::read::{Read, Span, Value, wrong_type};

/// A text that is not blank and has at most `LIMIT` characters.
#[derive(Debug, Clone)]
pub struct Text<const LIMIT: usize>(String);

/// A name, on one line of a phone.
pub type Name = Text<60>;
/// A sentence or two.
pub type Sentence = Text<600>;

impl<const LIMIT: usize> Read for Text<LIMIT> {
    fn read(key: &str, value: &Value<'_>, faults: &mut Faults<'_>) -> Option<Self> {
        let Some(text) = value.get_ref().as_str() else {
            faults.add(&value.span(), wrong_type(key, "a text in quotes", value));
            return None;
        };
        let text = text.trim();
        let key = key.to_owned();
        let length = text.chars().count();
        if text.is_empty() {
            faults.add(&value.span(), Flaw::Blank { key });
        } else if length > LIMIT {
            let flaw = Flaw::TooLong {
                key,
                length,
                limit: LIMIT,
            };
            faults.add(&value.span(), flaw);
        } else {
            return Some(Text(text.to_owned()));
        }
        None
    }
}

impl<const LIMIT: usize> Text<LIMIT> {
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl<const LIMIT: usize> From<Text<LIMIT>> for String {
    fn from(text: Text<LIMIT>) -> String {
        text.0
    }
}

/// The strings of a list that may be missing.
pub fn strings<const LIMIT: usize>(texts: Option<Vec<Text<LIMIT>>>) -> Vec<String> {
    texts.into_iter().flatten().map(String::from).collect()
}

/// The key of a pool, section, stage or rule: short, and the same in every encoding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identifier(String);

impl Read for Identifier {
    fn read(key: &str, value: &Value<'_>, faults: &mut Faults<'_>) -> Option<Self> {
        const LONGEST: usize = 20;
        let Some(text) = value.get_ref().as_str() else {
            faults.add(&value.span(), wrong_type(key, "a word in quotes", value));
            return None;
        };
        let plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_' || b == b'-';
        if (1..=LONGEST).contains(&text.len()) && text.bytes().all(plain) {
            return Some(Identifier(text.to_owned()));
        }
        let flaw = Flaw::BadIdentifier {
            key: key.to_owned(),
            value: text.to_owned(),
        };
        faults.add(&value.span(), flaw);
        None
    }
}

impl Identifier {
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<Identifier> for String {
    fn from(identifier: Identifier) -> String {
        identifier.0
    }
}

/// Sees to it that no key is given twice among things of one `kind`.
pub struct Unique {
    kind: &'static str,
    seen: Vec<(String, Span)>,
}

impl Unique {
    pub fn new(kind: &'static str) -> Self {
        Unique {
            kind,
            seen: Vec::new(),
        }
    }

    pub fn note(&mut self, key: &Spanned<Identifier>, faults: &mut Faults<'_>) {
        let name = key.get_ref().as_str();
        match self.seen.iter().find(|(seen, _)| seen == name) {
            Some((_, first)) => {
                let flaw = Flaw::SameKey {
                    kind: self.kind,
                    key: name.to_owned(),
                    first_line: faults.line(first),
                };
                faults.add(&key.span(), flaw);
            }
            None => self.seen.push((name.to_owned(), key.span())),
        }
    }
}
