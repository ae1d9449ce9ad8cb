use std::collections::HashMap;

use super::Standing;
use crate::tournament::StartNumber;

/// One player in two tables: before something changes, and after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Compared {
    pub no: StartNumber,
    /// Places, from 1.
    pub rank: (u32, u32),
    pub points: (u32, u32),
}

impl Compared {
    /// The place is another one.
    pub fn is_moved(&self) -> bool {
        self.rank.0 != self.rank.1
    }

    /// Place or points are others.
    pub fn is_changed(&self) -> bool {
        self.is_moved() || self.points.0 != self.points.1
    }
}

/// Everyone who stands in both tables, in the order of the second.
pub fn compare(before: &[Standing], after: &[Standing]) -> Vec<Compared> {
    let stood: HashMap<StartNumber, &Standing> = before.iter().map(|row| (row.no, row)).collect();
    let both = after.iter().filter_map(|row| {
        let was = stood.get(&row.no)?;
        Some(Compared {
            no: row.no,
            rank: (was.rank, row.rank),
            points: (was.tally.points, row.tally.points),
        })
    });
    both.collect()
}
