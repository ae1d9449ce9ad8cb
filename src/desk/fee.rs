//! Fees (费用): owed by everyone who holds a place until an arbiter ticks them off. Nobody is left out by
//! itself for owing one.

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

use super::conversation::{AwaitedReceipt, Conversation};
use super::notice::{Fee, FeeCard, FeeFilter, FeeList, FeeRow, FeeStanding, FileId, SealedPaper};
use super::{Duty, Halt, Refusal, Turn};
use crate::config;
use crate::store::fee::{self, Settled};
use crate::store::journal::Entry;
use crate::store::registration::{self, Registration, State};
use crate::store::{account, paper};
use crate::tournament::form::Input;

/// Why a fee is not settled, or a receipt not kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FeeRefusal {
    /// The event takes no fee.
    NoFee,
    /// This registration owes none: it holds no place.
    NoPlace {
        name: String,
    },
    /// Someone was faster.
    Already {
        name: String,
        by: Option<String>,
        standing: FeeStanding,
    },
    /// A reason of 1 to this many characters is wanted.
    ReasonWanted {
        longest: usize,
    },
    TooManyReceipts {
        most: u32,
    },
    /// Nobody of that name.
    NobodyNamed {
        sought: String,
    },
}

/// Rows of a page: each carries two buttons.
const PAGE: usize = 10;

/// In characters.
const LONGEST_REASON: usize = 200;

/// Receipts of one registration.
const MOST_RECEIPTS: u32 = 5;

/// A photo this long after the button is no receipt any more.
const AWAITED: TimeDelta = TimeDelta::minutes(30);

/// The arbiters' message that counts the receipts.
const RECEIPTS: &str = "receipts";

/// The player wants to send a receipt.
pub fn begin_receipt(turn: &mut Turn<'_>, registration: i64) -> Result<(), Halt> {
    turn.require_private()?;
    let mine = owing_of_mine(turn, registration)?;
    let mut conversation = Conversation::load(turn)?;
    conversation.awaited = None;
    conversation.receipt = Some(AwaitedReceipt {
        registration,
        since: turn.now,
    });
    conversation.save(turn)?;
    turn.reply(Fee::AskReceipt { name: mine.name })
}

/// Whether the next photo or file is a receipt.
pub fn awaits_receipt(turn: &Turn<'_>) -> Result<bool, Halt> {
    let conversation = Conversation::load(turn)?;
    Ok(conversation
        .receipt
        .is_some_and(|awaited| is_fresh(awaited.since, turn.now)))
}

/// A photo or file while [`awaits_receipt`]; anything else asks again.
pub fn receipt(turn: &mut Turn<'_>, input: Input<'_>) -> Result<(), Halt> {
    turn.require_private()?;
    let mut conversation = Conversation::load(turn)?;
    let Some(awaited) = conversation.receipt else {
        return Err(Refusal::Stale.into());
    };
    turn.enter_registration(awaited.registration)?;
    let mine = owing_of_mine(turn, awaited.registration)?;
    let (kind, file) = match input {
        Input::Photo(file) => (paper::Kind::Photo, file),
        Input::Document(file) => (paper::Kind::Document, file),
        _ => return turn.reply(Fee::AskReceipt { name: mine.name }),
    };
    let before = paper::count_receipts(turn.tx, mine.id)?;
    if before >= MOST_RECEIPTS {
        return Err(FeeRefusal::TooManyReceipts {
            most: MOST_RECEIPTS,
        }
        .into());
    }
    paper::add_receipt(turn.tx, turn.sealer, mine.id, kind, file, turn.now)?;
    conversation.receipt = Some(AwaitedReceipt {
        since: turn.now,
        ..awaited
    });
    conversation.save(turn)?;
    turn.journal(Entry {
        action: "fee.receipt".to_owned(),
        subject: format!("registration {}", mine.id),
        ..Entry::default()
    })?;
    show_receipts(turn)?;
    turn.reply(Fee::ReceiptKept {
        name: mine.name,
        receipts: before + 1,
    })
}

