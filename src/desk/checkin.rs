//! Check-in (报到): Wuhan regulation, clause 9.7. Closing it removes who did not come, but only after a
//! preview and a tap.

use chrono::{DateTime, Utc};

use super::notice::{Absentee, Checkin, FeeStanding, PlayerTag, Undo, Venue};
use super::undo::UndoRefusal;
use super::{Duty, Halt, PlayRefusal, Refusal, Turn, checkin_time, fee, team};
use crate::config::TimeSlot;
use crate::store::competition::{self, Step};
use crate::store::journal::Entry;
use crate::store::registration::{self, Registration, State};
use crate::store::{penalty, place, round};

/// The arbiter's panel; opens check-in the first time.
pub fn open(turn: &mut Turn<'_>) -> Result<(), Halt> {
    turn.require(Duty::CheckIn)?;
    let key = &turn.competition().key;
    let progress = competition::progress(turn.tx, key)?;
    if progress.drawn_at.is_none() {
        return Err(PlayRefusal::NotDrawn.into());
    }
    if progress.checkin_opened_at.is_none() {
        if let Some(latest) = round::latest(turn.tx, turn.stage_id()?)? {
            let number = latest.number;
            return Err(PlayRefusal::CheckinSkipped { number }.into());
        }
        begin(turn)?;
    }
    panel(turn)
}

/// Opens check-in: the group is told, and every player called.
pub(super) fn begin(turn: &Turn<'_>) -> Result<(), Halt> {
    let key = &turn.competition().key;
    competition::set(turn.tx, key, Step::CheckinOpened, Some(turn.now))?;
    turn.journal(Entry {
        action: "checkin.open".into(),
        subject: key.clone(),
        ..Entry::default()
    })?;
    turn.tell_group(Checkin::Opened { place: venue(turn) })?;
    for player in expected(turn)? {
        call(turn, &player, false)?;
    }
    Ok(())
}

/// A page of those missing, an arbiter ticks them one by one; after the end, of those removed.
pub fn missing(turn: &mut Turn<'_>, page: usize) -> Result<(), Halt> {
    turn.require(Duty::CheckIn)?;
    turn.require_private()?;
    let progress = competition::progress(turn.tx, &turn.competition().key)?;
    if progress.checkin_opened_at.is_none() {
        return Err(PlayRefusal::CheckinNotOpen.into());
    }
    let closed = progress.checkin_closed_at.is_some();
    let all = if closed {
        absentees(turn)?
    } else {
        split(turn)?.1
    };
    let pages = all.len().div_ceil(PAGE).max(1);
    let page = page.min(pages - 1);
    let shown = all.iter().skip(page * PAGE).take(PAGE);
    let mut rows = Vec::new();
    for player in shown {
        let fee = fee::standing_of(turn, player)?;
        rows.push(Absentee {
            registration: player.id,
            player: PlayerTag::of(player),
            has_account: player.account.is_some(),
            owes_fee: matches!(fee, Some(FeeStanding::Owed { .. })),
        });
    }
    turn.rewrite(Checkin::Missing {
        rows,
        total: all.len(),
        page,
        pages,
        closed,
    })
}

/// An arbiter ticks one of that page; the page is drawn anew.
pub fn tick_here(turn: &mut Turn<'_>, registration: i64, page: usize) -> Result<(), Halt> {
    turn.require(Duty::CheckIn)?;
    turn.require_private()?;
    let player = registration::find(turn.tx, registration)?.ok_or(Refusal::Stale)?;
    arrive_late_or_not(turn, &player)?;
    missing(turn, page)
}

