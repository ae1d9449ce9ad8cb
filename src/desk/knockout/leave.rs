//! A qualifier leaves: the next in rank moves in, or the opponent goes on.

use chrono::{DateTime, Utc};

use super::course::settle_down_because;
use super::load::Bracket;
use crate::config::Vacancy;
use crate::desk::field::Field;
use crate::desk::notice::{Because, Knockout as Said, NoReplacement, PlayerTag, Report, Why};
use crate::desk::report::tag;
use crate::desk::{Halt, Turn};
use crate::store::game;
use crate::store::journal::{self, About, Entry};
use crate::store::{bracket, round};
use crate::tournament::knockout::{MatchNo, Slot};
use crate::tournament::{Outcome, StartNumber};

/// Why a player leaves the knockout.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Leaving {
    /// Withdrawn from the event.
    Withdrawn,
    /// Giving up a match, on the arbiter's card of it.
    GivenUp,
    /// Removed by a penalty.
    Removed,
}

impl Leaving {
    /// How the journal notes what follows from a removal and from a withdrawal.
    pub const FOLLOWS: [&'static str; 2] = ["removal", "withdrawal"];

    fn reason(self) -> Option<String> {
        let [removal, withdrawal] = Leaving::FOLLOWS;
        match self {
            Leaving::Removed => Some(removal.to_owned()),
            Leaving::Withdrawn => Some(withdrawal.to_owned()),
            Leaving::GivenUp => None,
        }
    }
}

/// What becomes of a player's part in the knockout.
pub(super) enum Way {
    /// Is not in it, or has nothing left to play.
    Nothing,
    /// This registration moves in.
    Replaced(i64),
    /// The match that is not decided goes to the opponent.
    GivesUp { pair: MatchNo, cause: NoReplacement },
}

/// What the leaving of a player would be.
pub(super) fn way(
    turn: &Turn<'_>,
    field: &Field,
    bracket: &Bracket<'_>,
    no: StartNumber,
) -> Result<Way, Halt> {
    let inside = bracket.inside();
    let Some(pair) = open_pair(bracket, no).filter(|_| inside.contains(&no)) else {
        return Ok(Way::Nothing);
    };
    let cause = if bracket.course.rules.vacancy == Vacancy::Walkover {
        NoReplacement::Rule
    } else if has_begun(turn, bracket)? {
        NoReplacement::Begun
    } else {
        let active = field.active();
        let is_next =
            |one: &&StartNumber| **one != no && active.contains(one) && !inside.contains(one);
        let next = bracket.course.table.iter().find(is_next);
        if let Some(id) = next.and_then(|next| bracket.id(*next)) {
            return Ok(Way::Replaced(id));
        }
        NoReplacement::Nobody
    };
    Ok(Way::GivesUp { pair, cause })
}

/// A player has left the event.
pub fn left(turn: &Turn<'_>, registration: i64, why: Leaving) -> Result<(), Halt> {
    let field = Field::load(turn)?;
    let Some(bracket) = Bracket::load(turn, &field)? else {
        return Ok(());
    };
    let Some(no) = bracket.number(registration) else {
        return Ok(());
    };
    match way(turn, &field, &bracket, no)? {
        // Places may be others: who was removed holds none.
        Way::Nothing => settle_down_because(turn, Because::Replaced),
        Way::Replaced(id) => replace(turn, &field, &bracket, (no, registration), id, why),
        Way::GivesUp { cause, .. } => {
            // What follows from a removal is said with it.
            if why != Leaving::Removed {
                turn.tell_group(Said::Left {
                    player: bracket.tag(no),
                    cause,
                    opponent: opponent(&bracket, no).map(|other| bracket.tag(other)),
                })?;
            }
            give_up(turn, registration, why)?;
            turn.tell_arbiters(Said::Quit {
                player: bracket.tag(no),
            })
        }
    }
}

/// The player's match that is not decided.
fn open_pair(bracket: &Bracket<'_>, no: StartNumber) -> Option<MatchNo> {
    let pairs = bracket.course.pairs();
    let mut open = pairs.iter().flatten().filter(|pair| !pair.state.is_over());
    let pair = open.find(|pair| pair.slots.contains(&Slot::Player(no)))?;
    Some(pair.no)
}

/// The other one of the player's match that is not decided.
fn opponent(bracket: &Bracket<'_>, no: StartNumber) -> Option<StartNumber> {
    let pair = bracket.course.find(open_pair(bracket, no)?)?;
    pair.players()?.into_iter().find(|other| *other != no)
}

/// Who had left is in the event again: what the leaving made of the bracket goes back. Returns who has the seed
/// and keeps it, because the knockout has been played with them.
///
/// # Errors
/// [`super::KnockoutRefusal::LaterBegun`] where a game that was played since would have no place any more.
pub fn returned(turn: &Turn<'_>, registration: i64) -> Result<Option<PlayerTag>, Halt> {
    let field = Field::load(turn)?;
    let Some(bracket) = Bracket::load(turn, &field)? else {
        return Ok(None);
    };
    let Some(no) = bracket.number(registration) else {
        return Ok(None);
    };
    if let Some(at) = bracket::quit_at(turn.tx, bracket.stage, registration)? {
        bracket::stay(turn.tx, bracket.stage, registration)?;
        reopen(turn, &bracket, registration, at)?;
        turn.tell_group(Said::Returned {
            player: bracket.tag(no),
            seed: 0,
            instead_of: None,
        })?;
        settle_down_because(turn, Because::Replaced)?;
        return Ok(None);
    }
    let Some((reserve, came, seed)) = moved_in(turn, &bracket, registration)? else {
        return Ok(None);
    };
    if has_begun(turn, &bracket)? {
        return Ok(Some(bracket.tag(came)));
    }
    bracket::replace(turn.tx, bracket.stage, reserve, registration)?;
    turn.tell_group(Said::Returned {
        player: bracket.tag(no),
        seed: u32::try_from(seed).unwrap_or(0) + 1,
        instead_of: Some(bracket.tag(came)),
    })?;
    if let Some(account) = field.player(came).and_then(|player| player.account) {
        turn.tell(
            account,
            Said::Returned {
                player: bracket.tag(no),
                seed: u32::try_from(seed).unwrap_or(0) + 1,
                instead_of: Some(bracket.tag(came)),
            },
        )?;
    }
    settle_down_because(turn, Because::Replaced)?;
    shown_anew(turn)?;
    Ok(None)
}

/// A game that was forfeited by the leaving goes on, and both know it.
pub(super) fn reopen(
    turn: &Turn<'_>,
    bracket: &Bracket<'_>,
    registration: i64,
    at: DateTime<Utc>,
) -> Result<(), Halt> {
    for (_, game) in bracket.newest() {
        let forfeited = match game.outcome {
            Some(Outcome::RedForfeit) => game.red == registration,
            Some(Outcome::BlackForfeit) => game.black == registration,
            _ => false,
        };
        if forfeited && game::settled_at(turn.tx, game.id)? == Some(at) {
            game::set_status(turn.tx, game.id, game::Status::Open, None)?;
            round::reopen(turn.tx, game.round)?;
            if let Some(round) = round::find(turn.tx, game.round)? {
                let open = game::find(turn.tx, game.id)?.unwrap_or_else(|| game.clone());
                let game = tag(turn, &round, &open)?;
                crate::desk::publish::tell_both(turn, &open, &Report::Reopened { game })?;
            }
        }
    }
    Ok(())
}

/// Who has the seed that this registration left last: the one who moved in, or moved in for that one in turn,
/// with the seed, from 0. `None`: nobody of them is in the bracket.
fn moved_in(
    turn: &Turn<'_>,
    bracket: &Bracket<'_>,
    registration: i64,
) -> Result<Option<(i64, StartNumber, usize)>, Halt> {
    let (mut left, mut since) = (registration, 0);
    while let Some((line, reserve)) = replaced_by(turn, left, since)? {
        if let Some(came) = bracket.number(reserve) {
            let mut seeds = bracket.course.seeds.iter();
            if let Some(seed) = seeds.position(|seed| *seed == Some(came)) {
                return Ok(Some((reserve, came, seed)));
            }
        }
        (left, since) = (reserve, line);
    }
    Ok(None)
}

/// The registration that moved in when this one left last, if the journal says so behind that line; and its own
/// line.
fn replaced_by(turn: &Turn<'_>, registration: i64, since: i64) -> Result<Option<(i64, i64)>, Halt> {
    let about = About::Subjects(vec![format!("registration {registration}")]);
    let key = &turn.competition().key;
    let alone = !turn.is_one_of_several();
    let lines = journal::page(turn.tx, key, alone, &about, 0, 100)?;
    let mut lines = lines.into_iter().filter(|line| line.id > since);
    let line = lines.find(|line| line.entry.action == "knockout.replace");
    Ok(line.and_then(|line| {
        let after = line.entry.after?;
        Some((line.id, after.strip_prefix("registration ")?.parse().ok()?))
    }))
}

/// What is not decided of the player's matches is the opponent's; an open game is forfeited.
pub(super) fn give_up(turn: &Turn<'_>, registration: i64, why: Leaving) -> Result<(), Halt> {
    let field = Field::load(turn)?;
    let Some(bracket) = Bracket::load(turn, &field)? else {
        return Ok(());
    };
    tell_winner(turn, &field, &bracket, registration, why)?;
    bracket::quit(turn.tx, bracket.stage, registration, turn.now)?;
    turn.journal(Entry {
        action: "match.give_up".into(),
        subject: format!("registration {registration}"),
        reason: why.reason(),
        ..Entry::default()
    })?;
    for (_, newest) in bracket.newest() {
        let plays = [newest.red, newest.black].contains(&registration);
        if !plays || newest.outcome.is_some() {
            continue;
        }
        let outcome = if newest.red == registration {
            Outcome::RedForfeit
        } else {
            Outcome::BlackForfeit
        };
        crate::store::claim::clear(turn.tx, newest.id)?;
        game::settle(turn.tx, newest.id, outcome, turn.now)?;
        if let Some(round) = round::find(turn.tx, newest.round)? {
            round::close(turn.tx, round.id, turn.now)?;
            let settled = Report::Settled {
                game: tag(turn, &round, newest)?,
                outcome,
                why: match why {
                    Leaving::Withdrawn => Why::Withdrawal,
                    Leaving::Removed => Why::Removal,
                    Leaving::GivenUp => Why::Ruled,
                },
            };
            crate::desk::publish::tell_both(turn, newest, &settled)?;
        }
    }
    settle_down_because(turn, Because::Replaced)
}

/// Who goes on without playing knows why, and what comes next.
fn tell_winner(
    turn: &Turn<'_>,
    field: &Field,
    bracket: &Bracket<'_>,
    registration: i64,
    why: Leaving,
) -> Result<(), Halt> {
    let Some(no) = bracket.number(registration) else {
        return Ok(());
    };
    let winner = opponent(bracket, no).and_then(|other| field.player(other));
    let (Some(pair), Some(account)) = (
        open_pair(bracket, no),
        winner.and_then(|winner| winner.account),
    ) else {
        return Ok(());
    };
    let next = super::exit::next(bracket, pair);
    turn.tell_now(
        account,
        Said::Walkover {
            left: bracket.tag(no),
            removed: why == Leaving::Removed,
            place: bracket.place(pair),
            next: next.map(|next| bracket.place(next)),
        },
    )
}

/// `old`: number and registration of the one who left; `new`: the registration that moves in.
fn replace(
    turn: &Turn<'_>,
    field: &Field,
    bracket: &Bracket<'_>,
    old: (StartNumber, i64),
    new: i64,
    why: Leaving,
) -> Result<(), Halt> {
    bracket::replace(turn.tx, bracket.stage, old.1, new)?;
    let seed = bracket
        .course
        .seeds
        .iter()
        .position(|seed| *seed == Some(old.0));
    let came = bracket.number(new).unwrap_or(StartNumber(0));
    let replaced = Said::Replaced {
        left: bracket.tag(old.0),
        came: bracket.tag(came),
        seed: u32::try_from(seed.unwrap_or(0)).unwrap_or(0) + 1,
    };
    turn.journal(Entry {
        action: "knockout.replace".into(),
        subject: format!("registration {}", old.1),
        after: Some(format!("registration {new}")),
        reason: why.reason(),
        ..Entry::default()
    })?;
    turn.tell_arbiters(replaced.clone())?;
    if let Some(account) = field.player(came).and_then(|player| player.account) {
        turn.tell(account, replaced.clone())?;
    }
    turn.tell_group(replaced)?;
    settle_down_because(turn, Because::Replaced)?;
    shown_anew(turn)
}

/// The bracket for the group: another has a seed, and the places behind the bracket have moved.
fn shown_anew(turn: &Turn<'_>) -> Result<(), Halt> {
    let field = Field::load(turn)?;
    match Bracket::load(turn, &field)? {
        Some(bracket) => {
            turn.tell_group(Said::Shown {
                bracket: bracket.shown(turn),
                desk: false,
                may_unseed: false,
            })?;
            super::show::picture(turn, &bracket)
        }
        None => Ok(()),
    }
}

/// Something of the knockout was played.
fn has_begun(turn: &Turn<'_>, bracket: &Bracket<'_>) -> Result<bool, Halt> {
    for game in bracket.games.values().flatten() {
        if Bracket::is_begun(turn, game)? {
            return Ok(true);
        }
    }
    Ok(false)
}
