//! The review of papers: one case at a time.

use serde::{Deserialize, Serialize};

use super::conversation::{AwaitedReason, Conversation, Supplement};
use super::notice::{Case, Decision, FileId, Review, SealedPaper};
use super::{Halt, Refusal, Turn, register};
use crate::config::Role;
use crate::store::journal::Entry;
use crate::store::registration::{self, Registration, State};
use crate::store::{account, competition, paper};
use crate::tournament::eligibility::Clause;
use crate::tournament::form::{Identity, Input};
use crate::tournament::{Document, IdCard, PermitNumber};

/// Why a review cannot go on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReviewRefusal {
    /// Someone was faster, or the player withdrew.
    AlreadyDecided {
        name: String,
        /// The arbiter's name, where one decided.
        by: Option<String>,
        state: State,
        /// In review: more papers are asked for.
        asked: bool,
    },
    /// The start numbers are drawn: nobody can be added by a review any more.
    AfterDraw { name: String },
    /// A reason of 1 to [`LONGEST_REASON`] characters is wanted.
    ReasonWanted { longest: usize },
    /// No papers are asked for.
    NothingAsked,
    /// Nothing was sent yet.
    NoPapers,
    /// The limit of photos and files of one registration.
    TooManyPapers { most: u32 },
}

impl From<ReviewRefusal> for Refusal {
    fn from(refusal: ReviewRefusal) -> Refusal {
        Refusal::Review(refusal)
    }
}

impl From<ReviewRefusal> for Halt {
    fn from(refusal: ReviewRefusal) -> Halt {
        Refusal::Review(refusal).into()
    }
}

/// An arbiter's decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    Accept,
    /// More papers are needed.
    Ask,
    Refuse,
}

/// In characters.
const LONGEST_REASON: usize = 200;

/// Papers one registration may carry in all, those asked for later included.
const MOST_PAPERS: u32 = 20;

/// The arbiters' message that counts the cases.
const QUEUE: &str = "review";

/// Shows the case that has waited longest.
pub fn next(turn: &mut Turn<'_>) -> Result<(), Halt> {
    turn.require(Role::Arbiter)?;
    turn.require_private()?;
    let mut conversation = Conversation::load(turn)?;
    if conversation.reason.take().is_some() {
        conversation.save(turn)?;
    }
    show_next(turn)
}

/// Decides a case. Asking and refusing need a reason first.
pub fn decide(
    turn: &mut Turn<'_>,
    registration: i64,
    version: i64,
    verdict: Verdict,
) -> Result<(), Halt> {
    turn.require(Role::Arbiter)?;
    turn.require_private()?;
    let case = open_case(turn, registration, version)?;
    let asks = match verdict {
        Verdict::Accept => {
            if is_drawn(turn)? {
                return Err(ReviewRefusal::AfterDraw { name: case.name }.into());
            }
            settle(turn, &case, Decision::Accepted)?;
            turn.rewrite(Review::Decided {
                name: case.name,
                decision: Decision::Accepted,
            })?;
            return show_next(turn);
        }
        Verdict::Ask => true,
        Verdict::Refuse => false,
    };
    let mut conversation = Conversation::load(turn)?;
    conversation.reason = Some(AwaitedReason {
        registration,
        version,
        asks,
    });
    conversation.save(turn)?;
    turn.reply(Review::Reason {
        registration,
        version,
        name: case.name,
        asks,
    })
}

/// The reason, chosen from the usual ones.
pub fn give_reason(
    turn: &mut Turn<'_>,
    registration: i64,
    version: i64,
    asks: bool,
    reason: &str,
) -> Result<(), Halt> {
    turn.require(Role::Arbiter)?;
    turn.require_private()?;
    let case = open_case(turn, registration, version)?;
    let decision = if asks {
        Decision::Asked {
            reason: reason.to_owned(),
        }
    } else {
        Decision::Refused {
            reason: reason.to_owned(),
        }
    };
    let mut conversation = Conversation::load(turn)?;
    conversation.reason = None;
    conversation.save(turn)?;
    settle(turn, &case, decision.clone())?;
    turn.rewrite(Review::Decided {
        name: case.name,
        decision,
    })?;
    show_next(turn)
}

