use super::person;
use super::round::{after_proposal, warning_lines};
use super::words::{numbers, player};
use crate::desk::hand::{Allowance, Change, HandRefusal, Order, Pick, Way};
use crate::desk::notice::{Hand, Placing, PlayerTag};
use crate::html;
use crate::telegram::html::{Html, join};
use crate::telegram::tap::Tap;
use crate::telegram::{Button, Message};

/// Boards named in one message; a larger change is to be seen in the whole list.
const NAMED: usize = 12;

/// Buttons that take an order back, in one message.
const TAKEN_BACK: usize = 40;

pub fn messages(hand: &Hand) -> Vec<Message> {
    match hand {
        Hand::Preview {
            round,
            number,
            change,
            boards,
            bye,
            warnings,
            broken,
        } => {
            let mut text = html!(
                "<b>第{}轮方案</b>　{}？改后：\n{}",
                number,
                what(*change),
                changed(boards, bye.as_ref())
            );
            if !warnings.is_empty() {
                text.push(&html!("\n<b>请注意</b>：\n{}", warning_lines(warnings)));
            }
            let hard = warnings.iter().any(super::round::is_hard);
            let label = match (hard, warnings.is_empty()) {
                (true, _) => "破例确认",
                (false, false) => "仍然改动",
                (false, true) => "确认改动",
            };
            let confirm = Tap::ApplyChange {
                round: *round,
                change: *change,
                broken: *broken,
            };
            vec![Message::text(text).row([
                Button::tap(label, confirm),
                Button::tap("不改", Tap::KeepProposal {}),
            ])]
        }
        Hand::Changed {
            round,
            number,
            boards,
            bye,
            warnings,
            by_hand,
        } => {
            let text = html!(
                "已改<b>第{}轮方案</b>，棋手还看不到：\n{}",
                number,
                changed(boards, bye.as_ref())
            );
            vec![after_proposal(text, *round, warnings, by_hand)]
        }
        Hand::Kept => vec![Message::text(html!("方案没有改动。"))],
        Hand::Boards {
            round,
            number,
            page,
            pages,
            pick,
            rows,
            bye,
        } => vec![list(
            *round,
            *number,
            (*page, *pages),
            *pick,
            rows,
            bye.as_ref(),
        )],
        Hand::Card {
            round,
            number,
            pick,
            board,
            odd,
        } => vec![card(*round, *number, *pick, board, *odd)],
        Hand::ByeCard {
            round,
            number,
            pick,
            player: who,
            by_hand,
        } => vec![bye_card(*round, *number, *pick, who, *by_hand)],
        Hand::Asked {
            order,
            players,
            met,
            points,
            waiting,
        } => {
            let mut text = html!("{}？", ordered(*order, players, *points));
            if let Some(round) = met {
                text.push(&html!("\n两人第{}轮已交过手，本来就不会再相遇。", round));
            }
            if let Some(number) = waiting {
                text.push(&html!("\n第{}轮方案已做出，之后请重排。", number));
            }
            vec![Message::text(text).row([
                Button::tap("确认", Tap::GiveOrder { order: *order }),
                Button::tap("不改", Tap::KeepProposal {}),
            ])]
        }
        Hand::Given {
            order,
            players,
            points,
            waiting,
        } => {
            let mut text = html!("已定：{}。", ordered(*order, players, *points));
            match waiting {
                Some(number) => text.push(&html!(
                    "\n第{}轮方案是之前做的，请 /pair 查看，必要时重排。",
                    number
                )),
                None => text.push(&html!("\n编排时会照此办理。全部指令：/orders")),
            }
            vec![Message::text(text)]
        }
        Hand::Leave {
            player: who,
            number,
            points: Some(points),
        } => vec![Message::text(html!(
            "{}：第{}轮已准假，不参加编排，得 {} 分。下一轮自动恢复参赛。",
            player(who),
            number,
            points
        ))],
        Hand::Leave {
            player: who,
            number,
            points: None,
        } => vec![Message::text(html!(
            "{}：第{}轮的假已取消，您照常参加编排。",
            player(who),
            number
        ))],
        Hand::Orders {
            number,
            forbidden,
            absent,
            own_tables,
        } => orders(*number, forbidden, absent, own_tables),
        Hand::Taken { number } => vec![Message::text(html!(
            "第{}轮按您批准的办法编排，方案如下，棋手还看不到。",
            number
        ))],
        Hand::EndAsked { number, of } => vec![
            Message::text(html!(
                "积分赛原定 {} 轮，就在第{}轮后结束？最终名次会发到群里。",
                of,
                number
            ))
            .row([
                Button::tap("确认结束积分赛", Tap::EndStage { number: *number }),
                Button::tap("不结束", Tap::KeepProposal {}),
            ]),
        ],
        Hand::Ended { number } => vec![Message::text(html!(
            "积分赛已在第{}轮后结束，最终名次已发到群里。",
            number
        ))],
    }
}

