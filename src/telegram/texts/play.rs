use super::person;
use super::report::place;
use super::words::{day_and_hour, hour, numbers, outcome, player};
use crate::config::Config;
use crate::desk::PlayRefusal;
use crate::html;
use crate::telegram::html::Html;

/// Names of arbiters, as a refusal gives them.
pub fn names(who: &[String]) -> String {
    let names: Vec<String> = who.iter().map(|name| person::short(name, 20)).collect();
    names.join("、")
}

/// Why something may not be, from the draw to the last round.
pub fn refusal(refusal: &PlayRefusal, config: &Config) -> Html {
    match refusal {
        PlayRefusal::RegistrationOpen { closes } => html!(
            "抽签要在报名截止之后：现在的截止时间是 {}。要提前截止，请先 /close。",
            day_and_hour(*closes, config)
        ),
        PlayRefusal::ReviewsOpen { count } => html!(
            "还有 {} 份报名待审核，抽签前每一份都要有结论。请先 /review。",
            count
        ),
        PlayRefusal::OffersOpen { count, until } => html!(
            "还有 {} 个递补名额等待确认（最晚到 {}），抽签前要有结论。代为确认、放弃或结束候补请发 /waiting。",
            *count,
            day_and_hour(*until, config)
        ),
        PlayRefusal::NoPlayers => html!("还没有报名成功的棋手，无法抽签。"),
        PlayRefusal::AlreadyDrawn => {
            html!("编号已经抽定，不能再抽。比赛进行到哪里、下一步做什么：/desk。")
        }
        PlayRefusal::NotDrawn => html!("还没有抽签，棋手没有编号。请先 /draw。"),
        PlayRefusal::CommitFirst => html!(
            "要先公布承诺，再说出盐，抽签才可信。请先发送 /draw（不带文字），承诺会公布在群里。"
        ),
        PlayRefusal::NothingLevel => html!("没有要抽签决定的名次。名次：/standings。"),
        PlayRefusal::LotDrawn => html!("这个签已经抽定，结果公布在群里，不能再抽。"),
        PlayRefusal::NoGroup => {
            html!("还没有比赛群，抽签承诺无处公布。请先把我拉进比赛群，由裁判长在群里发送 /bind。")
        }
        PlayRefusal::SaltTooLong { length } => {
            html!("盐最多64字，您写了 {} 字。请选短一些的话。", length)
        }
        PlayRefusal::SaltOfLines => {
            html!("请把这句话写在一行里，不要换行：它要原样公布，任何人都能照抄复算。")
        }
        PlayRefusal::CheckinNotOpen => html!("报到还没有开始，请留意群里的通知。"),
        PlayRefusal::CheckinOpen { missing } => html!(
            "报到还没有结束，{} 人未到。请先在 /checkin 里结束报到。",
            missing
        ),
        PlayRefusal::CheckinClosed => {
            html!("报到已经结束。如果您已到场，请马上到裁判台找裁判长。")
        }
        PlayRefusal::CheckinTooBrief { earliest } => html!(
            "报到开始不久，还有人未到，{} 以后才能结束。没有除名任何人。",
            day_and_hour(*earliest, config)
        ),
        PlayRefusal::PlaceGone { player: who } => html!(
            "{} 的名额已被占用，不能补报到。请在 bot.toml 给这类名额加 seats，重启后再试。",
            player(who)
        ),
        PlayRefusal::CheckinSkipped { number } => html!(
            "第{}轮已经编排，没有报到就开赛了，现在不能再开始报到。有人缺席请用 /result 判弃权。",
            number
        ),
        PlayRefusal::PreviewOutdated => {
            html!("刚才又有人报到，人数与预览不同，没有除名任何人。请重新点“结束报到”。")
        }
        PlayRefusal::NoSuchPlayer { no } => {
            html!("没有编号 {} 的参赛棋手。编号见 /roster 或 /standings。", no)
        }
        PlayRefusal::NotYourPlayer => {
            html!("您的账号下没有等待报到的棋手。本人或报名人才能报到；也可以请裁判代报到。")
        }
        PlayRefusal::TablesOpen { number, tables } => html!(
            "第{}轮还有 {} 台没有成绩：{}。每一台都要有结论才能编排下一轮，请看 /open。",
            number,
            tables.len(),
            numbers(tables)
        ),
        PlayRefusal::StageOver { rounds } => {
            html!(
                "积分赛 {} 轮已全部结束，没有下一轮。最终名次：/standings",
                rounds
            )
        }
        PlayRefusal::TooFew { active } => {
            html!(
                "在场棋手只有 {} 人，至少要两人才能编排。请先取消请假（/orders），或补报棋手（/add）。",
                active
            )
        }
        PlayRefusal::ProposalChanged { number } => html!(
            "第{}轮方案已经改过或重排，这个按钮作废，什么都没有动。看最新方案：/pair",
            number
        ),
        PlayRefusal::RestImpossible => html!(
            "这样指定之后，其余棋手无法全部配对，方案没有改。请换一种指定，或先把别的手工指定交回自动编排。"
        ),
        PlayRefusal::NotPublished { number } => {
            html!(
                "第{}轮只是方案，还没有公布，不用撤回。看方案：/pair",
                number
            )
        }
        PlayRefusal::ResultsIn { number, tables } if tables.is_empty() => html!(
            "第{}轮已经结束，不能撤回。个别更正请用 /result 台次 结果。",
            number
        ),
        PlayRefusal::ResultsIn { number, tables } => html!(
            "第{}轮已有成绩，不能撤回：{} 台。成绩有误请用 /result 台次 未定 逐台退回。",
            number,
            numbers(tables)
        ),
        PlayRefusal::WhyWhich { number } => html!(
            "您没有第{}轮的台次。请写明要问哪一台，例如 /why 5。",
            number
        ),
        PlayRefusal::NoBye { number } => html!("第{}轮没有人轮空。", number),
        PlayRefusal::NothingProposed => html!("没有等待公布的编排方案。请先 /pair。"),
        PlayRefusal::ProposalOutdated { number } => html!(
            "第{}轮方案做出之后，参赛名单或方案有了变化，没有公布。请重新 /pair。",
            number
        ),
        PlayRefusal::AlreadyPublished { number } => {
            html!("第{}轮已经公布，不能再作废或重复公布。", number)
        }
        PlayRefusal::NoTeams => {
            html!("本赛事没有团体赛，没有团体名次。个人名次请发 /standings。")
        }
        PlayRefusal::NoRound => html!("还没有公布任何一轮对阵。"),
        PlayRefusal::NoSuchRound { number } => html!("第{}轮还没有公布。", number),
        PlayRefusal::NoSuchTable { number, table } => {
            html!("第{}轮没有第{}台。对阵表：/pairings", number, table)
        }
        PlayRefusal::NoOpenGame {
            number: Some(number),
        } => {
            html!("您在第{}轮没有等待成绩的对局。您的情况：/me", number)
        }
        PlayRefusal::NoOpenGame { number: None } => html!("您现在没有等待成绩的对局。"),
        PlayRefusal::NotAtTable { table } => html!(
            "第{}台的成绩只能由这一台的双方（或其报名人）或裁判来报。",
            table
        ),
        PlayRefusal::OwnTable { game, who } if who.is_empty() => html!(
            "{} 有您或您代报名的棋手，裁判不裁定自己的台，也没有别的裁判。请裁判长发 <code>/arbiter 裁判员</code> 另请一位裁定。",
            place(game)
        ),
        PlayRefusal::OwnTable { game, who } => html!(
            "{} 有您或您代报名的棋手，裁判不裁定自己的台：请由{}裁定。您可以作为棋手报成绩。",
            place(game),
            names(who)
        ),
        PlayRefusal::AlreadyFinal {
            game,
            outcome: result,
        } => html!(
            "{} 的成绩已经生效：{}。如有出入，请到裁判台，由裁判更正。",
            place(game),
            outcome(*result)
        ),
        PlayRefusal::TooLate {
            part: Some(game), ..
        } => html!(
            "这条消息写于这一场第{}局公布之前，没有计入。要报这一局的成绩，请下完后重新发送。",
            game
        ),
        PlayRefusal::TooLate { number, part: None } => html!(
            "这条消息写于第{}轮公布之前，没有计入。要报第{}轮的成绩，请现在重新发送。",
            number,
            number
        ),
        PlayRefusal::JustReminded { at } => {
            html!("{} 刚提醒过未报的棋手，过一分钟再提醒。", hour(*at, config))
        }
        PlayRefusal::RoundPast { number, current } => html!(
            "第{}轮已经结束，现在是第{}轮，这句话没有计入。第{}轮的成绩有出入，请到裁判台由裁判更正。",
            number,
            current,
            number
        ),
        PlayRefusal::LaterRound { number, published } => html!(
            "第{}轮{}，上一轮的成绩要看过后果再改：请用 <code>/result 轮次 台次 结果</code> 更正。",
            *number,
            if *published {
                "已经公布"
            } else {
                "的方案已经做出"
            }
        ),
        PlayRefusal::Forwarded => html!("转发的话不算报成绩，请您自己发送。"),
        PlayRefusal::ResultWords { typed } if typed.trim().is_empty() => html!(
            "请写台次和结果：<code>/result 5 红胜</code>；以前的轮次写 <code>/result 3 5 红胜</code>，淘汰赛写 <code>/result 1-5-2 红胜</code>（轮-台-局）。结果可以是 红胜 黑胜 和 双负 红弃权 黑弃权 双弃 未定。未定的台：/open"
        ),
        PlayRefusal::ResultWords { typed } => html!(
            "没有看懂“{}”。请写：<code>/result 台次 结果</code>，以前的轮次写 <code>/result 轮次 台次 结果</code>；结果可以是 红胜 黑胜 和 双负 红弃权 黑弃权 双弃 未定。",
            person::short(typed, 40)
        ),
        PlayRefusal::OneGame { game } => html!(
            "积分赛每台只有一局，没有第{}局，没有计入。报成绩写台次和结果就够了，例如 5台红胜。",
            *game
        ),
        PlayRefusal::NothingToAnswer => {
            html!(
                "没有（或不止一局）在等您确认，没有计入；有的请点那条消息下的按钮。报成绩请发 /report；已生效的成绩要改，请找裁判。"
            )
        }
        PlayRefusal::NothingOpen { number } => {
            html!("第{}轮已不是当前轮次，没有可提醒的台次。", number)
        }
    }
}