/// The reason, typed.
pub(super) fn reason_given(
    turn: &mut Turn<'_>,
    mut conversation: Conversation,
    awaited: AwaitedReason,
    input: Input<'_>,
) -> Result<(), Halt> {
    let reason = match input {
        Input::Text(text) => text.trim(),
        _ => "",
    };
    let fits = (1..=LONGEST_REASON).contains(&reason.chars().count());
    if !fits {
        return Err(ReviewRefusal::ReasonWanted {
            longest: LONGEST_REASON,
        }
        .into());
    }
    let AwaitedReason {
        registration,
        version,
        asks,
    } = awaited;
    match open_case(turn, registration, version) {
        // Decided meanwhile: the reason is not wanted any more, and what is typed next is none.
        Err(Halt::Refused(refusal)) => {
            conversation.reason = None;
            conversation.save(turn)?;
            turn.reply(super::Notice::Refused(refusal))
        }
        Err(fault) => Err(fault),
        Ok(_) => give_reason(turn, registration, version, asks, reason),
    }
}

/// The player wants to send the papers asked for.
pub fn supplement(turn: &mut Turn<'_>, registration: i64) -> Result<(), Halt> {
    turn.require_private()?;
    let asked = asked_of_me(turn, registration)?;
    let mut conversation = Conversation::load(turn)?;
    let given = match conversation.supplement {
        Some(begun) if begun.registration == registration => begun.given,
        _ => 0,
    };
    conversation.supplement = Some(Supplement {
        registration,
        given,
        paused: false,
    });
    conversation.save(turn)?;
    say_supplement(turn, &asked, given, false)
}

/// Whether the papers the account is sending are still asked for.
pub(super) fn awaits_papers(turn: &Turn<'_>, conversation: &Conversation) -> Result<bool, Halt> {
    match conversation.supplement {
        Some(supplement) if !supplement.paused => {
            Ok(registration::is_asked(turn.tx, supplement.registration)?)
        }
        _ => Ok(false),
    }
}

/// A message while papers are awaited.
pub(super) fn paper_given(
    turn: &mut Turn<'_>,
    supplement: Supplement,
    input: Input<'_>,
) -> Result<(), Halt> {
    let Supplement {
        registration,
        given,
        ..
    } = supplement;
    let asked = asked_of_me(turn, registration)?;
    let (kind, file) = match input {
        Input::Photo(file) => (paper::Kind::Photo, file),
        Input::Document(file) => (paper::Kind::Document, file),
        Input::Text(text) if matches!(text.trim(), "完成" | "好了" | "发完了") => {
            return supplemented(turn, registration);
        }
        _ => return say_supplement(turn, &asked, given, true),
    };
    if paper::count(turn.tx, registration)? >= MOST_PAPERS {
        return Err(ReviewRefusal::TooManyPapers { most: MOST_PAPERS }.into());
    }
    paper::add(turn.tx, turn.sealer, registration, kind, file, turn.now)?;
    let mut conversation = Conversation::load(turn)?;
    let given = given + 1;
    conversation.supplement = Some(Supplement {
        registration,
        given,
        paused: false,
    });
    conversation.save(turn)?;
    say_supplement(turn, &asked, given, false)
}

/// All papers asked for are sent: an arbiter looks again.
pub fn supplemented(turn: &mut Turn<'_>, registration: i64) -> Result<(), Halt> {
    turn.require_private()?;
    let asked = asked_of_me(turn, registration)?;
    let mut conversation = Conversation::load(turn)?;
    match conversation.supplement {
        Some(sent) if sent.registration == registration && sent.given > 0 => {}
        _ => return Err(ReviewRefusal::NoPapers.into()),
    }
    conversation.supplement = None;
    conversation.save(turn)?;
    registration::review_again(turn.tx, registration)?;
    turn.journal(Entry {
        action: "review.supplement".to_owned(),
        subject: format!("registration {registration}"),
        ..Entry::default()
    })?;
    show_queue(turn)?;
    turn.rewrite(Review::Supplemented { name: asked.name })
}

/// Shows every arbiter how many cases wait.
pub(super) fn show_queue(turn: &Turn<'_>) -> Result<(), Halt> {
    let open = registration::to_review(turn.tx, &turn.competition().key)?.len();
    turn.show_arbiters(QUEUE, Review::Queue { open })
}

