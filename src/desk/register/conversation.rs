use super::{RegisterRefusal, require_open, require_open_in, rules, standing, submit, which};
use crate::desk::conversation::{AwaitedReason, Conversation};
use crate::desk::notice::{Add, Before, Register, Review};
use crate::desk::{Halt, Notice, Refusal, Turn, add, fee, review};
use crate::store::{invitation, place, registration};
use crate::tournament::Document;
use crate::tournament::form::{Form, Input, Step};

/// Begins a registration, or goes on with the one that was left.
pub fn begin(turn: &mut Turn<'_>) -> Result<(), Halt> {
    turn.require_private()?;
    let mut conversation = Conversation::load(turn)?;
    conversation.take_up(false);
    if !which::enter(turn, conversation.form.as_ref())? {
        return which::ask(turn);
    }
    require_open(turn)?;
    let before = match &mut conversation.form {
        Some(form) => {
            form.paused = false;
            Before::Resumed
        }
        None => {
            conversation.form = Some(new_form(turn));
            Before::Welcome {
                full: is_full(turn)?,
            }
        }
    };
    conversation.reason = None;
    conversation.waiver = None;
    conversation.receipt = None;
    conversation.awaited = None;
    conversation.save(turn)?;
    ask(turn, &conversation, Some(before), false)
}

/// Whether the next message in private belongs to a conversation of the registration.
pub fn awaits(turn: &Turn<'_>) -> Result<bool, Halt> {
    let conversation = Conversation::load(turn)?;
    if awaited_reason(turn, &conversation).is_some() || conversation.waiver.is_some() {
        return Ok(true);
    }
    if conversation.supplement.is_some() && review::awaits_papers(turn, &conversation)? {
        return Ok(true);
    }
    let Some(form) = conversation.form.filter(|form| !form.paused) else {
        return Ok(false);
    };
    if form.by_arbiter.is_some() {
        return Ok(turn.role()?.is_some());
    }
    Ok(match which::of_form(turn, &form) {
        Some(competition) => require_open_in(turn, &competition.key).is_ok(),
        // It goes on in another.
        None => true,
    })
}

/// The decision whose reason is typed next, unless it was asked for too long ago.
fn awaited_reason(turn: &Turn<'_>, conversation: &Conversation) -> Option<AwaitedReason> {
    conversation
        .reason
        .filter(|reason| reason.is_awaited(turn.now))
}

/// Whether photos and files are what is asked for now.
pub fn awaits_papers(turn: &Turn<'_>) -> Result<bool, Halt> {
    let conversation = Conversation::load(turn)?;
    if awaited_reason(turn, &conversation).is_some() {
        return Ok(false);
    }
    if review::awaits_papers(turn, &conversation)? {
        return Ok(true);
    }
    let form = conversation.form.filter(|form| !form.paused);
    Ok(form.is_some_and(|form| form.wants_papers_now(&rules(turn))))
}

/// A message in private while [`awaits`]: the answer to what was asked last.
pub fn hear(turn: &mut Turn<'_>, input: Input<'_>) -> Result<(), Halt> {
    turn.require_private()?;
    let conversation = Conversation::load(turn)?;
    if let Some(reason) = awaited_reason(turn, &conversation) {
        return review::reason_given(turn, conversation, reason, input);
    }
    if let Some(registration) = conversation.waiver {
        return fee::reason_given(turn, conversation, registration, input);
    }
    if let Some(supplement) = conversation.supplement
        && review::awaits_papers(turn, &conversation)?
    {
        return review::paper_given(turn, supplement, input);
    }
    let Some(mut form) = conversation.form.clone() else {
        return Err(RegisterRefusal::NoForm.into());
    };
    if !ready(turn, &mut form)? {
        return which::ask(turn);
    }
    answer(turn, conversation, &form, input, false)
}

/// Goes over to the form's competition and brings the form up to now; refuses where it may not be filled in.
/// False: the competition has to be chosen first.
fn ready(turn: &mut Turn<'_>, form: &mut Form) -> Result<bool, Halt> {
    if form.by_arbiter.is_some() {
        add::update(turn, form)?;
        return Ok(true);
    }
    if !which::enter(turn, Some(form))? {
        return Ok(false);
    }
    require_open(turn)?;
    Ok(true)
}

/// A pressed button of the form.
pub fn pick(turn: &mut Turn<'_>, version: i64, choice: usize) -> Result<(), Halt> {
    turn.require_private()?;
    let account = turn.account()?;
    if let Some(done) = registration::of_form(turn.tx, account, version)? {
        if done.account.is_none() {
            return submit::added(turn, done, None, true);
        }
        let standing = standing(turn, &done)?;
        let at_once = submit::at_once(turn, &done)?;
        return turn.reply(Register::Submitted {
            at_once,
            name: done.name,
            standing,
            pool: done.pool,
            again: true,
        });
    }
    let mut conversation = Conversation::load(turn)?;
    if let Some(shelved) = conversation
        .shelved
        .as_ref()
        .filter(|one| one.version == version)
    {
        let by_arbiter = shelved.by_arbiter.is_some();
        conversation.take_up(by_arbiter);
    }
    let Some(form) = &mut conversation.form else {
        return Err(Refusal::Stale.into());
    };
    if !ready(turn, form)? {
        return which::ask(turn);
    }
    form.paused = false;
    conversation.receipt = None;
    let form = form.clone();
    if form.version != version {
        conversation.save(turn)?;
        return ask(turn, &conversation, Some(Before::OldButton), false);
    }
    answer(turn, conversation, &form, Input::Pick(choice), true)
}