fn what(change: Change) -> Html {
    match change {
        Change::Swap(one, other) => html!("{} 号与 {} 号互换", one, other),
        Change::Fix(one, other) => html!("指定 {} 号对 {} 号", one, other),
        Change::Bye(no) => html!("由 {} 号轮空", no),
        Change::Sides(table) => html!("第{}台先后手对调", table),
        Change::Free(0) => html!("轮空交回自动编排"),
        Change::Free(table) => html!("第{}台交回自动编排", table),
    }
}

fn ordered(order: Order, players: &[PlayerTag], points: u32) -> Html {
    let who = join(players.iter().map(player), " 与 ");
    match order {
        Order::Forbid(..) => html!("{} 全程回避", who),
        Order::Lift(..) => html!("解除 {} 的回避", who),
        Order::Absent { round, .. } => html!("{} 第{}轮请假，得 {} 分", who, round, points),
        Order::Present { round, .. } => html!("取消 {} 第{}轮的假", who, round),
        Order::OwnTable { table: 0, .. } => html!("{} 不再固定台次", who),
        Order::OwnTable { table, .. } => html!("{} 每轮固定在第{}台", who, table),
    }
}

fn changed(boards: &[Placing], bye: Option<&PlayerTag>) -> Html {
    let mut lines: Vec<Html> = boards.iter().take(NAMED).map(line).collect();
    if boards.len() > NAMED {
        lines.push(html!("……共 {} 台有变", boards.len()));
    }
    lines.extend(bye.map(|who| html!("轮空　{}", player(who))));
    if lines.is_empty() {
        lines.push(html!("各台不变，只作标记"));
    }
    join(lines, "\n")
}

fn line(board: &Placing) -> Html {
    let mark = if board.by_hand { "✎" } else { "" };
    html!(
        "{}{}　{} — {}",
        board.table,
        mark,
        player(&board.red),
        player(&board.black)
    )
}

fn list(
    round: i64,
    number: u32,
    (page, pages): (u32, u32),
    pick: Pick,
    rows: &[Placing],
    bye: Option<&PlayerTag>,
) -> Message {
    let question = match pick {
        Pick::Open => html!("要改哪一台？"),
        Pick::Swap(no) => html!("{} 号与哪一台的棋手互换？", no),
        Pick::Fix(no) => html!("{} 号的对手在哪一台？", no),
    };
    let mut lines = vec![html!(
        "<b>第{}轮方案</b>　第 {}/{} 页　{}",
        number,
        page + 1,
        pages,
        question
    )];
    lines.extend(rows.iter().map(line));
    lines.extend(bye.map(|who| html!("轮空　{}", player(who))));
    let mut message = Message::text(join(lines, "\n"));
    let open = |table| Tap::Board { round, table, pick };
    for row in rows.chunks(5) {
        let buttons = row
            .iter()
            .map(|board| Button::tap(board.table.to_string(), open(board.table)));
        message = message.row(buttons);
    }
    let turn = |page| Tap::Boards { round, page, pick };
    let mut last = Vec::new();
    if page > 0 {
        last.push(Button::tap("‹ 上页", turn(page - 1)));
    }
    if page + 1 < pages {
        last.push(Button::tap("下页 ›", turn(page + 1)));
    }
    if bye.is_some() && !matches!(pick, Pick::Fix(_)) {
        last.push(Button::tap("轮空", open(0)));
    }
    last.push(Button::tap("不改", Tap::KeepProposal {}));
    message.row(last)
}

fn card(round: i64, number: u32, pick: Pick, board: &Placing, odd: bool) -> Message {
    let text = html!("<b>第{}轮方案</b>　{}", number, line(board));
    let try_out = |change| Tap::TryChange { round, change };
    let each = |tap: &dyn Fn(u32) -> Tap, label: &dyn Fn(&PlayerTag) -> String| {
        [&board.red, &board.black].map(|who| Button::tap(label(who), tap(who.no.0)))
    };
    let mut message = Message::text(text);
    match pick {
        Pick::Open => {
            let pick = |pick| Tap::Boards {
                round,
                page: 0,
                pick,
            };
            message = message
                .row(each(&|no| pick(Pick::Swap(no)), &|who| {
                    format!("换 {}", person::tag(who))
                }))
                .row(each(&|no| pick(Pick::Fix(no)), &|who| {
                    format!("{} 号另定对手", who.no)
                }));
            if odd {
                message = message.row(each(&|no| try_out(Change::Bye(no)), &|who| {
                    format!("{} 号轮空", who.no)
                }));
            }
            let hold = if board.by_hand {
                Button::tap("交回自动编排", try_out(Change::Free(board.table)))
            } else {
                let change = Change::Fix(board.red.no.0, board.black.no.0);
                Button::tap("固定本台", try_out(change))
            };
            message = message.row([
                Button::tap("换先", try_out(Change::Sides(board.table))),
                hold,
                Button::tap(
                    "为何",
                    Tap::WhyBoard {
                        round,
                        table: board.table,
                    },
                ),
            ]);
        }
        Pick::Swap(no) => {
            message = message.row(each(&|other| try_out(Change::Swap(no, other)), &|who| {
                format!("与 {} 换", person::tag(who))
            }));
        }
        Pick::Fix(no) => {
            message = message.row(each(&|other| try_out(Change::Fix(no, other)), &|who| {
                format!("对 {}", person::tag(who))
            }));
        }
    }
    message.row([
        Button::tap(
            "返回",
            Tap::Boards {
                round,
                page: 0,
                pick,
            },
        ),
        Button::tap("不改", Tap::KeepProposal {}),
    ])
}

