//! Every form of words in which a result is told: what `chat.md` of the design gives, and its everyday
//! variants, in private and in the group.

use crate::support::Hall;

const WON: &str = "pending - red:red_win";
const LOST: &str = "final black_win red:black_win";
const DRAW: &str = "pending - red:draw";

/// What red of table 2 types, what comes of it in private, and whether it is meant for the bot in the
/// group, where people also talk to each other.
#[rustfmt::skip]
const FORMS: &[(&str, bool, &[&str])] = &[
    (WON, false, &[
        "胜", "赢", "赢了", "胜了", "勝", "贏了", "胜！", "胜利", "获胜", "獲勝", "赢棋", "赢啦", "赢了赢了", "胜。", "　胜　",
        "win", "WIN", "Win!", "won", "ｗｉｎ", "victory",
        "对手认输了", "对方认输", "對手認輸", "对手输了", "对方负",
        "红胜", "红方胜", "红方胜利", "红方获胜", "紅勝", "红棋赢", "红先胜", "先手胜", "黑方认输", "黑负",
        "1-0", "1:0", "1：0", "１－０", "1–0", "2-0", "1比0", "red wins", "Red won!", "black resigned",
    ]),
    (WON, true, &[
        "我赢了", "我赢", "我贏了！", "我胜", "我胜了", "我勝", "我赢啦", "我赢了哈", "我方胜", "我们赢了", "我赢了🎉", "我赢了耶～",
        "报告裁判，我赢了", "裁判，我赢了", "这局我赢了", "這局我贏了", "我赢了，谢谢裁判", "我赢了，2台",
        "I won", "I won!", "i win", "I've won", "We won",
        "2台红胜", "红胜 2台", "红胜2台", "第2台红胜", "第2台 红胜", "第 2 台 红胜", "第二台红胜", "二台红胜", "2 红胜", "2红胜",
        "2号台红胜", "2桌红胜", "2號檯紅勝", "２臺　紅勝", "台2红胜", "台次2 红胜", "2台红方胜", "2台：红胜", "2台，红胜！", "红胜，第2台",
        "2: 1-0", "2：1—0", "2:2-0", "2台 1:0", "1-0 2台", "2台1比0", "2台黑负", "2台黑认输", "2台黑方输了", "2台先胜",
        "2台我赢了", "我2台赢了", "我在2台赢了", "2台胜", "2台结果是红胜", "成绩：2台红胜", "报成绩 2台红胜", "报告裁判，2台红胜",
        "2台红胜，谢谢", "2台红胜啦", "2台红胜了！", "第1轮2台红胜", "第1轮第2台 红胜", "第一轮第二台红胜", "1轮2台红胜",
        "table 2 red wins", "Table 2: Red won", "T2 1-0", "board 2 red won", "red won on table 2", "R1 T2 1-0",
    ]),
    (LOST, false, &[
        "负", "输", "输了", "負", "輸了", "认输", "認輸", "认负", "投子认负", "输棋了", "负了。",
        "lost", "Lost.", "lose", "loss", "resigned", "resign", "对手赢了", "对方胜",
        "黑胜", "黑方胜", "黑方赢了", "黑勝", "黑方胜利", "后手胜", "红负", "红方认输", "紅負", "0-1", "0:1", "０：１", "0比1", "black wins",
        "Black won", "red lost",
    ]),
    (LOST, true, &[
        "我输了", "我输", "我負", "我认输", "我認輸了", "我们输了", "I lost", "I lost.", "i resign", "we lost",
        "2台黑胜", "第2台 黑胜", "黑胜 2台", "２臺　黑勝", "2：０－１", "2: 0-1", "2 黑胜", "2台红认输", "2台红负", "2台我输了", "2台认输",
        "第1轮2台黑胜", "table 2 black won", "table 2 0-1",
    ]),
    (DRAW, false, &[
        "和", "和棋", "和了", "和棋。", "和局", "平", "平局", "平了", "平手", "打平", "打和", "战平", "议和", "握手言和", "双方和棋",
        "draw", "Draw!", "drawn", "a draw", "It's a draw", "drew", "tie", "½-½", "1/2-1/2", "1-1", "1：1", "1比1", "我和",
    ]),
    (DRAW, true, &[
        "我们和棋", "我们和了", "我和棋", "我们打平了", "这局我们和棋",
        "2台和", "2台和棋", "2 和", "2和", "第2台平局", "第2台 和", "和棋 2台", "2台打平了", "二台和棋", "２臺和局", "2台 和棋了", "第1轮2台和",
        "we drew", "2 draw", "draw at table 2",
    ]),
    ("open -", false, &[
        "你好", "红胜率高", "胜负未分", "2台", "第1轮", "谁赢了", "没赢", "我想赢", "2台红胜吗", "今天2台红胜得漂亮", "11-0", "1:00",
        "我和张三下", "3胜2负", "owned",
    ]),
];

