use super::conversation::ask;
use super::{RegisterRefusal, require_open, rules, standing};
use crate::desk::add::{AddRefusal, Entered};
use crate::desk::conversation::Conversation;
use crate::desk::notice::{Add, Entrance, Register};
use crate::desk::{Halt, Turn, add, competition, handover, rating, review};
use crate::store::journal::Entry as Line;
use crate::store::registration::{self, Answers, New, Personal, Registration, State};
use crate::store::{invitation, paper, place};
use crate::tournament::form::{Entry, Form, FormRefusal, Paper};

/// Stores the finished form as a registration: the regulation, the person and the place are decided here,
/// in one transaction. On a refusal the form stays, so that a slip can be mended.
pub(super) fn submit(
    turn: &mut Turn<'_>,
    mut conversation: Conversation,
    form: &Form,
) -> Result<(), Halt> {
    if form.by_arbiter.is_none() {
        require_open(turn)?;
    }
    let rules = rules(turn);
    if let Some(refused) = rules.verdict(form).refused.into_iter().next() {
        let refusal = FormRefusal::Ineligible(Box::new(refused));
        return Err(RegisterRefusal::Form(refusal).into());
    }
    // The event's rules may have changed since a question was answered.
    let Some(entry) = form.entry(&rules) else {
        return ask(turn, &conversation, None, true);
    };
    let account = turn.account()?;
    let competition = turn.competition().key.as_str();
    let person_hash = turn
        .sealer
        .fingerprint("person", &entry.document.fingerprint_input());
    let name = entry.name.as_str();
    let same = registration::same_person(turn.tx, competition, &person_hash, name, entry.born)?;
    if let Some(same) = same {
        let mine = same.account == Some(account);
        return Err(RegisterRefusal::SamePerson {
            // Of a stranger's registration no more is told than was typed here.
            name: if mine { same.name } else { name.to_owned() },
            mine,
        }
        .into());
    }
    let (pool, place) = find_place(turn, &entry)?;
    let answers = Answers {
        form: form.version,
        months: entry.months,
        stated: entry.stated.clone(),
        bases: entry.bases.clone(),
        invited: entry.code.is_some(),
        to_review: entry.to_review.clone(),
        permit: entry.permit_to_review,
    };
    if entry.by_arbiter.is_some() && add::is_drawn(turn)? {
        if answers.needs_review() {
            return Err(AddRefusal::PapersFirst.into());
        }
        if place.is_none() {
            let pool = pool.to_owned();
            return Err(AddRefusal::PoolFull { pool, coded: 0 }.into());
        }
    }
    let state = match place {
        None => State::Waiting,
        Some(_) if answers.needs_review() => State::Review,
        Some(_) => State::Accepted,
    };
    let personal = Personal {
        identity: entry.identity.clone(),
        phone: entry.phone.clone(),
        guardian: entry.guardian.clone(),
    };
    let new = New {
        competition,
        section: &entry.section,
        account: entry.by_arbiter.is_none().then_some(account),
        name,
        sex: entry.sex,
        born: entry.born,
        title: entry.title,
        team: entry.team.as_deref(),
        basis: entry.bases.values().next().map(String::as_str),
        answers: &answers,
        state,
        pool,
        place,
        personal: &personal,
        person_hash: &person_hash,
    };
    let id = registration::add(turn.tx, turn.sealer, &new, turn.now)?;
    rating::keep(turn, id, entry.rating)?;
    if let Some(code) = &entry.code
        && !invitation::use_up(turn.tx, code, id, turn.now)?
    {
        return Err(RegisterRefusal::UsedCode.into());
    }
    for one in &entry.papers {
        let (kind, file) = match one {
            Paper::Photo(file) => (paper::Kind::Photo, file),
            Paper::Document(file) => (paper::Kind::Document, file),
        };
        paper::add(turn.tx, turn.sealer, id, kind, file, turn.now)?;
    }
    turn.journal(Line {
        action: match entry.by_arbiter {
            Some(_) => "registration.add".to_owned(),
            None => "registration.submit".to_owned(),
        },
        subject: format!("registration {id}"),
        after: Some(match place {
            Some(no) => format!("{} {pool} {no}", registration::state_word(state)),
            None => registration::state_word(state).to_owned(),
        }),
        reason: entry.by_arbiter.as_ref().and_then(|by| by.reason.clone()),
        ..Line::default()
    })?;
    conversation.form_done();
    conversation.save(turn)?;
    if state == State::Review {
        review::show_queue(turn)?;
    }
    let Some(stored) = registration::find(turn.tx, id)? else {
        return Err(RegisterRefusal::NoForm.into());
    };
    if let Some(by) = &entry.by_arbiter {
        if !entry.seen.is_empty() {
            turn.journal(Line {
                action: "papers.seen".to_owned(),
                subject: format!("registration {id}"),
                after: Some(entry.seen.join(", ")),
                ..Line::default()
            })?;
        }
        let entered = add::enter(turn, &stored, by)?;
        return added(turn, stored, entered, false);
    }
    turn.rewrite(Register::Submitted {
        standing: standing(turn, &stored)?,
        at_once: at_once(turn, &stored)?,
        name: stored.name,
        pool: stored.pool,
        again: false,
    })
}

/// The names of the competitions played at the same time that the player is in as well.
pub(super) fn at_once(turn: &Turn<'_>, player: &Registration) -> Result<Vec<String>, Halt> {
    let event = &turn.config.event;
    let elsewhere = registration::elsewhere(turn.tx, player.id)?;
    let keys = elsewhere.into_iter().map(|one| one.competition);
    let same = keys.filter(|key| event.is_at_once(&player.competition, key));
    Ok(same
        .filter_map(|key| competition::name_of(turn, &key))
        .collect())
}

/// Answers an arbiter who registered a player without an account.
pub(super) fn added(
    turn: &Turn<'_>,
    player: Registration,
    entered: Option<Entered>,
    again: bool,
) -> Result<(), Halt> {
    turn.rewrite(Add::Done {
        registration: player.id,
        standing: standing(turn, &player)?,
        code: handover::code_for(turn, &player)?,
        name: player.name,
        pool: player.pool,
        entered: entered.map(|entered| Entrance {
            start_no: entered.player.no.0,
            from: entered.from,
            outdated: entered.outdated,
        }),
        again,
    })
}

/// The pool, and the place in it that is free; no place: its waiting list.
fn find_place<'a>(turn: &Turn<'a>, entry: &Entry) -> Result<(&'a str, Option<u32>), Halt> {
    let competition = &turn.competition().key;
    if let Some(code) = &entry.code {
        let found =
            invitation::find(turn.tx, competition, code)?.ok_or(RegisterRefusal::UnknownCode)?;
        if found.registration.is_some() {
            return Err(RegisterRefusal::UsedCode.into());
        }
        let pool = turn
            .pools()
            .find(|pool| pool.key == found.pool)
            .ok_or(RegisterRefusal::UnknownCode)?;
        return Ok((&pool.key, place::free(turn.tx, competition, &pool.key)?));
    }
    if let Some(by) = &entry.by_arbiter {
        return add::find_place(turn, by);
    }
    let mut first = None;
    for pool in turn.pools().filter(|pool| !pool.by_code) {
        if let Some(place) = place::free(turn.tx, competition, &pool.key)? {
            return Ok((&pool.key, Some(place)));
        }
        first = first.or(Some(pool.key.as_str()));
    }
    first
        .map(|pool| (pool, None))
        .ok_or_else(|| RegisterRefusal::CodeNeeded.into())
}
