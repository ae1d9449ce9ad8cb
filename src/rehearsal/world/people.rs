//! The acts of people one by one; each is a transaction of its own.

use super::{Act, Done, World, WorldError};

impl World {
    /// Lets `user` do one thing in `chat`.
    ///
    /// # Errors
    /// Why they cannot do it.
    pub fn perform(&self, user: i64, chat: i64, act: &Act) -> Result<Done, WorldError> {
        self.act(|tx| tx.perform(user, chat, act))
    }

    /// Lets `user` do several things in `chat`, all or nothing.
    ///
    /// # Errors
    /// Why they cannot do one of them.
    pub fn perform_all(&self, user: i64, chat: i64, acts: &[Act]) -> Result<Vec<Done>, WorldError> {
        self.act(|tx| acts.iter().map(|act| tx.perform(user, chat, act)).collect())
    }

    /// Presses Start in the private chat and returns the message's id.
    ///
    /// # Errors
    /// [`WorldError::NoSuchUser`].
    pub fn start(&self, user: i64) -> Result<i64, WorldError> {
        self.sent(user, user, Act::Start(None))
    }

    /// Follows the deep link `https://t.me/BOT?start=PAYLOAD`.
    ///
    /// # Errors
    /// [`WorldError::NoSuchUser`].
    pub fn start_with(&self, user: i64, payload: &str) -> Result<i64, WorldError> {
        self.sent(user, user, Act::Start(Some(payload.to_owned())))
    }

    /// Blocks the bot.
    ///
    /// # Errors
    /// The database's.
    pub fn block(&self, user: i64) -> Result<(), WorldError> {
        self.perform(user, user, &Act::Blocks).map(drop)
    }

    /// Unblocks the bot.
    ///
    /// # Errors
    /// The database's.
    pub fn unblock(&self, user: i64) -> Result<(), WorldError> {
        self.perform(user, user, &Act::Unblocks).map(drop)
    }

    /// Sends a text and returns the message's id.
    ///
    /// # Errors
    /// Why they cannot: not started, not in the group, text empty …
    pub fn says(&self, user: i64, chat: i64, text: &str) -> Result<i64, WorldError> {
        self.sent(user, chat, Act::Says(text.to_owned()))
    }

    /// Sends a text in a forum topic.
    ///
    /// # Errors
    /// As [`World::says`], and [`WorldError::NoSuchTopic`].
    pub fn says_in_topic(
        &self,
        user: i64,
        chat: i64,
        thread: i64,
        text: &str,
    ) -> Result<i64, WorldError> {
        let text = text.to_owned();
        self.sent(user, chat, Act::SaysInTopic { thread, text })
    }

    /// Sends a text as an anonymous administrator of the group.
    ///
    /// # Errors
    /// As [`World::says`].
    pub fn says_anonymously(&self, user: i64, chat: i64, text: &str) -> Result<i64, WorldError> {
        self.sent(user, chat, Act::SaysAnonymously(text.to_owned()))
    }

    /// Answers message `to` with a text.
    ///
    /// # Errors
    /// As [`World::says`], and [`WorldError::NoSuchMessage`].
    pub fn replies(&self, user: i64, chat: i64, to: i64, text: &str) -> Result<i64, WorldError> {
        let text = text.to_owned();
        self.sent(user, chat, Act::Replies { to, text })
    }

    /// Changes the text or caption of a message of theirs.
    ///
    /// # Errors
    /// [`WorldError::NotTheirs`], [`WorldError::NoSuchMessage`].
    pub fn edits(&self, user: i64, chat: i64, message: i64, text: &str) -> Result<(), WorldError> {
        let text = text.to_owned();
        self.sent(user, chat, Act::Edits { message, text })
            .map(drop)
    }

    /// Deletes a message of theirs.
    ///
    /// # Errors
    /// [`WorldError::NotTheirs`], [`WorldError::NoSuchMessage`].
    pub fn deletes(&self, user: i64, chat: i64, message: i64) -> Result<(), WorldError> {
        self.sent(user, chat, Act::Deletes { message }).map(drop)
    }

