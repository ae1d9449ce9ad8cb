//! Draws agreed too early: flagged, and what the arbiters make of them.

use qisai::config::{ConductRule, Config, PenaltyKind, RuleAbout};
use qisai::store::StoreError;

use crate::clock::{at, swiss};
use crate::registering::appoint;
use crate::support::Hall;

async fn playing(change: impl FnOnce(&mut Config)) -> Hall {
    let mut hall = Hall::field(4).await;
    appoint(&hall, "裁判甲").await;
    hall.stop().await;
    change(&mut hall.config);
    hall.start().await;
    hall.round().await;
    let slots = &hall.config.event.timetable;
    if slots.iter().any(|slot| !slot.rounds.is_empty()) {
        hall.clock.set(at("09:00:00"));
    }
    hall
}

async fn draws(hall: &Hall, table: u32) {
    let table = hall.table(table);
    table.red.says("和").await;
    table.black.says("和").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_arbiters_see_it_and_one_of_them_decides() {
    let hall = playing(|_| {}).await;
    let chief = hall.arbiter().await;
    let other = hall.person("裁判甲").await;
    draws(&hall, 1).await;
    chief.sees("即报和棋").await;
    other.sees("即报和棋").await;
    chief.taps("双负（0 比 0）").await;
    chief.sees("双负，双方各得 0 分").await;
    assert_eq!(hall.state(1), "final both_lose");
    let table = hall.table(1);
    for player in [&table.red, &table.black] {
        player.sees("本局判负").await;
        player.sees("成绩已生效（犯规判负）").await;
    }
    other.is_told("和棋成立", "裁判长 已处理：双负").await;
    assert_eq!(hall.state(1), "final both_lose");
    // The other table's stands, or costs a foul each.
    draws(&hall, 2).await;
    other.sees("即报和棋").await;
    other.taps("和棋成立").await;
    let table = hall.table(2);
    table.red.sees("和棋经裁判审核，成立").await;
    table.black.sees("和棋经裁判审核，成立").await;
    assert!(hall.state(2).starts_with("final draw"));
    assert_eq!(hall.count("SELECT count(*) FROM penalty"), 2);
    assert_eq!(
        hall.count("SELECT count(*) FROM penalty WHERE kind = 'loss'"),
        2
    );
    let points: i64 = hall.count("SELECT count(*) FROM journal WHERE action = 'draw.decide'");
    assert_eq!(points, 2);
    chief.says("/journal").await;
    let journal = chief.sees("记录").await.text;
    for line in ["处理早和 第1轮 第1台 双负", "处理早和 第1轮 第2台 成绩成立"]
    {
        assert!(journal.contains(line), "{line}: {journal}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_foul_for_both_leaves_the_draw_and_a_changed_result_makes_the_buttons_stale() {
    let hall = playing(|_| {}).await;
    let chief = hall.arbiter().await;
    draws(&hall, 1).await;
    chief.taps("和棋成立，双方记犯规").await;
    chief.sees("双方各记犯规一次").await;
    assert!(hall.state(1).starts_with("final draw"));
    let fouls = hall.count("SELECT count(*) FROM penalty WHERE kind = 'foul' AND table_no = 1");
    assert_eq!(fouls, 2);
    hall.table(1).red.sees("未按规定对局即议和").await;
    draws(&hall, 2).await;
    chief.sees("即报和棋").await;
    chief.rules("/result 2 红胜").await;
    chief.is_told("双负（0 比 0）", "已过期").await;
    assert_eq!(hall.state(2), "final red_win");
    // Taken back, both are without.
    for penalty in [1, 2] {
        chief.taps_stale(&format!("yx:{penalty}")).await;
    }
    let fouls = hall.count("SELECT count(*) FROM penalty WHERE struck_at IS NULL");
    assert_eq!(fouls, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn players_are_asked_for_the_moves_only_where_the_event_says_so() {
    let hall = playing(|config| {
        let reporting = &mut swiss(config).reporting;
        (reporting.early_draw_minutes, reporting.early_draw_moves) = (0, 20);
    })
    .await;
    let chief = hall.arbiter().await;
    draws(&hall, 1).await;
    let table = hall.table(1);
    table.red.sees("下了多少回合").await;
    table.black.sees("下了多少回合").await;
    table.red.taps("20 回合以上").await;
    table.red.sees("谢谢").await;
    assert_eq!(chief.count("和棋算数吗"), 0);
    table.black.taps("没有下").await;
    // The answers contradict each other: both are read.
    let [red, black] = table.names.clone();
    let card = chief.sees("没有下棋。双方说法不一致。和棋算数吗").await;
    for said in [format!("{red} 说下满了回合"), format!("{black} 说没有下棋")] {
        assert!(card.text.contains(&said), "{}", card.text);
    }
    // Somebody else has nothing to say of it.
    let stranger = hall.table(2).red;
    let (game, version) = hall.database(|tx| {
        let sql = "SELECT id, version FROM game WHERE table_no = 1";
        tx.query_row(sql, [], |row| {
            Ok((row.get::<_, i64>(0)?, row.get::<_, i64>(1)?))
        })
    });
    let toast = stranger
        .taps_stale(&format!("zm:{game}:{version}:f"))
        .await
        .text;
    assert!(toast.is_some_and(|text| text.contains("第1台")), "refused");
    chief.taps("双负（0 比 0）").await;
    assert_eq!(hall.state(1), "final both_lose");
    // Without the setting nobody is asked.
    let hall = playing(|config| swiss(config).reporting.early_draw_minutes = 0).await;
    draws(&hall, 1).await;
    assert_eq!(hall.table(1).red.count("多少回合"), 0);
    assert_eq!(hall.arbiter().await.count("和棋算数吗"), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_after_the_flag_is_added_to_its_card_until_it_is_decided() {
    let mut hall = playing(|config| {
        let reporting = &mut swiss(config).reporting;
        (reporting.early_draw_minutes, reporting.early_draw_moves) = (0, 20);
    })
    .await;
    draws(&hall, 1).await;
    hall.table(1).red.taps("不满 20 回合").await;
    let chief = hall.arbiter().await;
    let card = chief.sees("没有下满回合。和棋算数吗").await;
    hall.restart().await;
    let [red, black] = hall.table(1).names;
    hall.table(1).black.taps("20 回合以上").await;
    let chief = hall.arbiter().await;
    let both = format!("{black} 说下满了回合。双方说法不一致。和棋算数吗");
    let drawn = chief.sees(&both).await;
    assert_eq!(drawn.id, card.id);
    assert!(
        drawn.text.contains(&format!("{red} 说没有下满回合")),
        "{}",
        drawn.text
    );
    // Whoever asks later what is left to decide reads the same.
    chief.says("/open").await;
    chief.sees(&both).await;
    chief.taps("和棋成立").await;
    chief.says("/journal").await;
    let journal = chief.sees("记录").await.text;
    for (name, said) in [(&red, "说没有下满回合"), (&black, "说下满了回合")] {
        let line = format!("{name} {said}");
        assert!(
            journal
                .lines()
                .any(|one| one.contains("报和棋步数 第1轮 第1台") && one.ends_with(&line)),
            "{line}: {journal}"
        );
    }
    // Decided, it is not drawn anew.
    draws(&hall, 2).await;
    let table = hall.table(2);
    table.red.taps("没有下").await;
    chief.sees("说没有下棋。和棋算数吗").await;
    chief.taps("和棋成立").await;
    table.black.taps("20 回合以上").await;
    table.black.sees("谢谢").await;
    let late = format!("{} 说下满了回合", table.names[1]);
    assert_eq!(chief.count(&late), 0, "{}", chief.screen());
    assert_eq!(hall.state(2), "final draw red:draw black:draw");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_given_up_too_early_is_flagged_where_the_event_forbids_it() {
    let hall = playing(|config| swiss(config).reporting.early_loss_minutes = 15).await;
    let chief = hall.arbiter().await;
    // By the loser's own word: it stands, with a foul for the one who gave up.
    let table = hall.table(1);
    table.red.says("负").await;
    let flagged = chief.sees("即报黑胜，可能过早认输").await;
    assert!(flagged.text.contains("成绩算数吗"), "{}", flagged.text);
    chief.taps("成绩成立，负方记犯规").await;
    table.red.sees("未按规定对局即认输").await;
    assert_eq!(table.black.count("即认输"), 0);
    assert_eq!(hall.state(1), "final black_win red:black_win");
    assert_eq!(hall.count("SELECT count(*) FROM penalty"), 1);
    // By the end of the window: the minutes are those of the report.
    let table = hall.table(2);
    table.red.says("胜").await;
    hall.advance(std::time::Duration::from_secs(11 * 60)).await;
    chief.sees("开赛 0 分钟即报红胜").await;
    chief.taps("双负（0 比 0）").await;
    assert!(
        hall.state(2).starts_with("final both_lose"),
        "{}",
        hall.state(2)
    );
    table.black.sees("本局判负").await;
    // Without the setting nobody is asked.
    let hall = playing(|_| {}).await;
    hall.table(1).red.says("负").await;
    assert_eq!(hall.arbiter().await.count("认输"), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_earliest_word_counts_however_late_it_is_confirmed() {
    let hall = playing(|_| {}).await;
    let chief = hall.arbiter().await;
    hall.set_clock(at("09:05:00")).await;
    hall.table(1).red.says("和").await;
    hall.set_clock(at("09:14:00")).await;
    hall.table(2).red.says("和").await;
    hall.set_clock(at("09:40:00")).await;
    hall.table(1).black.says("和").await;
    chief.sees("开赛 5 分钟即报和棋").await;
    hall.table(2).black.says("和").await;
    chief.sees("开赛 14 分钟即报和棋").await;
    assert_eq!(chief.count("没有宣布开赛"), 0);
}

/// The event of a regulation that gives the rounds no times.
fn untimed(config: &mut Config) {
    for slot in &mut config.event.timetable {
        slot.rounds.clear();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_start_the_flag_says_so() {
    let hall = playing(untimed).await;
    let chief = hall.arbiter().await;
    draws(&hall, 1).await;
    let flagged = chief.sees("公布 0 分钟即报和棋").await;
    assert!(
        flagged.text.contains("本轮没有宣布开赛，按公布的时间计算"),
        "{}",
        flagged.text
    );
    chief.says("/desk").await;
    chief.taps("宣布开赛").await;
    draws(&hall, 2).await;
    chief.sees("开赛 0 分钟即报和棋").await;
}

/// Nobody answers for the player of this seat any more.
fn without_account(hall: &Hall, table: u32, kind: &str) {
    let sql = "UPDATE registration SET account = NULL WHERE id =
        (SELECT s.player FROM seat s JOIN game g ON g.id = s.game WHERE g.table_no = ?1 AND s.kind = ?2)";
    let store = hall.desk().store();
    store
        .write(|tx| Ok::<_, StoreError>(tx.execute(sql, (table, kind))?))
        .expect("an update");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_draw_that_an_arbiter_enters_for_players_without_account_is_flagged_too() {
    let hall = playing(|_| {}).await;
    let chief = hall.arbiter().await;
    let red = hall.table(1).red.id;
    without_account(&hall, 1, "black");
    hall.set_clock(at("09:05:00")).await;
    hall.known(red).says("和").await;
    hall.set_clock(at("09:30:00")).await;
    chief.rules("/result 1 和").await;
    // By the time at which red said it, not by that of the ruling.
    chief.sees("开赛 5 分钟即报和棋").await;
    chief.taps("和棋成立").await;
    hall.known(red).sees("和棋经裁判审核，成立").await;
    // Between players with accounts the arbiter who rules it has seen it.
    hall.set_clock(at("09:06:00")).await;
    chief.rules("/result 2 和").await;
    assert_eq!(chief.count("即报和棋"), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_proposal_gives_way_to_a_loss_for_both_and_a_published_round_does_not() {
    let hall = playing(|_| {}).await;
    let chief = hall.arbiter().await;
    let other = hall.person("裁判甲").await;
    draws(&hall, 1).await;
    chief.sees("即报和棋").await;
    draws(&hall, 2).await;
    let second = chief.sees("注意：第1轮 第2台").await;
    chief.says("/pair").await;
    let proposal = chief.sees("棋手现在还看不到").await;
    assert!(
        proposal
            .text
            .contains("过早和棋或认输待裁定 2 局（第1轮第1台、第1轮第2台）：/open"),
        "{}",
        proposal.text
    );
    chief.taps_on(&second, "双负（0 比 0）").await;
    chief.sees("第2轮方案是按原成绩编排的，已作废").await;
    other.sees("第2轮方案是按原成绩编排的，已作废").await;
    assert_eq!(hall.count("SELECT count(*) FROM round"), 1);
    assert_eq!(hall.state(2), "final both_lose");
    // The other one is still there, and can be asked for.
    chief.says("/desk").await;
    let desk = chief.sees("过早和棋或认输待裁定 1 局（第1轮第1台）").await;
    assert!(desk.button("早和、认输 1…").is_some());
    chief.taps("早和、认输 1…").await;
    chief.sees("和棋算数吗").await;
    // Published knowingly, it is too late for a loss, and the draw can still stand.
    hall.round().await;
    chief.says("/open").await;
    let again = chief.sees("和棋算数吗").await;
    let toast = chief.taps_on(&again, "双负（0 比 0）").await.text;
    assert!(toast.is_some_and(|text| text.contains("第2轮")), "refused");
    chief.taps_on(&again, "和棋成立").await;
    chief.sees("和棋成立").await;
    chief.says("/desk").await;
    assert!(!chief.last().text.contains("待裁定"), "{}", chief.screen());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_ruling_otherwise_settles_it_and_taking_it_back_brings_it_back() {
    let hall = playing(|_| {}).await;
    let chief = hall.arbiter().await;
    draws(&hall, 1).await;
    chief.sees("即报和棋").await;
    chief.says("/desk").await;
    chief.sees("待裁定 1 局").await;
    chief.rules("/result 1 红胜").await;
    chief.says("/desk").await;
    assert!(!chief.last().text.contains("待裁定"), "{}", chief.screen());
    chief.says("/undo").await;
    chief.taps("撤销这一步").await;
    chief.sees("和棋").await;
    chief.says("/desk").await;
    chief.sees("待裁定 1 局").await;
    chief.says("/open").await;
    chief.sees("开赛 0 分钟即报和棋").await;
    chief.taps("和棋成立").await;
    assert!(hall.state(1).starts_with("final draw"), "{}", hall.state(1));
}

#[tokio::test(flavor = "multi_thread")]
async fn where_the_rule_removes_the_chief_begins_the_removal_from_the_flag() {
    let hall = playing(|config| {
        config.event.discipline.rules = vec![ConductRule {
            clause: "规程十".to_owned(),
            text: "严禁开赛15分钟内协议和棋。".to_owned(),
            usual: Some(PenaltyKind::Removal),
            about: Some(RuleAbout::EarlyDraw),
        }];
    })
    .await;
    let chief = hall.arbiter().await;
    let other = hall.person("裁判甲").await;
    draws(&hall, 1).await;
    let flagged = chief.sees("即报和棋").await;
    assert!(flagged.text.contains("通常取消资格"), "{}", flagged.text);
    let name = &hall.table(1).names[1];
    let labels = flagged.labels();
    let label = labels
        .iter()
        .find(|label| label.starts_with("取消资格：") && label.contains(&**name));
    let label = label.expect("a button for each").to_string();
    other.is_told(&label, "要裁判长才能做").await;
    chief.taps_on(&flagged, &label).await;
    let preview = chief.sees("的比赛资格").await;
    assert!(
        preview.text.contains("（规程十）：未按规定对局即议和"),
        "{}",
        preview.text
    );
    chief.taps("取消资格，已赛成绩保留").await;
    hall.table(1).black.sees("取消资格").await;
    assert_eq!(
        hall.count("SELECT count(*) FROM penalty WHERE kind = 'removal'"),
        1
    );
    // The game itself is decided on its card.
    chief.taps_on(&flagged, "双负（0 比 0）").await;
    assert_eq!(hall.state(1), "final both_lose");
}
