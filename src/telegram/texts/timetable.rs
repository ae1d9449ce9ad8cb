use chrono::{DateTime, Utc};

use super::moment::{date, moment};
use super::person::short;
use super::words::{hour, round_name as name_of};
use crate::config::Config;
use crate::desk::notice::{Moved, RoundStart, Slot, Timetable};
use crate::desk::timetable::TimetableRefusal;
use crate::html;
use crate::telegram::html::{Html, join};
use crate::telegram::message::pages;
use crate::telegram::tap::Tap;
use crate::telegram::{Button, Message};

pub fn messages(notice: &Timetable, config: &Config) -> Vec<Message> {
    match notice {
        Timetable::Shown { slots, others } => shown(slots, others, config),
        Timetable::Called { what, place, ends } => {
            let mut text = html!("<b>{}</b>　{}", config.event.short_name, what);
            if let Some(ends) = ends {
                text.push(&html!("　至 {}", hour(*ends, config)));
            }
            if let Some(place) = place {
                text.push(&html!("\n地点：{}", place));
            }
            vec![Message::text(text)]
        }
        Timetable::Asked {
            number,
            name,
            was,
            to,
            following,
            runs_into,
        } => {
            let change = Moved {
                number: *number,
                name: name.clone(),
                was: *was,
                to: *to,
            };
            vec![asked(change, following, *runs_into, config)]
        }
        Timetable::Done { changes } => vec![Message::text(html!(
            "已改，群里和棋手都会收到通知：\n{}",
            lines(changes, config)
        ))],
        Timetable::Moved { changes } => vec![Message::text(html!(
            "<b>日程变更</b>\n{}\n请相互转告，准时到场。",
            lines(changes, config)
        ))],
        Timetable::Started { number, at } => vec![Message::text(html!(
            "第{}轮已宣布开赛（{}）。谁没到场：/late",
            number,
            hour(*at, config)
        ))],
    }
}

fn shown(slots: &[Slot], others: &[RoundStart], config: &Config) -> Vec<Message> {
    let head = html!("<b>日程</b>　{}", config.event.short_name);
    let alone = |one: &RoundStart| {
        let day = date(one.at, config.event.zone);
        html!("{} {}", day, round(one, true, config))
    };
    let mut rows: Vec<(DateTime<Utc>, Html)> = Vec::new();
    for slot in slots {
        // A round that was moved out of its slot stands where it is played.
        let (inside, outside): (Vec<RoundStart>, Vec<RoundStart>) =
            slot.rounds.iter().cloned().partition(|one| {
                !one.is_moved
                    || (slot.starts <= one.at && slot.ends.is_none_or(|ends| one.at < ends))
            });
        let rounds = inside;
        rows.push((
            slot.starts,
            line(
                &Slot {
                    rounds,
                    ..slot.clone()
                },
                config,
            ),
        ));
        rows.extend(outside.iter().map(|one| (one.at, alone(one))));
    }
    rows.extend(others.iter().map(|one| (one.at, alone(one))));
    if rows.is_empty() {
        return vec![Message::text(html!("{}\n还没有公布日程。", head))];
    }
    rows.sort_by_key(|(at, _)| *at);
    let rows = rows.into_iter().map(|(_, row)| row);
    pages(&head, rows, &Html::default())
}

/// A slot with its rounds beneath.
fn line(slot: &Slot, config: &Config) -> Html {
    let zone = config.event.zone;
    let starts = match slot.is_by_day {
        true => date(slot.starts, zone),
        false => moment(slot.starts, zone),
    };
    let mut text = match slot.ends {
        Some(ends) if slot.is_by_day && date(ends, zone) == starts => {
            html!("<b>{}</b>　{}", starts, slot.what)
        }
        Some(ends) if slot.is_by_day => {
            html!("<b>{}—{}</b>　{}", starts, date(ends, zone), slot.what)
        }
        Some(ends) => {
            let is_same_day = date(ends, config.event.zone) == date(slot.starts, config.event.zone);
            let ends = if is_same_day {
                hour(ends, config)
            } else {
                moment(ends, config.event.zone)
            };
            html!("<b>{}—{}</b>　{}", starts, ends, slot.what)
        }
        None => html!("<b>{}</b>　{}", starts, slot.what),
    };
    if let Some(place) = &slot.place {
        text.push(&html!("\n　地点：{}", place));
    }
    for one in &slot.rounds {
        let same_day = date(one.at, config.event.zone) == date(slot.starts, config.event.zone);
        let day = if same_day {
            String::new()
        } else {
            date(one.at, config.event.zone)
        };
        text.push(&html!("\n　{}{}", day, round(one, false, config)));
    }
    text
}

