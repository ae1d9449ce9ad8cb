use chrono::{DateTime, Utc};
use rusqlite::Transaction;

use super::knockout::Memo;
use super::role::{Duty, not_allowed};
use super::{Actor, Chat, Means, Notice, Refusal};
use crate::config::{Competition, Config, Pool, Role, Swiss};
use crate::store::journal::{self, Entry};
use crate::store::outbox::{self, GROUP_CHAT, New};
use crate::store::{Sealer, StoreError, account, arbiter, competition, round, setting};
use crate::tournament::mask_numbers;

/// One turn at the desk: the open transaction, the time, who is acting, and what is said.
pub struct Turn<'a> {
    pub tx: &'a Transaction<'a>,
    pub sealer: &'a Sealer,
    pub config: &'a Config,
    pub now: DateTime<Utc>,
    pub(super) means: &'a Means,
    /// `None`: the program itself, when a time has come.
    pub(super) actor: Option<&'a Actor>,
    /// The competition this turn is about, and its points stage.
    pub(super) competition: &'a Competition,
    pub(super) swiss: &'a Swiss,
    /// The message with the pressed button stays as it is.
    pub(super) is_apart: bool,
    /// The knockout as it was loaded last, for as long as nothing is written.
    pub(super) knockout: Memo<'a>,
}

/// Why a use case ends without its effect.
#[derive(Debug)]
pub enum Halt {
    /// It may not be; the person is told why and what to do next.
    Refused(Box<Refusal>),
    /// It failed; logged with an id.
    Fault(StoreError),
    /// It failed too often, for the reason given; logged with an id.
    GivenUp(String),
}

impl From<Refusal> for Halt {
    fn from(refusal: Refusal) -> Self {
        Halt::Refused(Box::new(refusal))
    }
}

impl<E: Into<StoreError>> From<E> for Halt {
    fn from(error: E) -> Self {
        Halt::Fault(error.into())
    }
}

