//! `qisai rehearse`: the Bot API server, the bot on it, and people, in one process.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};

use super::cast::{Cast, Director, Next, react};
use super::screen::{Screen, say};
use super::time::RehearsalTime;
use super::{ChatKind, Role, Server, World, WorldError};
use crate::config::{Arbiter, Config, Role as ArbiterRole};
use crate::desk::{Desk, Means, tick};
use crate::store::{StoreError, inbox, outbox};
use crate::telegram::{Running, StartError, start};

const TOKEN: &str = "1:rehearsal";
const BOT: i64 = 1;
const USERNAME: &str = "qisai_bot";

/// How long nothing may move before the rehearsal gives up.
const STALL: Duration = Duration::from_secs(30);

/// What to rehearse.
#[derive(Debug, Clone)]
pub struct Rehearsal {
    pub config: Config,
    /// Where the databases go.
    pub folder: PathBuf,
    /// People play by themselves; otherwise the chat page is served until Ctrl-C.
    pub auto: bool,
    pub players: usize,
    pub seed: u64,
    /// Port of the chat page; 0: any free one.
    pub port: u16,
}

/// Why a rehearsal could not go on.
#[derive(Debug, thiserror::Error)]
pub enum RehearsalError {
    #[error("{path}: {source}")]
    Folder {
        path: PathBuf,
        source: std::io::Error,
    },
    #[error("server: {0}")]
    Server(std::io::Error),
    #[error(transparent)]
    World(#[from] WorldError),
    #[error(transparent)]
    Start(#[from] StartError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(
        "{folder} holds an unfinished rehearsal of another kind ({found}; asked for: {asked}): \
         go on with that one, or choose another --folder"
    )]
    Other {
        folder: PathBuf,
        found: String,
        asked: String,
    },
    #[error("{path} was not made by a rehearsal: choose another --folder")]
    Foreign { path: PathBuf },
    #[error("the event has no points stage")]
    NoPointsStage,
    #[error("the rehearsal cannot go on in phase \"{0}\": see the databases in its folder")]
    Stuck(String),
}

impl Rehearsal {
    /// Rehearses. With `auto`, an unfinished rehearsal in the folder is gone on with.
    pub async fn run(mut self) -> Result<(), RehearsalError> {
        let cast = Cast::new(self.seed, self.players, &self.config.event);
        if cast.competitions.is_empty() {
            return Err(RehearsalError::NoPointsStage);
        }
        self.prepare_folder()?;
        self.fit(&cast);
        let time = RehearsalTime::starting_at(self.opening());
        let clock = time.clone();
        let world = World::open(
            self.folder.join("telegram.sqlite"),
            Arc::new(move || clock.now().timestamp()),
        )?;
        time.resume(&world)?;
        if world.note("cast")?.is_none() {
            assemble(&world, &cast)?;
        }
        self.check_same(&world)?;
        let address = ([127, 0, 0, 1], self.port).into();
        let server = Server::start(world.clone(), address)
            .await
            .map_err(RehearsalError::Server)?;
        let clock = time.clone();
        let means = Means {
            clock: Arc::new(move || clock.now()),
            ..Means::real()
        };
        let running = start(self.config.clone(), means, TOKEN, Some(&server.url())).await?;
        let played = if self.auto {
            let director = Director {
                world: &world,
                cast: &cast,
                time: &time,
                config: &self.config,
            };
            self.play(&director, &running).await
        } else {
            self.serve(&server, &world, &time).await
        };
        time.keep(&world)?;
        running.stop().await;
        server.stop().await;
        played
    }

    /// An unfinished rehearsal stays; a finished one makes room for the next. Only files that a
    /// rehearsal made are removed.
    fn prepare_folder(&self) -> Result<(), RehearsalError> {
        let fault = |path: &Path| {
            let path = path.to_owned();
            move |source| RehearsalError::Folder { path, source }
        };
        std::fs::create_dir_all(&self.folder).map_err(fault(&self.folder))?;
        let goes_on = self.folder.join("telegram.sqlite").exists() && !self.is_over();
        if goes_on {
            say(&format!(
                "接着上次没有结束的彩排：{}",
                self.folder.display()
            ));
            return Ok(());
        }
        let database = self.folder.join("qisai.sqlite");
        if database.exists() && !self.folder.join("telegram.sqlite").exists() {
            return Err(RehearsalError::Foreign { path: database });
        }
        if database.exists() {
            say(&format!(
                "{} 里的彩排已经结束，从头再来。",
                self.folder.display()
            ));
        }
        for name in ["telegram.sqlite", "qisai.sqlite"] {
            for ending in ["", "-wal", "-shm"] {
                let path = self.folder.join(format!("{name}{ending}"));
                match std::fs::remove_file(&path) {
                    Err(source) if source.kind() != std::io::ErrorKind::NotFound => {
                        return Err(RehearsalError::Folder { path, source });
                    }
                    _ => {}
                }
            }
        }
        Ok(())
    }

