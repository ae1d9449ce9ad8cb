//! The commands and the Chinese words for them.

use super::normal::normal;

/// What a typed command asks for. Latin for Telegram's menu, Chinese words that do the same when typed
/// alone in a private chat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verb {
    Start,
    Help,
    Register,
    Me,
    Pairings,
    Standings,
    Rules,
    Report,
    Withdraw,
    Cancel,
    Bind,
    Arbiter,
    Desk,
    Review,
    Invite,
    Add,
    Waiting,
    Fees,
    Close,
    Roster,
    Draw,
    Checkin,
    Pair,
    Publish,
    Result,
    Open,
    Late,
    Timetable,
    Prizes,
    Knockout,
    Unpublish,
    Why,
    Swap,
    Fix,
    Bye,
    Flip,
    Forbid,
    Absent,
    OwnTable,
    Orders,
    Verify,
    Rating,
    Ranking,
    Export,
    Backup,
    Purge,
    Announce,
    Foul,
    Warn,
    Expel,
    Record,
    Appeal,
    Sides,
    Journal,
    Undo,
}

/// Latin name, Chinese words, verb. The first Chinese word is the one shown to people.
pub const VERBS: &[(&str, &[&str], Verb)] = &[
    ("start", &["开始"], Verb::Start),
    ("help", &["帮助"], Verb::Help),
    ("register", &["报名"], Verb::Register),
    ("me", &["我的"], Verb::Me),
    ("pairings", &["对阵"], Verb::Pairings),
    ("standings", &["积分榜", "名次"], Verb::Standings),
    ("rules", &["规程"], Verb::Rules),
    ("report", &["报成绩"], Verb::Report),
    ("withdraw", &["退赛"], Verb::Withdraw),
    ("cancel", &["取消"], Verb::Cancel),
    ("bind", &["绑定"], Verb::Bind),
    ("arbiter", &["裁判码"], Verb::Arbiter),
    ("desk", &["裁判台"], Verb::Desk),
    ("review", &["审核"], Verb::Review),
    ("invite", &["邀请码"], Verb::Invite),
    ("add", &["代报"], Verb::Add),
    ("fees", &["费用"], Verb::Fees),
    ("waiting", &["候补"], Verb::Waiting),
    ("close", &["截止"], Verb::Close),
    ("roster", &["名单"], Verb::Roster),
    ("draw", &["抽签"], Verb::Draw),
    ("checkin", &["报到"], Verb::Checkin),
    ("pair", &["编排"], Verb::Pair),
    ("publish", &["公布"], Verb::Publish),
    ("result", &["成绩"], Verb::Result),
    ("open", &["未报"], Verb::Open),
    ("late", &["迟到"], Verb::Late),
    ("timetable", &["日程"], Verb::Timetable),
    ("prizes", &["奖励"], Verb::Prizes),
    ("knockout", &["淘汰赛"], Verb::Knockout),
    ("unpublish", &["撤回公布"], Verb::Unpublish),
    ("why", &["为何", "why"], Verb::Why),
    ("swap", &["换", "对换", "swap"], Verb::Swap),
    ("fix", &["定", "指定", "fix"], Verb::Fix),
    ("bye", &["轮空", "bye"], Verb::Bye),
    ("flip", &["换先", "flip"], Verb::Flip),
    ("forbid", &["回避", "forbid"], Verb::Forbid),
    ("absent", &["请假", "absent"], Verb::Absent),
    ("table", &["固定台次"], Verb::OwnTable),
    ("orders", &["编排指令"], Verb::Orders),
    ("ranking", &["名次规则"], Verb::Ranking),
    ("rating", &["等级分"], Verb::Rating),
    ("verify", &["验证", "验签"], Verb::Verify),
    ("sides", &["先后手"], Verb::Sides),
    ("journal", &["记录"], Verb::Journal),
    ("undo", &["撤销", "悔棋"], Verb::Undo),
    ("export", &["导出"], Verb::Export),
    ("backup", &["备份"], Verb::Backup),
    ("purge", &["清除资料"], Verb::Purge),
    ("announce", &["公告"], Verb::Announce),
    ("foul", &["犯规"], Verb::Foul),
    ("warn", &["警告"], Verb::Warn),
    ("expel", &["除名"], Verb::Expel),
    ("record", &["录谱"], Verb::Record),
    ("appeal", &["申诉"], Verb::Appeal),
];

/// What a message turns out to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Typed {
    /// A command and what stands behind it.
    Command(Verb, String),
    /// A command of this form that does not exist; the nearest that does.
    UnknownCommand(Option<&'static str>),
    /// A command addressed to another bot.
    ForAnotherBot,
    /// Anything else.
    Words(String),
}