fn bye_card(round: i64, number: u32, pick: Pick, who: &PlayerTag, by_hand: bool) -> Message {
    let text = html!("<b>第{}轮方案</b>　轮空　{}", number, player(who));
    let try_out = |change| Tap::TryChange { round, change };
    let mut buttons = Vec::new();
    match pick {
        Pick::Swap(no) => {
            let change = Change::Swap(no, who.no.0);
            buttons.push(Button::tap(format!("{no} 号改为轮空"), try_out(change)));
        }
        Pick::Open | Pick::Fix(_) => {
            let pick = Pick::Swap(who.no.0);
            buttons.push(Button::tap(
                format!("换 {}", person::tag(who)),
                Tap::Boards {
                    round,
                    page: 0,
                    pick,
                },
            ));
            if by_hand {
                buttons.push(Button::tap("交回自动编排", try_out(Change::Free(0))));
            }
            buttons.push(Button::tap("为何", Tap::WhyBoard { round, table: 0 }));
        }
    }
    buttons.push(Button::tap("不改", Tap::KeepProposal {}));
    Message::text(text).row(buttons)
}

fn orders(
    number: Option<u32>,
    forbidden: &[(PlayerTag, PlayerTag)],
    absent: &[(PlayerTag, u32)],
    own_tables: &[(PlayerTag, u32)],
) -> Vec<Message> {
    let mut lines = Vec::new();
    let mut buttons = Vec::new();
    for (one, other) in forbidden {
        lines.push(html!("回避　{} 与 {}", player(one), player(other)));
        let order = Order::Lift(one.no.0, other.no.0);
        buttons.push((format!("解除 {}–{}", one.no, other.no), order));
    }
    if let Some(round) = number {
        for (who, points) in absent {
            lines.push(html!("第{}轮请假　{}（{} 分）", round, player(who), points));
            let no = who.no.0;
            buttons.push((format!("{no} 号销假"), Order::Present { no, round }));
        }
    }
    for (who, table) in own_tables {
        lines.push(html!("固定台次　{} 在第{}台", player(who), table));
        let order = Order::OwnTable {
            no: who.no.0,
            table: 0,
        };
        buttons.push((format!("{} 号不固定", who.no), order));
    }
    if lines.is_empty() {
        lines.push(html!("没有任何编排指令。"));
    }
    let foot = html!(
        "回避：<code>/forbid 3 7</code>　请假：<code>/absent 12</code> 或 <code>/absent 12 1</code>（得1分）　固定台次：<code>/table 12 1</code>"
    );
    let mut messages = crate::telegram::message::pages(&html!("<b>编排指令</b>"), lines, &foot);
    if let Some(mut last) = messages.pop() {
        for row in buttons.chunks(2).take(TAKEN_BACK / 2) {
            let row = row
                .iter()
                .map(|(label, order)| Button::tap(label.clone(), Tap::GiveOrder { order: *order }));
            last = last.row(row);
        }
        messages.push(last);
    }
    messages
}

/// The ways out of a round that cannot be paired, each with its players, as lines and as buttons.
pub(super) fn ways(number: u32, ways: &[(Way, Vec<PlayerTag>)]) -> (Vec<Html>, Vec<Button>) {
    let mut lines = Vec::new();
    let mut buttons = Vec::new();
    for (place, (way, players)) in (1..).zip(ways) {
        let (words, label) = match way {
            Way::Allow(all) => (allowances(all, players), allowances_in_short(all)),
            Way::End | Way::Digest(_) => (html!("积分赛就此结束"), "结束积分赛".to_owned()),
        };
        lines.push(html!("{}. {}", place, words));
        let way = way.on_button();
        let label = format!("{place}. {label}");
        buttons.push(Button::tap(label, Tap::TakeWay { number, way }));
    }
    (lines, buttons)
}

