//! No complete pairing exists: the proof, and the smallest ways out.

mod search;
mod seen;
mod sets;

use super::dossier::Dossier;
use super::matching::Deficit;
use super::pair::Task;
use super::pairing::{Deadlock, Relaxation, Seat};
use super::permission::Bar;
use crate::tournament::{Side, StartNumber};
use search::Search;

/// Ways out of one kind that are named where one thing allowed is not enough.
pub const MOST_WAYS: usize = 20;

/// Pairs with a bye up to which it is worked out who sits out: where hundreds of a field of thousands
/// would have to, that is no way out.
const BYE_PAIRS: usize = 100_000;

/// What keeps a pair of vertices apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Hindrance {
    Met,
    Teammates,
    Forbidden,
    SecondBye,
}

const KINDS: [Hindrance; 4] = [
    Hindrance::Met,
    Hindrance::Teammates,
    Hindrance::Forbidden,
    Hindrance::SecondBye,
];

/// Names the groups that cannot be paired out and looks for the least that helps.
pub(super) fn explain(task: &Task<'_>, deficit: &Deficit) -> Deadlock {
    let groups: Vec<Vec<StartNumber>> = deficit
        .groups
        .iter()
        .map(|group| numbers(task, group))
        .filter(|group| !group.is_empty())
        .collect();
    let search = Search::new(task, deficit);
    let by_kind = KINDS.map(|kind| search.of_kind(kind));
    let rematches = by_kind[0]
        .iter()
        .map(|way| way.iter().filter_map(rematch).collect())
        .collect();
    let mut ways: Vec<Vec<Relaxation>> = by_kind.into_iter().flatten().collect();
    ways.extend(search.byes());
    if ways.is_empty() {
        ways.extend(search.smallest(|_| true));
    }
    let mut deadlock = Deadlock {
        groups,
        outsiders: numbers(task, &deficit.outsiders),
        rematches,
        ways,
    };
    deadlock.groups.sort_unstable();
    deadlock.rematches.sort_unstable();
    deadlock
}

fn rematch(relaxation: &Relaxation) -> Option<Seat> {
    match relaxation {
        Relaxation::Rematch(seat) => Some(*seat),
        _ => None,
    }
}

fn numbers(task: &Task<'_>, vertices: &[usize]) -> Vec<StartNumber> {
    let mut numbers: Vec<StartNumber> = vertices
        .iter()
        .filter_map(|&vertex| task.field.players.get(vertex))
        .map(|player| player.no)
        .collect();
    numbers.sort_unstable();
    numbers
}

fn another_bye(player: &Dossier) -> Relaxation {
    Relaxation::Bye {
        who: player.no,
        had: u32::try_from(player.byes).unwrap_or(u32::MAX),
    }
}

/// Empty for what no arbiter can allow.
fn hindrances(task: &Task<'_>, u: usize, v: usize) -> Vec<Hindrance> {
    let players = &task.field.players;
    let mut reasons: Vec<Hindrance> = match (players.get(u), players.get(v)) {
        (Some(one), Some(other)) => {
            let bars = task.permission.bars(one, other).into_iter();
            bars.map(|bar| match bar {
                Bar::Met => Hindrance::Met,
                Bar::Forbidden => Hindrance::Forbidden,
                Bar::Teammates => Hindrance::Teammates,
            })
            .collect()
        }
        (None, None) => Vec::new(),
        _ if task.allows(u, v) => Vec::new(),
        _ => vec![Hindrance::SecondBye],
    };
    reasons.sort_unstable();
    reasons
}

/// The sides of a second meeting: swapped.
fn swapped(one: &Dossier, other: &Dossier) -> Option<Seat> {
    let last = one
        .met
        .get(&other.no)
        .or_else(|| one.forfeited.get(&other.no))?;
    let (red, black) = match last {
        Side::Red => (other.no, one.no),
        Side::Black => (one.no, other.no),
    };
    Some(Seat { red, black })
}
