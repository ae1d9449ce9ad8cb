use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use rusqlite::Connection;
use teloxide::prelude::Requester;
use teloxide::stop::StopFlag;
use teloxide::{Bot, RequestError};
use tokio::time::Instant;

use super::blocking::blocking;
use super::easel::Easel;
use super::message::{File, Message};
use super::outgoing::{self, Place};
use super::pace::Pace;
use super::texts;
use super::trouble::{Trouble, trouble};
use crate::desk::notice::Print;
use crate::desk::{Desk, Notice, announce, membership, print, undelivered};
use crate::render::RenderError;
use crate::store::instant::{from_ms, to_ms};
use crate::store::outbox::{self, GROUP_CHAT, Owed};
use crate::store::{StoreError, setting};

/// Waits while Telegram cannot be reached: from the first to the last, doubling.
const FIRST_WAIT: Duration = Duration::from_secs(1);
const LAST_WAIT: Duration = Duration::from_secs(30);

/// How long to leave a group alone that does not let the bot write. Its rights may come back unannounced.
const SHUT: TimeDelta = TimeDelta::minutes(1);

/// How often an upload is tried that does not arrive although Telegram answers. What comes after it waits so
/// long.
const UPLOADS: u32 = 3;

/// The longest sleep with nothing to do; a held chat or a moved clock is noticed after it at the latest.
const NAP: Duration = Duration::from_secs(1);

/// The one sender of what the outbox owes.
///
/// A message goes out, then one transaction records its id and takes up the next: after a crash only the
/// message that was on its way is in doubt, and that one is sent again.
pub struct Delivery {
    desk: Arc<Desk>,
    bot: Bot,
    /// The same with patience for what is large.
    uploader: Bot,
    easel: Arc<Easel>,
    pace: Pace,
    /// How often the upload on its way has been tried.
    uploads: u32,
    /// Taken up and not yet sent.
    job: Option<Job>,
    wait: Duration,
}

/// What became of one step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// A message went out, or was found to stand in the chat already.
    Sent,
    /// A message did not go out; its row is settled or put back.
    Dropped,
    /// Nothing can go out before this long.
    Later(Duration),
    /// Nothing is owed that may be sent now.
    Idle,
}

/// One message of an outbox row, ready to go out.
#[derive(Debug, Clone)]
struct Job {
    owed: Owed,
    notice: Notice,
    place: Place,
    parts: Vec<Message>,
    /// The message whose text it replaces.
    edits: Option<i64>,
}

impl Job {
    fn part(&self) -> usize {
        usize::try_from(self.owed.part).unwrap_or(usize::MAX)
    }

    fn is_private(&self) -> bool {
        self.place.chat > 0
    }

    fn file(&self) -> Option<&File> {
        self.parts.get(self.part())?.file.as_ref()
    }

    /// Whether its bytes go to Telegram.
    fn is_upload(&self) -> bool {
        matches!(self.file(), Some(File::Made { .. } | File::Pictures(_)))
    }

    /// Whether somebody waits for the picture or file.
    fn is_asked(&self) -> bool {
        !matches!(self.notice.bare(), Notice::Print(Print::Tables { asked, .. }) if !asked)
    }
}

impl Delivery {
    pub fn new(desk: Arc<Desk>, bot: Bot, uploader: Bot) -> Delivery {
        let pace = Pace::new(&desk.config().telegram, Instant::now());
        let easel = Easel::new(&desk.config().render);
        Delivery {
            desk,
            bot,
            uploader,
            easel,
            pace,
            uploads: 0,
            job: None,
            wait: FIRST_WAIT,
        }
    }

