use super::journal_words::{before_and_after, reason_words};
use super::person;
use super::refusal::role;
use super::words::{self, day_and_hour, player, players, turns};
use crate::config::Config;
use crate::desk::journal::{Filter, JournalRefusal};
use crate::desk::notice::{Journal, JournalLine, PlayerTag, Subject};
use crate::html;
use crate::telegram::Message;
use crate::telegram::html::{Html, join};
use crate::telegram::message::pages;
use crate::telegram::tap::Tap;
use crate::tournament::Side;

/// What an action of the journal is called.
const ACTIONS: &[(&str, &str)] = &[
    ("absence.give", "准假"),
    ("absence.take_back", "收回准假"),
    ("announce", "发公告"),
    ("appeal.decide", "申诉裁决"),
    ("appeal.file", "提出申诉"),
    ("appeal.pay", "收申诉押金"),
    ("appeal.return", "退还申诉押金"),
    ("appeal.undo", "申诉改回"),
    ("appeal.withdraw", "撤回申诉"),
    ("arbiter.appoint", "成为裁判"),
    ("arbiter.code", "发裁判码"),
    ("checkin.close", "结束报到"),
    ("checkin.here", "报到"),
    ("checkin.open", "开始报到"),
    ("checkin.take_in", "补报到"),
    ("draw.commit", "公布抽签承诺"),
    ("draw.decide", "处理早和"),
    ("draw.moves", "报和棋步数"),
    ("draw.number", "补编号"),
    ("draw.reveal", "抽签"),
    ("event.backup", "备份"),
    ("event.purge", "清除个人资料"),
    ("fee.paid", "记为已缴费"),
    ("fee.receipt", "交来缴费凭证"),
    ("fee.undo", "改回未缴费"),
    ("fee.waived", "免费"),
    ("game.correct", "更正成绩"),
    ("game.reopen", "改为未定"),
    ("game.settle", "成绩生效"),
    ("game.sides", "更正先后手"),
    ("group.bind", "绑定比赛群"),
    ("group.migrate", "比赛群升级"),
    ("invite", "发邀请码"),
    ("invite.revoke", "作废邀请码"),
    ("knockout.begin", "公布淘汰赛轮次"),
    ("knockout.replace", "淘汰赛递补"),
    ("knockout.seed", "淘汰赛定位"),
    ("knockout.take_back", "撤回淘汰赛轮次"),
    ("knockout.unseed", "撤销淘汰赛定位"),
    ("late.note", "记迟到"),
    ("late.strike", "改为已到"),
    ("lot.word", "输入公开词"),
    ("match.annul", "取消对局"),
    ("match.choose", "选先后手"),
    ("match.choose_again", "重选先后手"),
    ("match.decide", "淘汰赛决出"),
    ("match.game", "淘汰赛加局"),
    ("match.give_up", "淘汰赛弃权"),
    ("match.stay", "淘汰赛恢复参赛"),
    ("match.take_back", "收回淘汰赛对局"),
    ("late.forfeit", "判迟到弃权"),
    ("pair.forbid", "设回避"),
    ("pair.lift", "取消回避"),
    ("papers.seen", "查验材料"),
    ("penalty.give", "处罚"),
    ("penalty.give_back", "撤销处罚后恢复对局"),
    ("penalty.strike", "撤销处罚"),
    ("prizes.choose", "选定特别奖"),
    ("prizes.publish", "公布奖励名单"),
    ("ranking.change", "改名次规则"),
    ("ranking.refuse", "不改名次规则"),
    ("rating.enter", "录入等级分"),
    ("record.foul", "缺谱记犯规"),
    ("record.give", "交谱"),
    ("record.name", "要求录谱"),
    ("record.waive", "免交谱"),
    ("registration.add", "代报名"),
    ("registration.claim", "认领报名"),
    ("registration.close", "截止报名"),
    ("registration.code", "发认领码"),
    ("registration.confirm", "确认递补"),
    ("registration.decline", "放弃递补"),
    ("registration.enter", "加入赛事"),
    ("registration.export", "导出报名表"),
    ("registration.lapse", "递补逾期"),
    ("registration.offer", "递补通知"),
    ("registration.promote", "递补"),
    ("registration.reinstate", "恢复参赛"),
    ("registration.remove", "除名"),
    ("registration.submit", "报名"),
    ("registration.withdraw", "退赛"),
    ("report.claim", "报成绩"),
    ("report.object", "提出异议"),
    ("review.accept", "审核通过"),
    ("review.ask", "要求补材料"),
    ("review.refuse", "审核不通过"),
    ("review.reopen", "重新审核"),
    ("review.supplement", "补交材料"),
    ("roster.import", "导入名单"),
    ("roster.publish", "公布名单"),
    ("round.approve", "批准编排例外"),
    ("round.change", "改动方案"),
    ("round.complete", "本轮结束"),
    ("round.discard", "作废方案"),
    ("round.look_ahead", "改用兼顾下一轮的方案"),
    ("round.outdate", "方案因更正作废"),
    ("round.propose", "编排"),
    ("round.publish", "公布对阵"),
    ("round.spare_bye", "改用不重复轮空的方案"),
    ("round.start", "开始本轮"),
    ("round.time", "改开赛时间"),
    ("round.unpublish", "撤回对阵"),
    ("stage.end", "提前结束积分赛"),
    ("table.own", "固定台次"),
    ("undo", "撤销"),
    ("waiting_list.end", "结束候补"),
];

