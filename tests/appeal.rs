//! 申诉: filed once, paid, decided, the deposit returned or kept, and the player told each time.

use qisai::rehearsal::Message;

use crate::registering::{appoint, data};
use crate::support::Hall;

/// A round with one result by an arbiter; the event takes this deposit.
async fn playing(deposit: u32) -> Hall {
    let mut hall = Hall::field(4).await;
    appoint(&hall, "裁判甲").await;
    hall.stop().await;
    hall.config.event.appeal_deposit = deposit;
    hall.start().await;
    hall.round().await;
    hall.arbiter().await.says("/result 1 红胜").await;
    hall
}

fn button(message: &Message, beginning: &str) -> String {
    let labels = message.labels();
    let found = labels.iter().find(|label| label.starts_with(beginning));
    found
        .unwrap_or_else(|| panic!("no {beginning} among {labels:?}"))
        .to_string()
}

#[tokio::test(flavor = "multi_thread")]
async fn upheld_the_deposit_goes_back() {
    let mut hall = playing(500).await;
    let player = hall.table(1).black;
    player.says("申訴").await;
    let which = player.sees("对哪一个判罚不服").await;
    assert!(
        which.text.contains("押金 500 元：胜诉退还，败诉不退"),
        "{}",
        which.text
    );
    player.taps("第1轮第1台的判罚").await;
    player.sees("理由和要求是什么").await;
    player.sends_photo("").await;
    player.sees("没有保存").await;
    hall.restart().await;
    let player = hall.table(1).black;
    player.says("红方摸子<未走>，电话13812345678").await;
    let confirm = player.sees("请核对").await;
    assert!(
        confirm.text.contains("红方摸子<未走>，电话138****5678"),
        "{}",
        confirm.text
    );
    player.taps("提交申诉").await;
    player
        .sees("申诉 1 号已提交。请到裁判台交押金 500 元")
        .await;
    let chief = hall.arbiter().await;
    let other = hall.person("裁判甲").await;
    chief.sees("申诉 1 号").await;
    let card = other.sees("申诉 1 号").await;
    assert_eq!(card.labels(), ["已收押金 500 元"]);
    // No decision before the deposit.
    let toast = chief.taps_stale("jd:1:1:true").await.text;
    assert!(toast.is_some_and(|text| text.contains("押金 500 元还没有收到")));
    other.taps("已收押金 500 元").await;
    player.sees("押金 500 元已收到，等待裁决").await;
    // The other arbiter's card is drawn anew too; the old button is stale.
    let toast = chief.taps_stale(&data(&card, "已收押金 500 元")).await.text;
    assert!(toast.is_some_and(|text| text.contains("已过期")));
    other.is_told("成立（胜诉）…", "要裁判长才能做").await;
    chief.taps("成立（胜诉）…").await;
    chief.sees("请写裁决的内容和理由").await;
    chief.says("改判重下。").await;
    player.sees("成立。改判重下。").await;
    // What comes next is said, on the card as well.
    chief.sees("下一步：要改判请发 /result 1 1 结果").await;
    other.sees("下一步：要改判请发 /result 1 1 结果").await;
    player.says("/appeal").await;
    player.sees("成立，押金 500 元待退").await;
    chief.says("/appeal").await;
    chief
        .sees("押金已收 500 元，已退 0 元，待退 500 元，不退 0 元")
        .await;
    chief.taps(&button(&chief.last(), "1 号")).await;
    chief.taps("押金 500 元已退还").await;
    player.sees("押金 500 元已退还").await;
    chief.says("申诉").await;
    chief.sees("待退 0 元").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rejected_it_stays_and_there_is_no_second_appeal() {
    let hall = playing(500).await;
    let chief = hall.arbiter().await;
    let player = hall.table(1).black;
    player.says("/appeal 判罚有误").await;
    player.taps("第1轮第1台的判罚").await;
    player.taps("提交申诉").await;
    player.sees("已提交").await;
    // While it waits, and after.
    player.says("/appeal 再申诉一次").await;
    player.is_told("第1轮第1台的判罚", "已在申诉 1 号里").await;
    chief.taps("已收押金 500 元").await;
    chief.taps("驳回（败诉）…").await;
    chief.says("照相为证，维持原判。").await;
    player.sees("押金 500 元按规定不退").await;
    player.says("/appeal 还要申诉").await;
    player.is_told("第1轮第1台的判罚", "裁决是最终的").await;
    chief.says("/appeal").await;
    chief.sees("不退 500 元").await;
    // The chief mistook himself: the decision is taken back, and told.
    chief.taps(&button(&chief.last(), "1 号")).await;
    chief.taps("撤销上一步").await;
    player
        .sees("裁判更正，现在是：待裁决，押金 500 元已交")
        .await;
    let steps = hall.count("SELECT count(*) FROM journal WHERE action LIKE 'appeal.%'");
    assert_eq!(steps, 4);
}

#[tokio::test(flavor = "multi_thread")]
async fn against_a_penalty_without_a_deposit_and_withdrawn() {
    let hall = playing(0).await;
    let chief = hall.arbiter().await;
    let table = hall.table(2);
    let no = hall.database(|tx| {
        let sql = "SELECT start_no FROM registration WHERE name = ?1";
        tx.query_row(sql, [&table.names[0]], |row| row.get::<_, u32>(0))
    });
    chief.says(&format!("/foul {no} 手机响")).await;
    chief.taps("其他（按竞赛规则）").await;
    table.red.says("/appeal").await;
    let which = table.red.sees("不收押金").await;
    table
        .red
        .taps(&button(&which, "第1轮第2台犯规（手机响）"))
        .await;
    table.red.says("不是我的手机").await;
    table.red.taps("提交申诉").await;
    table.red.sees("裁决。每一步").await;
    let card = chief.sees("申诉 1 号").await;
    assert_eq!(card.labels(), ["成立（胜诉）…", "驳回（败诉）…"]);
    table.red.says("/appeal").await;
    table.red.taps("撤回申诉 1 号").await;
    table.red.sees("已撤回").await;
    chief.sees("已撤回").await;
    // Withdrawn, it may be filed again.
    table.red.says("/appeal 还是要申诉").await;
    table.red.taps("第1轮第2台犯规（手机响）").await;
    table.red.taps("提交申诉").await;
    table.red.sees("申诉 2 号已提交").await;
    // Upheld, the penalty is a tap away.
    chief.taps("成立（胜诉）…").await;
    chief.says("手机不是他的。").await;
    chief.sees("下一步：撤销被申诉的处罚").await;
    chief.taps("撤销这次处罚…").await;
    chief.taps("确认撤销").await;
    table.red.sees("裁判已撤销这次处罚").await;
    assert_eq!(
        hall.count("SELECT count(*) FROM penalty WHERE struck_at IS NULL"),
        0
    );
    chief.says("/appeal").await;
    chief.taps(&button(&chief.last(), "2 号")).await;
    assert!(chief.last().button("撤销这次处罚…").is_none());
    // Nobody else's penalty can be appealed against, whatever a button is made to say.
    table.black.says("/appeal 不服").await;
    let which = table.black.sees("对哪一个判罚不服").await;
    let own = data(&which, "其他事项");
    let other = own.replace(":o", ":p1");
    assert_ne!(own, other);
    let toast = table.black.taps_stale(&other).await.text;
    assert!(toast.is_some_and(|text| text.contains("已过期")));
    let stranger = hall.person("路人").await;
    stranger.says("/appeal").await;
    stranger.sees("没有已抽签的选手").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn where_there_is_a_committee_it_decides_and_no_arbiter() {
    let mut hall = playing(500).await;
    let member = crate::roles::appoint(&hall, "仲裁丁", "仲裁").await.id;
    hall.known(member).sees("您现在是仲裁委员").await;
    let player = hall.table(1).black;
    player.says("/appeal 红方摸子未走").await;
    player.sees("向仲裁委员会申请仲裁").await;
    player.taps("第1轮第1台的判罚").await;
    player.taps("提交申诉").await;
    player.sees("交了由仲裁委员会裁决").await;
    let chief = hall.arbiter().await;
    let card = hall.known(member).sees("申诉 1 号").await;
    assert!(card.labels().is_empty(), "{:?}", card.labels());
    // The deposit is the desk's business.
    let toast = hall.known(member).taps_stale("jp:1:1").await.text;
    assert!(toast.is_some_and(|text| text.contains("裁判员")));
    chief.taps("已收押金 500 元").await;
    hall.known(member).sees("请仲裁委员会裁决").await;
    // The chief, whose decision it is about, sees no verdict to give, and a forged button is refused.
    let card = chief.sees("由仲裁委员会裁决，已通知仲裁委员").await;
    assert_eq!(card.labels(), ["撤销上一步"]);
    let toast = chief.taps_stale("jd:1:2:false").await.text;
    assert!(toast.is_some_and(|text| text.contains("请联系仲裁委员仲裁丁")));
    hall.restart().await;
    let member = hall.known(member);
    member.taps("看申诉 1 号").await;
    member.taps("成立（胜诉）…").await;
    member.sees("请写裁决的内容和理由").await;
    member.says("改判和棋。").await;
    member.sees("由裁判组执行").await;
    let player = hall.table(1).black;
    player.sees("成立。改判和棋。").await;
    let chief = hall.arbiter().await;
    let card = chief.sees("仲裁裁决（仲裁丁）：改判和棋。").await;
    assert_eq!(card.labels(), ["押金 500 元已退还"]);
    // Every arbiter is told in a message of its own, and not by a changed card alone.
    let other = hall.person("裁判甲").await;
    for arbiter in [&chief, &other] {
        let told = arbiter
            .sees("仲裁委员会（仲裁丁）裁决：成立。改判和棋。")
            .await;
        assert_eq!(told.labels(), ["看申诉 1 号"]);
        assert!(told.text.contains("/result 1 1 结果"), "{}", told.text);
    }
    // Only those who gave it take the verdict back.
    let toast = chief.taps_stale("ju:1:3").await.text;
    assert!(toast.is_some_and(|text| text.contains("仲裁委员")));
    chief.says("/desk").await;
    chief.sees("申诉成立，待办：1 号待退押金 500 元").await;
    chief.taps("申诉待办 1…").await;
    chief.taps(&button(&chief.last(), "1 号")).await;
    chief.taps("押金 500 元已退还").await;
    player.sees("押金 500 元已退还").await;
    chief.says("/desk").await;
    let desk = chief.sees("裁判台").await.text;
    assert!(!desk.contains("待办"), "{desk}");
    // What was done can be read, also by the player's number.
    let no = number(&hall, &hall.table(1).names[1]);
    let of_player = format!("/journal {no}");
    for (typed, foot) in [
        ("/journal", "只看一人："),
        (of_player.as_str(), "全部记录：/journal"),
    ] {
        chief.says(typed).await;
        let journal = chief.sees(foot).await.text;
        let of = format!("申诉 1 号 {no} ");
        for (action, done) in [
            ("仲裁委员 仲裁丁：申诉裁决", "成立：改判和棋"),
            ("裁判长 裁判长：退还申诉押金", "500 元"),
            ("裁判长 裁判长：收申诉押金", "500 元"),
        ] {
            let found = journal.lines().find(|line| line.contains(action));
            let line = found.unwrap_or_else(|| panic!("no {action}: {journal}"));
            assert!(line.contains(&of) && line.ends_with(done), "{line}");
        }
        assert!(journal.contains("（红方摸子未走）"), "{journal}");
    }
}

fn number(hall: &Hall, name: &str) -> u32 {
    hall.database(|tx| {
        let sql = "SELECT start_no FROM registration WHERE name = ?1";
        tx.query_row(sql, [name], |row| row.get(0))
    })
}

/// The loser of table 1 appeals.
async fn appeals(hall: &Hall) {
    let player = hall.table(1).black;
    player.says("/appeal 红方摸子未走").await;
    player.taps("第1轮第1台的判罚").await;
    player.taps("提交申诉").await;
    player.sees("已提交").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_opponent_in_the_committee_neither_decides_nor_takes_back() {
    let hall = playing(0).await;
    let red = hall.table(1).names[0].clone();
    let opponent = crate::roles::appoint(&hall, &red, "仲裁").await;
    assert_eq!(opponent.id, hall.table(1).red.id);
    let member = crate::roles::appoint(&hall, "仲裁丁", "仲裁").await;
    appeals(&hall).await;
    let card = opponent.sees("您是当事人").await;
    assert!(card.labels().is_empty(), "{:?}", card.labels());
    let toast = opponent.taps_stale("jd:1:1:false").await.text;
    assert!(toast.is_some_and(|text| text.contains("请由仲裁丁处理")));
    assert_eq!(opponent.count("请写裁决"), 0);
    member.taps("成立（胜诉）…").await;
    member.says("改判和棋。").await;
    hall.table(1).black.sees("成立。改判和棋。").await;
    let toast = opponent.taps_stale("ju:1:2").await.text;
    assert!(toast.is_some_and(|text| text.contains("要回避")));
    let standing = "SELECT count(*) FROM appeal WHERE verdict = 'upheld'";
    assert_eq!(hall.count(standing), 1);
    // The committee corrects itself, and is named as who does.
    member.taps("撤销上一步").await;
    let player = hall.table(1).black;
    player.sees("仲裁委员会更正，现在是：待裁决").await;
    let chief = hall.arbiter().await;
    chief.sees("仲裁委员会更正，收回裁决").await;
    chief.says("/journal").await;
    chief.sees("：申诉改回 申诉 1 号").await;
    chief.sees("改回未裁决").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn where_all_of_the_committee_are_parties_the_chief_decides_about_a_penalty() {
    let hall = playing(0).await;
    let chief = hall.arbiter().await;
    let [red, black] = hall.table(2).names;
    chief
        .says(&format!("/foul {} 手机响", number(&hall, &red)))
        .await;
    chief.taps("其他（按竞赛规则）").await;
    let opponent = crate::roles::appoint(&hall, &black, "仲裁").await;
    let player = hall.table(2).red;
    player.says("/appeal 不是我的手机").await;
    player.taps("第1轮第2台犯规（手机响）").await;
    player.taps("提交申诉").await;
    let toast = opponent.taps_stale("jd:1:1:false").await.text;
    assert!(toast.is_some_and(|text| text.contains("请由裁判长处理")));
    let card = chief.sees("申诉 1 号").await;
    assert_eq!(card.labels(), ["成立（胜诉）…", "驳回（败诉）…"]);
    chief.taps("成立（胜诉）…").await;
    chief.says("手机不是他的。").await;
    player.sees("成立。手机不是他的。").await;
    // It is on the desk, and before the next round, until the penalty is gone.
    chief.says("/desk").await;
    chief.sees("申诉成立，待办：1 号待撤销处罚").await;
    chief.says("/appeal").await;
    chief.taps(&button(&chief.last(), "1 号")).await;
    chief.taps("撤销这次处罚…").await;
    chief.taps("确认撤销").await;
    chief.says("/desk").await;
    let desk = chief.sees("裁判台").await.text;
    assert!(!desk.contains("待办"), "{desk}");
    chief.says("/journal").await;
    let journal = chief.sees("记录").await.text;
    let foul = format!(
        "处罚 {} {red} 犯规，第1轮第2台（手机响）",
        number(&hall, &red)
    );
    assert!(journal.contains(&foul), "{journal}");
    let struck = format!("撤销处罚 {} {red} 犯规（手机响）", number(&hall, &red));
    assert!(journal.contains(&struck), "{journal}");
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_members_at_once_the_slower_hears_who_has_decided() {
    let hall = playing(0).await;
    let one = crate::roles::appoint(&hall, "仲裁丁", "仲裁").await;
    let other = crate::roles::appoint(&hall, "仲裁戊", "仲裁").await;
    appeals(&hall).await;
    one.taps("驳回（败诉）…").await;
    other.taps("成立（胜诉）…").await;
    one.says("维持原判。").await;
    other.says("改判和棋。").await;
    other
        .sees("申诉 1 号已由 仲裁丁 裁决：驳回。您的裁决没有生效")
        .await;
    let toast = other.taps_stale("jd:1:1:true").await.text;
    assert!(toast.is_some_and(|text| text.contains("已由 仲裁丁 裁决：驳回")));
    assert_eq!(hall.table(1).black.count("改判和棋"), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_committee_sees_the_desk_and_has_nothing_of_an_arbiters() {
    let hall = playing(0).await;
    let member = crate::roles::appoint(&hall, "仲裁丁", "仲裁").await;
    member.says("/desk").await;
    let desk = member.sees("裁判台").await;
    assert_eq!(desk.labels(), ["申诉…", "刷新"]);
    member.says("/result 2 红胜").await;
    member.sees("要裁判员才能做").await;
    assert_eq!(hall.state(2), "open -");
    // What arbiters are told of the games is not for them.
    hall.table(2).red.says("胜").await;
    hall.table(2).black.says("胜").await;
    hall.arbiter().await.sees("争议").await;
    assert_eq!(member.count("成绩争议"), 0, "{}", member.screen());
    // Nobody decides the own appeal.
    let store = hall.desk().store();
    let id = member.id;
    store
        .write(|tx| {
            let sql = "UPDATE registration SET account = ?1 WHERE start_no = 1";
            Ok::<_, qisai::store::StoreError>(tx.execute(sql, [id])?)
        })
        .expect("an update");
    member.says("/appeal 判罚有误").await;
    member.taps("其他事项").await;
    member.taps("提交申诉").await;
    member.says("/appeal").await;
    member.taps(&button(&member.last(), "1 号")).await;
    assert!(member.last().button("驳回（败诉）…").is_none());
    let toast = member.taps_stale("jd:1:1:false").await.text;
    assert!(toast.is_some_and(|text| text.contains("您自己提出的申诉")));
    assert_eq!(member.count("请写裁决"), 0, "{}", member.screen());
    // An arbiter's code makes an arbiter of them, and the chief records the verdict again.
    crate::roles::appoint(&hall, "仲裁丁", "裁判员").await;
    let chief = hall.arbiter().await;
    chief.says("/appeal").await;
    chief.taps(&button(&chief.last(), "1 号")).await;
    chief.taps("驳回（败诉）…").await;
    chief.sees("请写裁决的内容和理由").await;
}
