use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization;

/// A person's name as it stands in lists: any script, 1 to [`PersonName::LONGEST`] characters, one line.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct PersonName(String);

/// Why a text is no name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum NameFault {
    #[error("nothing was entered")]
    Empty,
    #[error("the name has {0} characters")]
    Long(usize),
    /// A line break, a control character, or one that turns the direction of the text around it.
    #[error("the name holds a line break or a character that cannot be seen")]
    Unseen,
    /// As many digits as only a number of a document or a phone has: it would stand in public lists.
    #[error("the name looks like the number of a document or a phone")]
    Number,
}

impl PersonName {
    /// In characters.
    pub const LONGEST: usize = 20;

    /// Digits in a name at most.
    const MOST_DIGITS: usize = 5;

    /// Reads a name as typed: white space at the ends goes, runs of it inside become one space.
    pub fn parse(text: &str) -> Result<PersonName, NameFault> {
        let name = PersonName::shape(text)?;
        let digits = name.0.nfkc().filter(char::is_ascii_digit).count();
        if digits > Self::MOST_DIGITS {
            return Err(NameFault::Number);
        }
        Ok(name)
    }

    fn shape(text: &str) -> Result<PersonName, NameFault> {
        let trimmed = text.trim();
        if trimmed.chars().any(is_unseen) {
            return Err(NameFault::Unseen);
        }
        let name = trimmed.split_whitespace().collect::<Vec<_>>().join(" ");
        match name.chars().count() {
            0 => Err(NameFault::Empty),
            long if long > Self::LONGEST => Err(NameFault::Long(long)),
            _ => Ok(PersonName(name)),
        }
    }

    /// The name as it is shown.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for PersonName {
    type Error = NameFault;

    /// Of what was stored: what earlier versions took for a name can still be read.
    fn try_from(text: String) -> Result<Self, NameFault> {
        PersonName::shape(&text)
    }
}

impl From<PersonName> for String {
    fn from(name: PersonName) -> String {
        name.0
    }
}

/// A letter that leaves no mark, of which a text can consist and still look empty.
pub fn is_unseen(letter: char) -> bool {
    letter.is_control()
        || matches!(
            letter,
            '\u{00ad}'
                | '\u{061c}'
                | '\u{115f}'
                | '\u{1160}'
                | '\u{180e}'
                | '\u{200b}'
                | '\u{200e}'
                | '\u{200f}'
                | '\u{2028}'
                | '\u{2029}'
                | '\u{2800}'
                | '\u{3164}'
                | '\u{feff}'
                | '\u{ffa0}'
        )
        || ('\u{202a}'..='\u{202e}').contains(&letter)
        || ('\u{2060}'..='\u{206f}').contains(&letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_script_and_any_mark_is_a_name() {
        for name in [
            "<b>",
            "a_b",
            "𠮷田",
            "阿卜杜拉·买买提",
            "O'Neil *",
            "张",
            "&amp;",
        ] {
            assert_eq!(PersonName::parse(name).unwrap().as_str(), name);
        }
        assert_eq!(PersonName::parse(" 　张  三\t").unwrap().as_str(), "张 三");
        let longest = "𠮷".repeat(20);
        assert_eq!(PersonName::parse(&longest).unwrap().as_str(), longest);
    }

    #[test]
    fn the_number_of_a_document_or_a_phone_is_no_name() {
        for text in [
            "999999199005040019",
            "１３９０００００００１",
            "张三 139-0000-0001",
        ] {
            assert_eq!(PersonName::parse(text), Err(NameFault::Number), "{text}");
        }
        assert!(PersonName::parse("棋手2023").is_ok());
        // What stands in an old draft is read all the same.
        assert!(PersonName::try_from("999999199005040019".to_owned()).is_ok());
    }

    #[test]
    fn what_cannot_stand_in_a_list_is_no_name() {
        assert_eq!(PersonName::parse("   "), Err(NameFault::Empty));
        assert_eq!(
            PersonName::parse(&"张".repeat(21)),
            Err(NameFault::Long(21))
        );
        for text in [
            "张\n三",
            "张\u{0}三",
            "\u{202e}三张",
            "\u{200b}",
            "张\u{2028}三",
            "王\u{3164}二",
            "a\u{ad}",
        ] {
            assert_eq!(PersonName::parse(text), Err(NameFault::Unseen), "{text:?}");
        }
    }
}