    /// Sends until told to stop; the message on its way is finished and recorded.
    pub async fn run(mut self, stop: StopFlag) {
        Arc::clone(&self.easel).look(Arc::clone(&self.desk));
        while !stop.is_stopped() {
            let nap = match self.step().await {
                Ok(Step::Sent | Step::Dropped) => continue,
                Ok(Step::Later(wait)) => wait,
                Ok(Step::Idle) => {
                    let held = self.pace.release();
                    held.map_or(NAP, |until| until - Instant::now()).min(NAP)
                }
                Err(error) => {
                    tracing::error!("messages cannot be taken from the database: {error}");
                    NAP
                }
            };
            let desk = Arc::clone(&self.desk);
            tokio::select! {
                () = stop.clone() => {}
                () = desk.owed(), if self.job.is_none() => {}
                () = tokio::time::sleep(nap) => {}
            }
        }
        self.lay_down().await;
    }

    /// Takes one message a step further. An error is the database's; nothing is lost by it.
    pub async fn step(&mut self) -> Result<Step, StoreError> {
        if self.job.is_none() {
            self.job = self.take_up().await?;
        }
        let Some(job) = self.job.clone() else {
            return Ok(Step::Idle);
        };
        let now = Instant::now();
        if self.pace.next() > now {
            return Ok(Step::Later(self.pace.next() - now));
        }
        if job.owed.in_doubt {
            tracing::warn!(
                row = job.owed.id,
                part = job.owed.part,
                "a message was on its way when the program stopped: sent again"
            );
        }
        let Some(mut job) = self.drawn(job).await? else {
            return Ok(Step::Dropped);
        };
        match self.transmit(&job).await {
            Ok(message) => {
                self.wait = FIRST_WAIT;
                self.uploads = 0;
                // A picture cannot be edited: the new one takes the place of the one before it.
                let replaced = job.edits.filter(|old| *old != message && job.is_upload());
                let chat = job.place.chat;
                // What has arrived need not be carried on.
                let part = job.part();
                if let Some(sent) = job.parts.get_mut(part) {
                    sent.file = None;
                }
                self.pace
                    .sent(job.owed.chat, !job.is_private(), Instant::now());
                self.record(job, message).await?;
                self.clear_away(chat, replaced.into_iter().collect()).await;
                Ok(Step::Sent)
            }
            Err(error) => self.settle(job, &error).await,
        }
    }

    /// The job with its next part drawn, if that is still a draft. One that cannot be drawn is settled as
    /// failed; who asked for it is told why instead.
    async fn drawn(&mut self, mut job: Job) -> Result<Option<Job>, StoreError> {
        let Some(File::Draft { name, draft }) = job.file().cloned() else {
            return Ok(Some(job));
        };
        let part = job.part();
        match self.easel.make(name, *draft).await {
            Ok(made) => {
                if let Some(message) = job.parts.get_mut(part) {
                    message.file = Some(made);
                }
            }
            Err(error) => {
                tracing::warn!(row = job.owed.id, "a table is not drawn: {error}");
                if error == RenderError::NoFont {
                    self.blocking(|desk| desk.act(print::no_font)).await?;
                }
                if !job.is_asked() {
                    self.job = None;
                    self.fail(job.owed.id, error.to_string()).await?;
                    return Ok(None);
                }
                job.parts.truncate(part);
                job.parts.push(texts::print::not_made(&error));
            }
        }
        self.job = Some(job.clone());
        Ok(Some(job))
    }

    /// Sends or edits, and returns the id of the message that now shows the part.
    async fn transmit(&self, job: &Job) -> Result<i64, RequestError> {
        let Some(message) = job.parts.get(job.part()) else {
            return Ok(0);
        };
        if let Some(old) = job.edits.filter(|_| message.file.is_none()) {
            let chat = job.place.chat;
            let mut edited = outgoing::edit(&self.bot, chat, old, message).await;
            if let Err(error) = &edited
                && trouble(error, job.is_private()) == Trouble::IsCaption
                && outgoing::is_caption(message)
            {
                edited = outgoing::edit_caption(&self.bot, chat, old, message).await;
            }
            match edited {
                Ok(()) => return Ok(old),
                Err(error) => match trouble(&error, job.is_private()) {
                    Trouble::Unmodified => return Ok(old),
                    Trouble::EditLost | Trouble::IsCaption => {}
                    _ => return Err(error),
                },
            }
        }
        let bot = if job.is_upload() {
            &self.uploader
        } else {
            &self.bot
        };
        let sent = outgoing::send(bot, job.place, message).await?;
        if message.pin {
            self.pin(job.place.chat, sent).await;
        }
        Ok(sent)
    }

