use crate::config::Config;
use crate::desk::competition::CompetitionRefusal;
use crate::html;
use crate::telegram::html::Html;
use crate::telegram::{Button, Message};

/// Telegram's limit for a message with its heading, in UTF-16 units.
const LIMIT: usize = 4096;

/// Names the competition above the messages, and has their buttons name it too.
pub fn headed(messages: Vec<Message>, key: &str, config: &Config) -> Vec<Message> {
    let competitions = &config.event.competitions;
    let Some(competition) = competitions.iter().find(|one| one.key == key) else {
        return messages;
    };
    let heading = html!("【{}】\n", competition.name);
    messages
        .into_iter()
        .map(|mut message| {
            if heading.len_utf16() + message.html.len_utf16() <= LIMIT {
                message.html = html!("{}{}", heading, message.html);
            }
            for button in message.keyboard.iter_mut().flatten() {
                if let Button::Tap { competition, .. } = button {
                    competition.get_or_insert_with(|| key.to_owned());
                }
            }
            message
        })
        .collect()
}

pub fn refusal(refusal: &CompetitionRefusal) -> Html {
    let CompetitionRefusal::Unknown { typed, names } = refusal;
    html!(
        "没有叫“{}”的项目或组别。本赛事的项目：{}。请写其中一个，或发 /desk 点按钮选择。",
        super::person::short(typed, 40),
        names.join("、")
    )
}
