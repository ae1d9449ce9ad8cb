use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use teloxide::Bot;
use teloxide::error_handlers::IgnoringErrorHandlerSafe;
use teloxide::payloads::SetMyCommandsSetters;
use teloxide::prelude::Requester;
use teloxide::stop::{StopFlag, StopToken, mk_stop_token};
use teloxide::types::{BotCommand, BotCommandScope, Me};
use teloxide::{ApiError, RequestError};
use tokio::task::JoinHandle;
use tokio::time::{MissedTickBehavior, interval};
use url::Url;

use super::command::VERBS;
use super::delivery::Delivery;
use super::disk;
use super::dispatch::dispatcher;
use super::keeper::Keeper;
use super::listener::{POLL, listener};
use super::texts::menu;
use crate::config::Config;
use crate::desk::{Desk, DeskError, Means, tick};
use crate::panics;
use crate::store::{Lock, LockError, OpenError, Store, StoreError, inbox, setting};

/// Beyond the time Telegram holds a poll: for a slow network.
const SLACK: Duration = Duration::from_secs(20);

/// How long the upload of a picture or file may take.
const UPLOAD: Duration = Duration::from_secs(90);

/// How often the desk looks whether a time has come.
const TICK: Duration = Duration::from_secs(1);

/// How long the end of the program waits for handlers and for the message on its way.
const GRACE: Duration = Duration::from_secs(20);

/// Why the bot does not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    #[error("api_url {0:?} is no address, e.g. http://127.0.0.1:8081")]
    ApiUrl(String),
    #[error("the network client cannot be made: {0}")]
    Client(String),
    #[error(
        "Telegram does not know this token: copy it again from @BotFather into TELOXIDE_TOKEN \
         (or check --api-url)"
    )]
    Token,
    #[error("Telegram cannot be reached at {url}: {why}. Check the network, a proxy, or --api-url")]
    Unreachable { url: String, why: String },
    #[error("database {path}: {source}")]
    Locked { path: PathBuf, source: LockError },
    #[error("database {path}: {source}")]
    Open { path: PathBuf, source: OpenError },
    #[error(transparent)]
    Desk(#[from] DeskError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("a part of the bot ended by itself (see the log above): start it again")]
    Broken,
    #[error("signals cannot be listened for: {0}")]
    Signals(std::io::Error),
}

/// The bot at work inside this process.
pub struct Running {
    desk: Arc<Desk>,
    username: Arc<str>,
    stop: Vec<StopToken>,
    tasks: Vec<JoinHandle<()>>,
    /// Let go of when all the rest has ended.
    _lock: Lock,
}

impl Running {
    /// The desk the bot works at.
    pub fn desk(&self) -> &Arc<Desk> {
        &self.desk
    }

    /// The bot's username without `@`.
    pub fn username(&self) -> &str {
        &self.username
    }

    /// Resolves when a part of the bot has ended although nobody stopped it: better to end and be started
    /// again than to live on deaf.
    async fn broken(&self) {
        while !self.tasks.iter().any(JoinHandle::is_finished) {
            tokio::time::sleep(TICK).await;
        }
    }

    /// Stops polling, finishes the handlers at work and the message on its way. What is owed stays owed.
    pub async fn stop(self) {
        for token in &self.stop {
            token.stop();
        }
        for task in self.tasks {
            let abort = task.abort_handle();
            match tokio::time::timeout(GRACE, task).await {
                Ok(Ok(())) => {}
                Ok(Err(error)) => {
                    tracing::error!("a part of the bot ended badly: {}", panics::ended(&error));
                }
                Err(_) => {
                    tracing::warn!("a part of the bot took too long to end");
                    abort.abort();
                }
            }
        }
    }
}

/// Runs the bot until SIGINT or SIGTERM.
pub async fn run(
    config: Config,
    means: Means,
    token: &str,
    api_url: Option<&str>,
) -> Result<(), StartError> {
    let signal = signals().map_err(StartError::Signals)?;
    let running = start(config, means, token, api_url).await?;
    let broken = tokio::select! {
        () = signal => false,
        () = running.broken() => true,
    };
    tracing::info!("stopping");
    running.stop().await;
    if broken {
        Err(StartError::Broken)
    } else {
        Ok(())
    }
}