/// Reads a message's text. `bot` is the bot's username without `@`.
pub fn read(text: &str, bot: &str) -> Typed {
    let trimmed = text.trim();
    if let Some(command) = trimmed.strip_prefix(['/', '／']) {
        let (head, rest) = command
            .split_once(char::is_whitespace)
            .unwrap_or((command, ""));
        let (name, addressee) = match head.split_once('@') {
            Some((name, addressee)) => (name, Some(addressee)),
            None => (head, None),
        };
        if addressee.is_some_and(|addressee| !addressee.eq_ignore_ascii_case(bot)) {
            return Typed::ForAnotherBot;
        }
        let name = normal(name);
        return match find(&name) {
            Some(verb) => Typed::Command(verb, rest.trim().to_owned()),
            None => Typed::UnknownCommand(nearest(&name)),
        };
    }
    let plain = normal(trimmed);
    let (head, rest) = plain.split_once(' ').unwrap_or((&plain, ""));
    if let Some((verb, rest)) = numbered(&plain) {
        return Typed::Command(verb, rest.to_owned());
    }
    match VERBS.iter().find(|(_, words, _)| words.contains(&head)) {
        // These are words of every day unless a number follows.
        Some((_, _, verb)) if needs_number(*verb) => Typed::Words(trimmed.to_owned()),
        // A Chinese word stands alone, or before an argument where its command takes one.
        Some((_, _, verb)) if rest.is_empty() || takes_argument(*verb) => {
            Typed::Command(*verb, rest.to_owned())
        }
        _ => Typed::Words(trimmed.to_owned()),
    }
}

/// The nearest command to a mistyped word, as shown to people.
pub fn nearest(word: &str) -> Option<&'static str> {
    VERBS
        .iter()
        .flat_map(|(latin, words, _)| std::iter::once(*latin).chain(words.iter().copied()))
        .map(|known| (strsim::normalized_damerau_levenshtein(known, word), known))
        .filter(|(likeness, _)| *likeness >= 0.5)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, known)| known)
}

fn find(name: &str) -> Option<Verb> {
    VERBS
        .iter()
        .find(|(latin, words, _)| latin.eq_ignore_ascii_case(name) || words.contains(&name))
        .map(|row| row.2)
}

/// A word that takes numbers, with or without a space before them: `换 3 7`, `定3-7`.
fn numbered(plain: &str) -> Option<(Verb, &str)> {
    let words = VERBS
        .iter()
        .filter(|row| needs_number(row.2) || may_touch_number(row.2));
    words
        .flat_map(|(_, words, verb)| words.iter().map(move |word| (*word, *verb)))
        .filter_map(|(word, verb)| Some((word, verb, plain.strip_prefix(word)?.trim_start())))
        .filter(|(_, _, rest)| {
            rest.trim_start_matches('第')
                .starts_with(|letter: char| letter.is_ascii_digit())
        })
        .max_by_key(|(word, _, _)| word.len())
        .map(|(_, verb, rest)| (verb, rest))
}

/// Its number may follow without a space; it stands alone too.
fn may_touch_number(verb: Verb) -> bool {
    matches!(
        verb,
        Verb::Why | Verb::Foul | Verb::Warn | Verb::Expel | Verb::Record
    )
}

fn needs_number(verb: Verb) -> bool {
    matches!(
        verb,
        Verb::Swap
            | Verb::Fix
            | Verb::Bye
            | Verb::Flip
            | Verb::Forbid
            | Verb::Absent
            | Verb::OwnTable
    )
}

fn takes_argument(verb: Verb) -> bool {
    matches!(
        verb,
        Verb::Pairings
            | Verb::Standings
            | Verb::Withdraw
            | Verb::Draw
            | Verb::Desk
            | Verb::Arbiter
            | Verb::Invite
            | Verb::Add
            | Verb::Result
            | Verb::Late
            | Verb::Timetable
            | Verb::Review
            | Verb::Why
            | Verb::Verify
            | Verb::Rating
            | Verb::Ranking
            | Verb::Prizes
            | Verb::Knockout
            | Verb::Purge
            | Verb::Export
            | Verb::Announce
            | Verb::Foul
            | Verb::Warn
            | Verb::Expel
            | Verb::Record
            | Verb::Appeal
            | Verb::Sides
            | Verb::Journal
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_read_as_meant() {
        let command = |verb, rest: &str| Typed::Command(verb, rest.to_owned());
        assert_eq!(read("/register", "qisai_bot"), command(Verb::Register, ""));
        assert_eq!(
            read(" /Result@Qisai_Bot 12 红胜", "qisai_bot"),
            command(Verb::Result, "12 红胜")
        );
        assert_eq!(
            read("/result@other_bot 12", "qisai_bot"),
            Typed::ForAnotherBot
        );
        assert_eq!(read("報名！", "qisai_bot"), command(Verb::Register, ""));
        assert_eq!(
            read("成绩　１２　紅勝", "qisai_bot"),
            command(Verb::Result, "12 红胜")
        );
        assert_eq!(
            read("/registr", "qisai_bot"),
            Typed::UnknownCommand(Some("register"))
        );
        assert_eq!(
            read("报名 怎么报", "qisai_bot"),
            Typed::Words("报名 怎么报".to_owned())
        );
        assert_eq!(read("换 3 7", "qisai_bot"), command(Verb::Swap, "3 7"));
        assert_eq!(read("换先５", "qisai_bot"), command(Verb::Flip, "5"));
        assert_eq!(read("定3-7", "qisai_bot"), command(Verb::Fix, "3-7"));
        assert_eq!(read("bye 12", "qisai_bot"), command(Verb::Bye, "12"));
        assert_eq!(read("為何 第5台", "qisai_bot"), command(Verb::Why, "第5台"));
        for everyday in ["bye", "bye!", "换", "定了", "请假 明天"] {
            assert_eq!(
                read(everyday, "qisai_bot"),
                Typed::Words(everyday.to_owned())
            );
        }
        assert_eq!(read("/", "qisai_bot"), Typed::UnknownCommand(None));
    }
}
