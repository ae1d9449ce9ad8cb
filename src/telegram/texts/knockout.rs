mod correct;

pub use correct::{announced, consequences};

use super::report::{game_line, place};
use super::words::{hour, numbers, outcome, player, side, some_players};
use super::{exit, lot_word, panel};
use crate::config::Config;
use crate::desk::knockout::KnockoutRefusal;
use crate::desk::notice::{
    Because, Block, Bracket, CardGame, Choice, Knockout, MatchPlace, MatchRound, MatchRow,
    MatchStanding, NoReplacement, Origin, PlacedRow, PlayedRow, PlayerTag, RedBy, Rung, Who,
    WhyMatch,
};
use crate::desk::panel::Step;
use crate::html;
use crate::telegram::html::{Html, join};
use crate::telegram::message::pages;
use crate::telegram::tap::{OutcomeCode, Tap};
use crate::telegram::{Button, Message};
use crate::tournament::Outcome;

pub fn phrase(notice: &Knockout, config: &Config) -> Vec<Message> {
    match notice {
        Knockout::Preview {
            bracket,
            seeds,
            planned,
            tied,
            reserve,
            shown,
            undecided,
        } => preview(
            bracket,
            (seeds, *planned),
            tied,
            reserve.as_ref(),
            (*shown, undecided),
            config,
        ),
        Knockout::Seeded { bracket } => {
            let starts = bracket.rounds.first().and_then(|round| round.starts);
            let foot = match starts {
                Some(_) => html!("按积分赛名次定位。"),
                None => html!("按积分赛名次定位。第1轮何时开赛，请留意公告。"),
            };
            self::bracket(bracket, "对阵表", &foot, config)
        }
        Knockout::SeededToArbiter => vec![Message::text(html!(
            "淘汰赛已定位，对阵表已发到群里，积分赛名次从此固定。下一步：/pair 公布第1轮。"
        ))],
        Knockout::UnseedAsked => vec![
            Message::text(html!(
                "撤销淘汰赛定位？还没有人报淘汰赛的成绩。撤销后积分赛成绩又可以更正，对阵表作废。"
            ))
            .row([Button::tap("确认撤销定位", Tap::Unseed {})]),
        ],
        Knockout::Unseeded => vec![Message::text(html!(
            "<b>淘汰赛定位已撤销</b>，先前公布的淘汰赛对阵作废，请等候重新公布。"
        ))],
        Knockout::Shown {
            bracket,
            desk,
            may_unseed,
        } => shown(bracket, *desk, *may_unseed, config),
        Knockout::RoundPreview { round } => {
            let foot = html!("棋手现在还看不到。公布后第1局即可开赛。");
            let number = round.number;
            last_with(
                listing(round, &[], &foot, config),
                [Button::tap("公布", Tap::BeginMatches { number })],
            )
        }
        Knockout::RoundBegun {
            round,
            to_arbiter: true,
        } => vec![Message::text(html!(
            "{}已公布，共 {} 场，每位棋手都会收到自己的台次。未报的台：/open；每场情况：/knockout",
            round.name,
            round.rows.len()
        ))],
        Knockout::RoundBegun {
            round,
            to_arbiter: false,
        } => {
            let foot = html!(
                "每局下完请胜方报成绩（私聊发“胜”“和”“负”，或在群里发“1台红胜”），下一局的先后手随即通知。"
            );
            listing(round, &[], &foot, config)
        }
        Knockout::RoundTakeBackAsked { number, name } => {
            let number = *number;
            vec![
                Message::text(html!(
                    "撤回已公布的{}？还没有人报成绩。群里和每位棋手都会收到通知。",
                    name
                ))
                .row([Button::tap("确认撤回", Tap::TakeMatchesBack { number })]),
            ]
        }
        Knockout::RoundTakenBack { name } => vec![Message::text(html!(
            "<b>{}对阵已撤回</b>，请勿入座，等候重新公布。",
            name
        ))],
        Knockout::Progress { round, mine } => listing(round, mine, &Html::default(), config),
        Knockout::Committed { round, lots, word } => {
            let head = lot_word::commitments(round, word.as_deref());
            let rows = lots.iter().map(|lot| {
                html!(
                    "{}台第{}局 <code>{}</code>",
                    lot.table,
                    lot.game,
                    lot.commitment
                )
            });
            pages(&head, rows, &Html::default())
        }
        Knockout::Lot {
            place,
            game,
            commitment,
            secret,
            salt,
            rows,
        } => {
            let red = rows.first().map_or("", |first| first.name.as_str());
            let lines = rows
                .iter()
                .map(|row| html!("{} {} {}", row.no, row.id, row.name));
            vec![Message::text(html!(
                "<b>{} 第{}局 抽签</b>：{} 执红\n承诺 <code>{}</code>\n秘密 <code>{}</code>\n盐 <code>{}</code>\n{}\n先出者执红。复算：回复本消息发 /verify，或转发给我私聊；也可存成文件，运行 <code>qisai verify-draw 文件</code>",
                match_place(place),
                *game,
                red,
                commitment,
                secret,
                salt,
                join(lines, "\n")
            ))]
        }
        Knockout::LotKept {
            place,
            game,
            commitment,
            red,
        } => vec![Message::text(html!(
            "<b>{} 第{}局</b>：此前各局成绩与原抽签时相同，沿用第{}局原抽签，{} 执红。\n承诺 <code>{}</code>",
            match_place(place),
            *game,
            *game,
            player(red),
            commitment
        ))],
        Knockout::Choose { choice } => {
            let until = choice.until.map_or(Html::default(), |until| {
                html!("请在 {} 前点按钮，过时由裁判定。", hour(until, config))
            });
            vec![choosing(
                html!(
                    "{}：{} 第{}局（{}），对手 {}。<b>由您选先后手</b>。{}{}",
                    player(&choice.player),
                    match_place(&choice.place),
                    choice.game,
                    rung(&choice.rung),
                    player(&choice.opponent),
                    black_draws(&choice.rung),
                    until
                ),
                choice,
                ["执红（先手）", "执黑（后手）"].map(str::to_owned),
            )]
        }
        Knockout::ChooseForThem {
            choice,
            has_account,
        } => {
            let why = if *has_account {
                "没有在限时内选先后手"
            } else {
                "没有账号，请当面问清先后手"
            };
            vec![choosing(
                html!(
                    "{} 第{}局（{}）：{} {}，请裁判定。",
                    match_place(&choice.place),
                    choice.game,
                    rung(&choice.rung),
                    player(&choice.player),
                    why
                ),
                choice,
                ["执红", "执黑"].map(|label| format!("{} {label}", choice.player.no)),
            )]
        }
        Knockout::Chosen {
            choice,
            side: chosen,
            by_arbiter,
        } => {
            let by = if *by_arbiter {
                "裁判定"
            } else {
                "本人选择"
            };
            vec![Message::text(html!(
                "{} 第{}局：{} 执<b>{}</b>（{}），对手 {}。",
                match_place(&choice.place),
                choice.game,
                player(&choice.player),
                side(*chosen),
                by,
                player(&choice.opponent)
            ))]
        }
        Knockout::Decided {
            row,
            round,
            corrected,
        } => {
            let head = if *corrected { "更正：" } else { "" };
            vec![Message::text(html!(
                "{}<b>{}</b> {}",
                head,
                round,
                line(row)
            ))]
        }
        Knockout::Reopened { row, round } => vec![Message::text(html!(
            "更正：<b>{}</b> {}台胜负未定，重新等候成绩。",
            round,
            row.table
        ))],
        Knockout::GameTakenBack { game, because } => vec![Message::text(html!(
            "{} <b>不下了</b>：{}，这一局撤回。下一步等候通知。",
            game_line(game),
            reason(*because)
        ))],
        Knockout::RoundOver { name, last: false } => vec![Message::text(html!(
            "{}全部结束，对阵表已发到群里。定下的名次可发奖：/prizes。下一轮：/pair。",
            name
        ))],
        Knockout::RoundOver { name, last: true } => vec![Message::text(html!(
            "{}结束，全部名次已定。获奖名单：/prizes。",
            name
        ))],
        Knockout::Placed {
            rows,
            corrected,
            removed,
        } => placed(rows, *corrected, removed, config),
        Knockout::Champion {
            player: champion,
            title,
        } => vec![Message::text(html!(
            "🏆 <b>{}</b>　{} 结束\n冠军：<b>{}</b>",
            config.event.short_name,
            title,
            player(champion)
        ))],
        Knockout::Ranking {
            rows,
            undecided,
            removed,
        } => ranking(rows, *undecided, removed, config),
        Knockout::Why { round, rows } => why(round, rows),
        Knockout::Games { name, rows } => games(name, rows),
        Knockout::Replaced { left, came, seed } => vec![Message::text(html!(
            "<b>淘汰赛递补</b>：{} 退出，由 {} 递补到第 {} 位。",
            player(left),
            player(came),
            *seed
        ))],
        Knockout::Left {
            player: who,
            cause,
            opponent,
        } => {
            let cause = match cause {
                NoReplacement::Begun => "淘汰赛已开赛，不再递补",
                NoReplacement::Nobody => "没有可以递补的棋手",
                NoReplacement::Rule => "规程不设递补",
            };
            let goes_on = match opponent {
                Some(opponent) => html!("对手 {} 胜。", player(opponent)),
                None => html!("下一场由对手胜。"),
            };
            vec![Message::text(html!(
                "<b>淘汰赛</b>：{} 退出。{}，{}",
                player(who),
                cause,
                goes_on
            ))]
        }
        Knockout::Returned {
            player: who,
            seed,
            instead_of,
        } => vec![Message::text(match instead_of {
            Some(reserve) => html!(
                "<b>淘汰赛更正</b>：{} 恢复参赛，回到第 {} 位；{} 不再递补。",
                player(who),
                *seed,
                player(reserve)
            ),
            None => html!(
                "<b>淘汰赛更正</b>：{} 恢复参赛，未下完的一场继续。",
                player(who)
            ),
        })],
        Knockout::SeedGone {
            player: who,
            reserve,
        } => vec![Message::text(html!(
            "{} 已恢复参赛，但淘汰赛已开赛，位置由 {} 递补，不再变动。",
            player(who),
            player(reserve)
        ))],
        Knockout::Walkover {
            left,
            removed,
            place,
            next,
        } => {
            let why = match removed {
                true => "已被取消比赛资格",
                false => "已退赛",
            };
            vec![Message::text(html!(
                "您的对手 {} {}：{} 您<b>胜</b>，不必再下{}。",
                player(left),
                why,
                match_place(place),
                exit::onward(next.as_ref())
            ))]
        }
        Knockout::Quit { player: who } => vec![Message::text(html!(
            "{} 退出淘汰赛，未定的对局判对手胜。要恢复请在 /knockout 里打开那一场。",
            player(who)
        ))],
        Knockout::Card {
            row,
            number,
            round,
            games,
            can_quit,
            can_stay,
        } => vec![card(row, (*number, round), games, can_quit, can_stay)],
        Knockout::Correct { game } => {
            let results = [
                ("红胜", Outcome::RedWin),
                ("和", Outcome::Draw),
                ("黑胜", Outcome::BlackWin),
                ("红弃权", Outcome::RedForfeit),
                ("黑弃权", Outcome::BlackForfeit),
            ];
            let buttons = results.into_iter().map(|(label, result)| {
                Button::tap(
                    label,
                    Tap::Rule {
                        game: game.game,
                        version: game.version,
                        outcome: OutcomeCode(result),
                    },
                )
            });
            let named = format!("{}-{}-{}", game.number, game.table, game.part.unwrap_or(0));
            vec![
                Message::text(html!(
                    "{}\n改为：（先后手记反：<code>/sides {}</code>，改回未定：<code>/result {} 未定</code>）",
                    game_line(game),
                    named,
                    named
                ))
                .row(buttons),
            ]
        }
        Knockout::QuitAsked {
            registration,
            player: who,
            number,
            table,
        } => vec![
            Message::text(html!(
                "判 {} 放弃这一场（{}台）？未下完的一局判弃权，对手晋级。",
                player(who),
                *table
            ))
            .row([Button::tap(
                "确认判弃权",
                Tap::QuitMatch {
                    registration: *registration,
                    of: *number,
                    table: *table,
                },
            )]),
        ],
        Knockout::AnnulAsked {
            number,
            table,
            games,
        } => vec![
            Message::text(html!(
                "作废第{}轮{}台这一场，已下的 {} 局不算，从第1局重新开始？已下的局留在记录里。",
                *number,
                *table,
                *games
            ))
            .row([Button::tap(
                "确认作废重下",
                Tap::AnnulMatch {
                    of: *number,
                    table: *table,
                },
            )]),
        ],
        Knockout::Annulled { row, round } => vec![Message::text(html!(
            "<b>{}</b> {}台这一场作废，已下的局不算，等候重新通知。",
            round,
            row.table
        ))],
    }
}

