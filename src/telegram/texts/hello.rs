use std::collections::BTreeMap;

use super::{moment, refusal, rules};
use crate::config::{Config, Role};
use crate::desk::notice::{Hello, Player, Window};
use crate::html;
use crate::store::registration::State;
use crate::telegram::html::{Html, join};
use crate::telegram::message::{Button, Message};

pub fn messages(hello: &Hello, config: &Config) -> Vec<Message> {
    let html = match hello {
        Hello::Welcome {
            role,
            registration,
            players,
        } => welcome(*role, *registration, players, config),
        Hello::Door { bot, payload } => return vec![door(bot, payload.as_deref(), config)],
        Hello::Rules => return rules::messages(0, &BTreeMap::new(), config),
        Hello::RulesPart { part, rankings } => return rules::messages(*part, rankings, config),
        Hello::NothingToCancel => {
            html!("现在没有进行中的操作，不用取消。发 /help 看看可以做什么。")
        }
        Hello::Unknown {
            nearest: Some(nearest),
        } => html!(
            "没看懂这句话，您是想发“{}”吗？请照着再发一次，或发 /help 看看可以做什么。",
            as_sent(nearest)
        ),
        Hello::Code { used: true, .. } => {
            html!("这个邀请码已经用过，一码只能用一次。不是您用的，请联系裁判。")
        }
        Hello::Code {
            used: false,
            competition,
        } => {
            let of = competition
                .as_deref()
                .map_or_else(Default::default, |name| html!("{}", name));
            html!(
                "这是{}报名用的邀请码，还没有用掉。请发 /register 报名，问到邀请码时再发一次。",
                of
            )
        }
        Hello::Unknown { nearest: None } => {
            html!("没看懂这句话。报名请发 /register，报成绩请发 /report，其他请发 /help。")
        }
        Hello::Attachment { kind } => html!(
            "收到了您的{}，但现在没有需要它的地方，没有保存。请用文字告诉我，或发 /help 看看可以做什么。",
            attachment(kind)
        ),
        Hello::Forwarded => html!(
            "这是转发来的消息，我不知道是谁的意思，没有照办。要报成绩或用指令，请您自己重新发一条。"
        ),
        Hello::EditUnread => {
            html!("您修改了以前的消息，修改不会生效。请把要说的重新发一条。")
        }
        Hello::Anonymous => html!(
            "您正以群的名义匿名发言，我无法确认您是谁。请到与我的私聊里发，或关闭匿名后再发。"
        ),
    };
    vec![Message::text(html)]
}

fn welcome(role: Option<Role>, window: Window, players: &[Player], config: &Config) -> Html {
    let event = &config.event;
    let mut lines = vec![html!(
        "您好，我是「{}」的比赛机器人：报名、对阵、报成绩、看名次都在这里。",
        event.name
    )];
    if let Some(role) = role {
        lines.push(html!("您是本次比赛的{}。", refusal::role(role)));
    }
    lines.extend(players.iter().map(player));
    let closes = moment::moment(event.registration.closes, event.zone);
    lines.push(match window {
        Window::Open if players.is_empty() => {
            html!("报名截止：{}。现在报名请发 /register。", closes)
        }
        Window::Open => html!("还要给别人报名，请再发 /register（{}截止）。", closes),
        Window::NotYet => match event.registration.opens {
            Some(opens) => html!(
                "报名从{}开始，到时请发 /register。",
                moment::moment(opens, event.zone)
            ),
            None => html!("报名还没有开始。"),
        },
        Window::Closed if players.is_empty() => {
            html!("报名已截止。看对阵请发 /pairings，看名次请发 /standings。")
        }
        Window::Closed => html!("看自己的对阵请发 /me，报成绩请发 /report。"),
    });
    lines.push(match role {
        Some(Role::Committee) => html!("申诉请发 /appeal，赛况请发 /desk，规程请发 /rules。"),
        Some(_) => html!("裁判请发 /desk 打开裁判台，规程请发 /rules。"),
        None => html!("规程请发 /rules，我的报名请发 /me。"),
    });
    join(lines, "\n")
}

fn player(player: &Player) -> Html {
    let state = match player.state {
        State::Review => "材料审核中，有结果会通知您",
        State::Accepted => "报名成功",
        State::Waiting => "候补中，有名额会通知您",
        State::Offered => "轮到递补，等您确认，请发 /me",
        State::Refused => "报名未通过",
        State::Withdrawn => "已退赛",
    };
    let mut line = html!("· {}", player.name);
    if let Some(competition) = &player.competition {
        line.push(&html!("（{}）", competition));
    }
    line.push(&html!("：{}", state));
    if let Some(no) = player.start_no {
        line.push(&html!("，编号 {}", no));
    }
    line
}

fn door(bot: &str, payload: Option<&str>, config: &Config) -> Message {
    let url = match payload {
        Some(payload) => format!("https://t.me/{bot}?start={payload}"),
        None => format!("https://t.me/{bot}?start=hello"),
    };
    let (html, label) = match payload {
        Some("register") => (
            html!("报名要填写个人信息，请点下面的按钮，在私聊里进行。"),
            "去私聊报名",
        ),
        _ => (
            html!(
                "我是「{}」的比赛机器人。个人的事请点下面的按钮，在私聊里进行。",
                config.event.short_name
            ),
            "打开私聊",
        ),
    };
    Message::text(html).row([Button::Link {
        label: label.to_owned(),
        url,
    }])
}

/// Telegram's word for an attachment, as people say it.
fn attachment(kind: &str) -> &'static str {
    match kind {
        "photo" => "照片",
        "document" => "文件",
        "sticker" => "贴纸",
        "voice" => "语音",
        "audio" => "音频",
        "video" | "video_note" => "视频",
        "animation" => "动图",
        "contact" => "名片",
        "location" | "venue" => "位置",
        "poll" => "投票",
        "dice" => "骰子",
        _ => "消息",
    }
}

/// A command as it has to be sent: the latin ones begin with a slash.
fn as_sent(command: &str) -> String {
    if command.is_ascii() {
        format!("/{command}")
    } else {
        command.to_owned()
    }
}