    /// Forwards a message from `from_chat` to `chat`.
    ///
    /// # Errors
    /// [`WorldError::NoSuchMessage`], or why they are not in either chat.
    pub fn forwards(
        &self,
        user: i64,
        chat: i64,
        from_chat: i64,
        message: i64,
    ) -> Result<i64, WorldError> {
        self.sent(user, chat, Act::Forwards { from_chat, message })
    }

    /// Sends a PNG or JPEG picture.
    ///
    /// # Errors
    /// [`WorldError::Unsendable`] for bytes that are no picture.
    pub fn sends_photo(
        &self,
        user: i64,
        chat: i64,
        bytes: &[u8],
        caption: &str,
    ) -> Result<i64, WorldError> {
        let (bytes, caption) = (bytes.to_vec(), caption.to_owned());
        self.sent(user, chat, Act::Photo { bytes, caption })
    }

    /// Sends a file.
    ///
    /// # Errors
    /// [`WorldError::Unsendable`] for an empty file.
    pub fn sends_document(
        &self,
        user: i64,
        chat: i64,
        name: &str,
        bytes: &[u8],
        caption: &str,
    ) -> Result<i64, WorldError> {
        let act = Act::Document {
            name: name.to_owned(),
            bytes: bytes.to_vec(),
            caption: caption.to_owned(),
        };
        self.sent(user, chat, act)
    }

    /// Sends a sticker.
    ///
    /// # Errors
    /// Why they cannot send to this chat.
    pub fn sends_sticker(&self, user: i64, chat: i64) -> Result<i64, WorldError> {
        self.sent(user, chat, Act::Sticker)
    }

    /// Sends a voice message.
    ///
    /// # Errors
    /// Why they cannot send to this chat.
    pub fn sends_voice(&self, user: i64, chat: i64) -> Result<i64, WorldError> {
        self.sent(user, chat, Act::Voice)
    }

    /// Sends a point on the map, in degrees north and east.
    ///
    /// # Errors
    /// Why they cannot send to this chat.
    pub fn sends_location(
        &self,
        user: i64,
        chat: i64,
        latitude: f64,
        longitude: f64,
    ) -> Result<i64, WorldError> {
        // Saturates, which no place on Earth reaches.
        let millionths = |degrees: f64| (degrees * 1e6).round() as i32;
        let act = Act::Location {
            latitude: millionths(latitude),
            longitude: millionths(longitude),
        };
        self.sent(user, chat, act)
    }

    /// Sends their own telephone number as a contact.
    ///
    /// # Errors
    /// Why they cannot send to this chat.
    pub fn sends_contact(&self, user: i64, chat: i64, phone: &str) -> Result<i64, WorldError> {
        let phone = phone.to_owned();
        self.sent(user, chat, Act::Contact { phone })
    }

    /// Presses the inline button with this label or callback data, and
    /// returns the callback query's id for [`World::toast`].
    ///
    /// # Errors
    /// [`WorldError::NoSuchButton`] if the message has none such now.
    pub fn taps(
        &self,
        user: i64,
        chat: i64,
        message: i64,
        button: &str,
    ) -> Result<i64, WorldError> {
        self.act(|tx| tx.press(user, chat, message, button))
    }

    /// Sends callback data to the bot as a press on `message`, whatever
    /// buttons it has now and even if it was deleted.
    ///
    /// # Errors
    /// [`WorldError::NoSuchMessage`] if there never was such a message.
    pub fn taps_stale(
        &self,
        user: i64,
        chat: i64,
        message: i64,
        data: &str,
    ) -> Result<i64, WorldError> {
        self.act(|tx| tx.query(user, chat, message, data))
    }

    fn sent(&self, user: i64, chat: i64, act: Act) -> Result<i64, WorldError> {
        match self.perform(user, chat, &act)? {
            Done::Message(id) | Done::Query(id) => Ok(id),
            Done::Nothing => Ok(0),
        }
    }
}
