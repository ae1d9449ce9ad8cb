//! Results as people type them. Each new variant is one word in the table here.

use super::normal::normal;
use crate::desk::report::{Named, Said as Meant};
use crate::tournament::Outcome;

/// What a result word means, from where the speaker sits or as the table stands.
#[rustfmt::skip]
const WORDS: &[(&[&str], Meaning)] = &[
    (
        &[
            "胜", "赢", "胜利", "获胜", "取胜", "胜出", "赢棋", "赢下", "胜棋", "拿下", "嬴",
            "我胜", "我赢", "我胜利", "我获胜", "我取胜", "我胜出", "我赢棋", "我方胜", "我方赢", "我方获胜",
            "我们赢", "我们胜", "我嬴", "赢了赢", "胜了胜",
            "对手认输", "对方认输", "对手输", "对方输", "对手负", "对方负", "对手投降", "对方投降",
            "win", "won", "i win", "i won", "i win the game", "i won the game", "i've won", "we won", "we win", "victory",
        ],
        Meaning::Said(Meant::IWon),
    ),
    (
        &[
            "负", "输", "认输", "认负", "告负", "输棋", "负棋", "投子", "投子认负",
            "对手赢", "对方赢", "对手胜", "对方胜", "输了输",
            "我负", "我输", "我认输", "我认负", "我告负", "我输棋", "我方负", "我方输", "我们输", "我投子",
            "loss", "lose", "lost", "i lose", "i lost", "we lost", "resign", "resigned", "i resign", "i resigned",
        ],
        Meaning::Said(Meant::ILost),
    ),
    (
        &[
            "和", "和棋", "和局", "平", "平局", "平手", "打平", "打和", "战平", "战和", "弈和", "下和", "下平",
            "议和", "言和", "握手言和", "双方和棋", "双和", "先和", "红先和", "协议和棋",
            "我和", "我平", "我和棋", "我们和", "我们平", "我们和棋", "我们打平",
            "draw", "drawn", "a draw", "it's a draw", "its a draw", "it is a draw", "1比1", "drew", "we drew", "tie", "1-1", "1:1", "1/2", "1/2-1/2", "0.5-0.5",
        ],
        Meaning::Said(Meant::Draw),
    ),
    (
        &[
            "红胜", "红赢", "红方胜", "红方赢", "红方获胜", "红获胜", "红棋胜", "红棋赢", "红方胜出", "红胜出",
            "红胜利", "红方胜利", "1比0", "2比0",
            "红先胜", "先胜", "先手胜", "后负", "后手负",
            "黑负", "黑输", "黑方负", "黑方输", "黑棋负", "黑棋输", "黑认输", "黑方认输", "黑方告负",
            "red", "red win", "red wins", "red won", "black lost", "black loses", "black resigned", "1-0", "2-0", "1:0", "2:0",
        ],
        Meaning::Said(Meant::Outcome(Outcome::RedWin)),
    ),
    (
        &[
            "黑胜", "黑赢", "黑方胜", "黑方赢", "黑方获胜", "黑获胜", "黑棋胜", "黑棋赢", "黑方胜出", "黑胜出",
            "黑胜利", "黑方胜利", "0比1", "0比2",
            "后胜", "后手胜", "先负", "先手负", "红先负",
            "红负", "红输", "红方负", "红方输", "红棋负", "红棋输", "红认输", "红方认输", "红方告负",
            "black", "black win", "black wins", "black won", "red lost", "red loses", "red resigned", "0-1", "0-2", "0:1", "0:2",
        ],
        Meaning::Said(Meant::Outcome(Outcome::BlackWin)),
    ),
    (
        &["红弃权", "红方弃权", "红弃", "red forfeits"],
        Meaning::Forfeit(Outcome::RedForfeit),
    ),
    (
        &["黑弃权", "黑方弃权", "黑弃", "black forfeits"],
        Meaning::Forfeit(Outcome::BlackForfeit),
    ),
    (
        &["双弃", "双弃权", "双方弃权", "both forfeit"],
        Meaning::Forfeit(Outcome::BothForfeit),
    ),
    (
        &["双负", "双方负", "双方判负", "双判负", "both lose", "both lost"],
        Meaning::BothLose,
    ),
    (&["未定", "待定", "undecided"], Meaning::Undecided),
];

