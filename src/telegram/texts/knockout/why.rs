//! Why two meet, and why one of them had red.

use super::bracket::line;
use crate::desk::notice::{MatchStanding, Origin, RedBy, Who, WhyMatch};
use crate::html;
use crate::telegram::Message;
use crate::telegram::html::Html;
use crate::telegram::message::pages;
use crate::telegram::texts::words::player;

/// A match, where the two come from, and who had red in each game.
pub fn why(round: &str, rows: &[WhyMatch]) -> Vec<Message> {
    let head = html!("<b>{} 为何这样对阵</b>", round);
    pages(&head, rows.iter().map(explained), &Html::default())
}

fn explained(one: &WhyMatch) -> Html {
    let mut text = line(&one.row);
    let from = one.row.who.iter().zip(&one.from);
    for (who, origin) in from {
        let Who::Player(tag) = who else { continue };
        match origin {
            Origin::Seed { seed, rank } => text.push(&html!(
                "\n　{}：积分赛第{}名，{}号位",
                player(tag),
                *rank,
                *seed
            )),
            Origin::WinnerOf(table) => {
                text.push(&html!("\n　{}：上一轮{}台胜者", player(tag), *table));
            }
            Origin::Nobody => {}
        }
    }
    match one.from {
        [Origin::Seed { seed: a, .. }, Origin::Seed { seed: b, .. }] => {
            text.push(&html!("\n　{}人对局秩序表：{}号位对{}号位", one.size, a, b))
        }
        [Origin::Seed { .. }, Origin::Nobody] | [Origin::Nobody, Origin::Seed { .. }]
            if one.row.standing == MatchStanding::Free =>
        {
            text.push(&html!("\n　没有对手，轮空晋级"));
        }
        _ => {}
    }
    for side in &one.sides {
        let by = match &side.by {
            RedBy::Better => html!("积分赛名次列前"),
            RedBy::Turn => html!("换先"),
            RedBy::Lot => html!("抽签"),
            RedBy::Choice(by) => html!("由 {} 选先后手", player(by)),
        };
        text.push(&html!(
            "\n　第{}局 {} 执红：{}",
            side.game,
            player(&side.red),
            by
        ));
    }
    text
}