fn say_supplement(
    turn: &Turn<'_>,
    asked: &Registration,
    given: u32,
    wrong: bool,
) -> Result<(), Halt> {
    turn.reply(Review::Supplement {
        registration: asked.id,
        name: asked.name.clone(),
        reason: asked.reason.clone().unwrap_or_default(),
        given,
        wrong,
    })
}

/// The registration of this account whose papers are asked for.
fn asked_of_me(turn: &Turn<'_>, id: i64) -> Result<Registration, Halt> {
    let account = turn.account()?;
    let found = registration::find(turn.tx, id)?
        .filter(|found| found.account == Some(account))
        .ok_or(ReviewRefusal::NothingAsked)?;
    if !registration::is_asked(turn.tx, id)? {
        return Err(ReviewRefusal::NothingAsked.into());
    }
    Ok(found)
}

/// The case as it was shown, still undecided.
fn open_case(turn: &Turn<'_>, id: i64, version: i64) -> Result<Registration, Halt> {
    let found = registration::find(turn.tx, id)?.ok_or(Refusal::Stale)?;
    let asked = registration::is_asked(turn.tx, id)?;
    if found.state == State::Review && !asked && found.version == version {
        return Ok(found);
    }
    if found.state == State::Review && !asked {
        // Back in the queue with more papers: look at it anew.
        return Err(Refusal::Stale.into());
    }
    let by = match registration::decided_by(turn.tx, id)? {
        Some(by) => account::find(turn.tx, by)?.map(|account| account.name),
        None => None,
    };
    Err(ReviewRefusal::AlreadyDecided {
        name: found.name,
        by,
        state: found.state,
        asked,
    }
    .into())
}

/// Stores the decision, tells the player, and hands a freed place on.
fn settle(turn: &Turn<'_>, case: &Registration, decision: Decision) -> Result<(), Halt> {
    let by = turn.account()?;
    let (state, reason) = match &decision {
        Decision::Accepted => (State::Accepted, None),
        Decision::Asked { reason } => (State::Review, Some(reason.as_str())),
        Decision::Refused { reason } => (State::Refused, Some(reason.as_str())),
    };
    registration::decide(turn.tx, case.id, state, by, reason, turn.now)?;
    turn.journal(Entry {
        action: match decision {
            Decision::Accepted => "review.accept",
            Decision::Asked { .. } => "review.ask",
            Decision::Refused { .. } => "review.refuse",
        }
        .to_owned(),
        subject: format!("registration {}", case.id),
        before: Some("review".to_owned()),
        after: Some(registration::state_word(state).to_owned()),
        reason: reason.map(str::to_owned),
        ..Entry::default()
    })?;
    if let Some(account) = case.account {
        turn.tell_now(
            account,
            Review::Told {
                registration: case.id,
                name: case.name.clone(),
                decision,
            },
        )?;
    }
    if state == State::Refused {
        register::promote(turn)?;
    }
    show_queue(turn)
}

fn show_next(turn: &Turn<'_>) -> Result<(), Halt> {
    let competition = &turn.competition().key;
    let waiting = registration::to_review(turn.tx, competition)?;
    let open = waiting.len();
    match waiting.into_iter().next() {
        Some(first) => turn.reply(Review::Case(Box::new(case(turn, first, open)?))),
        None => {
            let in_review = registration::count(turn.tx, competition, State::Review)?;
            turn.reply(Review::Empty { asked: in_review })
        }
    }
}

fn case(turn: &Turn<'_>, registration: Registration, open: usize) -> Result<Case, Halt> {
    let id = registration.id;
    let personal = registration::personal(turn.tx, turn.sealer, id)?;
    let answers = registration::answers(turn.tx, id)?;
    let sections = &turn.competition().sections;
    let rules = sections
        .iter()
        .find(|section| section.key == registration.section)
        .map(|section| section.eligibility.rules.as_slice())
        .unwrap_or_default();
    let clauses = rules
        .iter()
        .flat_map(|rule| match &rule.test {
            crate::config::Test::AnyOf(alternatives) => alternatives.as_slice(),
            _ => std::slice::from_ref(rule),
        })
        .filter(|rule| answers.to_review.contains(&rule.key))
        .map(Clause::of)
        .collect();
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

fn is_drawn(turn: &Turn<'_>) -> Result<bool, Halt> {
    let progress = competition::progress(turn.tx, &turn.competition().key)?;
    Ok(progress.drawn_at.is_some())
}
