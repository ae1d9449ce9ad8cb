use std::cmp::Ordering;
use std::collections::HashMap;

use super::{Reason, Tally};
use crate::config::Score;
use crate::tournament::{History, Outcome, Side, StartNumber};

/// The whole field, round by round, with players by their index in [`History::players`].
pub(super) struct Field {
    index: HashMap<StartNumber, usize>,
    rounds: usize,
    /// One row of `rounds` entries for each player.
    entries: Vec<Entry>,
    pub(super) tallies: Vec<Tally>,
    /// The lowest points in the field.
    pub(super) lowest: u32,
}

/// What one player did in one round.
#[derive(Clone, Copy)]
pub(super) struct Entry {
    pub(super) reason: Reason,
    pub(super) opponent: Option<StartNumber>,
    /// Index of the opponent; `None` as well where the opponent is not in the field.
    pub(super) opponent_index: Option<usize>,
    /// Of a game, played or not; of a bye the side that was due.
    pub(super) side: Option<Side>,
    pub(super) points: u32,
}

impl Entry {
    const NOT_THERE: Entry = Entry {
        reason: Reason::NotThere,
        opponent: None,
        opponent_index: None,
        side: None,
        points: 0,
    };

    pub(super) fn is_played(&self) -> bool {
        matches!(self.reason, Reason::Win | Reason::Draw | Reason::Loss)
    }

    pub(super) fn is_forfeit(&self) -> bool {
        matches!(self.reason, Reason::ForfeitWin | Reason::ForfeitLoss)
    }
}

impl Field {
    pub(super) fn new(history: &History, score: &Score) -> Field {
        let index: HashMap<StartNumber, usize> = history
            .players
            .iter()
            .enumerate()
            .map(|(index, player)| (player.no, index))
            .collect();
        let rounds = history.rounds.len();
        let mut entries = vec![Entry::NOT_THERE; rounds * history.players.len()];
        let mut enter = |no: StartNumber, round: usize, entry: Entry| {
            if let Some(slot) = index
                .get(&no)
                .and_then(|index| entries.get_mut(index * rounds + round))
            {
                *slot = entry;
            }
        };
        for (round, played) in history.rounds.iter().enumerate() {
            for game in &played.games {
                for side in [Side::Red, Side::Black] {
                    let opponent = game.player(side.other());
                    let (reason, points) = result(game.outcome, side, score);
                    let entry = Entry {
                        reason,
                        opponent: Some(opponent),
                        opponent_index: index.get(&opponent).copied(),
                        side: Some(side),
                        points,
                    };
                    enter(game.player(side), round, entry);
                }
            }
            let without = |reason, points| Entry {
                reason,
                points,
                ..Entry::NOT_THERE
            };
            for game in &played.annulled {
                for side in [Side::Red, Side::Black] {
                    let entry = Entry {
                        reason: Reason::Annulled,
                        opponent: Some(game.player(side.other())),
                        ..Entry::NOT_THERE
                    };
                    enter(game.player(side), round, entry);
                }
            }
            for &no in &played.byes {
                enter(no, round, without(Reason::Bye, score.bye));
            }
            for &no in &played.absent {
                enter(no, round, without(Reason::Absent, score.absence));
            }
            for &no in &played.walkovers {
                enter(no, round, without(Reason::ForfeitWin, score.forfeit_win));
            }
            for (&no, &points) in &played.granted {
                enter(no, round, without(Reason::Granted, points));
            }
        }
        if rounds > 0 {
            entries.chunks_mut(rounds).for_each(give_byes_a_side);
        }
        let tallies: Vec<Tally> = (0..history.players.len())
            .map(|player| tally(row(&entries, rounds, player)))
            .collect();
        let lowest = tallies.iter().map(|tally| tally.points).min().unwrap_or(0);
        Field {
            index,
            rounds,
            entries,
            tallies,
            lowest,
        }
    }

    pub(super) fn index_of(&self, no: StartNumber) -> Option<usize> {
        self.index.get(&no).copied()
    }

    /// The player's rounds from round 1.
    pub(super) fn row(&self, player: usize) -> &[Entry] {
        row(&self.entries, self.rounds, player)
    }

    /// Final points of the player met in an entry.
    pub(super) fn points_of_opponent(&self, entry: &Entry) -> u32 {
        entry
            .opponent_index
            .and_then(|opponent| self.tallies.get(opponent))
            .map_or(0, |tally| tally.points)
    }
}

/// A bye has the side that was due: that which was drawn less often, if level the other than the last, at
/// first red.
fn give_byes_a_side(row: &mut [Entry]) {
    let (mut reds, mut blacks, mut last) = (0_u32, 0_u32, None);
    for entry in row {
        if entry.reason == Reason::Bye {
            entry.side = match (reds.cmp(&blacks), last) {
                (Ordering::Less, _) | (Ordering::Equal, None) => Some(Side::Red),
                (Ordering::Greater, _) => Some(Side::Black),
                (Ordering::Equal, Some(last)) => Some(Side::other(last)),
            };
        }
        reds += u32::from(entry.side == Some(Side::Red));
        blacks += u32::from(entry.side == Some(Side::Black));
        last = entry.side.or(last);
    }
}

fn row(entries: &[Entry], rounds: usize, player: usize) -> &[Entry] {
    entries
        .get(player * rounds..(player + 1) * rounds)
        .unwrap_or_default()
}

fn result(outcome: Option<Outcome>, side: Side, score: &Score) -> (Reason, u32) {
    let Some(outcome) = outcome else {
        return (Reason::Open, 0);
    };
    let won = outcome.winner().map(|winner| winner == side);
    let reason = match (outcome.is_played(), won) {
        (true, None) if outcome == Outcome::BothLose => Reason::Loss,
        (true, None) => Reason::Draw,
        (true, Some(true)) => Reason::Win,
        (true, Some(false)) => Reason::Loss,
        (false, Some(true)) => Reason::ForfeitWin,
        (false, _) => Reason::ForfeitLoss,
    };
    (reason, outcome.points(side, score))
}

fn tally(row: &[Entry]) -> Tally {
    let mut tally = Tally::default();
    for entry in row {
        tally.points += entry.points;
        tally.games += u32::from(entry.is_played());
        match entry.reason {
            Reason::Win => tally.wins += 1,
            Reason::Draw => tally.draws += 1,
            Reason::Loss => tally.losses += 1,
            Reason::ForfeitWin => tally.forfeit_wins += 1,
            Reason::ForfeitLoss => tally.forfeit_losses += 1,
            Reason::Bye => tally.byes += 1,
            Reason::Absent => tally.absences += 1,
            Reason::Granted => tally.granted += 1,
            Reason::Open => tally.open += 1,
            Reason::NotThere
            | Reason::Annulled
            | Reason::LeftOut
            | Reason::Dropped
            | Reason::Entered => {}
        }
    }
    tally
}
