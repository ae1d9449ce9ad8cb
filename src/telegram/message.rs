use super::html::Html;
use super::tap::Tap;
use crate::render::draft::Draft;

/// Telegram's limit for one text, in UTF-16 units after entities are parsed. Telegram documentation,
/// sendMessage: 1-4096 characters.
const LIMIT: usize = 4096;

/// Of it, what is left for the heading that names the competition.
const HEADING: usize = 128;

/// One message to be sent, within Telegram's limits.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Message {
    pub html: Html,
    pub keyboard: Keyboard,
    /// A photo or file to send with the text as caption, by Telegram's file id.
    pub file: Option<File>,
    /// Pinned where it stands, without a sound.
    pub pin: bool,
}

#[derive(Debug, Clone, PartialEq)]
pub enum File {
    Photo(String),
    Document(String),
    /// A file the bot makes.
    Made {
        name: String,
        bytes: Vec<u8>,
    },
    /// One the bot has still to make.
    Draft {
        /// The file's name; pictures have none.
        name: String,
        /// What to make.
        draft: Box<Draft>,
    },
    /// Pictures the bot has made.
    Pictures(Vec<Vec<u8>>),
}

/// Rows of buttons.
pub type Keyboard = Vec<Vec<Button>>;

/// A button under a message.
#[derive(Debug, Clone, PartialEq)]
pub enum Button {
    Tap {
        label: String,
        tap: Tap,
        /// The competition the message is about, where the event has several.
        competition: Option<String>,
    },
    Link {
        label: String,
        url: String,
    },
}

impl Button {
    /// A button that sends `tap` back to the bot.
    pub fn tap(label: impl Into<String>, tap: Tap) -> Button {
        Button::Tap {
            label: label.into(),
            tap,
            competition: None,
        }
    }
}

impl Message {
    /// A message without buttons.
    pub fn text(html: Html) -> Message {
        Message {
            html,
            ..Message::default()
        }
    }

    /// With one row of buttons more.
    pub fn row(mut self, buttons: impl IntoIterator<Item = Button>) -> Message {
        let row: Vec<Button> = buttons.into_iter().collect();
        if !row.is_empty() {
            self.keyboard.push(row);
        }
        self
    }
}

/// A long table as few messages as it takes: broken between rows only, the head repeated on each.
pub fn pages(head: &Html, rows: impl IntoIterator<Item = Html>, foot: &Html) -> Vec<Message> {
    let room = (LIMIT - HEADING).saturating_sub(head.len_utf16() + foot.len_utf16() + 4);
    let mut pages = Vec::new();
    let mut body = Html::default();
    for row in rows {
        if !body.is_empty() && body.len_utf16() + row.len_utf16() + 1 > room {
            pages.push(std::mem::take(&mut body));
        }
        if !body.is_empty() {
            body.push(&Html::trusted("\n".to_owned()));
        }
        body.push(&row);
    }
    pages.push(body);
    let last = pages.len() - 1;
    pages
        .into_iter()
        .enumerate()
        .map(|(index, body)| {
            let foot = if index == last {
                foot.clone()
            } else {
                Html::default()
            };
            let parts = [head.clone(), body, foot];
            Message::text(super::html::join(
                parts.into_iter().filter(|part| !part.is_empty()),
                "\n",
            ))
        })
        .collect()
}
