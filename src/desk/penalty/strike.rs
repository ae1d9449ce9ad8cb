//! A penalty is taken back: it is struck and stays, and what it made of a game's result goes with it.

use super::card::line;
use super::give::is_paired_on;
use super::{PenaltyRefusal, kind_word, removal, require_role};
use crate::config::PenaltyKind;
use crate::desk::field::Field;
use crate::desk::notice::{Penalty, Report, Restored, Why};
use crate::desk::publish::tell_both;
use crate::desk::report::{settle, subject, tag};
use crate::desk::{Duty, Halt, Refusal, Turn, progress, recusal, role};
use crate::store::game::{self, Status};
use crate::store::journal::Entry;
use crate::store::penalty::{self, Effect, Penalty as Kept};
use crate::store::{account, claim, registration, round};
use crate::tournament::penalty::loses;

/// Asks whether it is meant.
pub fn ask_strike(turn: &mut Turn<'_>, penalty: i64) -> Result<(), Halt> {
    let found = standing(turn, penalty)?;
    let field = Field::load(turn)?;
    turn.reply(Penalty::AskStrike {
        penalty: line(turn, &field, &found)?,
    })
}

/// Takes it back.
pub fn strike(turn: &mut Turn<'_>, penalty: i64) -> Result<(), Halt> {
    let found = standing(turn, penalty)?;
    require_neutral(turn, &found)?;
    let by = turn.account()?;
    let before = Field::load(turn)?;
    if !penalty::strike(turn.tx, found.id, by, turn.now)? {
        return Err(Refusal::Stale.into());
    }
    turn.journal(Entry {
        action: "penalty.strike".to_owned(),
        subject: format!("registration {}", found.registration),
        before: Some(format!("{} {}", kind_word(found.kind), found.clause)),
        reason: Some(found.reason.clone()),
        ..Entry::default()
    })?;
    // What counts now: the penalty is struck.
    let field = Field::load(turn)?;
    let restored = restore(turn, &found)?;
    let struck = penalty::find(turn.tx, found.id)?.ok_or(Refusal::Stale)?;
    let told = line(turn, &field, &struck)?;
    turn.rewrite(Penalty::Struck {
        penalty: told.clone(),
        restored,
    })?;
    let owner = registration::find(turn.tx, found.registration)?.and_then(|one| one.account);
    if let Some(owner) = owner {
        turn.tell_now(owner, Penalty::StruckTold { penalty: told })?;
    }
    if found.kind == PenaltyKind::Removal {
        return removal::take_back(turn, &field, &found);
    }
    if field.ranks_anew() && found.kind == PenaltyKind::Foul && restored != Some(Restored::Now) {
        progress::tell_moved(turn, &before)?;
    }
    Ok(())
}

/// The penalty, unless somebody was faster.
fn standing(turn: &mut Turn<'_>, id: i64) -> Result<Kept, Halt> {
    turn.require(Duty::Penalize)?;
    let found = penalty::find(turn.tx, id)?.ok_or(Refusal::Stale)?;
    turn.enter_registration(found.registration)?;
    require_role(turn, found.kind)?;
    if let Some(by) = found.struck_by {
        let by = account::find(turn.tx, by)?.map(|by| by.name);
        let by = by.unwrap_or_default();
        return Err(PenaltyRefusal::AlreadyStruck { by }.into());
    }
    Ok(found)
}

/// Gives the game the outcome back that a penalty took, where nothing else justifies it. `None`: no result
/// hung on it.
fn restore(turn: &Turn<'_>, struck: &Kept) -> Result<Option<Restored>, Halt> {
    let Some(game) = struck.game else {
        return Ok(None);
    };
    let left = penalty::in_game(turn.tx, struck.registration, game)?;
    let holder = std::iter::once(struck)
        .chain(&left)
        .find_map(|one| one.effect.map(|effect| (one.id, effect)));
    let Some((holder, effect)) = holder else {
        return Ok(None);
    };
    let fouls = left.iter().filter(|one| one.kind == PenaltyKind::Foul);
    let fouls = u32::try_from(fouls.count()).unwrap_or(u32::MAX);
    let is_lost = loses(fouls, turn.swiss().conduct.fouls_lose_game);
    let heir = left.iter().find(|one| match one.kind {
        PenaltyKind::Loss | PenaltyKind::Removal => true,
        PenaltyKind::Foul => is_lost,
        PenaltyKind::Warning => false,
    });
    penalty::set_effect(turn.tx, holder, None)?;
    if let Some(heir) = heir {
        penalty::set_effect(turn.tx, heir.id, Some(effect))?;
        return Ok(Some(Restored::StillLost));
    }
    give_back(turn, game, effect).map(Some)
}

fn give_back(turn: &Turn<'_>, game: i64, effect: Effect) -> Result<Restored, Halt> {
    let Some(game) = game::find(turn.tx, game)? else {
        return Ok(Restored::Changed);
    };
    let Some(round) = round::find(turn.tx, game.round)? else {
        return Ok(Restored::Changed);
    };
    if is_paired_on(turn, &round, &game)? {
        return Ok(Restored::Earlier);
    }
    if game.outcome != Some(effect.after) {
        // Ruled otherwise since.
        return Ok(Restored::Changed);
    }
    claim::clear(turn.tx, game.id)?;
    match effect.before {
        Some(before) => settle(turn, &round, &game, before, Why::Struck)?,
        None => {
            game::set_status(turn.tx, game.id, Status::Open, None)?;
            // No step of its own: the strike is.
            turn.journal(Entry {
                action: "penalty.give_back".to_owned(),
                subject: subject(&round, &game),
                before: Some(format!("{:?}", effect.after)),
                ..Entry::default()
            })?;
            let game_tag = tag(turn, &round, &game)?;
            tell_both(turn, &game, &Report::Reopened { game: game_tag })?;
            progress::after_result(turn, round.id)?;
        }
    }
    Ok(Restored::Now)
}

/// Refuses who was given the penalty, answers for that player, or for one side of the game it was given in.
fn require_neutral(turn: &Turn<'_>, penalty: &Kept) -> Result<(), Halt> {
    let mut parties = Vec::new();
    let player = registration::find(turn.tx, penalty.registration)?;
    parties.extend(player.and_then(|player| player.account));
    if let Some(game) = penalty.game
        && let Some(game) = game::find(turn.tx, game)?
    {
        parties.extend(recusal::parties(turn, &game)?);
    }
    if !parties.contains(&turn.account()?) {
        return Ok(());
    }
    let who = role::who_may(turn, Duty::Penalize.least(), &parties)?;
    Err(PenaltyRefusal::Own { who }.into())
}
