//! Pairing a round: proposed to the arbiters, worked on, then published or thrown away.

use std::collections::BTreeSet;

use super::field::Field;
use super::hand::Way;
use super::notice::{Next, Round as Said, Table, Tables};
use super::proposal::{Basis, Draft, is_current, told};
use super::{
    Duty, Halt, PlayRefusal, Refusal, Turn, ahead, knockout, open, round_time, second_bye,
    undecided,
};
use crate::store::competition;
use crate::store::game::{self, Rest};
use crate::store::journal::Entry;
use crate::store::round::{self, Round, State};
use crate::tournament::StartNumber;
use crate::tournament::swiss::{Deadlock, Fixed, NoPairing, Pairing};

/// Proposes the next round. A proposal that waits is shown again, or made anew when the field has
/// changed since; boards set by hand stay as far as they can.
pub fn pair(turn: &mut Turn<'_>) -> Result<(), Halt> {
    turn.require(Duty::Pair)?;
    turn.require_private()?;
    if knockout::is_seeded(turn)? {
        return knockout::begin::preview(turn);
    }
    if knockout::show::next(turn)? == Some(Next::Seed) {
        return knockout::seed::preview(turn);
    }
    let field = Field::load(turn)?;
    match round::latest(turn.tx, turn.stage_id()?)? {
        Some(waiting) if waiting.state == State::Proposed => {
            if is_current(turn, &field, &waiting)? {
                return show(turn, &field, &waiting);
            }
            let fixed = Draft::load(turn, &field, &waiting)?.fixed();
            let basis = Basis::load(turn, &field, waiting.number)?;
            let fixed = still_possible(fixed, &basis);
            make(turn, &field, &basis, fixed, Some(&waiting))
        }
        latest => {
            let number = match next_number(turn, latest.as_ref(), &field) {
                // Never paired on silently: each open table needs its decision, here with buttons.
                Err(Halt::Refused(refusal)) if is_for_open_tables(&refusal) => {
                    return open::before_pairing(turn);
                }
                other => other?,
            };
            let basis = Basis::load(turn, &field, number)?;
            make(turn, &field, &basis, Fixed::default(), None)
        }
    }
}

/// The same by a button that names the round, which says nothing of a later one.
pub fn next(turn: &mut Turn<'_>, number: u32) -> Result<(), Halt> {
    turn.require(Duty::Pair)?;
    match round::latest(turn.tx, turn.stage_id()?)? {
        Some(latest) if latest.state != State::Proposed && latest.number >= number => {
            Err(PlayRefusal::AlreadyPublished { number }.into())
        }
        _ => pair(turn),
    }
}

/// Pairs a proposal anew, without anything set by hand.
pub fn again(turn: &mut Turn<'_>, round: i64) -> Result<(), Halt> {
    turn.require(Duty::Pair)?;
    let waiting = proposed(turn, round)?;
    let field = Field::load(turn)?;
    let basis = Basis::load(turn, &field, waiting.number)?;
    make(turn, &field, &basis, Fixed::default(), Some(&waiting))
}

/// The proposal a button names, if it is the one that waits.
pub(super) fn proposed(turn: &Turn<'_>, shown: i64) -> Result<Round, Halt> {
    if let Some(shown) = round::find(turn.tx, shown)?
        && shown.state != State::Proposed
    {
        let number = shown.number;
        return Err(PlayRefusal::AlreadyPublished { number }.into());
    }
    let latest = round::latest(turn.tx, turn.stage_id()?)?;
    let waiting = latest.filter(|latest| latest.state == State::Proposed);
    match waiting {
        Some(waiting) if waiting.id == shown => Ok(waiting),
        Some(waiting) => {
            let number = waiting.number;
            Err(PlayRefusal::ProposalChanged { number }.into())
        }
        None => Err(PlayRefusal::NothingProposed.into()),
    }
}

/// Throws the proposal away. Nothing of it was visible to players.
pub fn discard(turn: &mut Turn<'_>, round: i64) -> Result<(), Halt> {
    turn.require(Duty::Pair)?;
    let found = round::find(turn.tx, round)?.ok_or(Refusal::Stale)?;
    let field = Field::load(turn)?;
    let before = Draft::load(turn, &field, &found)?.written();
    if !round::discard(turn.tx, round)? {
        return Err(PlayRefusal::AlreadyPublished {
            number: found.number,
        }
        .into());
    }
    turn.journal(Entry {
        action: "round.discard".into(),
        subject: format!("round {}", found.number),
        before: Some(before),
        ..Entry::default()
    })?;
    turn.rewrite(Said::Discarded {
        number: found.number,
    })
}

