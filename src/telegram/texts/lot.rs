use super::words::player;
use crate::desk::notice::{Drawn, Lot, Verified, Verify};
use crate::html;
use crate::telegram::Message;
use crate::telegram::html::{Html, join};
use crate::telegram::message::pages;
use crate::tournament::lot::Purpose;

pub fn phrase(notice: &Lot) -> Vec<Message> {
    match notice {
        Lot::Committed {
            purpose,
            commitment,
            entries,
        } => {
            let head = html!(
                "<b>抽签承诺</b>　{}\n{}\n{}\n参加抽签：",
                name(purpose),
                meaning(purpose),
                promise(commitment)
            );
            let entries = entries.iter().map(|entry| html!("{}", entry));
            // Few to a line, so that a long list still breaks between lines.
            let lines: Vec<Html> = entries.collect::<Vec<_>>().chunks(3).map(row_of).collect();
            pages(&head, lines, &Html::default())
        }
        Lot::SaltWanted => vec![salt_wanted()],
        Lot::PlacesLevel { players } => {
            let head = html!(
                "<b>抽签定名次</b>　下列 {} 人各项比较都相同，名次由抽签决定。\n下一步：/draw 公布承诺，再带上您选的一句话抽签。",
                players.len()
            );
            pages(&head, players.iter().map(player), &Html::default())
        }
        Lot::PlacesDrawn { players } => vec![Message::text(html!(
            "抽签完成，{} 人的名次已定，新的名次已公布在群里。",
            *players
        ))],
        Lot::Drawn {
            purpose,
            commitment,
            secret,
            salt,
            rows,
        } => {
            let head = html!("<b>抽签结果</b>　{}\n{}", name(purpose), meaning(purpose));
            published(&head, "签号", [commitment, secret, salt], rows)
        }
    }
}

fn row_of(entries: &[Html]) -> Html {
    join(entries.iter().cloned(), "、")
}

/// The commitment, and what it is for.
pub fn promise(commitment: &str) -> Html {
    html!(
        "秘密已经定下，它的 SHA-256 现在公布，之后不能再改：\n承诺 <code>{}</code>\n裁判长将在此之后当众说出一句“盐”，秘密与盐一起决定结果，任何人都可以复算。",
        commitment
    )
}

/// To the arbiter, after the commitment.
pub fn salt_wanted() -> Message {
    Message::text(html!(
        "承诺已公布在群里。现在请当众选一句话作为盐（最多64字），发送：\n<code>/draw 您选的话</code>"
    ))
}

/// All it takes to recompute a lot: commitment, secret, salt, then a line for each number.
pub fn published(
    title: &Html,
    number: &str,
    [commitment, secret, salt]: [&str; 3],
    rows: &[Drawn],
) -> Vec<Message> {
    let head = html!(
        "{}\n承诺 <code>{}</code>\n秘密 <code>{}</code>\n盐 <code>{}</code>\n{} 报名号 姓名",
        title,
        commitment,
        secret,
        salt,
        number
    );
    let foot = html!(
        "复算：回复本消息发 /verify，或转发给我私聊；也可存成文件，运行 <code>qisai verify-draw 文件</code>"
    );
    pages(&head, rows.iter().map(row), &foot)
}

/// A line of a published lot.
pub fn row(drawn: &Drawn) -> Html {
    html!("{} {} {}", drawn.no, drawn.id, drawn.name)
}

fn name(purpose: &Purpose) -> &'static str {
    match purpose {
        Purpose::StartNumbers => "参赛编号",
        Purpose::Rating => "等级分相同者的先后",
        Purpose::Ranking { .. } => "名次",
        Purpose::Sides { .. } => "先后手",
    }
}

/// The game whose sides were drawn, as the lot is called: `knockout/1/3/4/1`.
fn which(purpose: &Purpose) -> Html {
    let Purpose::Sides { games } = purpose else {
        return Html::default();
    };
    let parts: Vec<&str> = games.split('/').collect();
    match parts.as_slice() {
        ["knockout", round, table, game, ..] => {
            html!("：淘汰赛第{}轮 {}台 第{}局", *round, *table, *game)
        }
        _ => Html::default(),
    }
}

fn meaning(purpose: &Purpose) -> &'static str {
    match purpose {
        Purpose::StartNumbers => "编号由电脑抽签决定。",
        Purpose::Rating => "等级分相同的棋手，签号小的编号在前。",
        Purpose::Ranking { .. } => "各项比较都相同的棋手，签号小的名次在前。",
        Purpose::Sides { .. } => "同一局的两人，签号小的执红先走。",
    }
}

pub fn verify(notice: &Verify) -> Vec<Message> {
    let text = match notice {
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
        Verify::Missing { label } => html!(
            "读不出：没有以“{}”开头的一行。请完整转发或粘贴群里“抽签结果”的消息。",
            label
        ),
        Verify::NoSecret => html!("读不出：“秘密”应是 64 位十六进制数字。请完整转发或粘贴。"),
        Verify::NumberMissing { number } => html!(
            "号码 {} 缺少或重复。消息分成几条的，请把各条依次粘贴在一起再发。",
            *number
        ),
        Verify::NoNumbers => html!("读不出：没有“号码 报名号 姓名”的行。请完整转发或粘贴。"),
    };
    vec![Message::text(text)]
}

fn right(verified: &Verified) -> Html {
    let count = if verified.numbers < verified.of {
        html!(
            "这一部分的 {} 个号码（全部 {} 个）",
            verified.numbers,
            verified.of
        )
    } else {
        html!("{} 个号码", verified.numbers)
    };
    let whose = match &verified.purpose {
        Some(purpose) => html!(
            "是本赛事的抽签（{}{}），姓名与报名一致。",
            name(purpose),
            which(purpose)
        ),
        None => html!("注意：本赛事没有发布过这个承诺，这不是本赛事的抽签。"),
    };
    let red = verified.red.as_ref();
    let red = red.map_or(Html::default(), |red| html!("\n执红：{}", red));
    let word = verified.word.as_ref().map_or(Html::default(), |word| {
        html!("\n本轮公布的公开词是不是：\n<code>{}</code>", word)
    });
    html!(
        "<b>相符</b>：{}都由秘密与盐算出。{}{}\n请再核对，抽签之前公布的承诺是不是：\n<code>{}</code>{}",
        count,
        whose,
        red,
        verified.commitment,
        word
    )
}