/// Of the words above, those that may also be the score of a match.
const SCORES: &[&str] = &[
    "2比0", "0比2", "1比1", "1-1", "1:1", "2-0", "2:0", "0-2", "0:2",
];

/// What may stand around a result and says nothing of its own.
const FILLERS: &[&str] = &[
    "报成绩",
    "报告裁判",
    "谢谢裁判",
    "裁判辛苦",
    "谢谢",
    "多谢",
    "裁判",
    "这一局",
    "这一盘",
    "这局",
    "这盘",
    "比赛结果",
    "结果",
    "成绩",
    "汇报",
    "报告",
    "我在",
    "我们",
    "我方",
    "我",
    "本人",
    "本局",
    "是",
    "了",
    "啦",
];

/// Before and behind the number of a table or a round. The longer first.
const BEFORE_ROUND: &[&str] = &["round", "第", "r", ""];
const BEHIND_ROUND: &[&str] = &["轮"];
const BEFORE_GAME: &[&str] = &["game", "第", "g", ""];
const BEHIND_GAME: &[&str] = &["局", "盘"];
const BEFORE_TABLE: &[&str] = &[
    "on table", "at table", "on board", "at board", "table", "board", "台次", "台号", "第", "台",
    "桌", "t", "",
];
const BEHIND_TABLE: &[&str] = &["号台", "号桌", "台", "桌", "号", ""];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meaning {
    Said(Meant),
    /// Only an arbiter declares it.
    Forfeit(Outcome),
    /// Both have lost: only an arbiter decides so.
    BothLose,
    Undecided,
}

/// A result in words, understood.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Words {
    /// The round, where it is named.
    pub round: Option<u32>,
    pub table: Option<u32>,
    /// The game of a match, where it is named.
    pub game: Option<u32>,
    pub meaning: Meaning,
    /// Digits that are a match's score as well as a game's result: 2-0, 1-1.
    pub is_score: bool,
    /// Says `我`, so that it is meant for the bot even in the group.
    pub personal: bool,
}

impl Words {
    /// What they name besides the table.
    pub fn named(&self) -> Named {
        Named {
            round: self.round,
            game: self.game,
            is_score: self.is_score,
        }
    }
}

/// Reads `5台红胜`, `红胜 5台`, `第5台 黑胜`, `5 和`, `5: 1-0`, `第3轮5台红胜`, `我赢了`, `胜`.
pub fn read(text: &str) -> Option<Words> {
    let typed = plain(text);
    let mut found: Option<(usize, Words)> = None;
    for (words, meaning) in WORDS {
        for word in *words {
            for (at, _) in typed.match_indices(word) {
                let (before, behind) = (&typed[..at], &typed[at + word.len()..]);
                if !stands_apart(before, word, behind) {
                    continue;
                }
                let Some(place) = Place::read(before, behind) else {
                    continue;
                };
                // The longest word that leaves only numbers: 红胜 before 胜.
                if found.is_none_or(|(length, _)| word.len() > length) {
                    // 我和 begins many a sentence.
                    let speaks = ["我", "i ", "i'", "we "];
                    let personal = typed != "我和"
                        && speaks.iter().any(|one| typed.starts_with(one))
                        || word.starts_with('我') && *word != "我和";
                    let read = Words {
                        round: place.round,
                        table: place.table,
                        game: place.game,
                        meaning: *meaning,
                        is_score: SCORES.contains(word),
                        personal,
                    };
                    found = Some((word.len(), read));
                }
            }
        }
    }
    found.map(|(_, words)| words)
}

/// Whether a group message is a report, meant for the bot.
pub fn is_for_the_bot(text: &str) -> bool {
    read(text).is_some_and(|words| words.table.is_some() || words.personal)
}

/// What the opponent types instead of pressing a button: agrees, or objects.
pub fn answer(text: &str) -> Option<bool> {
    const AGREED: &[&str] = &[
        "确认",
        "同意",
        "认可",
        "承认",
        "属实",
        "无异议",
        "没有异议",
        "没问题",
        "对",
        "对的",
        "是",
        "是的",
        "正确",
        "yes",
        "confirm",
        "agree",
        "agreed",
        "ok",
    ];
    const OBJECTED: &[&str] = &[
        "异议",
        "有异议",
        "不同意",
        "不对",
        "不属实",
        "反对",
        "不是",
        "不正确",
        "有问题",
        "错",
        "no",
        "object",
        "disagree",
    ];
    let typed = plain(text);
    if AGREED.contains(&typed.as_str()) {
        Some(true)
    } else if OBJECTED.contains(&typed.as_str()) {
        Some(false)
    } else {
        None
    }
}

