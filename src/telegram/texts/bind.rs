use crate::config::Config;
use crate::desk::notice::Bind;
use crate::html;
use crate::telegram::message::Message;

pub fn messages(bind: &Bind, config: &Config) -> Vec<Message> {
    let event = &config.event.short_name;
    let place = |in_topic: bool| {
        if in_topic {
            "本群的这个话题"
        } else {
            "本群"
        }
    };
    let html = match bind {
        Bind::Bound { in_topic } => html!(
            "{}已绑定为「{}」的比赛群，名单、对阵、成绩都会发到这里。\n报名请发 /register。\n裁判长：请把我设为管理员，我才能看到“5台红胜”这样的成绩。",
            place(*in_topic),
            event
        ),
        Bind::Already { in_topic } => {
            html!(
                "{}已经是「{}」的比赛群，不用再绑定。",
                place(*in_topic),
                event
            )
        }
        Bind::Elsewhere => html!(
            "「{}」现在绑定在另一个群。要改到本群，请在这里再发一次 /bind；不改就不用管。",
            event
        ),
        Bind::Left => html!(
            "「{}」已改到另一个群，本群不再收到比赛消息。请联系裁判长了解新群。",
            event
        ),
    };
    vec![Message::text(html)]
}
