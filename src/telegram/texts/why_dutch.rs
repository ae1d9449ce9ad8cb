use super::words::{player, side};
use crate::desk::notice::{DutchBye, DutchTable, ExplainedDutch, PlayerTag};
use crate::html;
use crate::telegram::Message;
use crate::telegram::html::{Html, join};
use crate::telegram::message::pages;
use crate::tournament::Side;
use crate::tournament::dutch::why::{Bar, NoBye, Wish, WishStrength};

/// Table by table: score group, float, wish for a side, who of the group could not be met.
pub fn messages(why: &ExplainedDutch) -> Vec<Message> {
    let what = if why.proposed { "方案" } else { "对阵" };
    let head = html!(
        "<b>第{}轮{}为何这样编排</b>（国际棋联荷兰制）",
        why.number,
        what
    );
    let rows = why.tables.iter().map(table).chain(why.bye.iter().map(bye));
    pages(&head, rows, &Html::default())
}

fn table(why: &DutchTable) -> Html {
    let mut lines = vec![html!(
        "<b>{}台</b>　{}（{}分）— {}（{}分）",
        why.table,
        player(&why.red),
        why.red_score,
        player(&why.black),
        why.black_score
    )];
    if why.by_hand {
        lines.push(html!("· 本台由裁判手工指定"));
    }
    let (red, black) = (why.red_score, why.black_score);
    lines.push(if red == black {
        html!("· 同在{}分组", red)
    } else {
        let (who, from, to) = if red > black {
            (&why.red, red, black)
        } else {
            (&why.black, black, red)
        };
        html!("· {}由{}分组下调对{}分", player(who), from, to)
    });
    lines.push(html!(
        "· {}；{}",
        wish(&why.red, Side::Red, why.red_wish),
        wish(&why.black, Side::Black, why.black_wish)
    ));
    if !why.barred.is_empty() {
        let barred = why
            .barred
            .iter()
            .map(|(who, other, why)| html!("{}–{}（{}）", player(who), player(other), bar(why)));
        lines.push(html!("· 同分而不能相遇的：{}", join(barred, "；")));
    }
    join(lines, "\n")
}

fn wish(who: &PlayerTag, has: Side, wish: Option<Wish>) -> Html {
    let Some(wish) = wish else {
        return html!("{}尚无先后手倾向", player(who));
    };
    let strength = match wish.strength {
        WishStrength::Mild => "宜",
        WishStrength::Strong => "应",
        WishStrength::Absolute => "必须",
    };
    let fate = if wish.side == has {
        "如愿"
    } else {
        "未能如愿"
    };
    html!("{}{}执{}，{}", player(who), strength, side(wish.side), fate)
}

fn bar(bar: &Bar) -> Html {
    match bar {
        Bar::Met(round) => html!("第{}轮已交手", round),
        Bar::Forbidden => html!("裁判定为回避"),
        Bar::Teammates(team) => html!("同属{}，须回避", team),
        Bar::MustHave(one) => html!("两人都必须执{}", side(*one)),
    }
}

fn bye(why: &DutchBye) -> Html {
    let mut text = html!(
        "<b>轮空</b>　{}（{}分，没有对局的轮次 {}）",
        player(&why.who),
        why.score,
        why.unplayed
    );
    if why.by_hand {
        text.push(&html!("\n· 由裁判手工指定"));
    } else if why.instead.is_empty() {
        text.push(&html!("\n· 轮空给积分最低、其余能够配齐者"));
    } else {
        let others = why.instead.iter().map(|(who, why)| {
            let why = match why {
                NoBye::Had => "已轮空过，或未对局得过全分",
                NoBye::NoCompletion => "他轮空则其余配不齐",
            };
            html!("{}（{}）", player(who), why)
        });
        text.push(&html!("\n· 积分更低却没有轮空的：{}", join(others, "；")));
    }
    text
}
