//! Results in words. What people type is in one table here, so that a new variant is one line.

use chrono::{DateTime, Utc};

use super::hello;
use crate::desk::report::{self, Said as Meant, Which};
use crate::desk::{Halt, PlayRefusal, Refusal, Turn, rule};
use crate::telegram::normal::normal;
use crate::telegram::said::Said;
use crate::tournament::Outcome;

/// What a result word means, from where the speaker sits or as the table stands.
const WORDS: &[(&[&str], Meaning)] = &[
    (
        &[
            "我赢",
            "我胜",
            "我方胜",
            "赢",
            "胜",
            "胜利",
            "i won",
            "i win",
            "won",
            "win",
        ],
        Meaning::Said(Meant::IWon),
    ),
    (
        &[
            "我输", "我负", "认输", "输", "负", "i lost", "lost", "lose", "loss",
        ],
        Meaning::Said(Meant::ILost),
    ),
    (
        &[
            "和棋", "和局", "和", "平局", "平", "打和", "draw", "1-1", "1/2", "0.5-0.5",
        ],
        Meaning::Said(Meant::Draw),
    ),
    (
        &[
            "红胜",
            "红方胜",
            "红赢",
            "红方赢",
            "黑负",
            "黑方负",
            "黑输",
            "red wins",
            "red",
            "1-0",
            "2-0",
        ],
        Meaning::Said(Meant::Outcome(Outcome::RedWin)),
    ),
    (
        &[
            "黑胜",
            "黑方胜",
            "黑赢",
            "黑方赢",
            "红负",
            "红方负",
            "红输",
            "black wins",
            "black",
            "0-1",
            "0-2",
        ],
        Meaning::Said(Meant::Outcome(Outcome::BlackWin)),
    ),
    (
        &["红弃权", "红方弃权", "红弃"],
        Meaning::Forfeit(Outcome::RedForfeit),
    ),
    (
        &["黑弃权", "黑方弃权", "黑弃"],
        Meaning::Forfeit(Outcome::BlackForfeit),
    ),
    (
        &["双弃", "双弃权", "双方弃权", "0-0"],
        Meaning::Forfeit(Outcome::BothForfeit),
    ),
    (&["未定", "待定"], Meaning::Undecided),
];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Meaning {
    Said(Meant),
    /// Only an arbiter declares it.
    Forfeit(Outcome),
    Undecided,
}

/// A result in words, understood.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Words {
    table: Option<u32>,
    meaning: Meaning,
    /// Says `我`, so that it is meant for the bot even in the group.
    personal: bool,
}

/// Reads `5台红胜`, `红胜 5台`, `第5台 黑胜`, `5 和`, `5: 1-0`, `我赢了`, `胜`.
pub fn read(text: &str) -> Option<Words> {
    let typed = normal(text).to_lowercase();
    let personal = typed.starts_with(['我', 'i']);
    WORDS
        .iter()
        .flat_map(|(words, meaning)| words.iter().map(move |word| (*word, *meaning)))
        .filter_map(|(word, meaning)| {
            let table = table_beside(&typed, word)?;
            Some((
                word.len(),
                Words {
                    table,
                    meaning,
                    personal,
                },
            ))
        })
        // The longest word that leaves only a table number: 红胜 before 胜.
        .max_by_key(|(length, _)| *length)
        .map(|(_, words)| words)
}

/// Whether a group message is a report, meant for the bot.
pub fn is_for_the_bot(text: &str) -> bool {
    read(text).is_some_and(|words| words.table.is_some() || words.personal)
}

/// A report in words; false when the text is no report.
pub fn by_words(turn: &mut Turn<'_>, said: &Said, text: &str) -> Result<bool, Halt> {
    let Some(words) = read(text) else {
        return Ok(false);
    };
    let private = turn.actor().is_none_or(|actor| actor.is_private());
    if !private && !is_for_the_bot(text) {
        return Ok(false);
    }
    if said.is_forward {
        // Someone else's words report nothing; in the group they are talk.
        return if private {
            Err(PlayRefusal::Forwarded.into())
        } else {
            Ok(false)
        };
    }
    let which = words.table.map_or(Which::Mine, Which::Table);
    let is_arbiter = turn.role()?.is_some();
    match (words.meaning, words.table) {
        (Meaning::Said(meant), Some(table)) if is_arbiter => {
            let outcome = match meant {
                Meant::Outcome(outcome) => outcome,
                Meant::Draw => Outcome::Draw,
                Meant::IWon | Meant::ILost => {
                    report::by_words(turn, which, meant, said.written)?;
                    return Ok(true);
                }
            };
            rule::rule(turn, table, Some(outcome), said.written)?;
        }
        (Meaning::Forfeit(outcome), Some(table)) => {
            rule::rule(turn, table, Some(outcome), said.written)?;
        }
        (Meaning::Undecided, Some(table)) => rule::rule(turn, table, None, said.written)?,
        (Meaning::Forfeit(_) | Meaning::Undecided, None) => return Ok(false),
        (Meaning::Said(meant), _) => {
            match report::by_words(turn, which, meant, said.written) {
                // Small talk in the group by someone who has nothing to report.
                Err(Halt::Refused(refusal))
                    if !private && words.table.is_none() && is_talk(&refusal) => {}
                other => other?,
            }
        }
    }
    Ok(true)
}