/// The arbiters' list.
pub fn list(turn: &mut Turn<'_>, filter: FeeFilter, page: usize) -> Result<(), Halt> {
    turn.require(Duty::Fees)?;
    turn.require_private()?;
    show(turn, filter, page, None)
}

/// The players whose name has this in it, whatever their fee.
pub fn find(turn: &mut Turn<'_>, sought: &str) -> Result<(), Halt> {
    turn.require(Duty::Fees)?;
    turn.require_private()?;
    show(turn, FeeFilter::Owed, 0, Some(sought))
}

/// One player's fee, with the receipts.
pub fn card(turn: &mut Turn<'_>, registration: i64) -> Result<(), Halt> {
    turn.require(Duty::Fees)?;
    turn.require_private()?;
    let amount = fee_of(turn)?.amount;
    let one = registration::find(turn.tx, registration)?.ok_or(Refusal::Stale)?;
    let row_name = paper::row_name(one.id);
    let receipts = paper::receipts(turn.tx, one.id)?
        .into_iter()
        .map(|paper| SealedPaper {
            is_photo: paper.kind == paper::Kind::Photo,
            file: FileId::sealed(&row_name, &paper.sealed),
        })
        .collect();
    let settled = fee::find(turn.tx, one.id)?;
    let by = match &settled {
        Some(settled) => account::find(turn.tx, settled.by)?.map(|account| account.name),
        None => None,
    };
    turn.reply(Fee::Card(Box::new(FeeCard {
        amount: settled.as_ref().map_or(amount, |settled| settled.amount),
        row: FeeRow {
            registration: one.id,
            standing: standing(turn, one.id)?,
            name: one.name,
            state: one.state,
        },
        receipts,
        by,
    })))
}

/// The fee is paid. `shown`: the list the button stood on, which is drawn anew.
pub fn pay(
    turn: &mut Turn<'_>,
    registration: i64,
    shown: Option<(FeeFilter, usize)>,
) -> Result<(), Halt> {
    turn.require(Duty::Fees)?;
    turn.require_private()?;
    let one = settle(turn, registration, None)?;
    match shown {
        Some((filter, page)) => show(turn, filter, page, None),
        None => turn.rewrite(Fee::Settled {
            name: one.name,
            standing: FeeStanding::Paid,
        }),
    }
}

/// The fee is to be waived: the reason first.
pub fn waive(turn: &mut Turn<'_>, registration: i64) -> Result<(), Halt> {
    turn.require(Duty::Fees)?;
    turn.require_private()?;
    let one = owing(turn, registration)?;
    let mut conversation = Conversation::load(turn)?;
    conversation.reason = None;
    conversation.awaited = None;
    conversation.waiver = Some(registration);
    conversation.save(turn)?;
    turn.reply(Fee::WhyWaived { name: one.name })
}

/// The reason of a waiver, typed.
pub(super) fn reason_given(
    turn: &mut Turn<'_>,
    mut conversation: Conversation,
    registration: i64,
    input: Input<'_>,
) -> Result<(), Halt> {
    turn.require(Duty::Fees)?;
    let reason = match input {
        Input::Text(text) => text.trim(),
        _ => "",
    };
    if !(1..=LONGEST_REASON).contains(&reason.chars().count()) {
        return Err(FeeRefusal::ReasonWanted {
            longest: LONGEST_REASON,
        }
        .into());
    }
    conversation.waiver = None;
    conversation.save(turn)?;
    turn.enter_registration(registration)?;
    match settle(turn, registration, Some(reason.to_owned())) {
        Ok(one) => turn.reply(Fee::Settled {
            name: one.name,
            standing: FeeStanding::Waived {
                reason: reason.to_owned(),
            },
        }),
        // Settled meanwhile: what is typed next is no reason.
        Err(Halt::Refused(refusal)) => turn.reply(super::Notice::Refused(*refusal)),
        Err(fault) => Err(fault),
    }
}

