use super::person::short;
use super::team::unequal;
use super::words::{hour, place_line, player, players, turns};
use crate::config::Config;
use crate::desk::notice::{Checkin, PlayerTag};
use crate::html;
use crate::telegram::html::Html;
use crate::telegram::message::pages;
use crate::telegram::tap::Tap;
use crate::telegram::{Button, Message};

pub fn phrase(notice: &Checkin, config: &Config) -> Vec<Message> {
    match notice {
        Checkin::Opened { place } => {
            let place = place
                .as_ref()
                .map_or(Html::default(), |place| html!("\n地点：{}", place));
            vec![Message::text(html!(
                "<b>报到开始</b>{}{}\n请在与我的私聊里点“报到”，或发“报到”。",
                place,
                bring(config)
            ))]
        }
        Checkin::Call {
            registration,
            player: tag,
            again,
            venue,
        } => {
            let text = if *again {
                html!(
                    "提醒：{} 还没有报到。到场后请点下面的按钮，报到结束仍未报到将不编排。{}{}",
                    player(tag),
                    place_line(venue),
                    bring(config)
                )
            } else {
                html!(
                    "{} 报到开始了。到场后请点下面的按钮。{}{}",
                    player(tag),
                    place_line(venue),
                    bring(config)
                )
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
        } => {
            let text = html!(
                "报到已结束：到场 {} 人，未到 {} 人。下一步：/pair 编排。",
                here,
                missing.len()
            );
            let late = Button::tap("补报到…", Tap::CheckinMissing { page: 0 });
            vec![Message::text(text).row((!missing.is_empty()).then_some(late))]
        }
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
                Button::tap("逐个签到", Tap::CheckinMissing { page: 0 }),
                Button::tap("结束报到…", Tap::CheckinPreview {}),
            ],
        ),
        Checkin::Preview {
            here,
            missing,
            digest,
            earliest,
            planned,
            teams,
        } => {
            let mut head = html!("<b>结束报到？</b>");
            head.push(&unequal(teams));
            if let Some(planned) = planned {
                head.push(&html!("\n⚠️ 报到原定到 {}。", hour(*planned, config)));
            }
            if let Some(earliest) = earliest {
                head.push(&html!("\n⚠️ 最早 {} 可以结束。", hour(*earliest, config)));
            }
            head.push(&html!(
                "\n到场 {} 人参加编排，未到 {} 人将被除名：",
                here,
                missing.len()
            ));
            let (here, missing_digest) = (u32::try_from(*here).unwrap_or(u32::MAX), *digest);
            // Exactly who: all of them, over as many messages as it takes.
            let mut messages = pages(&head, missing.iter().map(player), &Html::default());
            if let Some(last) = messages.pop() {
                messages.push(last.row([
                    Button::tap(
                        "确认结束",
                        Tap::CheckinClose {
                            here,
                            missing: missing_digest,
                        },
                    ),
                    Button::tap("再等等", Tap::CheckinPanel {}),
                ]));
            }
            messages
        }
        Checkin::Missing {
            rows,
            total,
            page,
            pages,
            closed,
        } => {
            let mut message = Message::text(if *closed {
                html!(
                    "<b>补报到</b>　未到被除名 {} 人。人到了请点名字，重新参加以后各轮。",
                    total
                )
            } else {
                html!("<b>逐个签到</b>　未到 {} 人。人到了请点名字。", total)
            });
            for row in rows {
                let account = if row.has_account {
                    ""
                } else {
                    "（无账号）"
                };
                let name = short(&row.player.name, 16);
                let fee = if row.owes_fee { "（未交费）" } else { "" };
                let label = format!("{} {name}{account}{fee}", row.player.no.0);
                let (registration, page) = (row.registration, *page);
                message = message.row([Button::tap(label, Tap::TickHere { registration, page })]);
            }
            let to = |page| Tap::CheckinMissing { page };
            message = message.row(turns(*page, *pages, to));
            vec![message.row([Button::tap("返回", Tap::CheckinPanel {})])]
        }
        Checkin::Calling { missing, ends } => pages(
            &html!(
                "<b>请尽快报到</b>，{} 以后结束，未到的不编排。还没有报到：",
                hour(*ends, config)
            ),
            missing.iter().map(player),
            &Html::default(),
        ),
        Checkin::TimeUp { here, missing } => vec![
            Message::text(html!(
                "报到时间到：已到 {} 人，未到 {} 人。报到不会自动结束，请核对后结束。",
                here,
                missing
            ))
            .row([
                Button::tap("结束报到…", Tap::CheckinPreview {}),
                Button::tap("逐个签到", Tap::CheckinMissing { page: 0 }),
            ]),
        ],
        Checkin::Undrawn => vec![Message::text(html!(
            "报到时间到了，但还没有抽签，棋手没有编号。请先 /draw，抽签后自动开始报到。"
        ))],
        Checkin::Missed { ended } => vec![Message::text(html!(
            "原定的报到时间（到 {}）已过，报到还没有进行。需要报到请发 /checkin 开始，何时结束由您决定。",
            hour(*ended, config)
        ))],
        Checkin::TakenIn { player: tag } => vec![Message::text(html!(
            "{} 已补报到，参加以后各轮。",
            player(tag)
        ))],
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

/// A line of its own: `请带：…`
fn bring(config: &Config) -> Html {
    match config.event.registration.bring.as_slice() {
        [] => Html::default(),
        things => html!("\n请带：{}", things.join("、")),
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
