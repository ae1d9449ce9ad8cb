use super::words::{day_and_hour, hour, player, turns};
use super::{exit, person};
use crate::config::{Config, PenaltyKind};
use crate::desk::notice::{
    Change, Lost, Penalty, PenaltyCard, PenaltyLine, PenaltySeat, Removal, Rest, Restored,
    TeamChange,
};
use crate::desk::penalty::PenaltyRefusal;
use crate::html;
use crate::render::csv::csv;
use crate::telegram::html::{Html, join};
use crate::telegram::message::{Button, File, Message, pages};
use crate::telegram::tap::{FateCode, KindCode, Tap};
use crate::tournament::penalty::Fate;

/// Rules with a button each; the rest is given in words.
const RULES: usize = 40;

pub fn messages(notice: &Penalty, config: &Config) -> Vec<Message> {
    let message = match notice {
        Penalty::Who {
            token,
            kind: wanted,
            players,
        } => {
            let text = html!(
                "有 {} 位同名选手，{}记给哪一位？",
                players.len(),
                kind(*wanted)
            );
            players
                .iter()
                .take(40)
                .fold(Message::text(text), |message, one| {
                    let of = [&one.competition, &one.section].into_iter().flatten();
                    let of: Vec<&str> = of.map(String::as_str).collect();
                    let label = format!("{} {} {}", one.player.no, one.player.name, of.join(" "));
                    message.row([Button::tap(
                        person::short(label.trim(), 40),
                        Tap::PenaltyWho {
                            token: *token,
                            registration: one.registration,
                        },
                    )])
                })
        }
        Penalty::Pick {
            kind,
            number,
            seats,
            page,
            pages,
        } => pick(*kind, *number, seats, (*page, *pages)),
        Penalty::Card(shown) => card(shown, config),
        Penalty::NotUsual {
            token,
            rule,
            player: who,
            clause,
            text,
            usual,
            chosen,
        } => {
            let (token, rule) = (*token, *rule);
            Message::text(html!(
                "{}：{}\n这一条规程通常记<b>{}</b>，您选的是<b>{}</b>。给 {} 记哪一种？",
                clause,
                text,
                kind(*usual),
                kind(*chosen),
                player(who)
            ))
            .row([
                Button::tap(
                    format!("改记{}", kind(*usual)),
                    Tap::PenaltyUsual { token, rule },
                ),
                Button::tap(
                    format!("仍记{}", kind(*chosen)),
                    Tap::PenaltyChosen { token, rule },
                ),
            ])
            .row([Button::tap("不记了", Tap::PenaltyDrop { token })])
        }
        Penalty::WantReason { player: who } => Message::text(html!(
            "{} 因为什么？请用文字写明，会告诉本人并记录在案。不记了请发 /cancel。",
            player(who)
        )),
        Penalty::Dropped => Message::text(html!("没有记。")),
        Penalty::Removal(shown) => return removal(shown, config),
        Penalty::Given {
            penalty,
            lost,
            ranks_anew,
        } => {
            let mut text = html!("已记：{}", line(penalty));
            text.push(&lost.map_or(Html::default(), outcome));
            if *ranks_anew {
                text.push(&html!(
                    "\n比赛已结束，名次可能有变；奖励名单如已公布，请用 /prizes 核对。"
                ));
            }
            Message::text(text).row([take_back(penalty, "撤销这次处罚")])
        }
        Penalty::Told { penalty, lost } => {
            let mut text = html!("裁判通知：{}", line(penalty));
            if !penalty.rule.is_empty() && penalty.rule != penalty.reason {
                text.push(&html!("\n{}", penalty.rule));
            }
            text.push(&lost.map_or(Html::default(), outcome));
            text.push(&html!("\n如有异议请当场向裁判提出，申诉请发 /appeal。"));
            Message::text(text)
        }
        Penalty::Elsewhere {
            player: who,
            competitions,
        } => Message::text(html!(
            "{} 已禁赛，但还报了：{}。那里照旧参赛；要一并取消，请用 /desk 换到该项目再处理。",
            player(who),
            competitions.join("、")
        )),
        Penalty::Removed {
            penalty,
            exit: Some(exit),
        } => {
            let mut text = html!(
                "{} 被取消比赛资格{}，不列名次，不得奖励。",
                player(&penalty.player),
                clause(&penalty.clause)
            );
            if let Some(of_match) = exit::matches(exit) {
                text.push(&html!("\n{}", of_match));
            }
            Message::text(text)
        }
        Penalty::Removed {
            penalty,
            exit: None,
        } => Message::text(html!(
            "{} 被取消比赛资格{}，以后各轮不再编排。{}",
            player(&penalty.player),
            clause(&penalty.clause),
            penalty
                .fate
                .map_or(Html::default(), |fate| html!("{}。", fate_text(fate)))
        )),
        Penalty::RemovalStruck { penalty, plays_on } => {
            let next = if *plays_on {
                "，以后各轮照常编排"
            } else {
                ""
            };
            let games = match penalty.fate {
                Some(Fate::Annul | Fate::Forfeit) => "已赛各局的成绩一并恢复。",
                Some(Fate::Keep) | None => "",
            };
            Message::text(html!(
                "裁判已撤销对 {} 的取消资格{}。{}",
                player(&penalty.player),
                next,
                games
            ))
        }
        Penalty::Recounted { removed, change } => Message::text(html!(
            "{} 的参赛资格有变动，与其对局的成绩随之重算：您的积分由 {} 分改为 <b>{}</b> 分。",
            player(removed),
            change.points.0,
            change.points.1
        )),
        Penalty::List {
            count,
            penalties,
            page,
            pages,
        } => return list(*count, penalties, (*page, *pages), config),
        Penalty::File { penalties, at } => {
            let day = at.with_timezone(&config.event.zone).format("%m%d-%H%M");
            let mut message =
                Message::text(html!("处罚记录，{} 条，撤销的也在内。", penalties.len()));
            message.file = Some(File::Made {
                name: format!("{}-处罚记录-{day}.csv", config.event.short_name),
                bytes: table(penalties, config),
            });
            message
        }
        Penalty::AskStrike { penalty } => {
            let penalty_id = penalty.penalty;
            Message::text(html!(
                "要撤销吗？{}\n由它改判的成绩和作废的对局会一并恢复；记录留着，注明已撤销。",
                line(penalty)
            ))
            .row([Button::tap(
                "确认撤销",
                Tap::StrikePenalty {
                    penalty: penalty_id,
                },
            )])
        }
        Penalty::Struck { penalty, restored } => {
            let mut text = html!("已撤销：{}", line(penalty));
            text.push(&match restored {
                None => Html::default(),
                Some(Restored::Now) => html!("\n这一局的成绩已恢复。"),
                Some(Restored::StillLost) => html!("\n这一局还有别的处罚，仍判负。"),
                Some(Restored::Earlier) => {
                    html!("\n后面的对局已经编排或开赛，成绩没有动；要改请用 /result。")
                }
                Some(Restored::Changed) => html!("\n这一局后来另有裁定，成绩没有动。"),
            });
            Message::text(text)
        }
        Penalty::StruckTold { penalty } => {
            Message::text(html!("裁判已撤销这次处罚：{}", line(penalty)))
        }
        Penalty::NotReinstated { player: who } => Message::text(html!(
            "⚠️ {} 的除名已撤销，但名额已被占用，没有恢复参赛。要恢复，请在 bot.toml 给这类名额加 seats，重启后用 /add 补报。",
            player(who)
        )),
    };
    vec![message]
}

