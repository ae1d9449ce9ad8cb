use super::report::{game_line, place};
use super::words::{outcome, player};
use crate::desk::early_draw::EarlyDrawRefusal;
use crate::desk::notice::{DrawDecision, DrawSaid, EarlyDraw};
use crate::html;
use crate::telegram::html::Html;
use crate::telegram::message::{Button, Message};
use crate::telegram::tap::{DecisionCode, SaidCode, Tap};

pub fn messages(notice: &EarlyDraw) -> Vec<Message> {
    let message = match notice {
        EarlyDraw::Flagged {
            game,
            minutes,
            said,
            won,
        } => {
            let mut why = match (minutes, won) {
                (Some(minutes), None) => html!("开赛 {} 分钟即报和棋。", *minutes),
                (Some(minutes), Some(won)) => html!(
                    "开赛 {} 分钟即报{}，可能过早认输。",
                    *minutes,
                    outcome(*won)
                ),
                (None, _) => Html::default(),
            };
            if let Some((who, said)) = said {
                let said = match said {
                    DrawSaid::Enough => "下满了回合",
                    DrawSaid::TooFew => "没有下满回合",
                    DrawSaid::NotPlayed => "没有下棋",
                };
                why.push(&html!("{} 说{}。", player(who), said));
            }
            let (game_id, version) = (game.game, game.version);
            let button = |label: &str, decision| {
                Button::tap(
                    label,
                    Tap::DecideDraw {
                        game: game_id,
                        version,
                        decision: DecisionCode(decision),
                    },
                )
            };
            let [question, stands, fouls] = match won {
                None => ["和棋算数吗？", "和棋成立", "和棋成立，双方记犯规"],
                Some(_) => ["成绩算数吗？", "成绩成立", "成绩成立，负方记犯规"],
            };
            Message::text(html!(
                "<b>注意</b>：{}\n{}{}",
                game_line(game),
                why,
                question
            ))
            .row([
                button(stands, DrawDecision::Stands),
                button("双负（0 比 0）", DrawDecision::Lost),
            ])
            .row([button(fouls, DrawDecision::Fouls)])
        }
        EarlyDraw::AskMoves { game, moves } => {
            let (game_id, version) = (game.game, game.version);
            let button = |label: String, said| {
                Button::tap(
                    label,
                    Tap::DrawMoves {
                        game: game_id,
                        version,
                        said: SaidCode(said),
                    },
                )
            };
            Message::text(html!(
                "{} 和棋。规程规定不满 {} 回合不得议和，请如实回答，下了多少回合？",
                place(game),
                *moves
            ))
            .row([
                button(format!("{moves} 回合以上"), DrawSaid::Enough),
                button(format!("不满 {moves} 回合"), DrawSaid::TooFew),
                button("没有下".to_owned(), DrawSaid::NotPlayed),
            ])
        }
        EarlyDraw::Thanks => Message::text(html!("收到，谢谢。")),
        EarlyDraw::Decided {
            game,
            decision,
            won,
        } => Message::text(html!(
            "{}：<b>{}</b>。",
            game_line(game),
            decision_text(*decision, won.is_none())
        )),
        EarlyDraw::Stands { game, won } => Message::text(html!(
            "{} 的{}经裁判审核，成立。",
            place(game),
            won.map_or("和棋", outcome)
        )),
    };
    vec![message]
}

pub fn refusal(refusal: &EarlyDrawRefusal) -> Html {
    match refusal {
        EarlyDrawRefusal::Already {
            decision,
            by,
            is_draw,
        } => html!(
            "{} 已处理：{}。您的操作没有生效。",
            by,
            decision_text(*decision, *is_draw)
        ),
    }
}

fn decision_text(decision: DrawDecision, is_draw: bool) -> &'static str {
    match (decision, is_draw) {
        (DrawDecision::Stands, true) => "和棋成立",
        (DrawDecision::Stands, false) => "成绩成立",
        (DrawDecision::Lost, _) => "双负，双方各得 0 分",
        (DrawDecision::Fouls, true) => "和棋成立，双方各记犯规一次",
        (DrawDecision::Fouls, false) => "成绩成立，负方记犯规一次",
    }
}
