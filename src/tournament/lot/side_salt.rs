//! The salt of a lot for the sides of a game: the round's public word, then what was played in the match before.
//! `天气晴 | 1-3 12:7=1-0 7:12=1/2`. Results never have the sign between the two, so the last one parts them,
//! whatever the word is.

const PARTED: &str = " | ";

/// The salt of a word and results.
pub fn side_salt(word: &str, results: &str) -> String {
    format!("{word}{PARTED}{results}")
}

/// Word and results of a salt. Lots drawn before there were words have results alone.
pub fn side_salt_parts(salt: &str) -> (Option<&str>, &str) {
    match salt.rsplit_once(PARTED) {
        Some((word, results)) => (Some(word), results),
        None => (None, salt),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_lot_without_a_word_has_results_alone() {
        assert_eq!(side_salt_parts("1-3 12:7=1-0"), (None, "1-3 12:7=1-0"));
    }

    proptest! {
        #[test]
        fn no_two_words_and_results_have_the_same_salt(
            word in "[ |a天:=0-9]{1,12}",
            results in "[0-9]-[0-9]( [0-9]:[0-9]=1-0){0,3}",
        ) {
            let salt = side_salt(&word, &results);
            prop_assert_eq!(side_salt_parts(&salt), (Some(word.as_str()), results.as_str()));
        }
    }
}
