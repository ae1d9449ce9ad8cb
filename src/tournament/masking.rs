/// The shortest run of digits that is a telephone or document number.
const SHORTEST: usize = 11;

/// The text with every number of a phone or identity document masked: eleven digits or more in a row, also
/// full-width, with spaces or hyphens between groups of them, and with the `X` that may end an ID number.
pub fn mask_numbers(text: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    let mut masked = letters.clone();
    let mut at = 0;
    while at < letters.len() {
        if digit(letters[at]).is_none() {
            at += 1;
            continue;
        }
        let run = run(&letters, at);
        if run.len() >= SHORTEST {
            let head = if run.len() == SHORTEST { 3 } else { 4 };
            for &index in run.iter().skip(head).rev().skip(4) {
                masked[index] = '*';
            }
        }
        at = run.last().map_or(at, |last| *last) + 1;
    }
    masked.into_iter().collect()
}

/// Where the digits of the number stand that begins here.
fn run(letters: &[char], from: usize) -> Vec<usize> {
    let mut found = Vec::new();
    let mut at = from;
    while let Some(&letter) = letters.get(at) {
        if digit(letter).is_some() {
            found.push(at);
        } else if matches!(letter, 'x' | 'X' | 'Ｘ' | 'ｘ') && found.len() == 17 {
            found.push(at);
            break;
        } else {
            let goes_on = letters
                .get(at + 1)
                .is_some_and(|next| digit(*next).is_some());
            // A date or a score has separators too, but never a group of three digits and more on both
            // sides of one.
            let before = is_group(letters[..at].iter().rev());
            let after = is_group(letters.iter().skip(at + 1));
            if !(matches!(letter, ' ' | '-' | '　') && goes_on && before && after) {
                break;
            }
        }
        at += 1;
    }
    found
}

fn is_group<'a>(letters: impl Iterator<Item = &'a char>) -> bool {
    let digits = letters.take_while(|letter| digit(**letter).is_some());
    digits.count() >= 3
}

fn digit(letter: char) -> Option<u32> {
    match letter {
        '０'..='９' => Some(u32::from(letter) - u32::from('０')),
        _ => letter.to_digit(10),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_people_are_masked_and_others_stay() {
        for (text, masked) in [
            (
                "号码 99999919900504001X 不符",
                "号码 9999**********001X 不符",
            ),
            ("请打13900000001问", "请打139****0001问"),
            ("139 0000 0001", "139 **** 0001"),
            ("139-0000-0001", "139-****-0001"),
            ("１３９０００００００１", "１３９****０００１"),
            ("999999900504001", "9999*******4001"),
            ("2023-09-20 至 2023-10-05", "2023-09-20 至 2023-10-05"),
            ("第3轮 第12台 2比0", "第3轮 第12台 2比0"),
            ("accepted open 170", "accepted open 170"),
            ("", ""),
        ] {
            assert_eq!(mask_numbers(text), masked, "{text}");
        }
    }

    #[test]
    fn masking_again_changes_nothing() {
        let once = mask_numbers("99999919900504001X 13900000001");
        assert_eq!(mask_numbers(&once), once);
    }
}
