use qisai::rehearsal::{Act, Done, Message, Role, Toast};

use super::hall::{GROUP, Hall, PATIENCE};
use super::screen::{by_bot, find, screen};

/// Someone with a Telegram account. Whatever they do, the bot has come to rest when it returns.
pub struct Person<'a> {
    pub(super) hall: &'a Hall,
    pub id: i64,
}

impl Person<'_> {
    /// Presses Start.
    pub async fn starts(&self) {
        self.does(self.id, Act::Start(None)).await;
    }

    /// Follows a deep link.
    pub async fn starts_with(&self, payload: &str) {
        self.does(self.id, Act::Start(Some(payload.to_owned())))
            .await;
    }

    /// Says something in the private chat.
    pub async fn says(&self, text: &str) {
        self.does(self.id, Act::Says(text.to_owned())).await;
    }

    /// Says something in the event's group, joining it if need be.
    pub async fn says_in_group(&self, text: &str) {
        self.joins_group();
        self.does(GROUP, Act::Says(text.to_owned())).await;
    }

    /// Changes a message of theirs in the private chat.
    pub async fn edits(&self, message: i64, text: &str) {
        let text = text.to_owned();
        self.does(self.id, Act::Edits { message, text }).await;
    }

    /// Sends a photo in the private chat.
    pub async fn sends_photo(&self, caption: &str) {
        let (bytes, caption) = (PNG.to_vec(), caption.to_owned());
        self.does(self.id, Act::Photo { bytes, caption }).await;
    }

    /// Sends a file in the private chat.
    pub async fn sends_document(&self, name: &str) {
        let act = Act::Document {
            name: name.to_owned(),
            bytes: b"%PDF-1.7 rehearsal".to_vec(),
            caption: String::new(),
        };
        self.does(self.id, act).await;
    }

    pub async fn sends_sticker(&self) {
        self.does(self.id, Act::Sticker).await;
    }

    pub async fn sends_voice(&self) {
        self.does(self.id, Act::Voice).await;
    }

    pub async fn blocks(&self) {
        self.does(self.id, Act::Blocks).await;
    }

    pub async fn unblocks(&self) {
        self.does(self.id, Act::Unblocks).await;
    }

    /// Presses the newest button with this label in the private chat and returns what was shown over it.
    pub async fn taps(&self, label: &str) -> Toast {
        self.taps_in(self.id, label).await
    }

    /// Sends a button's data from the newest of the bot's messages in the private chat, whatever buttons
    /// that has now.
    pub async fn taps_stale(&self, data: &str) -> Toast {
        let message = by_bot(&self.hall.world, self.id, 0)
            .last()
            .unwrap_or_else(|| panic!("{}has no message", self.screen()))
            .id;
        let data = data.to_owned();
        let done = self.does(self.id, Act::TapsStale { message, data }).await;
        self.toast(done)
    }

    /// Presses the button with this label under `message`, as it was when it was seen.
    pub async fn taps_on(&self, message: &Message, label: &str) -> Toast {
        let (message, button) = (message.id, label.to_owned());
        let done = self.does(self.id, Act::Taps { message, button }).await;
        self.toast(done)
    }

    async fn taps_in(&self, chat: i64, label: &str) -> Toast {
        let messages = by_bot(&self.hall.world, chat, 0);
        let Some(message) = messages.iter().rev().find(|m| m.button(label).is_some()) else {
            panic!(
                "no button {label:?} here:\n{}",
                screen(&self.hall.world, chat)
            );
        };
        let button = label.to_owned();
        let message = message.id;
        let done = self.does(chat, Act::Taps { message, button }).await;
        self.toast(done)
    }

    /// Says as an arbiter what a table's result is, and where that changes a round that is over, or is a
    /// forfeit before its time, confirms it.
    pub async fn rules(&self, typed: &str) {
        self.says(typed).await;
        for sure in ["裁判改判", "确认更改"] {
            if self.last().button(sure).is_some() {
                self.taps(sure).await;
            }
        }
        if self.last().text.contains("仍判弃权") {
            let asked = self.last();
            let label = asked.labels()[0].to_owned();
            self.taps(&label).await;
        }
    }

    /// Waits until the bot has said or changed something containing `wanted` in the private chat since the
    /// person last did something, or since what was last seen here; returns that message.
    pub async fn sees(&self, wanted: &str) -> Message {
        let (world, id) = (&self.hall.world, self.id);
        let since = self.mark();
        let seen = world
            .wait_for(|world| find(world, id, since, wanted), PATIENCE)
            .await;
        let Ok(message) = seen else {
            panic!("{wanted:?} is not seen:\n{}", self.screen());
        };
        self.set_mark(message.seq);
        message
    }

    /// Nothing new came in the private chat since the person last did or saw something.
    pub async fn sees_nothing(&self) {
        self.hall.settled().await;
        let since = self.mark() + 1;
        let new = by_bot(&self.hall.world, self.id, since);
        assert!(new.is_empty(), "something was said:\n{}", self.screen());
    }

    /// How many of the bot's messages in the private chat contain `wanted`.
    pub fn count(&self, wanted: &str) -> usize {
        let messages = by_bot(&self.hall.world, self.id, 0);
        messages
            .iter()
            .filter(|message| message.text.contains(wanted))
            .count()
    }

    /// The newest of the bot's messages in the private chat.
    pub fn last(&self) -> Message {
        by_bot(&self.hall.world, self.id, 0)
            .pop()
            .unwrap_or_else(|| panic!("the bot said nothing"))
    }

    /// The newest of the bot's messages in the private chat that contains `wanted`, in order of sending.
    pub fn newest(&self, wanted: &str) -> Message {
        let messages = by_bot(&self.hall.world, self.id, 0).into_iter();
        messages
            .filter(|message| message.text.contains(wanted))
            .max_by_key(|message| message.id)
            .unwrap_or_else(|| panic!("{wanted:?} is not there:\n{}", self.screen()))
    }

    /// The newest of the bot's messages in the private chat that has this button.
    pub fn last_with(&self, label: &str) -> i64 {
        let mut messages = by_bot(&self.hall.world, self.id, 0).into_iter();
        messages
            .rfind(|message| message.button(label).is_some())
            .unwrap_or_else(|| panic!("no button {label:?} here:\n{}", self.screen()))
            .id
    }

    /// The private chat as it looks.
    pub fn screen(&self) -> String {
        screen(&self.hall.world, self.id)
    }

    /// Joins the event's group.
    pub fn joins_group(&self) {
        let groups = self.hall.world.groups_of(self.id).expect("the groups");
        if !groups.iter().any(|group| group.id == GROUP) {
            self.hall
                .world
                .join(GROUP, self.id, Role::Member)
                .expect("the group");
        }
    }

    /// Does something and waits until the bot has come to rest.
    pub async fn does(&self, chat: i64, act: Act) -> Done {
        let done = self.does_quickly(chat, act);
        self.hall.settled().await;
        done
    }

    /// Does something and does not wait.
    pub fn does_quickly(&self, chat: i64, act: Act) -> Done {
        let world = &self.hall.world;
        self.set_mark(world.seq().expect("the world"));
        match world.perform(self.id, chat, &act) {
            Ok(done) => done,
            Err(error) => panic!("{act:?} cannot be done: {error}\n{}", self.screen()),
        }
    }

    /// Presses the newest button with this label and is told `wanted` over it.
    pub async fn is_told(&self, label: &str, wanted: &str) {
        let toast = self.taps(label).await;
        assert!(
            toast
                .text
                .as_deref()
                .is_some_and(|text| text.contains(wanted)),
            "{wanted:?} is not told over {label}, but {:?}",
            toast.text
        );
    }

    fn toast(&self, done: Done) -> Toast {
        let query = done.query().expect("a press");
        let toast = self.hall.world.toast(query).expect("the press");
        toast.unwrap_or_else(|| panic!("the press was not answered:\n{}", self.screen()))
    }

    fn mark(&self) -> i64 {
        self.hall.mark(self.id)
    }

    fn set_mark(&self, seq: i64) {
        self.hall.set_mark(self.id, seq);
    }
}

/// The smallest picture: one pixel.
const PNG: &[u8] = &[
    0x89, b'P', b'N', b'G', 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, b'I', b'H', b'D', b'R', 0, 0, 0,
    1, 0, 0, 0, 1, 8, 0, 0, 0, 0, 0x3A, 0x7E, 0x9B, 0x55, 0, 0, 0, 10, b'I', b'D', b'A', b'T',
    0x78, 0x9C, 0x63, 0x60, 0, 0, 0, 2, 0, 1, 0x48, 0xAF, 0xA4, 0x71, 0, 0, 0, 0, b'I', b'E', b'N',
    b'D', 0xAE, 0x42, 0x60, 0x82,
];
