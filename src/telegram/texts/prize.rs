use chrono::{DateTime, Utc};

use super::panel;
use super::words::{day_and_hour, player};
use crate::config::Config;
use crate::desk::notice::{Prize, PrizeList, PrizeRow, PrizesOf, Winner};
use crate::desk::prizes::PrizeRefusal;
use crate::html;
use crate::telegram::html::Html;
use crate::telegram::message::pages;
use crate::telegram::tap::Tap;
use crate::telegram::{Button, Message};
use crate::tournament::prize::Money;

pub fn phrase(notice: &Prize, config: &Config) -> Vec<Message> {
    match notice {
        Prize::Ceremony { what, place, lists } => lists
            .iter()
            .flat_map(|list| ceremony(what, place.as_deref(), list, config))
            .collect(),
        Prize::CeremonyWaits {
            what,
            places: (first, last),
        } => vec![Message::text(html!(
            "{}：时间已到，第{}至{}名还没有全部定下。定下后自动在群里公布领奖名单。进行到哪里：/desk",
            what,
            *first,
            *last
        ))],
        Prize::Published => vec![Message::text(html!("获奖名单已发到群里。"))],
        Prize::Chosen { name, player: who } => vec![Message::text(html!(
            "已选定：{} {}。名单：/prizes。",
            name,
            player(who)
        ))],
        Prize::Outdated { at } => vec![Message::text(html!(
            "<b>更正</b>：{} 公布的获奖名单有变动，不再有效，请以重新公布的为准。",
            day_and_hour(*at, config)
        ))],
        Prize::HoldsAgain { at } => vec![Message::text(html!(
            "<b>更正</b>：{} 公布的获奖名单恢复有效。",
            day_and_hour(*at, config)
        ))],
        Prize::PublishAnew => vec![Message::text(html!(
            "已公布的获奖名单有变动，群里已说明旧名单无效。请用 /prizes 看过新名单，重新公布。"
        ))],
        Prize::List {
            lists,
            undecided,
            publish,
            open,
            outdated,
        } => {
            let mut messages: Vec<Message> = lists
                .iter()
                .flat_map(|list| self::list(list, *undecided, *outdated, config))
                .collect();
            if let Some(shown) = publish
                && let Some(mut last) = messages.pop()
            {
                if !open.is_empty() {
                    // Never beyond what a message holds.
                    messages.push(last);
                    last = Message::text(panel::undecided(open, config));
                }
                messages.push(last.row([Button::tap(
                    "发到群里",
                    Tap::PublishPrizes { shown: *shown },
                )]));
            }
            messages
        }
    }
}

/// Who is given a prize now.
fn ceremony(what: &str, place: Option<&str>, list: &PrizeList, config: &Config) -> Vec<Message> {
    let of = match of(&list.of) {
        "" => html!(""),
        name => html!("　{}", name),
    };
    let mut head = html!("<b>{}</b>　{}{}", what, config.event.short_name, of);
    if let Some(place) = place {
        head.push(&html!("\n地点：{}", place));
    }
    let foot = match list.rows.iter().any(|row| row.out) {
        true => html!(
            "请以上棋手到场领奖{}。（退）：中途退出比赛，是否发奖由裁判长决定。",
            note(config)
        ),
        false => html!("请以上棋手到场领奖{}。", note(config)),
    };
    pages(&head, list.rows.iter().map(line), &foot)
}

fn list(
    list: &PrizeList,
    undecided: Option<u32>,
    outdated: Option<DateTime<Utc>>,
    config: &Config,
) -> Vec<Message> {
    let of = match of(&list.of) {
        "" => html!(""),
        name => html!("　{}", name),
    };
    let mut head = html!(
        "<b>获奖名单</b>　{}{}{}",
        config.event.short_name,
        of,
        note(config)
    );
    if let Some(at) = outdated {
        head.push(&html!(
            "\n⚠️ {} 公布的名单已有变动，尚未重新公布。",
            day_and_hour(at, config)
        ));
    }
    pages(&head, list.rows.iter().map(line), &foot(list, undecided))
}

/// What the event says beside every sum: `（税前）`, or nothing.
pub fn note(config: &Config) -> String {
    let note = config.event.prize_note.as_ref();
    note.map_or_else(String::new, |note| format!("（{note}）"))
}