/// The tables of a round, from the database.
pub fn tables(turn: &Turn<'_>, field: &Field, round: &Round) -> Result<Tables, Halt> {
    let rows = game::of_round(turn.tx, round.id)?
        .into_iter()
        .map(|game| Table {
            table: game.table,
            red: field.tag_of(game.red),
            black: field.tag_of(game.black),
            outcome: game.outcome,
        })
        .collect();
    let resting = game::resting(turn.tx, round.id)?;
    let tags = |wanted| {
        let found = resting.iter().filter(|(_, rest)| *rest == wanted);
        found.map(|(player, _)| field.tag_of(*player)).collect()
    };
    let swiss = turn.swiss();
    let starts = round_time::of(turn, round.number)?;
    Ok(Tables {
        number: round.number,
        of: swiss.rounds,
        starts,
        venue: round_time::venue(turn, round.number)?,
        rows,
        byes: tags(Rest::Bye),
        absent: tags(Rest::Absent),
    })
}

/// Shows the arbiter a proposal whole: the tables, what was set by hand, what it breaks.
pub(super) fn show(turn: &Turn<'_>, field: &Field, round: &Round) -> Result<(), Halt> {
    let basis = Basis::load(turn, field, round.number)?;
    let draft = Draft::load(turn, field, round)?;
    let breaches = draft.breaches(turn, field, &basis);
    let by_hand = draft.boards.iter().filter(|board| board.by_hand);
    turn.reply(Said::Proposed {
        round: round.id,
        tables: tables(turn, field, round)?,
        warnings: breaches.iter().map(|breach| told(field, breach)).collect(),
        by_hand: by_hand.map(|board| board.table).collect(),
        bye_by_hand: draft.bye.is_some_and(|bye| bye.by_hand),
        approved: draft.approval.is_some(),
        ahead: ahead::warning(turn, field, &basis, &draft),
        bye_can_be_spared: second_bye::spared(turn, field, &basis, &draft).is_some(),
        undecided: undecided::blocks(turn)?,
    })
}

/// Shows the proposal a button names once more.
pub fn show_again(turn: &mut Turn<'_>, round: i64) -> Result<(), Halt> {
    turn.require(Duty::Pair)?;
    let waiting = proposed(turn, round)?;
    show(turn, &Field::load(turn)?, &waiting)
}

/// The number of the round to be paired next.
pub(super) fn next_number(
    turn: &Turn<'_>,
    latest: Option<&Round>,
    field: &Field,
) -> Result<u32, Halt> {
    let progress = competition::progress(turn.tx, &turn.competition().key)?;
    if progress.drawn_at.is_none() {
        return Err(PlayRefusal::NotDrawn.into());
    }
    if progress.checkin_opened_at.is_some() && progress.checkin_closed_at.is_none() {
        let away = |no: &&StartNumber| field.player(**no).is_some_and(|player| !player.checked_in);
        let missing = field.active().iter().filter(away).count();
        return Err(PlayRefusal::CheckinOpen { missing }.into());
    }
    let Some(latest) = latest else { return Ok(1) };
    let open: Vec<u32> = game::of_round(turn.tx, latest.id)?
        .iter()
        .filter(|game| game.outcome.is_none())
        .map(|game| game.table)
        .collect();
    if !open.is_empty() {
        return Err(PlayRefusal::TablesOpen {
            number: latest.number,
            tables: open,
        }
        .into());
    }
    let rounds = turn.swiss().rounds;
    if latest.number >= rounds {
        return Err(PlayRefusal::StageOver { rounds }.into());
    }
    if round::stage_finished(turn.tx, latest.stage)?.is_some() {
        let rounds = latest.number;
        return Err(PlayRefusal::StageOver { rounds }.into());
    }
    Ok(latest.number + 1)
}

