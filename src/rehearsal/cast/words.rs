//! Results in the words people use.

use crate::tournament::{Outcome, Side};

/// `红方报：红胜。`
pub fn reported(text: &str) -> Option<Outcome> {
    let said = text.split("方报：").nth(1)?;
    [
        ("红胜", Outcome::RedWin),
        ("黑胜", Outcome::BlackWin),
        ("和棋", Outcome::Draw),
    ]
    .into_iter()
    .find(|(word, _)| said.starts_with(word))
    .map(|(_, outcome)| outcome)
}

/// What an arbiter writes behind /result.
pub fn ruling(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::RedWin => "红胜",
        Outcome::BlackWin => "黑胜",
        Outcome::Draw => "和",
        Outcome::RedForfeit => "红弃权",
        Outcome::BlackForfeit => "黑弃权",
        Outcome::BothLose => "双负",
        Outcome::BothForfeit => "双弃",
    }
}

/// The side that a liar claims for.
pub fn win_of(side: Side) -> Outcome {
    match side {
        Side::Red => Outcome::RedWin,
        Side::Black => Outcome::BlackWin,
    }
}
