//! The choice of a side.

use crate::config::Config;
use crate::desk::notice::Choice;
use crate::html;
use crate::telegram::html::Html;
use crate::telegram::message::pages;
use crate::telegram::tap::Tap;
use crate::telegram::texts::words::{hour, player};
use crate::telegram::{Button, Message};

/// The matches that wait for a choice of sides: `1台 第4局 等 7 朱庚辰 选先后手（至 15:25）`
pub fn to_choose(choices: &[Choice], config: &Config) -> Vec<Message> {
    if choices.is_empty() {
        return Vec::new();
    }
    let rows = choices.iter().map(|one| {
        let until = one.until.map_or(Html::default(), |until| {
            html!("（至 {}，过时由裁判定）", hour(until, config))
        });
        html!(
            "{}台 第{}局 等 {} 选先后手{}",
            one.place.table,
            one.game,
            player(&one.player),
            until
        )
    });
    let head = html!("<b>{} 场等选先后手</b>", choices.len());
    pages(&head, rows, &Html::default())
}

pub fn choosing(text: Html, choice: &Choice, labels: [String; 2]) -> Message {
    let buttons = labels.into_iter().zip([true, false]).map(|(label, red)| {
        Button::tap(
            label,
            Tap::ChooseSide {
                registration: choice.registration,
                of: choice.place.number,
                table: choice.place.table,
                number: choice.game,
                red,
            },
        )
    });
    Message::text(text).row(buttons)
}
