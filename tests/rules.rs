//! 规程: the regulation as configured, part by part.

use crate::days::event;
use crate::registering::taps_beginning;
use crate::support::{Hall, Person};

/// Telegram's limit of one message, in UTF-16 units.
const LIMIT: usize = 4096;

/// The message shows all of these, and fits.
async fn shows(person: &Person<'_>, part: &str, lines: &[&str]) {
    let text = person.sees(part).await.text;
    assert!(text.encode_utf16().count() <= LIMIT, "{text}");
    for line in lines {
        assert!(text.contains(line), "{line}\n{text}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_wuhan_regulation_is_told_clause_by_clause() {
    let hall = Hall::empty().await;
    let person = hall.person("张三").await;
    person.says("规程").await;
    shows(
        &person,
        "竞赛规程",
        &[
            "主办：武汉市象棋协会",
            "《象棋竞赛规则（2020版）》",
            "交通、食宿自理",
        ],
    )
    .await;
    person.taps("日程地点").await;
    shows(
        &person,
        "武汉棋王赛　日程地点",
        &[
            "鲤鱼洲路28号",
            "马沧湖路236号",
            "三阳路湖锦酒店",
            "棋王决赛第4局 13:30",
            "颁奖(9至16名)",
        ],
    )
    .await;
    person.taps("报名报到").await;
    shows(
        &person,
        "武汉棋王赛　报名报到",
        &[
            "截止：9月25日（周一）23:59",
            "公开报名：170 人",
            "协会推荐：30 人，凭邀请码",
            "第六条（四）　参赛须凭居民身份证",
            "100 元",
            "自愿参赛责任书",
            "人身意外伤害保险",
            "请带：第二代居民身份证",
            "10月5日（周四）08:00到 10月5日（周四）08:30",
        ],
    )
    .await;
    person.taps("参赛资格").await;
    shows(
        &person,
        "武汉棋王赛　参赛资格",
        &[
            "第六条（一）",
            "国家大师",
            "连续12个月",
            "在读的本、专科大学生",
        ],
    )
    .await;
    person.taps("竞赛办法").await;
    shows(
        &person,
        "武汉棋王赛　竞赛办法",
        &[
            "积分编排制，7 轮",
            "慢棋：每方20分钟，每步加5秒",
            "胜 2 分，和 1 分，负 0 分",
            "名次依次比较：积分、",
            "前 16 名进入下一阶段",
            "迟到 10 分钟弃权判负",
            "淘汰赛第1轮、淘汰赛第2轮、淘汰赛第3轮（半决赛）",
            "1. 2 局（慢棋：每方20分钟，每步加5秒），先手为名次列前者，以后依次换先，得分多者胜",
            "2. 打平则加赛 1 局（快棋：每方5分钟，每步加3秒），先手抽签",
            "3. 打平则加赛 1 局（附加赛：红方6分钟，黑方4分钟，每步加3秒），先手由前一局后手方选择，和棋黑胜",
            "棋王决赛",
            "1. 6 局",
            "2. 打平则加赛 2 局",
        ],
    )
    .await;
    person.taps("名次奖励").await;
    shows(
        &person,
        "武汉棋王赛　名次奖励",
        &["第1名：10000 元、", "流动奖杯", "第17至32名，每名：300 元"],
    )
    .await;
    assert!(!person.last().text.contains("税前"), "{}", person.screen());
    person.taps("纪律申诉").await;
    shows(
        &person,
        "武汉棋王赛　纪律申诉",
        &["警告、犯规、判负、取消资格", "/appeal"],
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn each_of_three_competitions_has_its_parts() {
    let hall = event("examples/chengyu.toml").await;
    let person = hall.person("张三").await;
    person.says("/rules").await;
    shows(&person, "竞赛规程", &["大巴接驳", "由电脑随机确定"]).await;
    person.taps("日程地点").await;
    let text = person.sees("日程地点").await.text;
    assert!(
        text.contains("9月23日（周六）—9月24日（周日）　全民象棋挑战赛") && !text.contains("00:00"),
        "{text}"
    );
    person.taps("纪律申诉").await;
    shows(
        &person,
        "纪律申诉",
        &[
            "取消资格的可以禁赛一年",
            "补充五、3",
            "交押金 500 元：胜诉退还，败诉不退",
        ],
    )
    .await;
    taps_beginning(&person, "成渝象棋民间争霸赛").await;
    shows(
        &person,
        "成渝象棋民间争霸赛　竞赛办法",
        &[
            "男子组、女子及少儿组混合编排",
            "迟到 10 分钟弃权判负",
            "无故弃权 1 轮自动除名",
            "不满 20 回合或开赛 15 分钟内议和",
            "开赛 15 分钟内认输",
            "每轮前 5 台",
            "自然限着40回合",
        ],
    )
    .await;
    person.taps("名次奖励").await;
    shows(
        &person,
        "成渝象棋民间争霸赛　名次奖励",
        &[
            "男子组",
            "第1名：10000 元（税前）",
            "第11至15名，每名：500 元（税前）",
        ],
    )
    .await;
    taps_beginning(&person, "成渝双城").await;
    shows(
        &person,
        "成渝双城（巴南 温江）团队交流赛　竞赛办法",
        &[
            "同队始终不相遇",
            "队员积分和决定团体名次，相同比个人最好名次",
        ],
    )
    .await;
    person.taps("名次奖励").await;
    shows(
        &person,
        "团队交流赛　名次奖励",
        &["团体", "5000 元（税前）"],
    )
    .await;
}