/// Every action that has its word, for the test that none is forgotten.
pub fn actions() -> impl Iterator<Item = &'static str> {
    ACTIONS.iter().map(|row| row.0)
}

/// The journal: 记录.
pub fn messages(notice: &Journal, config: &Config) -> Vec<Message> {
    let Journal::Page {
        filter,
        player: of,
        lines,
        page,
        pages: all,
    } = notice;
    let mut head = html!("<b>记录</b>");
    match (filter, of) {
        (_, Some(of)) => head.push(&html!("　{}", player(of))),
        (Filter::Round(number), _) => head.push(&html!("　第{}轮", *number)),
        (Filter::Table(number, table), _) => {
            head.push(&html!("　第{}轮 第{}台", *number, *table));
        }
        (Filter::Match(round, table), _) => {
            head.push(&html!("　淘汰赛第{}轮 {}台", *round, *table));
        }
        (Filter::Game(round, table, game), _) => {
            head.push(&html!("　淘汰赛第{}轮 {}台 第{}局", *round, *table, *game))
        }
        (Filter::All | Filter::Player(_), None) => {}
    }
    if *all > 1 {
        head.push(&html!("　{}/{} 页", page + 1, *all));
    }
    let foot = match filter {
        Filter::All => html!(
            "只看一人：<code>/journal 编号或姓名</code>；只看一台：<code>/journal 第3轮 12台</code>；淘汰赛一场：<code>/journal 1-3</code>。"
        ),
        _ => html!("全部记录：/journal"),
    };
    let rows: Vec<Html> = match lines.as_slice() {
        [] => vec![html!("还没有记录。")],
        lines => lines.iter().map(|one| line(one, config)).collect(),
    };
    let filter = *filter;
    let mut messages = pages(&head, rows, &foot);
    if let Some(last) = messages.pop() {
        messages.push(last.row(turns(*page, *all, |page| Tap::Journal { filter, page })));
    }
    messages
}

