//! The choice of a side: the player is asked by button; when the time is over an arbiter decides.

use chrono::TimeDelta;

use super::KnockoutRefusal;
use super::course::settle_down;
use super::load::{Bracket, of};
use crate::desk::Duty;
use crate::desk::field::Field;
use crate::desk::notice::{Choice, Knockout as Said};
use crate::desk::{Halt, Refusal, Turn};
use crate::store::duel::{self, Sides};
use crate::store::journal::Entry;
use crate::tournament::knockout::{MatchNo, Pair, State, Step};
use crate::tournament::{Side, StartNumber};

/// How long a side can still be chosen after a start of the bot.
const GRACE: TimeDelta = TimeDelta::minutes(1);

/// Asks the player whose choice it is, once.
pub(super) fn ask(
    turn: &Turn<'_>,
    field: &Field,
    bracket: &Bracket<'_>,
    pair: &Pair,
    game: usize,
    by: StartNumber,
) -> Result<(), Halt> {
    let number = u32::try_from(game).unwrap_or(0) + 1;
    let asked = |one: &&Sides| one.no == pair.no && one.number == number;
    if bracket.sides.iter().any(|one| asked(&one)) {
        return Ok(());
    }
    let account = field.player(by).and_then(|player| player.account);
    let minutes = i64::from(bracket.course.rules.choice_minutes);
    let sides = Sides {
        no: pair.no,
        number,
        chooser: bracket.id(by),
        until: Some(turn.now + TimeDelta::minutes(minutes)),
        overdue: account.is_none(),
        red: None,
    };
    duel::put_sides(turn.tx, bracket.stage, &sides)?;
    let Some(choice) = tag(bracket, pair, &sides) else {
        return Ok(());
    };
    match account {
        Some(account) => turn.tell_now(account, Said::Choose { choice }),
        None => turn.tell_arbiters(Said::ChooseForThem {
            choice,
            has_account: false,
        }),
    }
}

/// The player takes a side, or an arbiter decides after the time is over.
pub fn choose(
    turn: &mut Turn<'_>,
    registration: i64,
    no: MatchNo,
    number: u32,
    side: Side,
) -> Result<(), Halt> {
    let field = Field::load(turn)?;
    let bracket = Bracket::load(turn, &field)?.ok_or(Refusal::Stale)?;
    let pair = bracket.course.find(no).ok_or(Refusal::Stale)?;
    let (State::Under(Step::Choice { game, by }), Some(players)) = (pair.state, pair.players())
    else {
        return Err(Refusal::Stale.into());
    };
    let (by, other) = (of(by, players), of(by.other(), players));
    let mut asked = bracket.sides.iter();
    let sides = asked
        .find(|one| one.no == no && one.number == number && one.chooser == Some(registration))
        .filter(|_| game + 1 == number as usize && bracket.id(by) == Some(registration))
        .ok_or(Refusal::Stale)?;
    let account = turn.account()?;
    let account_of = |player: StartNumber| field.player(player).and_then(|player| player.account);
    let is_own = account_of(by) == Some(account);
    let is_late = sides.overdue || sides.until.is_some_and(|until| until <= turn.now);
    // Who chooses too late has a side, also as an arbiter; who answers for both has none.
    let by_arbiter = !is_own || (is_late && account_of(other) == Some(account));
    if by_arbiter {
        if turn.role()?.is_none() {
            return Err(match is_own {
                true => KnockoutRefusal::ChoiceOver.into(),
                false => KnockoutRefusal::NotYourChoice.into(),
            });
        }
        turn.require(Duty::Rule)?;
        if let Some(until) = sides.until.filter(|_| !sides.overdue) {
            return Err(KnockoutRefusal::ChoiceIsTheirs { until }.into());
        }
        super::card::require_neutral(turn, &bracket, no, Duty::Rule)?;
    } else if is_late {
        return Err(KnockoutRefusal::ChoiceOver.into());
    }
    let red = match side {
        Side::Red => by,
        Side::Black => other,
    };
    let decided = Sides {
        red: bracket.id(red),
        ..sides.clone()
    };
    duel::put_sides(turn.tx, bracket.stage, &decided)?;
    turn.journal(Entry {
        action: "match.choose".into(),
        subject: format!("match {}-{} game {number}", no.round, no.table),
        after: Some(format!("{by} has {side:?}")),
        ..Entry::default()
    })?;
    let choice = tag(&bracket, &pair, sides).ok_or(Refusal::Stale)?;
    let chosen = Said::Chosen {
        choice,
        side,
        by_arbiter,
    };
    turn.rewrite(chosen.clone())?;
    turn.tell_group(chosen.clone())?;
    for player in [by, other] {
        let owner = field.player(player).and_then(|player| player.account);
        if let Some(owner) = owner.filter(|owner| *owner != account) {
            turn.tell_now(owner, chosen.clone())?;
        }
    }
    settle_down(turn)
}

