use crate::config::Config;
use crate::desk::notice::Membership;
use crate::html;
use crate::telegram::message::Message;

pub fn messages(membership: &Membership, config: &Config) -> Vec<Message> {
    let html = match membership {
        Membership::Joined => html!(
            "大家好，我是「{}」的比赛机器人。请裁判长在本群发 /bind，比赛消息就会发到这里。",
            config.event.short_name
        ),
        Membership::GroupShut => html!(
            "⚠️ 比赛群现在发不进消息：我被移出了群，或没有发言权限。比赛照常，选手仍会收到私聊通知。请把我加回群并允许发言，恢复后会自动补发。"
        ),
        Membership::GroupOpen => html!("比赛群恢复了，没发出的消息正在补发。"),
        Membership::TopicGone => html!(
            "比赛群里绑定的话题不在了或已关闭，消息改发到群的主话题。要换话题，请裁判长在那个话题里发 /bind。"
        ),
        Membership::Undelivered {
            account,
            name,
            username,
            players,
        } => {
            let who = match username {
                Some(username) => format!("{name}（@{username}）"),
                None => name.clone(),
            };
            let who = html!("<a href=\"tg://user?id={}\">{}</a>", *account, who);
            if players.is_empty() {
                html!(
                    "⚠️ 私聊通知不到{}：对方没有打开或屏蔽了机器人。请另行联系。",
                    who
                )
            } else {
                html!(
                    "⚠️ 私聊通知不到{}（选手：{}）：对方没有打开或屏蔽了机器人。请另行联系。",
                    who,
                    players.join("、")
                )
            }
        }
    };
    vec![Message::text(html)]
}