    /// An unfinished rehearsal goes on with the people it began with.
    fn check_same(&self, world: &World) -> Result<(), RehearsalError> {
        const NOTE: &str = "kind";
        let name = &self.config.event.name;
        let asked = format!("--players {} --seed {}, {name}", self.players, self.seed);
        match world.note(NOTE)? {
            Some(found) if found != asked => {
                let folder = self.folder.clone();
                Err(RehearsalError::Other {
                    folder,
                    found,
                    asked,
                })
            }
            Some(_) => Ok(()),
            None => Ok(world.set_note(NOTE, &asked)?),
        }
    }

    fn is_over(&self) -> bool {
        let world = World::open(self.folder.join("telegram.sqlite"), Arc::new(|| 0));
        world.is_ok_and(|world| {
            let is_new = matches!(world.note("cast"), Ok(None));
            let is_over = matches!(world.note("phase"), Ok(Some(phase)) if phase == "over");
            is_new || is_over
        })
    }

    /// The event as written, with the rehearsal's arbiters and files, and no pause between messages.
    fn fit(&mut self, cast: &Cast) {
        self.config.database = self.folder.join("qisai.sqlite");
        self.config.key = self.folder.join("qisai.key");
        let papers = self.config.keep_papers.as_ref();
        self.config.keep_papers = papers.map(|_| self.folder.join("papers"));
        self.config.telegram.messages_per_second = 0;
        self.config.telegram.group_messages_per_minute = 0;
        self.config.event.arbiters = vec![
            Arbiter {
                account: cast.chief,
                role: ArbiterRole::Chief,
            },
            Arbiter {
                account: cast.second,
                role: ArbiterRole::Arbiter,
            },
        ];
    }

    /// Three days before registration closes, but not before it opens.
    fn opening(&self) -> DateTime<Utc> {
        let registration = &self.config.event.registration;
        let before = registration.closes - TimeDelta::days(3);
        registration.opens.map_or(before, |opens| before.max(opens))
    }

    async fn play(&self, director: &Director<'_>, running: &Running) -> Result<(), RehearsalError> {
        let world = director.world;
        let screen = Screen::new(world, director.cast)?;
        let mut changes = world.watch();
        let mut still = tokio::time::Instant::now();
        loop {
            screen.show(world, director.time.now())?;
            if react(world, director.cast)? {
                still = tokio::time::Instant::now();
                continue;
            }
            if at_rest(world, running.desk())? {
                match director.step()? {
                    Next::Acted => {
                        // The clock may have jumped: the desk looks at it now, not in a second.
                        running.desk().act(tick::tick)?;
                        still = tokio::time::Instant::now();
                    }
                    Next::Finished => break,
                    Next::Stuck(phase) => return Err(RehearsalError::Stuck(phase)),
                }
                continue;
            }
            if still.elapsed() > STALL {
                return Err(RehearsalError::Stuck(
                    "the bot does not come to rest".to_owned(),
                ));
            }
            let changed = tokio::time::timeout(Duration::from_millis(20), changes.changed()).await;
            if matches!(changed, Ok(Ok(()))) {
                still = tokio::time::Instant::now();
            }
        }
        screen.show(world, director.time.now())?;
        screen.finish();
        say(&format!(
            "彩排结束。数据库留在 {} 供查看。",
            self.folder.display()
        ));
        Ok(())
    }

    async fn serve(
        &self,
        server: &Server,
        world: &World,
        time: &RehearsalTime,
    ) -> Result<(), RehearsalError> {
        say(&format!("彩排已开始，请用浏览器打开 {}", server.url()));
        say("裁判长是第一个人；在群里发 /bind 开始。按 Ctrl-C 结束，下次接着来。");
        loop {
            tokio::select! {
                _ = tokio::signal::ctrl_c() => return Ok(()),
                () = tokio::time::sleep(Duration::from_secs(5)) => time.keep(world)?,
            }
        }
    }
}

/// The group, the arbiters and everyone else come into being.
fn assemble(world: &World, cast: &Cast) -> Result<(), WorldError> {
    world.register_bot(TOKEN, BOT, USERNAME)?;
    world.add_group(cast.group, "棋王赛参赛群", ChatKind::Supergroup, false)?;
    let arbiters = [
        (cast.chief, "裁判长", Role::Creator),
        (cast.second, "裁判乙", Role::Administrator),
    ];
    for (id, name, role) in arbiters {
        world.add_user(id, name, None, None, Some("zh-hans"))?;
        world.join(cast.group, id, role)?;
    }
    for person in &cast.people {
        world.add_user(person.id, &person.name, None, None, Some("zh-hans"))?;
        world.join(cast.group, person.id, Role::Member)?;
    }
    world.join_bot(cast.group, Role::Administrator)?;
    for (id, _, _) in arbiters {
        world.start(id)?;
    }
    world.set_note("cast", "assembled")
}

/// The bot has fetched and handled everything, and owes nothing.
fn at_rest(world: &World, desk: &Desk) -> Result<bool, RehearsalError> {
    if world.pending_updates()? > 0 {
        return Ok(false);
    }
    let busy = desk
        .store()
        .write(|tx| Ok::<_, StoreError>(inbox::waiting(tx)? > 0 || outbox::waiting(tx)? > 0))?;
    Ok(!busy)
}
