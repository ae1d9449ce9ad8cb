use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::{Outcome, Side, StartNumber};

/// What pairing and ranking know of a points stage: the field and the rounds so far.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct History {
    /// In the order of start numbers.
    pub players: Vec<Player>,
    /// Published rounds, from round 1.
    pub rounds: Vec<Round>,
    /// Lots (抽签) that break final ties, oldest first: who was in each, the better first. A lot decides
    /// between those who are level only if all of them were in it.
    pub lots: Vec<Vec<StartNumber>>,
}

/// One of the field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Player {
    pub no: StartNumber,
    /// Club or city; players of one team may be kept apart.
    pub team: Option<String>,
    pub rating: Option<u32>,
    /// Fouls (犯规) entered so far.
    pub fouls: u32,
}

/// What happened in one round.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Round {
    pub games: Vec<Game>,
    /// 轮空, with points.
    pub byes: BTreeSet<StartNumber>,
    /// Arranged absences. A player named nowhere in a round was not in it.
    pub absent: BTreeSet<StartNumber>,
    /// Points an arbiter stated for a round without a pairing: of a late entry, for which this round was
    /// over or under way, or of an absence that counts other points than the regulation's, such as a
    /// bye of a draw's points. They count as points and as nothing else: no opponent, no side, no bye,
    /// no win.
    pub granted: BTreeMap<StartNumber, u32>,
    /// Won by forfeit against nobody in particular: the opponent is not known.
    pub walkovers: BTreeSet<StartNumber>,
    /// Games of a removed player that an arbiter annulled: they were played, with sides, and count nowhere
    /// in the ranking.
    pub annulled: Vec<Game>,
}

/// A game of a round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Game {
    pub red: StartNumber,
    pub black: StartNumber,
    /// `None`: not yet. It counts nowhere.
    pub outcome: Option<Outcome>,
}

impl Round {
    /// Every game that two sat down for, annulled ones included.
    pub fn seated(&self) -> impl Iterator<Item = &Game> {
        self.games.iter().chain(&self.annulled)
    }

    /// A player was in the pairing: he had an opponent, or the bye.
    pub fn pairs(&self, no: StartNumber) -> bool {
        self.byes.contains(&no)
            || self.walkovers.contains(&no)
            || self.seated().any(|game| game.side_of(no).is_some())
    }
}

impl Game {
    /// The side `no` plays in this game, if it does.
    pub fn side_of(&self, no: StartNumber) -> Option<Side> {
        if self.red == no {
            Some(Side::Red)
        } else if self.black == no {
            Some(Side::Black)
        } else {
            None
        }
    }

    /// Who plays this side.
    pub fn player(&self, side: Side) -> StartNumber {
        match side {
            Side::Red => self.red,
            Side::Black => self.black,
        }
    }
}
