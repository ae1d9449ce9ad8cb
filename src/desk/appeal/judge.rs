//! Who decides an appeal: the members of the committee whose own matter it is not; where there is none,
//! the chief arbiter. Chengdu-Chongqing regulation, supplement, clause 5.6.

use super::AppealRefusal;
use crate::config::Role;
use crate::desk::role::{self, Duty};
use crate::desk::{Halt, Turn, recusal};
use crate::store::appeal::Appeal;
use crate::store::{account, arbiter, game, penalty, registration};

/// Members of the committee that a refusal names at most.
const NAMED: usize = 3;

/// Refuses everyone else; an appeal that is not there is nobody's own.
pub(super) fn require(turn: &Turn<'_>, appeal: Option<&Appeal>) -> Result<(), Halt> {
    turn.require(Duty::ShowAppeals)?;
    turn.require_private()?;
    let me = turn.account()?;
    let (parties, judges) = match appeal {
        Some(appeal) => (parties(turn, appeal)?, judges(turn, appeal)?),
        None => (Vec::new(), arbiter::committee(turn.tx)?),
    };
    if appeal.is_some_and(|appeal| appeal.account == me) {
        return Err(AppealRefusal::Own.into());
    }
    if parties.contains(&me) {
        let who = match judges.is_empty() {
            true => role::who_may(turn, Duty::DecideAppeals.least(), &parties)?,
            false => names(turn, &judges)?,
        };
        return Err(AppealRefusal::Party { who }.into());
    }
    if judges.is_empty() {
        turn.require(Duty::DecideAppeals)?;
        return Ok(());
    }
    if turn.office()? == Some(Role::Committee) {
        return Ok(());
    }
    let who = names(turn, &judges)?;
    Err(AppealRefusal::Committees { who }.into())
}

/// Refuses whose own matter it is what arbiters do beside the verdict.
pub(super) fn require_neutral(turn: &Turn<'_>, appeal: &Appeal) -> Result<(), Halt> {
    let parties = parties(turn, appeal)?;
    if !parties.contains(&turn.account()?) {
        return Ok(());
    }
    let who = role::who_may(turn, Duty::Appeals.least(), &parties)?;
    Err(AppealRefusal::Party { who }.into())
}

/// The members of the committee who may decide it; none: the chief arbiter records the verdict.
pub(super) fn judges(turn: &Turn<'_>, appeal: &Appeal) -> Result<Vec<i64>, Halt> {
    let mut judges = arbiter::committee(turn.tx)?;
    if !judges.is_empty() {
        let parties = parties(turn, appeal)?;
        judges.retain(|member| !parties.contains(member));
    }
    Ok(judges)
}

/// Whose own matter it is: who filed it, who answers for the player, and who does for one side of the
/// game that it, or the penalty, is about.
fn parties(turn: &Turn<'_>, appeal: &Appeal) -> Result<Vec<i64>, Halt> {
    let mut parties = vec![appeal.account];
    let player = registration::find(turn.tx, appeal.registration)?;
    parties.extend(player.and_then(|player| player.account));
    let at = match (appeal.game, appeal.penalty) {
        (Some(game), _) => Some(game),
        (None, Some(id)) => penalty::find(turn.tx, id)?.and_then(|one| one.game),
        (None, None) => None,
    };
    if let Some(at) = at
        && let Some(game) = game::find(turn.tx, at)?
    {
        parties.extend(recusal::parties(turn, &game)?);
    }
    Ok(parties)
}

fn names(turn: &Turn<'_>, accounts: &[i64]) -> Result<Vec<String>, Halt> {
    let mut names = Vec::new();
    for account in accounts {
        let known = account::find(turn.tx, *account)?;
        names.extend(known.map(|one| one.name).filter(|name| !name.is_empty()));
    }
    names.truncate(NAMED);
    Ok(names)
}
