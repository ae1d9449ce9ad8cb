use crate::tournament::{Side, StartNumber};

/// The proposed next round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pairing {
    /// In table order, from table 1: higher score of the pair, then the lower score, then the smaller
    /// start number.
    pub games: Vec<Seat>,
    /// 轮空: who has no opponent where the field is odd.
    pub bye: Option<StartNumber>,
    /// What no complete pairing could avoid, or only at a higher price. By start number.
    pub warnings: Vec<Warning>,
    /// How good the pairing is; the proposed one has the smallest.
    pub vector: Vector,
}

/// One table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat {
    pub red: StartNumber,
    pub black: StartNumber,
}

/// Something the arbiter must know before publishing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Warning {
    pub who: StartNumber,
    pub why: Concern,
}

/// Which side limit a player would break (`rules.md`, criterion 1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Concern {
    /// Plays this side a third time running.
    ThirdRunning(Side),
    /// Reaches a surplus of three games with this side.
    SurplusOfThree(Side),
    /// Has had this many byes already and gets another.
    AnotherBye(u32),
}

/// The criteria of a pairing in their order of weight; smaller is better, the first difference decides.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Vector {
    /// Players who would play the same side a third time running or reach a surplus of three.
    pub side_limits: u64,
    /// Byes the receiver of the bye has had already; 0 in an even field, like the next two.
    pub byes_before: u64,
    /// Points of the receiver.
    pub bye_score: u64,
    /// Active players with a larger start number than the receiver.
    pub bye_rank: u64,
    /// For every score group from the top.
    pub groups: Vec<GroupCost>,
    /// Players denied the side they have had less often.
    pub strong_denied: u64,
    /// Players with level sides denied the side other than their last.
    pub mild_denied: u64,
    /// Players who float the same way as in the last round they played.
    pub repeated_floats: u64,
    /// Distance from the pattern inside and across the score groups.
    pub pattern: u64,
}

/// What a pairing costs one score group (`rules.md`, criterion 3).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct GroupCost {
    /// Its players whose opponent has fewer points.
    pub floaters: u64,
    /// Sum of the squares of those differences.
    pub distance: u64,
}

/// Two players who must not meet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pair {
    smaller: StartNumber,
    larger: StartNumber,
}

impl Pairing {
    /// Whether it stands only if the arbiter agrees: someone gets another bye.
    pub fn needs_approval(&self) -> bool {
        self.vector.byes_before > 0
    }
}

impl Pair {
    /// In either order.
    pub fn new(one: StartNumber, other: StartNumber) -> Pair {
        Pair {
            smaller: one.min(other),
            larger: one.max(other),
        }
    }

    /// The smaller of the two start numbers.
    pub fn smaller(self) -> StartNumber {
        self.smaller
    }

    /// The larger of the two start numbers.
    pub fn larger(self) -> StartNumber {
        self.larger
    }
}

/// Why there is no next round to propose.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoPairing {
    #[error("{0} active players: at least two are needed")]
    TooFew(usize),
    #[error("number {0} is not in the field")]
    Unknown(StartNumber),
    /// Not active, named twice, or given the bye of an even field.
    #[error("number {0} cannot be fixed")]
    NotFixable(StartNumber),
    #[error("no complete pairing exists")]
    Impossible(Deadlock),
}

/// The proof that no complete pairing exists, and what would make one possible. Ending the stage is
/// always possible and not named.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deadlock {
    /// Groups of players, each odd in number, none of whom may play anyone but players of the same
    /// group and `outsiders`. There are more groups than outsiders and the bye together, so
    /// somebody is left over.
    pub groups: Vec<Vec<StartNumber>>,
    pub outsiders: Vec<StartNumber>,
    /// Ways out by second meetings alone, each a smallest set, sides swapped, after which a complete
    /// pairing exists: all of them where one meeting is enough, else as with `ways`. Empty if second
    /// meetings do not help.
    pub rematches: Vec<Vec<Seat>>,
    /// Ways out, each a smallest set of its kind, best first: second meetings, team-mates who meet,
    /// forbidden pairs lifted, byes. All of a kind where one thing is enough. Else up to
    /// [`MOST_WAYS`](super::MOST_WAYS) sets, the one with the smallest vector first: these are all the sets of
    /// players who could sit out, and all the sets of pairs where each pair seats two who were left over, unless
    /// there are more; where pairs seat fewer, the best set alone. Only where no kind helps alone, the best
    /// smallest set of several kinds.
    ///
    /// In a field of more than 300 the nearest pairs alone are looked at, and one way of each kind is named:
    /// it is one, but there may be better ones; and who sits out is named only while they are few.
    pub ways: Vec<Vec<Relaxation>>,
}

/// One thing an arbiter can allow so that a complete pairing exists.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Relaxation {
    /// The two meet again, sides swapped.
    Rematch(Seat),
    /// These two of one team meet.
    Teammates(Pair),
    /// These two meet although an arbiter keeps them apart.
    Forbidden(Pair),
    /// These two meet although both must have the same side: an absolute bar of the Dutch system alone
    /// (C.04.3, C3).
    Sides(Pair),
    /// This player has a bye, beside the one of an odd field or as a second one: byes had so far.
    Bye { who: StartNumber, had: u32 },
}
