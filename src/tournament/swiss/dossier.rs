use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::config::Score;
use crate::tournament::{History, Side, StartNumber};

/// What pairing knows of a player: the rounds so far in brief.
#[derive(Debug, Clone)]
pub(super) struct Dossier {
    pub(super) no: StartNumber,
    pub(super) team: Option<String>,
    pub(super) score: u64,
    /// Sides of the games over the board, in order; forfeits and byes leave no trace. A game without an
    /// outcome is being played and counts.
    pub(super) sides: Vec<Side>,
    pub(super) byes: u64,
    /// In the last round played over the board.
    pub(super) last_float: Option<Float>,
    /// Opponents met over the board, and the side played in the last of the games.
    pub(super) met: BTreeMap<StartNumber, Side>,
    /// Opponents with whom a game ended in a forfeit, likewise.
    pub(super) forfeited: BTreeMap<StartNumber, Side>,
}

/// Meeting someone with fewer points (down) or more (up).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Float {
    Down,
    Up,
}

/// The side a player may claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Claim {
    /// Has had this side less often.
    Strong(Side),
    /// Has had both equally often, and the other side last.
    Mild(Side),
    /// No games yet.
    None,
}

/// Dossiers of the active players in the order of start numbers; an active player unknown to the
/// history is returned instead.
pub(super) fn dossiers(
    history: &History,
    active: &BTreeSet<StartNumber>,
    score: &Score,
) -> Result<Vec<Dossier>, StartNumber> {
    let mut all: HashMap<StartNumber, Dossier> = history
        .players
        .iter()
        .map(|player| {
            let dossier = Dossier {
                no: player.no,
                team: player.team.clone(),
                score: 0,
                sides: Vec::new(),
                byes: 0,
                last_float: None,
                met: BTreeMap::new(),
                forfeited: BTreeMap::new(),
            };
            (player.no, dossier)
        })
        .collect();

    for round in &history.rounds {
        let before: HashMap<StartNumber, u64> = all
            .iter()
            .map(|(&no, dossier)| (no, dossier.score))
            .collect();
        let score_before = |no| before.get(&no).copied().unwrap_or(0);
        for game in round.seated() {
            let counts = !round.annulled.contains(game);
            let played = game.outcome.is_none_or(|outcome| outcome.is_played());
            for side in [Side::Red, Side::Black] {
                let (no, opponent) = (game.player(side), game.player(side.other()));
                let Some(dossier) = all.get_mut(&no) else {
                    continue;
                };
                if let Some(outcome) = game.outcome.filter(|_| counts) {
                    dossier.score += u64::from(outcome.points(side, score));
                }
                if played {
                    dossier.sides.push(side);
                    dossier.met.insert(opponent, side);
                    dossier.last_float = float(score_before(no), score_before(opponent));
                } else {
                    dossier.forfeited.insert(opponent, side);
                }
            }
        }
        for no in &round.byes {
            if let Some(dossier) = all.get_mut(no) {
                dossier.byes += 1;
                dossier.score += u64::from(score.bye);
            }
        }
        for no in &round.absent {
            if let Some(dossier) = all.get_mut(no) {
                dossier.score += u64::from(score.absence);
            }
        }
        for no in &round.walkovers {
            if let Some(dossier) = all.get_mut(no) {
                dossier.score += u64::from(score.forfeit_win);
            }
        }
        for (no, &points) in &round.granted {
            if let Some(dossier) = all.get_mut(no) {
                dossier.score += u64::from(points);
            }
        }
    }
    active.iter().map(|no| all.remove(no).ok_or(*no)).collect()
}

pub(super) fn float(own: u64, opponents: u64) -> Option<Float> {
    match own.cmp(&opponents) {
        std::cmp::Ordering::Greater => Some(Float::Down),
        std::cmp::Ordering::Less => Some(Float::Up),
        std::cmp::Ordering::Equal => None,
    }
}

impl Dossier {
    /// Games with a side.
    pub(super) fn games(&self, side: Side) -> usize {
        self.sides.iter().filter(|&&played| played == side).count()
    }

    pub(super) fn claim(&self) -> Claim {
        let (red, black) = (self.games(Side::Red), self.games(Side::Black));
        match (red.cmp(&black), self.sides.last()) {
            (std::cmp::Ordering::Less, _) => Claim::Strong(Side::Red),
            (std::cmp::Ordering::Greater, _) => Claim::Strong(Side::Black),
            (std::cmp::Ordering::Equal, Some(last)) => Claim::Mild(last.other()),
            (std::cmp::Ordering::Equal, None) => Claim::None,
        }
    }

    /// Playing this side now would be the third time running.
    pub(super) fn is_third_running(&self, side: Side) -> bool {
        matches!(self.sides.as_slice(), [.., one, other] if *one == side && *other == side)
    }

    /// Playing this side now would bring or keep a surplus of three with it.
    pub(super) fn is_surplus_of_three(&self, side: Side) -> bool {
        self.games(side) + 1 >= self.games(side.other()) + 3
    }
}

/// Whether the first of two players has red against the second: as [`red_first`] says; if there is no
/// difference, the smaller start number has it if `smaller` says so.
pub(super) fn is_red(one: &Dossier, other: &Dossier, smaller: bool) -> bool {
    match red_first(one, other) {
        Ordering::Equal => (one.no < other.no) == smaller,
        order => order == Ordering::Less,
    }
}

/// An order in which of any two players the first takes red. Who has more games as black is before; if
/// level, both sequences of sides are compared from the latest game back, and at the first difference
/// each gets the other side than then: black is before no game, and no game before red.
pub(super) fn red_first(one: &Dossier, other: &Dossier) -> Ordering {
    let turn = |side: Option<&Side>| match side {
        Some(Side::Black) => 0,
        None => 1,
        Some(Side::Red) => 2,
    };
    let (mine, theirs) = (one.games(Side::Black), other.games(Side::Black));
    theirs.cmp(&mine).then_with(|| {
        let mut mine = one.sides.iter().rev();
        let mut theirs = other.sides.iter().rev();
        loop {
            let (mine, theirs) = (mine.next(), theirs.next());
            match turn(mine).cmp(&turn(theirs)) {
                Ordering::Equal if mine.is_some() => {}
                order => return order,
            }
        }
    })
}
