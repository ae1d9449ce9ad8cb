use super::person;
use super::report::{game_line, place};
use super::words::{outcome, player};
use crate::config::{Config, PenaltyKind, RuleAbout};
use crate::desk::early_draw::EarlyDrawRefusal;
use crate::desk::notice::{DrawDecision, DrawSaid, EarlyDraw, FlaggedGame};
use crate::html;
use crate::telegram::html::Html;
use crate::telegram::message::{Button, Message};
use crate::telegram::tap::{DecisionCode, SaidCode, SideCode, Tap};
use crate::tournament::{Outcome, Side};

pub fn messages(notice: &EarlyDraw, config: &Config) -> Vec<Message> {
    let message = match notice {
        EarlyDraw::Flagged(shown) => flagged(shown, config),
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
            discarded,
        } => {
            let mut text = html!(
                "{}：<b>{}</b>。",
                game_line(game),
                decision_text(*decision, won.is_none())
            );
            if let Some(number) = discarded {
                text.push(&html!(
                    "\n第{}轮方案是按原成绩编排的，已作废，还没有公布。请重新 /pair。",
                    *number
                ));
            }
            Message::text(text)
        }
        EarlyDraw::ProposalGone { number, game } => Message::text(html!(
            "{} 改判双负，第{}轮方案是按原成绩编排的，已作废。请重新 /pair。",
            place(game),
            *number
        )),
        EarlyDraw::Stands { game, won } => Message::text(html!(
            "{} 的{}经裁判审核，成立。",
            place(game),
            won.map_or("和棋", outcome)
        )),
    };
    vec![message]
}

fn flagged(shown: &FlaggedGame, config: &Config) -> Message {
    let mut why = Html::default();
    if let Some(minutes) = shown.minutes {
        why.push(&match shown.unannounced {
            false if minutes < 0 => html!("开赛前即报"),
            false => html!("开赛 {} 分钟即报", minutes),
            true => html!("公布 {} 分钟即报", minutes),
        });
        why.push(&match shown.won {
            None => html!("和棋。"),
            Some(won) => html!("{}，可能过早认输。", outcome(won)),
        });
        if shown.unannounced {
            why.push(&html!("本轮没有宣布开赛，按公布的时间计算。"));
        }
    }
    for (who, said) in &shown.said {
        why.push(&html!("{} 说{}。", player(who), said_text(*said)));
    }
    if let [(_, one), (_, other)] = shown.said.as_slice()
        && one != other
    {
        why.push(&html!("双方说法不一致。"));
    }
    let (game, version) = (shown.game.game, shown.game.version);
    let button = |label: &str, decision| {
        Button::tap(
            label,
            Tap::DecideDraw {
                game,
                version,
                decision: DecisionCode(decision),
            },
        )
    };
    let [question, stands, fouls] = match shown.won {
        None => ["和棋算数吗？", "和棋成立", "和棋成立，双方记犯规"],
        Some(_) => ["成绩算数吗？", "成绩成立", "成绩成立，负方记犯规"],
    };
    let mut text = html!(
        "<b>注意</b>：{}\n{}{}",
        game_line(&shown.game),
        why,
        question
    );
    let discipline = &config.event.discipline;
    let rule = discipline.rule_about(RuleAbout::EarlyDraw);
    let removes = rule.filter(|rule| rule.usual == Some(PenaltyKind::Removal));
    if let Some(rule) = removes {
        text.push(&html!(
            "\n规程（{}）：{}通常取消资格，由裁判长逐人处理；本局成绩另在这里定。",
            rule.clause,
            rule.text
        ));
    }
    let message = Message::text(text)
        .row([
            button(stands, DrawDecision::Stands),
            button("双负（0 比 0）", DrawDecision::Lost),
        ])
        .row([button(fouls, DrawDecision::Fouls)]);
    let players = [
        (Side::Red, &shown.game.red),
        (Side::Black, &shown.game.black),
    ];
    let winner = shown.won.and_then(Outcome::winner);
    let removed = players
        .into_iter()
        .filter(|(side, _)| winner != Some(*side));
    removed
        .filter(|_| removes.is_some())
        .fold(message, |message, (side, who)| {
            let label = format!("取消资格：{} {}…", who.no, person::short(&who.name, 12));
            let side = SideCode(side);
            message.row([Button::tap(
                label,
                Tap::RemoveEarly {
                    game,
                    version,
                    side,
                },
            )])
        })
}

/// What a player answered of the moves.
pub fn said_text(said: DrawSaid) -> &'static str {
    match said {
        DrawSaid::Enough => "下满了回合",
        DrawSaid::TooFew => "没有下满回合",
        DrawSaid::NotPlayed => "没有下棋",
    }
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
        EarlyDrawRefusal::PlayedOn { game } => html!(
            "{} 之后的对局已经编排或有了成绩，这里不能再改判双负。要更正请用 /result，淘汰赛请看 /knockout。",
            place(game)
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
