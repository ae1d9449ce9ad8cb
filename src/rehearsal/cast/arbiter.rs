//! What the arbiters do when the bot writes to them.

use super::persona::{Cast, Walk};
use super::reading::{self, number_after, number_between};
use super::seats;
use super::truth;
use crate::rehearsal::{Act, Message, World, WorldError};
use crate::tournament::Outcome;

/// The acts with which an arbiter answers a message.
pub fn react(
    world: &World,
    cast: &Cast,
    arbiter: i64,
    message: &Message,
) -> Result<Vec<Act>, WorldError> {
    let text = message.text.as_str();
    let tap = |label: &str| {
        vec![Act::Taps {
            message: message.id,
            button: label.to_owned(),
        }]
    };
    if message.button("通过").is_some() {
        return Ok(if is_bad(cast, text) {
            tap("不通过")
        } else {
            tap("通过")
        });
    }
    if arbiter != cast.chief {
        return Ok(Vec::new());
    }
    if message.button(REASON).is_some() {
        return Ok(tap(REASON));
    }
    for label in [
        "确认公布",
        "仍然公布",
        "破例公布",
        "确认定位",
        // Games last no time here: every one would be too short.
        "和棋成立",
        "成绩成立",
    ] {
        if message.button(label).is_some() {
            return Ok(tap(label));
        }
    }
    // No-shows forfeit, however early it is here, and are out where the event says so.
    if (text.contains("除名还是保留") || text.contains("仍判弃权"))
        && let Some(removes) = message.buttons.iter().flatten().next()
    {
        return Ok(tap(&removes.label));
    }
    if text.contains("一码一人") {
        let key = seats::codes_key(cast.competition_of(text));
        let before = world.note(&key)?.unwrap_or_default();
        let mut codes: Vec<&str> = before.split_whitespace().collect();
        codes.extend(text.lines().filter(|line| is_code(line)));
        let value = codes.join(" ");
        return Ok(vec![Act::Note { key, value }]);
    }
    if text.contains("作为本轮公开词") {
        return Ok(vec![Act::Says("/draw 马跳日，象走田".to_owned())]);
    }
    if text.contains("请裁判定") {
        let choice = message.buttons.iter().flatten().next_back();
        return Ok(choice.map_or_else(Vec::new, |black| tap(&black.label)));
    }
    let count = |what: &str| -> Result<Vec<Act>, WorldError> {
        let key = seats::counted_key(what, cast.competition_of(text));
        let before: u32 = world
            .note(&key)?
            .and_then(|text| text.parse().ok())
            .unwrap_or(0);
        let value = (before + 1).to_string();
        Ok(vec![Act::Note { key, value }])
    };
    if text.contains("已公布，共") && text.contains("每场情况") {
        return count("begun");
    }
    if text.contains("下一轮：/pair") || text.contains("全部名次已定") {
        return count("matched");
    }
    if message.button("公布").is_some() {
        return Ok(tap("公布"));
    }
    if text.contains("已公布，共")
        && let Some(round) = number_between(text, "第", "轮")
    {
        return Ok(vec![Act::Note {
            key: seats::published_key(cast.competition_of(text)),
            value: round.to_string(),
        }]);
    }
    if text.contains("成绩争议")
        && let Some(outcome) = truth_of(world, cast, text)?
    {
        let label = match outcome {
            Outcome::RedWin | Outcome::BlackForfeit => "红胜",
            Outcome::BlackWin | Outcome::RedForfeit => "黑胜",
            Outcome::Draw => "和",
            Outcome::BothLose => "双负",
            Outcome::BothForfeit => "双弃",
        };
        return Ok(tap(label));
    }
    Ok(Vec::new())
}

/// Why a paper is not accepted.
const REASON: &str = "材料不能证明符合参赛资格";

fn is_code(line: &str) -> bool {
    line.len() == 8
        && line
            .chars()
            .all(|letter| letter.is_ascii_uppercase() || letter.is_ascii_digit())
}

fn is_bad(cast: &Cast, text: &str) -> bool {
    cast.people
        .iter()
        .any(|person| person.walk == Walk::BadPaper && text.contains(&person.name))
}

/// `第3轮 第5台 红 12 张三 — 黑 7 李四`
fn truth_of(world: &World, cast: &Cast, text: &str) -> Result<Option<Outcome>, WorldError> {
    let competition = cast.competition_of(text);
    let (Some(round), Some(red), Some(black)) = (
        reading::round(text, &cast.rungs(competition)),
        number_after(text, "台 红 ").or_else(|| number_after(text, "局 红 ")),
        number_after(text, "— 黑 "),
    ) else {
        return Ok(None);
    };
    let red = seats::by_number(world, cast, competition, red)?;
    let black = seats::by_number(world, cast, competition, black)?;
    Ok(red
        .zip(black)
        .map(|(red, black)| truth::outcome(cast, round, red, black)))
}
