use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use chrono::TimeDelta;
use futures::Stream;
use futures::future::{Either, select};
use serde::Serialize;
use serde_json::Value;
use teloxide::Bot;
use teloxide::prelude::Request;
use teloxide::requests::{JsonRequest, Payload};
use teloxide::stop::{StopFlag, StopToken, mk_stop_token};
use teloxide::types::{AllowedUpdate, Update, UpdateKind};
use teloxide::update_listeners::{StatefulListener, UpdateListener};
use teloxide::{ApiError, RequestError};
use tokio::time::Instant;

use super::dispatch::give_up;
use super::incoming;
use crate::desk::Desk;
use crate::panics;
use crate::store::{StoreError, inbox};

/// How long Telegram holds a poll that has nothing to tell. Its answer to a bot behind a proxy must not
/// be cut off on the way.
pub const POLL: Duration = Duration::from_secs(25);

/// Waits after a failed poll: from the first to the last, doubling.
const FIRST_WAIT: Duration = Duration::from_millis(500);
const LAST_WAIT: Duration = Duration::from_secs(30);

/// An update that was begun this often and never finished is given up.
const ATTEMPTS: u32 = 3;

/// After a week without an update Telegram numbers the next one anew, perhaps lower: long before that,
/// ask for whatever there is.
const FORGOTTEN: Duration = Duration::from_secs(48 * 60 * 60);

/// Telegram keeps an update for a day.
const KEPT: TimeDelta = TimeDelta::hours(24);

/// Yields the updates that an earlier run left unhandled, then polls. Each update is in the inbox before
/// the next poll tells Telegram that it arrived, and only updates new to the inbox are yielded.
pub fn listener(
    bot: Bot,
    desk: Arc<Desk>,
) -> (impl UpdateListener<Err = Infallible> + Send, StopToken) {
    let (token, flag) = mk_stop_token();
    let stop = token.clone();
    let state = Listener {
        bot,
        desk,
        flag,
        ready: VecDeque::new(),
        offset: None,
        is_started: false,
        heard: Instant::now(),
        wait: FIRST_WAIT,
    };
    let listener = StatefulListener::new(state, updates, move |_: &mut Listener| token.clone());
    (listener, stop)
}

struct Listener {
    bot: Bot,
    desk: Arc<Desk>,
    flag: StopFlag,
    ready: VecDeque<Update>,
    /// The update to ask for next.
    offset: Option<i64>,
    is_started: bool,
    /// When the last update came.
    heard: Instant,
    wait: Duration,
}

fn updates(listener: &mut Listener) -> impl Stream<Item = Result<Update, Infallible>> + Send + '_ {
    futures::stream::unfold(listener, |listener| async {
        let update = listener.next().await?;
        Some((Ok(update), listener))
    })
}

impl Listener {
    /// The next update; `None` when told to stop.
    async fn next(&mut self) -> Option<Update> {
        loop {
            if self.flag.is_stopped() {
                return None;
            }
            if let Some(update) = self.ready.pop_front() {
                return Some(update);
            }
            let flag = self.flag.clone();
            let more = std::pin::pin!(self.more());
            match select(more, flag).await {
                Either::Left(_) => {}
                Either::Right(_) => return None,
            }
        }
    }

    /// Gets more updates ready, or waits a while.
    async fn more(&mut self) {
        let failed = if !self.is_started {
            self.take_up().await.err()
        } else {
            self.poll().await.err()
        };
        let Some(failure) = failed else {
            self.wait = FIRST_WAIT;
            return;
        };
        match &failure {
            Failure::Telegram(RequestError::Api(ApiError::TerminatedByOtherGetUpdates)) => {
                tracing::error!(
                    "another program polls with the same token; stop it, only one may run"
                );
            }
            Failure::Telegram(RequestError::RetryAfter(seconds)) => {
                tracing::warn!("Telegram asks to wait {} s", seconds.seconds());
                tokio::time::sleep(seconds.duration()).await;
            }
            Failure::Telegram(error) => tracing::warn!("no updates: {}", without_text(error)),
            Failure::Store(error) => tracing::error!("updates were not kept: {error}"),
            Failure::Panic(panic) => {
                tracing::error!("updates were not kept: {}", panics::ended(panic));
            }
        }
        tokio::time::sleep(self.wait).await;
        self.wait = (self.wait * 2).min(LAST_WAIT);
    }

