//! All games of one account on a card: a coach reports for many.

use super::report::game_line;
use super::words::{hour, outcome, side, turns};
use crate::config::Config;
use crate::desk::notice::{OwnGame, Reported};
use crate::html;
use crate::telegram::html::{Html, join};
use crate::telegram::tap::{OutcomeCode, Tap};
use crate::telegram::{Button, Message};
use crate::tournament::{Outcome, Side};

pub fn card(
    games: &[OwnGame],
    total: usize,
    page: usize,
    pages: usize,
    config: &Config,
) -> Message {
    let open = games.iter().find(|own| own.reported.is_open());
    let mut text = html!("<b>您名下的 {} 台</b>", total);
    if let Some(open) = open {
        text.push(&html!(
            "　请点台次报成绩，或写明台次，例如“{}台红胜”：",
            open.game.table
        ));
    }
    // Tables of several competitions may have one number: their lines are marked.
    let marked = games.iter().any(|own| own.competition.is_some());
    let marks = (1..).map(|number| {
        if marked {
            format!("({number}) ")
        } else {
            String::new()
        }
    });
    let games: Vec<(String, &OwnGame)> = marks.zip(games).collect();
    let lines = games
        .iter()
        .map(|(mark, own)| html!("{}{}", mark, line(own, config)));
    text.push(&html!("\n{}", join(lines, "\n")));
    let mut message = Message::text(text);
    for (mark, own) in games.iter().filter(|(_, own)| own.reported.is_open()) {
        message = message.row(buttons(mark, own, page));
    }
    message.row(turns(page, pages, |page| Tap::ReportCard { page }))
}

/// `第3轮 第5台 红 12 张三 — 黑 7 李四　您执红　未报`
fn line(own: &OwnGame, config: &Config) -> Html {
    let mut text = match &own.competition {
        Some(name) => html!("{}　{}", name, game_line(&own.game)),
        None => game_line(&own.game),
    };
    if let Some(mine) = own.side {
        text.push(&html!("　您执{}", side(mine)));
    }
    let state = match own.reported {
        Reported::Open => html!("未报"),
        Reported::Waits {
            by,
            outcome: said,
            until,
        } => {
            let until = until.map_or(Html::default(), |until| {
                html!("，{} 前无异议即生效", hour(until, config))
            });
            html!("{}方已报{}，待确认{}", side(by), outcome(said), until)
        }
        Reported::Disputed => html!("争议，待裁判裁定"),
        Reported::Final(result) => html!("<b>{}</b>", outcome(result)),
    };
    text.push(&html!("　{}", state));
    text
}

fn buttons(mark: &str, own: &OwnGame, page: usize) -> Vec<Button> {
    let (red, black) = (Outcome::RedWin, Outcome::BlackWin);
    let labels = match own.side {
        Some(Side::Red) => [("胜", red), ("和", Outcome::Draw), ("负", black)],
        Some(Side::Black) => [("胜", black), ("和", Outcome::Draw), ("负", red)],
        None => [("红胜", red), ("和", Outcome::Draw), ("黑胜", black)],
    };
    let game = own.game.game;
    labels
        .into_iter()
        .map(|(label, outcome)| {
            Button::tap(
                format!("{mark}{}台 {label}", own.game.table),
                Tap::ClaimOnCard {
                    game,
                    outcome: OutcomeCode(outcome),
                    page,
                },
            )
        })
        .collect()
}
