//! What the correction of a game of a match brings.

use super::bracket::{line, match_place, who};
use crate::desk::notice::{
    BracketMoved, ChoiceMoved, LotFate, LotMoved, MatchRow, MatchStanding, PlaceTold, PlayerTag,
    SlotMoved, Who,
};
use crate::html;
use crate::telegram::html::{Html, join};
use crate::telegram::texts::lot_word;
use crate::telegram::texts::report::game_line;
use crate::telegram::texts::words::{player, players};

/// Everything it brings, a line each.
pub fn consequences(moved: &BracketMoved) -> Vec<Html> {
    let [was, is] = &moved.rows;
    let mut lines = vec![
        html!("<b>这一场</b>（{}）", moved.round),
        html!("原：{}", line(was)),
        html!("改后：{}", line(is)),
        goes_on(&moved.rows),
    ];
    lines.extend(part("对阵变动", moved.slots.iter().map(slot)));
    lines.extend(part(
        "撤回（还没有人报成绩）",
        moved.dropped.iter().map(game_line),
    ));
    lines.extend(part("选先后手", moved.choices.iter().map(choice)));
    lines.extend(part("抽签", moved.lots.iter().map(lot)));
    lines.extend(part(
        "已公布的名次（将更正）",
        moved.places.iter().map(place),
    ));
    if moved.others > 0 {
        lines.push(html!("……另有 {} 个名次变动", moved.others));
    }
    lines
}

/// For the group: how the match stands, and what moves after it.
pub fn announced(moved: &BracketMoved) -> Html {
    let mut lines = vec![line(&moved.rows[1])];
    if winner(&moved.rows[0]) != winner(&moved.rows[1]) {
        lines.push(goes_on(&moved.rows));
    }
    let slots = moved.slots.iter();
    lines.extend(slots.filter(|slot| slot.announced).map(slot_now));
    join(lines, "\n")
}

fn part(head: &str, lines: impl Iterator<Item = Html>) -> Vec<Html> {
    let mut lines: Vec<Html> = lines.collect();
    if !lines.is_empty() {
        lines.insert(0, html!("<b>{}</b>", head));
    }
    lines
}

fn goes_on(rows: &[MatchRow; 2]) -> Html {
    let named = |who: Option<&PlayerTag>| who.map_or_else(|| html!("未分胜负"), player);
    match (winner(&rows[0]), winner(&rows[1])) {
        (None, None) => html!("这一场仍未分胜负。"),
        (was, is) if was == is => html!("胜者不变：{}", named(is)),
        (was, is) => html!("胜者：{} → <b>{}</b>", named(was), named(is)),
    }
}

fn winner(row: &MatchRow) -> Option<&PlayerTag> {
    let MatchStanding::Won { first, .. } = row.standing else {
        return None;
    };
    match &row.who[usize::from(!first)] {
        Who::Player(tag) => Some(tag),
        Who::Nobody | Who::WinnerOf(_) => None,
    }
}

fn pair(row: &MatchRow) -> Html {
    html!("{} — {}", who(&row.who[0]), who(&row.who[1]))
}

/// `决赛 1台：3 张三 — 7 李四 → 5 王五 — 7 李四`
fn slot(moved: &SlotMoved) -> Html {
    let told = match moved.announced {
        true => "（已公布，双方会收到通知）",
        false => "",
    };
    html!(
        "{}：{} → <b>{}</b>{}",
        match_place(&moved.place),
        pair(&moved.rows[0]),
        pair(&moved.rows[1]),
        told
    )
}

fn slot_now(moved: &SlotMoved) -> Html {
    html!(
        "{} 对阵改为：{}（原为 {}）",
        match_place(&moved.place),
        pair(&moved.rows[1]),
        pair(&moved.rows[0])
    )
}

fn choice(moved: &ChoiceMoved) -> Html {
    let what = match &moved.by {
        [Some(was), Some(is)] => html!("改由 {} 选（原为 {}）", player(is), player(was)),
        [None, Some(is)] => html!("由 {} 选", player(is)),
        [Some(was), None] => html!("{} 不用再选", player(was)),
        [None, None] => Html::default(),
    };
    html!("{} 第{}局：{}", match_place(&moved.place), moved.game, what)
}

fn lot(moved: &LotMoved) -> Html {
    let fate = match moved.fate {
        LotFate::Renewed => "原抽签作废，新的承诺随即公布",
        LotFate::Drawn => "随即抽签定先后手",
        LotFate::Awaited => lot_word::AWAITED,
        LotFate::Kept => "沿用原抽签",
    };
    html!("{} 第{}局：{}", match_place(&moved.place), moved.game, fate)
}

/// `第1名：3 张三 → 7 李四`
fn place(told: &PlaceTold) -> Html {
    let named = |who: &[PlayerTag]| match who.is_empty() {
        true => html!("待定"),
        false => players(who),
    };
    html!(
        "第{}名：{} → {}",
        told.place,
        named(&told.players[0]),
        named(&told.players[1])
    )
}
