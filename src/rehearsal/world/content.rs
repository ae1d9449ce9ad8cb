//! What a message holds: text with entities, a file, buttons.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What sort of message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Text.
    Text,
    /// A photo, perhaps with a caption.
    Photo,
    /// A document, perhaps with a caption.
    Document,
    /// A sticker.
    Sticker,
    /// A voice message.
    Voice,
    /// A point on the map.
    Location,
    /// Somebody's name and telephone number.
    Contact,
    /// Told by Telegram itself: somebody came, a message was pinned …
    Service,
}

/// A part of a text that is marked up. Offsets and lengths count UTF-16 units.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entity {
    /// Telegram's word: `bold`, `bot_command`, `text_link` …
    #[serde(rename = "type")]
    pub kind: String,
    /// Where it begins.
    pub offset: usize,
    /// How long it is.
    pub length: usize,
    /// Target of a `text_link`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// Language of a `pre`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// Emoji of a `custom_emoji`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub custom_emoji_id: Option<String>,
}

/// An inline button.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Button {
    /// What it says.
    pub label: String,
    /// What pressing it does.
    pub press: Press,
}

/// What pressing a button does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Press {
    /// Sends this callback data to the bot.
    Data(String),
    /// Opens this link.
    Url(String),
    /// Something else (copies text, starts an inline query …).
    Other,
}

/// A message's content, as it is stored.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Content {
    pub(crate) kind: Kind,
    /// Text or caption, entities parsed away.
    pub(crate) text: String,
    /// Text or caption as it was handed in.
    pub(crate) raw: String,
    pub(crate) entities: Vec<Entity>,
    pub(crate) file: Option<i64>,
    /// Further fields of the message object.
    pub(crate) extra: Option<Value>,
    /// The reply markup.
    pub(crate) markup: Option<Value>,
}

impl Content {
    /// Plain content of a kind with a text or caption.
    pub(crate) fn new(kind: Kind, text: &str) -> Content {
        Content {
            kind,
            text: text.to_owned(),
            raw: text.to_owned(),
            entities: Vec::new(),
            file: None,
            extra: None,
            markup: None,
        }
    }
}

impl Kind {
    /// The name in the database and the chat page's JSON.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Kind::Text => "text",
            Kind::Photo => "photo",
            Kind::Document => "document",
            Kind::Sticker => "sticker",
            Kind::Voice => "voice",
            Kind::Location => "location",
            Kind::Contact => "contact",
            Kind::Service => "service",
        }
    }

    pub(crate) fn from_name(name: &str) -> Kind {
        match name {
            "text" => Kind::Text,
            "photo" => Kind::Photo,
            "document" => Kind::Document,
            "sticker" => Kind::Sticker,
            "voice" => Kind::Voice,
            "location" => Kind::Location,
            "contact" => Kind::Contact,
            _ => Kind::Service,
        }
    }

    /// Whether such a message can have a caption.
    pub(crate) fn has_caption(self) -> bool {
        matches!(self, Kind::Photo | Kind::Document | Kind::Voice)
    }
}

/// The inline buttons of a reply markup, row by row.
pub(crate) fn buttons(markup: Option<&Value>) -> Vec<Vec<Button>> {
    let rows = markup.and_then(|markup| markup.get("inline_keyboard")?.as_array());
    let button = |value: &Value| Button {
        label: value["text"].as_str().unwrap_or_default().to_owned(),
        press: if let Some(data) = value["callback_data"].as_str() {
            Press::Data(data.to_owned())
        } else if let Some(url) = value["url"].as_str() {
            Press::Url(url.to_owned())
        } else {
            Press::Other
        },
    };
    rows.into_iter()
        .flatten()
        .filter_map(Value::as_array)
        .map(|row| row.iter().map(button).collect())
        .collect()
}
