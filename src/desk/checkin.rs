//! Check-in (报到): Wuhan regulation, clause 9.7. Closing it removes who did not come, but only after a
//! preview and a tap.

use super::notice::{Checkin, PlayerTag};
use super::{Halt, PlayRefusal, Refusal, Turn};
use crate::config::Role;
use crate::store::competition::{self, Step};
use crate::store::journal::Entry;
use crate::store::registration::{self, Registration, State};
use crate::store::round;

/// The arbiter's panel; opens check-in the first time.
pub fn open(turn: &mut Turn<'_>) -> Result<(), Halt> {
    turn.require(Role::Arbiter)?;
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
        competition::set(turn.tx, key, Step::CheckinOpened, Some(turn.now))?;
        turn.journal(Entry {
            action: "checkin.open".into(),
            subject: key.clone(),
            ..Entry::default()
        })?;
        turn.tell_group(Checkin::Opened { place: place(turn) })?;
        for player in expected(turn)? {
            call(turn, &player, false)?;
        }
    }
    panel(turn)
}

/// Calls those missing once more.
pub fn chase(turn: &mut Turn<'_>) -> Result<(), Halt> {
    turn.require(Role::Arbiter)?;
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
    turn.require(Role::Arbiter)?;
    require_open(turn)?;
    let player = expected(turn)?
        .into_iter()
        .find(|player| player.start_no.is_some_and(|start| start.0 == no))
        .ok_or(PlayRefusal::NoSuchPlayer { no })?;
    arrive(turn, &player)?;
    panel(turn)
}

/// What closing would do.
pub fn preview(turn: &mut Turn<'_>) -> Result<(), Halt> {
    turn.require(Role::PairingOfficer)?;
    require_open(turn)?;
    let (here, missing) = split(turn)?;
    turn.rewrite(Checkin::Preview {
        here: here.len(),
        missing: tags(&missing),
    })
}

/// Closes check-in and removes the absentees shown in the preview: `here` players had come then.
pub fn close(turn: &mut Turn<'_>, here: u32) -> Result<(), Halt> {
    turn.require(Role::PairingOfficer)?;
    require_open(turn)?;
    let (present, missing) = split(turn)?;
    if u32::try_from(present.len()) != Ok(here) {
        return Err(PlayRefusal::PreviewOutdated.into());
    }
    let account = turn.account()?;
    let key = &turn.competition().key;
    for player in &missing {
        registration::withdraw(turn.tx, player.id, Some(account), "未报到", turn.now)?;
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
        missing: Vec::new(),
        closed: true,
    })
}

/// The panel as it stands now, for an arbiter.
pub fn refresh(turn: &mut Turn<'_>) -> Result<(), Halt> {
    turn.require(Role::Arbiter)?;
    panel(turn)
}

fn panel(turn: &Turn<'_>) -> Result<(), Halt> {
    let (here, missing) = split(turn)?;
    let progress = competition::progress(turn.tx, &turn.competition().key)?;
    let closed = progress.checkin_closed_at.is_some();
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

fn split(turn: &Turn<'_>) -> Result<(Vec<Registration>, Vec<Registration>), Halt> {
    Ok(expected(turn)?
        .into_iter()
        .partition(|player| player.checked_in))
}

fn call(turn: &Turn<'_>, player: &Registration, again: bool) -> Result<(), Halt> {
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
        },
    )
}

fn tags(players: &[Registration]) -> Vec<PlayerTag> {
    players.iter().map(PlayerTag::of).collect()
}

fn place(turn: &Turn<'_>) -> Option<String> {
    let timetable = &turn.config.event.timetable;
    timetable
        .iter()
        .find(|slot| slot.ends.is_none_or(|ends| ends >= turn.now))?
        .place
        .clone()
}
