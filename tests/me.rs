//! What a player sees of the own event.

use crate::support::Hall;

#[tokio::test(flavor = "multi_thread")]
async fn number_tables_and_results_are_shown() {
    let hall = Hall::field(5).await;
    hall.round().await;
    let table = hall.table(1);
    let [name, opponent] = &table.names;
    table.red.says("/me").await;
    let shown = table.red.sees("报名成功").await.text;
    let no = hall.count(&format!(
        "SELECT start_no FROM registration WHERE name = '{name}'"
    ));
    assert!(
        shown.contains(&format!("编号 {no}")) && shown.contains("已报到"),
        "{shown}"
    );
    let other = hall.count(&format!(
        "SELECT start_no FROM registration WHERE name = '{opponent}'"
    ));
    assert!(
        shown.contains(&format!("第1轮 第1台 执红 对手 {other} {opponent}　未定")),
        "{shown}"
    );
    table.red.says("输").await;
    table.red.says("我的").await;
    table.red.sees("　黑胜").await;
    let bye = hall.count(
        "SELECT r.account FROM seat s JOIN registration r ON r.id = s.player WHERE s.kind = 'bye'",
    );
    hall.known(bye).says("/me").await;
    hall.known(bye).sees("第1轮 轮空").await;
}