pub fn refusal(refusal: &PenaltyRefusal) -> Html {
    match refusal {
        PenaltyRefusal::NotOnLadder { kind: wanted } => html!(
            "本次比赛的处罚里没有“{}”。可用的处罚写在 bot.toml 的 [discipline] ladder。",
            kind(*wanted)
        ),
        PenaltyRefusal::Nobody { typed } => html!(
            "没有编号或姓名是“{}”的选手。请照 <code>/foul 12 理由</code> 写编号，或发 /foul 按台次选。",
            person::short(typed, 20)
        ),
        PenaltyRefusal::NoTable { number, table } => html!(
            "第{}轮没有第{}台。请照 <code>/foul 4 红 理由</code> 写台次和红、黑，或照 <code>/foul 12 理由</code> 写编号。",
            *number,
            *table
        ),
        PenaltyRefusal::Own { who } if who.is_empty() => html!(
            "这是您（或您代报名的棋手）自己的一局或处罚，裁判不裁定自己的事，也没有别的裁判。请裁判长发 <code>/arbiter 裁判员</code> 另请一位。"
        ),
        PenaltyRefusal::Own { who } => html!(
            "这是您（或您代报名的棋手）自己的一局或处罚，裁判不裁定自己的事：请由{}撤销。",
            super::play::names(who)
        ),
        PenaltyRefusal::NoGame { player: who } => html!(
            "{} 没有可以判负的对局。判负要记在对局里；对局以外请记警告、犯规或取消资格。",
            player(who)
        ),
        PenaltyRefusal::ReasonWanted { longest } => html!(
            "请用文字写理由，1 到 {} 个字；按列出的条款处罚的，可以不写。",
            *longest
        ),
        PenaltyRefusal::AlreadyRemoved { player: who } => {
            html!(
                "{} 已被取消资格。要改，请在 /foul 里先撤销那一次。",
                player(who)
            )
        }
        PenaltyRefusal::AlreadyStruck { by } => html!("这次处罚已由 {} 撤销。", by),
    }
}