/// Checks a player in; one who was removed for not coming is taken in again.
fn arrive_late_or_not(turn: &Turn<'_>, player: &Registration) -> Result<(), Halt> {
    let progress = competition::progress(turn.tx, &turn.competition().key)?;
    if progress.checkin_closed_at.is_none() {
        require_open(turn)?;
        if player.state != State::Accepted {
            return Err(Refusal::Stale.into());
        }
        return arrive(turn, player);
    }
    if player.state == State::Accepted && player.checked_in {
        return Ok(());
    }
    if !is_absentee(player) || penalty::is_removed(turn.tx, player.id)? {
        return Err(PlayRefusal::CheckinClosed.into());
    }
    let place = place::free(turn.tx, &player.competition, &player.pool)?.ok_or_else(|| {
        PlayRefusal::PlaceGone {
            player: PlayerTag::of(player),
        }
    })?;
    registration::reinstate(turn.tx, player.id, place, turn.account()?, turn.now)?;
    registration::set_checked_in(turn.tx, player.id, Some(turn.now))?;
    turn.journal(Entry {
        action: "checkin.take_in".into(),
        subject: format!("registration {}", player.id),
        before: Some("withdrawn".into()),
        after: Some("accepted".into()),
        ..Entry::default()
    })?;
    let player_tag = PlayerTag::of(player);
    if let Some(owner) = player.account {
        turn.tell(
            owner,
            Checkin::TakenIn {
                player: player_tag.clone(),
            },
        )?;
    }
    turn.tell_group(Checkin::TakenIn { player: player_tag })
}

/// Why a player was removed, as the registration keeps it.
const ABSENT: &str = "未报到";

/// Rows of a page of those missing, a button each.
const PAGE: usize = 20;

/// Removed because check-in was closed before the player came.
fn is_absentee(player: &Registration) -> bool {
    player.state == State::Withdrawn && player.reason.as_deref() == Some(ABSENT)
}

fn absentees(turn: &Turn<'_>) -> Result<Vec<Registration>, Halt> {
    let numbered = registration::numbered(turn.tx, &turn.competition().key)?;
    Ok(numbered.into_iter().filter(is_absentee).collect())
}

/// Calls those missing once more.
pub fn chase(turn: &mut Turn<'_>) -> Result<(), Halt> {
    turn.require(Duty::CheckIn)?;
    require_open(turn)?;
    let missing: Vec<Registration> = expected(turn)?
        .into_iter()
        .filter(|player| !player.checked_in)
        .collect();
    for player in &missing {
        call(turn, player, true)?;
    }
    turn.reply(Checkin::Called {
        players: missing.len(),
    })
}

/// A player, their guardian or an arbiter says that the player is here.
pub fn here(turn: &mut Turn<'_>, registration: i64) -> Result<(), Halt> {
    require_open(turn)?;
    let player = registration::find(turn.tx, registration)?.ok_or(Refusal::Stale)?;
    let account = turn.account()?;
    if player.account != Some(account) && turn.role()?.is_none() {
        return Err(PlayRefusal::NotYourPlayer.into());
    }
    if player.state != State::Accepted {
        return Err(Refusal::Stale.into());
    }
    arrive(turn, &player)?;
    turn.rewrite(Checkin::Here {
        player: PlayerTag::of(&player),
    })
}

/// All players of the acting account are here.
pub fn all_mine_here(turn: &mut Turn<'_>) -> Result<(), Halt> {
    let account = turn.account()?;
    let mine: Vec<Registration> = registration::of_account(turn.tx, account)?
        .into_iter()
        .filter(|player| player.state == State::Accepted && player.start_no.is_some())
        .collect();
    let mut open = Vec::new();
    let mut why = None;
    for player in mine {
        turn.enter(&player.competition)?;
        match require_open(turn) {
            Ok(()) => open.push(player),
            Err(halt) => why = Some(halt),
        }
    }
    if open.is_empty() {
        require_open(turn)?;
        return Err(why.unwrap_or(PlayRefusal::NotYourPlayer.into()));
    }
    for player in open {
        turn.enter(&player.competition)?;
        arrive(turn, &player)?;
        turn.reply(Checkin::Here {
            player: PlayerTag::of(&player),
        })?;
    }
    Ok(())
}

