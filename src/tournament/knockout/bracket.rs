use std::collections::BTreeSet;

use crate::config::Vacancy;
use crate::tournament::StartNumber;

/// How many rounds a bracket of `size` players has.
pub fn rounds(size: usize) -> u32 {
    size.next_power_of_two().ilog2()
}

/// The seeds of round 1 from the top of the bracket to its bottom, two a match; a seed above `size` is a
/// bye, so that the byes fall to the top seeds. For 16: 1-16 8-9 5-12 4-13, 3-14 6-11 7-10 2-15.
pub fn seeds(size: usize) -> Vec<usize> {
    let mut order = vec![1];
    for _ in 0..rounds(size) {
        let sum = order.len() * 2 + 1;
        let pairs = order.iter().enumerate().flat_map(|(at, &seed)| {
            let pair = [seed, sum - seed];
            if at % 2 == 0 {
                pair
            } else {
                [pair[1], pair[0]]
            }
        });
        order = pairs.collect();
    }
    order
}

/// Who has seed 1, 2 …: the best `size` of `table`. One who is `out` is left out and the next moves up,
/// or by [`Vacancy::Walkover`] the seed stays empty.
pub fn qualifiers(
    table: &[StartNumber],
    size: usize,
    out: &BTreeSet<StartNumber>,
    vacancy: Vacancy,
) -> Vec<Option<StartNumber>> {
    match vacancy {
        Vacancy::NextInRank => {
            let there = table.iter().filter(|no| !out.contains(no));
            there.take(size).copied().map(Some).collect()
        }
        Vacancy::Walkover => {
            let best = table.iter().take(size);
            best.map(|no| (!out.contains(no)).then_some(*no)).collect()
        }
    }
}
