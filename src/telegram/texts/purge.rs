use crate::config::Config;
use crate::desk::notice::{Gone, Purge};
use crate::desk::purge::PurgeRefusal;
use crate::html;
use crate::telegram::html::{Html, join};
use crate::telegram::message::Message;
use crate::telegram::texts::words::day_and_hour;

pub fn messages(notice: &Purge) -> Vec<Message> {
    let text = match notice {
        Purge::Preview { count, type_this } => join(
            [
                html!("<b>清除个人资料</b>"),
                gone("将永久删除", count),
                html!(
                    "成绩、名次、姓名、编号和裁判记录保留。删除后不能恢复，要给协会的名单请先 /export。"
                ),
                html!("确认请发：\n<code>/purge {}</code>", type_this),
            ],
            "\n\n",
        ),
        Purge::Done { count } => join(
            [
                gone("✅ 已删除", count),
                html!("正在清理磁盘上的残留，完成后会通知。自己另存的备份和导出的名单请自行删除。"),
            ],
            "\n",
        ),
        Purge::Nothing => html!("个人资料已经清除过了，没有剩下的。"),
        Purge::Scrubbed => {
            html!(
                "✅ 个人资料已从数据库、材料文件夹和迁移备份中彻底清除。以后只能凭姓名和出生日期认出同一个人。"
            )
        }
    };
    vec![Message::text(text)]
}

fn gone(verb: &str, gone: &Gone) -> Html {
    html!(
        "{}：{} 人的证件号、电话和监护人，{} 份材料，{} 份没填完的报名，{} 条已发消息的内容，{} 个账号的名字。",
        verb,
        gone.people,
        gone.papers,
        gone.drafts,
        gone.messages,
        gone.accounts
    )
}

pub fn refusal(refusal: &PurgeRefusal, config: &Config) -> Html {
    match refusal {
        PurgeRefusal::TooEarly { ends } => html!(
            "比赛{}才结束，现在还要用这些资料，没有清除。结束后再发 /purge。",
            day_and_hour(*ends, config)
        ),
        PurgeRefusal::Running { competition } => html!(
            "{}还没有下完（进行到哪里：/desk），个人资料还要用，没有清除。比赛中止、不再下的，请在服务器上运行 <code>qisai purge --force</code>。",
            competition.as_deref().unwrap_or("比赛")
        ),
        PurgeRefusal::NoEnd => html!(
            "规程里没有日程，不知道比赛何时结束，没有清除。请补上日程，或由管理服务器的人运行 qisai purge --force。"
        ),
        PurgeRefusal::Confirmation { wanted, typed } => html!(
            "“{}”与赛事简称不符，没有清除。确认请发：<code>/purge {}</code>",
            typed,
            wanted
        ),
    }
}