/// An arbiter checks a player in by start number: one without a telephone.
pub fn number_here(turn: &mut Turn<'_>, no: u32) -> Result<(), Halt> {
    turn.require(Duty::CheckIn)?;
    let progress = competition::progress(turn.tx, &turn.competition().key)?;
    if progress.checkin_closed_at.is_none() {
        require_open(turn)?;
    }
    let player = registration::numbered(turn.tx, &turn.competition().key)?
        .into_iter()
        .filter(|player| player.state == State::Accepted || is_absentee(player))
        .find(|player| player.start_no.is_some_and(|start| start.0 == no))
        .ok_or(PlayRefusal::NoSuchPlayer { no })?;
    arrive_late_or_not(turn, &player)?;
    panel(turn)
}

/// What closing would do.
pub fn preview(turn: &mut Turn<'_>) -> Result<(), Halt> {
    turn.require(Duty::CloseCheckIn)?;
    require_open(turn)?;
    let (here, missing) = split(turn)?;
    let (earliest, planned) = if missing.is_empty() {
        (None, None)
    } else {
        (
            earliest_end(turn)?.filter(|earliest| turn.now < *earliest),
            checkin_time::planned_end(turn).filter(|ends| turn.now < *ends),
        )
    };
    turn.rewrite(Checkin::Preview {
        teams: team::unequal(turn, &here),
        here: here.len(),
        digest: digest(&missing),
        missing: tags(&missing),
        earliest,
        planned,
    })
}

/// When absentees may be removed at the earliest.
fn earliest_end(turn: &Turn<'_>) -> Result<Option<DateTime<Utc>>, Halt> {
    let progress = competition::progress(turn.tx, &turn.competition().key)?;
    let opened = progress.checkin_opened_at;
    Ok(opened.map(|opened| checkin_time::earliest_end(turn, opened)))
}

/// A number that changes with who is missing (FNV-1a, 32 bits).
fn digest(missing: &[Registration]) -> u32 {
    let bytes = missing.iter().flat_map(|player| player.id.to_be_bytes());
    bytes.fold(0x811C_9DC5, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    })
}

/// Closes check-in and removes the absentees shown in the preview: `here` players had come then, and
/// `shown` is the number that stood for those missing.
pub fn close(turn: &mut Turn<'_>, here: u32, shown: u32) -> Result<(), Halt> {
    turn.require(Duty::CloseCheckIn)?;
    require_open(turn)?;
    let (present, missing) = split(turn)?;
    if u32::try_from(present.len()) != Ok(here) || digest(&missing) != shown {
        return Err(PlayRefusal::PreviewOutdated.into());
    }
    if let Some(earliest) = earliest_end(turn)?
        && turn.now < earliest
        && !missing.is_empty()
    {
        return Err(PlayRefusal::CheckinTooBrief { earliest }.into());
    }
    let account = turn.account()?;
    let key = &turn.competition().key;
    for player in &missing {
        registration::withdraw(turn.tx, player.id, Some(account), ABSENT, turn.now)?;
        if let Some(owner) = player.account {
            turn.tell(
                owner,
                Checkin::Removed {
                    player: PlayerTag::of(player),
                },
            )?;
        }
    }
    competition::set(turn.tx, key, Step::CheckinClosed, Some(turn.now))?;
    let removed = tags(&missing);
    let numbers: Vec<u32> = removed.iter().map(|player| player.no.0).collect();
    turn.journal(Entry {
        action: "checkin.close".into(),
        subject: key.clone(),
        after: Some(format!("removed {numbers:?}")),
        ..Entry::default()
    })?;
    turn.tell_group(Checkin::Closed {
        here: present.len(),
        removed,
    })?;
    turn.rewrite(Checkin::Panel {
        here: present.len(),
        missing: tags(&missing),
        closed: true,
    })
}

