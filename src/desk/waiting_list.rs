//! The waiting list (候补): who is first in line is offered a free place and confirms it in time. Wuhan
//! regulation, clause 9.1: the places of a pool are a quota.

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

use super::notice::{OfferedPlace, Queue, Register, WaitingList};
use super::{Duty, Halt, Refusal, Turn, review};
use crate::store::competition::{self, Step};
use crate::store::journal::Entry;
use crate::store::registration::{self, Registration, State};
use crate::store::{place, waiting_list};

/// Why an offer cannot be answered, or the line cannot be ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WaitingListRefusal {
    /// The place was confirmed before.
    AlreadyConfirmed { name: String },
    /// The offer lapsed; the player waits again.
    Lapsed { name: String, position: u32 },
    /// The player is not in line any more.
    OutOfLine { name: String },
    /// The line was ended before.
    AlreadyEnded,
}

/// Offers that pass without an answer before the player is put out of the line.
const LAPSES: u32 = 2;

/// Rows of the arbiters' list on one page: each may carry two buttons.
const PAGE: usize = 20;

/// Why a player is out of the line, as the registration keeps it.
const DECLINED: &str = "放弃候补名额";
const LAPSED: &str = "候补名额逾期未确认";

/// Lets offers lapse whose time is over, and offers what is free. Safe to call at any time.
pub fn move_up(turn: &mut Turn<'_>) -> Result<(), Halt> {
    let lapsed = waiting_list::lapsed(turn.tx, &turn.competition().key, turn.now)?;
    for late in &lapsed {
        lapse(turn, late)?;
    }
    promote(turn)?;
    // Where they stand now, after the others moved up.
    for late in &lapsed {
        tell_lapsed(turn, late)?;
    }
    Ok(())
}

/// After a start: an answer may wait that was given in time, while nobody listened. What is due, or
/// nearly, lapses a little later.
pub fn resume(turn: &mut Turn<'_>) -> Result<(), Halt> {
    let until = turn.now + TimeDelta::minutes(1);
    Ok(waiting_list::lapse_not_before(turn.tx, until)?)
}

/// Offers every free place to the first who waits for it, until the line is ended or the lots are drawn.
pub(super) fn promote(turn: &Turn<'_>) -> Result<(), Halt> {
    let competition = &turn.competition().key;
    let progress = competition::progress(turn.tx, competition)?;
    if progress.drawn_at.is_some() || progress.line_closed_at.is_some() {
        return Ok(());
    }
    for mut waiting in waiting_list::all(turn.tx, competition)? {
        if let Some((pool, free)) = free_for(turn, &waiting)? {
            waiting.pool = pool;
            match turn.config.event.registration.promotion_minutes {
                0 => give(turn, &waiting, free)?,
                minutes => offer(turn, waiting, free, minutes)?,
            }
        }
    }
    Ok(())
}

/// A free place for one who waits: of the own pool, or, of those that need no code, of any.
fn free_for(turn: &Turn<'_>, waiting: &Registration) -> Result<Option<(String, u32)>, Halt> {
    let is_open = |key: &str| turn.pools().any(|pool| pool.key == key && !pool.by_code);
    let others = turn
        .pools()
        .filter(|pool| !pool.by_code && is_open(&waiting.pool))
        .map(|pool| pool.key.as_str());
    for pool in std::iter::once(waiting.pool.as_str()).chain(others) {
        if let Some(place) = place::free(turn.tx, &waiting.competition, pool)? {
            return Ok(Some((pool.to_owned(), place)));
        }
    }
    Ok(None)
}

/// The player, or an arbiter for one who cannot, takes the offered place.
pub fn confirm(turn: &mut Turn<'_>, registration: i64, version: i64) -> Result<(), Halt> {
    let offered = open_offer(turn, registration, version)?;
    let in_review = registration::answers(turn.tx, offered.id)?.needs_review();
    let state = settled(in_review);
    waiting_list::confirm(turn.tx, offered.id, state)?;
    journal(
        turn,
        &offered,
        "registration.confirm",
        registration::state_word(state),
    )?;
    let name = offered.name.clone();
    turn.rewrite(WaitingList::Confirmed {
        name: name.clone(),
        in_review,
    })?;
    tell_others(turn, &offered, WaitingList::Confirmed { name, in_review })?;
    turn.tell_arbiters(Register::PromotedFyi {
        name: offered.name,
        in_review,
    })?;
    if in_review {
        review::show_queue(turn)?;
    }
    Ok(())
}

