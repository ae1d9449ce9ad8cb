use std::collections::BTreeSet;

use super::Standing;
use crate::tournament::StartNumber;

/// Puts the removed at the foot of the table: they hold no place, and the others number on without them.
/// Their results stand for those they met. Chengdu-Chongqing regulation, clause 10: who is found out loses
/// results and prizes; supplement, clause 3.1.3: an absence without excuse strikes from the list.
pub fn without_place(table: &mut [Standing], removed: &BTreeSet<StartNumber>) {
    let is_out = |row: &Standing| removed.contains(&row.no);
    table.sort_by_key(is_out);
    let stay = table.partition_point(|row| !is_out(row));
    let (placed, out) = table.split_at_mut(stay);
    let mut next = 1;
    for group in placed.chunk_by_mut(|one, other| one.rank == other.rank) {
        let size = u32::try_from(group.len()).unwrap_or(u32::MAX);
        for row in group {
            row.rank = next;
            row.shared = size > 1;
            row.awaits_lot &= size > 1;
        }
        next += size;
    }
    for row in out {
        row.rank = next;
        (row.shared, row.lot, row.awaits_lot) = (false, None, false);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::standings::Tally;

    fn row(no: u32, rank: u32, shared: bool) -> Standing {
        Standing {
            rank,
            shared,
            no: StartNumber(no),
            values: Vec::new(),
            lot: None,
            awaits_lot: shared,
            tally: Tally::default(),
        }
    }

    #[test]
    fn the_others_number_on() {
        let mut table = vec![
            row(1, 1, false),
            row(2, 2, true),
            row(3, 2, true),
            row(4, 4, true),
            row(5, 4, true),
            row(6, 6, false),
        ];
        without_place(&mut table, &[1, 3].map(StartNumber).into_iter().collect());
        let rows: Vec<_> = table
            .iter()
            .map(|row| (row.no.0, row.rank, row.shared, row.awaits_lot))
            .collect();
        assert_eq!(
            rows,
            [
                // Nobody is level with the second any more.
                (2, 1, false, false),
                (4, 2, true, true),
                (5, 2, true, true),
                (6, 4, false, false),
                (1, 5, false, false),
                (3, 5, false, false),
            ]
        );
    }
}
