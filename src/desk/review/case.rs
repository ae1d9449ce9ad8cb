use super::ReviewRefusal;
use crate::config::Test;
use crate::desk::notice::{Case, FileId, SealedPaper};
use crate::desk::{Halt, Refusal, Turn};
use crate::store::StoreError;
use crate::store::paper;
use crate::store::registration::{self, Answers, Registration};
use crate::tournament::eligibility::Clause;
use crate::tournament::form::Identity;
use crate::tournament::{Document, IdCard, PermitNumber};

/// What an arbiter sees of the registration; `open` cases wait, this one included.
pub(super) fn case(turn: &Turn<'_>, registration: Registration, open: usize) -> Result<Case, Halt> {
    let id = registration.id;
    let personal = match registration::personal(turn.tx, turn.sealer, id) {
        Err(StoreError::Purged) => {
            let name = registration.name;
            return Err(ReviewRefusal::Purged { name }.into());
        }
        personal => personal?,
    };
    let answers = registration::answers(turn.tx, id)?;
    let clauses = clauses_of(turn, &registration, &answers);
    let today = turn.now.with_timezone(&turn.config.event.zone).date_naive();
    let (permit, document) = match &personal.identity {
        Identity::Resident(number) => (
            None,
            IdCard::parse(number, today)
                .map(|card| Document::Resident(card).masked())
                .unwrap_or_default(),
        ),
        Identity::Permit(kind, number) => (
            Some(*kind),
            PermitNumber::parse(number)
                .map(|number| number.masked())
                .unwrap_or_default(),
        ),
    };
    let row = paper::row_name(id);
    let papers = paper::of_registration(turn.tx, id)?
        .into_iter()
        .map(|paper| SealedPaper {
            is_photo: paper.kind == paper::Kind::Photo,
            file: FileId::sealed(&row, &paper.sealed),
        })
        .collect();
    Ok(Case {
        registration: id,
        version: registration.version,
        section: section(turn, &registration),
        filters: filters(turn),
        open,
        name: registration.name,
        sex: registration.sex,
        born: registration.born,
        title: registration.title,
        permit,
        document,
        phone: personal.phone.masked(),
        guardian: personal
            .guardian
            .map(|guardian| (guardian.name.into(), guardian.phone.masked())),
        months: answers.months,
        clauses,
        pool: registration.pool,
        papers,
        asked_before: registration.reason,
    })
}

/// What the registration's papers have to prove.
pub fn clauses(turn: &Turn<'_>, registration: i64) -> Result<Vec<Clause>, Halt> {
    let found = registration::find(turn.tx, registration)?.ok_or(Refusal::Stale)?;
    let answers = registration::answers(turn.tx, registration)?;
    Ok(clauses_of(turn, &found, &answers))
}

fn clauses_of(turn: &Turn<'_>, registration: &Registration, answers: &Answers) -> Vec<Clause> {
    let sections = &turn.competition().sections;
    let rules = sections
        .iter()
        .find(|section| section.key == registration.section)
        .map(|section| section.eligibility.rules.as_slice())
        .unwrap_or_default();
    rules
        .iter()
        .flat_map(|rule| match &rule.test {
            Test::AnyOf(alternatives) => alternatives.as_slice(),
            _ => std::slice::from_ref(rule),
        })
        .filter(|rule| answers.to_review.contains(&rule.key))
        .map(Clause::of)
        .collect()
}

/// The section's name, where there are several.
fn section(turn: &Turn<'_>, registration: &Registration) -> Option<String> {
    let sections = &turn.competition().sections;
    sections
        .iter()
        .find(|section| section.key == registration.section && sections.len() > 1)
        .map(|section| section.name.clone())
}

/// The sections an arbiter can choose from, where there are several.
fn filters(turn: &Turn<'_>) -> Vec<String> {
    let sections = &turn.competition().sections;
    let several = sections.iter().filter(|_| sections.len() > 1);
    several.map(|section| section.name.clone()).collect()
}
