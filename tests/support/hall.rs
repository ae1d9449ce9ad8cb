use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};
use qisai::config::Config;
use qisai::desk::{Desk, tick};
use qisai::rehearsal::{ChatKind, Role, Server, World};
use qisai::telegram::{Running, start};
use rusqlite::{Connection, Transaction};
use tempfile::TempDir;
use tokio::runtime::Runtime;

use super::{Group, Person, TestClock};

pub const TOKEN: &str = "100001:rehearsal";
const BOT: &str = "qisai_bot";
/// The group the event runs in.
pub const GROUP: i64 = -1_001_000_000_001;

/// Within the Wuhan event's time of registration.
const START: &str = "2023-09-20T01:00:00Z";

/// How long a test waits for the bot before it fails.
pub const PATIENCE: Duration = Duration::from_secs(15);

/// A simulated Telegram with the bot in it.
pub struct Hall {
    pub world: World,
    pub clock: TestClock,
    pub config: Config,
    server: Server,
    bot: Option<Bot>,
    dir: TempDir,
}

/// The bot on a runtime of its own, which can be torn down like a killed process.
struct Bot {
    running: Running,
    runtime: Runtime,
}

impl Hall {
    /// The Wuhan event, the bot running, the group there with the bot as its administrator. Nobody is an
    /// arbiter and no group is bound.
    pub async fn empty() -> Hall {
        Hall::with(|_| {}).await
    }

    /// The same with a chief arbiter and the group bound: registration is open.
    pub async fn open() -> Hall {
        let hall = Hall::empty().await;
        hall.arbiter().await.says_in_group("/bind").await;
        hall.group().sees("已绑定").await;
        hall
    }

    /// [`Hall::empty`] with a changed configuration.
    pub async fn with(change: impl FnOnce(&mut Config)) -> Hall {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let clock = TestClock::at(START);
        let world = World::scratch(clock.seconds()).expect("a world");
        world.register_bot(TOKEN, 100_001, BOT).expect("the bot");
        world.set_privacy(false).expect("the bot");
        world
            .add_group(GROUP, "象棋赛", ChatKind::Supergroup, false)
            .expect("the group");
        world
            .join_bot(GROUP, Role::Administrator)
            .expect("the bot in the group");
        let address = ([127, 0, 0, 1], 0).into();
        let server = Server::start(world.clone(), address).await.expect("a port");
        let mut config = config(&dir);
        change(&mut config);
        let mut hall = Hall {
            world,
            clock,
            config,
            server,
            bot: None,
            dir,
        };
        hall.start().await;
        hall.settled().await;
        hall
    }

