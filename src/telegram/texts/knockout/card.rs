//! A match on the arbiter's card.

use super::bracket::line;
use crate::desk::notice::{CardGame, MatchRow, PlayerTag};
use crate::html;
use crate::telegram::html::join;
use crate::telegram::tap::Tap;
use crate::telegram::texts::person;
use crate::telegram::texts::report::game_line;
use crate::telegram::texts::words::outcome;
use crate::telegram::{Button, Message};

/// Players with their registration.
type Listed<'a> = &'a [(i64, PlayerTag)];

pub fn card(
    row: &MatchRow,
    (of, round): (u32, &str),
    games: &[CardGame],
    (can_quit, can_stay): (Listed<'_>, Listed<'_>),
    (can_annul, can_choose): (bool, Option<i64>),
) -> Message {
    let lines = games.iter().map(|one| {
        let result = one.outcome.map_or("未定", outcome);
        html!("\n{}　{}", game_line(&one.game), result)
    });
    let text = html!("<b>{}</b>\n{}{}", round, line(row), join(lines, ""));
    let mut message = Message::text(text);
    let corrections: Vec<Button> = games
        .iter()
        .map(|one| {
            let number = one.game.part.unwrap_or(0);
            Button::tap(
                format!("改第{number}局"),
                Tap::CorrectGame {
                    game: one.game.game,
                },
            )
        })
        .collect();
    for row in corrections.chunks(3) {
        message = message.row(row.to_vec());
    }
    let table = row.table;
    if of > 0 {
        for (registration, who) in can_quit {
            let registration = *registration;
            let label = format!("判 {} {} 弃权", who.no, person::short(&who.name, 8));
            let tap = Tap::AskQuitMatch {
                registration,
                of,
                table,
            };
            message = message.row([Button::tap(label, tap)]);
        }
        for (registration, who) in can_stay {
            let registration = *registration;
            let label = format!("恢复 {} {}", who.no, person::short(&who.name, 8));
            let tap = Tap::StayInMatch {
                registration,
                of,
                table,
            };
            message = message.row([Button::tap(label, tap)]);
        }
        if let Some(game) = can_choose {
            let tap = Tap::ChooseAgain { of, table, game };
            message = message.row([Button::tap("重选先后手", tap)]);
        }
        if can_annul {
            message = message.row([Button::tap("作废重下…", Tap::AskAnnulMatch { of, table })]);
        }
    }
    message
}