/// Closing it was a mistake: it is open again, and those removed are in again as far as there are places.
pub(super) fn reopen(turn: &Turn<'_>) -> Result<(), Halt> {
    if let Some(round) = round::latest(turn.tx, turn.stage_id()?)? {
        let number = round.number;
        return Err(UndoRefusal::RoundPaired { number }.into());
    }
    let key = &turn.competition().key;
    competition::set(turn.tx, key, Step::CheckinClosed, None)?;
    let mut back = Vec::new();
    for player in absentees(turn)? {
        if penalty::is_removed(turn.tx, player.id)? {
            continue;
        }
        let Some(free) = place::free(turn.tx, key, &player.pool)? else {
            continue;
        };
        registration::reinstate(turn.tx, player.id, free, turn.account()?, turn.now)?;
        turn.journal(Entry {
            action: "registration.reinstate".into(),
            subject: format!("registration {}", player.id),
            before: Some("withdrawn".into()),
            after: Some("accepted".into()),
            ..Entry::default()
        })?;
        if let Some(owner) = player.account {
            let player = PlayerTag::of(&player);
            turn.tell(owner, Undo::Reinstated { player })?;
        }
        back.push(PlayerTag::of(&player));
    }
    turn.tell_group(Undo::CheckinGoesOn { back })
}

/// The panel as it stands now, for an arbiter.
pub fn refresh(turn: &mut Turn<'_>) -> Result<(), Halt> {
    turn.require(Duty::CheckIn)?;
    panel(turn)
}

fn panel(turn: &Turn<'_>) -> Result<(), Halt> {
    let (here, missing) = split(turn)?;
    let progress = competition::progress(turn.tx, &turn.competition().key)?;
    let closed = progress.checkin_closed_at.is_some();
    let missing = if closed { absentees(turn)? } else { missing };
    turn.rewrite(Checkin::Panel {
        here: here.len(),
        missing: tags(&missing),
        closed,
    })
}

fn arrive(turn: &Turn<'_>, player: &Registration) -> Result<(), Halt> {
    if !player.checked_in {
        registration::set_checked_in(turn.tx, player.id, Some(turn.now))?;
        turn.journal(Entry {
            action: "checkin.here".into(),
            subject: format!("registration {}", player.id),
            ..Entry::default()
        })?;
    }
    Ok(())
}

fn require_open(turn: &Turn<'_>) -> Result<(), Halt> {
    let progress = competition::progress(turn.tx, &turn.competition().key)?;
    match (progress.checkin_opened_at, progress.checkin_closed_at) {
        (None, _) => Err(PlayRefusal::CheckinNotOpen.into()),
        (Some(_), Some(_)) => Err(PlayRefusal::CheckinClosed.into()),
        (Some(_), None) => Ok(()),
    }
}

/// Everyone who should come, by start number.
fn expected(turn: &Turn<'_>) -> Result<Vec<Registration>, Halt> {
    let numbered = registration::numbered(turn.tx, &turn.competition().key)?;
    Ok(numbered
        .into_iter()
        .filter(|player| player.state == State::Accepted)
        .collect())
}

pub(super) fn split(turn: &Turn<'_>) -> Result<(Vec<Registration>, Vec<Registration>), Halt> {
    Ok(expected(turn)?
        .into_iter()
        .partition(|player| player.checked_in))
}

pub(super) fn call(turn: &Turn<'_>, player: &Registration, again: bool) -> Result<(), Halt> {
    let Some(account) = player.account else {
        return Ok(());
    };
    let registration = player.id;
    turn.tell(
        account,
        Checkin::Call {
            registration,
            player: PlayerTag::of(player),
            again,
            venue: Venue {
                place: venue(turn),
                is_another_day: false,
            },
        },
    )
}

fn tags(players: &[Registration]) -> Vec<PlayerTag> {
    players.iter().map(PlayerTag::of).collect()
}

/// Where players check in: at the place of its slot; once that is over, where their first round is played.
fn venue(turn: &Turn<'_>) -> Option<String> {
    let event = &turn.config.event;
    let planned = event.checkin_slot(&turn.competition().key);
    let is_on = |slot: &&TimeSlot| slot.ends.is_none_or(|ends| turn.now <= ends);
    let first = event.slot_of(&turn.swiss().key, 1, 1);
    let mut slots = planned
        .filter(is_on)
        .into_iter()
        .chain(first)
        .chain(planned);
    slots.find_map(|slot| slot.place.clone())
}