/// The text without what people put around their words: particles, exclamations, pictures.
fn plain(text: &str) -> String {
    let typed = normal(text).to_lowercase();
    let typed: String = typed
        .chars()
        .map(|letter| match letter {
            '–' | '—' | '−' | '‐' | '‑' => '-',
            '⁄' | '∕' => '/',
            '嬴' => '赢',
            other => other,
        })
        .collect();
    let is_around = |letter: char| !letter.is_alphanumeric();
    let is_behind = |letter: char| is_around(letter) || "了啦呀啊哦哈耶嘞咯喽呢嘿".contains(letter);
    typed
        .trim_start_matches(is_around)
        .trim_end_matches(is_behind)
        .to_owned()
}

/// A score stands apart from other digits, a Latin word from other letters: 11-0 is no table 1.
fn stands_apart(before: &str, word: &str, behind: &str) -> bool {
    let runs_on = |one: Option<char>, other: Option<char>| {
        let both =
            |is: fn(&char) -> bool| one.as_ref().is_some_and(is) && other.as_ref().is_some_and(is);
        both(char::is_ascii_digit) || both(char::is_ascii_alphabetic)
    };
    let mut next = behind.chars();
    let first = next.next();
    // 2:0-1 is 0-1 at table 2.
    let goes_on = first.is_some_and(|letter| "-:/".contains(letter))
        && runs_on(word.chars().last(), next.next());
    !runs_on(before.chars().last(), word.chars().next())
        && !runs_on(word.chars().last(), first)
        && !goes_on
}

/// The numbers beside a result word.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Place {
    round: Option<u32>,
    table: Option<u32>,
    game: Option<u32>,
}

/// What a number counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Counts {
    Round,
    Table,
    Game,
}

impl Place {
    /// `None` when anything else stands there.
    fn read(before: &str, behind: &str) -> Option<Place> {
        let mut place = Place::default();
        for text in [before, behind] {
            let mut rest = text;
            loop {
                rest =
                    rest.trim_start_matches([' ', ':', ',', '。', '、', '-', '.', ';', '(', ')']);
                if rest.is_empty() {
                    break;
                }
                if let Some(after) = FILLERS.iter().find_map(|filler| rest.strip_prefix(filler)) {
                    rest = after;
                    continue;
                }
                let (number, counts, after) = numbered(rest)?;
                let slot = match counts {
                    Counts::Round => &mut place.round,
                    Counts::Table => &mut place.table,
                    Counts::Game => &mut place.game,
                };
                if slot.replace(number).is_some() {
                    return None;
                }
                rest = after;
            }
        }
        Some(place)
    }
}

