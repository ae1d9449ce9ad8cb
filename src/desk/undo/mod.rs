//! Taking the last step back (撤销): the newest step of an arbiter in the competition that still stands.
//! It is shown with what that would bring, and taken back on a tap if it is still the last.

mod inverse;
mod refusal;
mod step;

pub use refusal::UndoRefusal;
pub use step::{Inverse, Kind, Never, actions, kind};

use super::correct::{self, Change, consequences};
use super::field::Field;
use super::journal::line as told;
use super::knockout::Leaving;
use super::notice::{Consequences, JournalLine, PlayerTag, Undo};
use super::role::Duty;
use super::{Halt, Turn, absence, recusal, rule, unpublish};
use crate::store::journal::{self, About, Entry, Line};
use crate::store::round::State;
use crate::tournament::lot::Purpose;
use inverse::{Reversal, reversal, take_back};

/// Lines looked through for the last step, a page at a time.
const PAGE: usize = 50;

/// Shows the last step and what taking it back would bring.
pub fn ask(turn: &mut Turn<'_>) -> Result<(), Halt> {
    turn.require(Duty::Undo)?;
    turn.require_private()?;
    let field = Field::load(turn)?;
    let (line, inverse, duty) = last(turn, &field)?;
    turn.require(duty)?;
    let found = reversal(turn, &field, &line, inverse)?;
    require_sound(turn, &found)?;
    let consequences = listed(turn, &field, &found)?;
    let step = line.id;
    let (removed, reinstated) = match consequences {
        Some(_) => (Vec::new(), Vec::new()),
        None => membership(turn, &found)?,
    };
    turn.reply(Undo::Asked {
        removed,
        reinstated,
        step,
        line: told(turn, &field, line)?,
        inverse,
        shown: consequences.as_ref().map_or(0, |one| one.shown),
        consequences: consequences.map(Box::new),
    })
}

/// Takes back the step that was shown.
pub fn confirm(turn: &mut Turn<'_>, step: i64, shown: u32) -> Result<(), Halt> {
    turn.require(Duty::Undo)?;
    turn.require_private()?;
    let field = Field::load(turn)?;
    let (line, inverse, duty) = last(turn, &field)?;
    if line.id != step {
        let line = told(turn, &field, line)?;
        return Err(UndoRefusal::Newer { line }.into());
    }
    turn.require(duty)?;
    let found = reversal(turn, &field, &line, inverse)?;
    require_sound(turn, &found)?;
    let consequences = listed(turn, &field, &found)?;
    if consequences.as_ref().map_or(0, |one| one.shown) != shown {
        return Err(correct::CorrectRefusal::Changed.into());
    }
    let since = journal::newest(turn.tx)?;
    let line_told = told(turn, &field, line.clone())?;
    take_back(turn, &field, found, consequences.as_ref(), &line_told)?;
    turn.journal(Entry {
        action: "undo".to_owned(),
        subject: line.entry.subject,
        before: Some(line.entry.action),
        reason: Some(format!("step {step}")),
        ..Entry::default()
    })?;
    journal::mark_undone(turn.tx, step, since)?;
    Ok(())
}

/// Nothing is taken back.
pub fn keep(turn: &mut Turn<'_>) -> Result<(), Halt> {
    turn.rewrite(Undo::Kept)
}

/// The newest step of an arbiter that still stands.
fn last(turn: &Turn<'_>, field: &Field) -> Result<(Line, Inverse, Duty), Halt> {
    let key = &turn.competition().key;
    let alone = !turn.is_one_of_several();
    let mut skip = 0;
    loop {
        let page = journal::page(turn.tx, key, alone, &About::All, skip, PAGE)?;
        let is_last = page.len() < PAGE;
        for line in page {
            if line.entry.role.is_none() || line.undone.is_some() || is_nothing(&line.entry) {
                continue;
            }
            match kind(&line.entry.action) {
                Kind::NoStep => {}
                Kind::Back(inverse, duty) => return Ok((line, inverse, duty)),
                Kind::Stays(why) => {
                    let line: JournalLine = told(turn, field, line)?;
                    return Err(UndoRefusal::Never { line, why }.into());
                }
            }
        }
        if is_last {
            return Err(UndoRefusal::Nothing.into());
        }
        skip += PAGE;
    }
}

/// What looks like a step and is none: an arbiter who plays, or speaks for a player, reports too; the end
/// of a waiting list on which nobody waits, as every draw brings it, changes nothing; what a removal or a
/// withdrawal makes of the knockout goes with it.
fn is_nothing(entry: &Entry) -> bool {
    match entry.action.as_str() {
        "game.settle" => entry.reason.as_deref() != Some("Ruled"),
        "match.give_up" | "knockout.replace" => {
            let reason = entry.reason.as_deref();
            reason.is_some_and(|reason| Leaving::FOLLOWS.contains(&reason))
        }
        // Of sides: what was drawn goes with the games it was drawn for.
        "draw.reveal" => {
            matches!(entry.subject.parse::<Purpose>(), Ok(Purpose::Sides { .. }))
        }
        "waiting_list.end" => entry.after.as_deref() == Some("0 waiting"),
        _ => false,
    }
}

/// Refuses what cannot be taken back as it stands now, before it is offered.
fn require_sound(turn: &Turn<'_>, found: &Reversal) -> Result<(), Halt> {
    match found {
        Reversal::Game { game, change, .. } => correct::require_forfeit(turn, game, *change),
        Reversal::Unpublish(_) => unpublish::untouched(turn).map(drop),
        _ => Ok(()),
    }
}

/// Whom the result as it was puts out of the event, and whom it takes in again.
fn membership(turn: &Turn<'_>, found: &Reversal) -> Result<(Vec<PlayerTag>, Vec<PlayerTag>), Halt> {
    let Reversal::Game {
        round,
        game,
        change: Change::Result(outcome),
    } = found
    else {
        return Ok((Vec::new(), Vec::new()));
    };
    let mut found = absence::membership(turn, game, *outcome)?;
    // Who was kept then is kept again.
    if absence::were_kept(turn, round, game)? {
        found.removed.clear();
    }
    Ok((
        rule::tags(turn, &found.removed)?,
        rule::tags(turn, &found.reinstated)?,
    ))
}

/// What a correction would bring; `None`: the step is undone without one.
fn listed(turn: &Turn<'_>, field: &Field, found: &Reversal) -> Result<Option<Consequences>, Halt> {
    match found {
        Reversal::Game {
            round,
            game,
            change,
        } if round.part.is_some() || round.state == State::Closed || *change == Change::Sides => {
            recusal::require(turn, round, game)?;
            let mut found = consequences(turn, field, round, game, *change)?;
            // Who was kept then is kept again.
            if absence::were_kept(turn, round, game)? {
                found.removed.clear();
            }
            Ok(Some(found))
        }
        _ => Ok(None),
    }
}