/// The player, or an arbiter for one who cannot, gives the offered place up: the next in line has it.
pub fn decline(turn: &mut Turn<'_>, registration: i64, version: i64) -> Result<(), Halt> {
    let offered = open_offer(turn, registration, version)?;
    let account = turn.account()?;
    registration::withdraw(turn.tx, offered.id, Some(account), DECLINED, turn.now)?;
    journal(turn, &offered, "registration.decline", "withdrawn")?;
    let name = offered.name.clone();
    turn.rewrite(WaitingList::Declined { name: name.clone() })?;
    tell_others(turn, &offered, WaitingList::Declined { name: name.clone() })?;
    turn.tell_arbiters(WaitingList::Passed {
        name,
        lapsed: false,
    })?;
    promote(turn)
}

/// The arbiters' list: offers and positions, from page 0.
pub fn list(turn: &mut Turn<'_>, page: usize) -> Result<(), Halt> {
    turn.require(Duty::ShowWaiting)?;
    turn.require_private()?;
    show(turn, page)
}

/// What ending the line now would mean.
pub fn preview_end(turn: &mut Turn<'_>) -> Result<(), Halt> {
    turn.require(Duty::EndWaiting)?;
    turn.require_private()?;
    let key = &turn.competition().key;
    turn.rewrite(WaitingList::EndPreview {
        offers: waiting_list::offered(turn.tx, key)?.len(),
        waits: waiting_list::all(turn.tx, key)?.len(),
    })
}

/// Ends the line before the draw does: open offers are taken back, those waiting are told.
pub fn end(turn: &mut Turn<'_>) -> Result<(), Halt> {
    turn.require(Duty::EndWaiting)?;
    turn.require_private()?;
    let progress = competition::progress(turn.tx, &turn.competition().key)?;
    if progress.line_closed_at.is_some() {
        return Err(WaitingListRefusal::AlreadyEnded.into());
    }
    close_line(turn)?;
    show(turn, 0)
}

/// Nobody moves up any more: those who wait are told, and the arbiters.
pub(super) fn close_line(turn: &Turn<'_>) -> Result<(), Halt> {
    let key = &turn.competition().key;
    if competition::progress(turn.tx, key)?
        .line_closed_at
        .is_some()
    {
        return Ok(());
    }
    competition::set(turn.tx, key, Step::LineClosed, Some(turn.now))?;
    for offered in waiting_list::offered(turn.tx, key)? {
        waiting_list::lapse(turn.tx, key, offered.id)?;
    }
    let waiting = waiting_list::all(turn.tx, key)?;
    turn.journal(Entry {
        action: "waiting_list.end".to_owned(),
        subject: format!("competition {key}"),
        after: Some(format!("{} waiting", waiting.len())),
        ..Entry::default()
    })?;
    for one in &waiting {
        if let Some(account) = one.account {
            turn.tell(
                account,
                WaitingList::Ended {
                    name: one.name.clone(),
                },
            )?;
        }
    }
    if waiting.is_empty() {
        return Ok(());
    }
    turn.tell_arbiters(WaitingList::EndedFyi {
        waiting: waiting.len(),
    })
}

/// How many offers are open, and when the last of them lapses.
pub(super) fn open_offers(turn: &Turn<'_>) -> Result<(u32, Option<DateTime<Utc>>), Halt> {
    let offered = waiting_list::offered(turn.tx, &turn.competition().key)?;
    let last = offered.iter().filter_map(|one| one.offered_until).max();
    Ok((u32::try_from(offered.len()).unwrap_or(u32::MAX), last))
}

/// A place that is given at once, where the event asks for no confirmation.
fn give(turn: &Turn<'_>, waiting: &Registration, free: u32) -> Result<(), Halt> {
    let in_review = registration::answers(turn.tx, waiting.id)?.needs_review();
    let state = settled(in_review);
    waiting_list::promote(turn.tx, waiting.id, state, (&waiting.pool, free))?;
    let after = format!(
        "{} {} {free}",
        registration::state_word(state),
        waiting.pool
    );
    journal(turn, waiting, "registration.promote", &after)?;
    if let Some(account) = waiting.account {
        turn.tell(
            account,
            Register::Promoted {
                name: waiting.name.clone(),
                in_review,
            },
        )?;
    }
    turn.tell_arbiters(Register::PromotedFyi {
        name: waiting.name.clone(),
        in_review,
    })?;
    if in_review {
        review::show_queue(turn)?;
    }
    Ok(())
}

