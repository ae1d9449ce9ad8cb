//! The two lines that speak of one game.

use std::collections::HashMap;

use super::read::{ROUND, ROUNDS};
use super::{Entry, Fault, Flaw, Mark, Trf};
use crate::tournament::{Game, Outcome, Side, StartNumber};

/// What the lines of two opponents make of their game.
pub(super) enum Meeting {
    Game(Game),
    /// A forfeit loss against someone who has a bye in the file: an absence.
    Absent,
}

/// Games whose two lines do not go together.
pub(super) fn faults(trf: &Trf, lines: &HashMap<StartNumber, u32>) -> Vec<Fault> {
    let mut faults = Vec::new();
    for player in &trf.players {
        for (round, entry) in (1..).zip(&player.rounds) {
            let Some(entry) = entry else { continue };
            let Some(opponent) = entry.opponent else {
                continue;
            };
            if let Err((flaw, offset)) = meeting(trf, player.no, *entry, opponent, round) {
                let from = ROUNDS + ROUND * (round as usize - 1) + offset;
                faults.push(Fault {
                    line: lines.get(&player.no).copied().unwrap_or(0),
                    column: u32::try_from(from).unwrap_or(u32::MAX),
                    flaw,
                });
            }
        }
    }
    faults
}

/// The game of a player with an opponent in a round, or the flaw and how many columns it stands after
/// the first of the entry.
pub(super) fn meeting(
    trf: &Trf,
    no: StartNumber,
    mine: Entry,
    opponent: StartNumber,
    round: u32,
) -> Result<Meeting, (Flaw, usize)> {
    const SIDE: usize = 5;
    const MARK: usize = 7;
    // The opponent's number ends in the fourth column.
    let number = 4_usize.saturating_sub(opponent.0.to_string().len());
    if opponent == no {
        return Err((Flaw::AgainstOneself, number));
    }
    if trf.player(opponent).is_none() {
        return Err((Flaw::NoSuchPlayer { no: opponent }, number));
    }
    let not_mutual = Flaw::NotMutual {
        no,
        opponent,
        round,
    };
    let theirs = trf.entry(opponent, round);
    let theirs = match theirs {
        Some(theirs) if theirs.opponent == Some(no) => theirs,
        // Some programs enter a forfeit in one of the two lines alone.
        _ => {
            let unpaired = theirs.is_none_or(|theirs| theirs.opponent.is_none());
            let other = theirs.and_then(|theirs| theirs.mark);
            return match (mine.mark, other) {
                (Some(Mark::ForfeitWin), None | Some(Mark::ForfeitLoss | Mark::ZeroBye))
                    if unpaired =>
                {
                    let red = mine.side != Some(Side::Black);
                    let outcome = if red {
                        Outcome::BlackForfeit
                    } else {
                        Outcome::RedForfeit
                    };
                    Ok(Meeting::Game(seated(no, opponent, red, Some(outcome))))
                }
                (Some(Mark::ForfeitLoss), Some(_)) if unpaired => Ok(Meeting::Absent),
                _ => Err((not_mutual, number)),
            };
        }
    };
    let differ = |mine: Option<Mark>, theirs: Option<Mark>| {
        let letter = |mark: Option<Mark>| mark.map_or(' ', Mark::letter);
        Flaw::ResultsDiffer {
            opponent,
            round,
            mine: letter(mine),
            theirs: letter(theirs),
        }
    };
    if mine.side.is_some() && mine.side == theirs.side {
        return Err((Flaw::SameSide { opponent, round }, SIDE));
    }
    let side = mine.side.or(theirs.side.map(Side::other));
    let result = result(mine.mark, theirs.mark).ok_or((differ(mine.mark, theirs.mark), MARK))?;
    let red = match side {
        Some(side) => side == Side::Red,
        None if result.is_some_and(|result| !result.played) => no < opponent,
        None => return Err((Flaw::NoSide { opponent, round }, SIDE)),
    };
    let outcome = result.map(|result| result.outcome(red));
    Ok(Meeting::Game(seated(no, opponent, red, outcome)))
}

fn seated(no: StartNumber, opponent: StartNumber, red: bool, outcome: Option<Outcome>) -> Game {
    let (red, black) = if red { (no, opponent) } else { (opponent, no) };
    Game {
        red,
        black,
        outcome,
    }
}

/// A result as one of the two sees it.
#[derive(Clone, Copy)]
struct Seen {
    played: bool,
    /// Of the one who sees it.
    end: End,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Won,
    Lost,
    Drawn,
    BothLost,
}

impl Seen {
    fn outcome(&self, is_red: bool) -> Outcome {
        let red_won = match self.end {
            End::Won => is_red,
            End::Lost => !is_red,
            End::Drawn => return Outcome::Draw,
            End::BothLost if self.played => return Outcome::BothLose,
            End::BothLost => return Outcome::BothForfeit,
        };
        match (self.played, red_won) {
            (true, true) => Outcome::RedWin,
            (true, false) => Outcome::BlackWin,
            (false, true) => Outcome::BlackForfeit,
            (false, false) => Outcome::RedForfeit,
        }
    }
}

/// `None`: the codes do not go together. `Some(None)`: no result yet.
///
/// 0 and 0 is a game over the board that both have lost: they have met, and sides were had. One that
/// both have forfeited is - and -.
fn result(mine: Option<Mark>, theirs: Option<Mark>) -> Option<Option<Seen>> {
    use Mark::{Draw, ForfeitLoss, ForfeitWin, Loss, UnratedDraw, UnratedLoss, UnratedWin, Win};
    let (Some(mine), Some(theirs)) = (mine, theirs) else {
        return (mine.is_none() && theirs.is_none()).then_some(None);
    };
    let (played, end) = match (mine, theirs) {
        (Win | UnratedWin, Loss | UnratedLoss) => (true, End::Won),
        (Loss | UnratedLoss, Win | UnratedWin) => (true, End::Lost),
        (Draw | UnratedDraw, Draw | UnratedDraw) => (true, End::Drawn),
        (Loss | UnratedLoss, Loss | UnratedLoss) => (true, End::BothLost),
        (ForfeitWin, ForfeitLoss) => (false, End::Won),
        (ForfeitLoss, ForfeitWin) => (false, End::Lost),
        (ForfeitLoss, ForfeitLoss) => (false, End::BothLost),
        _ => return None,
    };
    Some(Some(Seen { played, end }))
}