    /// Pins what was just sent. It stands in the chat either way.
    async fn pin(&self, chat: i64, message: i64) {
        let Err(error) = outgoing::pin(&self.bot, chat, message).await else {
            return;
        };
        tracing::warn!(chat, message, "not pinned: {error}");
        let told = self.blocking(|desk| desk.act(announce::not_pinned)).await;
        if let Err(error) = told {
            tracing::error!("the arbiters were not told: {error}");
        }
    }

    /// Records the sent part and takes up what comes next, in one transaction. A message that was sent
    /// must not be sent again because the disk is full: recording is tried until it works.
    async fn record(&mut self, mut job: Job, message: i64) -> Result<(), StoreError> {
        let part = job.owed.part;
        job.owed.part += 1;
        job.owed.in_doubt = false;
        let mut wait = FIRST_WAIT;
        loop {
            let (recorded, held) = (job.clone(), self.pace.held(Instant::now()));
            let recorded = self
                .blocking(move |desk| {
                    desk.store().write(|tx| {
                        let sent = Owed {
                            part,
                            ..recorded.owed.clone()
                        };
                        outbox::part_sent(tx, &sent, part, recorded.place.chat, message)?;
                        let is_open_again = recorded.owed.chat == GROUP_CHAT
                            && setting::get(tx, setting::GROUP_SHUT)?.is_some();
                        let (next, leftovers) = next(tx, desk, recorded, &held)?;
                        Ok((next, leftovers, is_open_again))
                    })
                })
                .await;
            match recorded {
                Ok((next, leftovers, is_open_again)) => {
                    self.job = next;
                    if is_open_again {
                        self.blocking(|desk| desk.act(membership::open)).await?;
                    }
                    self.clear_away(job.place.chat, leftovers).await;
                    return Ok(());
                }
                Err(error) => {
                    tracing::error!(row = job.owed.id, "a sent message is not recorded: {error}");
                    tokio::time::sleep(wait).await;
                    wait = (wait * 2).min(LAST_WAIT);
                }
            }
        }
    }

    /// Deletes what a shorter text left over, or a newer picture replaces. One that cannot be deleted stays.
    async fn clear_away(&self, chat: i64, leftovers: Vec<i64>) {
        for message in leftovers {
            if let Err(error) = outgoing::delete(&self.bot, chat, message).await {
                tracing::debug!(chat, message, "not deleted: {error}");
            }
        }
    }

