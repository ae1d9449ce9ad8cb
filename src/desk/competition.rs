//! Which of the event's competitions a person deals with.

use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization;

use super::{Duty, Halt, Turn, panel};
use crate::config::Competition;
use crate::store::{account, registration};

/// Why a competition cannot be chosen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CompetitionRefusal {
    /// No competition or section is called that.
    Unknown { typed: String, names: Vec<String> },
}

/// An arbiter goes over to another competition: the desk shows it, and what is typed is about it.
pub fn choose(turn: &mut Turn<'_>, key: &str) -> Result<(), Halt> {
    turn.require(Duty::ShowDesk)?;
    turn.require_private()?;
    turn.enter(key)?;
    account::choose_competition(turn.tx, turn.account()?, key)?;
    panel::panel(turn)
}

/// The same by its key or (a part of) its name.
pub fn choose_by_name(turn: &mut Turn<'_>, typed: &str) -> Result<(), Halt> {
    turn.require(Duty::ShowDesk)?;
    let found = named(turn, typed)?;
    choose(turn, &found.key)
}

/// The competition of this key or name; a part of the name does where it fits one alone.
pub fn named<'a>(turn: &Turn<'a>, typed: &str) -> Result<&'a Competition, Halt> {
    let all = turn.competitions();
    let wanted = plain(typed);
    let exact = all
        .iter()
        .find(|one| one.key.eq_ignore_ascii_case(typed) || plain(&one.name) == wanted);
    let mut parts = all.iter().filter(|one| plain(&one.name).contains(&wanted));
    let part = match (parts.next(), parts.next()) {
        (Some(only), None) if !wanted.is_empty() => Some(only),
        _ => None,
    };
    exact.or(part).ok_or_else(|| {
        CompetitionRefusal::Unknown {
            typed: typed.to_owned(),
            names: all.iter().map(|one| one.name.clone()).collect(),
        }
        .into()
    })
}

/// A name without blanks, full-width forms and capitals.
fn plain(name: &str) -> String {
    let letters = name.nfkc().filter(|letter| !letter.is_whitespace());
    letters.collect::<String>().to_lowercase()
}

/// The competition's name, where the event has several.
pub(super) fn name_of(turn: &Turn<'_>, key: &str) -> Option<String> {
    let mut all = turn.competitions().iter();
    let found = all.find(|one| one.key == key && turn.is_one_of_several());
    found.map(|one| one.name.clone())
}

/// The competitions a person asks about who names none: the arbiter's chosen one; a player's own, or
/// those of their players; all of them for anyone else.
pub(super) fn concerning<'a>(turn: &Turn<'a>) -> Result<Vec<&'a Competition>, Halt> {
    if turn.office()?.is_some() {
        return Ok(vec![turn.competition()]);
    }
    let own = own(turn)?;
    Ok(if own.is_empty() {
        turn.competitions().iter().collect()
    } else {
        own
    })
}

/// The competitions in which the account has a registration that stands or stood in the field.
pub(super) fn own<'a>(turn: &Turn<'a>) -> Result<Vec<&'a Competition>, Halt> {
    let registered = registration::of_account(turn.tx, turn.account()?)?;
    let is_own = |competition: &&Competition| {
        registered.iter().any(|one| {
            one.competition == competition.key && (one.state.stands() || one.start_no.is_some())
        })
    };
    Ok(turn.competitions().iter().filter(is_own).collect())
}
