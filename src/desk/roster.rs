//! 报名成功名单: published in the group once registration is closed. No personal data.

use serde::{Deserialize, Serialize};

use super::competition::concerning;
use super::notice::{Entry, Group, Roster};
use super::register::counts;
use super::{Duty, Halt, Refusal, Turn, fee, team, waiting_list};
use crate::config::Pool;
use crate::store;
use crate::store::competition::{self, Step};
use crate::store::journal::Entry as Line;
use crate::store::registration::{self, State};

/// Why there is no list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RosterRefusal {
    /// Registration goes on.
    StillOpen,
    NobodyAccepted,
    /// For a player: not yet published.
    NotPublished,
    /// Cases came up after the preview.
    InReview {
        open: u32,
    },
}

/// To an arbiter what publishing would show; to everyone else the published list.
pub fn roster(turn: &mut Turn<'_>) -> Result<(), Halt> {
    turn.require_private()?;
    if turn.role()?.is_none() {
        return published(turn);
    }
    let progress = competition::progress(turn.tx, &turn.competition().key)?;
    if progress.registration_closed_at.is_none() {
        return Err(RosterRefusal::StillOpen.into());
    }
    if progress.drawn_at.is_some() {
        // From the draw on it is read, not published.
        return turn.reply(list(turn, false)?);
    }
    let (accepted, in_review, waiting) = counts(turn)?;
    let players = registration::in_state(turn.tx, &turn.competition().key, State::Accepted)?;
    turn.reply(Roster::Preview {
        teams: team::unequal(turn, &players),
        accepted,
        in_review,
        waiting,
        again: progress.roster_at.is_some(),
        owing: fee::owing_accepted(turn)?.unwrap_or(0),
        offered: waiting_list::open_offers(turn)?.0,
    })
}

/// The published lists of the competitions that concern the asker.
fn published(turn: &mut Turn<'_>) -> Result<(), Halt> {
    let mut any = false;
    for one in concerning(turn)? {
        turn.enter(&one.key)?;
        let progress = competition::progress(turn.tx, &one.key)?;
        if progress.roster_at.is_some() {
            turn.reply(list(turn, false)?)?;
            any = true;
        }
    }
    if any {
        Ok(())
    } else {
        Err(RosterRefusal::NotPublished.into())
    }
}

/// Publishes the list. `in_review` is how many open reviews the arbiter was shown and accepts.
pub fn publish(turn: &mut Turn<'_>, in_review: u32) -> Result<(), Halt> {
    turn.require(Duty::PublishRoster)?;
    turn.require_private()?;
    let key = &turn.competition().key;
    let progress = competition::progress(turn.tx, key)?;
    if progress.registration_closed_at.is_none() {
        return Err(RosterRefusal::StillOpen.into());
    }
    // Once there are start numbers, a button from before is of another day.
    if progress.drawn_at.is_some() {
        return Err(Refusal::Stale.into());
    }
    let (accepted, open, _) = counts(turn)?;
    if accepted == 0 {
        return Err(RosterRefusal::NobodyAccepted.into());
    }
    if open > in_review {
        return Err(RosterRefusal::InReview { open }.into());
    }
    competition::set(turn.tx, key, Step::Roster, Some(turn.now))?;
    turn.journal(Line {
        action: "roster.publish".to_owned(),
        subject: format!("competition {key}"),
        after: Some(format!("{accepted} players, {open} in review")),
        ..Line::default()
    })?;
    turn.tell_group(list(turn, progress.roster_at.is_some())?)?;
    turn.rewrite(Roster::Published { accepted })
}

pub(super) fn list(turn: &Turn<'_>, again: bool) -> Result<Roster, Halt> {
    let competition = turn.competition();
    let accepted = registration::in_state(turn.tx, &competition.key, State::Accepted)?;
    let pools: Vec<&Pool> = turn.pools().collect();
    let mut groups = Vec::new();
    for section in &competition.sections {
        for pool in &pools {
            let players: Vec<Entry> = accepted
                .iter()
                .filter(|one| one.section == section.key && one.pool == pool.key)
                .map(|one| Entry {
                    name: one.name.clone(),
                    team: one.team.clone(),
                })
                .collect();
            if !players.is_empty() {
                groups.push(Group {
                    section: (competition.sections.len() > 1).then(|| section.name.clone()),
                    pool: (pools.len() > 1).then(|| pool.name.clone()),
                    players,
                });
            }
        }
    }
    Ok(Roster::List {
        groups,
        waiting: waiting(turn, &pools)?,
        left: Vec::new(),
        again,
    })
}

/// The list for the book of results: with those who had a start number and have left.
pub(super) fn book(turn: &Turn<'_>) -> Result<Roster, Halt> {
    let mut list = list(turn, false)?;
    if let Roster::List { left, .. } = &mut list {
        let numbered = registration::numbered(turn.tx, &turn.competition().key)?;
        let gone = numbered
            .into_iter()
            .filter(|one| one.state != State::Accepted);
        *left = gone
            .map(|one| Entry {
                name: one.name,
                team: one.team,
            })
            .collect();
    }
    Ok(list)
}

/// Those who still wait, by pool and in the order of the line.
fn waiting(turn: &Turn<'_>, pools: &[&Pool]) -> Result<Vec<Group>, Halt> {
    let key = &turn.competition().key;
    if competition::progress(turn.tx, key)?
        .line_closed_at
        .is_some()
    {
        return Ok(Vec::new());
    }
    let line = store::waiting_list::all(turn.tx, key)?;
    let mut groups = Vec::new();
    for pool in pools {
        let players: Vec<Entry> = line
            .iter()
            .filter(|one| one.pool == pool.key)
            .map(|one| Entry {
                name: one.name.clone(),
                team: one.team.clone(),
            })
            .collect();
        if !players.is_empty() {
            groups.push(Group {
                section: None,
                pool: (pools.len() > 1).then(|| pool.name.clone()),
                players,
            });
        }
    }
    Ok(groups)
}
