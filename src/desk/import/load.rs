use super::check::{check, person_hash};
use super::{Batch, ImportRefusal, is_late};
use crate::desk::conversation::Conversation;
use crate::desk::notice::Import;
use crate::desk::{Duty, Halt, Refusal, Turn, rating};
use crate::store::journal::Entry;
use crate::store::place;
use crate::store::registration::{self, Answers, New, Personal, State};
use crate::tournament::roster_file::Row;

/// Loads the roster that was shown under this number: every row, or none when anything stands against it
/// by now.
pub fn load(turn: &mut Turn<'_>, id: i64) -> Result<(), Halt> {
    turn.require(Duty::ImportRoster)?;
    turn.require_private()?;
    let mut conversation = Conversation::load(turn)?;
    let Some(batch) = conversation.batch.take().filter(|batch| batch.id == id) else {
        return Err(Refusal::Stale.into());
    };
    if let Some(count) = batch.loaded {
        return turn.reply(Import::Loaded { count, again: true });
    }
    if is_late(turn, &batch.rows)? && batch.reason.is_none() {
        return Err(ImportRefusal::ReasonWanted.into());
    }
    let checked = check(turn, &batch.rows)?;
    if !checked.faults.is_empty() {
        let bad = checked.pools.iter().filter(|pool| pool.is_empty()).count();
        let good = batch.rows.len() - bad;
        conversation.save(turn)?;
        return turn.rewrite(Import::faulty(batch.file, good, checked.faults));
    }
    for (row, pool) in batch.rows.iter().zip(&checked.pools) {
        add(turn, row, pool, &batch)?;
    }
    let count = batch.rows.len();
    turn.journal(Entry {
        action: "roster.import".to_owned(),
        subject: format!("file {}", batch.file),
        after: Some(format!("{count} players, invited by the list")),
        reason: batch.reason.clone(),
        ..Entry::default()
    })?;
    conversation.batch = Some(Batch {
        rows: Vec::new(),
        loaded: Some(count),
        ..batch
    });
    conversation.save(turn)?;
    turn.rewrite(Import::Loaded {
        count,
        again: false,
    })
}

/// Throws the roster away that was shown under this number.
pub fn discard(turn: &mut Turn<'_>, id: i64) -> Result<(), Halt> {
    turn.require_private()?;
    let mut conversation = Conversation::load(turn)?;
    match &conversation.batch {
        Some(batch) if batch.id == id && batch.loaded.is_none() => {}
        _ => return Err(Refusal::Stale.into()),
    }
    conversation.batch = None;
    conversation.save(turn)?;
    turn.rewrite(Import::Dropped)
}

fn add(turn: &Turn<'_>, row: &Row, pool: &str, batch: &Batch) -> Result<(), Halt> {
    let free = place::free(turn.tx, &row.competition, pool)?;
    let place = free.ok_or(Refusal::Stale)?;
    let personal = Personal {
        identity: row.identity.clone(),
        phone: row.phone.clone(),
        guardian: row.guardian.clone(),
    };
    let answers = Answers {
        invited: true,
        ..Answers::default()
    };
    let new = New {
        competition: &row.competition,
        section: &row.section,
        account: None,
        name: row.name.as_str(),
        sex: row.sex,
        born: row.born,
        title: row.title,
        team: row.team.as_deref(),
        basis: None,
        answers: &answers,
        state: State::Accepted,
        pool,
        place: Some(place),
        personal: &personal,
        person_hash: &person_hash(turn, row),
    };
    let id = registration::add(turn.tx, turn.sealer, &new, turn.now)?;
    rating::keep(turn, id, row.rating)?;
    turn.journal(Entry {
        action: "registration.add".to_owned(),
        subject: format!("registration {id}"),
        after: Some(format!("accepted {pool} {place}, invited by the list")),
        reason: batch.reason.clone(),
        ..Entry::default()
    })
}
