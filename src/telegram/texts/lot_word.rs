//! The public word of a knockout's round.

use super::refusal::role;
use super::words::numbers;
use crate::desk::knockout::LotWordRefusal;
use crate::desk::notice::LotWord;
use crate::html;
use crate::telegram::Message;
use crate::telegram::html::Html;

/// Of a match whose lot waits.
pub const AWAITED: &str = "等裁判长输入公开词";

/// How it is typed.
const FORM: &str = "/draw 您选的话";

pub fn phrase(notice: &LotWord) -> Vec<Message> {
    let text = match notice {
        LotWord::Wanted { round } => html!(
            "<b>{} 公开词</b>\n本轮抽签的承诺已公布在群里。请当众选一句话作为本轮公开词（一行，最多64字），发送：\n<code>{}</code>\n它和各场成绩一起定签，马上在群里公布，公布后不能更改。早些输入，各场到抽签时不用等。",
            round,
            FORM
        ),
        LotWord::Due { round, tables } => html!(
            "⚠️ <b>{} {}</b>：{} 台要抽签定先后手，下一局开不了。请马上发送：\n<code>{}</code>",
            round,
            AWAITED,
            numbers(tables),
            FORM
        ),
        LotWord::Published {
            round,
            word,
            by,
            role: held,
        } => {
            let gap = if by.is_empty() { "" } else { " " };
            html!(
                "<b>{}</b> 本轮公开词：<code>{}</code>\n由{}{}{}{}输入，不再更改。各场抽签的盐是“公开词 | 该场此前各局的结果”。",
                round,
                word,
                role(*held),
                gap,
                by,
                gap
            )
        }
        LotWord::Kept { round, word } => html!(
            "{}公开词已公布在群里：<code>{}</code>。等着抽签的各台已抽出先后手；以后到抽签时自动抽。",
            round,
            word
        ),
    };
    vec![Message::text(text)]
}

/// Above the commitments of a round.
pub fn commitments(round: &str, word: Option<&str>) -> Html {
    let salt = match word {
        None => html!(
            "盐是“本轮公开词 | 该场此前各局的结果”：公开词由裁判长在本消息之后当众选定、公布，签的结果现在谁也不知道。"
        ),
        Some(word) => html!(
            "盐是“本轮公开词 | 该场此前各局的结果”，公开词仍是已公布的 <code>{}</code>。",
            word
        ),
    };
    html!(
        "<b>{} 抽签承诺</b>\n可能要抽签定先后手的局，秘密已经定下，各自的 SHA-256 如下。{}",
        round,
        salt
    )
}

/// At the desk and in the list of open tables.
pub fn missing(round: &str, tables: &[u32]) -> Html {
    let waiting = match tables.is_empty() {
        true => html!("还没有输入，到抽签时会等"),
        false => html!("还没有输入，{} 台等着抽签", numbers(tables)),
    };
    html!("{}公开词{}：<code>{}</code>", round, waiting, FORM)
}

pub fn refusal(refusal: &LotWordRefusal) -> Html {
    match refusal {
        LotWordRefusal::TooEarly { round } => html!(
            "{}的抽签承诺还没有公布，现在不收公开词：先有承诺，后选公开词，抽签才可信。请先 /pair 公布这一轮。",
            round
        ),
        LotWordRefusal::NotNeeded { round } => {
            html!("{}没有要抽签的局，不用公开词。现在的情况：/desk。", round)
        }
        LotWordRefusal::Typed { round, word } => html!(
            "{}公开词已经公布：<code>{}</code>，不能更改。下一轮公布对阵后再选新的。",
            round,
            word
        ),
        LotWordRefusal::TableWaits { table } => html!(
            "{}台的下一局{}，抽出先后手才开局，没有更改。请编排长或裁判长发送 <code>{}</code>。要更正以前的局，请在 /knockout 里打开那一场。",
            *table,
            AWAITED,
            FORM
        ),
    }
}