/// An empty form for this competition.
pub(super) fn new_form(turn: &Turn<'_>) -> Form {
    Form {
        competition: turn.competition().key.clone(),
        ..Form::new(first_version(turn))
    }
}

/// Where a form begins to count: 48 random bits, so that a button of an earlier form never fits.
pub(in crate::desk) fn first_version(turn: &Turn<'_>) -> i64 {
    let [a, b, c, d, e, f] = turn.roll();
    i64::from_be_bytes([0, 0, a, b, c, d, e, f])
}

/// Leaves the conversation. The answers stay for the next /register. False: there was none to leave.
pub fn cancel(turn: &mut Turn<'_>) -> Result<bool, Halt> {
    turn.require_private()?;
    let mut conversation = Conversation::load(turn)?;
    let mut waited = conversation.reason.take().is_some();
    waited |= conversation.waiver.take().is_some();
    waited |= conversation.receipt.take().is_some();
    waited |= conversation.awaited.take().is_some();
    if let Some(supplement) = &mut conversation.supplement {
        waited |= !std::mem::replace(&mut supplement.paused, true);
    }
    let left = match &mut conversation.form {
        Some(form) if !form.paused => {
            form.paused = true;
            Some(left(form))
        }
        _ => None,
    };
    conversation.save(turn)?;
    match left {
        Some(left) => {
            turn.reply(left)?;
            Ok(true)
        }
        None if waited => {
            turn.reply(Review::Undone)?;
            Ok(true)
        }
        None => Ok(false),
    }
}

/// Throws the answers of the form of this version away.
pub fn drop_form(turn: &mut Turn<'_>, version: i64) -> Result<(), Halt> {
    turn.require_private()?;
    let mut conversation = Conversation::load(turn)?;
    let is_meant = |form: &Option<Form>| form.as_ref().is_some_and(|one| one.version == version);
    if is_meant(&conversation.form) {
        conversation.form_done();
    } else if is_meant(&conversation.shelved) {
        conversation.shelved = None;
    } else {
        return Err(Refusal::Stale.into());
    }
    conversation.save(turn)?;
    turn.rewrite(Register::Dropped)
}

fn answer(
    turn: &mut Turn<'_>,
    mut conversation: Conversation,
    form: &Form,
    input: Input<'_>,
    tapped: bool,
) -> Result<(), Halt> {
    let rules = rules(turn);
    match form.answer(&rules, input) {
        Ok(Step::Next(next)) => {
            if let Some(before) = code_fault(turn, form, &next)? {
                return ask(turn, &conversation, Some(before), tapped);
            }
            let before = match next.document(rules.today) {
                Some(Document::Resident(card)) if form.identity != next.identity => {
                    Some(Before::Card {
                        masked: card.masked(),
                        born: card.born(),
                        sex: card.sex(),
                    })
                }
                _ => None,
            };
            conversation.form = Some(*next);
            conversation.save(turn)?;
            ask(turn, &conversation, before, tapped)
        }
        Ok(Step::Submit) => submit::submit(turn, conversation, form),
        Ok(Step::Leave) => {
            let mut form = form.clone();
            form.paused = true;
            let left = left(&form);
            conversation.form = Some(form);
            conversation.save(turn)?;
            turn.rewrite(left)
        }
        Ok(Step::Elsewhere) => which::ask(turn),
        Err(refusal) => ask(turn, &conversation, Some(Before::Refused(refusal)), tapped),
    }
}

fn left(form: &Form) -> Notice {
    let version = form.version;
    match form.by_arbiter {
        Some(_) => Add::Left { version }.into(),
        None => Register::Left { version }.into(),
    }
}

/// Whether a code just entered can be used.
fn code_fault(turn: &Turn<'_>, old: &Form, new: &Form) -> Result<Option<Before>, Halt> {
    let Some(Some(code)) = &new.code else {
        return Ok(None);
    };
    if old.code == new.code {
        return Ok(None);
    }
    Ok(
        match invitation::find(turn.tx, &turn.competition().key, code)? {
            None => Some(Before::UnknownCode),
            Some(found) if found.registration.is_some() => Some(Before::UsedCode),
            Some(_) => None,
        },
    )
}

pub(in crate::desk) fn ask(
    turn: &Turn<'_>,
    conversation: &Conversation,
    before: Option<Before>,
    tapped: bool,
) -> Result<(), Halt> {
    let Some(form) = &conversation.form else {
        return Err(RegisterRefusal::NoForm.into());
    };
    let notice = Register::Ask {
        version: form.version,
        before,
        question: Box::new(form.question(&rules(turn))),
    };
    if tapped {
        turn.rewrite(notice)
    } else {
        turn.reply(notice)
    }
}

/// There are places that need no code, and none of them is left.
pub(super) fn is_full(turn: &Turn<'_>) -> Result<bool, Halt> {
    let mut full = false;
    for pool in turn.pools().filter(|pool| !pool.by_code) {
        if place::free(turn.tx, &turn.competition().key, &pool.key)?.is_some() {
            return Ok(false);
        }
        full = true;
    }
    Ok(full)
}
