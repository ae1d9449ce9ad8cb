use crate::tournament::{Side, StartNumber};

/// What the line of a player says of one round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// `None`: 0000 or blank.
    pub opponent: Option<StartNumber>,
    pub side: Option<Side>,
    /// `None`: paired, no result yet.
    pub mark: Option<Mark>,
}

/// The result code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mark {
    /// 1
    Win,
    /// =
    Draw,
    /// 0
    Loss,
    /// W, D, L: the same of a game that lasted less than a move and is not rated.
    UnratedWin,
    UnratedDraw,
    UnratedLoss,
    /// +
    ForfeitWin,
    /// -
    ForfeitLoss,
    /// H
    HalfBye,
    /// F
    FullBye,
    /// U: the bye of an odd field.
    PairingBye,
    /// Z: absent.
    ZeroBye,
}

const LETTERS: [(char, Mark); 12] = [
    ('1', Mark::Win),
    ('=', Mark::Draw),
    ('0', Mark::Loss),
    ('W', Mark::UnratedWin),
    ('D', Mark::UnratedDraw),
    ('L', Mark::UnratedLoss),
    ('+', Mark::ForfeitWin),
    ('-', Mark::ForfeitLoss),
    ('H', Mark::HalfBye),
    ('F', Mark::FullBye),
    ('U', Mark::PairingBye),
    ('Z', Mark::ZeroBye),
];

impl Mark {
    /// In either case.
    pub fn from_letter(letter: char) -> Option<Mark> {
        let letter = letter.to_ascii_uppercase();
        LETTERS
            .iter()
            .find(|(known, _)| *known == letter)
            .map(|&(_, mark)| mark)
    }

    /// The letter as it stands in the file.
    pub fn letter(self) -> char {
        let found = LETTERS.iter().find(|(_, mark)| *mark == self);
        found.map_or(' ', |&(letter, _)| letter)
    }

    /// Won, drawn or lost over the board.
    pub fn is_played(self) -> bool {
        matches!(
            self,
            Mark::Win
                | Mark::Draw
                | Mark::Loss
                | Mark::UnratedWin
                | Mark::UnratedDraw
                | Mark::UnratedLoss
        )
    }
}
