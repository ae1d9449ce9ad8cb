use std::collections::BTreeSet;

use super::course::{Course, Pair, State};
use crate::tournament::StartNumber;

/// A row of the final table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    pub no: StartNumber,
    /// From 1.
    pub place: u32,
    /// Others have the same: they were level in the points stage, outside the bracket.
    pub shared: bool,
}

/// The places of the whole event, as far as they are final.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FinalTable {
    /// Best first.
    pub rows: Vec<Place>,
    /// Places 1 to this one are still played for; 0: all are final.
    pub undecided: u32,
}

impl Course<'_> {
    /// The final table as far as it goes. `rest`: everyone of the points stage in its order, with the
    /// rank there, by which those outside the bracket are placed after it.
    ///
    /// Who loses in the same round is placed by the points stage: places 9-16, 5-8, 3-4. Wuhan
    /// regulation, clause 7.6. The `removed` hold no place: the others number on without them.
    pub fn final_table(
        &self,
        rest: &[(StartNumber, u32)],
        removed: &BTreeSet<StartNumber>,
    ) -> FinalTable {
        let inside: Vec<StartNumber> = self.seeds.iter().flatten().copied().collect();
        let placed = inside.iter().filter(|no| !removed.contains(no));
        let mut left = u32::try_from(placed.count()).unwrap_or(u32::MAX);
        let outside: Vec<(StartNumber, u32)> = rest
            .iter()
            .filter(|(no, _)| !inside.contains(no) && !removed.contains(no))
            .copied()
            .collect();
        let mut rows = Vec::new();
        let mut next = left + 1;
        for group in outside.chunk_by(|one, other| one.1 == other.1) {
            rows.extend(group.iter().map(|(no, _)| Place {
                no: *no,
                place: next,
                shared: group.len() > 1,
            }));
            next += u32::try_from(group.len()).unwrap_or(u32::MAX);
        }
        let pairs = self.pairs();
        for round in &pairs {
            if !round.iter().all(|pair| pair.state.is_over()) {
                break;
            }
            let mut losers = losers(round);
            losers.retain(|no| !removed.contains(no));
            losers.sort_by_key(|no| self.rank(*no));
            for no in losers.into_iter().rev() {
                rows.push(Place {
                    no,
                    place: left,
                    shared: false,
                });
                left = left.saturating_sub(1);
            }
        }
        if let Some(champion) = champion(&pairs)
            && !removed.contains(&champion)
        {
            rows.push(Place {
                no: champion,
                place: left,
                shared: false,
            });
            left = left.saturating_sub(1);
        }
        rows.sort_by_key(|row| (row.place, self.rank(row.no)));
        FinalTable {
            rows,
            undecided: left,
        }
    }

    /// Who won the final.
    pub fn champion(&self) -> Option<StartNumber> {
        champion(&self.pairs())
    }
}

fn losers(round: &[Pair]) -> Vec<StartNumber> {
    round.iter().flat_map(|pair| pair.state.losers()).collect()
}

fn champion(pairs: &[Vec<Pair>]) -> Option<StartNumber> {
    match pairs.last()?.first()?.state {
        State::Won { winner, .. } | State::Free(Some(winner)) => Some(winner),
        State::Waiting | State::Free(None) | State::Under(_) | State::Void(_) => None,
    }
}