    /// Someone who has pressed Start. The same name is the same person.
    pub async fn person(&self, name: &str) -> Person<'_> {
        let person = self.stranger(name);
        if !self.world.chat(person.id).expect("the chat").started {
            person.starts().await;
        }
        person
    }

    /// Someone who may never have opened the bot. The same name is the same person.
    pub fn stranger(&self, name: &str) -> Person<'_> {
        let people = self.world.people().expect("the people");
        let known = people.into_iter().find(|user| user.full_name() == name);
        let id = known.map_or_else(
            || {
                let id = self.world.fresh_user_id().expect("an id");
                self.world
                    .add_user(id, name, None, None, Some("zh-hans"))
                    .expect("a person");
                id
            },
            |user| user.id,
        );
        Person { hall: self, id }
    }

    /// The chief arbiter, in the group too.
    pub async fn arbiter(&self) -> Person<'_> {
        let chief = self.person("裁判长").await;
        let code = self.desk().first_code().expect("the database");
        if let Some(code) = code {
            chief.says(&format!("/arbiter {code}")).await;
            chief.sees("您现在是裁判长").await;
        }
        chief
    }

    pub fn group(&self) -> Group<'_> {
        Group {
            hall: self,
            id: GROUP,
        }
    }

    /// The number of the change in a chat from which on one looks there.
    pub(super) fn mark(&self, chat: i64) -> i64 {
        let note = self.world.note(&mark(chat)).expect("a note");
        note.and_then(|mark| mark.parse().ok()).unwrap_or(0)
    }

    pub(super) fn set_mark(&self, chat: i64, seq: i64) {
        self.world
            .set_note(&mark(chat), &seq.to_string())
            .expect("a note");
    }

    pub fn desk(&self) -> &Arc<Desk> {
        self.running().desk()
    }

    pub fn running(&self) -> &Running {
        &self.bot.as_ref().expect("the bot runs").running
    }

    pub fn url(&self) -> String {
        self.server.url()
    }

    pub fn folder(&self) -> PathBuf {
        self.dir.path().to_owned()
    }

    /// Looks into the bot's database.
    pub fn database<T>(&self, look: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<T>) -> T {
        let mut conn = Connection::open(&self.config.database).expect("the database");
        conn.busy_timeout(PATIENCE).expect("the database");
        let tx = conn.transaction().expect("the database");
        look(&tx).expect("the database")
    }

    /// One number of the bot's database.
    pub fn count(&self, sql: &str) -> i64 {
        self.database(|tx| tx.query_row(sql, [], |row| row.get(0)))
    }

    /// Moves the clock, lets the desk look at it, and waits until all is said that this causes.
    pub async fn advance(&self, by: Duration) {
        self.clock.advance(by);
        self.tick().await;
    }

    /// Sets the clock; otherwise as [`Hall::advance`].
    pub async fn set_clock(&self, now: DateTime<Utc>) {
        self.clock.set(now);
        self.tick().await;
    }

    async fn tick(&self) {
        self.desk().act(tick::tick).expect("a tick");
        self.settled().await;
    }

    /// Ends the bot as SIGTERM does and starts it again.
    pub async fn restart(&mut self) {
        self.stop().await;
        self.start().await;
        self.settled().await;
    }

    /// Kills the bot wherever it is and starts it again on the same files.
    pub async fn crash(&mut self) {
        self.kill();
        self.start().await;
        self.settled().await;
    }

    /// Ends the bot gracefully.
    pub async fn stop(&mut self) {
        if let Some(Bot { running, runtime }) = self.bot.take() {
            runtime.spawn(running.stop()).await.expect("the end");
            runtime.shutdown_background();
        }
    }

    /// Kills the bot: every task ends at the next point at which it waits.
    pub fn kill(&mut self) {
        if let Some(bot) = self.bot.take() {
            bot.runtime.shutdown_background();
        }
    }

    /// Starts the bot.
    pub async fn start(&mut self) {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .expect("a runtime");
        let (config, means, url) = (self.config.clone(), self.clock.means(), self.url());
        let started = runtime.spawn(async move { start(config, means, TOKEN, Some(&url)).await });
        let running = started.await.expect("no panic").expect("the bot starts");
        self.bot = Some(Bot { running, runtime });
    }

    /// Waits until the bot has handled every update, answered every button, and sent all that may be sent
    /// now.
    pub async fn settled(&self) {
        let begun = Instant::now();
        loop {
            let unsettled = self.unsettled();
            if unsettled.is_empty() {
                return;
            }
            assert!(
                begun.elapsed() < PATIENCE,
                "the bot did not come to rest: {}",
                unsettled.join(", ")
            );
            tokio::time::sleep(Duration::from_millis(3)).await;
        }
    }

    fn unsettled(&self) -> Vec<String> {
        let mut unsettled = Vec::new();
        let mut look = |what: &str, count: i64| {
            if count > 0 {
                unsettled.push(format!("{count} {what}"));
            }
        };
        look(
            "updates not fetched",
            self.world.pending_updates().expect("the world"),
        );
        look(
            "updates not handled",
            self.count("SELECT count(*) FROM inbox WHERE handled_at IS NULL"),
        );
        // The group's messages wait while no group is bound, or while it is shut.
        let now = self.clock.now().timestamp_millis();
        look(
            "messages owed",
            self.count(&format!(
                "SELECT count(*) FROM outbox WHERE state IN ('pending', 'sending')
                 AND not_before <= {now}
                 AND (chat <> 0 OR (EXISTS (SELECT 1 FROM setting WHERE key = 'group.chat')
                      AND NOT EXISTS (SELECT 1 FROM setting WHERE key = 'group.shut')))"
            )),
        );
        let unanswered = self.world.unanswered().expect("the world");
        look(
            "buttons not answered",
            i64::try_from(unanswered.len()).expect("few"),
        );
        unsettled
    }
}

impl Drop for Hall {
    fn drop(&mut self) {
        self.kill();
    }
}

/// The Wuhan event as this repository gives it, its files in the test's folder, without a pace.
fn config(dir: &TempDir) -> Config {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("bot.toml");
    let mut config = Config::load(&path).expect("bot.toml is sound").config;
    config.database = dir.path().join("qisai.db");
    config.key = dir.path().join("qisai.key");
    config.telegram.messages_per_second = 0;
    config.telegram.group_messages_per_minute = 0;
    config.event.arbiters.clear();
    // A test that looks at pictures hands in a font.
    config.render.pictures = false;
    config.render.system_fonts = false;
    config
}

fn mark(chat: i64) -> String {
    format!("test.mark.{chat}")
}
