use super::person;
use super::words::{key, player};
use crate::config::RankKey;
use crate::desk::notice::{Move, RankingRule};
use crate::desk::ranking_rule::RankingRuleRefusal;
use crate::html;
use crate::telegram::html::Html;
use crate::telegram::message::pages;
use crate::telegram::tap::Tap;
use crate::telegram::{Button, Message};

pub fn phrase(notice: &RankingRule) -> Vec<Message> {
    match notice {
        RankingRule::Order { keys, may_change } => {
            let mut text = html!("<b>名次规则</b>　依次比较：{}", order(keys));
            if *may_change {
                text.push(&html!(
                    "\n要改，请依次写出各项，先看会变的名次再确认，例如：\n<code>/ranking 积分 对手分 胜局</code>"
                ));
            }
            vec![Message::text(text)]
        }
        RankingRule::Preview {
            old,
            new,
            from_file,
            after,
            moves,
            version,
            shown,
        } => preview(old, new, *from_file, *after, moves, (*version, *shown)),
        RankingRule::Changed { keys } => vec![Message::text(html!(
            "名次规则已改，依次比较：{}。群里已公布。",
            order(keys)
        ))],
        RankingRule::Kept { keys } => vec![Message::text(html!(
            "名次规则不变，依次比较：{}。",
            order(keys)
        ))],
        RankingRule::ToldGroup { old, new } => vec![Message::text(html!(
            "<b>名次规则有变</b>（裁判长决定）\n原来依次比较：{}\n现在依次比较：{}",
            order(old),
            order(new)
        ))],
    }
}

fn preview(
    old: &[RankKey],
    new: &[RankKey],
    from_file: bool,
    after: u32,
    moves: &[Move],
    (version, shown): (i64, u32),
) -> Vec<Message> {
    let why = if from_file {
        "bot.toml 里的名次规则与正在使用的不同。比赛已经开始，现在仍按原规则，等您决定。"
    } else {
        "请看清会变的名次，再决定。"
    };
    let mut head = html!(
        "<b>改名次规则？</b>　{}\n原来：{}\n改为：{}",
        why,
        order(old),
        order(new)
    );
    if old == new {
        head.push(&html!("\n各项次序不变，变的是轮空、弃权、并列怎么算。"));
    }
    head.push(&match (after, moves.len()) {
        (0, _) => html!("\n还没有开赛，没有名次受影响。"),
        (after, 0) => html!("\n第{}轮后的名次都不变。", after),
        (after, count) => html!("\n第{}轮后的名次有 {} 人变动：", after, count),
    });
    let mut messages = pages(&head, moves.iter().map(line), &Html::default());
    if let Some(last) = messages.pop() {
        messages.push(last.row([
            Button::tap("改", Tap::ChangeRanking { version, shown }),
            Button::tap("不改", Tap::KeepRanking { version }),
        ]));
    }
    messages
}

fn line(moved: &Move) -> Html {
    let section = moved.section.as_deref().unwrap_or_default();
    html!(
        "{}{}　第 {} 名 → 第 {} 名",
        section,
        player(&moved.player),
        moved.before,
        moved.after
    )
}

fn order(keys: &[RankKey]) -> String {
    let names: Vec<&str> = keys.iter().copied().map(key).collect();
    names.join("、")
}

pub fn refusal(refusal: &RankingRuleRefusal) -> Html {
    match refusal {
        RankingRuleRefusal::Unknown { typed } => html!(
            "“{}”不是比较项。可写：{}。",
            person::short(typed, 20),
            order(&RankKey::ALL)
        ),
        RankingRuleRefusal::Twice { key: twice } => {
            html!("“{}”写了两次，每项只比一次。", key(*twice))
        }
        RankingRuleRefusal::Same => html!("这就是正在使用的名次规则，不用改。"),
    }
}

/// The key a word names, in Chinese or as bot.toml has it.
pub fn read(word: &str) -> Option<RankKey> {
    let wanted = word.to_ascii_lowercase();
    let mut keys = RankKey::ALL.into_iter();
    keys.find(|known| {
        key(*known) == word || serde_json::to_value(known).is_ok_and(|value| value == wanted)
    })
}