fn still_possible(mut fixed: Fixed, basis: &Basis) -> Fixed {
    let is_in = |no: &StartNumber| basis.active.contains(no);
    fixed
        .games
        .retain(|seat| is_in(&seat.red) && is_in(&seat.black));
    let odd = basis.active.len() % 2 == 1;
    fixed.bye = fixed.bye.filter(is_in).filter(|_| odd);
    fixed
}

fn make(
    turn: &Turn<'_>,
    field: &Field,
    basis: &Basis,
    mut fixed: Fixed,
    instead_of: Option<&Round>,
) -> Result<(), Halt> {
    let none = BTreeSet::new();
    let mut pairing = basis.pair(turn, field, &fixed, &none);
    if pairing.is_err() && !fixed.is_empty() {
        fixed = Fixed::default();
        pairing = basis.pair(turn, field, &fixed, &none);
    }
    match pairing {
        Ok(pairing) => {
            let draft = Draft::of(&pairing, &fixed, basis, none);
            let round = propose(
                turn,
                field,
                basis,
                instead_of,
                &draft,
                "round.propose",
                None,
            )?;
            show(turn, field, &round)
        }
        Err(NoPairing::Impossible(deadlock)) => {
            if let Some(old) = instead_of {
                round::discard(turn.tx, old.id)?;
            }
            stuck(turn, field, basis, &deadlock)
        }
        Err(NoPairing::TooFew(active)) if !field.rounds.is_empty() => {
            if let Some(old) = instead_of {
                round::discard(turn.tx, old.id)?;
            }
            let number = basis.number;
            turn.reply(Said::TooFew { number, active })
        }
        Err(none) => Err(refusal(&none)),
    }
}

/// Proposes another pairing in the place of the one shown, with its hand-set boards and approval. `why`:
/// the journal's action and reason.
pub(super) fn propose_instead(
    turn: &Turn<'_>,
    field: &Field,
    basis: &Basis,
    shown: &Round,
    draft: &Draft,
    better: &Pairing,
    (action, reason): (&str, &str),
) -> Result<Round, Halt> {
    let mut instead = Draft::of(better, &draft.fixed(), basis, draft.sit_out.clone());
    instead.approval = draft.approval.clone();
    let reason = Some(reason.to_owned());
    propose(turn, field, basis, Some(shown), &instead, action, reason)
}

/// Writes a proposal and its line of the journal.
pub(super) fn propose(
    turn: &Turn<'_>,
    field: &Field,
    basis: &Basis,
    instead_of: Option<&Round>,
    draft: &Draft,
    action: &str,
    reason: Option<String>,
) -> Result<Round, Halt> {
    let before = match instead_of {
        Some(old) => Some(Draft::load(turn, field, old)?.written()),
        None => None,
    };
    let round = draft.save(turn, field, basis, instead_of)?;
    turn.journal(Entry {
        action: action.into(),
        subject: format!("round {}", basis.number),
        before,
        after: Some(draft.written()),
        reason,
        ..Entry::default()
    })?;
    Ok(round)
}

/// No complete pairing exists: the arbiter is told who is left over and what can be done about it.
fn stuck(turn: &Turn<'_>, field: &Field, basis: &Basis, deadlock: &Deadlock) -> Result<(), Halt> {
    let tags = |group: &Vec<StartNumber>| group.iter().map(|no| field.tag(*no)).collect();
    let (ways, left_out) = super::hand::ways(field, deadlock);
    let named = |way: Way| {
        let players = way
            .players()
            .into_iter()
            .map(|no| field.tag(StartNumber(no)))
            .collect();
        (way, players)
    };
    turn.reply(Said::Stuck {
        number: basis.number,
        stuck: deadlock.groups.iter().map(tags).collect(),
        ways: ways.into_iter().map(named).collect(),
        left_out,
    })
}

pub(super) fn refusal(none: &NoPairing) -> Halt {
    match none {
        NoPairing::TooFew(active) => PlayRefusal::TooFew { active: *active },
        NoPairing::Unknown(no) | NoPairing::NotFixable(no) => {
            PlayRefusal::NoSuchPlayer { no: no.0 }
        }
        NoPairing::Impossible(_) => PlayRefusal::RestImpossible,
    }
    .into()
}

/// Whether tables without a result stand in the way.
fn is_for_open_tables(refusal: &Refusal) -> bool {
    let Refusal::Play(refusal) = refusal else {
        return false;
    };
    matches!(**refusal, PlayRefusal::TablesOpen { .. })
}
