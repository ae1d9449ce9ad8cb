use std::collections::BTreeSet;

use super::Trf;
use crate::tournament::StartNumber;

/// The round a file asks to be paired.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NextRound {
    /// From 1.
    pub number: u32,
    /// Who is there. The others have an entry for the round already, or are in an XXZ record.
    pub active: BTreeSet<StartNumber>,
}

impl Trf {
    /// The round after the last one that has been paired. A round has been paired when someone has an
    /// opponent in it, or when everyone has an entry; one in which only byes and absences of some are
    /// entered is the one to pair, and these are not there.
    pub fn next_round(&self) -> NextRound {
        let paired = (1..=self.last_round())
            .rev()
            .find(|&round| self.is_paired(round));
        let number = paired.unwrap_or(0) + 1;
        let is_active =
            |no: &StartNumber| self.entry(*no, number).is_none() && !self.absent.contains(no);
        NextRound {
            number,
            active: self
                .players
                .iter()
                .map(|player| player.no)
                .filter(is_active)
                .collect(),
        }
    }

    fn is_paired(&self, round: u32) -> bool {
        let mut entries = self
            .players
            .iter()
            .map(|player| self.entry(player.no, round));
        entries
            .clone()
            .any(|entry| entry.is_some_and(|entry| entry.opponent.is_some()))
            || entries.all(|entry| entry.is_some())
    }
}