/// Whose prizes they are; blank for those of all.
pub fn of(of: &PrizesOf) -> &str {
    match of {
        PrizesOf::Everyone => "",
        PrizesOf::Section(name) => name,
        PrizesOf::Teams => "团体",
        PrizesOf::Special => "单项奖",
    }
}

/// The sum, and what is left open.
pub fn foot(list: &PrizeList, undecided: Option<u32>) -> Html {
    let mut foot = html!("奖金合计 {} 元。", yuan(list.total));
    if list.left > 0 {
        foot.push(&html!("未发出 {} 元。", yuan(list.left)));
    }
    if list.rows.iter().any(|row| row.out) {
        foot.push(&html!(
            "（退）：中途退出比赛，规程没有写是否仍发奖，请裁判长决定。"
        ));
    }
    let undecided = match list.of {
        PrizesOf::Section(_) => list.undecided,
        _ => undecided,
    };
    if let (Some(last), false) = (
        undecided,
        matches!(list.of, PrizesOf::Teams | PrizesOf::Special),
    ) {
        foot.push(&html!("第 1 至 {} 名由下一阶段决定。", last));
    }
    foot
}

/// `3. 7 李四　500 元　奖杯`
pub fn line(row: &PrizeRow) -> Html {
    let shared = if row.sharing > 1 { "并列" } else { "" };
    let who = match &row.who {
        Winner::Player(tag) if row.out => html!("{}（退）", player(tag)),
        Winner::Player(tag) => player(tag),
        Winner::Team(name) => html!("{}", name),
        Winner::NotYet => html!("待定"),
    };
    let mut line = match &row.special {
        Some(name) => html!("{}：{}{}", name, shared, who),
        None => html!("{}{}. {}", shared, row.rank, who),
    };
    if row.fen > 0 {
        line.push(&html!("　{} 元", yuan(row.fen)));
    }
    if !row.awards.is_empty() {
        line.push(&html!("　{}", row.awards.join("、")));
    }
    line
}

fn yuan(fen: u64) -> String {
    Money { fen }.to_string()
}

pub fn refusal(refusal: &PrizeRefusal, config: &Config) -> Html {
    match refusal {
        PrizeRefusal::None => html!("规程（bot.toml）里没有写奖励，没有获奖名单。"),
        PrizeRefusal::NotFinal { after, of, open } if *open > 0 => html!(
            "第{}轮（共{}轮）还有 {} 台未定，名次未定，暂无获奖名单。查看：/open。",
            after,
            of,
            open
        ),
        PrizeRefusal::NotFinal { after, of, .. } => html!(
            "已下完 {} 轮，共 {} 轮。全部下完、成绩齐了才有获奖名单。",
            after,
            of
        ),
        PrizeRefusal::NoSuchPrize { prizes } if prizes.is_empty() => {
            html!("规程（bot.toml）里没有由裁判选定的单项奖。获奖名单：/prizes。")
        }
        PrizeRefusal::NoSuchPrize { prizes } => html!(
            "请写单项奖的名称，再写棋手的编号，例如：/prizes {} 12。由裁判选定的有：{}。",
            prizes.first().map_or("", String::as_str),
            prizes.join("、")
        ),
        PrizeRefusal::NoSuchWinner { typed } => html!(
            "名次表里没有（或不止一位）“{}”。请写参赛编号。",
            super::person::short(typed, 40)
        ),
        PrizeRefusal::NotMeant { name, player: who } => {
            html!(
                "{} 不在“{}”的范围内，没有改动。请核对规程。",
                player(who),
                name
            )
        }
        PrizeRefusal::LotDue { players } => html!(
            "还有 {} 人各项比较都相同，名次要先抽签。请编排长先 /draw。",
            *players
        ),
        PrizeRefusal::AlreadyPublished { by, at } => html!(
            "这份名单已由 {} 于 {} 公布，没有变动，不必再发。",
            by,
            day_and_hour(*at, config)
        ),
        PrizeRefusal::Changed => {
            html!("名单在您查看之后有变化，没有发出。请用 /prizes 看过新名单再发。")
        }
    }
}