/// The refusal of someone who has no game to report.
fn is_talk(refusal: &Refusal) -> bool {
    matches!(refusal, Refusal::Play(refusal)
        if matches!(**refusal, PlayRefusal::NoRound | PlayRefusal::NoOpenGame { .. }))
}

/// /report: buttons for my open game; in the group a button that leads to them.
pub fn report(turn: &mut Turn<'_>, bot: &str) -> Result<(), Halt> {
    if turn.actor().is_some_and(|actor| !actor.is_private()) {
        return hello::door(turn, bot, None);
    }
    report::ask(turn)
}

/// /result 12 红胜
pub fn result(turn: &mut Turn<'_>, rest: &str, written: DateTime<Utc>) -> Result<(), Halt> {
    let wrong = || PlayRefusal::ResultWords {
        typed: rest.to_owned(),
    };
    let words = read(rest).ok_or_else(wrong)?;
    let table = words.table.ok_or_else(wrong)?;
    let outcome = match words.meaning {
        Meaning::Said(Meant::Outcome(outcome)) | Meaning::Forfeit(outcome) => Some(outcome),
        Meaning::Said(Meant::Draw) => Some(Outcome::Draw),
        Meaning::Undecided => None,
        Meaning::Said(Meant::IWon | Meant::ILost) => return Err(wrong().into()),
    };
    rule::rule(turn, table, outcome, written)
}

/// The table number that is all there is beside `word`: `Some(None)` when there is nothing else.
fn table_beside(typed: &str, word: &str) -> Option<Option<u32>> {
    let is_digit = |letter: Option<char>| letter.is_some_and(|letter| letter.is_ascii_digit());
    // 11-0 is no table 1: a score stands apart from the number of the table.
    let rest = match typed.strip_suffix(word) {
        Some(rest) if is_digit(word.chars().next()) && is_digit(rest.chars().last()) => {
            return None;
        }
        Some(rest) => rest,
        None => {
            let rest = typed.strip_prefix(word)?;
            if is_digit(word.chars().last()) && is_digit(rest.chars().next()) {
                return None;
            }
            rest
        }
    };
    let rest = rest.trim_matches([' ', ':', ',', '。', '-']);
    if rest.is_empty() {
        return Some(None);
    }
    let number = rest
        .trim_start_matches('第')
        .trim_end_matches(['台', '桌', '号', ' '])
        .trim_start_matches("table")
        .trim();
    if number.is_empty() || !number.chars().all(|letter| letter.is_ascii_digit()) {
        return None;
    }
    number.parse().ok().map(Some)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_understood_as_people_type_them() {
        let red = Meaning::Said(Meant::Outcome(Outcome::RedWin));
        let black = Meaning::Said(Meant::Outcome(Outcome::BlackWin));
        let draw = Meaning::Said(Meant::Draw);
        let won = Meaning::Said(Meant::IWon);
        let lost = Meaning::Said(Meant::ILost);
        for (typed, table, meaning) in [
            ("胜", None, won),
            ("我赢了！", None, won),
            ("我贏了", None, won),
            ("赢啦", None, won),
            ("Win", None, won),
            ("和", None, draw),
            ("和棋", None, draw),
            ("draw", None, draw),
            ("负", None, lost),
            ("输了", None, lost),
            ("5台红胜", Some(5), red),
            ("红胜 5台", Some(5), red),
            ("第5台 黑胜", Some(5), black),
            ("５臺　黑勝", Some(5), black),
            ("5 和", Some(5), draw),
            ("5: 1-0", Some(5), red),
            ("5：０－１", Some(5), black),
            ("12 红胜", Some(12), red),
            ("1-0 5台", Some(5), red),
            ("第12台和棋", Some(12), draw),
            ("12红弃权", Some(12), Meaning::Forfeit(Outcome::RedForfeit)),
            ("12 双弃", Some(12), Meaning::Forfeit(Outcome::BothForfeit)),
            ("12 未定", Some(12), Meaning::Undecided),
            ("红胜", None, red),
        ] {
            let words = read(typed).unwrap_or_else(|| panic!("{typed} is not understood"));
            assert_eq!((words.table, words.meaning), (table, meaning), "{typed}");
        }
    }

    #[test]
    fn other_talk_is_no_report() {
        for typed in [
            "",
            "你好",
            "红胜率高",
            "今天和谁下",
            "5",
            "5台",
            "99999999999 红胜",
            "胜负未分",
            "11-0",
        ] {
            assert_eq!(read(typed), None, "{typed}");
        }
        assert!(is_for_the_bot("5台红胜") && is_for_the_bot("我赢了"));
        assert!(!is_for_the_bot("和") && !is_for_the_bot("胜") && !is_for_the_bot("红胜"));
    }
}
