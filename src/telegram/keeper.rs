use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use chrono::TimeDelta;
use teloxide::net::Download;
use teloxide::prelude::Requester;
use teloxide::stop::StopFlag;
use teloxide::types::FileId;
use teloxide::{Bot, DownloadError};

use super::blocking::blocking;
use super::trouble::{Trouble, trouble};
use crate::desk::{Desk, paper};
use crate::store::paper_copy::{self, Owed};
use crate::store::{StoreError, paper_file};

/// How often to look for papers to copy.
const NAP: Duration = Duration::from_secs(1);

/// Waits after a failed copy: from the first to the last, doubling.
const FIRST_WAIT: TimeDelta = TimeDelta::seconds(10);
const LAST_WAIT: TimeDelta = TimeDelta::hours(1);

/// From this attempt on the arbiters are told that Telegram does not give a file.
const WORTH_TELLING: u32 = 5;

/// Makes the sealed copies of papers on disk, one after another. What is still to be copied stands in the
/// database: a restart goes on.
pub struct Keeper {
    desk: Arc<Desk>,
    bot: Bot,
    folder: PathBuf,
}

/// Why a copy was not made.
enum Failure {
    /// Never can be.
    Final(String),
    /// Telegram or the network: later.
    Later(String),
    /// The disk: later, and someone should look.
    Disk(String),
}

impl Keeper {
    /// `None` where the event keeps no copies.
    pub fn new(desk: Arc<Desk>, bot: Bot) -> Option<Keeper> {
        let folder = desk.config().keep_papers.clone()?;
        Some(Keeper { desk, bot, folder })
    }

    /// Copies until told to stop.
    pub async fn run(self, stop: StopFlag) {
        while !stop.is_stopped() {
            let step = tokio::select! {
                () = stop.clone() => return,
                step = self.step() => step,
            };
            match step {
                Ok(true) => continue,
                Ok(false) => {}
                Err(error) => tracing::error!("papers are not copied: {error}"),
            }
            tokio::select! {
                () = stop.clone() => return,
                () = tokio::time::sleep(NAP) => {}
            }
        }
    }

    /// Copies one paper, or notes why not. False: none waits that may be tried now.
    async fn step(&self) -> Result<bool, StoreError> {
        let owed = self
            .blocking(|desk| {
                let now = (desk.means().clock)();
                let sealer = desk.store().sealer();
                desk.store().write(|tx| paper_copy::next(tx, sealer, now))
            })
            .await?;
        let Some(owed) = owed else {
            return Ok(false);
        };
        let (id, registration, attempts) = (owed.paper, owed.registration, owed.attempts);
        let made = self.copy(owed).await;
        let folder = self.folder.clone();
        self.blocking(move |desk| {
            let mut is_gone = false;
            desk.act(|turn| match &made {
                Ok(()) => {
                    is_gone = !paper::kept(turn, id)?;
                    Ok(())
                }
                Err(Failure::Final(why)) => paper::not_kept(turn, id, registration, why),
                Err(Failure::Later(why)) => {
                    let is_worth_telling = attempts + 1 >= WORTH_TELLING;
                    let not_before = turn.now + wait(attempts);
                    paper::put_off(turn, id, not_before, why, is_worth_telling)
                }
                Err(Failure::Disk(why)) => {
                    let not_before = turn.now + wait(attempts);
                    paper::put_off(turn, id, not_before, why, true)
                }
            })?;
            if is_gone && let Err(error) = paper_file::remove(&folder, id) {
                tracing::error!("the copy of a purged paper is left over: {error}");
            }
            Ok(())
        })
        .await?;
        Ok(true)
    }

    async fn copy(&self, owed: Owed) -> Result<(), Failure> {
        let file = self
            .bot
            .get_file(FileId(owed.file))
            .await
            .map_err(|error| match trouble(&error, true) {
                Trouble::Offline(why) => Failure::Later(why),
                Trouble::TooFast(_) => Failure::Later("Telegram 要求慢一些".to_owned()),
                Trouble::Refused(why) | Trouble::Shut(why) | Trouble::Unreachable(why) => {
                    Failure::Final(why)
                }
                _ => Failure::Later("Telegram 没有给出文件".to_owned()),
            })?;
        if u64::from(file.size) > paper::LARGEST {
            return Err(Failure::Final("文件太大".to_owned()));
        }
        let mut plain = Vec::new();
        let downloaded = self.bot.download_file(&file.path, &mut plain).await;
        downloaded.map_err(|error| match error {
            // The address of the file holds the token: only the kind of the fault is told.
            DownloadError::Network(error) if error.is_timeout() => {
                Failure::Later("从 Telegram 下载超时".to_owned())
            }
            DownloadError::Network(_) => Failure::Later("从 Telegram 下载中断".to_owned()),
            DownloadError::Io(error) => Failure::Later(error.to_string()),
        })?;
        let (folder, paper) = (self.folder.clone(), owed.paper);
        let kept = self.blocking(move |desk| {
            let kept = paper_file::keep(&folder, desk.store().sealer(), paper, &plain);
            Ok(kept.map_err(|error| error.to_string()))
        });
        match kept.await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(why)) => {
                tracing::error!(paper, "not kept: {why}");
                Err(Failure::Disk(why))
            }
            Err(error) => Err(Failure::Later(error.to_string())),
        }
    }

    async fn blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Desk) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        blocking(&self.desk, work).await
    }
}

fn wait(attempts: u32) -> TimeDelta {
    let factor = 1_i32.checked_shl(attempts.min(12)).unwrap_or(i32::MAX);
    FIRST_WAIT
        .checked_mul(factor)
        .unwrap_or(LAST_WAIT)
        .min(LAST_WAIT)
}