fn reason(because: Because) -> &'static str {
    match because {
        Because::Corrected => "前面的成绩有更正",
        Because::Replaced => "有棋手退出、递补或恢复，对阵有变",
        Because::Annulled => "这一场或前一轮的一场作废重下",
        Because::RoundTakenBack => "本轮对阵已撤回",
        Because::Unseeded => "淘汰赛定位已撤销",
    }
}

fn preview(
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
    messages.extend(self::bracket(bracket, "预览", &Html::default(), config));
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
            "\n⚠️ 各项都相同、名次并列：{}。现在确认，种子先后只按编号；要抽签定先后，请先点“抽签”（/draw），再定位。",
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

fn shown(bracket: &Bracket, desk: bool, may_unseed: bool, config: &Config) -> Vec<Message> {
    let messages = self::bracket(bracket, "对阵表", &Html::default(), config);
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
fn bracket(bracket: &Bracket, what: &str, foot: &Html, config: &Config) -> Vec<Message> {
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

fn listing(round: &MatchRound, mine: &[u32], foot: &Html, config: &Config) -> Vec<Message> {
    let head = html!(
        "<b>{}</b>{}{}",
        round.name,
        starts(round, config),
        super::words::place_line(&round.venue)
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
        html!("　{} 开赛", super::words::day_and_hour(at, config))
    })
}

/// `3台 3 张三 2-1 14 李四　第3局 快棋`; decided, the winner first: `3台 14 李四 胜 3 张三（3-1）`
pub fn line(row: &MatchRow) -> Html {
    if let MatchStanding::Won { first, walkover } = row.standing {
        return won(row, usize::from(!first), walkover);
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
fn won(row: &MatchRow, winner: usize, walkover: bool) -> Html {
    let points = row.legs.iter();
    let points: Vec<[u32; 2]> = points.map(|leg| [leg[winner], leg[1 - winner]]).collect();
    let mut how = Vec::new();
    how.extend((!points.is_empty()).then(|| legs(&points)));
    how.extend(walkover.then(|| "对方弃权".to_owned()));
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

fn who(who: &Who) -> Html {
    match who {
        Who::Player(tag) => player(tag),
        Who::Nobody => html!("（空）"),
        Who::WinnerOf(table) => html!("{}台胜者", table),
    }
}

/// `2-2 1-1 2-0`: points of each leg.
pub(super) fn legs(legs: &[[u32; 2]]) -> String {
    let legs = legs.iter().map(|[one, other]| format!("{one}-{other}"));
    legs.collect::<Vec<_>>().join(" ")
}

pub(super) fn rung(rung: &Rung) -> Html {
    if rung.of > 1 {
        html!("{} {}/{}", rung.time_control, rung.number, rung.of)
    } else {
        html!("{}", rung.time_control)
    }
}

pub(super) fn black_draws(rung: &Rung) -> &'static str {
    if rung.armageddon {
        "和棋黑胜。"
    } else {
        ""
    }
}

fn match_place(place: &MatchPlace) -> Html {
    html!("{} {}台", place.name, place.table)
}

/// The matches that wait for a choice of sides: `1台 第4局 等 7 朱庚辰 选先后手（至 15:25）`
pub fn to_choose(choices: &[Choice], config: &Config) -> Vec<Message> {
    if choices.is_empty() {
        return Vec::new();
    }
    let rows = choices.iter().map(|one| {
        let until = one.until.map_or(Html::default(), |until| {
            html!("（至 {}，过时由裁判定）", hour(until, config))
        });
        html!(
            "{}台 第{}局 等 {} 选先后手{}",
            one.place.table,
            one.game,
            player(&one.player),
            until
        )
    });
    let head = html!("<b>{} 场等选先后手</b>", choices.len());
    pages(&head, rows, &Html::default())
}

fn choosing(text: Html, choice: &Choice, labels: [String; 2]) -> Message {
    let buttons = labels.into_iter().zip([true, false]).map(|(label, red)| {
        Button::tap(
            label,
            Tap::ChooseSide {
                registration: choice.registration,
                of: choice.place.number,
                table: choice.place.table,
                number: choice.game,
                red,
            },
        )
    });
    Message::text(text).row(buttons)
}

fn placed(
    rows: &[PlacedRow],
    corrected: bool,
    removed: &[PlayerTag],
    config: &Config,
) -> Vec<Message> {
    let event = &config.event.short_name;
    let first = rows.first().map_or(0, |row| row.place);
    let last = rows.last().map_or(0, |row| row.place);
    let head = match (corrected, first == last) {
        (true, _) => html!("<b>更正：{} 名次</b>", event),
        (false, true) => html!("<b>{} 第{}名已定</b>", event, first),
        (false, false) => html!("<b>{} 第{}至{}名已定</b>", event, first, last),
    };
    let mut foot = out_note(rows);
    if corrected {
        foot.push(&html!("其余已公布的名次不变。"));
    }
    foot.push(&placeless(removed));
    pages(&head, rows.iter().map(placed_row), &foot)
}

/// `不列名次（取消资格）：3 张三。`
pub fn placeless(removed: &[PlayerTag]) -> Html {
    match removed {
        [] => Html::default(),
        removed => html!("除名，不列名次：{}。", some_players(removed)),
    }
}

/// `并列17. 3 张三（退）`
fn placed_row(row: &PlacedRow) -> Html {
    let shared = if row.shared { "并列" } else { "" };
    let out = if row.out { "（退）" } else { "" };
    html!("{}{}. {}{}", shared, row.place, player(&row.player), out)
}

fn out_note(rows: &[PlacedRow]) -> Html {
    match rows.iter().any(|row| row.out) {
        true => html!("（退）：已退出比赛。"),
        false => Html::default(),
    }
}

/// 最终名次
fn ranking(
    rows: &[PlacedRow],
    undecided: u32,
    removed: &[PlayerTag],
    config: &Config,
) -> Vec<Message> {
    let head = html!("<b>{} 最终名次</b>", config.event.short_name);
    let mut foot = out_note(rows);
    if undecided > 0 {
        foot.push(&html!("第 1 至 {} 名未定。", undecided));
    }
    foot.push(&placeless(removed));
    pages(&head, rows.iter().map(placed_row), &foot)
}

/// A match, where the two come from, and who had red in each game.
fn why(round: &str, rows: &[WhyMatch]) -> Vec<Message> {
    let head = html!("<b>{} 为何这样对阵</b>", round);
    pages(&head, rows.iter().map(explained), &Html::default())
}

fn explained(one: &WhyMatch) -> Html {
    let mut text = line(&one.row);
    let from = one.row.who.iter().zip(&one.from);
    for (who, origin) in from {
        let Who::Player(tag) = who else { continue };
        match origin {
            Origin::Seed { seed, rank } => text.push(&html!(
                "\n　{}：积分赛第{}名，{}号位",
                player(tag),
                *rank,
                *seed
            )),
            Origin::WinnerOf(table) => {
                text.push(&html!("\n　{}：上一轮{}台胜者", player(tag), *table));
            }
            Origin::Nobody => {}
        }
    }
    match one.from {
        [Origin::Seed { seed: a, .. }, Origin::Seed { seed: b, .. }] => {
            text.push(&html!("\n　{}人对局秩序表：{}号位对{}号位", one.size, a, b))
        }
        [Origin::Seed { .. }, Origin::Nobody] | [Origin::Nobody, Origin::Seed { .. }]
            if one.row.standing == MatchStanding::Free =>
        {
            text.push(&html!("\n　没有对手，轮空晋级"));
        }
        _ => {}
    }
    for side in &one.sides {
        let by = match &side.by {
            RedBy::Better => html!("积分赛名次列前"),
            RedBy::Turn => html!("换先"),
            RedBy::Lot => html!("抽签"),
            RedBy::Choice(by) => html!("由 {} 选先后手", player(by)),
        };
        text.push(&html!(
            "\n　第{}局 {} 执红：{}",
            side.game,
            player(&side.red),
            by
        ));
    }
    text
}

/// `1台第3局 3 张三 黑胜 14 李四`
fn games(name: &str, rows: &[PlayedRow]) -> Vec<Message> {
    let head = html!("<b>{} 各局</b>", name);
    let lines = rows.iter().map(|row| {
        html!(
            "{} {}台第{}局 {} {} {}",
            row.round,
            row.table,
            row.game,
            player(&row.red),
            row.outcome.map_or("未定", outcome),
            player(&row.black)
        )
    });
    pages(&head, lines, &Html::default())
}

fn card(
    row: &MatchRow,
    (of, round): (u32, &str),
    games: &[CardGame],
    can_quit: &[(i64, PlayerTag)],
    can_stay: &[(i64, PlayerTag)],
) -> Message {
    let lines = games.iter().map(|one| {
        let result = one.outcome.map_or("未定", outcome);
        html!("\n{}　{}", game_line(&one.game), result)
    });
    let text = html!("<b>{}</b>\n{}{}", round, line(row), join(lines, ""));
    let mut message = Message::text(text);
    let corrections: Vec<Button> = games
        .iter()
        .map(|one| {
            let number = one.game.part.unwrap_or(0);
            Button::tap(
                format!("改第{number}局"),
                Tap::CorrectGame {
                    game: one.game.game,
                },
            )
        })
        .collect();
    for row in corrections.chunks(3) {
        message = message.row(row.to_vec());
    }
    let table = row.table;
    if of > 0 {
        for (registration, who) in can_quit {
            let registration = *registration;
            let label = format!("判 {} {} 弃权", who.no, super::person::short(&who.name, 8));
            let tap = Tap::AskQuitMatch {
                registration,
                of,
                table,
            };
            message = message.row([Button::tap(label, tap)]);
        }
        for (registration, who) in can_stay {
            let registration = *registration;
            let label = format!("恢复 {} {}", who.no, super::person::short(&who.name, 8));
            let tap = Tap::StayInMatch {
                registration,
                of,
                table,
            };
            message = message.row([Button::tap(label, tap)]);
        }
        if !games.is_empty() {
            message = message.row([Button::tap("作废重下…", Tap::AskAnnulMatch { of, table })]);
        }
    }
    message
}

fn last_with<const N: usize>(mut messages: Vec<Message>, buttons: [Button; N]) -> Vec<Message> {
    let last = messages.pop().unwrap_or_default().row(buttons);
    messages.push(last);
    messages
}

pub fn refusal(refusal: &KnockoutRefusal, config: &Config) -> Html {
    match refusal {
        KnockoutRefusal::None => {
            html!("本项比赛的规程（bot.toml）里没有淘汰赛。名次请看 /standings。")
        }
        KnockoutRefusal::NotYet { open, .. } if *open > 0 => html!(
            "积分赛还有 {} 台未定，名次未定，不能定位淘汰赛。请先看 /open。",
            open
        ),
        KnockoutRefusal::NotYet { after, of, .. } => html!(
            "积分赛共 {} 轮，已公布 {} 轮。全部下完才能定位淘汰赛。",
            of,
            after
        ),
        KnockoutRefusal::CutLevel {
            players: level,
            places,
        } => html!(
            "{} 各项比较都相同，正好跨在第 {} 名的分界上，谁进淘汰赛要抽签决定。请先 /draw 抽签，再定位淘汰赛。规程另有比较办法的，请先用 /ranking 改名次规则。",
            some_players(level),
            *places
        ),
        KnockoutRefusal::LotDue { players } => html!(
            "积分赛有 {} 人各项比较都相同，规程要抽签定名次。请先 /draw 抽签，再定位淘汰赛。",
            *players
        ),
        KnockoutRefusal::NotByHand => html!(
            "淘汰赛的对阵由名次和各场胜负决定，不能人工调整。有人退出、弃权，或要更正、重下，请在 /knockout 里打开那一场。"
        ),
        KnockoutRefusal::NotSeeded => html!("淘汰赛还没有定位，积分赛结束后由裁判公布对阵表。"),
        KnockoutRefusal::AlreadySeeded => html!("淘汰赛已经定位。对阵表：/knockout。"),
        KnockoutRefusal::TooFew { there } => html!(
            "能进淘汰赛的只有 {} 人，至少要两人。积分赛名次即为最终名次：/standings、/prizes。",
            there
        ),
        KnockoutRefusal::Changed => {
            html!("名次或名单在您查看之后有变化，没有定位。请用 /knockout 看过新的再确认。")
        }
        KnockoutRefusal::Frozen => html!(
            "积分赛名次已用于淘汰赛定位，积分赛的成绩和对阵不能再改。要改，须在淘汰赛没有成绩时先在 /knockout 里撤销定位。"
        ),
        KnockoutRefusal::RoundOpen { name, tables } => html!(
            "{}还有 {} 台没有分出胜负。每一场都结束才能公布下一轮，请看 /open。",
            name,
            numbers(tables)
        ),
        KnockoutRefusal::AlreadyBegun { name } => html!("{}已经公布。", name),
        KnockoutRefusal::NothingBegun => {
            html!("淘汰赛还没有公布任何一轮，不用撤回。公布第1轮：/pair。")
        }
        KnockoutRefusal::RoundTouched { name, tables } => html!(
            "{}已有成绩（{} 台），不能撤回或撤销定位。个别更正请在 /knockout 里打开那一场。",
            name,
            numbers(tables)
        ),
        KnockoutRefusal::Over => html!("淘汰赛已全部结束。名次和奖励：/prizes。"),
        KnockoutRefusal::NoSuchTable { table } => {
            html!(
                "淘汰赛现在没有第{}台的对局。判淘汰赛的一局：<code>/result 轮-台-局 结果</code>，例如 /result 1-3-2 红胜；对阵：/pairings。积分赛名次已用于定位，积分赛成绩要改，须在淘汰赛没有成绩时先在 /knockout 里撤销定位。",
                table
            )
        }
        KnockoutRefusal::WhichStage {
            number,
            table,
            game,
            outcome: result,
        } => html!(
            "积分赛和淘汰赛都有第{}轮第{}台，没有更改。判淘汰赛的请写明局次：<code>/result {}-{}-{} {}</code>；积分赛名次已用于定位，积分赛成绩不能再改。",
            *number,
            *table,
            *number,
            *table,
            *game,
            result.map_or("未定", outcome)
        ),
        KnockoutRefusal::WhichSides {
            number,
            table,
            game,
        } => html!(
            "积分赛和淘汰赛都有第{}轮第{}台，没有更改。更正淘汰赛的先后手请写明局次：<code>/sides {}-{}-{}</code>；积分赛名次已用于定位，不能再改。",
            *number,
            *table,
            *number,
            *table,
            *game
        ),
        KnockoutRefusal::ScoreWords => {
            html!("这像是整场的比分，没有计入。请写这一局的结果：红胜、黑胜 或 和，例如 3台红胜。")
        }
        KnockoutRefusal::OtherGame { game, open } => html!(
            "{}台现在是第{}局，不是第{}局，没有计入。更正以前的局请找裁判。",
            open.table,
            open.part.unwrap_or(0),
            *game
        ),
        KnockoutRefusal::LaterBegun { game } => html!(
            "没有更改：{} 已有成绩，改了它就不该存在。要改，请先在 /knockout 里打开那一场，点“作废重下”。",
            place(game)
        ),
        KnockoutRefusal::MustDecide => html!(
            "附加赛必须分出胜负，不能判双弃或双负。请判一方弃权，或在 /knockout 里打开这一场判弃权。"
        ),
        KnockoutRefusal::ChoiceIsTheirs { until } => html!(
            "先后手由棋手自己选，{} 前没有选才由裁判定。",
            hour(*until, config)
        ),
        KnockoutRefusal::NoGameOpen {
            game,
            outcome: result,
            chooser,
        } => {
            let mut text = match chooser {
                Some(chooser) => html!(
                    "{}台正等 {} 选先后手，没有进行中的局，没有更改。",
                    game.table,
                    player(chooser)
                ),
                None => html!("{}台这一场已结束，没有更改。", game.table),
            };
            let part = game.part.unwrap_or(0);
            text.push(&html!(
                "更正第{}局请写明局次：<code>/result {}-{}-{} {}</code>",
                part,
                game.number,
                game.table,
                part,
                result.map_or("未定", outcome)
            ));
            text
        }
        KnockoutRefusal::ChoiceOver => {
            html!("选先后手的时间已过，由裁判定，没有计入。要先手还是后手，请到裁判台说明。")
        }
        KnockoutRefusal::JustSettled {
            before,
            outcome: result,
            next,
            by_arbiter,
        } => {
            let (over, open) = (before.part.unwrap_or(0), next.part.unwrap_or(0));
            let mut text = html!(
                "{}台第{}局刚刚生效（{}），这句话没有计入第{}局。",
                next.table,
                over,
                outcome(*result),
                open
            );
            text.push(&match by_arbiter {
                true => html!(
                    "要判第{}局，请写明局次：<code>/result {}-{}-{} 红胜</code>",
                    open,
                    next.number,
                    next.table,
                    open
                ),
                false => html!(
                    "第{}局的成绩请在下完后再报；已经下完的，请点 /report 的按钮。",
                    open
                ),
            });
            text
        }
        KnockoutRefusal::ReserveBegun { player: reserve } => html!(
            "淘汰赛已开赛，位置已由 {} 递补，不能恢复原来的棋手。",
            player(reserve)
        ),
        KnockoutRefusal::NotYourChoice => html!("这一局的先后手不是由您选。"),
    }
}