#[tokio::test(flavor = "multi_thread")]
async fn every_form_is_understood_in_private() {
    let hall = Hall::field(4).await;
    hall.round().await;
    let chief = hall.arbiter().await;
    let red = hall.table(2).red;
    let mut wrong = Vec::new();
    for (state, _, forms) in FORMS {
        for typed in *forms {
            red.says(typed).await;
            if hall.state(2) != *state {
                wrong.push(format!("{typed}: {} instead of {state}", hall.state(2)));
            }
            if hall.state(2) != "open -" {
                chief.rules("/result 2 未定").await;
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[tokio::test(flavor = "multi_thread")]
async fn in_the_group_only_what_is_meant_for_the_bot() {
    let hall = Hall::field(4).await;
    hall.round().await;
    let chief = hall.arbiter().await;
    let red = hall.table(2).red;
    let mut wrong = Vec::new();
    for (state, is_meant, forms) in FORMS {
        let expected = if *is_meant { state } else { "open -" };
        for typed in *forms {
            red.says_in_group(typed).await;
            if hall.state(2) != expected {
                wrong.push(format!("{typed}: {} instead of {expected}", hall.state(2)));
            }
            if hall.state(2) != "open -" {
                chief.rules("/result 2 未定").await;
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    // Talk is answered by nobody.
    for said in ["没看懂", "收到"] {
        assert_eq!(hall.group().count(said), 0, "{}", hall.group().screen());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_form_of_an_answer_is_understood() {
    let hall = Hall::field(4).await;
    hall.round().await;
    let chief = hall.arbiter().await;
    let (red, black) = (hall.table(2).red, hall.table(2).black);
    let agreed = "final red_win red:red_win black:red_win";
    let objected = "disputed - red:red_win";
    #[rustfmt::skip]
    let answers: &[(&str, &[&str])] = &[
        (agreed, &["确认", "確認！", "同意", "同意了", "属实", "无异议", "没有异议", "没问题", "对", "对的", "是的", "正确", "yes", "Confirm", "agree", "OK"]),
        (objected, &["异议", "有异议", "有異議", "不同意", "不对", "不属实", "反对", "不是", "有问题", "错了", "no", "object", "Disagree!"]),
        ("pending - red:red_win", &["好", "确认一下", "谢谢", "稍等"]),
    ];
    for (state, words) in answers {
        for typed in *words {
            red.says("胜").await;
            black.says(typed).await;
            assert_eq!(hall.state(2), *state, "{typed}\n{}", black.screen());
            chief.rules("/result 2 未定").await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_form_of_a_ruling_is_understood() {
    let hall = Hall::field(4).await;
    hall.round().await;
    let chief = hall.arbiter().await;
    #[rustfmt::skip]
    let rulings: &[(&str, &[&str])] = &[
        ("final red_win", &["/result 2 红胜", "成绩 2 红胜", "成績　２　紅勝", "/result 2 1-0", "2台红胜", "/result 第2台 红方胜了", "/RESULT 2 红胜", "/result 1 2 红胜"]),
        ("final black_win", &["/result 2 黑胜", "成绩2黑胜", "/result 2 0-1", "第2台 黑胜", "/result 2 black wins"]),
        ("final draw", &["/result 2 和", "成绩 2 和棋", "2 和", "/result 2 draw", "/result 2 平局"]),
        ("final red_forfeit", &["/result 2 红弃权", "成绩 2 紅棄權", "2台红方弃权", "/result 2 红弃", "/result 2 red forfeits"]),
        ("final black_forfeit", &["/result 2 黑弃权", "2台黑弃权", "第2台 黑方棄權", "/result 2 black forfeits"]),
        ("final both_forfeit", &["/result 2 双弃", "2台双方弃权", "/result 2 both forfeit", "成績 2 雙棄"]),
        ("final both_lose", &["/result 2 双负", "2台双负"]),
        ("open -", &["/result 2 未定", "2 未定", "成绩 2 待定", "/result 2 undecided"]),
    ];
    for (state, words) in rulings {
        for typed in *words {
            chief.rules(typed).await;
            assert_eq!(hall.state(2), *state, "{typed}\n{}", chief.screen());
        }
        if *state != "open -" {
            chief.rules("/result 2 未定").await;
        }
    }
}
