use std::sync::Arc;
use std::time::Duration;

use teloxide::stop::StopFlag;

use crate::desk::{Desk, purge};
use crate::panics;
use crate::store::{ScrubError, setting};

/// How often to look whether something was purged.
const NAP: Duration = Duration::from_secs(1);

/// How long to wait after a failure.
const WAIT: Duration = Duration::from_secs(60);

/// Cleans the disk after a purge, also after one of an earlier run, until told to stop.
pub async fn run(desk: Arc<Desk>, stop: StopFlag) {
    while !stop.is_stopped() {
        let worker = Arc::clone(&desk);
        let nap = match tokio::task::spawn_blocking(move || scrub(&worker)).await {
            Ok(Ok(())) => NAP,
            Ok(Err(error)) => {
                tracing::error!("what was purged is still on the disk: {error}");
                WAIT
            }
            Err(panic) => {
                tracing::error!("scrubbing: {}", panics::ended(&panic));
                WAIT
            }
        };
        tokio::select! {
            () = stop.clone() => {}
            () = tokio::time::sleep(nap) => {}
        }
    }
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
