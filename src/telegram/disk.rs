//! What a use case has asked of the disk, done after it is committed; also what an earlier run left.

use std::sync::Arc;
use std::time::Duration;

use teloxide::stop::StopFlag;

use crate::desk::{Desk, backup, purge};
use crate::panics;
use crate::store::{CopyError, ScrubError, purge as copies, setting};

/// How often to look whether something was asked.
const NAP: Duration = Duration::from_secs(1);

/// How long to wait after a failure.
const WAIT: Duration = Duration::from_secs(60);

/// Cleans the disk after a purge and makes the copies asked for, until told to stop.
pub async fn run(desk: Arc<Desk>, stop: StopFlag) {
    while !stop.is_stopped() {
        let worker = Arc::clone(&desk);
        let nap = match tokio::task::spawn_blocking(move || work(&worker)).await {
            Ok(is_done) => {
                if is_done {
                    NAP
                } else {
                    WAIT
                }
            }
            Err(panic) => {
                tracing::error!("work on the disk: {}", panics::ended(&panic));
                WAIT
            }
        };
        tokio::select! {
            () = stop.clone() => {}
            () = tokio::time::sleep(nap) => {}
        }
    }
}

/// Whether all was done. One that fails does not hold up the other.
fn work(desk: &Desk) -> bool {
    let copied = copy(desk)
        .inspect_err(|error| tracing::error!("no copy of the database: {error}"))
        .is_ok();
    let scrubbed = scrub(desk)
        .inspect_err(|error| tracing::error!("what was purged is still on the disk: {error}"))
        .is_ok();
    copied && scrubbed
}

/// Makes a copy if one is wanted. One that cannot be made is said to be so, once.
fn copy(desk: &Desk) -> Result<(), CopyError> {
    let is_wanted = desk
        .store()
        .write(|tx| setting::get(tx, backup::WANTED))?
        .is_some();
    if !is_wanted {
        return Ok(());
    }
    let store = desk.store();
    let path = copies::copy_path(store.path(), (desk.means().clock)());
    let copied = store.copy_to(&path);
    let bytes = std::fs::metadata(&path).map(|file| file.len()).ok();
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    desk.act(|turn| backup::answer(turn, name.into_owned(), bytes.filter(|_| copied.is_ok())))?;
    copied
}

/// Cleans the disk if something was purged.
fn scrub(desk: &Desk) -> Result<(), ScrubError> {
    let is_due = desk
        .store()
        .write(|tx| setting::get(tx, purge::UNSCRUBBED))?
        .is_some();
    if is_due {
        desk.store().scrub(desk.config().keep_papers.as_deref())?;
        desk.act(purge::scrubbed)?;
    }
    Ok(())
}
