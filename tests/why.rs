//! Why a pairing is as it is, as arbiters and players are told.

use qisai::config::{PairingSystem, Stage};
use qisai::store::StoreError;

use crate::support::Hall;

#[tokio::test(flavor = "multi_thread")]
async fn arbiters_ask_about_a_proposal_and_players_about_what_is_published() {
    let hall = Hall::field(7).await;
    let chief = hall.arbiter().await;
    let someone = hall.person("棋手1").await;
    chief.says("/pair").await;
    chief.says("/why").await;
    let all = chief.sees("第1轮方案为何这样编排").await.text;
    for wanted in ["1台", "3台", "轮空", "首轮按台次交替"] {
        assert!(all.contains(wanted), "{wanted}: {all}");
    }
    someone.says("/why 1").await;
    someone.sees("还没有公布任何一轮").await;
    chief.taps("公布").await;
    someone.says("为何").await;
    let own = someone.sees("第1轮对阵为何这样编排").await.text;
    assert!(own.contains("棋手1"), "{own}");
    someone.says("/why 2").await;
    someone.sees("2台").await;
    someone.says("/why 9").await;
    someone.sees("第1轮没有第9台").await;
    someone.says("/why 轮空").await;
    someone.sees("轮空次数少、积分低、编号大").await;
    someone.says("/why 怎么").await;
    someone.sees("没有看懂").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_looked_better_is_named_with_the_round_or_the_reason() {
    let hall = Hall::field(8).await;
    let chief = hall.arbiter().await;
    hall.round().await;
    hall.rules_all("红胜").await;
    chief.says("/pair").await;
    chief.says("/why 1").await;
    let why = chief.sees("同为2分，同组对阵").await.text;
    assert!(why.contains("执红：先后手经历相同"), "{why}");
    hall.round().await;
    hall.rules_all("和").await;
    chief.says("/pair").await;
    chief.says("/why").await;
    let all = chief.sees("第3轮方案为何这样编排").await.text;
    assert!(all.contains("轮已交手"), "{all}");
    // By hand it is said so.
    chief.says("换先 1").await;
    let sure = chief.last();
    let label = ["确认改动", "仍然改动"]
        .into_iter()
        .find(|label| sure.button(label).is_some());
    chief.taps(label.expect("a button")).await;
    chief.says("为何 1").await;
    chief.sees("本台由裁判手工指定").await;
    chief.says("/pair").await;
    chief.taps("改动").await;
    chief.taps("2").await;
    chief.taps("为何").await;
    chief.sees("2台").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hundred_tables_are_explained_in_messages_that_fit() {
    let hall = Hall::field(60).await;
    let chief = hall.arbiter().await;
    hall.round().await;
    hall.rules_all("红胜").await;
    chief.says("/pair").await;
    chief.says("/why").await;
    let all = chief.screen();
    for table in [1, 15, 30] {
        assert!(all.contains(&format!("{table}台　")), "{table}");
    }
}

/// What an arbiter orders after a round was paired does not change why it was paired so.
#[tokio::test(flavor = "multi_thread")]
async fn a_round_is_judged_by_what_it_was_paired_with() {
    let hall = Hall::field(8).await;
    let chief = hall.arbiter().await;
    hall.round().await;
    hall.rules_all("和").await;
    hall.round().await;
    let why = async || {
        chief.says("/why").await;
        chief.sees("第2轮对阵为何这样编排").await;
        chief.last().text
    };
    let before = why().await;
    assert!(!before.contains("裁判定为回避"), "{before}");
    let barred = hall.desk().store().write(|tx| {
        let all = "INSERT INTO forbidden_pair (smaller, larger, made_by, made_at)
                   SELECT a.id, b.id, ?1, 0 FROM registration a JOIN registration b ON a.id < b.id";
        tx.execute(all, [chief.id]).map_err(StoreError::from)
    });
    assert!(barred.expect("pairs kept apart") > 20);
    assert_eq!(why().await, before);
    // A round of a time when that was not kept is judged by what holds today.
    let forgotten = hall.desk().store().write(|tx| {
        tx.execute("DELETE FROM paired_with", [])
            .map_err(StoreError::from)
    });
    assert_eq!(forgotten.expect("two rounds"), 2);
    let today = why().await;
    assert!(today.contains("裁判定为回避"), "{today}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_round_of_the_dutch_system_is_explained_in_its_own_terms() {
    let hall = Hall::with(|config| {
        let Stage::Swiss(swiss) = &mut config.event.competitions[0].stages[0] else {
            panic!("the points stage");
        };
        swiss.system = PairingSystem::FideDutch;
    })
    .await;
    let chief = hall.arbiter().await;
    chief.says_in_group("/bind").await;
    hall.fills(5).await;
    hall.draws().await;
    hall.checks_all_in();
    hall.round().await;
    hall.rules_all("红胜").await;
    chief.says("/pair").await;
    chief.says("/why").await;
    let all = chief.sees("为何这样编排（国际棋联荷兰制）").await.text;
    for wanted in ["1台", "2台", "轮空", "尚无先后手倾向", "应执"] {
        assert!(all.contains(wanted), "{wanted}: {all}");
    }
    chief.taps("公布").await;
    let someone = hall.table(1).red;
    someone.says("为何").await;
    let own = someone.sees("第2轮对阵为何这样编排").await.text;
    assert!(own.contains("1台") && !own.contains("2台"), "{own}");
    someone.says("/why 9").await;
    someone.sees("第2轮没有第9台").await;
    someone.says("/why 轮空").await;
    someone.sees("没有对局的轮次").await;
}
