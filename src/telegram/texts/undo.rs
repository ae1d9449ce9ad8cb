use super::correct::listed;
use super::journal::line as journal_line;
use super::words::{player, players};
use crate::config::Config;
use crate::desk::notice::Undo;
use crate::desk::undo::{Inverse, Never, UndoRefusal};
use crate::html;
use crate::telegram::html::Html;
use crate::telegram::message::pages;
use crate::telegram::tap::Tap;
use crate::telegram::{Button, Message};

/// Taking the last step back: 撤销.
pub fn messages(notice: &Undo, config: &Config) -> Vec<Message> {
    vec![match notice {
        Undo::Asked {
            step,
            line,
            inverse,
            consequences,
            shown,
            removed,
            reinstated,
        } => {
            let mut effects = match consequences {
                Some(consequences) => listed(consequences),
                None => vec![html!("{}", effect(*inverse))],
            };
            if !removed.is_empty() {
                effects.push(html!("按无故缺席除名：{}", players(removed)));
            }
            if !reinstated.is_empty() {
                effects.push(html!("恢复参赛：{}", players(reinstated)));
            }
            let (step, shown) = (*step, *shown);
            let head = html!(
                "<b>撤销上一步？</b>\n{}\n\n撤销后：",
                journal_line(line, config)
            );
            let mut messages = pages(&head, effects, &Html::default());
            let last = messages.pop().unwrap_or_default().row([
                Button::tap("撤销这一步", Tap::Undo { step, shown }),
                Button::tap("不撤销", Tap::KeepStep {}),
            ]);
            messages.push(last);
            return messages;
        }
        Undo::Done { line } => Message::text(html!(
            "<b>已撤销</b>\n{}\n记录：/journal",
            journal_line(line, config)
        )),
        Undo::Kept => Message::text(html!("没有撤销，一切照旧。")),
        Undo::Reinstated { player: who } => {
            Message::text(html!("{} 已恢复参赛，以后各轮照常编排。", player(who)))
        }
        Undo::StageGoesOn => Message::text(html!("积分赛没有结束，继续进行。请等待下一轮对阵。")),
        Undo::CheckinGoesOn { back } if back.is_empty() => {
            Message::text(html!("报到重新开放，还没有报到的棋手请尽快报到。"))
        }
        Undo::CheckinGoesOn { back } => Message::text(html!(
            "报到重新开放。恢复参赛：{}。还没有报到的棋手请尽快报到。",
            players(back)
        )),
    }]
}

fn effect(inverse: Inverse) -> &'static str {
    match inverse {
        Inverse::Result => "成绩回到裁定之前，双方会收到通知。",
        Inverse::Sides => "先后手换回来，双方会收到通知。",
        Inverse::Unpublish => "这一轮退回为方案，群里和每位棋手都会收到撤回通知。",
        Inverse::Discard => "方案作废。棋手没有看到过它。",
        Inverse::Reinstate => "棋手恢复参赛，会收到通知。",
        Inverse::Fee => "改回未缴费，报名人会收到通知。",
        Inverse::Review => "这份报名回到待审核，报名人会收到通知。",
        Inverse::Order => "编排指令恢复原样。",
        Inverse::Untick => "改回未报到。",
        Inverse::CheckIn => "报到重新开放，因未报到除名的棋手恢复参赛，群里会通知。",
        Inverse::StageEnd => "积分赛继续，群里会通知。",
        Inverse::Code => "这个裁判码作废。",
    }
}