/// It was a mistake: the fee is owed again.
pub fn undo(turn: &mut Turn<'_>, registration: i64) -> Result<(), Halt> {
    turn.require(Duty::Fees)?;
    turn.require_private()?;
    let one = registration::find(turn.tx, registration)?.ok_or(Refusal::Stale)?;
    let Some(settled) = fee::find(turn.tx, registration)? else {
        return Err(Refusal::Stale.into());
    };
    fee::unsettle(turn.tx, registration)?;
    let standing = standing(turn, registration)?;
    turn.journal(Entry {
        action: "fee.undo".to_owned(),
        subject: format!("registration {registration}"),
        before: Some(word(settled.waived.as_deref()).to_owned()),
        after: Some("owed".to_owned()),
        ..Entry::default()
    })?;
    tell(turn, &one, &standing)?;
    show_receipts(turn)?;
    turn.rewrite(Fee::Settled {
        name: one.name,
        standing,
    })
}

/// Where the registration's fee stands; `None`: the event takes none, or the registration owes none.
pub(super) fn standing_of(
    turn: &Turn<'_>,
    one: &Registration,
) -> Result<Option<FeeStanding>, Halt> {
    if turn.config.event.registration.fee.is_none() {
        return Ok(None);
    }
    let standing = standing(turn, one.id)?;
    let holds = matches!(one.state, State::Review | State::Accepted);
    Ok((holds || !matches!(standing, FeeStanding::Owed { .. })).then_some(standing))
}

/// How many of the accepted owe their fee; `None`: the event takes none.
pub(super) fn owing_accepted(turn: &Turn<'_>) -> Result<Option<u32>, Halt> {
    if turn.config.event.registration.fee.is_none() {
        return Ok(None);
    }
    let key = &turn.competition().key;
    Ok(Some(fee::count_owing(turn.tx, key, State::Accepted)?))
}

fn settle(
    turn: &Turn<'_>,
    registration: i64,
    waived: Option<String>,
) -> Result<Registration, Halt> {
    let one = owing(turn, registration)?;
    let settled = Settled {
        amount: match waived {
            Some(_) => 0,
            None => fee_of(turn)?.amount,
        },
        by: turn.account()?,
        waived,
    };
    fee::settle(turn.tx, registration, &settled, turn.now)?;
    turn.journal(Entry {
        action: format!("fee.{}", word(settled.waived.as_deref())),
        subject: format!("registration {registration}"),
        before: Some("owed".to_owned()),
        after: Some(format!("{} yuan", settled.amount)),
        reason: settled.waived.clone(),
        ..Entry::default()
    })?;
    let standing = standing(turn, registration)?;
    tell(turn, &one, &standing)?;
    show_receipts(turn)?;
    Ok(one)
}

fn word(waived: Option<&str>) -> &'static str {
    match waived {
        Some(_) => "waived",
        None => "paid",
    }
}

fn tell(turn: &Turn<'_>, one: &Registration, standing: &FeeStanding) -> Result<(), Halt> {
    let Some(owner) = one.account else {
        return Ok(());
    };
    turn.tell(
        owner,
        Fee::Told {
            name: one.name.clone(),
            standing: standing.clone(),
        },
    )
}

fn standing(turn: &Turn<'_>, registration: i64) -> Result<FeeStanding, Halt> {
    Ok(match fee::find(turn.tx, registration)? {
        Some(Settled {
            waived: Some(reason),
            ..
        }) => FeeStanding::Waived { reason },
        Some(_) => FeeStanding::Paid,
        None => FeeStanding::Owed {
            receipts: paper::count_receipts(turn.tx, registration)?,
        },
    })
}