/// The first of them, each with names, and how many there are.
fn allowances(all: &[Allowance], players: &[PlayerTag]) -> Html {
    const NAMED: usize = 12;
    let named = all.iter().take(NAMED);
    let mut text = join(named.map(|one| allowance(*one, players)), "；");
    if all.len() > NAMED {
        text.push(&html!("；……共 {} 项，须一并批准", all.len()));
    }
    text
}

fn allowances_in_short(all: &[Allowance]) -> String {
    const NAMED: usize = 3;
    let named: Vec<String> = all.iter().take(NAMED).map(|one| short(*one)).collect();
    match all.len() {
        count if count > NAMED => format!("{} 等 {count} 项", named.join("、")),
        _ => named.join("、"),
    }
}

fn allowance(allowance: Allowance, players: &[PlayerTag]) -> Html {
    let name = |no: u32| {
        let tag = players.iter().find(|tag| tag.no.0 == no);
        tag.map_or_else(|| html!("{}", no), player)
    };
    match allowance {
        Allowance::Rematch(red, black) => html!(
            "再次交手（先后手互换）：红 {} — 黑 {}",
            name(red),
            name(black)
        ),
        Allowance::Teammates(one, other) => {
            html!("同队相遇：{} 与 {}", name(one), name(other))
        }
        Allowance::Lift(one, other) => html!("解除回避：{} 与 {}", name(one), name(other)),
        Allowance::Sides(one, other) => html!(
            "{} 与 {} 相遇（两人都须执同一方，一人将超限）",
            name(one),
            name(other)
        ),
        Allowance::Bye(no) => html!("另加轮空：{}", name(no)),
    }
}

fn short(allowance: Allowance) -> String {
    match allowance {
        Allowance::Rematch(red, black) => format!("{red}–{black} 再战"),
        Allowance::Teammates(one, other) => format!("{one}–{other} 同队相遇"),
        Allowance::Lift(one, other) => format!("解除 {one}–{other}"),
        Allowance::Sides(one, other) => format!("{one}–{other} 先后手超限"),
        Allowance::Bye(no) => format!("{no} 轮空"),
    }
}

pub(super) fn refusal(refusal: &HandRefusal) -> Html {
    match refusal {
        HandRefusal::SamePlayer { no } => {
            html!("两个都是 {} 号。请写两位不同的棋手，例如 换 3 7。", no)
        }
        HandRefusal::NotInRound { no } => html!(
            "{} 号不在这一轮的编排里（退赛或请假）。名单：/roster，假条：/orders。",
            no
        ),
        HandRefusal::NoSuchTable { table } => {
            html!("方案里没有第{}台。看全部台次：/pair", table)
        }
        HandRefusal::NothingChanges => html!("方案已经是这样，没有可改的。看方案：/pair"),
        HandRefusal::EvenField { players } => html!(
            "这一轮 {} 人，是双数，没有轮空。要让一人休息，请给假：/absent 编号 分数。",
            players
        ),
        HandRefusal::Words { command, typed } => html!(
            "没有看懂“{}”。写法：{}",
            person::short(typed, 40),
            usage(command)
        ),
        HandRefusal::TooManyPoints { points, most } => {
            html!("请假最多得 {} 分，您写的是 {} 分。", most, points)
        }
        HandRefusal::NoRoundToCome { rounds } => {
            html!("{} 轮都已编排，没有可请假的下一轮。", rounds)
        }
        HandRefusal::TableTooLarge { table, most } => {
            html!("台次最大写到 {}，您写的是 {}。", most, table)
        }
    }
}

fn usage(command: &str) -> Html {
    match command {
        "swap" => html!("<code>换 3 7</code>（3 号与 7 号互换位置）"),
        "fix" => html!("<code>定 3 7</code>（3 号对 7 号，其余重排）"),
        "bye" => html!("<code>轮空 12</code>（12 号轮空，其余重排）"),
        "flip" => html!("<code>换先 5</code>（第5台先后手对调）"),
        "forbid" => html!("<code>/forbid 3 7</code>（两人全程回避；再发一次解除）"),
        "absent" => html!("<code>/absent 12</code> 或 <code>/absent 12 1</code>（得1分）"),
        "table" => html!("<code>/table 12 1</code>（12 号固定在第1台；0 为不固定）"),
        _ => html!("<code>/why</code>、<code>/why 5</code>（第5台）、<code>/why 轮空</code>",),
    }
}

/// Numbers of tables set by hand, for the foot of a proposal.
pub(super) fn by_hand(tables: &[u32]) -> Html {
    if tables.is_empty() {
        Html::default()
    } else {
        html!("\n手工指定（✎）：{} 台", numbers(tables))
    }
}
