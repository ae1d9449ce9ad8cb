//! What a line of the journal states, in the field's terms.

use chrono::DateTime;

use super::early_draw::said_text;
use super::words::{self, day_and_hour};
use super::{penalty, person};
use crate::config::{Config, PenaltyKind};
use crate::desk::notice::{DrawSaid, JournalLine};
use crate::tournament::Outcome;

/// Values that lines state before and after; anything else is machinery and not shown.
const VALUES: &[(&str, &str)] = &[
    ("accepted", "报名成功"),
    ("review", "待审核"),
    ("review, papers asked for", "待补材料"),
    ("waiting", "候补"),
    ("offered", "递补待确认"),
    ("refused", "未通过"),
    ("withdrawn", "已退赛"),
    ("owed", "未缴费"),
    ("paid", "已缴费"),
    ("waived", "免费"),
    ("committee", "仲裁委员"),
    ("arbiter", "裁判员"),
    ("pairing_officer", "编排长"),
    ("chief", "裁判长"),
    ("red_win", "红胜"),
];

/// Reasons that the program writes; a person's own stand as they are.
const REASONS: &[(&str, &str)] = &[
    ("entry", "录入有误"),
    ("ruling", "裁判改判"),
    ("excused", "裁判改判，保留参赛资格"),
    ("kept in the event", "保留参赛资格"),
    ("appeal", "申诉成立"),
    ("undo", "撤销"),
    ("Ruled", "裁判裁定"),
    ("Agreed", "双方一致"),
    ("Conceded", "负方确认"),
    ("Unopposed", "期限内无异议"),
    ("Trusted", "胜方已报"),
    ("Penalty", "犯规判负"),
    ("Removal", "取消资格"),
    ("removal", "取消资格"),
    ("withdrawal", "退赛"),
    ("Struck", "处罚已撤销"),
    ("no complete pairing", "无法编排"),
];

/// Actions whose reason a person typed: it stands as it is, whatever letters it has.
const TYPED: [&str; 4] = [
    "appeal.file",
    "fee.waived",
    "penalty.give",
    "penalty.strike",
];

/// Of a text that somebody typed, in characters.
const LONGEST: usize = 60;

/// How it stood before and after.
pub fn before_and_after(line: &JournalLine, config: &Config) -> (Option<String>, Option<String>) {
    let stated = |written: &Option<String>| {
        let written = written.as_deref()?;
        value(&line.action, written, config)
    };
    (stated(&line.before), stated(&line.after))
}

/// Why, unless it is a note of the program's own.
pub fn reason_words(line: &JournalLine, reason: &str) -> Option<String> {
    let known = REASONS.iter().find(|(known, _)| *known == reason);
    if let Some((_, word)) = known {
        return Some((*word).to_owned());
    }
    // The machinery's own notes are ASCII; what people write in them is shown.
    let is_note = reason.is_ascii() && !TYPED.contains(&line.action.as_str());
    (!is_note).then(|| person::short(reason, 40))
}

fn value(action: &str, written: &str, config: &Config) -> Option<String> {
    match action {
        "announce" | "lot.word" => Some(person::short(written, LONGEST)),
        "appeal.decide" => verdict(written),
        "appeal.pay" | "appeal.return" => written
            .split_once(" yuan")
            .map(|yuan| yuan.0.to_owned() + " 元"),
        "appeal.undo" => word(
            &[
                ("not returned", "押金改回未退"),
                ("not decided", "改回未裁决"),
                ("not paid", "押金改回未收"),
            ],
            written,
        ),
        "absence.give" | "absence.take_back" => {
            let points = written.strip_prefix("leave Some(")?.strip_suffix(')')?;
            Some(format!("得 {points} 分"))
        }
        "checkin.close" => {
            let numbers = written.strip_prefix("removed [")?.strip_suffix(']')?;
            let numbers = numbers.replace(", ", "、");
            (!numbers.is_empty()).then(|| format!("未到 {numbers} 号"))
        }
        "draw.decide" => word(
            &[
                ("Stands", "成绩成立"),
                ("Lost", "双负"),
                ("Fouls", "成绩成立，记犯规"),
            ],
            written,
        ),
        "draw.moves" => {
            let all = [DrawSaid::Enough, DrawSaid::TooFew, DrawSaid::NotPlayed];
            let said = all
                .into_iter()
                .find(|said| format!("{said:?}") == written)?;
            Some(format!("说{}", said_text(said)))
        }
        "invite" => written
            .strip_suffix(" codes")
            .map(|count| format!("{count} 个")),
        "late.note" | "late.strike" => word(&[("Red", "红方"), ("Black", "黑方")], written),
        "penalty.give" | "penalty.strike" => punished(written),
        "rating.enter" => written.parse::<u32>().ok().map(|points| points.to_string()),
        "round.time" | "round.start" => {
            let at = DateTime::parse_from_rfc3339(written).ok()?;
            Some(day_and_hour(at.to_utc(), config))
        }
        "table.own" => written
            .strip_prefix("table ")
            .map(|table| format!("第{table}台")),
        _ => word(VALUES, written).or_else(|| outcome(written)),
    }
}

fn word(table: &[(&str, &str)], written: &str) -> Option<String> {
    let known = table.iter().find(|(known, _)| *known == written);
    known.map(|row| row.1.to_owned())
}

/// `Upheld: 改判和棋`
fn verdict(written: &str) -> Option<String> {
    let (verdict, text) = written.split_once(": ")?;
    let verdict = word(&[("Upheld", "成立"), ("Rejected", "驳回")], verdict)?;
    Some(format!("{verdict}：{}", person::short(text, LONGEST)))
}

/// `RedWin`, `Red says RedWin`
fn outcome(written: &str) -> Option<String> {
    let outcome = Outcome::ALL
        .into_iter()
        .find(|outcome| written.ends_with(&format!("{outcome:?}")))?;
    let by = match written.split_once(" says ") {
        Some(("Red", _)) => "红方报",
        Some(("Black", _)) => "黑方报",
        _ => "",
    };
    Some(format!("{by}{}", words::outcome(outcome)))
}

/// `foul 5.3, round 1 table 4`, `removal 5.1, games annulled`
fn punished(written: &str) -> Option<String> {
    let (kind, rest) = written.split_once(' ')?;
    let kind = match kind {
        "warning" => PenaltyKind::Warning,
        "foul" => PenaltyKind::Foul,
        "loss" => PenaltyKind::Loss,
        "removal" => PenaltyKind::Removal,
        _ => return None,
    };
    let mut told = penalty::kind(kind).to_owned();
    for more in rest.split(", ") {
        let numbers: Vec<u32> = more
            .split(' ')
            .filter_map(|part| part.parse().ok())
            .collect();
        match (more, numbers.as_slice()) {
            ("games stay", _) => told.push_str("，已赛成绩保留"),
            ("games annulled", _) => told.push_str("，已赛成绩作废"),
            ("games forfeited", _) => told.push_str("，已赛各局改判对手胜"),
            (place, [game]) if place.starts_with("match ") => {
                let at = place.split([' ', '-']).collect::<Vec<_>>();
                if let [_, round, table, ..] = at.as_slice() {
                    told.push_str(&format!("，淘汰赛第{round}轮第{table}台第{game}局"));
                }
            }
            (place, [round, table]) if place.starts_with("round ") => {
                told.push_str(&format!("，第{round}轮第{table}台"));
            }
            _ => {}
        }
    }
    Some(told)
}
