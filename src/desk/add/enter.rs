use crate::desk::field::Field;
use crate::desk::notice::{Add, PlayerTag};
use crate::desk::{Halt, Turn};
use crate::store::journal::Entry;
use crate::store::registration::{self, Registration};
use crate::store::round::{self, State};
use crate::store::{competition, granted};
use crate::tournament::form::ByArbiter;

/// How a player came into an event whose lots are drawn.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::desk) struct Entered {
    pub player: PlayerTag,
    /// The first round the player can be in.
    pub from: u32,
    /// The number of a proposal that waits and is out of date now.
    pub outdated: Option<u32>,
}

/// Takes a player who is accepted into an event whose lots are drawn: the next start number, the points
/// stated for the rounds published so far, checked in if check-in is over. The numbers drawn stay. `None`:
/// nothing is drawn yet.
pub(in crate::desk) fn enter(
    turn: &Turn<'_>,
    player: &Registration,
    by: &ByArbiter,
) -> Result<Option<Entered>, Halt> {
    let competition = &turn.competition().key;
    let progress = competition::progress(turn.tx, competition)?;
    if progress.drawn_at.is_none() {
        return Ok(None);
    }
    let no = registration::next_start_no(turn.tx, competition)?;
    registration::set_start_no(turn.tx, player.id, Some(no))?;
    if progress.checkin_closed_at.is_some() {
        registration::set_checked_in(turn.tx, player.id, Some(turn.now))?;
    }
    let field = Field::load(turn)?;
    let mut stated = Vec::new();
    for round in &field.rounds {
        let points = by.granted.get(&round.number).copied().unwrap_or(0);
        granted::add(turn.tx, round.id, player.id, points)?;
        stated.push((round.number, points));
    }
    let from = 1 + field.rounds.last().map_or(0, |round| round.number);
    let written: Vec<String> = stated
        .iter()
        .map(|(round, points)| format!("round {round}: {points}"))
        .collect();
    turn.journal(Entry {
        action: "registration.enter".to_owned(),
        subject: format!("registration {}", player.id),
        after: Some(format!("no {no} from round {from}; {}", written.join(", "))),
        reason: by.reason.clone(),
        ..Entry::default()
    })?;
    let player = PlayerTag {
        no,
        ..PlayerTag::of(player)
    };
    turn.tell_group(Add::Entered {
        player: player.clone(),
        from,
        granted: stated,
    })?;
    let outdated = round::latest(turn.tx, turn.stage_id()?)?
        .filter(|round| round.state == State::Proposed)
        .map(|round| round.number);
    Ok(Some(Entered {
        player,
        from,
        outdated,
    }))
}