/// Why nothing is taken back, and what to do instead.
pub fn refusal(refusal: &UndoRefusal, config: &Config) -> Html {
    match refusal {
        UndoRefusal::Nothing => html!("还没有可以撤销的步骤。记录：/journal"),
        UndoRefusal::Never { line, why } => html!(
            "上一步不能撤销：\n{}\n{}",
            journal_line(line, config),
            never(*why)
        ),
        UndoRefusal::Newer { line } => html!(
            "刚才又有新的一步，没有撤销：\n{}\n要撤销它，请重新 /undo。",
            journal_line(line, config)
        ),
        UndoRefusal::ChangedSince { line } => html!(
            "上一步之后情况已经变了，不能直接撤销：\n{}\n请看 /desk，按现在的情况处理；成绩用 /result 更正。",
            journal_line(line, config)
        ),
        UndoRefusal::PlaceGone { player: who } => html!(
            "{} 的名额已被占用，不能恢复。请在 bot.toml 给这类名额加 seats，重启后再 /undo。",
            player(who)
        ),
        UndoRefusal::CodeUsed => html!("这个裁判码已经有人用过，不能作废。请联系裁判长。"),
        UndoRefusal::RoundPaired { number } => html!(
            "第{}轮已经编排，报到不能重开。迟到的棋手请在 /checkin 的未到名单里补报到，或先 /undo 编排。",
            *number
        ),
        UndoRefusal::NextStage => {
            html!("下一阶段已经编排，积分赛不能再继续。请先撤销下一阶段的编排。")
        }
    }
}

fn never(why: Never) -> &'static str {
    match why {
        Never::Drawn => {
            "抽签当众完成，重抽对先抽的人不公。人员有变请用 /add 补报、/withdraw 退赛。"
        }
        Never::LotWord => "公开词一经公布不能撤回，也不能改：本轮的抽签都用它。",
        Never::RosterPublished => "名单已发到群里。有变动请改好后再 /roster，会重新公布。",
        Never::PrizesPublished => "奖励名单已发到群里。成绩更正后再 /prizes，会重新公布。",
        Never::CheckinOpened => "报到通知已发给每位棋手。不用报到时，请在 /checkin 里结束报到。",
        Never::RegistrationClosed => "截止公告已发出。漏报的棋手请用 /add 补报。",
        Never::WaitingEnded => "候补棋手都已收到通知。要补人请用 /add。",
        Never::Invited => "邀请码可能已经发出。没有用过的，请在 /invite 列表 里逐个作废。",
        Never::Entered => "棋手已经进入名单。录错的请用 /withdraw 编号或姓名 退赛，再重新 /add。",
        Never::HandoverCode => "认领码只能用一次，不影响比赛；重新生成后旧码即失效。",
        Never::TookBack => "它本身就是收回。要恢复，请把原来的步骤再做一次。",
        Never::ByHand => "方案里手工改动的台次，请在 /pair 里再改回来，或点“重新编排”。",
        Never::Promoted => {
            "名额已经按候补顺序处理，后面的人可能已经递补。请用 /waiting 或 /withdraw 处理。"
        }
        Never::Penalty => "处罚请在 /foul 的列表里逐条撤销，撤销的也留有记录。",
        Never::Struck => "处罚已经撤销，撤销的不能恢复。要再处罚，请用 /foul 重新记。",
        Never::Appeal => "申诉的每一步请在 /appeal 的卡片上改。",
        Never::Record => "录谱的要求请在 /record 的列表里处理。",
        Never::EarlyDraw => "早和的处理请用 /result 更正这一台的成绩。",
        Never::Rating => "等级分录错了，请用 /rating 重新录入。",
        Never::RankingRule => "名次规则要再改，请用 /ranking 重新提出。",
        Never::Moved => "开赛时间已通知棋手。要改回请再用 /timetable 轮次 时间。",
        Never::Knockout => "淘汰赛的步骤请在 /knockout 里收回；对局成绩用 /result 更正。",
        Never::MatchesBegun => "还没有人报成绩时，这一轮可以用 /unpublish 撤回。",
        Never::Annulled => "作废的一场不能恢复，请按重下的成绩处理。",
        Never::Chosen => {
            "这一局还没有成绩时，可在 /knockout 里打开那一场，点“重选先后手”；已有成绩的用 /sides 更正。"
        }
        Never::Announced => "公告已发到群里。有误请再发一条更正公告：/announce。",
        Never::Purged => "个人资料已经删除，无法恢复。",
        Never::TakenIn => "棋手已收到通知。要收回请用 /withdraw 退赛。",
        Never::Bound => "要换群，请裁判长在新的群里发 /bind。",
        Never::Unknown => "这一步没有自动的撤销办法，请按 /desk 现在的情况处理。",
    }
}
