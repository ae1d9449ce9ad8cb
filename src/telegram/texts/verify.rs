//! What recomputing a lot came to.

use super::lot::{name, which};
use crate::desk::notice::{OneLot, Verified, Verify};
use crate::html;
use crate::telegram::Message;
use crate::telegram::html::Html;
use crate::telegram::message::pages;
use crate::tournament::lot::PublishedFault;

pub fn phrase(notice: &Verify) -> Vec<Message> {
    let Verify::Several { lots, left } = notice else {
        return vec![Message::text(verdict(notice))];
    };
    let rows = (1_usize..).zip(lots).map(|(no, lot)| row(no, lot));
    let foot = match *left {
        0 => html!("请再核对各承诺是不是抽签之前公布的。"),
        left => html!("后面还有 {} 份没有验算，请分开发。", left),
    };
    let head = html!("<b>验算抽签</b>　共 {} 份：", lots.len() + left);
    pages(&head, rows, &foot)
}

fn verdict(notice: &Verify) -> Html {
    match notice {
        Verify::How => html!(
            "验算抽签：在群里回复“抽签结果”那条消息发 /verify，或把它转发（粘贴）到与我的私聊。承诺、秘密、盐和编号都在那条消息里，谁都可以复算。"
        ),
        Verify::Right(verified) => right(verified),
        Verify::OtherSecret => html!(
            "<b>不符</b>：秘密的 SHA-256 不是所写的承诺。请核对文字是否完整、有无改动；确实如此，请找裁判长。"
        ),
        Verify::OtherOrder => html!(
            "<b>不符</b>：由秘密与盐算出的号码与所写的不同。请核对文字是否完整、有无改动；确实如此，请找裁判长。"
        ),
        Verify::OtherSalt => html!(
            "<b>不符</b>：本赛事这次抽签用的是另一句盐。请核对文字是否完整、有无改动；确实如此，请找裁判长。"
        ),
        Verify::OtherHeadline => {
            html!("<b>不符</b>：标题写的执红者不是1号。抽签先出者执红；请核对文字有无改动。")
        }
        Verify::OtherName {
            no,
            id,
            written,
            registered,
        } => html!(
            "<b>不符</b>：{}号写的是“{}”，而报名号 {} 登记的是“{}”。号码由抽签算出，姓名以报名为准；请核对文字有无改动，抽签后改过姓名的请问裁判长。",
            *no,
            written,
            *id,
            registered
        ),
        Verify::Broken { fault } => html!("<b>读不出</b>：{}", broken(fault)),
        Verify::Several { .. } => Html::default(),
    }
}

/// One of several in a line of its own.
fn row(no: usize, lot: &OneLot) -> Html {
    let digits: String = lot
        .commitment
        .iter()
        .flat_map(|all| all.chars().take(8))
        .collect();
    let promise = match digits.is_empty() {
        true => Html::default(),
        false => html!("承诺 <code>{}</code>… ", digits),
    };
    let verdict = match &lot.verdict {
        Verify::Right(right) => {
            let red = right.red.as_ref();
            let red = red.map_or(Html::default(), |red| html!("执红：{}。", red));
            html!("<b>相符</b>，{}。{}{}", count(right), red, whose(right))
        }
        other => verdict(other),
    };
    html!("{}. {}{}", no, promise, verdict)
}

/// Why a text is no lot that can be recomputed, and what to do.
pub fn broken(fault: &PublishedFault) -> Html {
    match fault {
        PublishedFault::Missing(label) => html!(
            "没有以“{}”开头的一行。请完整转发或粘贴群里“抽签结果”的消息。",
            label.word()
        ),
        PublishedFault::Digits {
            label,
            line,
            digits,
        } => html!(
            "第{}行“{}”应是 64 位十六进制数字，这里有 {} 个字符，可能断行或漏字。请重新复制整条消息。",
            *line,
            label.word(),
            *digits
        ),
        PublishedFault::Contradiction { label, line } => html!(
            "第{}行的“{}”与前面同一承诺下的不同。请只粘贴机器人发的原文。",
            *line,
            label.word()
        ),
        PublishedFault::Line { line } => html!(
            "第{}行不该在这里，或者上一行断开了。请重新复制整条消息。",
            *line
        ),
        PublishedFault::Headline { line } => html!(
            "第{}行的标题认不出谁执红。请粘贴机器人发的原文，如“1台 第3局 抽签：张三 执红”。",
            *line
        ),
        PublishedFault::Headlines { line } => html!(
            "第{}行的标题与前面的标题写的执红者不同。请只粘贴机器人发的原文。",
            *line
        ),
        PublishedFault::Number(number) => html!(
            "号码 {} 缺少。消息分成几条的，请把各条依次粘贴在一起再发。",
            *number
        ),
        PublishedFault::NumberTwice(number) => html!(
            "号码 {} 有两行，内容不同。请只粘贴机器人发的原文。",
            *number
        ),
        PublishedFault::RegistrationTwice(id) => {
            html!("报名号 {} 有两个号码。请只粘贴机器人发的原文。", *id)
        }
        PublishedFault::Surplus { of, found } => html!(
            "这次抽签只有 {} 人，却有号码 {}。请只粘贴机器人发的原文。",
            *of,
            *found
        ),
        PublishedFault::NoNumbers => {
            html!("没有“号码 报名号 姓名”的行。请完整转发或粘贴。")
        }
        PublishedFault::Several(lots) => html!("这里有 {} 份抽签，请分开验算。", *lots),
    }
}

fn right(verified: &Verified) -> Html {
    let red = verified.red.as_ref();
    let red = red.map_or(Html::default(), |red| html!("\n执红：{}", red));
    let word = verified.word.as_ref().map_or(Html::default(), |word| {
        html!("\n本轮公布的公开词是不是：\n<code>{}</code>", word)
    });
    html!(
        "<b>相符</b>：{}都由秘密与盐算出。{}{}\n请再核对，抽签之前公布的承诺是不是：\n<code>{}</code>{}",
        count(verified),
        whose(verified),
        red,
        verified.commitment,
        word
    )
}

fn count(verified: &Verified) -> Html {
    if verified.numbers < verified.of {
        html!(
            "这一部分的 {} 个号码（全部 {} 个）",
            verified.numbers,
            verified.of
        )
    } else {
        html!("{} 个号码", verified.numbers)
    }
}

fn whose(verified: &Verified) -> Html {
    match &verified.purpose {
        Some(purpose) => html!(
            "是本赛事的抽签（{}{}），姓名与报名一致。",
            name(purpose),
            which(purpose)
        ),
        None => html!("注意：本赛事没有发布过这个承诺，这不是本赛事的抽签。"),
    }
}
