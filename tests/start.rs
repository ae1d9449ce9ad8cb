//! Coming in: who the bot is, what next, and what it says to what it cannot read.

use crate::support::Hall;

#[tokio::test(flavor = "multi_thread")]
async fn start_says_who_the_bot_is_and_what_comes_next() {
    let hall = Hall::empty().await;
    let person = hall.person("张三").await;
    let welcome = person.sees("比赛机器人").await;
    assert!(welcome.text.contains("报名截止：9月25日（周一）23:59"));
    assert!(welcome.text.contains("/register"), "{}", welcome.text);
    person.says("帮助").await;
    person.sees("比赛机器人").await;
}
