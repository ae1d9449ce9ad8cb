//! `getUpdates`: long polling.

use std::time::Duration;

use serde_json::Value;
use tokio::{sync::watch, time::Instant};

use super::Params;
use crate::rehearsal::{
    Refusal,
    world::{Poll, World},
};

/// Longest time a poll may wait, in seconds.
const LONGEST: i64 = 50;

/// Waits for updates; the answer is the JSON array of them. Ends early, with
/// none, when `stopping` becomes true.
pub(crate) async fn wait(
    world: &World,
    params: &Params,
    mut stopping: watch::Receiver<bool>,
) -> Result<String, Refusal> {
    let allowed = params.value("allowed_updates")?.map(|list| {
        let names = list.as_array().into_iter().flatten();
        names
            .filter_map(Value::as_str)
            .map(str::to_owned)
            .collect::<Vec<_>>()
    });
    let poll = Poll {
        offset: params.number("offset")?.unwrap_or(0),
        limit: params.number("limit")?.unwrap_or(100).clamp(1, 100),
        allowed,
    };
    let timeout = params.number("timeout")?.unwrap_or(0).clamp(0, LONGEST);
    let end = Instant::now() + Duration::from_secs(timeout.unsigned_abs());
    let (ticket, mut updates) = world.begin_poll();
    loop {
        updates.mark_unchanged();
        if !world.is_latest_poll(ticket) {
            return Err(Refusal::OtherPoll);
        }
        if let Some(found) = world.act(|tx| tx.fetch(&poll))? {
            return Ok(found);
        }
        if *stopping.borrow() || Instant::now() >= end {
            return Ok("[]".to_owned());
        }
        tokio::select! {
            _ = updates.changed() => {}
            _ = stopping.changed() => {}
            () = tokio::time::sleep_until(end) => {}
        }
    }
}
