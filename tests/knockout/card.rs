//! The card of a match on the arbiters' side: who may press what on it, and pressed twice or too late.

use std::time::Duration;

use qisai::config::{Config, FirstSide, ForfeitBy, Stage};
use qisai::rehearsal::Message;

use super::hall::{announce, begin, knockout, played, rules, seats, seeded, walkovers, word};
use crate::registering::data;
use crate::roles::appoint;
use crate::support::{Hall, Person};

const OWN: &str = "裁判不裁定自己的台";

/// Opens the card of a match of the round under way.
async fn opens(who: &Person<'_>, table: u32) -> Message {
    who.says("/knockout").await;
    who.taps(&format!("{table}台")).await;
    who.last()
}

/// The buttons of a message that begin so.
fn labels(message: &Message, beginning: &str) -> Vec<String> {
    let all = message.labels().into_iter();
    let found = all.filter(|label| label.starts_with(beginning));
    found.map(str::to_owned).collect()
}

fn number(hall: &Hall, name: &str) -> i64 {
    hall.count(&format!(
        "SELECT start_no FROM registration WHERE name = '{name}'"
    ))
}

/// Actions of this name in the journal.
fn done(hall: &Hall, action: &str) -> i64 {
    hall.count(&format!(
        "SELECT count(*) FROM journal WHERE action = '{action}'"
    ))
}

