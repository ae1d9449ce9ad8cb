use super::report::{game_line, place};
use super::words::player;
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
        } => {
            let mut why = match minutes {
                Some(minutes) => html!("开赛 {} 分钟即报和棋。", *minutes),
                None => Html::default(),
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
            Message::text(html!(
                "<b>注意</b>：{}\n{}和棋算数吗？",
                game_line(game),
                why
            ))
            .row([
                button("和棋成立", DrawDecision::Stands),
                button("双负（0 比 0）", DrawDecision::Lost),
            ])
            .row([button("和棋成立，双方记犯规", DrawDecision::Fouls)])
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
        EarlyDraw::Decided { game, decision } => Message::text(html!(
            "{}：<b>{}</b>。",
            game_line(game),
            decision_text(*decision)
        )),
        EarlyDraw::Stands { game } => {
            Message::text(html!("{} 的和棋经裁判审核，成立。", place(game)))
        }
    };
    vec![message]
}

pub fn refusal(refusal: &EarlyDrawRefusal) -> Html {
    match refusal {
        EarlyDrawRefusal::Already { decision, by } => html!(
            "{} 已处理：{}。您的操作没有生效。",
            by,
            decision_text(*decision)
        ),
    }
}

fn decision_text(decision: DrawDecision) -> &'static str {
    match decision {
        DrawDecision::Stands => "和棋成立",
        DrawDecision::Lost => "双负，双方各得 0 分",
        DrawDecision::Fouls => "和棋成立，双方各记犯规一次",
    }
}
