//! The line under those who go on to the next stage: who is level across it cannot be told apart by the
//! table, and who is level above it has no order among the seeds.

use super::Standing;
use crate::tournament::StartNumber;

/// The line under the places that go on.
pub struct Cut<'a> {
    /// How many go on.
    pub places: usize,
    /// Whether a row takes one of these places: not where whoever has left is passed over.
    pub counts: &'a dyn Fn(StartNumber) -> bool,
    /// Lots drawn, oldest first, each the better first.
    pub lots: &'a [Vec<StartNumber>],
}

/// A table that leaves places shared, as the next stage takes it: those level among the first `places` are
/// in the order of the oldest lot that all of them were in; without one, those level across the line wait
/// for a lot, and those level above it stay level.
pub fn at_cut(table: Vec<Standing>, cut: &Cut<'_>) -> Vec<Standing> {
    let mut taken = 0;
    let mut out = Vec::with_capacity(table.len());
    for group in table.chunk_by(|one, other| one.rank == other.rank) {
        let wanting = group.iter().filter(|row| (cut.counts)(row.no)).count();
        let reaches = taken < cut.places && group.len() > 1;
        let is_open = group.iter().all(|row| row.lot.is_none() && !row.awaits_lot);
        taken += wanting;
        let mut group = group.to_vec();
        if reaches && is_open {
            let covers = |lot: &&Vec<StartNumber>| group.iter().all(|row| lot.contains(&row.no));
            if let Some(lot) = cut.lots.iter().find(covers) {
                group.sort_by_key(|row| lot.iter().position(|no| *no == row.no));
                for (place, row) in (0_u32..).zip(&mut group) {
                    (row.rank, row.shared) = (row.rank + place, false);
                    row.lot = Some(place + 1);
                }
            } else if taken > cut.places {
                for row in &mut group {
                    row.awaits_lot = true;
                }
            }
        }
        out.extend(group);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::standings::Tally;

    /// Rows with these ranks, numbered from 1.
    fn table(ranks: &[u32]) -> Vec<Standing> {
        let shared = |rank: u32| ranks.iter().filter(|other| **other == rank).count() > 1;
        let rows = (1..).map(StartNumber).zip(ranks);
        rows.map(|(no, rank)| Standing {
            rank: *rank,
            shared: shared(*rank),
            no,
            values: Vec::new(),
            lot: None,
            awaits_lot: false,
            tally: Tally::default(),
        })
        .collect()
    }

    /// Rank, number, and how the row stands: `=` level, `?` waits, `!` drawn.
    fn shown(ranks: &[u32], places: usize, left: &[u32], lots: &[&[u32]]) -> String {
        let lots: Vec<Vec<StartNumber>> = lots
            .iter()
            .map(|lot| lot.iter().copied().map(StartNumber).collect())
            .collect();
        let cut = Cut {
            places,
            counts: &|no| !left.contains(&no.0),
            lots: &lots,
        };
        let rows = at_cut(table(ranks), &cut);
        let rows = rows.iter().map(|row| {
            let mark = match (row.awaits_lot, row.lot, row.shared) {
                (true, ..) => "?",
                (false, Some(_), _) => "!",
                (false, None, true) => "=",
                (false, None, false) => "",
            };
            format!("{}.{}{mark}", row.rank, row.no)
        });
        rows.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn only_who_is_level_across_the_line_must_draw() {
        assert_eq!(shown(&[1, 2, 2, 4], 2, &[], &[]), "1.1 2.2? 2.3? 4.4");
        assert_eq!(shown(&[1, 2, 2, 4], 3, &[], &[]), "1.1 2.2= 2.3= 4.4");
        assert_eq!(shown(&[1, 2, 2, 4], 1, &[], &[]), "1.1 2.2= 2.3= 4.4");
    }

    #[test]
    fn whoever_left_takes_no_place_of_those_who_go_on() {
        // The first has left: the two level ones both go on.
        assert_eq!(shown(&[1, 2, 2, 4], 2, &[1], &[]), "1.1 2.2= 2.3= 4.4");
        // One of the level ones has: the other goes on whatever their order.
        assert_eq!(shown(&[1, 2, 2, 4], 2, &[3], &[]), "1.1 2.2= 2.3= 4.4");
        assert_eq!(shown(&[1, 2, 3, 3], 3, &[1], &[]), "1.1 2.2 3.3= 3.4=");
        assert_eq!(
            shown(&[1, 1, 1, 4, 4], 4, &[2], &[]),
            "1.1= 1.2= 1.3= 4.4= 4.5="
        );
    }

    #[test]
    fn a_lot_orders_who_is_level_above_and_across_and_nobody_below() {
        let lot: &[u32] = &[6, 5, 4, 3, 2, 1];
        assert_eq!(
            shown(&[1, 1, 3, 3, 5, 5], 3, &[], &[lot]),
            "1.2! 2.1! 3.4! 4.3! 5.5= 5.6="
        );
    }

    #[test]
    fn a_lot_counts_only_where_all_the_level_ones_were_in_it() {
        assert_eq!(shown(&[1, 1, 1], 2, &[], &[&[2, 1]]), "1.1? 1.2? 1.3?");
        assert_eq!(
            shown(&[1, 1, 1], 2, &[], &[&[2, 1], &[3, 1, 2], &[1, 2, 3]]),
            "1.3! 2.1! 3.2!"
        );
    }
}