/// 警告, 犯规, 判负, 取消资格
pub fn kind(kind: PenaltyKind) -> &'static str {
    match kind {
        PenaltyKind::Warning => "警告",
        PenaltyKind::Foul => "犯规",
        PenaltyKind::Loss => "判负",
        PenaltyKind::Removal => "取消资格",
    }
}

/// `第3轮第5台`, or nothing; with `part` a game of a match of the knockout.
pub fn place(place: Option<(u32, u32)>, part: Option<u32>) -> Html {
    match (place, part) {
        (None, _) => Html::default(),
        (Some((round, table)), None) => html!("第{}轮第{}台", round, table),
        (Some((round, table)), Some(0)) => html!("淘汰赛第{}轮第{}台", round, table),
        (Some((round, table)), Some(game)) => {
            html!("淘汰赛第{}轮第{}台第{}局", round, table, game)
        }
    }
}

/// The same in a list, where a long reason is cut.
pub fn short_line(one: &PenaltyLine) -> Html {
    line(&PenaltyLine {
        reason: person::short(&one.reason, 80),
        ..one.clone()
    })
}

/// `<b>12 张三 犯规</b>（补充规定五、3）第3轮第5台：手机响`
fn line(one: &PenaltyLine) -> Html {
    let mut text = html!(
        "<b>{} {}</b>{}{}{}：{}",
        player(&one.player),
        kind(one.kind),
        clause(&one.clause),
        if one.place.is_some() && one.clause.is_empty() {
            " "
        } else {
            ""
        },
        place(one.place, one.part),
        one.reason
    );
    if let Some(fate) = one.fate {
        text.push(&html!("；{}", fate_text(fate)));
    }
    if let Some(ban) = &one.ban {
        text.push(&html!("；{}", ban));
    }
    text
}

fn clause(clause: &str) -> Html {
    if clause.is_empty() {
        Html::default()
    } else {
        html!("（{}）", clause)
    }
}

fn fate_text(fate: Fate) -> &'static str {
    match fate {
        Fate::Keep => "已赛成绩保留",
        Fate::Annul => "已赛成绩作废",
        Fate::Forfeit => "已赛各局改判对手胜",
    }
}

