use super::Tenths;
use crate::tournament::StartNumber;

/// Points that count for pairing alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Acceleration {
    /// XXA: of one player, from round 1.
    Player {
        no: StartNumber,
        points: Vec<Tenths>,
    },
    /// 250: of the players `first` to `last`, in the rounds `rounds.0` to `rounds.1`.
    Range {
        first: StartNumber,
        last: StartNumber,
        rounds: (u32, u32),
        points: Tenths,
    },
}

impl Acceleration {
    /// What it gives a player in the pairing of a round, from 1.
    pub fn points(&self, player: StartNumber, round: u32) -> Tenths {
        match self {
            Acceleration::Player { no, points } if *no == player => {
                let place = usize::try_from(round).unwrap_or(0).checked_sub(1);
                place
                    .and_then(|place| points.get(place))
                    .copied()
                    .unwrap_or_default()
            }
            Acceleration::Range {
                first,
                last,
                rounds,
                points,
            } if (*first..=*last).contains(&player) && (rounds.0..=rounds.1).contains(&round) => {
                *points
            }
            _ => Tenths(0),
        }
    }
}
