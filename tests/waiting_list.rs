//! 候补: the first in line is offered a free place and answers in time.

use std::time::Duration;

use qisai::config::Config;
use qisai::desk::waiting_list::{confirm, move_up};
use qisai::desk::{Handled, Refusal};
use qisai::store::StoreError;

use crate::registering::{Entrant, data};
use crate::support::{Hall, Person};

const HALF_A_DAY: Duration = Duration::from_secs(720 * 60);
const HELD: &str = "SELECT count(*) FROM registration WHERE place IS NOT NULL";

fn places(seats: u32) -> impl FnOnce(&mut Config) {
    move |config| config.event.registration.pools[0].seats = seats
}

/// An event of so many open places, its group bound, and everyone of these registered in order.
async fn line(seats: u32, people: u32) -> Hall {
    let hall = Hall::with(places(seats)).await;
    hall.arbiter().await.says_in_group("/bind").await;
    for no in 1..=people {
        let person = hall.person(&format!("账号{no}")).await;
        Entrant::number(no).registers(&person).await;
    }
    hall
}

async fn account(hall: &Hall, no: u32) -> Person<'_> {
    hall.person(&format!("账号{no}")).await
}

async fn leaves(hall: &Hall, no: u32) {
    let person = account(hall, no).await;
    person.says("/withdraw").await;
    person.taps("确定退赛").await;
    person.sees("已退赛").await;
}

