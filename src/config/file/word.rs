/// Declares the words of the file that stand for the values of an enum.
macro_rules! words {
    ($name:ident { $($word:literal => $value:expr,)* }) => {
        impl $name {
            /// The word of the file for each value.
            pub(in $crate::config) const WORDS: &[(&str, $name)] = &[$(($word, $value)),*];
        }

        impl $crate::config::file::read::Read for $name {
            fn read(
                key: &str,
                value: &$crate::config::file::read::Value<'_>,
                faults: &mut $crate::config::faults::Faults<'_>,
            ) -> Option<Self> {
                let word = $crate::config::file::word::read(key, value, &[$($word),*], faults)?;
                let mut words = Self::WORDS.iter();
                words.find(|(known, _)| *known == word).map(|&(_, value)| value)
            }
        }
    };
}

pub(super) use words;

use super::super::Flaw;
use super::super::faults::Faults;
use super::read::{Value, nearest, wrong_type};

/// The one of `known` that stands there.
pub fn read(
    key: &str,
    value: &Value<'_>,
    known: &'static [&'static str],
    faults: &mut Faults<'_>,
) -> Option<&'static str> {
    let Some(word) = value.get_ref().as_str() else {
        faults.add(&value.span(), wrong_type(key, "a word in quotes", value));
        return None;
    };
    let found = known.iter().copied().find(|known| *known == word);
    if found.is_none() {
        let flaw = Flaw::UnknownWord {
            key: key.to_owned(),
            word: word.to_owned(),
            nearest: nearest(word, known.iter().copied()),
            known,
        };
        faults.add(&value.span(), flaw);
    }
    found
}
