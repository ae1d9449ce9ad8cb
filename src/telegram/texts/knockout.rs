mod bracket;
mod card;
mod choice;
mod correct;
mod games;
mod places;
mod refusal;
mod why;

pub use bracket::{black_draws, legs, line, rung};
pub use choice::to_choose;
pub use correct::{announced, consequences};
pub use places::placeless;
pub use refusal::refusal;

use bracket::{listing, match_place, preview, shown, whole};
use card::card;
use choice::choosing;
use games::{games, to_sign};
use places::{placed, ranking};
use why::why;

use super::report::{game_line, too_early};
use super::words::{hour, player, side};
use super::{exit, lot_word};
use crate::config::Config;
use crate::desk::notice::{Because, Knockout, MatchRow, MatchStanding, NoReplacement};
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
            whole(bracket, "对阵表", &foot, config)
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
            let is_played = |row: &&MatchRow| {
                let standing = &row.standing;
                use MatchStanding::{Free, Void, Won};
                !matches!(standing, Won { .. } | Free | Void)
            };
            let foot = match round.rows.iter().find(is_played) {
                Some(row) => html!(
                    "每局下完请胜方报成绩（私聊发“胜”“和”“负”，或在群里发“{}台红胜”），下一局的先后手随即通知。",
                    row.table
                ),
                None => html!("这一轮没有要下的对局。"),
            };
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
        Knockout::RegulationKept { round } => vec![Message::text(html!(
            "⚠️ bot.toml 里{}的局数、先后手或“打满全部局数”改过了。这一轮已经开赛，仍按开赛时的规定下完；改动从下一轮起有效。",
            round
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
        Knockout::ToSign { round, rows, .. } => to_sign(round, rows),
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
            can_annul,
            can_choose,
        } => vec![card(
            row,
            (*number, round),
            games,
            (can_quit, can_stay),
            (*can_annul, *can_choose),
        )],
        Knockout::ChosenAgain { place, game } => vec![Message::text(html!(
            "更正：{} 第{}局的先后手重选，这一局重新通知。",
            match_place(place),
            *game
        ))],
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
            early,
        } => vec![
            Message::text(html!(
                "判 {} 放弃这一场（{}台）？未下完的一局判弃权，对手晋级。{}",
                player(who),
                *table,
                early.map_or(Html::default(), |early| too_early(early, config))
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
            newest,
        } => vec![
            Message::text(html!(
                "作废第{}轮{}台这一场，已下的 {} 局不算，从第1局重新开始？已下的局留在记录里，作废后<b>不能恢复</b>。",
                *number,
                *table,
                *games
            ))
            .row([Button::tap(
                "确认作废重下",
                Tap::AnnulMatch {
                    of: *number,
                    table: *table,
                    newest: *newest,
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
        Because::ChosenAgain => "先后手重选",
        Because::RoundTakenBack => "本轮对阵已撤回",
        Because::Unseeded => "淘汰赛定位已撤销",
    }
}

fn last_with<const N: usize>(mut messages: Vec<Message>, buttons: [Button; N]) -> Vec<Message> {
    let last = messages.pop().unwrap_or_default().row(buttons);
    messages.push(last);
    messages
}