fn seed(hall: &Hall, seed: u32) -> String {
    hall.database(|tx| {
        let sql =
            "SELECT r.name FROM seed s JOIN registration r ON r.id = s.player WHERE seed = ?1";
        tx.query_row(sql, [seed], |row| row.get(0))
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn an_arbiter_who_plays_decides_nothing_about_the_own_match() {
    let hall = seeded(4, 4, |_| {}).await;
    let chief = hall.arbiter().await;
    // Before anything is announced the pairs are known, and the card is there.
    let first = appoint(&hall, &seed(&hall, 1), "编排长").await;
    for label in labels(&opens(&first, 1).await, "判 ") {
        first.is_told(&label, OWN).await;
    }
    let theirs = opens(&chief, 1).await;
    let label = labels(&theirs, "判 ").remove(1);
    chief.taps(&label).await;
    let asked = chief.sees("放弃这一场").await;
    let toast = first.taps_stale(&data(&asked, "确认判弃权")).await;
    assert!(toast.text.unwrap_or_default().contains(OWN));
    assert_eq!(done(&hall, "match.give_up"), 0);

    // Who did not choose in time does not decide as an arbiter; neither does the opponent.
    begin(&hall).await;
    rules(&hall, 1, &["红胜", "红胜", "和"]).await;
    let rapid = seats(&hall, 1, 1);
    for name in &rapid.names {
        if *name != seed(&hall, 1) {
            appoint(&hall, name, "编排长").await;
        }
    }
    let choice = rapid.black.newest("由您选先后手");
    hall.advance(Duration::from_secs(301)).await;
    let toast = rapid.black.taps_on(&choice, "执红（先手）").await;
    assert!(toast.text.unwrap_or_default().contains("时间已过"));
    for own in [&rapid.black, &rapid.red] {
        let card = own.newest("没有在限时内");
        let label = labels(&card, "").remove(0);
        let toast = own.taps_on(&card, &label).await;
        let wanted = if own.id == rapid.black.id {
            "时间已过"
        } else {
            OWN
        };
        assert!(toast.text.unwrap_or_default().contains(wanted));
    }
    assert_eq!(done(&hall, "match.choose"), 0);
    let card = chief.sees("没有在限时内").await;
    chief.taps_on(&card, &labels(&card, "").remove(1)).await;
    hall.settled().await;
    assert_eq!(seats(&hall, 1, 1).number, 4);

    // Nor are the sides chosen anew, the match given up or played anew, or a giving up taken back.
    let mut pressed = 0;
    for own in [&rapid.red, &rapid.black] {
        let card = opens(own, 1).await;
        for beginning in ["判 ", "重选先后手", "作废重下…"] {
            for label in labels(&card, beginning) {
                own.is_told(&label, OWN).await;
                pressed += 1;
            }
        }
    }
    assert_eq!(pressed, 8);
    opens(&chief, 1).await;
    chief.taps("作废重下…").await;
    let asked = chief.sees("不能恢复").await;
    let toast = rapid.red.taps_stale(&data(&asked, "确认作废重下")).await;
    assert!(toast.text.unwrap_or_default().contains(OWN));
    let label = labels(&opens(&chief, 1).await, "判 ").remove(0);
    chief.taps(&label).await;
    chief.taps("确认判弃权").await;
    hall.settled().await;
    let label = labels(&opens(&rapid.red, 1).await, "恢复 ").remove(0);
    rapid.red.is_told(&label, OWN).await;
    let counts = ["match.give_up", "match.stay", "match.annul"].map(|one| done(&hall, one));
    assert_eq!(counts, [1, 0, 0]);

    // Another match is theirs to decide about.
    let label = labels(&opens(&rapid.red, 2).await, "判 ").remove(0);
    rapid.red.taps(&label).await;
    rapid.red.sees("放弃这一场").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_is_annulled_as_it_was_shown_and_once() {
    let hall = seeded(4, 4, |_| {}).await;
    let chief = hall.arbiter().await;
    begin(&hall).await;
    assert!(opens(&chief, 1).await.button("作废重下…").is_none());
    rules(&hall, 1, &["红胜"]).await;
    let second = appoint(&hall, "编排长乙", "编排长").await;
    opens(&chief, 1).await;
    chief.taps("作废重下…").await;
    let asked = chief.sees("不能恢复").await;
    opens(&second, 1).await;
    second.taps("作废重下…").await;
    second.taps("确认作废重下").await;
    hall.settled().await;
    // That it stays so is said where it is to be taken back.
    chief.says("/undo").await;
    chief.sees("作废的一场不能恢复").await;
    let stale = async || {
        let toast = chief.taps_on(&asked, "确认作废重下").await;
        let said = toast.text.unwrap_or_default();
        assert!(said.contains("已过期"), "{said}");
    };
    stale().await;
    // Played again, as far as before: still not the match that was asked about.
    rules(&hall, 1, &["黑胜"]).await;
    assert_eq!(seats(&hall, 1, 1).number, 2);
    stale().await;
    assert_eq!(seats(&hall, 1, 1).number, 2);
    assert_eq!(done(&hall, "match.annul"), 1);
    assert_eq!(hall.group().count("这一场作废"), 1);
    let annulled = "SELECT count(*) FROM duel_game WHERE annulled_at IS NOT NULL";
    assert_eq!(hall.count(annulled), 1);
}

fn by_the_chief(config: &mut Config) {
    for stage in &mut config.event.competitions[0].stages {
        if let Stage::Swiss(swiss) = stage {
            swiss.conduct.forfeit_by = ForfeitBy::Chief;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_is_forfeited_by_the_chief_where_the_event_says_so_and_goes_on_where_it_was() {
    let hall = seeded(4, 4, by_the_chief).await;
    let chief = hall.arbiter().await;
    let arbiter = appoint(&hall, "裁判甲", "裁判员").await;
    begin(&hall).await;
    let table = seats(&hall, 1, 1);
    let gives = format!(
        "判 {} {} 弃权",
        number(&hall, &table.names[0]),
        table.names[0]
    );
    let stays = format!("恢复 {} {}", number(&hall, &table.names[0]), table.names[0]);
    opens(&arbiter, 1).await;
    arbiter.is_told(&gives, "这一步要裁判长才能做").await;
    opens(&chief, 1).await;
    chief.taps(&gives).await;
    let asked = chief.sees("放弃这一场").await;
    assert!(asked.text.contains("仍判弃权？"), "{}", asked.text);
    let data = data(&asked, "确认判弃权");
    let toast = arbiter.taps_stale(&data).await;
    assert!(toast.text.unwrap_or_default().contains("裁判长"));
    assert_eq!(done(&hall, "match.give_up"), 0);
    chief.taps_on(&asked, "确认判弃权").await;
    hall.group().sees("对方弃权").await;
    // Neither is it an arbiter's to take back.
    opens(&arbiter, 1).await;
    arbiter.is_told(&stays, "这一步要裁判长才能做").await;
    let card = opens(&chief, 1).await;
    let again = crate::registering::data(&card, &stays);
    chief.taps_on(&card, &stays).await;
    hall.group().sees("恢复参赛，未下完的一场继续").await;
    for player in [&table.red, &table.black] {
        player.sees("请按实际结果重新报成绩").await;
    }
    let open = "SELECT count(*) FROM duel_game d JOIN game g ON g.id = d.game
                WHERE d.table_no = 1 AND g.outcome IS NULL";
    assert_eq!(hall.count(open), 1);
    // Pressed again, it is the past.
    let toast = chief.taps_stale(&again).await;
    assert!(toast.text.unwrap_or_default().contains("已过期"));
    assert_eq!(done(&hall, "match.stay"), 1);
    rules(&hall, 1, &["红胜", "和"]).await;
    hall.group().sees("3-1").await;
}

/// Who sits at a table of round 1 and did not before.
fn newcomer(hall: &Hall, before: &[String]) -> String {
    let inside = (1..=4).map(|no| seed(hall, no));
    let mut new = inside.filter(|name| !before.contains(name));
    new.next().expect("somebody moved in")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_withdrawal_is_undone_through_a_chain_of_replacements() {
    let hall = seeded(8, 4, |_| {}).await;
    let (chief, group) = (hall.arbiter().await, hall.group());
    begin(&hall).await;
    let first: Vec<String> = (1..=4).map(|no| seed(&hall, no)).collect();
    let left = seats(&hall, 1, 1).names[0].clone();
    let leaves = async |name: &str| {
        let who = hall.person(name).await;
        who.says("/withdraw").await;
        who.taps("确定退赛").await;
        hall.settled().await;
    };
    let withdraws = async || {
        chief
            .says(&format!("/withdraw {}", number(&hall, &left)))
            .await;
        chief.taps("确定退赛").await;
        hall.settled().await;
        newcomer(&hall, &first)
    };
    let one = withdraws().await;
    leaves(&one).await;
    let other = newcomer(&hall, &first);
    assert_ne!(one, other);
    chief.says("/undo").await;
    chief.sees("撤销上一步").await;
    chief.taps("撤销这一步").await;
    chief.sees("已撤销").await;
    let told = group.sees("恢复参赛，回到第").await.text;
    assert!(told.contains(&left) && told.contains(&other), "{told}");
    let now: Vec<String> = (1..=4).map(|no| seed(&hall, no)).collect();
    assert_eq!(now, first);
    // Once more; now the last of the chain plays, and it is the last of whom that is said.
    let third = withdraws().await;
    assert_eq!(third, other);
    leaves(&third).await;
    let last = newcomer(&hall, &first);
    rules_by_the_players(&hall).await;
    chief.says("/undo").await;
    chief.sees("撤销上一步").await;
    let toast = chief.taps("撤销这一步").await;
    let said = toast.text.unwrap_or_default();
    assert!(
        said.contains("淘汰赛已开赛") && said.contains(&last),
        "{said}"
    );
}

/// The players of table 2 report their game.
async fn rules_by_the_players(hall: &Hall) {
    let table = seats(hall, 1, 2);
    table.red.says("胜").await;
    table.black.sees("请确认").await;
    table.black.taps("确认").await;
    hall.settled().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sides_are_chosen_anew_while_nobody_has_played_with_them() {
    let hall = seeded(4, 4, |_| {}).await;
    let (chief, group) = (hall.arbiter().await, hall.group());
    announce(&hall).await;
    chief.says("/undo").await;
    chief.sees("用 /unpublish 撤回").await;
    word(&hall).await;
    rules(&hall, 1, &["红胜"]).await;
    chief.says("/result 1-1-3 红胜").await;
    chief.sees("第3局还没有开始").await;
    rules(&hall, 1, &["红胜", "和"]).await;
    chief.says("/result 1-1-4 红胜").await;
    let refused = chief.sees("第4局还没有开始").await.text;
    assert!(refused.contains("定先后手"), "{refused}");
    let rapid = seats(&hall, 1, 1);
    hall.advance(Duration::from_secs(301)).await;
    let asked = chief.sees("没有在限时内").await;
    chief.taps_on(&asked, &labels(&asked, "").remove(0)).await;
    hall.settled().await;
    let last = seats(&hall, 1, 1);
    assert_eq!((last.number, last.red.id), (4, rapid.black.id));
    chief.says("/undo").await;
    chief.sees("点“重选先后手”").await;
    let card = opens(&chief, 1).await;
    chief.taps_on(&card, "重选先后手").await;
    let told = group.sees("先后手重选").await.text;
    assert!(told.contains("1台 第4局"), "{told}");
    rapid.red.sees("不下了").await;
    assert_eq!(seats(&hall, 1, 1).number, 3);
    // It is the player's choice once more, with all the time there is.
    hall.settled().await;
    let asked = rapid.black.newest("由您选先后手");
    hall.advance(Duration::from_secs(200)).await;
    rapid.black.taps_on(&asked, "执黑（后手）").await;
    hall.settled().await;
    let last = seats(&hall, 1, 1);
    assert_eq!((last.number, last.black.id), (4, rapid.black.id));
    let toast = chief.taps_stale(&data(&card, "重选先后手")).await;
    assert!(toast.text.unwrap_or_default().contains("已过期"));
    // Not behind the back of those who have played.
    let card = opens(&chief, 1).await;
    last.red.says("胜").await;
    last.black.sees("请确认").await;
    let toast = chief.taps_on(&card, "重选先后手").await;
    assert!(toast.text.unwrap_or_default().contains("已过期"));
    assert!(opens(&chief, 1).await.button("重选先后手").is_none());
    assert_eq!(done(&hall, "match.choose_again"), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_round_announced_again_has_the_lots_it_had() {
    let hall = seeded(4, 4, |config| {
        let legs = &mut knockout(config).rounds[0].legs;
        *legs = vec![
            super::some_games(1, FirstSide::Lot),
            super::armageddon(FirstSide::Lot),
        ];
    })
    .await;
    let (chief, group) = (hall.arbiter().await, hall.group());
    begin(&hall).await;
    group.sees("1台 第1局 抽签").await;
    let lots = "SELECT count(*) FROM lot WHERE purpose LIKE 'sides/knockout/1/%'";
    assert_eq!(hall.count(lots), 4);
    let before = seats(&hall, 1, 1).names;
    chief.says("/unpublish").await;
    chief.sees("撤回已公布的").await;
    chief.taps("确认撤回").await;
    group.sees("对阵已撤回").await;
    begin(&hall).await;
    hall.settled().await;
    assert_eq!(hall.count(lots), 4);
    assert_eq!(group.count("沿用第1局原抽签"), 2);
    // The lots of the games that may come stay promised; those that were drawn are not promised anew.
    let promised = group.count("1台第1局 ");
    assert_eq!(promised, 1, "{}", group.screen());
    assert_eq!(seats(&hall, 1, 1).names, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn where_nobody_is_replaced_no_reserve_is_named_and_an_empty_match_is_empty() {
    let hall = played(6, 4, walkovers).await;
    let chief = hall.arbiter().await;
    chief.says("/knockout").await;
    let foot = chief.sees("确认后积分赛名次固定").await.text;
    assert!(!foot.contains("递补"), "{foot}");
    let listed = chief.newest("（按积分赛名次）").text;
    for seed in ["1. ", "4. "] {
        let mut lines = listed.lines();
        let line = lines.find_map(|line| line.strip_prefix(seed));
        let no = line.and_then(|line| line.split(' ').next());
        let no = no.unwrap_or_else(|| panic!("{listed}"));
        chief.says(&format!("/withdraw {no}")).await;
        chief.taps("确定退赛").await;
        hall.settled().await;
    }
    chief.says("/knockout").await;
    chief.sees("确认后积分赛名次固定").await;
    let shown = chief.newest("预览").text;
    assert!(shown.contains("台 空缺"), "{shown}");
    assert!(!shown.contains("（空） — （空）"), "{shown}");
}