    /// Does what the error asks for.
    async fn settle(&mut self, job: Job, error: &RequestError) -> Result<Step, StoreError> {
        let id = job.owed.id;
        let trouble = trouble(error, job.is_private());
        if let Trouble::Offline(reason) = trouble {
            // The message may have arrived all the same: the row stays in doubt.
            tracing::warn!(row = id, "Telegram cannot be reached: {reason}");
            let wait = self.wait;
            self.wait = (wait * 2).min(LAST_WAIT);
            if !self.is_in_vain(&job).await {
                return Ok(Step::Later(wait));
            }
            self.job = None;
            self.wait = FIRST_WAIT;
            self.fail(id, reason).await?;
            return Ok(Step::Dropped);
        }
        self.job = None;
        self.wait = FIRST_WAIT;
        self.uploads = 0;
        match trouble {
            Trouble::TooFast(wait) => {
                tracing::warn!(chat = job.owed.chat, "Telegram asks to wait {wait:?}");
                self.pace.too_fast(job.owed.chat, wait, Instant::now());
                self.put_back(id, format!("{error}")).await?;
            }
            Trouble::Moved(to) => {
                let from = job.place.chat;
                let moved = self
                    .blocking(move |desk| desk.act(|turn| membership::migrated(turn, from, to)))
                    .await?;
                tracing::info!(from, to, ?moved, "the group has another id");
                if job.owed.chat == GROUP_CHAT {
                    self.put_back(id, format!("{error}")).await?;
                } else {
                    self.fail(id, format!("{error}")).await?;
                }
            }
            Trouble::TopicGone if let Some(thread) = job.place.thread => {
                self.blocking(move |desk| desk.act(|turn| membership::topic_gone(turn, thread)))
                    .await?;
                // What stood in that topic cannot be edited either: it is said anew.
                self.job = Some(Job {
                    place: Place {
                        thread: None,
                        ..job.place
                    },
                    edits: None,
                    ..job
                });
            }
            // The general topic is closed: there is no other to go to, until it is opened again.
            Trouble::TopicGone if job.owed.chat == GROUP_CHAT => {
                let reason = format!("{error}");
                tracing::warn!(group = job.place.chat, "the group is shut: {reason}");
                self.put_back(id, reason).await?;
                self.blocking(move |desk| desk.act(|turn| membership::shut(turn, turn.now + SHUT)))
                    .await?;
            }
            Trouble::Unreachable(reason) => {
                let (account, notice) = (job.place.chat, job.notice);
                tracing::info!(row = id, account, "not delivered: {reason}");
                self.blocking(move |desk| {
                    desk.act(|turn| {
                        outbox::failed(turn.tx, id, &reason, turn.now)?;
                        undelivered::undelivered(turn, account, &notice)
                    })
                })
                .await?;
                // Whatever became of the use case, this row is settled.
                self.fail(id, format!("{error}")).await?;
            }
            // The group may take texts and no pictures; if it takes nothing, the next text will tell.
            Trouble::Shut(reason) if job.is_upload() => self.fail(id, reason).await?,
            Trouble::Shut(reason) if job.owed.chat == GROUP_CHAT => {
                tracing::warn!(group = job.place.chat, "the group is shut: {reason}");
                self.put_back(id, reason).await?;
                self.blocking(move |desk| desk.act(|turn| membership::shut(turn, turn.now + SHUT)))
                    .await?;
            }
            Trouble::Shut(reason) => self.fail(id, reason).await?,
            other => {
                tracing::error!(row = id, part = job.owed.part, "not accepted: {other:?}");
                self.fail(id, format!("{error}")).await?;
            }
        }
        Ok(Step::Dropped)
    }

    /// Whether an upload fails again and again although Telegram answers: it must not hold back the rest.
    async fn is_in_vain(&mut self, job: &Job) -> bool {
        if !job.is_upload() {
            return false;
        }
        self.uploads += 1;
        let is_in_vain = self.uploads >= UPLOADS && self.bot.get_me().await.is_ok();
        if is_in_vain {
            self.uploads = 0;
        }
        is_in_vain
    }

    async fn put_back(&self, id: i64, reason: String) -> Result<(), StoreError> {
        self.blocking(move |desk| {
            desk.store()
                .write(|tx| Ok(outbox::put_back(tx, id, Some(&reason))?))
        })
        .await
    }

    async fn fail(&self, id: i64, reason: String) -> Result<(), StoreError> {
        self.blocking(move |desk| {
            let now = (desk.means().clock)();
            desk.store()
                .write(|tx| Ok(outbox::failed(tx, id, &reason, now)?))
        })
        .await
    }

    /// Puts back what was taken up and not begun.
    async fn lay_down(mut self) {
        let Some(job) = self.job.take() else {
            return;
        };
        if self.wait > FIRST_WAIT {
            // It was tried and may have arrived.
            return;
        }
        let laid_down = self
            .blocking(move |desk| {
                desk.store()
                    .write(|tx| Ok(outbox::put_back(tx, job.owed.id, None)?))
            })
            .await;
        if let Err(error) = laid_down {
            tracing::error!("a message was not put back: {error}");
        }
    }

    async fn take_up(&mut self) -> Result<Option<Job>, StoreError> {
        let held = self.pace.held(Instant::now());
        self.blocking(move |desk| desk.store().write(|tx| claim(tx, desk, &held)))
            .await
    }

    async fn blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Desk) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        blocking(&self.desk, work).await
    }
}

