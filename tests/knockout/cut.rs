//! Who goes on, and what is done where the table says nothing between the last who does and the first who
//! does not.

use qisai::config::{RankKey, Stage};
use qisai::tournament::lot::Published;

use super::hall::{played, short};
use crate::support::Hall;

/// `players` after one round that red won everywhere; nothing orders who is level after all keys.
async fn level(players: usize, size: u32) -> Hall {
    let hall = Hall::with(|config| {
        short(config, size);
        for stage in &mut config.event.competitions[0].stages {
            if let Stage::Swiss(swiss) = stage {
                swiss
                    .ranking
                    .keys
                    .retain(|key| *key != RankKey::StartNumber);
            }
        }
    })
    .await;
    hall.arbiter().await.says_in_group("/bind").await;
    hall.fills(players).await;
    hall.draws().await;
    hall.checks_all_in();
    hall.round().await;
    hall.rules_all("红胜").await;
    hall.settled().await;
    hall
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lot_decides_between_those_level_across_the_line() {
    // Numbers 1 and 4 won, 5 had the bye, 2 and 3 lost alike: one of them is the fourth of four.
    let hall = level(5, 4).await;
    let table = hall.group().sees("名次（待抽签）").await.text;
    assert_eq!(table.matches("待抽签").count(), 4, "{table}");
    assert!(!table.contains("晋级"), "{table}");
    let chief = hall.arbiter().await;
    chief.sees("下列 2 人各项比较都相同").await;
    chief.says("/knockout").await;
    let refused = chief.sees("正好跨在第 4 名的分界上").await.text;
    assert!(
        refused.contains("2 棋手") && refused.contains("3 棋手"),
        "{refused}"
    );
    assert_eq!(hall.count("SELECT count(*) FROM seed"), 0);
    chief.says("/prizes").await;
    chief.sees("名次要先抽签").await;
    chief.says("/desk").await;
    chief.sees("2 人各项比较都相同").await;
    chief.taps("抽签…").await;
    chief.sees("请当众选一句话作为盐").await;
    // Those level above the line are in the lot as well: it orders the seeds.
    let promise = hall.group().sees("抽签承诺　名次").await.text;
    assert_eq!(promise.matches("号 棋手").count(), 4, "{promise}");
    chief.says("/draw 一帆风顺").await;
    chief.sees("名次已定").await;
    let drawn = hall.group().sees("抽签结果　名次").await.text;
    let published: Published = drawn.parse().expect("a whole message");
    assert_eq!(published.verify(), Ok(()));
    let table = hall.group().sees("标“晋级”的 4 人进入下一阶段").await.text;
    assert_eq!(table.matches(" 晋级").count(), 4, "{table}");
    assert_eq!(table.matches("抽签第").count(), 4, "{table}");
    assert!(!table.contains("并列"), "{table}");
    chief.says("/knockout").await;
    let preview = chief.sees("确认后积分赛名次固定").await.text;
    assert!(!preview.contains("并列"), "{preview}");
    chief.taps("确认定位").await;
    chief.sees("淘汰赛已定位").await;
    chief.says("/draw").await;
    chief.sees("抽签承诺还没有公布").await;
    // The places the bracket was made from are those of the lot.
    let places = hall.count("SELECT count(DISTINCT rank) FROM frozen_place");
    assert_eq!(places, 5);
}

#[tokio::test(flavor = "multi_thread")]
async fn seeds_who_are_level_may_draw_before_the_seeding() {
    let hall = level(4, 4).await;
    let chief = hall.arbiter().await;
    chief.says("/desk").await;
    chief.sees("种子先后可抽签：/draw").await;
    chief.says("/knockout").await;
    let preview = chief.sees("确认后积分赛名次固定").await.text;
    assert!(preview.contains("先后只按编号"), "{preview}");
    chief.taps("抽签…").await;
    chief.sees("请当众选一句话作为盐").await;
    chief.says("/draw 晴").await;
    chief.sees("4 人的名次已定").await;
    let table = hall.group().sees("抽签第2").await.text;
    assert!(!table.contains("并列"), "{table}");
    chief.says("/knockout").await;
    let preview = chief.sees("确认后积分赛名次固定").await.text;
    assert!(!preview.contains("并列"), "{preview}");
    chief.taps("确认定位").await;
    chief.sees("淘汰赛已定位").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_moves_up_for_one_who_left_is_named() {
    let hall = played(6, 4, |_| {}).await;
    let table = hall.group().sees("标“晋级”的 4 人进入下一阶段").await.text;
    assert!(!table.contains("递补"), "{table}");
    let first = hall.database(|tx| {
        tx.query_row(
            "SELECT account FROM registration WHERE start_no = 1",
            [],
            |row| row.get::<_, i64>(0),
        )
    });
    let leaves = hall.known(first);
    leaves.says("/withdraw").await;
    leaves.taps("确定退赛").await;
    let onlooker = hall.person("看客").await;
    onlooker.says("/standings").await;
    let table = onlooker.sees("前面有人退出，递补：").await.text;
    assert!(table.contains("标“晋级”的 4 人"), "{table}");
    assert_eq!(table.matches(" 递补晋级").count(), 1, "{table}");
    let of_one = table.lines().find(|line| line.starts_with("1. "));
    let of_one = of_one.expect("the first row");
    assert!(
        of_one.contains("（退）") && !of_one.contains("晋级"),
        "{of_one}"
    );
}
