use crate::desk::announce::{AnnounceRefusal, LONGEST};
use crate::desk::notice::Announce;
use crate::html;
use crate::telegram::html::Html;
use crate::telegram::message::{Button, Message};
use crate::telegram::tap::Tap;

pub fn messages(notice: &Announce) -> Vec<Message> {
    let message = match notice {
        Announce::Preview { text, number } => {
            let number = *number;
            Message::text(html!("群里将看到：\n\n{}", announcement(text)))
                .row([
                    Button::tap("发布", Tap::Announce { number, pin: false }),
                    Button::tap("发布并置顶", Tap::Announce { number, pin: true }),
                ])
                .row([Button::tap("不发", Tap::DropAnnouncement { number })])
        }
        Announce::Text { text, pin } => Message {
            pin: *pin,
            ..Message::text(announcement(text))
        },
        Announce::Sent { pin: false } => Message::text(html!("公告发到群里了。")),
        Announce::Sent { pin: true } => Message::text(html!("公告发到群里，并置顶。")),
        Announce::Dropped => Message::text(html!("没有发布。")),
        Announce::NotPinned => Message::text(html!(
            "公告已发到群里，但没能置顶：请把我设为群管理员并允许置顶消息，或由管理员手动置顶。"
        )),
    };
    vec![message]
}

pub fn refusal(refusal: &AnnounceRefusal) -> Html {
    match refusal {
        AnnounceRefusal::Empty => {
            html!(
                "公告要写内容，例如：\n<code>/announce 第4轮改为14:00开赛</code>\n发出前会先给您看。"
            )
        }
        AnnounceRefusal::TooLong { length } => html!(
            "公告有 {} 个字，最多 {} 个，没有发布。请缩短，或分成几条。",
            *length,
            LONGEST
        ),
    }
}

fn announcement(text: &str) -> Html {
    html!("📢 <b>公告</b>\n{}", text)
}