fn state(hall: &Hall, no: u32) -> String {
    hall.database(|tx| {
        tx.query_row(
            "SELECT state FROM registration WHERE name = ?1 ORDER BY id DESC LIMIT 1",
            [format!("棋手{no}")],
            |row| row.get(0),
        )
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn an_offer_is_held_and_goes_to_the_next_when_it_is_declined_or_lapses() {
    let hall = line(1, 4).await;
    let chief = hall.arbiter().await;
    leaves(&hall, 1).await;
    let second = account(&hall, 2).await;
    second.sees("名额为您留到 9月20日 21:00").await;
    second.says("/me").await;
    second.sees("轮到递补，名额留到 9月20日 21:00").await;
    // The place is held: whoever comes now waits behind the others, whose positions are exact.
    let fifth = account(&hall, 5).await;
    Entrant::number(5).registers(&fifth).await;
    fifth.sees("候补第 3 位").await;
    chief.says("候补").await;
    let list = chief.sees("待确认 1 人，候补 3 人").await.text;
    assert!(
        list.contains("棋手2（公开报名）等待确认，9月20日 21:00截止")
            && list.contains("1. 棋手3")
            && list.contains("3. 棋手5"),
        "{list}"
    );
    // Declined: out of the line, the next has the offer.
    second.taps("放弃 棋手2").await;
    second.sees("已放弃：棋手2").await;
    assert_eq!(state(&hall, 2), "withdrawn");
    let third = account(&hall, 3).await;
    third.sees("轮到递补").await;
    chief.sees("棋手2 放弃了名额").await;
    // One second before the end of the time it stands, one after it is over: to the end of the line.
    hall.advance(HALF_A_DAY).await;
    assert_eq!(state(&hall, 3), "offered");
    hall.advance(Duration::from_secs(1)).await;
    assert_eq!(state(&hall, 3), "waiting");
    third.sees("您现在排在候补第 2 位").await;
    chief.sees("棋手3 逾期未确认").await;
    let fourth = account(&hall, 4).await;
    let offer = data(&fourth.sees("轮到递补").await, "确认参加");
    third.says("/me").await;
    third.sees("候补第 2 位").await;
    fifth.says("/me").await;
    fifth.sees("候补第 1 位").await;
    // The old button does not take the place of another.
    third.is_told("确认参加", "现在候补第 2 位").await;
    fourth.taps("确认参加").await;
    fourth.sees("材料审核中").await;
    let toast = fourth.taps_stale(&offer).await;
    assert!(toast.text.is_some_and(|text| text.contains("已经确认过")));
    assert_eq!(hall.count(HELD), 1);
    assert_eq!(state(&hall, 4), "review");
    let actions = hall.count(
        "SELECT count(*) FROM journal WHERE action IN ('registration.offer', 'registration.decline',
         'registration.lapse', 'registration.confirm')",
    );
    assert_eq!(actions, 6);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_lets_two_offers_pass_is_out_of_the_line() {
    let hall = line(1, 2).await;
    leaves(&hall, 1).await;
    let second = account(&hall, 2).await;
    second.sees("轮到递补").await;
    hall.advance(HALF_A_DAY + Duration::from_secs(1)).await;
    // Nobody else waits: the same one is offered the place once more.
    second.sees("又轮到您，名额留到 9月21日 09:00").await;
    hall.advance(HALF_A_DAY + Duration::from_secs(1)).await;
    second.sees("已退出候补").await;
    assert_eq!(state(&hall, 2), "withdrawn");
    second.is_told("确认参加", "已不在候补中").await;
    assert_eq!(hall.count(HELD), 0);
    // Who comes again finds the place free.
    Entrant::number(2).registers(&second).await;
    second.sees("名额已为您留着").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn offers_are_counted_from_when_they_were_made_whatever_the_program_does() {
    let mut hall = line(1, 3).await;
    leaves(&hall, 1).await;
    account(&hall, 2).await.sees("轮到递补").await;
    hall.crash().await;
    hall.advance(HALF_A_DAY - Duration::from_secs(60)).await;
    assert_eq!(state(&hall, 2), "offered");
    // Off over the deadline, and the player taps in the meantime: the answer is heard first.
    hall.stop().await;
    let second = hall.stranger("账号2");
    let offer = second.last();
    let button = "确认参加".to_owned();
    let message = offer.id;
    second.does_quickly(second.id, qisai::rehearsal::Act::Taps { message, button });
    hall.clock.advance(HALF_A_DAY);
    hall.start().await;
    hall.settled().await;
    assert_eq!(state(&hall, 2), "review");
    // Off over the deadline without an answer: soon after the start the next has the offer.
    leaves(&hall, 2).await;
    account(&hall, 3).await.sees("轮到递补").await;
    hall.stop().await;
    hall.clock.advance(HALF_A_DAY * 3);
    hall.start().await;
    hall.settled().await;
    assert_eq!(state(&hall, 3), "offered");
    hall.advance(Duration::from_secs(61)).await;
    account(&hall, 3).await.sees("又轮到您").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_confirmation_and_the_end_of_its_time_do_not_both_count() {
    let hall = line(1, 3).await;
    leaves(&hall, 1).await;
    let second = account(&hall, 2).await;
    let tap = data(&second.sees("轮到递补").await, "确认参加");
    let fields: Vec<i64> = tap
        .split(':')
        .skip(1)
        .map(|part| part.parse().expect("a number"))
        .collect();
    let [registration, version] = fields[..] else {
        panic!("{tap}");
    };
    hall.clock.advance(HALF_A_DAY + Duration::from_secs(1));
    let (desk, id) = (hall.desk(), second.id);
    std::thread::scope(|scope| {
        scope.spawn(move || desk.act(move_up).expect("a tick"));
        for update in 1..=4 {
            scope.spawn(move || {
                let actor = crate::support::private(id);
                desk.handle(-update, &actor, |turn| confirm(turn, registration, version))
                    .expect("the database")
            });
        }
    });
    hall.settled().await;
    assert_eq!(hall.count(HELD), 1);
    match state(&hall, 2).as_str() {
        "review" => assert_eq!(state(&hall, 3), "waiting"),
        "waiting" => assert_eq!(state(&hall, 3), "offered"),
        other => panic!("{other}"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_arbiter_answers_for_one_who_cannot_and_two_arbiters_do_it_once() {
    let hall = line(1, 3).await;
    let chief = hall.arbiter().await;
    let other = crate::registering::appoint(&hall, "裁判甲").await;
    // The second in line has no account, the third has blocked the bot.
    hall.desk()
        .store()
        .write(|tx| {
            tx.execute(
                "UPDATE registration SET account = NULL WHERE name = '棋手2'",
                [],
            )?;
            Ok::<_, StoreError>(())
        })
        .expect("the database");
    account(&hall, 3).await.blocks().await;
    leaves(&hall, 1).await;
    let asked = chief.sees("棋手2（本人没有账号）").await;
    other.sees("棋手2（本人没有账号）").await;
    let stranger = hall.person("路人").await;
    let toast = stranger.taps_stale(&data(&asked, "确认参加")).await;
    assert!(toast.text.is_some_and(|text| text.contains("还不是裁判")));
    other.taps("放弃").await;
    other.sees("已放弃：棋手2").await;
    let next = chief.sees("棋手3（消息没有送到本人）").await.text;
    assert!(next.contains("9月20日 21:00前"), "{next}");
    let toast = chief.taps_stale(&data(&asked, "放弃")).await;
    assert!(toast.text.is_some_and(|text| text.contains("已不在候补中")));
    chief.taps("确认参加").await;
    chief.sees("已确认：棋手3").await;
    assert_eq!(state(&hall, 3), "review");
}

#[tokio::test(flavor = "multi_thread")]
async fn more_seats_are_offered_after_a_restart_and_without_minutes_they_are_given() {
    let mut hall = line(1, 3).await;
    hall.stop().await;
    hall.config.event.registration.pools[0].seats = 2;
    hall.start().await;
    hall.advance(Duration::from_secs(1)).await;
    account(&hall, 2).await.sees("轮到递补").await;
    hall.stop().await;
    hall.config.event.registration.pools[0].seats = 3;
    hall.config.event.registration.promotion_minutes = 0;
    hall.start().await;
    hall.advance(Duration::from_secs(1)).await;
    account(&hall, 3).await.sees("已从候补递补").await;
    assert_eq!(state(&hall, 3), "review");
    // The offer made before still wants its answer.
    assert_eq!(state(&hall, 2), "offered");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_line_moves_on_after_the_deadline_and_ends_with_the_draw() {
    let hall = line(2, 4).await;
    let chief = hall.arbiter().await;
    chief.says("/review").await;
    chief.taps("通过").await;
    chief.taps("通过").await;
    chief.says("/close").await;
    chief.taps("确认截止").await;
    leaves(&hall, 1).await;
    let third = account(&hall, 3).await;
    third.sees("轮到递补").await;
    chief.says("/draw").await;
    chief
        .sees("还有 1 个递补名额等待确认（最晚到 9月20日 21:00）")
        .await;
    third.taps("确认参加").await;
    chief.says("/review").await;
    chief.taps("通过").await;
    hall.draws().await;
    let fourth = account(&hall, 4).await;
    fourth.sees("候补到此结束，棋手4 未能递补").await;
    assert_eq!(chief.count("候补已结束，1 人未能递补"), 1);
    leaves(&hall, 2).await;
    hall.advance(Duration::from_secs(5)).await;
    assert_eq!(state(&hall, 4), "waiting");
    assert_eq!(fourth.count("轮到递补"), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_arbiter_ends_the_line_after_a_preview() {
    let hall = line(1, 30).await;
    let chief = hall.arbiter().await;
    leaves(&hall, 1).await;
    chief.says("/waiting").await;
    chief.sees("待确认 1 人，候补 28 人").await;
    chief.taps("下一页 2/2 ›").await;
    chief.sees("28. 棋手30").await;
    chief.taps("结束候补…").await;
    chief.sees("待确认的 1 个名额收回，候补的 29 人").await;
    chief.taps("确认结束候补").await;
    chief.sees("不再递补").await;
    let toast = chief.taps_stale("wx").await;
    assert!(toast.text.is_some_and(|text| text.contains("不用再结束")));
    account(&hall, 2).await.sees("候补到此结束").await;
    assert_eq!(hall.count(HELD), 0);
    let account = account(&hall, 5).await.id;
    let handled = hall.acts(7, account, |turn| confirm(turn, 5, 1));
    assert!(
        matches!(handled, Handled::Refused(Refusal::WaitingList(_))),
        "{handled:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_place_of_any_open_pool_goes_to_the_first_in_line() {
    let hall = Hall::with(|config| {
        let pools = &mut config.event.registration.pools;
        pools[0].seats = 1;
        let mut second = pools[0].clone();
        second.key = "second".to_owned();
        second.name = "第二公开".to_owned();
        pools.insert(1, second);
    })
    .await;
    hall.arbiter().await.says_in_group("/bind").await;
    for no in 1..=3 {
        let person = account(&hall, no).await;
        Entrant::number(no).registers(&person).await;
    }
    assert_eq!(state(&hall, 3), "waiting");
    leaves(&hall, 2).await;
    account(&hall, 3).await.sees("轮到递补").await;
    // Whoever comes now waits behind.
    let late = account(&hall, 4).await;
    Entrant::number(4).registers(&late).await;
    late.sees("候补第").await;
    let third = account(&hall, 3).await;
    third.taps("确认参加").await;
    assert_eq!(hall.count(HELD), 2);
}
