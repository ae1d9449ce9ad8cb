//! The `Message` object of the Bot API.

use serde_json::{Value, json};

use super::{Kind, Tx, WorldError, callback::inline_part, message::Stored};

impl Tx<'_> {
    /// A message as the bot is shown it.
    pub(crate) fn message_json(&self, chat: i64, message: i64) -> Result<Value, WorldError> {
        let stored = self
            .find_message(chat, message)?
            .ok_or(WorldError::NoSuchMessage { chat, message })?;
        self.render(&stored, true)
    }

    /// As [`Tx::message_json`]; `with_reply`: with the message it replies to,
    /// which itself is shown without one.
    pub(crate) fn render(&self, stored: &Stored, with_reply: bool) -> Result<Value, WorldError> {
        let chat = self.chat(stored.chat)?;
        let content = &stored.content;
        let mut value = json!({
            "message_id": stored.id,
            "from": self.user(stored.sender)?.json(),
            "chat": self.chat_json(&chat)?,
            "date": stored.date,
        });
        if let Some(sender_chat) = stored.sender_chat {
            value["sender_chat"] = self.chat_json(&self.chat(sender_chat)?)?;
        }
        if let Some(edited) = stored.edit_date {
            value["edit_date"] = json!(edited);
        }
        if let Some(thread) = stored.thread {
            value["message_thread_id"] = json!(thread);
            value["is_topic_message"] = json!(true);
        }
        if let Some(forward) = &stored.forward {
            value["forward_origin"] = forward.clone();
        }
        // What is said in a topic replies, if to nothing else, to the message that opened it.
        let opener = stored.thread.filter(|thread| *thread != stored.id);
        if let (true, Some(target)) = (with_reply, stored.reply_to.or(opener))
            && let Some(target) = self.find_visible(stored.chat, target)?
        {
            value["reply_to_message"] = self.render(&target, false)?;
        }
        self.render_content(stored, &mut value)?;
        if let Some(markup) = inline_part(content.markup.as_ref()) {
            value["reply_markup"] = markup;
        }
        Ok(value)
    }

    fn render_content(&self, stored: &Stored, value: &mut Value) -> Result<(), WorldError> {
        let content = &stored.content;
        if let (Some(Value::Object(extra)), Some(value)) = (&content.extra, value.as_object_mut()) {
            value.extend(extra.clone());
        }
        if let Some(file) = content.file {
            let (name, object) = self.file(file)?.json();
            value[name] = object;
        }
        if content.kind == Kind::Text {
            value["text"] = json!(content.text);
            if !content.entities.is_empty() {
                value["entities"] = json!(content.entities);
            }
        } else if content.kind.has_caption() && !content.text.is_empty() {
            value["caption"] = json!(content.text);
            if !content.entities.is_empty() {
                value["caption_entities"] = json!(content.entities);
            }
        }
        Ok(())
    }
}
