use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::config::{Rankings, Role};
use crate::store::registration::State;

/// What is said to whoever comes in, and to what the bot cannot make sense of.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Hello {
    /// Who the bot is and what comes next for this person.
    Welcome {
        role: Option<Role>,
        registration: Window,
        /// Whom this account registered.
        players: Vec<Player>,
    },
    /// In the group: a button that leads into the private chat.
    Door {
        /// The bot's username without `@`.
        bot: String,
        /// What the private chat begins with, e.g. `register`.
        payload: Option<String>,
    },
    /// The regulation as configured: its overview, with buttons to the parts.
    Rules,
    /// Another part of it, by its number.
    RulesPart {
        part: usize,
    },
    /// A part of it, 0 the overview, with what was changed since.
    Regulation {
        part: usize,
        /// How each points stage is ranked, by its key.
        rankings: BTreeMap<String, Rankings>,
    },
    NothingToCancel,
    /// Words that mean nothing here.
    Unknown {
        /// The nearest command, as shown to people.
        nearest: Option<String>,
    },
    /// A code of invitation, outside the form that asks for it.
    Code {
        used: bool,
        /// Where the event has several.
        competition: Option<String>,
    },
    /// A sticker, a voice message …, and no conversation that waits for one. Telegram's word for it.
    Attachment {
        kind: String,
    },
    /// Words or a command that someone forwarded: they do nothing.
    Forwarded,
    /// A later edit of a message changes nothing.
    EditUnread,
    /// An administrator wrote in the group's name.
    Anonymous,
}

/// Whether people may register now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Window {
    NotYet,
    Open,
    Closed,
}

/// Someone the account has registered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Player {
    pub name: String,
    pub state: State,
    pub start_no: Option<u32>,
    /// Where the event has several.
    #[serde(default)]
    pub competition: Option<String>,
}
