use super::penalty::{place, short_line};
use super::table;
use super::words::{key, player};
use crate::config::RankKey;
use crate::desk::notice::{Figure, Neighbour, PenaltyLine, Summand, Unfolded};
use crate::html;
use crate::telegram::html::{Html, join};
use crate::telegram::message::pages;
use crate::telegram::tap::Tap;
use crate::telegram::{Button, Message};
use crate::tournament::standings::Reason;

pub fn phrase(row: &Unfolded) -> Vec<Message> {
    let place = match (row.placeless, row.shared) {
        (true, _) => html!("已除名，不列名次"),
        (false, true) => html!("并列第 {} 名", row.rank),
        (false, false) => html!("第 {} 名", row.rank),
    };
    let mut head = html!(
        "<b>{}</b>　{}　第{}轮后",
        player(&row.player),
        place,
        row.after
    );
    if let Some(section) = &row.section {
        head.push(&html!("（{}）", section));
    }
    if row.open > 0 {
        head.push(&html!("，有 {} 局未定，未计入", row.open));
    }
    let drawn = match row.lot {
        Some(lot) => Some(html!("各项都相同，抽签 <b>第{}</b>", lot)),
        None if row.awaits_lot => Some(html!("各项都相同，下完后由抽签决定，目前并列")),
        None => None,
    };
    let figures = row.figures.iter().map(|one| {
        let mut text = figure(one);
        if one.key == RankKey::Fouls && !row.fouls.is_empty() {
            text.push(&html!(" = {}", join(row.fouls.iter().map(foul), " + ")));
        }
        text
    });
    let penalties = row
        .penalties
        .iter()
        .map(|one| html!("处罚：{}", short_line(one)));
    let figures = figures.chain(drawn).chain(penalties);
    let above = row.above.iter().map(|other| neighbour(other, true));
    let below = row.below.iter().map(|other| neighbour(other, false));
    let mut terms = row.figures.iter().flat_map(|figure| &figure.terms);
    let foot = if terms.any(is_open) {
        html!("＊ 那一局或对手有一局未定，没有计入，分数还会变。")
    } else {
        Html::default()
    };
    let mut messages = pages(&head, figures.chain(above).chain(below), &foot);
    let walk = |other: &Option<Neighbour>, label: &str| {
        other.as_ref().map(|other| {
            let registration = other.registration;
            Button::tap(label, Tap::Unfold { registration })
        })
    };
    let buttons = [walk(&row.above, "看前一名"), walk(&row.below, "看后一名")];
    if let Some(last) = messages.pop() {
        messages.push(last.row(buttons.into_iter().flatten()));
    }
    messages
}

/// `对手分 34 = 10（1轮 胜 5 李四）+ 8（2轮 负 7 王五）`
fn figure(figure: &Figure) -> Html {
    let name = key(figure.key);
    let is_trim = matches!(figure.key, RankKey::ReverseTrim | RankKey::ForwardTrim);
    if figure.terms.is_empty() || figure.terms.iter().all(|term| term.round.is_none()) {
        return html!("{} <b>{}</b>", name, figure.value);
    }
    let sum = join(figure.terms.iter().map(summand), " + ");
    if is_trim {
        let first = figure.terms.iter().map(|term| term.amount).sum::<u32>();
        return html!(
            "{} <b>{}</b>，第一步 {} = {}",
            name,
            figure.value,
            first,
            sum
        );
    }
    html!("{} <b>{}</b> = {}", name, figure.value, sum)
}

/// The amount is not the last word.
fn is_open(term: &Summand) -> bool {
    term.is_open || term.why == Reason::Open
}

fn summand(term: &Summand) -> Html {
    let mut what = Html::default();
    if let Some(round) = term.round {
        what.push(&html!("{}轮", round));
    }
    what.push(&html!(" {}", reason(term.why)));
    if let Some(opponent) = &term.opponent {
        what.push(&html!(" {} {}", opponent.no, opponent.name));
    }
    let mark = if is_open(term) { table::OPEN } else { "" };
    html!("{}{}（{}）", term.amount, mark, what)
}

/// `1（第3轮第5台 手机响，补充规定五、3）`
fn foul(one: &PenaltyLine) -> Html {
    let clause = if one.clause.is_empty() {
        Html::default()
    } else {
        html!("，{}", one.clause)
    };
    let mut at = place(one.place, None);
    if !at.is_empty() {
        at.push(&html!(" "));
    }
    html!("1（{}{}{}）", at, one.reason, clause)
}

fn reason(why: Reason) -> &'static str {
    match why {
        Reason::Win => "胜",
        Reason::Draw => "和",
        Reason::Loss => "负",
        Reason::ForfeitWin => "对方弃权",
        Reason::ForfeitLoss => "弃权",
        Reason::Bye => "轮空",
        Reason::Absent => "请假",
        Reason::Granted => "补报前，裁判定分",
        Reason::NotThere => "未参加",
        Reason::Open => "未定",
        Reason::LeftOut => "最高或最低，不计",
        Reason::Dropped => "减去这一轮",
        Reason::Annulled => "成绩作废",
        Reason::Entered => "登记",
    }
}

fn neighbour(other: &Neighbour, above: bool) -> Html {
    let place = if above { "前一名" } else { "后一名" };
    let level = join(
        other.level.iter().map(|level| html!("{}", key(*level))),
        "、",
    );
    let level = if other.level.is_empty() {
        Html::default()
    } else {
        html!("{}相同，", level)
    };
    let who = player(&other.player);
    match &other.decides {
        Some(deciding) => html!(
            "{} {}：{}{} {}，本人 {}",
            place,
            who,
            level,
            key(deciding.key),
            deciding.theirs,
            deciding.own
        ),
        None if other.shared => html!("{} {}：{}名次并列", place, who, level),
        None => html!("{} {}：{}由抽签决定", place, who, level),
    }
}