fn outcome(lost: Lost) -> Html {
    match lost {
        Lost::Now => html!("\n本局判负。"),
        Lost::Already => html!("\n本局原已告负，成绩不变。"),
        Lost::Earlier => {
            html!("\n按规定本局应判负；后面的对局已经编排或开赛，成绩由裁判另行裁定。")
        }
    }
}

fn pick(
    wanted: PenaltyKind,
    number: u32,
    seats: &[PenaltySeat],
    (page, pages): (usize, usize),
) -> Message {
    let text = html!(
        "第{}轮，给谁记{}？不在表里的请照 <code>/foul 12 理由</code> 写编号或姓名。",
        number,
        kind(wanted)
    );
    let code = KindCode(wanted);
    let button = |table: u32, side: &str, (registration, tag): &(i64, _)| {
        let tag: &crate::desk::notice::PlayerTag = tag;
        Button::tap(
            format!("{table}{side} {} {}", tag.no, person::short(&tag.name, 8)),
            Tap::PenaltySeat {
                kind: code,
                registration: *registration,
            },
        )
    };
    let message = seats.iter().fold(Message::text(text), |message, seat| {
        message.row([
            button(seat.table, "红", &seat.red),
            button(seat.table, "黑", &seat.black),
        ])
    });
    message.row(turns(page, pages, |page| Tap::PickPenalty {
        kind: code,
        page,
    }))
}

fn card(shown: &PenaltyCard, config: &Config) -> Message {
    let token = shown.token;
    let mut lines = vec![html!(
        "给 <b>{}</b> 记<b>{}</b>",
        player(&shown.player),
        kind(shown.kind)
    )];
    lines.push(match (shown.place, shown.in_game) {
        (Some(at), true) => html!("在 {}", place(Some(at), shown.part)),
        _ => html!("与对局无关"),
    });
    if let Some(reason) = &shown.reason {
        lines.push(html!("理由：{}", reason));
    }
    if let Some(ban) = &shown.ban {
        lines.push(html!("附：{}", ban));
    }
    if shown.loses {
        lines.push(html!("⚠️ 这是本局记满的一次犯规，<b>记了就判负</b>。"));
    }
    if !shown.earlier.is_empty() {
        lines.push(html!("此前："));
        let from = shown.earlier.len().saturating_sub(8);
        lines.extend(
            shown
                .earlier
                .iter()
                .skip(from)
                .map(|one| html!("· {}", short_line(one))),
        );
    }
    let rules = &config.event.discipline.rules;
    lines.push(if rules.is_empty() {
        html!("请点下面确认。")
    } else {
        html!("违反哪一条？点条款就记上：")
    });
    let mut message = Message::text(join(lines, "\n"));
    for (rule, one) in rules.iter().enumerate().take(RULES) {
        let label = format!("{} {}", one.clause, one.text);
        // The usual penalty is seen however long the rule is.
        let label = match one.usual {
            Some(usual) => format!("{}→{}", person::short(&label, 25), kind(usual)),
            None => person::short(&label, 30),
        };
        message = message.row([Button::tap(label, Tap::PenaltyRule { token, rule })]);
    }
    if shown.reason.is_some() {
        message = message.row([Button::tap(
            "其他（按竞赛规则）",
            Tap::PenaltyOther { token },
        )]);
    }
    let mut more = vec![Button::tap("写理由…", Tap::PenaltyReason { token })];
    if let Some(at) = shown.place {
        let (round, table) = at;
        more.push(if shown.in_game {
            Button::tap("改为与对局无关", Tap::PenaltyPlace { token })
        } else {
            Button::tap(
                match shown.part {
                    Some(game) => format!("改为在淘汰赛第{round}轮第{table}台第{game}局"),
                    None => format!("改为在第{round}轮第{table}台"),
                },
                Tap::PenaltyPlace { token },
            )
        });
    }
    let others = config.event.discipline.ladder.iter();
    let others = others.filter(|other| **other != shown.kind).map(|other| {
        Button::tap(
            format!("改为{}", kind(*other)),
            Tap::PenaltyKind {
                token,
                kind: KindCode(*other),
            },
        )
    });
    message
        .row(more)
        .row(others)
        .row([Button::tap("不记了", Tap::PenaltyDrop { token })])
}

