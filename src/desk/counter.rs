use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use rusqlite::Transaction;
use tokio::sync::Notify;

use super::knockout::Memo;
use super::{Actor, Halt, Means, Notice, Refusal, Turn, panel};
use crate::config::{Competition, Config, Role, Swiss};
use crate::panics;
use crate::store::{
    Store, StoreError, account, arbiter, competition, inbox, journal, registration, setting,
};

/// The desk: every use case goes through [`Desk::handle`].
pub struct Desk {
    store: Store,
    config: Config,
    means: Means,
    outbox: Notify,
}

/// What became of an update.
#[derive(Debug, Clone, PartialEq)]
pub enum Handled {
    Done,
    /// Refused, and the person was told why; who pressed a button has yet to be shown it.
    Refused(Refusal),
    /// This update was handled before; nothing was done.
    Repeated,
    /// A fault: logged under this id, the person was told the id.
    Failed(String),
}

/// Why no turn could be taken: faults, not refusals.
#[derive(Debug, thiserror::Error)]
pub enum DeskError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("a competition of the event does not begin with a points stage")]
    NoPointsStage,
    #[error(
        "the database belongs to another event ({found}); this bot.toml is {expected}: \
         set `database` to another file"
    )]
    OtherEvent { found: String, expected: String },
}

impl From<rusqlite::Error> for DeskError {
    fn from(error: rusqlite::Error) -> Self {
        DeskError::Store(error.into())
    }
}

/// The setting that names the event a database belongs to.
const EVENT: &str = "event.name";

impl Desk {
    /// Takes the store into service for the event: its places, its arbiters.
    ///
    /// # Errors
    /// [`DeskError::OtherEvent`] when the database holds another event.
    pub fn open(store: Store, config: Config, means: Means) -> Result<Arc<Desk>, DeskError> {
        let desk = Desk {
            store,
            config,
            means,
            outbox: Notify::new(),
        };
        let competitions = &desk.config.event.competitions;
        if competitions.is_empty() || competitions.iter().any(|one| one.swiss().next().is_none()) {
            return Err(DeskError::NoPointsStage);
        }
        let now = (desk.means.clock)();
        desk.store.write(|tx| {
            let expected = &desk.config.event.name;
            match setting::get(tx, EVENT)? {
                Some(found) if found != *expected => {
                    return Err(DeskError::OtherEvent {
                        found,
                        expected: expected.clone(),
                    });
                }
                Some(_) => {}
                None => setting::set(tx, EVENT, expected)?,
            }
            for one in competitions {
                let pools = desk.config.event.registration.pools_of(&one.key);
                let pools: Vec<(&str, u32)> =
                    pools.map(|pool| (pool.key.as_str(), pool.seats)).collect();
                competition::ensure(tx, &one.key, &pools)?;
            }
            for entry in &desk.config.event.arbiters {
                if account::find(tx, entry.account)?.is_none() {
                    account::meet(tx, entry.account, "", None, false, now)?;
                }
                // A code may have raised it above what the file says.
                let raised = arbiter::role_by_code(tx, entry.account)?;
                let role = raised.map_or(entry.role, |raised| raised.max(entry.role));
                arbiter::appoint(tx, entry.account, role, now)?;
            }
            Ok(())
        })?;
        Ok(Arc::new(desk))
    }