impl<'a> Turn<'a> {
    /// The competition this turn is about: the one the account chose, or that of what it names.
    pub fn competition(&self) -> &'a Competition {
        self.competition
    }

    /// All competitions of the event, in its order.
    pub fn competitions(&self) -> &'a [Competition] {
        &self.config.event.competitions
    }

    /// Whether it has to be said which competition is meant.
    pub fn is_one_of_several(&self) -> bool {
        self.competitions().len() > 1
    }

    /// The pools of places of the competition.
    pub fn pools(&self) -> impl Iterator<Item = &'a Pool> + use<'a> {
        let registration = &self.config.event.registration;
        registration.pools_of(&self.competition.key)
    }

    /// From here on the turn is about this competition.
    ///
    /// # Errors
    /// [`Refusal::Stale`] when the event has no such competition (any more).
    pub fn enter(&mut self, key: &str) -> Result<(), Halt> {
        let mut all = self.competitions().iter();
        let found = all.find(|competition| competition.key == key);
        let competition = found.ok_or(Refusal::Stale)?;
        self.swiss = competition.swiss().next().ok_or(Refusal::Stale)?;
        self.competition = competition;
        Ok(())
    }

    /// From here on the turn is about the competition of this registration; none: as before.
    pub fn enter_registration(&mut self, id: i64) -> Result<(), Halt> {
        match competition::of_registration(self.tx, id)? {
            Some(key) => self.enter(&key),
            None => Ok(()),
        }
    }

    /// From here on the turn is about the competition of this round; none: as before.
    pub fn enter_round(&mut self, id: i64) -> Result<(), Halt> {
        match competition::of_round(self.tx, id)? {
            Some(key) => self.enter(&key),
            None => Ok(()),
        }
    }

    /// From here on the turn is about the competition of this game; none: as before.
    pub fn enter_game(&mut self, id: i64) -> Result<(), Halt> {
        match competition::of_game(self.tx, id)? {
            Some(key) => self.enter(&key),
            None => Ok(()),
        }
    }

    /// The points stage.
    pub fn swiss(&self) -> &'a Swiss {
        self.swiss
    }

    /// The points stage's row in the database.
    pub fn stage_id(&self) -> Result<i64, Halt> {
        Ok(round::stage(
            self.tx,
            &self.competition.key,
            &self.swiss.key,
        )?)
    }

    /// Who acts; `None` when the program does.
    pub fn actor(&self) -> Option<&'a Actor> {
        self.actor
    }

    /// The acting account.
    ///
    /// # Errors
    /// [`Refusal::NobodyActing`] when the program itself acts.
    pub fn account(&self) -> Result<i64, Halt> {
        Ok(self.actor.ok_or(Refusal::NobodyActing)?.account)
    }

    /// The role of the acting account, also in the arbitration committee.
    pub fn office(&self) -> Result<Option<Role>, Halt> {
        match self.actor {
            Some(actor) => Ok(arbiter::office(self.tx, actor.account)?),
            None => Ok(None),
        }
    }

    /// The role of the acting account among the arbiters.
    pub fn role(&self) -> Result<Option<Role>, Halt> {
        match self.actor {
            Some(actor) => Ok(arbiter::role(self.tx, actor.account)?),
            None => Ok(None),
        }
    }

    /// Refuses unless the acting account is an arbiter of at least this rank.
    pub fn require(&self, duty: Duty) -> Result<Role, Halt> {
        let needs = duty.least();
        match self.office()? {
            Some(role) if role >= needs => Ok(role),
            held => Err(not_allowed(self, needs, held)?.into()),
        }
    }

    /// Refuses outside a private chat.
    pub fn require_private(&self) -> Result<(), Halt> {
        match self.actor {
            Some(actor) if !actor.is_private() => Err(Refusal::PrivateOnly.into()),
            _ => Ok(()),
        }
    }

    /// Refuses while no group is bound: what has to be public has nowhere to go.
    pub fn require_group(&self) -> Result<(), Halt> {
        match setting::get_i64(self.tx, setting::GROUP)? {
            Some(_) => Ok(()),
            None => Err(Refusal::NoGroup.into()),
        }
    }

    /// Random bytes.
    pub fn roll<const N: usize>(&self) -> [u8; N] {
        let mut bytes = [0; N];
        (self.means.dice)(&mut bytes);
        bytes
    }

    /// Answers where the person wrote.
    pub fn reply(&self, notice: impl Into<Notice>) -> Result<(), Halt> {
        self.answer(notice.into(), None)
    }

    /// From here on a pressed button is answered by messages of their own: the one it stood on stays.
    pub fn answer_apart(&mut self) {
        self.is_apart = true;
    }

    /// Shows the newest state in the account's one message of this slot; `later`: after what is waited for.
    pub(super) fn show_in_slot(
        &self,
        account: i64,
        slot: &str,
        notice: impl Into<Notice>,
        later: bool,
    ) -> Result<(), Halt> {
        self.owe(account, None, &notice.into(), later, Some(slot), None)
    }

    /// Answers a pressed button by changing the message it stood on; otherwise replies.
    pub fn rewrite(&self, notice: impl Into<Notice>) -> Result<(), Halt> {
        let edits = self
            .actor
            .filter(|actor| actor.tapped && !self.is_apart)
            .and_then(|actor| actor.message);
        self.answer(notice.into(), edits)
    }

    /// Asks the acting person with buttons that are for nobody else's fingers: said in the group, it is
    /// asked in their private chat.
    pub(super) fn ask_alone(&self, notice: impl Into<Notice>) -> Result<(), Halt> {
        match self.actor {
            Some(actor) if !actor.is_private() => {
                let known = account::find(self.tx, actor.account)?;
                if !known.is_some_and(|known| known.reachable) {
                    self.require_private()?;
                }
                self.tell_now(actor.account, notice)
            }
            _ => self.rewrite(notice),
        }
    }

    fn answer(&self, notice: Notice, edits: Option<i64>) -> Result<(), Halt> {
        let Some(actor) = self.actor else {
            return Ok(());
        };
        let (chat, thread) = match actor.chat {
            Chat::Private => (actor.account, None),
            Chat::Group { id, thread } => {
                let bound = setting::get_i64(self.tx, setting::GROUP)? == Some(id);
                (if bound { GROUP_CHAT } else { id }, thread)
            }
        };
        self.owe(chat, thread, &notice, false, None, edits)
    }

    /// Writes to an account's private chat: an announcement.
    pub fn tell(&self, account: i64, notice: impl Into<Notice>) -> Result<(), Halt> {
        self.owe(account, None, &notice.into(), true, None, None)
    }

    /// Writes to an account's private chat at once, before announcements: someone waits for it.
    pub fn tell_now(&self, account: i64, notice: impl Into<Notice>) -> Result<(), Halt> {
        self.owe(account, None, &notice.into(), false, None, None)
    }

    /// Writes to a chat by its id: a group that is not, or no longer, the bound one.
    pub fn tell_chat(&self, chat: i64, notice: impl Into<Notice>) -> Result<(), Halt> {
        self.owe(chat, None, &notice.into(), true, None, None)
    }

    /// Writes to the bound group; kept back until there is one.
    pub fn tell_group(&self, notice: impl Into<Notice>) -> Result<(), Halt> {
        self.owe(GROUP_CHAT, None, &notice.into(), true, None, None)
    }

    /// Shows the newest state in the group's one message of this slot of the competition.
    pub fn show_group(&self, slot: &str, notice: impl Into<Notice>) -> Result<(), Halt> {
        let slot = self.slot(slot);
        self.owe(GROUP_CHAT, None, &notice.into(), true, Some(&slot), None)
    }

    /// Whether the group ever had, or is owed, the message of this slot of the competition.
    pub fn has_shown(&self, slot: &str) -> Result<bool, Halt> {
        Ok(outbox::has_slot(self.tx, &self.slot(slot), GROUP_CHAT)?)
    }

    /// Writes to every arbiter.
    pub fn tell_arbiters(&self, notice: impl Into<Notice>) -> Result<(), Halt> {
        let notice = notice.into();
        for (id, _) in arbiter::all(self.tx)? {
            if account::find(self.tx, id)?.is_some_and(|account| account.reachable) {
                self.owe(id, None, &notice, false, None, None)?;
            }
        }
        Ok(())
    }

    /// Shows the newest state in the account's one message of this slot of the competition, as an
    /// announcement; nothing to one who cannot be reached.
    pub(super) fn show_one(
        &self,
        account: i64,
        slot: &str,
        notice: impl Into<Notice>,
    ) -> Result<(), Halt> {
        if account::find(self.tx, account)?.is_some_and(|account| account.reachable) {
            let slot = self.slot(slot);
            self.owe(account, None, &notice.into(), true, Some(&slot), None)?;
        }
        Ok(())
    }

    /// Shows the newest state in every arbiter's one message of this slot of the competition.
    pub fn show_arbiters(&self, slot: &str, notice: impl Into<Notice>) -> Result<(), Halt> {
        let notice = notice.into();
        for (id, _) in arbiter::all(self.tx)? {
            self.show_one(id, slot, notice.clone())?;
        }
        Ok(())
    }

    /// Writes a line of the journal in the acting person's name. Numbers of documents and phones that
    /// someone typed into it are masked: the journal is kept for ever.
    pub fn journal(&self, mut entry: Entry) -> Result<(), Halt> {
        entry.before = entry.before.as_deref().map(mask_numbers);
        entry.after = entry.after.as_deref().map(mask_numbers);
        entry.reason = entry.reason.as_deref().map(mask_numbers);
        if let Some(actor) = self.actor {
            entry.account = Some(actor.account);
            if let Some(role) = self.office()? {
                entry.role = Some(crate::store::word::word(role)?);
            }
        }
        journal::write(self.tx, &entry, Some(&self.competition.key), self.now)?;
        Ok(())
    }

    fn slot(&self, slot: &str) -> String {
        if self.is_one_of_several() {
            format!("{}/{slot}", self.competition.key)
        } else {
            slot.to_owned()
        }
    }

    fn owe(
        &self,
        chat: i64,
        thread: Option<i64>,
        notice: &Notice,
        is_broadcast: bool,
        slot: Option<&str>,
        edits: Option<i64>,
    ) -> Result<(), Halt> {
        let json = if self.is_one_of_several() && notice.is_of_competition() {
            let competition = self.competition.key.clone();
            let notice = Box::new(notice.clone());
            serde_json::to_string(&Notice::Of {
                competition,
                notice,
            })?
        } else {
            serde_json::to_string(notice)?
        };
        let new = New {
            chat,
            thread,
            notice: &json,
            is_broadcast,
            slot,
            edits,
        };
        outbox::add(self.tx, &new, self.now)?;
        Ok(())
    }
}
