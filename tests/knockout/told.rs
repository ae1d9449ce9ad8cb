//! What the group and the players are told of the games of a match: who has red, who chose, why one is not played,
//! and the lot that anyone recomputes.

use super::hall::{begin, rules, seats, seeded};
use crate::support::Hall;

async fn four() -> Hall {
    let hall = seeded(4, 4, |_| {}).await;
    begin(&hall).await;
    hall
}

#[tokio::test(flavor = "multi_thread")]
async fn the_group_knows_who_has_red_in_the_game_that_is_played() {
    let hall = four().await;
    let told = hall.group().sees("第1局 慢棋").await.text;
    let first = seats(&hall, 1, 1);
    let of_table = |text: &str| {
        let line = text.lines().find(|line| line.starts_with("1台"));
        line.unwrap_or_default().to_owned()
    };
    let line = of_table(&told);
    assert!(
        line.contains("　红 ") && line.ends_with(&first.names[0]),
        "{line}"
    );
    rules(&hall, 1, &["和"]).await;
    let second = seats(&hall, 1, 1);
    assert_eq!(second.names[0], first.names[1]);
    let told = hall.group().sees("第2局 慢棋").await.text;
    let line = of_table(&told);
    assert!(line.ends_with(&second.names[0]), "{line}");
    let chief = hall.arbiter().await;
    chief.says("/open").await;
    let open = chief.sees("未定").await.text;
    assert!(open.contains("红 ") && open.contains("— 黑 "), "{open}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_group_is_told_who_chose_which_side() {
    let hall = four().await;
    rules(&hall, 1, &["和", "和", "和"]).await;
    let rapid = seats(&hall, 1, 1);
    rapid.black.sees("由您选先后手").await;
    rapid.black.taps("执红（先手）").await;
    let told = hall.group().sees("（本人选择）").await.text;
    assert!(
        told.contains("第4局") && told.contains(&rapid.names[1]) && told.contains("执红"),
        "{told}"
    );
    assert_eq!(seats(&hall, 1, 1).names[0], rapid.names[1]);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_does_not_play_an_opened_game_knows_why() {
    let hall = four().await;
    let first = seats(&hall, 1, 1);
    let chief = hall.arbiter().await;
    chief.says("/knockout").await;
    chief.taps("撤销定位…").await;
    chief.taps("确认撤销定位").await;
    let told = first.red.sees("不下了").await.text;
    assert!(told.contains("淘汰赛定位已撤销"), "{told}");
    assert!(!told.contains("更正"), "{told}");

    let hall = seeded(5, 4, |_| {}).await;
    begin(&hall).await;
    let first = seats(&hall, 1, 1);
    first.red.says("/withdraw").await;
    first.red.taps("确定退赛").await;
    let told = first.black.sees("不下了").await.text;
    assert!(told.contains("有棋手退出、递补或恢复"), "{told}");

    // Played anew: the game that was waiting goes with the match.
    rules(&hall, 2, &["和"]).await;
    let second = seats(&hall, 1, 2);
    chief_annuls(&hall, 2).await;
    let told = second.red.sees("不下了").await.text;
    assert!(told.contains("作废重下"), "{told}");
}

async fn chief_annuls(hall: &Hall, table: u32) {
    let chief = hall.arbiter().await;
    chief.says("/knockout").await;
    chief.taps(&format!("{table}台")).await;
    chief.taps("作废重下…").await;
    chief.taps("确认作废重下").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lot_for_sides_is_recomputed_in_chat_and_altered_names_are_found_out() {
    let hall = four().await;
    rules(&hall, 1, &["和", "和"]).await;
    let drawn = hall.group().sees("第3局 抽签").await.text;
    assert!(drawn.contains("/verify"), "{drawn}");
    let rapid = seats(&hall, 1, 1);
    let [red, black] = &rapid.names;
    let onlooker = hall.person("看客").await;
    onlooker.says(&drawn).await;
    let right = onlooker.sees("相符：2 个号码").await.text;
    assert!(right.contains("淘汰赛第1轮 1台 第3局"), "{right}");
    assert!(right.contains(&format!("执红：{red}")), "{right}");

    let headline = drawn.replace(&format!("抽签：{red}"), &format!("抽签：{black}"));
    onlooker.says(&headline).await;
    onlooker.sees("标题写的执红者不是1号").await;
    // Everywhere the same other name: only the list of players tells.
    onlooker.says(&drawn.replace(red.as_str(), "严庚寅")).await;
    let wrong = onlooker.sees("1号写的是“严庚寅”").await.text;
    assert!(wrong.contains(&format!("登记的是“{red}”")), "{wrong}");
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_of_the_knockout_is_set_by_hand_and_the_report_file_has_a_button() {
    let hall = seeded(4, 4, |_| {}).await;
    let chief = hall.arbiter().await;
    for order in ["/swap 1 2", "/absent 1"] {
        chief.says(order).await;
        chief.sees("淘汰赛的对阵由名次和各场胜负决定").await;
        chief.says("/me").await;
    }
    chief.says("/export").await;
    let list = chief.sees("报名表，4 人").await;
    assert!(list.button("TRF（编排软件）").is_some());
    chief.taps_on(&list, "TRF（编排软件）").await;
    chief.sees("的 TRF 报告文件").await;
}
