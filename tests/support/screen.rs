use std::fmt::Write;

use qisai::rehearsal::{Message, World};

/// How many messages a failure shows.
const SHOWN: i64 = 12;

/// A chat as a person sees it, for the words of a failed test.
pub fn screen(world: &World, chat: i64) -> String {
    let mut shown = String::new();
    let mut messages = world.recent(chat, SHOWN).expect("the chat");
    messages.sort_by_key(|message| message.id);
    for message in messages {
        let who = if message.from_bot { "bot" } else { "   " };
        let edited = if message.edited_times > 0 {
            " (edited)"
        } else {
            ""
        };
        let gone = if message.deleted { " (deleted)" } else { "" };
        let text = message.text.replace('\n', "\n            ");
        let _ = writeln!(
            shown,
            "  {who} {:>3} | {text}{edited}{gone} {}",
            message.id,
            if message.buttons.is_empty() {
                String::new()
            } else {
                format!("{:?}", message.labels())
            }
        );
    }
    if shown.is_empty() {
        "  (empty)\n".to_owned()
    } else {
        shown
    }
}

/// The bot's first message changed at or after `since` that contains `wanted`.
pub fn find(world: &World, chat: i64, since: i64, wanted: &str) -> Option<Message> {
    by_bot(world, chat, since)
        .into_iter()
        .find(|message| message.text.contains(wanted))
}

/// What the bot said or changed at or after `since`, in order.
pub fn by_bot(world: &World, chat: i64, since: i64) -> Vec<Message> {
    let messages = world.messages(chat).expect("the chat");
    let mut messages: Vec<Message> = messages
        .into_iter()
        .filter(|message| message.from_bot && !message.deleted && message.seq >= since)
        .collect();
    messages.sort_by_key(|message| message.seq);
    messages
}
