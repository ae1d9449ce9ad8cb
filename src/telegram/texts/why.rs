use super::words::player;
use crate::desk::notice::{Down, Explained, ExplainedBye, ExplainedTable, Instead};
use crate::html;
use crate::telegram::Message;
use crate::telegram::html::{Html, join};
use crate::telegram::message::pages;
use crate::tournament::Side;
use crate::tournament::swiss::why::{Criterion, Difference, FloatReason, Obstacle};
use crate::tournament::swiss::{Played, SideRule};

pub fn messages(why: &Explained) -> Vec<Message> {
    let what = if why.proposed { "方案" } else { "对阵" };
    let head = html!("<b>第{}轮{}为何这样编排</b>", why.number, what);
    let tables = why.tables.iter().map(|row| table(row, why.exact));
    let rows = tables.chain(why.bye.iter().map(bye));
    let foot = if why.exact {
        Html::default()
    } else {
        html!("看一台的详细比较：<code>/why 5</code>")
    };
    pages(&head, rows, &foot)
}

fn table(why: &ExplainedTable, exact: bool) -> Html {
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
    match &why.float {
        Some(float) => lines.push(html!("· {}", down(float))),
        None if exact => lines.push(html!("· 同为{}分，同组对阵", why.red_score)),
        None => {}
    }
    lines.push(html!("· {}", side(why)));
    if !why.instead.is_empty() {
        lines.push(html!("· 看来更近却没有配的：{}", others(&why.instead)));
    } else if exact && !why.by_hand {
        lines.push(html!("· 没有比这更近的对手"));
    }
    join(lines, "\n")
}

fn bye(why: &ExplainedBye) -> Html {
    let mut text = html!(
        "<b>轮空</b>　{}（{}分，此前轮空{}次）\n· ",
        player(&why.who),
        why.score,
        why.byes
    );
    if why.by_hand {
        text.push(&html!("由裁判手工指定"));
    } else if why.instead.is_empty() {
        text.push(&html!("依次看轮空次数少、积分低、编号大，轮到这一位"));
    } else {
        text.push(&html!(
            "依次看轮空次数少、积分低、编号大；排在前面却没有轮空的：{}",
            others(&why.instead)
        ));
    }
    text
}

fn down(float: &Down) -> Html {
    let (who, from) = (player(&float.who), float.from);
    let reason = match float.why {
        FloatReason::ByHand => html!("裁判指定"),
        FloatReason::Alone => html!("{}分组只有这一人", from),
        FloatReason::NobodyLeft { others } => {
            html!("{}分组其余{}人都不能再配（已交手或须回避）", from, others)
        }
        FloatReason::OddGroup { size, up, bye } => {
            let mut text = html!("{}分组{}人", from, size);
            if up > 0 {
                text.push(&html!("，{}人对上组", up));
            }
            if bye > 0 {
                text.push(&html!("，1人轮空"));
            }
            text.push(&html!("，余下为单数，须下调1人"));
            text
        }
        FloatReason::Unpairable { size, down } => {
            html!("{}分组{}人之间无法全部配对，须下调{}人", from, size, down)
        }
        FloatReason::ForTheRest { size, down } => html!(
            "{}分组{}人若不下调{}人，其余棋手就配不齐，或要违背更优先的要求",
            from,
            size,
            down
        ),
    };
    html!("{}下调对{}分：{}", who, float.to, reason)
}

fn side(why: &ExplainedTable) -> Html {
    let red = player(&why.red);
    match why.side {
        SideRule::ByHand => html!("{}执红：裁判指定", red),
        SideRule::FirstRound => html!("{}执红：首轮按台次交替", red),
        SideRule::MoreBlack { red: mine, black } => {
            html!("{}执红：后手局{}比{}", red, mine, black)
        }
        SideRule::Alternate { red: mine, black } => html!(
            "{}执红：后手局相等，从最近一局上溯，红方{}、黑方{}，本轮互换",
            red,
            then(mine),
            then(black)
        ),
        SideRule::Number { round } => html!(
            "{}执红：先后手经历相同，第{}轮编号{}者执红",
            red,
            round,
            if why.red.no < why.black.no {
                "小"
            } else {
                "大"
            }
        ),
        SideRule::Swapped { round } => {
            html!("{}执红：第{}轮已交手，先后手互换", red, round)
        }
    }
}

fn then(played: Option<Played>) -> Html {
    match played {
        None => html!("再无对局"),
        Some(game) => html!(
            "第{}轮执{}",
            game.round,
            if game.side == Side::Red { "红" } else { "黑" }
        ),
    }
}

fn others(instead: &[Instead]) -> Html {
    let one = |instead: &Instead| match &instead.opponent {
        Some(opponent) => html!(
            "{}–{}（{}）",
            player(&instead.who),
            player(opponent),
            obstacle(&instead.obstacle)
        ),
        None => html!(
            "{}（{}）",
            player(&instead.who),
            obstacle(&instead.obstacle)
        ),
    };
    join(instead.iter().map(one), "；")
}

fn obstacle(obstacle: &Obstacle) -> Html {
    match obstacle {
        Obstacle::Met { round } => html!("第{}轮已交手", round),
        Obstacle::Forbidden => html!("裁判定为回避"),
        Obstacle::Teammates { team } => html!("同属{}，须回避", team),
        Obstacle::SetByHand => html!("已由裁判另行指定"),
        Obstacle::NoCompletion => html!("这样其余棋手无法配齐"),
        Obstacle::Costlier(difference) => {
            html!("这样{}更差：{}", name(difference), figures(difference))
        }
        Obstacle::Level => html!("各项指标相同，按编号取先"),
        Obstacle::Better(difference) => html!(
            "手工改动后没有重排，这样{}更好：{}",
            name(difference),
            figures(difference)
        ),
    }
}

fn figures(difference: &Difference) -> Html {
    html!("{}，现为{}", difference.other, difference.one)
}

fn name(difference: &Difference) -> Html {
    match difference.criterion {
        Criterion::SideLimits => html!("先后手超限人数"),
        Criterion::ByesBefore => html!("轮空者已轮空次数"),
        Criterion::ByeScore => html!("轮空者积分"),
        Criterion::ByeRank => html!("轮空者编号次序"),
        Criterion::Floaters { score } => html!("{}分组下调人数", score),
        Criterion::Distance { score } => html!("{}分组下调分差", score),
        Criterion::StrongDenied => html!("该得先后手而未得的人数"),
        Criterion::MildDenied => html!("先后手未交替的人数"),
        Criterion::RepeatedFloats => html!("连续同向调组的人数"),
        Criterion::Pattern => html!("组内配对次序的偏差"),
    }
}
