//! What the rehearsal notes about who sits where, so that a restart finds it again.

use serde::{Deserialize, Serialize};

use super::persona::{Cast, Persona};
use super::truth;
use crate::rehearsal::{Act, World, WorldError};
use crate::tournament::{Outcome, Side};

/// A player's place in the newest round they were told of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seated {
    pub round: u32,
    pub table: u32,
    pub is_red: bool,
    /// Start number.
    pub opponent: u32,
    /// The announcement, whose buttons report.
    pub message: i64,
}

impl Seated {
    pub fn side(&self) -> Side {
        if self.is_red { Side::Red } else { Side::Black }
    }
}

/// Where the codes of a competition are noted, in the order in which they were handed out.
pub fn codes_key(competition: usize) -> String {
    format!("codes/{competition}")
}

/// Where the newest published round of a competition is noted.
pub fn published_key(competition: usize) -> String {
    format!("published/{competition}")
}

/// Where it is noted how many rounds of a competition's knockout are `begun`, or over (`matched`).
pub fn counted_key(what: &str, competition: usize) -> String {
    format!("{what}/{competition}")
}

/// Notes that start number `no` is this person's.
pub fn number_note(no: u32, person: &Persona) -> Act {
    Act::Note {
        key: number_key(person.competition, no),
        value: person.id.to_string(),
    }
}

fn number_key(competition: usize, no: u32) -> String {
    format!("number/{competition}/{no}")
}

/// Who has this start number in the competition.
pub fn by_number<'c>(
    world: &World,
    cast: &'c Cast,
    competition: usize,
    no: u32,
) -> Result<Option<&'c Persona>, WorldError> {
    let id = world
        .note(&number_key(competition, no))?
        .and_then(|text| text.parse().ok());
    Ok(id.and_then(|id| cast.persona(id)))
}

pub fn seat_note(person: &Persona, seated: &Seated) -> Act {
    let value = serde_json::to_string(seated).unwrap_or_default();
    Act::Note {
        key: format!("seat/{}", person.id),
        value,
    }
}

pub fn seated(world: &World, person: &Persona) -> Result<Option<Seated>, WorldError> {
    let note = world.note(&format!("seat/{}", person.id))?;
    Ok(note.and_then(|text| serde_json::from_str(&text).ok()))
}

/// What really happened at this player's table.
pub fn outcome(
    world: &World,
    cast: &Cast,
    person: &Persona,
    seated: &Seated,
) -> Result<Option<Outcome>, WorldError> {
    let Some(opponent) = by_number(world, cast, person.competition, seated.opponent)? else {
        return Ok(None);
    };
    let (red, black) = match seated.side() {
        Side::Red => (person, opponent),
        Side::Black => (opponent, person),
    };
    Ok(Some(truth::outcome(cast, seated.round, red, black)))
}
