//! The bracket, its rounds and matches as lines.

use crate::config::Config;
use crate::desk::notice::{
    Block, Bracket, MatchPlace, MatchRound, MatchRow, MatchStanding, PlayerTag, Rung, Who,
};
use crate::desk::panel::Step;
use crate::html;
use crate::telegram::html::Html;
use crate::telegram::message::pages;
use crate::telegram::tap::Tap;
use crate::telegram::texts::words::{day_and_hour, place_line, player, some_players};
use crate::telegram::texts::{lot_word, panel};
use crate::telegram::{Button, Message};

pub fn preview(
    bracket: &Bracket,
    (seeds, planned): (&[Option<PlayerTag>], u32),
    tied: &[PlayerTag],
    reserve: Option<&PlayerTag>,
    (shown, undecided): (u32, &[Block]),
    config: &Config,
) -> Vec<Message> {
    let head = html!("<b>{} 定位</b>（按积分赛名次）", bracket.name);
    let rows = (1_u32..).zip(seeds).map(|(seed, who)| match who {
        Some(who) => html!("{}. {}", seed, player(who)),
        None => html!("{}. （空缺，对手直接晋级）", seed),
    });
    let mut messages = pages(&head, rows, &Html::default());
    messages.extend(whole(bracket, "预览", &Html::default(), config));
    let mut foot = html!("确认后积分赛名次固定，成绩不能再更正（定位可以撤销）；对阵表发到群里。");
    let count = seeds.len();
    if u32::try_from(count).unwrap_or(0) < planned {
        foot.push(&html!(
            "\n规程为 {} 人，现有 {} 人，前几轮相应取消。",
            planned,
            count
        ));
    }
    if !tied.is_empty() {
        foot.push(&html!(
            "\n⚠️ 各项都相同、名次并列：{}。现在确认，种子和递补的先后只按编号；要抽签定先后，请先点“抽签”（/draw），再定位。",
            some_players(tied)
        ));
    }
    if let Some(reserve) = reserve {
        foot.push(&html!("\n第一递补：{}。", player(reserve)));
    }
    if !undecided.is_empty() {
        foot.push(&html!("\n{}", panel::undecided(undecided, config)));
    }
    let confirm = Button::tap("确认定位", Tap::Seed { shown });
    let lot = (!tied.is_empty()).then(|| Button::tap("抽签…", Tap::DeskStep { step: Step::Draw }));
    messages.push(Message::text(foot).row(std::iter::once(confirm).chain(lot)));
    messages
}

pub fn shown(bracket: &Bracket, desk: bool, may_unseed: bool, config: &Config) -> Vec<Message> {
    let messages = whole(bracket, "对阵表", &Html::default(), config);
    if !desk {
        return messages;
    }
    // Of rounds that are not announced there is nothing to work on.
    let current = bracket.rounds.get(bracket.begun.max(1) as usize - 1);
    let name = current.map_or("", |round| round.name.as_str());
    let mut message = Message::text(html!(
        "{}：处理一场（更正、弃权、作废）请点台次。判一局：<code>/result 轮-台-局 结果</code>，例如 /result 1-3-2 红胜",
        name
    ));
    if let Some(round) = current {
        let buttons: Vec<Button> = round
            .rows
            .iter()
            .map(|row| {
                let (of, table) = (round.number, row.table);
                Button::tap(format!("{table}台"), Tap::MatchCard { of, table })
            })
            .collect();
        for row in buttons.chunks(4) {
            message = message.row(row.to_vec());
        }
        if round.number > 1 {
            let of = round.number - 1;
            message = message.row([Button::tap("上一轮", Tap::MatchesOf { of })]);
        }
    }
    if may_unseed {
        message = message.row([Button::tap("撤销定位…", Tap::AskUnseed {})]);
    }
    [messages, vec![message]].concat()
}

/// The bracket as lines a telephone shows whole.
pub fn whole(bracket: &Bracket, what: &str, foot: &Html, config: &Config) -> Vec<Message> {
    let head = html!("<b>{} {}</b>", bracket.name, what);
    let mut rows = Vec::new();
    for round in &bracket.rounds {
        rows.push(html!("\n<b>{}</b>{}", round.name, starts(round, config)));
        rows.extend(round.rows.iter().map(line));
    }
    if let Some(champion) = &bracket.champion {
        rows.push(html!("\n🏆 冠军：<b>{}</b>", player(champion)));
    }
    pages(&head, rows, foot)
}

