use super::person;
use super::words::{self, key, player};
use crate::config::{RankKey, Ranking};
use crate::desk::notice::{Move, OrderChange, RankingRule, SectionOrder};
use crate::desk::ranking_rule::RankingRuleRefusal;
use crate::html;
use crate::telegram::html::{Html, join};
use crate::telegram::message::pages;
use crate::telegram::tap::Tap;
use crate::telegram::{Button, Message};

/// Figures of the new order beside a place; a phone has no room for more.
const SHOWN: usize = 3;

pub fn phrase(notice: &RankingRule) -> Vec<Message> {
    match notice {
        RankingRule::Order {
            keys,
            may_change,
            ranking,
            sections,
        } => {
            let orders = orders(keys, ranking.as_ref(), sections);
            let mut text = html!("<b>名次规则</b>　依次比较：{}", orders);
            if *may_change {
                text.push(&html!(
                    "\n要改，请依次写出各项，先看会变的名次再确认，例如：\n<code>/ranking 积分 对手分 胜局</code>"
                ));
            }
            if let (true, Some(own)) = (may_change, sections.first()) {
                text.push(&html!(
                    "\n只改一个组别，把组别写在前面：<code>/ranking {} 积分 对手分</code>",
                    own.section
                ));
            }
            vec![Message::text(text)]
        }
        RankingRule::Preview { .. } => preview(notice),
        RankingRule::Changed {
            keys,
            ranking,
            sections,
        } => vec![Message::text(html!(
            "名次规则已改，依次比较：{}。群里已公布。",
            orders(keys, ranking.as_ref(), sections)
        ))],
        RankingRule::Kept {
            keys,
            ranking,
            sections,
        } => vec![Message::text(html!(
            "名次规则不变，依次比较：{}。",
            orders(keys, ranking.as_ref(), sections)
        ))],
        RankingRule::ToldGroup { old, new, changes } => {
            let mut text = html!("<b>名次规则有变</b>（裁判长决定）");
            if changes.is_empty() {
                text.push(&html!(
                    "\n原来依次比较：{}\n现在依次比较：{}",
                    order(old),
                    order(new)
                ));
            }
            for change in changes {
                text.push(&html!(
                    "\n{}原来依次比较：{}\n{}现在依次比较：{}",
                    of(change),
                    words::order(&change.old),
                    of(change),
                    words::order(&change.new)
                ));
            }
            vec![Message::text(text)]
        }
    }
}

/// The order of the stage, and those of sections that have their own.
fn orders(keys: &[RankKey], ranking: Option<&Ranking>, sections: &[SectionOrder]) -> Html {
    let stage = ranking.map_or_else(|| order(keys), words::order);
    let mut text = html!("{}", stage);
    for own in sections {
        text.push(&html!("\n{}：{}", own.section, words::order(&own.ranking)));
    }
    text
}

/// The section in front of its order.
fn of(change: &OrderChange) -> &str {
    change.section.as_deref().unwrap_or_default()
}

fn preview(notice: &RankingRule) -> Vec<Message> {
    let RankingRule::Preview {
        old,
        new,
        from_file,
        after,
        moves,
        stay,
        teams,
        changes,
        prizes,
        version,
        shown,
    } = notice
    else {
        return Vec::new();
    };
    let why = if *from_file {
        "bot.toml 里的名次规则与正在使用的不同。比赛已经开始，现在仍按原规则，等您决定。"
    } else {
        "请看清会变的名次，再决定。"
    };
    let mut head = html!("<b>改名次规则？</b>　{}", why);
    if changes.is_empty() {
        head.push(&html!("\n原来：{}\n改为：{}", order(old), order(new)));
    }
    for change in changes {
        head.push(&html!(
            "\n{}原来：{}\n{}改为：{}",
            of(change),
            words::order(&change.old),
            of(change),
            words::order(&change.new)
        ));
    }
    if changes
        .iter()
        .all(|change| change.old.keys == change.new.keys)
        && old == new
    {
        head.push(&html!("\n各项次序不变，变的是轮空、弃权、并列怎么算。"));
    }
    if *prizes {
        head.push(&html!(
            "\n<b>注意：获奖名单已经公布。</b>改后请看 /prizes，名单有变要再发一次。"
        ));
    }
    head.push(&match (*after, moves.len() + teams.len()) {
        (0, _) => html!("\n还没有开赛，没有名次受影响。"),
        (after, 0) => html!("\n第{}轮后的名次都不变。", after),
        (after, _) => html!(
            "\n第{}轮后的名次有 {} 人变动，{} 人不变。原名次 → 新名次：",
            after,
            moves.len(),
            *stay
        ),
    });
    let teams = teams
        .iter()
        .map(|moved| html!("{} → {}　团体 {}", moved.before, moved.after, moved.team));
    let lines = lines(moves).into_iter().chain(teams);
    let mut messages = pages(&head, lines, &Html::default());
    let (version, shown) = (*version, *shown);
    if let Some(last) = messages.pop() {
        messages.push(last.row([
            Button::tap("改", Tap::ChangeRanking { version, shown }),
            Button::tap("不改", Tap::KeepRanking { version }),
        ]));
    }
    messages
}

/// The moves, the section above its own.
fn lines(moves: &[Move]) -> Vec<Html> {
    let mut lines = Vec::new();
    let mut section = None;
    for moved in moves {
        if moved.section != section {
            section.clone_from(&moved.section);
            lines.push(html!(
                "<b>{}</b>",
                moved.section.as_deref().unwrap_or_default()
            ));
        }
        let figures = moved
            .figures
            .iter()
            .take(SHOWN)
            .map(|(shown, value)| match shown {
                RankKey::Points => html!("{}分", value),
                other => html!("{}{}", key(*other), value),
            });
        let mut line = html!(
            "{} → {}　{}",
            moved.before,
            moved.after,
            player(&moved.player)
        );
        let figures = join(figures, " ");
        if !figures.is_empty() {
            line.push(&html!("　{}", figures));
        }
        lines.push(line);
    }
    lines
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
