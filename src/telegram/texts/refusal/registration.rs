use super::form::form;
use crate::config::Config;
use crate::desk::add::AddRefusal;
use crate::desk::handover::HandoverRefusal;
use crate::desk::import::ImportRefusal;
use crate::desk::invite::InviteRefusal;
use crate::desk::register::RegisterRefusal;
use crate::desk::review::ReviewRefusal;
use crate::desk::roster::RosterRefusal;
use crate::desk::withdraw::WithdrawRefusal;
use crate::html;
use crate::store::registration::State;
use crate::telegram::html::Html;
use crate::telegram::texts::person;
use crate::telegram::texts::words::day_and_hour;

pub fn register(refusal: &RegisterRefusal, config: &Config) -> Html {
    match refusal {
        RegisterRefusal::NotYetOpen { opens } => html!(
            "报名还没有开始，{}开放，到时请发 /register。",
            day_and_hour(*opens, config)
        ),
        RegisterRefusal::Closed { closes } => html!(
            "报名已于{}截止，不能再提交。已报名的请发 /me 看进度；特殊情况请联系裁判。",
            day_and_hour(*closes, config)
        ),
        RegisterRefusal::Form(refused) => form(refused),
        RegisterRefusal::SamePerson { name, mine: true } => {
            html!("您已经给 {} 报过名了，每人只能报一次。进度请发 /me。", name)
        }
        RegisterRefusal::SamePerson { name, mine: false } => html!(
            "{} 已经报过名了（不论用哪个账号），每人只能报一次。不是本人报的请联系裁判；填错了请点「修改」。",
            name
        ),
        RegisterRefusal::UnknownCode => {
            html!("没有这个邀请码，没有提交。请点「修改」换一个，或改为没有邀请码。")
        }
        RegisterRefusal::UsedCode => {
            html!("这个邀请码刚被别人用掉，没有提交。请点「修改」换一个，或改为没有邀请码。")
        }
        RegisterRefusal::CodeNeeded => {
            html!("本次报名都要邀请码，没有提交。请点「使用邀请码」输入。")
        }
        RegisterRefusal::NoForm => html!("没有进行中的报名。报名请发 /register。"),
        RegisterRefusal::AlreadyClosed { at } => html!(
            "报名已于{}截止，不用再截止。看名单请发 /roster。",
            day_and_hour(*at, config)
        ),
    }
}

pub fn add(refusal: &AddRefusal, config: &Config) -> Html {
    match refusal {
        AddRefusal::PoolFull { pool, coded: 0 } => html!(
            "{}名额已满，没有提交。请点「修改」换一类名额，或先让出名额。",
            person::pool(pool, config)
        ),
        AddRefusal::PoolFull { pool, coded } => html!(
            "{}剩下的 {} 个名额都已发出邀请码，没有提交。请点「使用邀请码」，或点「修改」换一类名额。",
            person::pool(pool, config),
            *coded
        ),
        AddRefusal::PapersFirst => html!(
            "已经抽签，新选手马上参加编排，材料要先核实。请点「修改」→「材料」，看过后点「我已当面核实」。"
        ),
        AddRefusal::StageOver { rounds } => html!("{} 轮已全部公布，不能再增加选手。", *rounds),
    }
}

pub fn handover(refusal: &HandoverRefusal, config: &Config) -> Html {
    match refusal {
        HandoverRefusal::TooMany { until } => html!(
            "认领码错得太多了，请 {}以后再试，或请裁判当面核对。",
            day_and_hour(*until, config)
        ),
        HandoverRefusal::NoneStands => html!("您没有可以交出的报名。进度请发 /me。"),
        HandoverRefusal::Gone { name } => {
            html!("{} 的报名已经退出或未通过，不能认领。请联系裁判。", name)
        }
    }
}

pub fn review(refusal: &ReviewRefusal, config: &Config) -> Html {
    match refusal {
        ReviewRefusal::AlreadyDecided {
            name,
            state: State::Withdrawn,
            ..
        } => html!("{} 已退出，不用再审。下一件请发 /review。", name),
        ReviewRefusal::AlreadyDecided {
            name,
            by,
            at,
            state,
            asked,
        } => {
            let at = at.map(|at| format!("{} ", day_and_hour(at, config)));
            let at = at.unwrap_or_default();
            let what = match state {
                State::Accepted => "通过",
                State::Refused => "不通过",
                State::Review if *asked => "要求补充材料",
                State::Review | State::Waiting | State::Offered | State::Withdrawn => "处理",
            };
            match by {
                Some(by) => html!(
                    "{} 已由 {} 处理（{}{}），您的操作没有生效。下一件请发 /review，要改请发 /review {}。",
                    name,
                    by,
                    at,
                    what,
                    name
                ),
                None => html!(
                    "{} 已处理（{}{}），您的操作没有生效。下一件请发 /review。",
                    name,
                    at,
                    what
                ),
            }
        }
        ReviewRefusal::AfterDraw { name } => html!(
            "已经抽签，{} 不能再通过审核进入编排。请选「不通过」，或由裁判长决定重新抽签。",
            name
        ),
        ReviewRefusal::ReasonWanted { longest } => html!(
            "请用文字写理由，1 到 {} 个字，会原样告诉选手；或点上面的一条。不想了请发 /cancel。",
            *longest
        ),
        ReviewRefusal::NothingAsked => html!("现在没有要您补充的材料。进度请发 /me。"),
        ReviewRefusal::NoPapers => html!("还没有收到照片或文件，请先发送，再点「完成」。"),
        ReviewRefusal::TooManyPapers { most } => html!(
            "这份报名已有 {} 张材料，这一张没有保存。请点「完成」，需要更换请联系裁判。",
            *most
        ),
        ReviewRefusal::NotDecided { name } => {
            html!("{} 没有裁判的审核结果可以撤回。待审的请发 /review。", name)
        }
        ReviewRefusal::NoPlaceLeft { name, pool } => html!(
            "{} 的名额（{}）已经给了别人，现在没有空位，不能重审。请等有人退出，或请选手重新报名排候补。",
            name,
            person::pool(pool, config)
        ),
        ReviewRefusal::CameAgain { name } => html!(
            "{} 之后又报了一次名，以那一次为准，这一次不用重审。请发 /review {} 查看。",
            name,
            name
        ),
        ReviewRefusal::Purged { name } => {
            html!("比赛已结束，{} 的个人资料和材料已清除，不能再审核。", name)
        }
        ReviewRefusal::NobodyFound { typed } => html!(
            "没有叫“{}”的组别或选手。请写组别全名，或选手姓名的一部分；看全部请发 /review 全部。",
            person::short(typed, 40)
        ),
    }
}

