//! The list of registrations as a file: for the association with personal data, otherwise without.

use rusqlite::Connection;

use super::notice::{Applicant, Export, Private, SealedRows};
use super::{Duty, Halt, Turn};
use crate::config::{Config, Role};
use crate::store::journal::Entry;
use crate::store::registration::{self, Registration};
use crate::store::{Sealer, StoreError};
use crate::tournament::form::Identity;

/// Sends the arbiter the list without personal data; the chief is offered the other one.
pub fn export(turn: &mut Turn<'_>) -> Result<(), Halt> {
    let role = turn.require(Duty::ExportList)?;
    turn.require_private()?;
    send(turn, false)?;
    if role >= Role::Chief {
        turn.reply(Export::Offer)?;
    }
    Ok(())
}

/// Asks the chief arbiter once more.
pub fn ask(turn: &mut Turn<'_>) -> Result<(), Halt> {
    turn.require(Duty::ExportPersonal)?;
    turn.require_private()?;
    turn.rewrite(Export::Ask)
}

/// Sends the chief arbiter the list with personal data.
pub fn confirm(turn: &mut Turn<'_>) -> Result<(), Halt> {
    turn.require(Duty::ExportPersonal)?;
    turn.require_private()?;
    let count = send(turn, true)?;
    turn.rewrite(Export::Sent)?;
    turn.journal(journal_line(count))
}

/// What the journal says of an export with personal data.
pub fn journal_line(count: usize) -> Entry {
    Entry {
        action: "registration.export".to_owned(),
        subject: "personal data".to_owned(),
        after: Some(format!("{count} registrations")),
        ..Entry::default()
    }
}

/// Everyone who ever registered, by competition, section and time. Personal data that was purged is left
/// out.
pub fn applicants(
    tx: &Connection,
    sealer: &Sealer,
    config: &Config,
    with_personal_data: bool,
) -> Result<Vec<Applicant>, StoreError> {
    let mut applicants = Vec::new();
    for competition in &config.event.competitions {
        let mut all = registration::of_competition(tx, &competition.key)?;
        let place = |one: &Registration| {
            let sections = &competition.sections;
            sections
                .iter()
                .position(|section| section.key == one.section)
        };
        all.sort_by_key(|one| (place(one), one.id));
        for one in all {
            let private = if with_personal_data {
                private(tx, sealer, &one)?
            } else {
                None
            };
            let section = place(&one).and_then(|index| competition.sections.get(index));
            applicants.push(Applicant {
                competition: competition.name.clone(),
                section: section.map_or(one.section, |section| section.name.clone()),
                asked: registration::is_asked(tx, one.id)?,
                start_no: one.start_no.map(|no| no.0),
                name: one.name,
                sex: one.sex,
                title: one.title,
                team: one.team,
                pool: one.pool,
                state: one.state,
                submitted_at: one.submitted_at,
                checked_in: one.checked_in,
                private,
            });
        }
    }
    Ok(applicants)
}

/// Sends the list; it lies sealed in the outbox. Returns how many stand in it.
fn send(turn: &Turn<'_>, with_personal_data: bool) -> Result<usize, Halt> {
    let rows = applicants(turn.tx, turn.sealer, turn.config, with_personal_data)?;
    let count = rows.len();
    let number = i64::from_be_bytes(turn.roll());
    let rows = SealedRows::seal(&format!("export/{number:x}"), &rows, turn.sealer)?;
    turn.reply(Export::File {
        rows,
        with_personal_data,
        at: turn.now,
    })?;
    Ok(count)
}

fn private(
    tx: &Connection,
    sealer: &Sealer,
    one: &Registration,
) -> Result<Option<Private>, StoreError> {
    let personal = match registration::personal(tx, sealer, one.id) {
        Err(StoreError::Purged) => return Ok(None),
        personal => personal?,
    };
    let (permit, document) = match personal.identity {
        Identity::Resident(number) => (None, number),
        Identity::Permit(kind, number) => (Some(kind), number),
    };
    Ok(Some(Private {
        born: one.born,
        permit,
        document,
        phone: personal.phone.as_str().to_owned(),
        guardian: personal
            .guardian
            .map(|guardian| (guardian.name.into(), guardian.phone.as_str().to_owned())),
    }))
}