fn removal(shown: &Removal, config: &Config) -> Vec<Message> {
    let mut head = html!(
        "<b>取消 {} 的比赛资格</b>{}：{}\n",
        player(&shown.player),
        clause(&shown.clause),
        shown.reason
    );
    head.push(&match &shown.exit {
        Some(exit) => html!("不列名次，不得奖励。\n{}", exit::preview(exit)),
        None => html!("以后各轮不再编排，不得奖励。"),
    });
    if let Some(table) = shown.open_table {
        head.push(&html!("\n第{}台还没有成绩，判对方胜。", table));
    }
    if let Some(ban) = &shown.ban {
        head.push(&html!("\n附：{}", ban));
    }
    if shown.exit.is_some() {
        head.push(&html!(
            "\n积分赛名次已用于淘汰赛定位，从此固定，已赛成绩不再改动。"
        ));
        let buttons = shown.options.iter().map(|(fate, _)| {
            Button::tap(
                "取消资格",
                Tap::RemovePlayer {
                    token: shown.token,
                    fate: FateCode(*fate),
                },
            )
        });
        let message = Message::text(head).row(buttons);
        return vec![ending(message, shown, config)];
    }
    head.push(&html!("\n已赛的对局怎么算？会改变的积分和名次："));
    let none = Rest::default();
    let rows = shown
        .options
        .iter()
        .enumerate()
        .map(|(at, (fate, changes))| {
            let rest = shown.rest.get(at).unwrap_or(&none);
            let mut text = if changes.is_empty() {
                html!("没有人的积分和名次改变")
            } else {
                join(changes.iter().map(change), "；")
            };
            if rest.others > 0 {
                text.push(&html!("；另有 {} 人名次变动", rest.others));
            }
            if !rest.teams.is_empty() {
                let named = rest.teams.iter().take(TEAMS).map(team_change);
                text.push(&html!("\n　团体：{}", join(named, "；")));
                if let Some(more) = rest.teams.len().checked_sub(TEAMS + 1) {
                    text.push(&html!("；另有 {} 队变动", more + 1));
                }
            }
            html!("<b>{}</b>：{}", fate_text(*fate), text)
        });
    let mut messages = pages(&head, rows, &Html::default());
    let mut last = messages.pop().unwrap_or_default();
    let token = shown.token;
    for (fate, _) in &shown.options {
        last = last.row([Button::tap(
            format!("取消资格，{}", fate_text(*fate)),
            Tap::RemovePlayer {
                token,
                fate: FateCode(*fate),
            },
        )]);
    }
    messages.push(ending(last, shown, config));
    messages
}

/// The buttons below those that remove.
fn ending(message: Message, shown: &Removal, config: &Config) -> Message {
    let token = shown.token;
    let ban = match (&shown.ban, &config.event.discipline.ban) {
        (Some(_), _) => Some("去掉附注".to_owned()),
        (None, Some(ban)) => Some(format!("附注：{}", person::short(ban, 20))),
        (None, None) => None,
    };
    message
        .row(ban.map(|label| Button::tap(label, Tap::PenaltyBan { token })))
        .row([Button::tap("不处罚了", Tap::PenaltyDrop { token })])
}

/// Teams that a preview names.
const TEAMS: usize = 12;

/// `武汉队 20→16 分（第1→2名）`
fn team_change(change: &TeamChange) -> Html {
    let mut text = html!("{}", person::short(&change.team, 30));
    if change.points.0 != change.points.1 {
        text.push(&html!(" {}→{} 分", change.points.0, change.points.1));
    }
    if let (Some(was), Some(is)) = change.rank
        && was != is
    {
        text.push(&html!("（第{}→{}名）", was, is));
    }
    text
}

