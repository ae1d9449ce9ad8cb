//! TRF, the tournament report file of FIDE: TRF16 with the extensions pairing programs agreed on (XXR,
//! XXC, XXP, XXZ, XXA, XXS, BBW …) and TRF26. White, who moves first, is red here.
//!
//! [`read`] turns a text into a [`Trf`], which keeps all that pairing and ranking can ask of it, and the
//! lines it does not understand as they stand; [`Trf::write`] is the way back; [`Trf::history`] is what
//! the domain knows of it.

mod acceleration;
mod columns;
mod encoding;
mod enter;
mod entry;
mod export;
mod fault;
mod forbidden;
mod game;
mod history;
mod next_round;
mod player;
mod point_system;
mod read;
mod record;
mod team;
mod team_line;
mod tenths;
mod write;

pub use acceleration::Acceleration;
pub use encoding::{Encoding, decode};
pub use entry::{Entry, Mark};
pub use fault::{Fault, Flaw};
pub use forbidden::Forbidden;
pub use next_round::NextRound;
pub use player::Player;
pub use point_system::PointSystem;
pub use read::{read, read_noting};
pub use team::Team;
pub use tenths::Tenths;

use std::collections::BTreeSet;

use crate::tournament::{Side, StartNumber};

/// A report file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Trf {
    pub format: Format,
    /// 012: the name of the tournament.
    pub name: Option<String>,
    /// XXR or 142: rounds to be played.
    pub rounds: Option<u32>,
    /// XXC `white1`, `black1` or 152: the side of the first player in round 1.
    pub first_side: Option<Side>,
    /// XXC `rank`: ties go by the rank column instead of the start number.
    pub by_rank: bool,
    /// XXC: words that mean nothing here.
    pub options: Vec<String>,
    /// BBW …, XXS or 162.
    pub points: PointSystem,
    /// 001, in the order of start numbers.
    pub players: Vec<Player>,
    /// 013 or 310.
    pub teams: Vec<Team>,
    /// XXZ: not there in the next round.
    pub absent: BTreeSet<StartNumber>,
    /// 240: byes asked for, of any round.
    pub byes: Vec<Bye>,
    /// XXP or 260.
    pub forbidden: Vec<Forbidden>,
    /// XXA or 250.
    pub accelerations: Vec<Acceleration>,
    /// Lines of other records before the first player, as they stand.
    pub head: Vec<String>,
    /// Those after him.
    pub tail: Vec<String>,
}

/// Which of the two ways to write the number of rounds, the first side and the points.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Format {
    #[default]
    Trf16,
    Trf26,
}

/// 240: players who have asked for a bye.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bye {
    /// `FullBye`, `HalfBye` or `ZeroBye`.
    pub mark: Mark,
    pub round: u32,
    pub players: Vec<StartNumber>,
}

impl Trf {
    /// The player of this start number.
    pub fn player(&self, no: StartNumber) -> Option<&Player> {
        let place = self.players.binary_search_by_key(&no, |player| player.no);
        self.players.get(place.ok()?)
    }

    /// What the file says of a player in a round, from 1: the entry of his line, else a 240 record.
    pub fn entry(&self, no: StartNumber, round: u32) -> Option<Entry> {
        let place = usize::try_from(round).ok()?.checked_sub(1)?;
        let entry = self.player(no).and_then(|player| player.rounds.get(place));
        entry.copied().flatten().or_else(|| {
            self.byes
                .iter()
                .find(|bye| bye.round == round && bye.players.contains(&no))
                .map(|bye| Entry {
                    opponent: None,
                    side: None,
                    mark: Some(bye.mark),
                })
        })
    }

    /// The last round in which somebody has an opponent.
    pub fn played(&self) -> u32 {
        let last = |player: &Player| {
            let has_opponent =
                |entry: &Option<Entry>| entry.is_some_and(|entry| entry.opponent.is_some());
            let last = player.rounds.iter().rposition(has_opponent);
            last.map_or(0, |place| u32::try_from(place + 1).unwrap_or(u32::MAX))
        };
        self.players.iter().map(last).max().unwrap_or(0)
    }

    /// The last round that counts in a table: one in which a game has a result, or in which everyone has
    /// an entry and nobody an opponent. Byes and absences entered ahead, and a round that is only paired,
    /// do not count yet.
    pub fn begun(&self) -> u32 {
        let entries = |round| {
            let players = self.players.iter();
            players.map(move |player| self.entry(player.no, round))
        };
        let has_result = |entry: Option<Entry>| {
            entry.is_some_and(|entry| entry.opponent.is_some() && entry.mark.is_some())
        };
        let is_alone = |entry: Option<Entry>| entry.is_some_and(|entry| entry.opponent.is_none());
        let mut rounds = (1..=self.last_round()).rev();
        let begun =
            rounds.find(|&round| entries(round).any(has_result) || entries(round).all(is_alone));
        begun.unwrap_or(0)
    }

    /// The last round anybody has an entry in.
    pub fn last_round(&self) -> u32 {
        let columns = self.players.iter().map(|player| {
            let last = player.rounds.iter().rposition(Option::is_some);
            last.map_or(0, |place| u32::try_from(place + 1).unwrap_or(u32::MAX))
        });
        let byes = self.byes.iter().map(|bye| bye.round);
        columns.chain(byes).max().unwrap_or(0)
    }
}
