//! What people understand of the bot's messages: they read the same text a person would.

use crate::tournament::Side;

/// `…：第3轮 第5台 您执红 对手 12 张三…`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seat {
    pub round: u32,
    pub table: u32,
    pub side: Side,
    pub opponent: u32,
}

/// `rungs`: the names of the knockout's rounds.
pub fn seat(text: &str, rungs: &[&str]) -> Option<Seat> {
    let side = if text.contains("您执红") {
        Side::Red
    } else if text.contains("您执黑") {
        Side::Black
    } else {
        return None;
    };
    Some(Seat {
        round: round(text, rungs)?,
        table: number_between(text, "第", "台")?,
        side,
        opponent: number_after(text, "对手 ")?,
    })
}

/// The round a text is about; a game of a match of the knockout has a number of its own: a hundred times the
/// round's place among the names, from 1, and the game.
pub fn round(text: &str, rungs: &[&str]) -> Option<u32> {
    let of_match = (1..).zip(rungs).find_map(|(round, name)| {
        let (_, rest) = text.split_once(&format!("{name} 第"))?;
        Some(round * MATCH + number_between(rest, "台 第", "局")?)
    });
    of_match.or_else(|| number_between(text, "第", "轮"))
}

/// What a round of the knockout counts.
pub const MATCH: u32 = 100;

/// The first number that stands between the two words.
pub fn number_between(text: &str, before: &str, after: &str) -> Option<u32> {
    text.match_indices(before).find_map(|(at, word)| {
        let rest = &text[at + word.len()..];
        let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
        rest[digits.len()..]
            .starts_with(after)
            .then(|| digits.parse().ok())?
    })
}

/// The number right after the word.
pub fn number_after(text: &str, before: &str) -> Option<u32> {
    let at = text.find(before)? + before.len();
    let digits: String = text[at..]
        .chars()
        .take_while(char::is_ascii_digit)
        .collect();
    digits.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_of_a_match_has_a_number_of_its_own() {
        let rungs = ["淘汰赛第1轮", "棋王决赛"];
        for (text, round) in [
            (
                "7 李四：淘汰赛第1轮 第1台 第3局 您执红 对手 12 张三\n快棋",
                103,
            ),
            (
                "7 李四：棋王决赛 第1台 第4局 您执红 对手 12 张三 10月7日 13:30 开赛",
                204,
            ),
        ] {
            let seat = seat(text, &rungs).unwrap();
            assert_eq!((seat.round, seat.table, seat.opponent), (round, 1, 12));
        }
    }

    #[test]
    fn a_seat_is_read_from_the_announcement() {
        let text = "7 李四：第3轮 第15台 您执黑 对手 12 张三（武汉） 09:00 开赛\n赛后发“胜”";
        let seat = seat(text, &["棋王决赛"]).unwrap();
        assert_eq!(
            seat,
            Seat {
                round: 3,
                table: 15,
                side: Side::Black,
                opponent: 12
            }
        );
    }
}
