//! Words that several texts share.

use chrono::{DateTime, Utc};

use crate::config::{ByeInOpponents, Config, ForfeitBy, RankKey, Ranking, Tie};
use crate::desk::notice::{PlayerTag, Venue};
use crate::html;
use crate::telegram::Button;
use crate::telegram::html::Html;
use crate::telegram::tap::Tap;
use crate::tournament::{Outcome, Side};

/// `12 张三（武汉）`
pub fn player(tag: &PlayerTag) -> Html {
    match &tag.team {
        Some(team) => html!("{} {}（{}）", tag.no, tag.name, team),
        None => html!("{} {}", tag.no, tag.name),
    }
}

/// Who declares forfeits in this event.
pub fn declaring(by: ForfeitBy) -> &'static str {
    match by {
        ForfeitBy::Arbiter => "裁判",
        ForfeitBy::Chief => "裁判长",
    }
}

pub fn players(tags: &[PlayerTag]) -> Html {
    crate::telegram::html::join(tags.iter().map(player), "、")
}

/// In a sentence: no more than a telephone shows at a glance, then how many there are in all.
pub fn some_players(tags: &[PlayerTag]) -> Html {
    const MOST: usize = 12;
    match tags.get(..MOST) {
        Some(first) if tags.len() > MOST => html!("{} 等 {} 人", players(first), tags.len()),
        _ => players(tags),
    }
}

/// 红 or 黑
pub fn side(side: Side) -> &'static str {
    match side {
        Side::Red => "红",
        Side::Black => "黑",
    }
}

pub fn outcome(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::RedWin => "红胜",
        Outcome::BlackWin => "黑胜",
        Outcome::Draw => "和棋",
        Outcome::BothLose => "双负",
        Outcome::RedForfeit => "红方弃权（黑胜）",
        Outcome::BlackForfeit => "黑方弃权（红胜）",
        Outcome::BothForfeit => "双方弃权",
    }
}

/// The keys of a ranking in their order, and what its settings have that is not usual.
pub fn order(ranking: &Ranking) -> String {
    let keys: Vec<&str> = ranking.keys.iter().copied().map(key).collect();
    let settings = [
        (
            ranking.bye_in_opponents == ByeInOpponents::Lowest,
            "轮空按全场最低分计对手分",
        ),
        (!ranking.forfeit_in_opponents, "弃权的对局不计对手分"),
        (!ranking.bye_in_progressive, "轮空得分不计累进分"),
        (!ranking.forfeit_is_win, "对方弃权不算胜局"),
        (ranking.bye_is_win, "轮空算胜局"),
        (ranking.bye_has_side, "轮空按应执的一方计后手局"),
        (ranking.tie == Tie::Lot, "各项都相同的抽签定名次"),
    ];
    let unusual: Vec<&str> = settings
        .into_iter()
        .filter_map(|(is_so, words)| is_so.then_some(words))
        .collect();
    if unusual.is_empty() {
        keys.join("、")
    } else {
        format!("{}（{}）", keys.join("、"), unusual.join("；"))
    }
}

pub fn key(key: RankKey) -> &'static str {
    match key {
        RankKey::Points => "积分",
        RankKey::Opponents => "对手分",
        RankKey::Progressive => "累进分",
        RankKey::Wins => "胜局",
        RankKey::Fouls => "犯规",
        RankKey::BlackGames => "后手局",
        RankKey::BlackWins => "后走胜局",
        RankKey::ReverseTrim => "积分逆减",
        RankKey::ForwardTrim => "积分顺减",
        RankKey::Direct => "直胜",
        RankKey::Median => "中间分",
        RankKey::Rating => "等级分",
        RankKey::StartNumber => "编号",
        RankKey::Lot => "抽签",
    }
}

/// `09:00` in the event's zone.
pub fn hour(at: DateTime<Utc>, config: &Config) -> String {
    at.with_timezone(&config.event.zone)
        .format("%H:%M")
        .to_string()
}

/// `10月5日 09:00` in the event's zone.
pub fn day_and_hour(at: DateTime<Utc>, config: &Config) -> String {
    at.with_timezone(&config.event.zone)
        .format("%-m月%-d日 %H:%M")
        .to_string()
}

/// `09:00`, and `10月6日 09:00` on another day than today.
pub fn start(at: DateTime<Utc>, venue: &Venue, config: &Config) -> String {
    if venue.is_another_day {
        day_and_hour(at, config)
    } else {
        hour(at, config)
    }
}

/// A line of its own: `地点：…`
pub fn place_line(venue: &Venue) -> Html {
    let place = venue.place.as_ref();
    place.map_or(Html::default(), |place| html!("\n地点：{}", place))
}

/// `3、5、12`
pub fn numbers(numbers: &[u32]) -> String {
    numbers
        .iter()
        .map(u32::to_string)
        .collect::<Vec<_>>()
        .join("、")
}

/// Buttons to the pages before and after this one, counted from 0.
pub fn turns(page: usize, pages: usize, to: impl Fn(usize) -> Tap) -> Vec<Button> {
    let mut buttons = Vec::new();
    if page > 0 {
        buttons.push(Button::tap("‹ 上一页", to(page - 1)));
    }
    if page + 1 < pages {
        let label = format!("下一页 {}/{pages} ›", page + 2);
        buttons.push(Button::tap(label, to(page + 1)));
    }
    buttons
}

/// `第3轮`, or the name of a round of the knockout.
pub fn round_name(number: u32, name: Option<&str>) -> String {
    name.map_or_else(|| format!("第{number}轮"), str::to_owned)
}
