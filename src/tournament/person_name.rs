use serde::{Deserialize, Serialize};

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
}

impl PersonName {
    /// In characters.
    pub const LONGEST: usize = 20;

    /// Reads a name as typed: white space at the ends goes, runs of it inside become one space.
    pub fn parse(text: &str) -> Result<PersonName, NameFault> {
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

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for PersonName {
    type Error = NameFault;

    fn try_from(text: String) -> Result<Self, NameFault> {
        PersonName::parse(&text)
    }
}

impl From<PersonName> for String {
    fn from(name: PersonName) -> String {
        name.0
    }
}

fn is_unseen(letter: char) -> bool {
    letter.is_control()
        || matches!(
            letter,
            '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}' | '\u{2029}' | '\u{feff}'
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
        ] {
            assert_eq!(PersonName::parse(text), Err(NameFault::Unseen), "{text:?}");
        }
    }
}