/// `积分赛第3轮 10:15（已改）`
fn round(one: &RoundStart, named: bool, config: &Config) -> Html {
    let competition = one.competition.as_ref().filter(|_| named);
    let competition = competition.map_or(Html::default(), |name| html!("{} ", name));
    let moved = if one.is_moved { "（已改）" } else { "" };
    html!(
        "{}{} {} 开赛{}",
        competition,
        round_name(one),
        hour(one.at, config),
        moved
    )
}

/// `积分赛第3轮`, `棋王决赛`, `棋王决赛第4局`
fn round_name(one: &RoundStart) -> Html {
    let name = match &one.name {
        Some(name) => html!("{}", name),
        None => html!("{}第{}轮", one.stage_name, one.number),
    };
    match one.game {
        0 | 1 => name,
        game => html!("{}第{}局", name, game),
    }
}

fn asked(change: Moved, following: &[Moved], runs_into: Option<u32>, config: &Config) -> Message {
    let Moved {
        number, was, to, ..
    } = change;
    let name = change.name.clone();
    let mut text = html!("改开赛时间？\n{}", lines(&[change], config));
    if let Some(next) = runs_into {
        text.push(&html!(
            "\n⚠️ 第{}轮不能早于或同于它开赛，要一起顺延。",
            next
        ));
    }
    if !following.is_empty() {
        text.push(&html!("\n顺延则还有：\n{}", lines(following, config)));
    }
    text.push(&html!("\n群里和每位棋手都会收到通知。"));
    let tap = |following| Tap::MoveStart {
        number,
        was: was.map_or(0, |was| was.timestamp()),
        to: to.timestamp(),
        following,
    };
    let mut message = Message::text(text);
    if runs_into.is_none() {
        message = message.row([Button::tap(
            format!("只改{}", name_of(number, name.as_deref())),
            tap(false),
        )]);
    }
    if !following.is_empty() {
        message = message.row([Button::tap("以后各轮一起顺延", tap(true))]);
    }
    message
}

/// `第3轮 10月5日（周四）10:15 开赛（原 10:00）`
fn lines(changes: &[Moved], config: &Config) -> Html {
    let zone = config.event.zone;
    let lines = changes.iter().map(|change| {
        let was = match change.was {
            None => Html::default(),
            Some(was) if date(was, zone) == date(change.to, zone) => {
                html!("（原 {}）", hour(was, config))
            }
            Some(was) => html!("（原 {}）", moment(was, zone)),
        };
        html!(
            "{} <b>{} 开赛</b>{}",
            name_of(change.number, change.name.as_deref()),
            moment(change.to, zone),
            was
        )
    });
    join(lines, "\n")
}

pub fn refusal(refusal: &TimetableRefusal, config: &Config) -> Html {
    let zone = config.event.zone;
    match refusal {
        TimetableRefusal::Words { typed } => html!(
            "没有看懂“{}”。改开赛时间请写 <code>/timetable 轮次 时间</code>，例如 <code>/timetable 3 10:15</code>、<code>/timetable 3 +15</code>（推迟15分钟）、<code>/timetable 3 10月6日 09:00</code>。",
            short(typed, 40)
        ),
        TimetableRefusal::NoSuchRound { number, rounds } => {
            html!(
                "没有第{}轮，本阶段共 {} 轮。看日程：/timetable",
                number,
                rounds
            )
        }
        TimetableRefusal::RoundOver { number } => {
            html!("第{}轮已经结束，开赛时间不用再改。", number)
        }
        TimetableRefusal::Past { at } => html!(
            "{} 已经过去，没有改。请写以后的时间，或写“现在”。",
            moment(*at, zone)
        ),
        TimetableRefusal::OutOfOrder {
            number,
            earlier,
            starts,
        } => html!(
            "第{}轮要晚于第{}轮（{} 开赛），没有改。请另定时间，或一起顺延。",
            number,
            earlier,
            moment(*starts, zone)
        ),
        TimetableRefusal::Unchanged { number, at } => html!(
            "第{}轮的开赛时间就是 {}，不用改。",
            number,
            moment(*at, zone)
        ),
        TimetableRefusal::NoStart { number } => html!(
            "第{}轮还没有定开赛时间，无从推迟。请写时刻，例如 <code>/timetable {} 09:00</code>。",
            number,
            number
        ),
        TimetableRefusal::NoSuchTime => {
            html!("没有这样的日期或时刻，没有改。例如：<code>/timetable 3 10月6日 09:00</code>")
        }
    }
}

/// The round begins now.
pub fn start(round: i64) -> Button {
    Button::tap("宣布开赛", Tap::StartRound { round })
}
