//! What the leaving of a player changes in the knockout.

use super::prize;
use super::words::player;
use crate::desk::notice::{Exit, LostMatch, MatchPlace, PlaceChange, PrizeRow, PrizesOf};
use crate::html;
use crate::telegram::html::{Html, join};

/// Places and prizes that are named.
const NAMED: usize = 16;

/// To the arbiter or the player before it happens: everything.
pub fn preview(exit: &Exit) -> Html {
    let mut lines: Vec<Html> = matches(exit).into_iter().collect();
    if !exit.places.is_empty() {
        lines.push(html!("已公布的名次要更正：{}", some(&exit.places, change)));
    }
    if !exit.prizes.is_empty() {
        lines.push(html!("奖励随之变动：{}", some(&exit.prizes, prize_row)));
    }
    if lines.is_empty() {
        lines.push(html!("淘汰赛的对阵、已公布的名次和奖励都不变。"));
    }
    join(lines, "\n")
}

/// To the group: what becomes of the match, or of the place in the bracket; nothing where neither changes.
pub fn matches(exit: &Exit) -> Option<Html> {
    if let Some(lost) = &exit.lost {
        return Some(self::lost(lost));
    }
    let (reserve, seed) = exit.reserve.as_ref()?;
    Some(html!("淘汰赛第 {} 位由 {} 递补。", *seed, player(reserve)))
}

/// `半决赛 1台（第2局未下完）判负：5 李四 胜，进入棋王决赛。`
fn lost(lost: &LostMatch) -> Html {
    let game = lost
        .game
        .map_or(Html::default(), |game| html!("（第{}局未下完）", game));
    let goes_on = match (&lost.winner, &lost.next) {
        (Some(winner), next) => html!("{} 胜{}", player(winner), onward(next.as_ref())),
        (None, Some(next)) => html!("对手产生后直接进入{}", next.name),
        (None, None) => html!("对手产生后直接获胜"),
    };
    html!(
        "{} {}台{}判负：{}。",
        lost.place.name,
        lost.place.table,
        game,
        goes_on
    )
}

/// `，进入棋王决赛`; nothing after the last match.
pub fn onward(next: Option<&MatchPlace>) -> Html {
    next.map_or(Html::default(), |next| html!("，进入{}", next.name))
}

/// `9 张三 第10→9名`
fn change(change: &PlaceChange) -> Html {
    let who = player(&change.player);
    match (change.was, change.is) {
        (Some(was), Some(is)) => html!("{} 第{}→{}名", who, was, is),
        (Some(was), None) => html!("{} 第{}名→不列名次", who, was),
        (None, Some(is)) => html!("{} 列第{}名", who, is),
        (None, None) => who,
    }
}

fn prize_row((of, row): &(PrizesOf, PrizeRow)) -> Html {
    match prize::of(of) {
        "" => prize::line(row),
        of => html!("{} {}", of, prize::line(row)),
    }
}

fn some<T>(all: &[T], text: fn(&T) -> Html) -> Html {
    let mut html = join(all.iter().take(NAMED).map(text), "；");
    if let Some(more) = all.len().checked_sub(NAMED + 1) {
        html.push(&html!("；另有 {} 项", more + 1));
    }
    html
}
