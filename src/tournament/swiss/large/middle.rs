use super::search::Search;

/// So many players of a group are many: it can probably be paired out. (Few in tests, where fields are
/// small.)
const MANY: usize = if cfg!(test) { 3 } else { 16 };

/// Score groups whose criteria count together: from the first to before the end.
pub(super) struct Middle {
    pub(super) first: usize,
    pub(super) end: usize,
}

impl Middle {
    pub(super) const NONE: Middle = Middle { first: 0, end: 0 };

    /// The neighbouring groups of many with the most players, if there are two.
    pub(super) fn of(search: &Search<'_>) -> Option<Middle> {
        let groups = search.field.scores().len();
        let sizes: Vec<usize> = search.members.iter().map(Vec::len).take(groups).collect();
        let mut best = (0, Middle::NONE);
        let mut first = 0;
        while first < groups {
            let long = sizes[first..].iter().take_while(|&&size| size >= MANY);
            let end = first + long.count();
            let players: usize = sizes[first..end].iter().sum();
            if end > first + 1 && players > best.0 {
                best = (players, Middle { first, end });
            }
            first = end + 1;
        }
        (best.0 > 0).then_some(best.1)
    }

    /// Closes all ways across groups that start in the middle but those a floater must take; the number of
    /// these. `None` where it is not known how many floaters come from above.
    pub(super) fn close(&self, search: &mut Search<'_>) -> Option<usize> {
        let groups = search.field.scores().len();
        let sizes: Vec<usize> = search.members.iter().map(Vec::len).take(groups).collect();
        let next = |group: usize| (group + 1..groups).find(|&lower| sizes[lower] > 0);
        let mut arriving = vec![0; groups];
        for group in 0..self.first {
            let landed = landed(search, group);
            if landed.len() > 1 && landed.iter().any(|&lower| Some(lower) != next(group)) {
                return None;
            }
            for lower in landed {
                arriving[lower] += 1;
            }
        }
        let mut floaters = 0;
        for group in self.first..self.end {
            let left = sizes[group].checked_sub(arriving[group])?;
            let way = if left % 2 == 1 {
                Some(next(group)?)
            } else {
                None
            };
            if let Some(lower) = way {
                arriving[lower] += 1;
                floaters += 1;
            }
            for (lower, closed) in search.closed[group].iter_mut().enumerate() {
                *closed = lower > group && lower < groups && Some(lower) != way;
            }
        }
        search.drop_closed();
        Some(floaters)
    }

    /// How many players of the middle float down.
    pub(super) fn floaters(&self, search: &Search<'_>) -> usize {
        (self.first..self.end)
            .map(|group| landed(search, group).len())
            .sum()
    }
}

/// The groups in which the floaters of a group land by the last solution.
fn landed(search: &Search<'_>, group: usize) -> Vec<usize> {
    let mate = search.mate.as_deref().unwrap_or_default();
    let opponents = search.members[group]
        .iter()
        .filter_map(|&player| mate.get(player as usize).copied());
    opponents
        .filter(|&opponent| !search.field.is_bye(opponent))
        .map(|opponent| search.field.group(opponent))
        .filter(|&lower| lower > group)
        .collect()
}
