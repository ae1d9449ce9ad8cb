use crate::tournament::StartNumber;

/// XXP or 260: players of whom no two may meet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Forbidden {
    pub players: Vec<StartNumber>,
    /// The first and the last round of it; `None`: all.
    pub rounds: Option<(u32, u32)>,
}

impl Forbidden {
    /// Whether the list keeps its players apart in this round.
    pub fn is_in_force(&self, round: u32) -> bool {
        self.rounds
            .is_none_or(|(first, last)| (first..=last).contains(&round))
    }
}
