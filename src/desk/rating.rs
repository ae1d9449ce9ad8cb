//! Ratings (等级分), entered by an arbiter: for start numbers by rating and as a key of the ranking.

use serde::{Deserialize, Serialize};

use super::notice::{Rated, Rating as Said};
use super::{Duty, Halt, Turn};
use crate::store::journal::Entry;
use crate::store::rating as store;
use crate::store::registration::{self, Registration};
use crate::tournament::HIGHEST_RATING;

/// Why a rating is not entered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RatingRefusal {
    /// Not `who points`.
    Unread { typed: String },
    /// Nobody in this competition is called so.
    Nobody { typed: String },
    /// Several are called so: their registration numbers.
    Several { name: String, ids: Vec<i64> },
    /// More than a rating can be.
    TooHigh { points: u32, highest: u32 },
}

/// Lists the ratings of all who stand in the competition, highest first.
pub fn list(turn: &mut Turn<'_>) -> Result<(), Halt> {
    turn.require(Duty::Rate)?;
    turn.require_private()?;
    let ratings = store::of_competition(turn.tx, &turn.competition().key)?;
    let mut rows: Vec<Rated> = standing(turn)?
        .into_iter()
        .map(|player| Rated {
            registration: player.id,
            no: player.start_no,
            rating: ratings.get(&player.id).copied(),
            name: player.name,
        })
        .collect();
    rows.sort_by_key(|row| (std::cmp::Reverse(row.rating), row.registration));
    turn.reply(Said::List { rows })
}

/// Enters a rating: `who` is a start number, before the draw a registration number, or a name. 0: none.
pub fn enter(turn: &mut Turn<'_>, typed: &str) -> Result<(), Halt> {
    turn.require(Duty::Rate)?;
    turn.require_private()?;
    let unread = || RatingRefusal::Unread {
        typed: typed.to_owned(),
    };
    let (who, points) = typed.rsplit_once(' ').ok_or_else(unread)?;
    let points: u32 = points.parse().map_err(|_| unread())?;
    if points > HIGHEST_RATING {
        let highest = HIGHEST_RATING;
        return Err(RatingRefusal::TooHigh { points, highest }.into());
    }
    let player = find(turn, who.trim())?;
    let after = Some(points).filter(|points| *points > 0);
    let before = store::find(turn.tx, player.id)?;
    store::set(turn.tx, player.id, after)?;
    let text = |rating: Option<u32>| rating.map(|rating| rating.to_string());
    turn.journal(Entry {
        action: "rating.enter".into(),
        subject: format!("registration {}", player.id),
        before: text(before),
        after: text(after),
        ..Entry::default()
    })?;
    turn.reply(Said::Entered {
        player: Rated {
            registration: player.id,
            no: player.start_no,
            name: player.name,
            rating: after,
        },
        before,
    })
}

/// Keeps the rating that came with a registration: stated in the form, or in the roster of an arbiter.
pub(super) fn keep(turn: &Turn<'_>, registration: i64, points: Option<u32>) -> Result<(), Halt> {
    let Some(points) = points else {
        return Ok(());
    };
    store::set(turn.tx, registration, Some(points))?;
    turn.journal(Entry {
        action: "rating.enter".into(),
        subject: format!("registration {registration}"),
        after: Some(points.to_string()),
        ..Entry::default()
    })
}

/// Everyone who plays or may yet play.
fn standing(turn: &Turn<'_>) -> Result<Vec<Registration>, Halt> {
    let mut all = registration::of_competition(turn.tx, &turn.competition().key)?;
    all.retain(|player| player.state.stands());
    Ok(all)
}

fn find(turn: &Turn<'_>, who: &str) -> Result<Registration, Halt> {
    let all = standing(turn)?;
    let is_drawn = all.iter().any(|player| player.start_no.is_some());
    let number: Option<u32> = who.parse().ok();
    let is_meant = |player: &Registration| match number {
        Some(no) if is_drawn => player.start_no.is_some_and(|start| start.0 == no),
        Some(no) => player.id == i64::from(no),
        None => player.name == who,
    };
    let mut found: Vec<Registration> = all.into_iter().filter(is_meant).collect();
    if found.len() > 1 {
        return Err(RatingRefusal::Several {
            name: who.to_owned(),
            ids: found
                .iter()
                .map(|player| player.start_no.map_or(player.id, |no| i64::from(no.0)))
                .collect(),
        }
        .into());
    }
    found.pop().ok_or_else(|| {
        RatingRefusal::Nobody {
            typed: who.to_owned(),
        }
        .into()
    })
}