/// `3 李四 6→4 分（第2→5名）`, `3 李四 第2→5名`
fn change(change: &Change) -> Html {
    if change.points.0 == change.points.1 {
        return html!(
            "{} 第{}→{}名",
            player(&change.player),
            change.rank.0,
            change.rank.1
        );
    }
    let rank = if change.rank.0 == change.rank.1 {
        Html::default()
    } else {
        html!("（第{}→{}名）", change.rank.0, change.rank.1)
    };
    html!(
        "{} {}→{} 分{}",
        player(&change.player),
        change.points.0,
        change.points.1,
        rank
    )
}

fn list(
    count: usize,
    penalties: &[PenaltyLine],
    (page, of): (usize, usize),
    config: &Config,
) -> Vec<Message> {
    let head = html!(
        "<b>处罚记录</b>　有效 {} 次。新记请发 <code>/foul 12 理由</code>（编号）或 <code>/foul 4 红 理由</code>（台次）（/warn 警告，/expel 除名），或点下面按台次选。",
        count
    );
    let rows = penalties.iter().map(|one| {
        let struck = one
            .struck_by
            .as_ref()
            .map_or(Html::default(), |by| html!("　<i>已由 {} 撤销</i>", by));
        html!(
            "· {}（{} {}）{}",
            short_line(one),
            day_and_hour(one.at, config),
            one.by,
            struck
        )
    });
    let mut messages = pages(&head, rows, &Html::default());
    let mut last = messages.pop().unwrap_or_default();
    for one in penalties.iter().filter(|one| one.struck_by.is_none()) {
        let label = format!(
            "撤销 {} {} {} {}{} {}",
            one.player.no,
            person::short(&one.player.name, 6),
            kind(one.kind),
            one.place
                .map_or(String::new(), |(round, _)| format!("第{round}轮 ")),
            hour(one.at, config),
            person::short(&one.reason, 8)
        );
        last = last.row([take_back(one, &label)]);
    }
    last = last.row(turns(page, of, |page| Tap::Penalties { page }));
    let new = config.event.discipline.ladder.iter().map(|wanted| {
        Button::tap(
            format!("记{}", kind(*wanted)),
            Tap::PickPenalty {
                kind: KindCode(*wanted),
                page: 0,
            },
        )
    });
    last = last.row(new);
    messages.push(last.row([Button::tap("导出", Tap::ExportPenalties {})]));
    messages
}

fn take_back(one: &PenaltyLine, label: &str) -> Button {
    let penalty = one.penalty;
    Button::tap(label, Tap::AskStrike { penalty })
}

fn table(penalties: &[PenaltyLine], config: &Config) -> Vec<u8> {
    let head = [
        "编号",
        "姓名",
        "单位",
        "处罚",
        "轮",
        "台",
        "条款",
        "理由",
        "已赛成绩",
        "附注",
        "裁判",
        "时间",
        "撤销",
    ];
    let head = head.map(str::to_owned).to_vec();
    let rows = penalties.iter().map(|one| {
        vec![
            one.player.no.to_string(),
            one.player.name.clone(),
            one.player.team.clone().unwrap_or_default(),
            kind(one.kind).to_owned(),
            one.place
                .map_or(String::new(), |(round, _)| match one.part {
                    Some(_) => format!("淘汰赛{round}"),
                    None => round.to_string(),
                }),
            one.place
                .map_or(String::new(), |(_, table)| match one.part {
                    Some(game) if game > 0 => format!("{table}-{game}"),
                    _ => table.to_string(),
                }),
            one.clause.clone(),
            one.reason.clone(),
            one.fate.map_or("", fate_text).to_owned(),
            one.ban.clone().unwrap_or_default(),
            one.by.clone(),
            day_and_hour(one.at, config),
            one.struck_by.clone().unwrap_or_default(),
        ]
    });
    csv(std::iter::once(head).chain(rows))
}
