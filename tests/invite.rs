//! One-time codes: pools, the list, taking one back.

use qisai::config::Pool;

use crate::registering::Entrant;
use crate::support::Hall;

async fn with_two_pools() -> Hall {
    Hall::with(|config| {
        let pools = &mut config.event.registration.pools;
        pools[1].seats = 10;
        let guests = Pool {
            key: "guests".to_owned(),
            name: "特邀嘉宾".to_owned(),
            seats: 3,
            ..pools[1].clone()
        };
        pools.push(guests);
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn codes_are_made_for_the_pool_that_is_named_or_chosen() {
    let hall = with_two_pools().await;
    let chief = hall.arbiter().await;
    chief.says("/invite 2").await;
    chief.sees("哪一类名额").await;
    chief.taps("特邀嘉宾（还可发 3 个）").await;
    chief.sees("特邀嘉宾邀请码 2 个").await;
    chief.says("/invite 推荐 3个").await;
    chief.sees("协会推荐邀请码 3 个").await;
    chief.says("/invite GUESTS 2").await;
    chief.sees("只剩 1 个").await;
    chief.says("/invite 棋王 1").await;
    chief
        .sees("没有叫“棋王”的凭码名额。可选：协会推荐、特邀嘉宾")
        .await;
    let made = "SELECT count(*) FROM invitation WHERE pool = 'guests'";
    assert_eq!(hall.count(made), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unused_code_is_taken_back_and_a_used_one_is_not() {
    let hall = Hall::with(|config| config.event.registration.pools[1].seats = 2).await;
    let chief = hall.arbiter().await;
    chief.says("/invite 列表").await;
    chief.sees("还没有发过").await;
    chief.says("/invite 2").await;
    let text = chief.sees("一码一人").await.text;
    let codes: Vec<&str> = text
        .lines()
        .filter(|line| line.len() == 8 && line.bytes().all(|b| b.is_ascii_alphanumeric()))
        .collect();
    let guest = hall.person("客").await;
    Entrant::number(1).fills(&guest).await;
    guest.taps("使用邀请码").await;
    guest.says(codes[0]).await;
    // Taken back while it stands in a form: not at the end either.
    chief.says("/invite 列表").await;
    chief.sees("未用 2 个，已用 0 个").await;
    chief.taps(&format!("作废 {}", codes[0])).await;
    chief.sees("未用 1 个，已用 0 个").await;
    let toast = guest.taps("确认提交").await;
    assert!(
        toast
            .text
            .is_some_and(|text| text.contains("没有这个邀请码"))
    );
    guest.taps("修改").await;
    guest.taps("邀请码").await;
    guest.says(codes[1]).await;
    guest.taps("确认提交").await;
    guest.sees("报名").await;
    let toast = chief.taps(&format!("作废 {}", codes[1])).await;
    assert!(
        toast
            .text
            .is_some_and(|text| text.contains("已用过或已作废"))
    );
    chief.says("/invite list").await;
    let list = chief.sees("未用 0 个，已用 1 个").await.text;
    assert!(
        list.contains("棋手1 已用") && list.contains("已作废"),
        "{list}"
    );
    // Its place can be given by a new code.
    chief.says("/invite 1").await;
    chief.sees("邀请码 1 个").await;
    let toast = guest.taps_stale("il:0").await;
    assert!(toast.text.is_some_and(|text| text.contains("还不是裁判")));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_code_typed_where_none_is_asked_for_is_told_what_it_is_for() {
    let hall = Hall::open().await;
    let chief = hall.arbiter().await;
    chief.says("/invite 1").await;
    chief.sees("邀请码").await;
    let code: String =
        hall.database(|tx| tx.query_row("SELECT code FROM invitation", [], |row| row.get(0)));
    let guest = hall.person("客人").await;
    guest.says(&code.to_lowercase()).await;
    guest.sees("还没有用掉").await;
    guest.says("ABCDEFGH").await;
    guest.sees("没看懂").await;
}
