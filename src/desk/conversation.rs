use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

use super::appeal::Draft as AppealDraft;
use super::awaited::Awaited;
use super::import::Batch;
use super::penalty::Draft as PenaltyDraft;
use super::{Halt, Turn};
use crate::store::draft;
use crate::tournament::form::Form;

/// What an account is in the middle of. Kept sealed; a restart goes on with it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Conversation {
    pub form: Option<Form>,
    /// The other form: an arbiter's own while he fills one in for a player without an account, or that one
    /// while he fills in his own.
    pub shelved: Option<Form>,
    /// A roster an arbiter sent, which waits for the tap that loads it.
    pub batch: Option<Batch>,
    /// An arbiter types the reason of a decision.
    pub reason: Option<AwaitedReason>,
    /// A player sends papers that were asked for.
    pub supplement: Option<Supplement>,
    /// A player sends the receipt of a fee.
    pub receipt: Option<AwaitedReceipt>,
    /// An arbiter types why the fee of this registration is waived.
    pub waiver: Option<i64>,
    /// A penalty on the way: the player, what for, in which game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub penalty: Option<PenaltyDraft>,
    /// An appeal on the way.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub appeal: Option<AppealDraft>,
    /// What is typed or sent next, of discipline.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub awaited: Option<Awaited>,
    /// The section, by its key, to which an arbiter's review keeps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub review_section: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct AwaitedReceipt {
    pub registration: i64,
    /// When it was asked for, or the last one came.
    pub since: DateTime<Utc>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct AwaitedReason {
    pub registration: i64,
    pub version: i64,
    /// More papers; otherwise refuse.
    pub asks: bool,
    /// When it was asked for.
    #[serde(default)]
    pub since: Option<DateTime<Utc>>,
}

impl AwaitedReason {
    /// Whether what is typed now can still be meant for it.
    pub(super) fn is_awaited(&self, now: DateTime<Utc>) -> bool {
        self.since
            .is_some_and(|since| now - since < TimeDelta::minutes(30))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Supplement {
    pub registration: i64,
    /// Papers sent since they were asked for.
    pub given: u32,
    /// Left for now; the button goes on with it.
    #[serde(default)]
    pub paused: bool,
}

impl Conversation {
    pub(super) fn load(turn: &Turn<'_>) -> Result<Conversation, Halt> {
        let account = turn.account()?;
        Ok(draft::load(turn.tx, turn.sealer, account)?.unwrap_or_default())
    }

    /// Takes up the form an arbiter fills in for somebody, or the account's own; the other is laid aside.
    pub(super) fn take_up(&mut self, by_arbiter: bool) {
        let is_other = |form: &Form| form.by_arbiter.is_some() != by_arbiter;
        let is_wanted = |form: &Form| form.by_arbiter.is_some() == by_arbiter;
        if self.form.as_ref().is_some_and(is_other) || self.shelved.as_ref().is_some_and(is_wanted)
        {
            std::mem::swap(&mut self.form, &mut self.shelved);
        }
        if let Some(shelved) = &mut self.shelved {
            shelved.paused = true;
        }
    }

    /// The form is done with: the one laid aside is there again, left for now.
    pub(super) fn form_done(&mut self) {
        self.form = self.shelved.take();
    }

    pub(super) fn save(&self, turn: &Turn<'_>) -> Result<(), Halt> {
        let account = turn.account()?;
        if *self == Conversation::default() {
            draft::discard(turn.tx, account)?;
        } else {
            draft::save(turn.tx, turn.sealer, account, self, turn.now)?;
        }
        Ok(())
    }
}
