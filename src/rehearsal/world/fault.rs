//! Faults on demand: what a network and a busy Telegram do to a bot.

use std::{
    collections::{BTreeMap, HashMap, VecDeque},
    sync::PoisonError,
    time::{Duration, Instant},
};

use super::World;

/// What happens to a call instead of, or besides, its plain answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// Refused with 429 and this many seconds to wait.
    TooManyRequests(u32),
    /// Answered with this HTTP status (500, 502 …) and nothing done.
    ServerError(u16),
    /// The connection breaks before anything is done.
    DropConnectionBefore,
    /// It is done, but the connection breaks before the answer arrives.
    DropConnectionAfter,
    /// Done and answered, but only after this time.
    Delay(Duration),
}

#[derive(Default)]
pub(super) struct Faults {
    /// By method in lower case.
    due: HashMap<String, VecDeque<Fault>>,
    calls: BTreeMap<String, u64>,
    /// Most messages a second to one chat.
    guard: Option<u32>,
    sent: HashMap<i64, VecDeque<Instant>>,
}

impl World {
    /// Lets the next `n` calls of `method` (any case) meet `fault`. Calls
    /// meet the faults asked for in the order they were asked for. Faults
    /// and counts are not kept in the world's file.
    pub fn fail_next(&self, method: &str, n: usize, fault: Fault) {
        let mut faults = self.faults();
        faults
            .due
            .entry(method.to_lowercase())
            .or_default()
            .extend(std::iter::repeat_n(fault, n));
    }

    /// How often each method was called, by its name in lower case, faults
    /// and refusals counted too.
    pub fn calls(&self) -> BTreeMap<String, u64> {
        self.faults().calls.clone()
    }

    /// How often `method` (any case) was called.
    pub fn calls_of(&self, method: &str) -> u64 {
        self.faults()
            .calls
            .get(&method.to_lowercase())
            .copied()
            .unwrap_or(0)
    }

    /// Turns on Telegram's guard against floods: more than this many messages
    /// in one second of real time to one chat are refused with 429.
    /// Off (`None`) at first.
    pub fn set_flood_guard(&self, per_second: Option<u32>) {
        self.faults().guard = per_second;
    }

    /// Counts a call and says what fault it meets, if any.
    pub(crate) fn strike(&self, method: &str) -> Option<Fault> {
        let mut faults = self.faults();
        let name = method.to_lowercase();
        let fault = faults.due.get_mut(&name).and_then(VecDeque::pop_front);
        *faults.calls.entry(name).or_default() += 1;
        drop(faults);
        self.shared.changes.send_modify(super::bump);
        fault
    }

    /// Whether one more message to `chat` is a flood.
    pub(crate) fn is_flood(&self, chat: i64) -> bool {
        let mut faults = self.faults();
        let Some(guard) = faults.guard else {
            return false;
        };
        let now = Instant::now();
        let sent = faults.sent.entry(chat).or_default();
        while sent
            .front()
            .is_some_and(|at| now.duration_since(*at) > Duration::from_secs(1))
        {
            sent.pop_front();
        }
        if sent.len() >= guard as usize {
            return true;
        }
        sent.push_back(now);
        false
    }

    fn faults(&self) -> std::sync::MutexGuard<'_, Faults> {
        self.shared
            .faults
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}