/// Asks the arbiters where the time is over.
pub fn on_time(turn: &mut Turn<'_>) -> Result<(), Halt> {
    if !super::is_seeded(turn)? {
        return Ok(());
    }
    let Some(rules) = super::rules(turn) else {
        return Ok(());
    };
    let stage = super::stage_id(turn, rules)?;
    let due = |one: &Sides| {
        one.red.is_none() && !one.overdue && one.until.is_some_and(|until| until <= turn.now)
    };
    if !duel::sides(turn.tx, stage)?.iter().any(due) {
        return Ok(());
    }
    let field = Field::load(turn)?;
    let Some(bracket) = Bracket::load(turn, &field)? else {
        return Ok(());
    };
    for one in bracket.sides.iter().filter(|one| due(one)) {
        let overdue = Sides {
            overdue: true,
            ..one.clone()
        };
        duel::put_sides(turn.tx, stage, &overdue)?;
        let pair = bracket.course.find(one.no);
        if let Some(choice) = pair.and_then(|pair| tag(&bracket, &pair, one)) {
            turn.tell_arbiters(Said::ChooseForThem {
                choice,
                has_account: true,
            })?;
        }
    }
    Ok(())
}

/// After a start: a side may have been chosen in time while nobody listened, and a pressed button does not say
/// when that was. Who was still to choose when the bot went down has a little longer.
pub fn resume(turn: &mut Turn<'_>) -> Result<(), Halt> {
    for competition in turn.competitions() {
        turn.enter(&competition.key)?;
        let Some(rules) = super::rules(turn).filter(|_| super::is_seeded(turn).unwrap_or(false))
        else {
            continue;
        };
        let stage = super::stage_id(turn, rules)?;
        let later = turn.now + GRACE;
        for one in duel::sides(turn.tx, stage)? {
            let is_open = one.red.is_none() && !one.overdue;
            if is_open && one.until.is_some_and(|until| until < later) {
                let sides = Sides {
                    until: Some(later),
                    ..one
                };
                duel::put_sides(turn.tx, stage, &sides)?;
            }
        }
    }
    Ok(())
}

/// The choices that nobody has made yet.
pub(super) fn waiting(bracket: &Bracket<'_>) -> Vec<Choice> {
    let open = bracket.sides.iter().filter(|one| one.red.is_none());
    open.filter_map(|one| {
        let pair = bracket.course.find(one.no)?;
        let asked = |game: usize| game + 1 == one.number as usize;
        match pair.state {
            State::Under(Step::Choice { game, .. }) if asked(game) => tag(bracket, &pair, one),
            _ => None,
        }
    })
    .collect()
}

fn tag(bracket: &Bracket<'_>, pair: &Pair, sides: &Sides) -> Option<Choice> {
    let registration = sides.chooser?;
    let by = bracket.number(registration)?;
    let players = pair.players()?;
    let other = if players[0] == by {
        players[1]
    } else {
        players[0]
    };
    Some(Choice {
        place: bracket.place(pair.no),
        game: sides.number,
        registration,
        player: bracket.tag(by),
        opponent: bracket.tag(other),
        rung: bracket.rung(pair.no, sides.number.saturating_sub(1) as usize)?,
        until: sides.until,
    })
}
