//! One line of a pasted lot: what it is, told from its words alone.

use super::PastedRow;
use super::letters::plain;
use super::published_fault::Label;
use crate::tournament::PersonName;

/// What a line is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Line {
    Blank,
    /// `承诺 …`, `秘密 …`, `盐 …`, and what stands behind.
    Labelled(Label, String),
    /// `12 34 张三`
    Row(PastedRow),
    /// Who has red: `棋王决赛 1台 第7局 抽签：张三 执红`. `None`: it speaks of that, but not in these words.
    Headline(Option<String>),
    /// Above the rows: `编号 报名号 姓名（共 15 人）`, with how many they are.
    Columns(Option<u64>),
    /// Below the rows: how it is recomputed. Of a lot for sides it begins with `先出者执红`.
    Foot {
        is_sides: bool,
    },
    Other(String),
}

/// Behind the name in a row may stand nothing; before it `12号 `.
const LONGEST_NAME: usize = PersonName::LONGEST + 8;

const LABELS: [Label; 3] = [Label::Commitment, Label::Secret, Label::Salt];

/// Signs with which programs mark what is quoted.
const QUOTING: [char; 7] = ['>', '＞', '|', '│', '┃', '*', '`'];

impl Line {
    /// `line`: without unseen letters.
    pub(super) fn read(line: &str) -> Line {
        if plain(line).is_empty() {
            return Line::Blank;
        }
        let line = line
            .trim_start_matches(|letter: char| letter.is_whitespace() || QUOTING.contains(&letter));
        let line = line.trim_end();
        let plain = plain(line);
        if let Some((label, value)) = LABELS.iter().find_map(|label| labelled(line, *label)) {
            return Line::Labelled(label, value);
        }
        if let Some(row) = row(line) {
            return Line::Row(row);
        }
        if plain.starts_with("先出者执红") {
            return Line::Foot { is_sides: true };
        }
        if plain.starts_with("复算") {
            return Line::Foot { is_sides: false };
        }
        if let Some((_, rest)) = plain.split_once("报名号姓名") {
            let of = rest
                .strip_prefix("(共")
                .and_then(|rest| rest.split_once('人'));
            return Line::Columns(of.and_then(|(of, _)| of.parse().ok()));
        }
        if is_of_sides(&plain) {
            return Line::Headline(red(line));
        }
        Line::Other(line.to_owned())
    }
}

/// Of a label with a value of digits the sign between them may be missing.
fn labelled(line: &str, label: Label) -> Option<(Label, String)> {
    let rest = line.strip_prefix(label.word())?;
    let is_colon = |letter: char| plain(letter.encode_utf8(&mut [0; 4])) == ":";
    let first = rest.chars().next();
    let is_parted = first.is_none_or(|first| {
        let digit = plain(first.encode_utf8(&mut [0; 4]));
        let is_digit = digit.chars().all(|digit| digit.is_ascii_hexdigit());
        first.is_whitespace() || is_colon(first) || (label != Label::Salt && is_digit)
    });
    if !is_parted {
        return None;
    }
    // A salt may itself begin with a colon.
    let value = match first {
        Some(first) if is_colon(first) => &rest[first.len_utf8()..],
        _ => rest,
    };
    let value = match label {
        Label::Salt => value.trim(),
        _ => value.trim_start_matches(|letter: char| letter.is_whitespace() || is_colon(letter)),
    };
    Some((label, value.to_owned()))
}

fn row(line: &str) -> Option<PastedRow> {
    let (no, rest) = line.split_once(char::is_whitespace)?;
    let (id, name) = rest.trim_start().split_once(char::is_whitespace)?;
    let name = name.trim();
    let is_name = (1..=LONGEST_NAME).contains(&name.chars().count());
    let (no, id) = (number(no)?, number(id)?);
    (is_name && no > 0).then(|| PastedRow {
        no,
        id,
        name: name.to_owned(),
    })
}

/// Digits of any width, and nothing else.
fn number(text: &str) -> Option<u64> {
    let digits = plain(text);
    let is_number = digits.chars().all(|digit| digit.is_ascii_digit());
    is_number.then(|| digits.parse().ok()).flatten()
}

/// Whether a line speaks of who has red by a lot. That of two the smaller number has it is no more than the rule.
fn is_of_sides(plain: &str) -> bool {
    let is_rule = plain.contains("签号小的执红");
    let names_side = ["执红", "执先", "执黑"]
        .iter()
        .any(|side| plain.contains(side));
    !is_rule && (names_side || (plain.contains("抽签") && plain.contains('执')))
}

/// `棋王决赛 1台 第7局 抽签：张三 执红`: the name.
fn red(line: &str) -> Option<String> {
    let plain = plain(line);
    let head = plain.trim_end_matches(['。', '.', '!', ';', ',', '、', '*', '`']);
    let head = head.strip_suffix("执红").or(head.strip_suffix("执先"))?;
    // The names of an event may hold the word, too.
    let (_, red) = ["局抽签:", "局抽签", "抽签:"]
        .iter()
        .find_map(|lead| head.split_once(lead))?;
    let is_name = !red.is_empty()
        && !["执红", "执先", "执黑"]
            .iter()
            .any(|side| red.contains(side));
    is_name.then(|| red.to_owned())
}
