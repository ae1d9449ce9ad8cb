//! Why something may not be in the knockout.

use super::bracket::{line, match_place};
use crate::config::Config;
use crate::desk::knockout::KnockoutRefusal;
use crate::desk::notice::MatchStanding;
use crate::html;
use crate::telegram::html::Html;
use crate::telegram::texts::play::names;
use crate::telegram::texts::report::place;
use crate::telegram::texts::words::{hour, numbers, outcome, player, some_players};

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
            "{}第{}台还没有分出胜负。每一场都结束才能公布下一轮，请看 /open。",
            name,
            numbers(tables)
        ),
        KnockoutRefusal::AlreadyBegun { name } => html!("{}已经公布。", name),
        KnockoutRefusal::NothingBegun => {
            html!("淘汰赛还没有公布任何一轮，不用撤回。公布第1轮：/pair。")
        }
        KnockoutRefusal::RoundTouched { name, tables } => html!(
            "{}第{}台已有成绩，不能撤回或撤销定位。个别更正请在 /knockout 里打开那一场。",
            name,
            numbers(tables)
        ),
        KnockoutRefusal::Over => html!("淘汰赛已全部结束。名次和奖励：/prizes。"),
        KnockoutRefusal::Bye {
            place,
            player: Some(through),
        } => html!(
            "{} 轮空：{} 直接晋级，没有对局。对阵：/pairings",
            match_place(place),
            player(through)
        ),
        KnockoutRefusal::Bye {
            place,
            player: None,
        } => html!("{} 没有棋手，没有对局。对阵：/pairings", match_place(place)),
        KnockoutRefusal::NotAnnounced { place } => html!(
            "{} 还没有公布，没有更改。对阵表：/knockout",
            match_place(place)
        ),
        KnockoutRefusal::GameNotBegun { round, game, row } => {
            let now = line(row);
            match row.standing {
                MatchStanding::Won { .. } | MatchStanding::Void => html!(
                    "这一场已结束，没有第{}局，没有更改。\n{} {}",
                    *game,
                    round,
                    now
                ),
                _ => html!(
                    "第{}局还没有开始，没有更改。现在：\n{} {}",
                    *game,
                    round,
                    now
                ),
            }
        }
        KnockoutRefusal::NoSuchTable {
            table,
            by_player: true,
        } => html!(
            "淘汰赛现在没有第{}台的对局。台次请看 /pairings；报自己的一局，写结果就够了，例如 红胜。",
            table
        ),
        KnockoutRefusal::NoSuchTable { table, .. } => {
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
        KnockoutRefusal::OtherGame { game, open } => {
            let now = open.part.unwrap_or(0);
            let over = match *game < now {
                true => "更正以前的局请找裁判。",
                false => "",
            };
            html!(
                "{}台现在是第{}局，不是第{}局，没有计入。{}",
                open.table,
                now,
                *game,
                over
            )
        }
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
        KnockoutRefusal::OwnMatch { place, who } if who.is_empty() => html!(
            "{} 有您或您代报名的棋手，裁判不裁定自己的台，也没有别的裁判。请裁判长发 <code>/arbiter 裁判员</code> 另请一位裁定。",
            match_place(place)
        ),
        KnockoutRefusal::OwnMatch { place, who } => html!(
            "{} 有您或您代报名的棋手，裁判不裁定自己的台：请由{}裁定。",
            match_place(place),
            names(who)
        ),
        KnockoutRefusal::NotYourChoice => html!("这一局的先后手不是由您选。"),
    }
}
