use std::collections::HashMap;

use crate::tournament::{History, Side, StartNumber};

/// What a player did, round by round.
#[derive(Debug, Clone, Default)]
pub(super) struct Past {
    /// From the first round on.
    pub(super) games: Vec<PastGame>,
    /// Rounds with a bye.
    pub(super) byes: Vec<u32>,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct PastGame {
    /// From 1.
    pub(super) round: u32,
    pub(super) side: Side,
    pub(super) opponent: StartNumber,
    /// Over the board, or going on.
    pub(super) is_played: bool,
}

/// Everyone's past.
pub(super) fn pasts(history: &History) -> HashMap<StartNumber, Past> {
    let mut all: HashMap<StartNumber, Past> = HashMap::new();
    for (number, round) in (1..).zip(&history.rounds) {
        for game in round.seated() {
            for side in [Side::Red, Side::Black] {
                let past = all.entry(game.player(side)).or_default();
                past.games.push(PastGame {
                    round: number,
                    side,
                    opponent: game.player(side.other()),
                    is_played: game.outcome.is_none_or(|outcome| outcome.is_played()),
                });
            }
        }
        for no in &round.byes {
            all.entry(*no).or_default().byes.push(number);
        }
    }
    all
}

impl Past {
    /// The games over the board, the latest first.
    pub(super) fn played(&self) -> impl Iterator<Item = &PastGame> {
        self.games.iter().rev().filter(|game| game.is_played)
    }

    /// Rounds in which a side was played, ascending.
    pub(super) fn rounds_as(&self, side: Side) -> Vec<u32> {
        let games = self.games.iter().filter(|game| game.is_played);
        games
            .filter(|game| game.side == side)
            .map(|game| game.round)
            .collect()
    }

    /// The latest meeting that counts: over the board, or else, where `forfeits` count, by forfeit.
    pub(super) fn meeting(&self, opponent: StartNumber, forfeits: bool) -> Option<&PastGame> {
        let with = |game: &&PastGame| game.opponent == opponent;
        let played = self.played().find(with);
        played.or_else(|| self.games.iter().rev().filter(|_| forfeits).find(with))
    }
}