pub fn import(refusal: &ImportRefusal) -> Html {
    match refusal {
        ImportRefusal::TooBig { most } => html!(
            "文件太大，名单最大 {} KB。请只留需要的列和行，另存后再发。",
            *most / 1000
        ),
        ImportRefusal::NotFetched => {
            html!("没能从 Telegram 取到这个文件，没有导入。请稍后再发一次。")
        }
        ImportRefusal::Unreadable => {
            html!("读不懂这个文件。请用 Excel 或 WPS 另存为 CSV 或 XLSX 再发；模板请发 /add 模板。")
        }
        ImportRefusal::TooLong { most } => html!("名单超过 {} 行，请分几个文件发。", *most),
        ImportRefusal::NoHeadings { missing } => {
            let missing: Vec<&str> = missing.iter().map(|column| column.heading()).collect();
            html!(
                "没有找到表头，缺少：{}。表头要单独占一行；模板请发 /add 模板。",
                missing.join("、")
            )
        }
        ImportRefusal::Empty => html!("文件里只有表头，没有选手。请填好再发。"),
        ImportRefusal::Drawn => {
            html!("已经抽签，不能再导入名单。请用 /add 逐个代报，新选手排在最后一个编号之后。")
        }
        ImportRefusal::ReasonWanted => {
            html!("报名已截止。仍要导入，请把原因写在文件的说明文字里，和文件一起再发一次。")
        }
    }
}

pub fn invite(refusal: &InviteRefusal) -> Html {
    match refusal {
        InviteRefusal::Number { most } => {
            html!("请写要几个邀请码，1 到 {} 个，例如 /invite 5。", *most)
        }
        InviteRefusal::NoPool => html!("本次比赛没有凭邀请码的名额，不用发邀请码。"),
        InviteRefusal::NotSoMany { wanted, left: 0 } => {
            html!("要 {} 个，但推荐名额都已用掉或已发码，不能再发。", *wanted)
        }
        InviteRefusal::NotSoMany { wanted, left } => html!(
            "要 {} 个，但没有发码的推荐名额只剩 {} 个。请写 {} 以内的数。",
            *wanted,
            *left,
            *left
        ),
        InviteRefusal::UnknownPool { typed, names } => html!(
            "没有叫“{}”的凭码名额。可选：{}。例如 /invite {} 5。",
            super::super::person::short(typed, 20),
            names.join("、"),
            names.first().map_or("", String::as_str)
        ),
        InviteRefusal::NotUnused => {
            html!("这个邀请码已用过或已作废，没有改动。最新情况请发 /invite 列表。")
        }
        InviteRefusal::RegistrationClosed => html!("报名已截止，邀请码不能再用，没有生成。"),
    }
}

pub fn roster(refusal: &RosterRefusal) -> Html {
    match refusal {
        RosterRefusal::StillOpen => {
            html!("报名还没有截止，不能公布名单。要提前截止请发 /close。")
        }
        RosterRefusal::NobodyAccepted => {
            html!("还没有人报名成功，没有名单可公布。待审核的请发 /review。")
        }
        RosterRefusal::NotPublished => html!("名单还没有公布。自己的进度请发 /me。"),
        RosterRefusal::InReview { open } => html!(
            "刚又有新的待审核，现在共 {} 人，没有公布。请重新发 /roster 查看。",
            *open
        ),
    }
}

pub fn withdraw(refusal: &WithdrawRefusal) -> Html {
    match refusal {
        WithdrawRefusal::NoneStands => html!("您没有可以退的报名。进度请发 /me。"),
        WithdrawRefusal::NoSuchPlayer { typed } => html!(
            "名单里没有「{}」。请写抽签后的编号，或姓名里的几个字，例如 /withdraw 张三。",
            person::short(typed, 40)
        ),
        WithdrawRefusal::AlreadyWithdrawn { name } => html!("{} 已经退出了，不用再退。", name),
    }
}