/// Starts the bot: the database, a word with Telegram, then listener, dispatcher, sender and ticker.
pub async fn start(
    config: Config,
    means: Means,
    token: &str,
    api_url: Option<&str>,
) -> Result<Running, StartError> {
    let api_url = api_url.or(config.telegram.api_url.as_deref());
    let polling = bot(token, api_url, POLL + SLACK)?;
    let uploader = bot(token, api_url, UPLOAD)?;
    let bot = bot(token, api_url, SLACK)?;
    let me = identify(&bot).await?;
    let username: Arc<str> = me.username().into();
    let lock = Lock::take(&config.database).map_err(|source| StartError::Locked {
        path: config.database.clone(),
        source,
    })?;
    let store = Store::open(&config.database, &config.key).map_err(|source| StartError::Open {
        path: config.database.clone(),
        source,
    })?;
    let desk = Desk::open(store, config, means)?;
    desk.act(tick::resume)?;
    keep_to_bot(&desk, &me)?;
    greet(&desk, &username)?;
    prepare(&bot).await;

    let (listener, stop_polling) = listener(polling, Arc::clone(&desk));
    let (stop, flag) = mk_stop_token();
    let mut dispatcher = dispatcher(bot.clone(), Arc::clone(&desk), Arc::clone(&username));
    let dispatching = tokio::spawn(async move {
        let on_error: Arc<IgnoringErrorHandlerSafe> = IgnoringErrorHandlerSafe::new();
        let dispatched = dispatcher.try_dispatch_with_listener(listener, on_error);
        if let Err(error) = dispatched.await {
            tracing::error!("updates are not dispatched: {error}");
        }
    });
    let keeper = Keeper::new(Arc::clone(&desk), bot.clone());
    let delivery = Delivery::new(Arc::clone(&desk), bot, uploader);
    let delivering = tokio::spawn(delivery.run(flag.clone()));
    let mut tasks = vec![dispatching, delivering];
    tasks.push(tokio::spawn(ticker(Arc::clone(&desk), flag.clone())));
    tasks.push(tokio::spawn(disk::run(Arc::clone(&desk), flag.clone())));
    tasks.extend(keeper.map(|keeper| tokio::spawn(keeper.run(flag))));
    Ok(Running {
        desk,
        username,
        stop: vec![stop_polling, stop],
        tasks,
        _lock: lock,
    })
}

/// A client that reaches Telegram, or a Bot API server of one's own. A proxy from the environment is not
/// used towards this machine itself.
fn bot(token: &str, api_url: Option<&str>, timeout: Duration) -> Result<Bot, StartError> {
    let mut client = teloxide::net::default_reqwest_settings().timeout(timeout);
    let local = ["://127.0.0.1", "://localhost", "://[::1]"];
    if api_url.is_some_and(|url| local.iter().any(|host| url.contains(host))) {
        client = client.no_proxy();
    }
    let client = client
        .build()
        .map_err(|error| StartError::Client(error.to_string()))?;
    let bot = Bot::with_client(token, client);
    let Some(text) = api_url else {
        return Ok(bot);
    };
    match Url::parse(text) {
        Ok(url) if matches!(url.scheme(), "http" | "https") => Ok(bot.set_api_url(url)),
        _ => Err(StartError::ApiUrl(text.to_owned())),
    }
}

async fn identify(bot: &Bot) -> Result<Me, StartError> {
    bot.get_me().await.map_err(|error| match error {
        RequestError::Api(ApiError::InvalidToken) => StartError::Token,
        other => StartError::Unreachable {
            url: bot.api_url().to_string(),
            why: root(&other),
        },
    })
}

/// The innermost cause, without the address that holds the token.
fn root(error: &RequestError) -> String {
    let mut cause: &dyn std::error::Error = error;
    while let Some(deeper) = cause.source() {
        cause = deeper;
    }
    cause.to_string()
}

/// The inbox belongs to one bot: another token brings other update ids.
fn keep_to_bot(desk: &Desk, me: &Me) -> Result<(), StoreError> {
    let id = me.id.to_string();
    desk.store().write(|tx| {
        let before = setting::get(tx, setting::BOT)?;
        if before.as_ref() != Some(&id) {
            if before.is_some() {
                tracing::warn!("another bot than before: its waiting updates are dropped");
                inbox::forget(tx)?;
            }
            setting::set(tx, setting::BOT, &id)?;
        }
        Ok(())
    })
}

/// Says who runs, and how the first chief arbiter becomes one.
fn greet(desk: &Desk, username: &str) -> Result<(), StoreError> {
    let name = &desk.config().event.name;
    tracing::info!("@{username} runs {name}");
    if let Some(code) = desk.first_code()? {
        tracing::info!(
            "还没有裁判长：请用裁判长的账号私聊 @{username} 发送“/arbiter {code}”。\
             No chief arbiter yet: send \"/arbiter {code}\" to @{username} in private."
        );
    }
    Ok(())
}

/// Polling needs no webhook in its way, and people need the menu. Neither keeps the bot from running.
async fn prepare(bot: &Bot) {
    if let Err(error) = bot.delete_webhook().await {
        tracing::warn!("deleteWebhook: {error}");
    }
    let commands = VERBS.iter().filter_map(|(latin, _, verb)| {
        let description = menu::description(*verb)?;
        Some(BotCommand::new(*latin, description))
    });
    let menu = bot
        .set_my_commands(commands)
        .scope(BotCommandScope::AllPrivateChats);
    if let Err(error) = menu.await {
        tracing::warn!("setMyCommands: {error}");
    }
}

async fn ticker(desk: Arc<Desk>, stop: StopFlag) {
    let mut ticks = interval(TICK);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            () = stop.clone() => return,
            _ = ticks.tick() => {}
        }
        let desk = Arc::clone(&desk);
        match tokio::task::spawn_blocking(move || desk.act(tick::tick)).await {
            Ok(Ok(_)) => {}
            Ok(Err(error)) => tracing::error!("tick: {error}"),
            Err(panic) => tracing::error!("tick: {}", panics::ended(&panic)),
        }
    }
}

/// Resolves at SIGINT or SIGTERM.
#[cfg(unix)]
fn signals() -> std::io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

/// Resolves at Ctrl-C.
#[cfg(not(unix))]
fn signals() -> std::io::Result<impl Future<Output = ()>> {
    Ok(async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    })
}
