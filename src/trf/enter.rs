use super::{Entry, Mark, Trf};
use crate::tournament::swiss::Seat;
use crate::tournament::{Side, StartNumber};

impl Trf {
    /// Enters a paired round, from 1: games without a result, and the bye.
    pub fn enter(&mut self, round: u32, games: &[Seat], bye: Option<StartNumber>) {
        for seat in games {
            for (no, opponent, side) in [
                (seat.red, seat.black, Side::Red),
                (seat.black, seat.red, Side::Black),
            ] {
                let entry = Entry {
                    opponent: Some(opponent),
                    side: Some(side),
                    mark: None,
                };
                self.put(no, round, entry);
            }
        }
        if let Some(no) = bye {
            let entry = Entry {
                opponent: None,
                side: None,
                mark: Some(Mark::PairingBye),
            };
            self.put(no, round, entry);
        }
    }

    pub(super) fn put(&mut self, no: StartNumber, round: u32, entry: Entry) {
        let player = self.players.binary_search_by_key(&no, |player| player.no);
        let player = player.ok().and_then(|place| self.players.get_mut(place));
        let (Some(player), Ok(round)) = (player, usize::try_from(round)) else {
            return;
        };
        if player.rounds.len() < round {
            player.rounds.resize(round, None);
        }
        if let Some(slot) = round
            .checked_sub(1)
            .and_then(|place| player.rounds.get_mut(place))
        {
            *slot = Some(entry);
        }
    }
}
