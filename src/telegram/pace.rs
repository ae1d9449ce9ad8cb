use std::collections::{HashMap, VecDeque};
use std::time::Duration;

use tokio::time::Instant;

use crate::config::Telegram;

const MINUTE: Duration = Duration::from_secs(60);

/// How fast the sender may go: over all chats, and in each group; and which chats Telegram told it to
/// leave alone for a while. In memory: a restart at worst hears once more that it is too fast.
#[derive(Debug)]
pub struct Pace {
    /// Zero: as fast as it goes.
    gap: Duration,
    /// Zero: as many as there are.
    group_per_minute: usize,
    /// Nothing goes out earlier.
    next: Instant,
    held: HashMap<i64, Instant>,
    /// The messages of the last minute, by group.
    groups: HashMap<i64, VecDeque<Instant>>,
    /// The chat that was told to wait last, with nothing sent since.
    struck: Option<i64>,
}

impl Pace {
    pub fn new(telegram: &Telegram, now: Instant) -> Pace {
        let per_second = telegram.messages_per_second;
        Pace {
            gap: Duration::from_secs(1)
                .checked_div(per_second)
                .unwrap_or_default(),
            group_per_minute: usize::try_from(telegram.group_messages_per_minute)
                .unwrap_or(usize::MAX),
            next: now,
            held: HashMap::new(),
            groups: HashMap::new(),
            struck: None,
        }
    }

    /// When the next message may go out.
    pub fn next(&self) -> Instant {
        self.next
    }

    /// The chats to be passed over now.
    pub fn held(&mut self, now: Instant) -> Vec<i64> {
        self.held.retain(|_, until| *until > now);
        self.held.keys().copied().collect()
    }

    /// When the first of the held chats is free again.
    pub fn release(&self) -> Option<Instant> {
        self.held.values().min().copied()
    }

    /// A message to the chat went out.
    pub fn sent(&mut self, chat: i64, is_group: bool, now: Instant) {
        self.struck = None;
        self.next = now + self.gap;
        if !is_group || self.group_per_minute == 0 {
            return;
        }
        let sent = self.groups.entry(chat).or_default();
        sent.push_back(now);
        while sent.front().is_some_and(|first| *first + MINUTE <= now) {
            sent.pop_front();
        }
        if sent.len() >= self.group_per_minute
            && let Some(first) = sent.front()
        {
            self.held.insert(chat, *first + MINUTE);
        }
    }

    /// Telegram said to wait. When two chats in a row are told so, it means the bot as a whole.
    pub fn too_fast(&mut self, chat: i64, wait: Duration, now: Instant) {
        let until = now + wait;
        if self.struck.is_some_and(|other| other != chat) {
            self.next = self.next.max(until);
        }
        self.struck = Some(chat);
        self.held.insert(chat, until);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pace(messages_per_second: u32, group_messages_per_minute: u32, now: Instant) -> Pace {
        let telegram = Telegram {
            api_url: None,
            messages_per_second,
            group_messages_per_minute,
        };
        Pace::new(&telegram, now)
    }

    #[test]
    fn a_group_waits_for_its_minute_and_others_do_not() {
        let start = Instant::now();
        let mut pace = pace(25, 2, start);
        pace.sent(0, true, start);
        assert_eq!(pace.next(), start + Duration::from_millis(40));
        assert!(pace.held(start).is_empty());
        let later = start + Duration::from_secs(10);
        pace.sent(0, true, later);
        pace.sent(7, false, later);
        assert_eq!(pace.held(later), [0]);
        assert_eq!(pace.release(), Some(start + MINUTE));
        assert!(pace.held(start + MINUTE).is_empty());
    }

    #[test]
    fn no_limits_no_waits() {
        let start = Instant::now();
        let mut pace = pace(0, 0, start);
        for _ in 0..100 {
            pace.sent(0, true, start);
        }
        assert!(pace.held(start).is_empty());
        assert_eq!(pace.next(), start);
    }

    #[test]
    fn one_chat_told_to_wait_holds_itself_and_two_in_a_row_hold_all() {
        let start = Instant::now();
        let mut pace = pace(0, 0, start);
        let wait = Duration::from_secs(5);
        pace.too_fast(1, wait, start);
        assert_eq!(pace.held(start), [1]);
        assert_eq!(pace.next(), start);
        pace.sent(2, false, start);
        pace.too_fast(3, wait, start);
        assert_eq!(pace.next(), start);
        pace.too_fast(4, wait, start);
        assert_eq!(pace.next(), start + wait);
    }
}