/// The table, round or game that `text` begins with: its number, what it counts, and what follows.
fn numbered(text: &str) -> Option<(u32, Counts, &str)> {
    let read = |befores: &[&'static str], behinds: &[&'static str]| {
        befores.iter().find_map(|before| {
            let rest = text.strip_prefix(before)?.trim_start();
            let (number, is_chinese, rest) = number(rest)?;
            let trimmed = rest.trim_start();
            let behind = behinds.iter().find(|behind| {
                let rest = if behind.is_empty() { rest } else { trimmed };
                rest.starts_with(**behind)
            })?;
            // 一 and 二 are numbers only where it is said of what.
            if is_chinese && before.is_empty() && behind.is_empty() {
                return None;
            }
            let rest = if behind.is_empty() { rest } else { trimmed };
            Some((number, rest.strip_prefix(behind)?))
        })
    };
    let is_latin_round = text.starts_with("round") || text.starts_with('r');
    let behind_round: &[&'static str] = if is_latin_round { &[""] } else { BEHIND_ROUND };
    if let Some((number, rest)) = read(BEFORE_ROUND, behind_round) {
        return Some((number, Counts::Round, rest));
    }
    let is_latin_game = text.starts_with("game") || text.starts_with('g');
    let behind_game: &[&'static str] = if is_latin_game { &[""] } else { BEHIND_GAME };
    if let Some((number, rest)) = read(BEFORE_GAME, behind_game) {
        return Some((number, Counts::Game, rest));
    }
    read(BEFORE_TABLE, BEHIND_TABLE).map(|(number, rest)| (number, Counts::Table, rest))
}

/// A number from 1 in digits or in Chinese up to 99, whether it is in Chinese, and what follows it.
fn number(text: &str) -> Option<(u32, bool, &str)> {
    let digits = text
        .find(|letter: char| !letter.is_ascii_digit())
        .unwrap_or(text.len());
    if digits > 0 {
        let number = text
            .get(..digits)?
            .parse()
            .ok()
            .filter(|number| *number > 0)?;
        return Some((number, false, text.get(digits..)?));
    }
    let value = |letter: char| "一二三四五六七八九".chars().position(|one| one == letter);
    let end = text
        .find(|letter| letter != '十' && value(letter).is_none())
        .unwrap_or(text.len());
    let (written, rest) = text.split_at_checked(end)?;
    let digit = |text: &str| -> Option<u32> {
        let mut letters = text.chars();
        let only = value(letters.next()?)?;
        letters
            .next()
            .is_none()
            .then_some(u32::try_from(only).ok()? + 1)
    };
    let number = match written.split_once('十') {
        None => digit(written)?,
        Some((tens, ones)) => {
            let tens = if tens.is_empty() { 1 } else { digit(tens)? };
            let ones = if ones.is_empty() { 0 } else { digit(ones)? };
            tens * 10 + ones
        }
    };
    Some((number, true, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    const RED: Meaning = Meaning::Said(Meant::Outcome(Outcome::RedWin));
    const BLACK: Meaning = Meaning::Said(Meant::Outcome(Outcome::BlackWin));
    const DRAW: Meaning = Meaning::Said(Meant::Draw);
    const WON: Meaning = Meaning::Said(Meant::IWon);
    const LOST: Meaning = Meaning::Said(Meant::ILost);

    #[test]
    fn results_are_understood_as_people_type_them() {
        #[rustfmt::skip]
        let table: &[(&[&str], Option<u32>, Meaning)] = &[
            (&["胜", "赢", "我赢", "我赢了", "我赢了！", "我贏了", "赢啦", "赢了！！！", "赢咯", "我赢了耶～",
               "我赢了🎉", "胜。", "勝", "我勝", "勝了", "获胜", "我方胜", "我们赢了", "报成绩：我赢了", "本人胜",
               "Win", "WIN!", "win", "won", "I won", "i win", "I won!", "ｗｉｎ", "Victory"], None, WON),
            (&["负", "输", "輸了", "負", "我输了", "我认输", "认输", "認輸", "认负", "lost", "I lost", "I lost.",
               "lose", "loss", "resigned", "I resign"], None, LOST),
            (&["和", "和了", "和棋", "和棋。", "和局", "平", "平局", "平了", "平手", "打平", "握手言和", "我们和棋",
               "draw", "Draw!", "drawn", "a draw", "we drew", "tie", "½-½", "1/2-1/2", "1-1", "1：1"], None, DRAW),
            (&["红胜", "紅勝", "红方胜", "红方获胜", "红赢了", "黑负", "黑方认输", "先胜", "红先胜",
               "1-0", "1–0", "１－０", "1:0", "2-0", "red wins", "Red won", "black lost"], None, RED),
            (&["黑胜", "黑勝", "黑方贏", "红负", "紅負", "红方认输", "先负", "0-1", "0：1", "black wins", "Black won!",
               "red resigned"], None, BLACK),
            (&["5台红胜", "红胜 5台", "红胜5台", "第5台红胜", "第5台 红胜", "第 5 台 红胜", "5 红胜", "5红胜", "5号台红胜",
               "5桌红胜", "5號檯紅勝", "５臺　紅勝", "台次5 红胜", "台5红胜", "第五台红胜", "五台红胜", "5: 1-0", "5：1—0", "5:2-0", "5-1-0",
               "5台 1:0", "1-0 5台", "5台红方胜了", "红方胜，5台", "5台，红胜！", "table 5 red wins", "Table 5: Red won",
               "T5 1-0", "5台黑负", "成绩 5 红胜", "5台结果是红胜"], Some(5), RED),
            (&["第5台 黑胜", "５臺　黑勝", "5：０－１", "黑胜 第5台啦", "5台红认输", "table 5 0-1"], Some(5), BLACK),
            (&["5 和", "5台和", "5台和棋", "第5台平局", "和棋 5台", "5台打平了", "5 draw", "table 5 draw"], Some(5), DRAW),
            (&["5台我赢了", "我5台赢了", "我在5台赢了", "5台胜"], Some(5), WON),
            (&["我5台输了", "5台认输"], Some(5), LOST),
            (&["第十二台红胜", "十二台 红胜", "12 红胜", "12号红胜"], Some(12), RED),
            (&["第二十台和棋", "20台和"], Some(20), DRAW),
            (&["12红弃权", "12台紅棄權"], Some(12), Meaning::Forfeit(Outcome::RedForfeit)),
            (&["12 双弃", "第12台雙方棄權"], Some(12), Meaning::Forfeit(Outcome::BothForfeit)),
            (&["12 双负", "第12台雙方判負", "12台双负"], Some(12), Meaning::BothLose),
            (&["12 未定"], Some(12), Meaning::Undecided),
        ];
        for (typed, table, meaning) in table {
            for typed in *typed {
                let words = read(typed).unwrap_or_else(|| panic!("{typed} is not understood"));
                assert_eq!((words.table, words.meaning), (*table, *meaning), "{typed}");
                assert_eq!(words.round, None, "{typed}");
            }
        }
    }

    #[test]
    fn a_round_can_be_named() {
        for typed in [
            "第3轮第5台红胜",
            "第3轮 5台 红胜",
            "3轮5台红胜",
            "第三轮第五台 红胜",
            "第3輪 紅勝 5台",
            "红胜 第3轮 第5台",
            "R3 T5 1-0",
            "round 3 table 5 red won",
        ] {
            let words = read(typed).unwrap_or_else(|| panic!("{typed} is not understood"));
            let (round, table) = (words.round, words.table);
            assert_eq!(
                (round, table, words.meaning),
                (Some(3), Some(5), RED),
                "{typed}"
            );
        }
        for typed in [
            "4台第2局红胜",
            "第4台 第二局 红胜",
            "红胜 4台2局",
            "T4 G2 1-0",
            "4台第2盘红胜",
        ] {
            let words = read(typed).unwrap_or_else(|| panic!("{typed} is not understood"));
            assert_eq!((words.table, words.game), (Some(4), Some(2)), "{typed}");
        }
        let words = read("第2局我赢了").unwrap();
        assert_eq!(
            (words.table, words.game, words.meaning),
            (None, Some(2), WON)
        );
        assert!(read("4台 1-1").unwrap().is_score && !read("4台 1-0").unwrap().is_score);
        let words = read("第3轮我赢了").unwrap();
        assert_eq!(
            (words.round, words.table, words.meaning),
            (Some(3), None, WON)
        );
    }

    #[test]
    fn other_talk_is_no_report() {
        for typed in [
            "",
            "你好",
            "红胜率高",
            "今天和谁下",
            "5",
            "5台",
            "5台 6台红胜",
            "第3轮",
            "99999999999 红胜",
            "胜负未分",
            "11-0",
            "5台0-0",
            "第2局",
            "1:00",
            "11:00",
            "5和6",
            "一胜",
            "0 红胜",
            "5台红胜吗",
            "谁赢了",
            "没赢",
            "我想赢",
            "wins 5 times",
            "owned",
            "re5",
            "今天5台红胜得漂亮",
            "我和张三下",
            "第1",
            "胜5负2",
            "3胜2负",
        ] {
            assert_eq!(read(typed), None, "{typed}");
        }
        for typed in ["5台红胜", "我赢了", "第3轮5台和", "I won", "我们和棋"] {
            assert!(is_for_the_bot(typed), "{typed}");
        }
        for typed in ["和", "胜", "红胜", "我和", "赢了", "平", "win"] {
            assert!(!is_for_the_bot(typed), "{typed}");
        }
        assert_eq!(answer("確認！"), Some(true));
        assert_eq!(answer("同意了"), Some(true));
        assert_eq!(answer("有异议"), Some(false));
        assert_eq!(answer("确认一下"), None);
    }
}