/// What follows the sent part: the row's next part, or another row. With it the messages that are left
/// over from a longer text.
fn next(
    tx: &Connection,
    desk: &Desk,
    mut job: Job,
    held: &[i64],
) -> Result<(Option<Job>, Vec<i64>), StoreError> {
    if job.part() < job.parts.len() {
        job.edits = edited(tx, &job.owed, job.place)?;
        if held.contains(&job.owed.chat) {
            outbox::put_back(tx, job.owed.id, None)?;
            return Ok((claim(tx, desk, held)?, Vec::new()));
        }
        return Ok((Some(job), Vec::new()));
    }
    outbox::done(tx, job.owed.id, (desk.means().clock)())?;
    let leftovers = match &job.owed.slot {
        Some(slot) => {
            let (chat, parts) = (job.place.chat, job.owed.part);
            let leftovers = outbox::slot_leftovers(tx, slot, chat, parts)?;
            if !leftovers.is_empty() {
                outbox::forget_leftovers(tx, slot, chat, parts)?;
            }
            leftovers
        }
        None => Vec::new(),
    };
    Ok((claim(tx, desk, held)?, leftovers))
}

/// Takes up the next row that can be sent. One that cannot be phrased is settled as failed.
fn claim(tx: &Connection, desk: &Desk, held: &[i64]) -> Result<Option<Job>, StoreError> {
    let now = (desk.means().clock)();
    let group = group(tx, now)?;
    let mut held = held.to_vec();
    if group.is_none() {
        held.push(GROUP_CHAT);
    }
    while let Some(owed) = outbox::claim(tx, &held, now)? {
        let (notice, parts) = match phrase(&owed, desk) {
            Ok(phrased) => phrased,
            Err(reason) => {
                tracing::error!(row = owed.id, "a notice cannot be phrased: {reason}");
                outbox::failed(tx, owed.id, &reason, now)?;
                continue;
            }
        };
        let place = match group {
            Some(group) if owed.chat == GROUP_CHAT => Place {
                thread: owed.thread.or(group.thread),
                ..group
            },
            _ => Place {
                chat: owed.chat,
                thread: owed.thread,
            },
        };
        let job = Job {
            edits: edited(tx, &owed, place)?,
            owed,
            notice,
            place,
            parts,
        };
        if job.part() < job.parts.len() {
            return Ok(Some(job));
        }
        outbox::done(tx, job.owed.id, now)?;
    }
    Ok(None)
}

/// The bound group, unless there is none or it is shut.
fn group(tx: &Connection, now: DateTime<Utc>) -> Result<Option<Place>, StoreError> {
    let Some(chat) = setting::get_i64(tx, setting::GROUP)? else {
        return Ok(None);
    };
    let shut = setting::get_i64(tx, setting::GROUP_SHUT)?;
    if shut.is_some_and(|until| from_ms(until) > from_ms(to_ms(now))) {
        return Ok(None);
    }
    Ok(Some(Place {
        chat,
        thread: setting::get_i64(tx, setting::GROUP_THREAD)?,
    }))
}

/// The message that the row's next part replaces.
fn edited(tx: &Connection, owed: &Owed, place: Place) -> Result<Option<i64>, StoreError> {
    Ok(match &owed.slot {
        Some(slot) => outbox::slot_message(tx, slot, place.chat, owed.part)?,
        None => owed.edits.filter(|_| owed.part == 0),
    })
}

fn phrase(owed: &Owed, desk: &Desk) -> Result<(Notice, Vec<Message>), String> {
    let notice: Notice = serde_json::from_str(&owed.notice).map_err(|error| error.to_string())?;
    let opened = notice.clone().opened(desk.store().sealer());
    let opened = opened.map_err(|error| error.to_string())?;
    let phrased = catch_unwind(AssertUnwindSafe(|| texts::phrase(&opened, desk.config())));
    match phrased {
        Ok(parts) => Ok((notice, parts)),
        Err(_) => Err("phrasing panicked".to_owned()),
    }
}
