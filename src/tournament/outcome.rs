use serde::{Deserialize, Serialize};

use crate::config::Score;

/// 红方 moves first, 黑方 second.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    Red,
    Black,
}

/// The final outcome of a game. "Not yet" is the absence of an outcome, never a value of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    RedWin,
    BlackWin,
    Draw,
    /// 双负: both sat down and both lose, as when an arbiter takes a draw agreed without playing from
    /// both. The two have met, and a side was had.
    BothLose,
    /// 红弃权: red loses by forfeit.
    RedForfeit,
    /// 黑弃权: black loses by forfeit.
    BlackForfeit,
    /// 双弃: both lose, 0-0.
    BothForfeit,
}

impl Side {
    /// The other side.
    pub fn other(self) -> Side {
        match self {
            Side::Red => Side::Black,
            Side::Black => Side::Red,
        }
    }
}

impl Outcome {
    /// Each of them once.
    pub const ALL: [Outcome; 7] = [
        Outcome::RedWin,
        Outcome::BlackWin,
        Outcome::Draw,
        Outcome::BothLose,
        Outcome::RedForfeit,
        Outcome::BlackForfeit,
        Outcome::BothForfeit,
    ];

    /// Both sat down and played.
    pub fn is_played(self) -> bool {
        matches!(
            self,
            Outcome::RedWin | Outcome::BlackWin | Outcome::Draw | Outcome::BothLose
        )
    }

    /// The same outcome for the same people, the sides exchanged.
    pub fn mirrored(self) -> Outcome {
        match self {
            Outcome::RedWin => Outcome::BlackWin,
            Outcome::BlackWin => Outcome::RedWin,
            Outcome::RedForfeit => Outcome::BlackForfeit,
            Outcome::BlackForfeit => Outcome::RedForfeit,
            Outcome::Draw => Outcome::Draw,
            Outcome::BothLose => Outcome::BothLose,
            Outcome::BothForfeit => Outcome::BothForfeit,
        }
    }

    /// Who won, over the board or by forfeit.
    pub fn winner(self) -> Option<Side> {
        match self {
            Outcome::RedWin | Outcome::BlackForfeit => Some(Side::Red),
            Outcome::BlackWin | Outcome::RedForfeit => Some(Side::Black),
            Outcome::Draw | Outcome::BothLose | Outcome::BothForfeit => None,
        }
    }

    /// What the outcome gives one side. A forfeit gives its loser, or both losers, nothing, whatever a
    /// lost game gives.
    pub fn points(self, side: Side, score: &Score) -> u32 {
        match (self.is_played(), self.winner()) {
            (true, None) if self == Outcome::BothLose => score.loss,
            (true, None) => score.draw,
            (true, Some(winner)) if winner == side => score.win,
            (true, Some(_)) => score.loss,
            (false, Some(winner)) if winner == side => score.forfeit_win,
            (false, _) => 0,
        }
    }
}
