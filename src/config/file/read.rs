use std::ops::{Deref, Range};

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::super::Flaw;
use super::super::faults::Faults;

/// Bytes of the text.
pub type Span = Range<usize>;
/// A value of the file and where it stands.
pub type Value<'i> = Spanned<DeValue<'i>>;

/// What can stand behind a key.
pub trait Read: Sized {
    /// `None`: a fault is noted. It names `key`.
    fn read(key: &str, value: &Value<'_>, faults: &mut Faults<'_>) -> Option<Self>;

    /// What stands for it where it is missing, which is noted.
    fn missing() -> Option<Self> {
        None
    }
}

/// What a key may hold: a value that must be there, or an [`Option`] of one.
pub trait Field: Sized {
    /// `None`: a fault is noted.
    fn take(table: &Keys<'_>, key: &'static str, faults: &mut Faults<'_>) -> Option<Self>;
}

impl<T: Read> Field for T {
    fn take(table: &Keys<'_>, key: &'static str, faults: &mut Faults<'_>) -> Option<Self> {
        match table.get(key) {
            Some(value) => T::read(key, value, faults),
            None => {
                if !table.mistyped(key) {
                    faults.add(&table.span, Flaw::MissingKey { key });
                }
                T::missing()
            }
        }
    }
}

impl<T: Read> Field for Option<T> {
    fn take(table: &Keys<'_>, key: &'static str, faults: &mut Faults<'_>) -> Option<Self> {
        match table.get(key) {
            Some(value) => T::read(key, value, faults).map(Some),
            None => Some(None),
        }
    }
}

/// The keys of one table. Unknown ones are faults, found on opening.
pub struct Keys<'v> {
    table: &'v DeTable<'v>,
    span: Span,
    /// Known keys that an unknown one was taken for.
    mistyped: Vec<&'static str>,
}

impl<'v> Keys<'v> {
    pub fn open(
        key: &str,
        value: &'v Value<'v>,
        known: &'static [&'static str],
        faults: &mut Faults<'_>,
    ) -> Option<Self> {
        let DeValue::Table(table) = value.get_ref() else {
            faults.add(&value.span(), wrong_type(key, "a table", value));
            return None;
        };
        let mut mistyped = Vec::new();
        for written in table.keys() {
            let key: &str = written.get_ref();
            if known.contains(&key) {
                continue;
            }
            let absent = known.iter().copied().filter(|k| table.get(*k).is_none());
            let nearest = nearest(key, absent);
            mistyped.extend(nearest);
            let key = key.to_owned();
            faults.add(
                &written.span(),
                Flaw::UnknownKey {
                    key,
                    nearest,
                    known,
                },
            );
        }
        Some(Keys {
            table,
            span: value.span(),
            mistyped,
        })
    }

    fn get(&self, key: &str) -> Option<&'v Value<'v>> {
        self.table.get(key)
    }

    fn mistyped(&self, key: &str) -> bool {
        self.mistyped.contains(&key)
    }
}

impl<T: Read> Read for Spanned<T> {
    fn read(key: &str, value: &Value<'_>, faults: &mut Faults<'_>) -> Option<Self> {
        T::read(key, value, faults).map(|read| Spanned::new(value.span(), read))
    }
}

/// A part of the file whose own faults are noted and do not keep the rest from being checked.
#[derive(Debug)]
pub struct Try<T>(Option<T>);

impl<T: Read> Read for Try<T> {
    fn read(key: &str, value: &Value<'_>, faults: &mut Faults<'_>) -> Option<Self> {
        Some(Try(T::read(key, value, faults)))
    }

    fn missing() -> Option<Self> {
        Some(Try(None))
    }
}

impl<T> Try<T> {
    pub fn get(&self) -> Option<&T> {
        self.0.as_ref()
    }

    pub fn ok(self) -> Option<T> {
        self.0
    }
}

/// A list that may be empty. All its faulty entries are noted.
impl<T: Read> Read for Vec<T> {
    fn read(key: &str, value: &Value<'_>, faults: &mut Faults<'_>) -> Option<Self> {
        let DeValue::Array(array) = value.get_ref() else {
            faults.add(&value.span(), wrong_type(key, "a list", value));
            return None;
        };
        let read: Vec<Option<T>> = array.iter().map(|v| T::read(key, v, faults)).collect();
        read.into_iter().collect()
    }
}

/// A list with at least one entry.
#[derive(Debug)]
pub struct Many<T>(Vec<T>);

impl<T: Read> Read for Many<T> {
    fn read(key: &str, value: &Value<'_>, faults: &mut Faults<'_>) -> Option<Self> {
        let list = Vec::read(key, value, faults)?;
        if list.is_empty() {
            let key = key.to_owned();
            faults.add(&value.span(), Flaw::EmptyList { key });
            return None;
        }
        Some(Many(list))
    }
}

impl<T> Deref for Many<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<T> IntoIterator for Many<T> {
    type Item = T;
    type IntoIter = std::vec::IntoIter<T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl Read for bool {
    fn read(key: &str, value: &Value<'_>, faults: &mut Faults<'_>) -> Option<Self> {
        let read = value.get_ref().as_bool();
        if read.is_none() {
            faults.add(&value.span(), wrong_type(key, "true or false", value));
        }
        read
    }
}

pub fn wrong_type(key: &str, wanted: &'static str, value: &Value<'_>) -> Flaw {
    Flaw::WrongType {
        key: key.to_owned(),
        wanted,
        found: match value.get_ref() {
            DeValue::String(_) => "a text",
            DeValue::Integer(_) => "a whole number",
            DeValue::Float(_) => "a number with a point",
            DeValue::Boolean(_) => "true or false",
            DeValue::Datetime(_) => "a date or time",
            DeValue::Array(_) => "a list",
            DeValue::Table(_) => "a table",
        },
    }
}

/// The candidate that `typed` was most likely meant to be, if one is near.
pub fn nearest<'c>(typed: &str, candidates: impl Iterator<Item = &'c str>) -> Option<&'c str> {
    const NEAR: f64 = 0.6;
    let typed = typed.to_lowercase();
    candidates
        .map(|c| {
            (
                strsim::normalized_damerau_levenshtein(&typed, &c.to_lowercase()),
                c,
            )
        })
        .filter(|(similarity, _)| *similarity >= NEAR)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, candidate)| candidate)
}