    /// Handles one update in one transaction, exactly once.
    ///
    /// # Errors
    /// Only when the transaction itself fails: then nothing was done and the update still waits.
    pub fn handle(
        &self,
        update_id: i64,
        actor: &Actor,
        act: impl FnOnce(&mut Turn<'_>) -> Result<(), Halt>,
    ) -> Result<Handled, StoreError> {
        let now = (self.means.clock)();
        let handled = self.store.write(|tx| {
            if !inbox::handle(tx, update_id, now)? {
                return Ok::<_, StoreError>(Handled::Repeated);
            }
            let private = actor.is_private();
            let username = actor.username.as_deref();
            account::meet(tx, actor.account, &actor.name, username, private, now)?;
            self.run(tx, Some(actor), act)
        })?;
        self.outbox.notify_one();
        Ok(handled)
    }

    /// Counts that an update which an earlier run left over is begun once more.
    pub fn begin(&self, update_id: i64) -> Result<(), StoreError> {
        self.store.write(|tx| Ok(inbox::begin(tx, update_id)?))
    }

    /// Gives an update up that cannot be handled: logged, and the person is told.
    pub fn give_up(
        &self,
        update_id: i64,
        actor: Option<&Actor>,
        why: &str,
    ) -> Result<Handled, StoreError> {
        let now = (self.means.clock)();
        let handled = self.store.write(|tx| {
            if !inbox::handle(tx, update_id, now)? {
                return Ok::<_, StoreError>(Handled::Repeated);
            }
            self.run(tx, actor, |_| Err(Halt::GivenUp(why.to_owned())))
        })?;
        self.outbox.notify_one();
        Ok(handled)
    }

    /// Writes to the person after all what was meant to be shown over the pressed button.
    pub fn answer(&self, actor: &Actor, notice: Notice) -> Result<Handled, StoreError> {
        let handled = self
            .store
            .write(|tx| self.run(tx, Some(actor), |turn| turn.reply(notice)))?;
        self.outbox.notify_one();
        Ok(handled)
    }

    /// Whether the account is an arbiter.
    pub fn is_arbiter(&self, account: i64) -> Result<bool, StoreError> {
        self.store
            .write(|tx| Ok(arbiter::role(tx, account)?.is_some()))
    }

    /// The bound group's chat id.
    pub fn group(&self) -> Result<Option<i64>, StoreError> {
        self.store
            .write(|tx| Ok(setting::get_i64(tx, setting::GROUP)?))
    }

    /// Does what a time has come for, in the program's own name.
    pub fn act(
        &self,
        act: impl FnOnce(&mut Turn<'_>) -> Result<(), Halt>,
    ) -> Result<Handled, StoreError> {
        let handled = self.store.write(|tx| self.run(tx, None, act))?;
        self.outbox.notify_one();
        Ok(handled)
    }

    /// Marks an update that concerns nobody as handled.
    pub fn ignore(&self, update_id: i64) -> Result<(), StoreError> {
        let now = (self.means.clock)();
        self.store.write(|tx| {
            inbox::handle(tx, update_id, now)?;
            Ok(())
        })
    }

    /// A code that makes the one who sends it chief arbiter, while the event has no arbiter at all.
    pub fn first_code(&self) -> Result<Option<String>, StoreError> {
        let now = (self.means.clock)();
        self.store.write(|tx| {
            if !arbiter::all(tx)?.is_empty() {
                return Ok(None);
            }
            if let Some(code) = arbiter::unused_code(tx, Role::Chief)? {
                return Ok(Some(code));
            }
            let code = self.make_code();
            arbiter::keep_code(tx, &code, Role::Chief, None, now)?;
            Ok(Some(code))
        })
    }

    /// Resolves when something new may be owed.
    pub async fn owed(&self) {
        self.outbox.notified().await;
    }

    /// The database behind the desk.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// The event as configured.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// What the desk is handed of the world: time and chance.
    pub fn means(&self) -> &Means {
        &self.means
    }

    /// The competition a turn begins with: the one the account chose, else that of its newest
    /// registration, else the event's first.
    fn competition_for(
        &self,
        tx: &Transaction<'_>,
        actor: Option<&Actor>,
    ) -> Result<Option<(&Competition, &Swiss)>, StoreError> {
        let all = &self.config.event.competitions;
        let mut wanted = None;
        if let Some(actor) = actor.filter(|_| all.len() > 1) {
            wanted = account::competition(tx, actor.account)?;
            if wanted.is_none() {
                let newest = registration::of_account(tx, actor.account)?.pop();
                wanted = newest.map(|registration| registration.competition);
            }
        }
        let chosen = all.iter().find(|one| Some(&one.key) == wanted.as_ref());
        let Some(competition) = chosen.or(all.first()) else {
            return Ok(None);
        };
        Ok(competition.swiss().next().map(|swiss| (competition, swiss)))
    }

    /// Runs the use case inside a savepoint, so that a refusal or a fault leaves nothing behind but
    /// the answer to the person.
    fn run(
        &self,
        tx: &Transaction<'_>,
        actor: Option<&Actor>,
        act: impl FnOnce(&mut Turn<'_>) -> Result<(), Halt>,
    ) -> Result<Handled, StoreError> {
        let Some((competition, swiss)) = self.competition_for(tx, actor)? else {
            return Ok(Handled::Repeated);
        };
        let mut turn = Turn {
            tx,
            sealer: self.store.sealer(),
            config: &self.config,
            now: (self.means.clock)(),
            means: &self.means,
            actor,
            competition,
            swiss,
            is_apart: false,
            knockout: Memo::default(),
        };
        let since = journal::newest(tx)?;
        tx.execute_batch("SAVEPOINT act")?;
        let ended = catch_unwind(AssertUnwindSafe(|| act(&mut turn)));
        if !matches!(ended, Ok(Ok(()))) {
            tx.execute_batch("ROLLBACK TO act")?;
            turn.knockout = Memo::default();
        }
        tx.execute_batch("RELEASE act")?;
        match ended {
            Ok(Ok(())) => {
                refresh_panels(&mut turn, since)?;
                Ok(Handled::Done)
            }
            Ok(Err(Halt::Refused(refusal))) => {
                let refusal = refusal.masked();
                // Over a pressed button the refusal is shown as an alert.
                if !actor.is_some_and(|actor| actor.tapped) {
                    said(turn.reply(Notice::Refused(refusal.clone())))?;
                }
                Ok(Handled::Refused(refusal))
            }
            Ok(Err(Halt::Fault(error))) => self.fault(&turn, &error.to_string()),
            Ok(Err(Halt::GivenUp(why))) => self.fault(&turn, &why),
            Err(panic) => self.fault(&turn, &panics::caught(&*panic)),
        }
    }

    fn fault(&self, turn: &Turn<'_>, what: &str) -> Result<Handled, StoreError> {
        let id = self.make_code();
        tracing::error!(
            fault = id,
            account = turn.actor.map(|actor| actor.account),
            "{what}"
        );
        said(turn.reply(Notice::Fault { id: id.clone() }))?;
        Ok(Handled::Failed(id))
    }

    /// Eight letters and digits without those that look alike: 40 bits.
    fn make_code(&self) -> String {
        let mut bytes = [0; 8];
        (self.means.dice)(&mut bytes);
        code_of(bytes)
    }
}

/// Letters and digits that cannot be mistaken for one another.
pub(super) const ALPHABET: &[u8; 32] = b"ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/// Eight bytes as a code of letters and digits that cannot be mistaken for one another: 40 bits.
pub(super) fn code_of(bytes: [u8; 8]) -> String {
    letters(&bytes)
}

/// Five bits of each byte as one of [`ALPHABET`].
pub(super) fn letters(bytes: &[u8]) -> String {
    bytes
        .iter()
        .filter_map(|byte| ALPHABET.get(usize::from(byte % 32)))
        .map(|letter| char::from(*letter))
        .collect()
}

/// Brings the arbiters' panels up to date. What was done stands, whatever becomes of that.
fn refresh_panels(turn: &mut Turn<'_>, since: i64) -> Result<(), StoreError> {
    if journal::newest(turn.tx)? == since {
        return Ok(());
    }
    turn.tx.execute_batch("SAVEPOINT panel")?;
    let ended = catch_unwind(AssertUnwindSafe(|| panel::refresh(turn, since)));
    if !matches!(ended, Ok(Ok(()))) {
        tracing::error!("the arbiters' panels were not brought up to date");
        turn.tx.execute_batch("ROLLBACK TO panel")?;
    }
    Ok(turn.tx.execute_batch("RELEASE panel")?)
}

fn said(result: Result<(), Halt>) -> Result<(), StoreError> {
    match result {
        Err(Halt::Fault(error)) => Err(error),
        Ok(()) | Err(Halt::Refused(_) | Halt::GivenUp(_)) => Ok(()),
    }
}