/// A registration that holds a place and owes its fee.
fn owing(turn: &Turn<'_>, id: i64) -> Result<Registration, Halt> {
    fee_of(turn)?;
    let one = registration::find(turn.tx, id)?.ok_or(Refusal::Stale)?;
    if let Some(settled) = fee::find(turn.tx, id)? {
        let by = account::find(turn.tx, settled.by)?.map(|account| account.name);
        return Err(FeeRefusal::Already {
            name: one.name,
            by,
            standing: standing(turn, id)?,
        }
        .into());
    }
    if !matches!(one.state, State::Review | State::Accepted) {
        return Err(FeeRefusal::NoPlace { name: one.name }.into());
    }
    Ok(one)
}

fn owing_of_mine(turn: &Turn<'_>, id: i64) -> Result<Registration, Halt> {
    let account = turn.account()?;
    let one = owing(turn, id)?;
    if one.account == Some(account) {
        Ok(one)
    } else {
        Err(Refusal::Stale.into())
    }
}

fn fee_of<'a>(turn: &Turn<'a>) -> Result<&'a config::Fee, Halt> {
    let fee = turn.config.event.registration.fee.as_ref();
    fee.ok_or_else(|| FeeRefusal::NoFee.into())
}

fn is_fresh(since: DateTime<Utc>, now: DateTime<Utc>) -> bool {
    now - since <= AWAITED
}

/// Shows every arbiter how many receipts wait for a look.
fn show_receipts(turn: &Turn<'_>) -> Result<(), Halt> {
    let rows = rows(turn)?;
    let open = rows
        .iter()
        .filter(|row| FeeFilter::Receipt.shows(&row.standing))
        .count();
    turn.show_arbiters(RECEIPTS, Fee::Receipts { open })
}

fn rows(turn: &Turn<'_>) -> Result<Vec<FeeRow>, Halt> {
    let accounts = fee::all(turn.tx, &turn.competition().key)?;
    let rows = accounts.into_iter().map(|one| FeeRow {
        registration: one.registration,
        name: one.name,
        state: one.state,
        standing: match one.settled {
            Some(Settled {
                waived: Some(reason),
                ..
            }) => FeeStanding::Waived { reason },
            Some(_) => FeeStanding::Paid,
            None => FeeStanding::Owed {
                receipts: one.receipts,
            },
        },
    });
    // Who has left owes nothing, though a receipt may be there.
    let owes = |row: &FeeRow| matches!(row.state, State::Review | State::Accepted);
    Ok(rows
        .filter(|row| owes(row) || !matches!(row.standing, FeeStanding::Owed { .. }))
        .collect())
}

fn show(turn: &Turn<'_>, filter: FeeFilter, page: usize, sought: Option<&str>) -> Result<(), Halt> {
    fee_of(turn)?;
    let all = rows(turn)?;
    let received = fee::all(turn.tx, &turn.competition().key)?
        .iter()
        .filter_map(|one| one.settled.as_ref())
        .map(|settled| settled.amount)
        .sum();
    let counts = FeeFilter::ALL.map(|filter| {
        let shown = all.iter().filter(|row| filter.shows(&row.standing));
        (filter, shown.count())
    });
    let shown: Vec<FeeRow> = all
        .into_iter()
        .filter(|row| match sought {
            Some(sought) => row.name.contains(sought),
            None => filter.shows(&row.standing),
        })
        .collect();
    if let Some(sought) = sought.filter(|_| shown.is_empty()) {
        return Err(FeeRefusal::NobodyNamed {
            sought: sought.to_owned(),
        }
        .into());
    }
    let pages = match sought {
        // Enough to choose from; whoever seeks more writes more of the name.
        Some(_) => 1,
        None => shown.len().div_ceil(PAGE).max(1),
    };
    let page = page.min(pages - 1);
    turn.rewrite(Fee::List(FeeList {
        filter,
        counts: counts.to_vec(),
        received,
        rows: shown.into_iter().skip(page * PAGE).take(PAGE).collect(),
        page,
        pages,
        sought: sought.map(str::to_owned),
    }))
}