    /// What an earlier run received and did not handle.
    async fn take_up(&mut self) -> Result<(), Failure> {
        let (waiting, offset) = self
            .blocking(|desk| {
                let since = (desk.means().clock)() - KEPT;
                desk.store().write(|tx| {
                    let waiting = inbox::unhandled(tx, desk.store().sealer())?;
                    Ok::<_, StoreError>((waiting, inbox::next_offset(tx, since)?))
                })
            })
            .await?;
        self.offset = offset;
        self.is_started = true;
        for row in waiting {
            match parse(&row.json) {
                Some(update) if row.attempts < ATTEMPTS => self.ready.push_back(update),
                update => {
                    let incoming = update.as_ref().and_then(incoming::read).map(Arc::new);
                    let why = "the update was begun too often, or cannot be read";
                    give_up(Arc::clone(&self.desk), row.update_id, incoming, why).await;
                }
            }
        }
        Ok(())
    }

    async fn poll(&mut self) -> Result<(), Failure> {
        let request = GetUpdates {
            offset: self.offset,
            timeout: POLL.as_secs(),
            allowed_updates: vec![
                AllowedUpdate::Message,
                AllowedUpdate::EditedMessage,
                AllowedUpdate::CallbackQuery,
                AllowedUpdate::MyChatMember,
            ],
        };
        let received = JsonRequest::new(self.bot.clone(), request).send().await;
        let received: Vec<Value> = received.map_err(Failure::Telegram)?;
        let mut last = None;
        let mut rows = Vec::new();
        for value in received {
            // An update without an id cannot be acknowledged either; there is none in practice.
            if let Some(id) = value.get("update_id").and_then(Value::as_i64) {
                last = last.max(Some(id));
                rows.push((id, value.to_string().into_bytes()));
            }
        }
        let new = self.blocking(|desk| keep(desk, rows)).await?;
        for (id, json) in new {
            match parse(&json) {
                Some(update) => self.ready.push_back(update),
                None => {
                    let why = "the update cannot be read";
                    give_up(Arc::clone(&self.desk), id, None, why).await;
                }
            }
        }
        if last.is_some() {
            self.heard = Instant::now();
            self.offset = last.map(|id| id + 1);
        } else if self.heard.elapsed() > FORGOTTEN {
            self.offset = None;
        }
        Ok(())
    }

    async fn blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Desk) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, Failure> {
        let desk = Arc::clone(&self.desk);
        match tokio::task::spawn_blocking(move || work(&desk)).await {
            Ok(done) => done.map_err(Failure::Store),
            Err(panic) => Err(Failure::Panic(panic)),
        }
    }
}

/// Puts the updates into the inbox and returns those that were not there yet.
fn keep(desk: &Desk, rows: Vec<(i64, Vec<u8>)>) -> Result<Vec<(i64, Vec<u8>)>, StoreError> {
    if rows.is_empty() {
        return Ok(rows);
    }
    let now = (desk.means().clock)();
    desk.store().write(|tx| {
        let mut new = Vec::with_capacity(rows.len());
        for (id, json) in rows {
            if inbox::receive(tx, desk.store().sealer(), id, &json, now)? {
                new.push((id, json));
            }
        }
        Ok(new)
    })
}

fn parse(json: &[u8]) -> Option<Update> {
    let update: Update = serde_json::from_slice(json).ok()?;
    (!matches!(update.kind, UpdateKind::Error(_))).then_some(update)
}

/// The error without what people wrote, for the log.
fn without_text(error: &RequestError) -> String {
    match error {
        RequestError::InvalidJson { source, .. } => format!("unreadable answer: {source}"),
        other => other.to_string(),
    }
}

enum Failure {
    Telegram(RequestError),
    Store(StoreError),
    Panic(tokio::task::JoinError),
}

/// `getUpdates` with the updates as Telegram wrote them. What teloxide reads and writes again is not always
/// readable: a button under a deleted message is lost.
#[derive(Serialize)]
struct GetUpdates {
    #[serde(skip_serializing_if = "Option::is_none")]
    offset: Option<i64>,
    timeout: u64,
    allowed_updates: Vec<AllowedUpdate>,
}

impl Payload for GetUpdates {
    type Output = Vec<Value>;
    const NAME: &'static str = "GetUpdates";

    fn timeout_hint(&self) -> Option<Duration> {
        Some(POLL)
    }
}
