//! A qualifier leaves: the next in rank moves in, or the opponent goes on.

use super::course::settle_down;
use super::load::Bracket;
use crate::config::Vacancy;
use crate::desk::field::Field;
use crate::desk::notice::{Knockout as Said, Report, Why};
use crate::desk::report::tag;
use crate::desk::{Halt, Turn};
use crate::store::game;
use crate::store::journal::Entry;
use crate::store::{bracket, round};
use crate::tournament::knockout::State;
use crate::tournament::{Outcome, StartNumber};

/// Why a player leaves the knockout.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Leaving {
    /// Withdrawn from the event, or giving a match up.
    Withdrawn,
    /// Removed by a penalty.
    Removed,
}

impl Leaving {
    /// How the journal notes a removal.
    pub const REMOVAL: &'static str = "removal";

    fn reason(self) -> Option<String> {
        (self == Leaving::Removed).then(|| Leaving::REMOVAL.to_owned())
    }
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
    if !bracket.inside().contains(&no) || is_out(&bracket, no) {
        return Ok(());
    }
    if bracket.course.rules.vacancy == Vacancy::NextInRank && !has_begun(turn, &bracket)? {
        let active = field.active();
        let inside = bracket.inside();
        let mut order = bracket.course.table.iter();
        let next = order.find(|one| active.contains(one) && !inside.contains(one));
        if let Some(id) = next.and_then(|next| bracket.id(*next)) {
            return replace(turn, &field, &bracket, (no, registration), id, why);
        }
    }
    give_up(turn, registration, why)?;
    turn.tell_arbiters(Said::Quit {
        player: bracket.tag(no),
    })
}

/// What is not decided of the player's matches is the opponent's; an open game is forfeited.
pub(super) fn give_up(turn: &Turn<'_>, registration: i64, why: Leaving) -> Result<(), Halt> {
    let field = Field::load(turn)?;
    let Some(bracket) = Bracket::load(turn, &field)? else {
        return Ok(());
    };
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
                why: Why::Ruled,
            };
            crate::desk::publish::tell_both(turn, newest, &settled)?;
        }
    }
    settle_down(turn)
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
    settle_down(turn)?;
    // The places behind the bracket have moved.
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

/// Has lost a match already.
fn is_out(bracket: &Bracket<'_>, no: StartNumber) -> bool {
    let pairs = bracket.course.pairs();
    let mut all = pairs.iter().flatten();
    all.any(|pair| pair.state.losers().contains(&no) && !matches!(pair.state, State::Waiting))
}