pub fn listing(round: &MatchRound, mine: &[u32], foot: &Html, config: &Config) -> Vec<Message> {
    let head = html!(
        "<b>{}</b>{}{}",
        round.name,
        starts(round, config),
        place_line(&round.venue)
    );
    let rows = round.rows.iter().map(|row| {
        let text = line(row);
        if mine.contains(&row.table) {
            html!("▶ {}", text)
        } else {
            text
        }
    });
    pages(&head, rows, foot)
}

fn starts(round: &MatchRound, config: &Config) -> Html {
    round.starts.map_or(Html::default(), |at| {
        html!("　{} 开赛", day_and_hour(at, config))
    })
}

/// `3台 3 张三 2-1 14 李四　第3局 快棋`; decided, the winner first: `3台 14 李四 胜 3 张三（3-1）`
pub fn line(row: &MatchRow) -> Html {
    if let MatchStanding::Won {
        first,
        walkover,
        drawn,
    } = row.standing
    {
        return won(row, usize::from(!first), walkover, drawn);
    }
    if row.who == [Who::Nobody, Who::Nobody] {
        return html!("{}台 空缺", row.table);
    }
    let score = if row.legs.is_empty() {
        html!(" — ")
    } else {
        html!(" {} ", legs(&row.legs))
    };
    let standing = match &row.standing {
        MatchStanding::Waiting => Html::default(),
        MatchStanding::Free => html!("　轮空晋级"),
        MatchStanding::Game {
            number,
            rung: at,
            red,
        } => {
            let red = red
                .as_ref()
                .map_or(Html::default(), |red| html!("　红 {} {}", red.no, red.name));
            html!("　第{}局 {}{}", number, rung(at), red)
        }
        MatchStanding::Choosing { number, rung: at } => {
            html!("　第{}局 {}，定先后手", number, rung(at))
        }
        MatchStanding::AwaitingWord { number, rung: at } => {
            html!("　第{}局 {}，{}", number, rung(at), lot_word::AWAITED)
        }
        MatchStanding::Won { .. } => Html::default(),
        MatchStanding::Void => html!("　双方未分胜负，无人晋级"),
    };
    html!(
        "{}台 {}{}{}{}",
        row.table,
        who(&row.who[0]),
        score,
        who(&row.who[1]),
        standing
    )
}

/// `winner`: the place of the one who goes on.
fn won(row: &MatchRow, winner: usize, walkover: bool, drawn: bool) -> Html {
    let points = row.legs.iter();
    let points: Vec<[u32; 2]> = points.map(|leg| [leg[winner], leg[1 - winner]]).collect();
    let mut how = Vec::new();
    how.extend((!points.is_empty()).then(|| legs(&points)));
    how.extend(walkover.then(|| "对方弃权".to_owned()));
    how.extend(drawn.then(|| "附加赛和棋黑胜".to_owned()));
    let how = match how.is_empty() {
        true => String::new(),
        false => format!("（{}）", how.join("，")),
    };
    html!(
        "{}台 <b>{}</b> 胜 {}{}",
        row.table,
        who(&row.who[winner]),
        who(&row.who[1 - winner]),
        how
    )
}

pub fn who(who: &Who) -> Html {
    match who {
        Who::Player(tag) => player(tag),
        Who::Nobody => html!("（空）"),
        Who::WinnerOf(table) => html!("{}台胜者", table),
    }
}

/// `2-2 1-1 2-0`: points of each leg.
pub fn legs(legs: &[[u32; 2]]) -> String {
    let legs = legs.iter().map(|[one, other]| format!("{one}-{other}"));
    legs.collect::<Vec<_>>().join(" ")
}

pub fn rung(rung: &Rung) -> Html {
    if rung.of > 1 {
        html!("{} {}/{}", rung.time_control, rung.number, rung.of)
    } else {
        html!("{}", rung.time_control)
    }
}

pub fn black_draws(rung: &Rung) -> &'static str {
    if rung.armageddon {
        "和棋黑胜。"
    } else {
        ""
    }
}

pub fn match_place(place: &MatchPlace) -> Html {
    html!("{} {}台", place.name, place.table)
}