fn offer(turn: &Turn<'_>, waiting: Registration, free: u32, minutes: u32) -> Result<(), Halt> {
    let until = turn.now + TimeDelta::minutes(i64::from(minutes));
    waiting_list::offer(turn.tx, waiting.id, (&waiting.pool, free), until, turn.now)?;
    let after = format!("offered {} {free} until {until}", waiting.pool);
    journal(turn, &waiting, "registration.offer", &after)?;
    let offer = OfferedPlace {
        registration: waiting.id,
        version: waiting.version + 1,
        name: waiting.name,
        until,
        again: waiting.lapses > 0,
    };
    match waiting.account {
        Some(account) => turn.tell_now(account, WaitingList::Offered(offer)),
        None => turn.tell_arbiters(WaitingList::Ask {
            offer,
            has_account: false,
        }),
    }
}

fn lapse(turn: &Turn<'_>, late: &Registration) -> Result<(), Halt> {
    let out = late.lapses + 1 >= LAPSES;
    if out {
        registration::withdraw(turn.tx, late.id, None, LAPSED, turn.now)?;
    } else {
        waiting_list::lapse(turn.tx, &late.competition, late.id)?;
    }
    let after = if out {
        "withdrawn"
    } else {
        "waiting, end of the line"
    };
    journal(turn, late, "registration.lapse", after)?;
    turn.tell_arbiters(WaitingList::Passed {
        name: late.name.clone(),
        lapsed: true,
    })
}

/// Who is offered the place once more hears of it with the new offer.
fn tell_lapsed(turn: &Turn<'_>, late: &Registration) -> Result<(), Halt> {
    let (Some(account), Some(now)) = (late.account, registration::find(turn.tx, late.id)?) else {
        return Ok(());
    };
    let position = match now.state {
        State::Waiting => Some(waiting_list::position(turn.tx, &now)?),
        State::Withdrawn => None,
        State::Review | State::Accepted | State::Offered | State::Refused => return Ok(()),
    };
    let name = now.name;
    turn.tell(account, WaitingList::Lapsed { name, position })
}

fn settled(in_review: bool) -> State {
    if in_review {
        State::Review
    } else {
        State::Accepted
    }
}

/// Where an arbiter answered for the player, the player is told as well.
fn tell_others(turn: &Turn<'_>, offered: &Registration, notice: WaitingList) -> Result<(), Halt> {
    match offered.account {
        Some(owner) if owner != turn.account()? => turn.tell(owner, notice),
        _ => Ok(()),
    }
}

/// The offer as it was shown, to its account or to an arbiter.
fn open_offer(turn: &Turn<'_>, id: i64, version: i64) -> Result<Registration, Halt> {
    turn.require_private()?;
    let account = turn.account()?;
    let found = registration::find(turn.tx, id)?.ok_or(Refusal::Stale)?;
    if found.account != Some(account) {
        turn.require(Duty::ShowWaiting)?;
    }
    let name = || found.name.clone();
    match found.state {
        State::Offered if found.version == version => Ok(found),
        State::Offered => Err(Refusal::Stale.into()),
        State::Review | State::Accepted => {
            Err(WaitingListRefusal::AlreadyConfirmed { name: name() }.into())
        }
        State::Waiting => Err(WaitingListRefusal::Lapsed {
            name: name(),
            position: waiting_list::position(turn.tx, &found)?,
        }
        .into()),
        State::Refused | State::Withdrawn => {
            Err(WaitingListRefusal::OutOfLine { name: name() }.into())
        }
    }
}

fn show(turn: &Turn<'_>, page: usize) -> Result<(), Halt> {
    let key = &turn.competition().key;
    let ended = competition::progress(turn.tx, key)?
        .line_closed_at
        .is_some();
    let offered = waiting_list::offered(turn.tx, key)?;
    let waiting = waiting_list::all(turn.tx, key)?;
    let (offers, waits) = (offered.len(), waiting.len());
    let mut rows = Vec::new();
    for one in offered.into_iter().chain(waiting) {
        rows.push(Queue {
            offer: one.offered_until.map(|until| OfferedPlace {
                registration: one.id,
                version: one.version,
                name: one.name.clone(),
                until,
                again: one.lapses > 0,
            }),
            position: match one.state {
                State::Waiting => waiting_list::position(turn.tx, &one)?,
                _ => 0,
            },
            name: one.name,
            pool: one.pool,
        });
    }
    let pages = rows.len().div_ceil(PAGE).max(1);
    let page = page.min(pages - 1);
    let rows = rows.into_iter().skip(page * PAGE).take(PAGE).collect();
    turn.rewrite(WaitingList::List {
        offers,
        waits,
        rows,
        page,
        pages,
        ended,
    })
}

fn journal(turn: &Turn<'_>, one: &Registration, action: &str, after: &str) -> Result<(), Halt> {
    turn.journal(Entry {
        action: action.to_owned(),
        subject: format!("registration {}", one.id),
        before: Some(registration::state_word(one.state).to_owned()),
        after: Some(after.to_owned()),
        ..Entry::default()
    })
}
