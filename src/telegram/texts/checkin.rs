use super::words::{player, players};
use crate::desk::notice::{Checkin, PlayerTag};
use crate::html;
use crate::telegram::html::Html;
use crate::telegram::message::pages;
use crate::telegram::tap::Tap;
use crate::telegram::{Button, Message};

pub fn phrase(notice: &Checkin) -> Vec<Message> {
    match notice {
        Checkin::Opened { place } => {
            let place = place
                .as_ref()
                .map_or(Html::default(), |place| html!("\n地点：{}", place));
            vec![Message::text(html!(
                "<b>报到开始</b>{}\n请在与我的私聊里点“报到”，或发“报到”。",
                place
            ))]
        }
        Checkin::Call {
            registration,
            player: tag,
            again,
        } => {
            let text = if *again {
                html!(
                    "提醒：{} 还没有报到。到场后请点下面的按钮，报到结束仍未报到将不编排。",
                    player(tag)
                )
            } else {
                html!("{} 报到开始了。到场后请点下面的按钮。", player(tag))
            };
            vec![Message::text(text).row([Button::tap(
                "报到",
                Tap::Here {
                    registration: *registration,
                },
            )])]
        }
        Checkin::Here { player: tag } => {
            vec![Message::text(html!(
                "{} 已报到。请留意第1轮对阵。",
                player(tag)
            ))]
        }
        Checkin::Panel {
            here,
            missing,
            closed: true,
        } => vec![Message::text(html!(
            "报到已结束：到场 {} 人，未到 {} 人。下一步：/pair 编排。",
            here,
            missing.len()
        ))],
        Checkin::Panel {
            here,
            missing,
            closed: false,
        } => listed(
            &html!(
                "<b>报到进行中</b>　已到 {} 人，未到 {} 人",
                here,
                missing.len()
            ),
            missing,
            &html!("代报到：<code>/checkin 编号</code>"),
            vec![
                Button::tap("刷新", Tap::CheckinPanel {}),
                Button::tap("提醒未到", Tap::Chase {}),
                Button::tap("结束报到…", Tap::CheckinPreview {}),
            ],
        ),
        Checkin::Preview { here, missing } => {
            let head = html!(
                "<b>结束报到？</b>\n到场 {} 人参加编排，未到 {} 人将被除名：",
                here,
                missing.len()
            );
            let here = u32::try_from(*here).unwrap_or(u32::MAX);
            listed(
                &head,
                missing,
                &Html::default(),
                vec![
                    Button::tap("确认结束", Tap::CheckinClose { here }),
                    Button::tap("再等等", Tap::CheckinPanel {}),
                ],
            )
        }
        Checkin::Closed { here, removed } => {
            let head = html!("<b>报到结束</b>　{} 位棋手参赛", here);
            let rows = removed.iter().map(player);
            if removed.is_empty() {
                vec![Message::text(head)]
            } else {
                pages(&html!("{}\n未报到除名：", head), rows, &Html::default())
            }
        }
        Checkin::Removed { player: tag } => vec![Message::text(html!(
            "{} 在报到结束时没有报到，按未参赛处理。如有异议，请马上联系裁判长。",
            player(tag)
        ))],
        Checkin::Called { players } => {
            vec![Message::text(html!(
                "已再次提醒 {} 位未报到的棋手。",
                players
            ))]
        }
    }
}

/// The missing in one paragraph, cut where a message would become too long; the buttons stand below.
fn listed(head: &Html, missing: &[PlayerTag], foot: &Html, buttons: Vec<Button>) -> Vec<Message> {
    const SHOWN: usize = 60;
    let shown = &missing[..missing.len().min(SHOWN)];
    let mut text = head.clone();
    if !shown.is_empty() {
        text.push(&html!("\n{}", players(shown)));
    }
    if missing.len() > SHOWN {
        text.push(&html!(" 等 {} 人", missing.len()));
    }
    if !foot.is_empty() {
        text.push(&html!("\n{}", foot));
    }
    vec![Message::text(text).row(buttons)]
}