/// `9月20日 09:00 裁判长 张三：第3轮 第12台 更正成绩 红胜 → 黑胜（录入有误）`
pub fn line(line: &JournalLine, config: &Config) -> Html {
    let who = match (&line.who, line.role) {
        (Some(name), Some(held)) => {
            html!("{} {}", role(held), person::short(name, 16))
        }
        (Some(name), None) => html!("{}", person::short(name, 16)),
        (None, _) => html!("自动"),
    };
    let subject = match &line.subject {
        Subject::Round(number) => html!(" 第{}轮", *number),
        Subject::Table { number, table } => html!(" 第{}轮 第{}台", *number, *table),
        Subject::Player(of) => html!(" {}", player(of)),
        Subject::Players(both) => html!(" {}", players(both)),
        Subject::PlayerInRound { player: of, number } => {
            html!(" {} 第{}轮", player(of), *number)
        }
        Subject::Appeal { appeal, player: of } => {
            let of = of.as_ref();
            let of = of.map_or(Html::default(), |of| html!(" {}", player(of)));
            html!(" 申诉 {} 号{}", *appeal, of)
        }
        Subject::Role(made) => html!(" {}", role(*made)),
        Subject::KnockoutRound(name) => html!(" {}", name),
        Subject::Match {
            round,
            table,
            game,
            players,
            who,
            side,
        } => of_match((round, *table, *game), players, who.as_ref(), *side),
        Subject::Other => Html::default(),
    };
    let mut text = html!(
        "{} {}：{}{}",
        day_and_hour(line.at, config),
        who,
        action(&line.action),
        subject
    );
    if let Some(of) = &line.of {
        text.push(&html!(" {}", player(of)));
    }
    let (before, after) = before_and_after(line, config);
    match (before, after) {
        (Some(before), Some(after)) => text.push(&html!(" {} → {}", before, after)),
        (None, Some(after)) => text.push(&html!(" {}", after)),
        (Some(before), None)
            if matches!(
                line.action.as_str(),
                "game.reopen" | "game.correct" | "penalty.give_back"
            ) =>
        {
            text.push(&html!(" {} → 未定", before));
        }
        (Some(before), None) if line.action == "penalty.strike" => {
            text.push(&html!(" {}", before));
        }
        (Some(_), None) | (None, None) => {}
    }
    if line.action == "undo"
        && let Some(what) = &line.before
    {
        text.push(&html!("（{}）", action(what)));
    }
    if let Some(reason) = line
        .reason
        .as_deref()
        .and_then(|reason| reason_words(line, reason))
    {
        text.push(&html!("（{}）", reason));
    }
    if line.undone {
        text = html!("<s>{}</s>（已撤销）", text);
    }
    text
}

/// ` 淘汰赛第1轮 3台第2局（3 张三—14 李四）`, then who won or chose.
fn of_match(
    (round, table, game): (&str, u32, Option<u32>),
    at_table: &[PlayerTag],
    who: Option<&PlayerTag>,
    side: Option<Side>,
) -> Html {
    let mut text = html!(" {} {}台", round, table);
    if let Some(game) = game {
        text.push(&html!("第{}局", game));
    }
    if let [one, other] = at_table {
        text.push(&html!("（{}—{}）", player(one), player(other)));
    }
    match (who, side) {
        (Some(by), Some(side)) => text.push(&html!(" {} 执{}", player(by), words::side(side))),
        (Some(winner), None) => text.push(&html!(" 胜者 {}", player(winner))),
        (None, _) => {}
    }
    text
}

/// The word of an action; one without is named as it is written.
pub fn action(action: &str) -> String {
    let found = ACTIONS.iter().find(|(known, _)| *known == action);
    found.map_or_else(|| action.to_owned(), |row| row.1.to_owned())
}

/// Why nothing is shown.
pub fn refusal(refusal: &JournalRefusal) -> Html {
    match refusal {
        JournalRefusal::NobodyFound { typed } => html!(
            "参赛名单里没有“{}”。请写编号或姓名，例如 <code>/journal 12</code>。",
            person::short(typed, 40)
        ),
        JournalRefusal::Several { players: found } => html!(
            "不止一位：{}。请写编号，例如 <code>/journal {}</code>。",
            players(found),
            join(found.first().map(|one| html!("{}", one.no)), "")
        ),
    }
}
