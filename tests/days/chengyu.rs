//! The Chengdu-Chongqing event, 23 September 2023: 民间争霸赛, nine rounds, men and women paired together
//! and ranked apart.

use chrono::{DateTime, Utc};

use super::{
    answer_moves, event, hand_in_records, line, minutes, number, publish, report, report_rest,
    silent,
};
use crate::roles::appoint;
use crate::support::Hall;

fn at(day: u32, time: &str) -> DateTime<Utc> {
    format!("2023-09-{day}T{time}:00+08:00")
        .parse()
        .expect("an instant")
}

const MEN: [&str; 12] = [
    "赵一",
    "钱二",
    "孙三",
    "李四",
    "周五",
    "吴六",
    "郑七",
    "王八一",
    "冯九",
    "陈十",
    "褚甲",
    "卫乙",
];
const WOMEN: [&str; 6] = ["蒋丙", "沈丁", "韩戊", "杨己", "朱庚", "秦辛"];

/// Registration is over, the numbers are drawn, and all but one have checked in.
async fn checked_in() -> Hall {
    let hall = event("examples/chengyu.toml").await;
    for (section, names) in [("men", &MEN[..]), ("women-juniors", &WOMEN[..])] {
        let players: Vec<(&str, &str)> = names.iter().map(|name| (*name, *name)).collect();
        hall.enters_section(section, &players).await;
    }
    let chief = hall.arbiter().await;
    appoint(&hall, "裁判甲", "裁判员").await;
    appoint(&hall, "编排乙", "编排长").await;
    // Supplement, clause 5.6: appeals are the arbitration committee's.
    appoint(&hall, "仲裁丙", "仲裁").await;
    // The registration ends by itself before the players arrive.
    hall.set_clock(at(22, "12:01")).await;
    chief.says("/draw").await;
    hall.group().sees("抽签承诺").await;
    chief.says("/draw 丰盛古镇").await;
    chief.sees("抽签完成").await;
    chief.says("/timetable").await;
    let shown = chief.sees("丰盛客栈").await.text;
    assert!(
        shown.contains("9月23日（周六）—9月24日（周日）　成渝象棋民间争霸赛"),
        "{shown}"
    );
    // Clause 7: they report at the visitor centre, from 14:00 to 20:00.
    hall.set_clock(at(22, "14:00")).await;
    let opened = hall.group().sees("报到开始").await.text;
    assert!(
        opened.contains("地点：重庆市巴南区丰盛镇游客接待中心"),
        "{opened}"
    );
    for name in MEN.iter().chain(&WOMEN).filter(|name| **name != "卫乙") {
        hall.person(name).await.taps("报到").await;
    }
    hall.set_clock(at(22, "20:00")).await;
    chief.sees("报到时间到").await;
    chief.says("/checkin").await;
    chief.taps("结束报到…").await;
    let preview = chief.sees("未到 1 人将被除名").await.text;
    assert!(preview.contains("卫乙"), "{preview}");
    chief.taps("确认结束").await;
    hall.group().sees("17 位棋手参赛").await;
    // Clause 4: who is absent is removed.
    hall.person("卫乙").await.sees("没有报到").await;
    hall
}

#[tokio::test(flavor = "multi_thread")]
async fn the_challenge_is_played_from_check_in_to_the_prize_list() {
    let mut hall = checked_in().await;
    first_round(&mut hall).await;
    second_round(&mut hall).await;
    third_and_fourth_round(&hall).await;
    for round in 5..=9 {
        publish(&hall.person("编排乙").await).await;
        minutes(&hall, 40).await;
        report_rest(&hall, round).await;
        hand_in_records(&hall).await;
        assert_eq!(silent(&hall), [] as [u32; 0], "round {round}");
    }
    prizes(&hall).await;
}

/// Supplement, clauses 3.1.3 (late, absent) and 3.1.4 (records); regulation, clause 10 (early draws).
async fn first_round(hall: &mut Hall) {
    let chief = hall.arbiter().await;
    let deputy = hall.person("裁判甲").await;
    let officer = hall.person("编排乙").await;
    chief.says("/timetable 1 9月23日 09:00").await;
    chief.taps("只改第1轮").await;
    hall.group().sees("第1轮 9月23日（周六）09:00 开赛").await;
    publish(&officer).await;
    // The evening before: with the day and the place.
    let listed = hall.group().sees("对阵（共9轮）　9月23日 09:00 开赛").await;
    assert!(listed.text.contains("地点：丰盛客栈"), "{}", listed.text);
    let seat = hall.table(1).red.sees("第1轮 第1台 您执红").await.text;
    assert!(
        seat.contains("9月23日 09:00 开赛\n地点：丰盛客栈"),
        "{seat}"
    );
    hall.set_clock(at(23, "08:55")).await;
    hall.group().sees("请棋手按对阵入座").await;
    hall.set_clock(at(23, "09:00")).await;
    hall.group().sees("迟到 10 分钟，即 09:10 以后").await;

    // One comes in time, one does not come, a third is kept by the arbiter.
    for typed in ["/late 3 黑", "/late 4 黑", "/late 5 红"] {
        deputy.says(typed).await;
    }
    hall.table(4).black.sees("请马上到第1轮 第4台").await;
    hall.set_clock(at(23, "09:06")).await;
    deputy.says("/late 3").await;
    deputy.taps("黑方到了").await;
    let chief_and_deputy = ["判黑方弃权，无故缺席除名", "09:10 起才能宣布"];
    deputy.says("/late 4").await;
    deputy
        .is_told(chief_and_deputy[0], chief_and_deputy[1])
        .await;
    // The bot goes down and comes up between the start and the end of patience.
    hall.crash().await;
    let chief = hall.arbiter().await;
    let deputy = hall.person("裁判甲").await;
    hall.set_clock(at(23, "09:10")).await;
    let due = chief.sees("第1轮迟到已满 10 分钟").await.text;
    assert!(!due.contains("第3台") && due.contains("第4台"), "{due}");
    assert_eq!(chief.count("迟到已满"), 1);
    assert_eq!(hall.group().count("第1轮开赛"), 1);
    let gone = hall.table(4).names[1].clone();
    let kept = hall.table(5).names[0].clone();
    for arbiter in [&chief, &deputy] {
        arbiter.says("/late 4").await;
        arbiter.sees("可以宣布").await;
    }
    // Supplement, clause 3.1.3: the chief arbiter declares it, and who else tries is sent there.
    let declared = "判黑方弃权，无故缺席除名";
    let refused = deputy.taps(declared).await.text.unwrap_or_default();
    assert!(refused.contains("要裁判长才能做"), "{refused}");
    chief.taps(declared).await;
    hall.table(4).red.sees("黑方弃权（红胜），成绩已生效").await;
    hall.table(4).black.sees("按规程自动除名").await;
    assert_eq!(hall.table(4).black.count("自动除名"), 1);
    chief.says("/late 5").await;
    chief.taps("判红方弃权，保留参赛资格").await;
    assert_eq!(hall.table(5).red.count("自动除名"), 0);

    // A draw after ten minutes is one too early.
    report(hall, 2, "和").await;
    let flagged = chief.sees("开赛 10 分钟即报和棋").await.text;
    assert!(flagged.contains("和棋算数吗"), "{flagged}");
    chief.taps("双负（0 比 0）").await;
    hall.table(2).red.sees("严禁20回合内").await;
    hall.table(2).black.sees("成绩已生效（犯规判负）").await;
    // And a game given up after twelve.
    hall.set_clock(at(23, "09:12")).await;
    report(hall, 6, "黑胜").await;
    chief.sees("开赛 12 分钟即报黑胜，可能过早认输").await;
    chief.taps("成绩成立").await;
    hall.table(6).red.sees("黑胜经裁判审核，成立").await;

    // Reported and confirmed; contradicted; objected to.
    hall.set_clock(at(23, "09:40")).await;
    hall.table(1).red.says_in_group("1台红胜").await;
    hall.table(1).black.taps("确认").await;
    hall.table(1).red.sees("成绩已生效（双方一致）").await;
    hall.table(3).red.says("胜").await;
    hall.table(3).black.says("我赢了").await;
    hall.table(3).red.sees("双方所报不一致").await;
    chief.sees("成绩争议").await;
    hall.table(7).black.says("胜").await;
    hall.table(7).red.taps("异议").await;
    chief.sees("对方有异议").await;
    chief.says("/result 7 和").await;
    chief.says("/result 3 红胜").await;
    hall.table(3).black.sees("成绩已生效（裁判裁定）").await;
    report(hall, 8, "和").await;
    hall.table(8).red.sees("不满 20 回合不得议和").await;
    answer_moves(hall, 8).await;

    // The round is over: two tables, two sections, and one record of the two that are due.
    hall.table(1).red.sees("录谱").await;
    hall.table(1).red.sends_photo("").await;
    hall.group().sees("男子组积分榜").await;
    hall.group().sees("女子及少儿组积分榜").await;
    let list = chief.sees("第1轮录谱").await.text;
    assert!(list.contains("第3台") && !list.contains("第1台"), "{list}");
    // Table 2 has no winner and no draw, 4 and 5 were not played.
    let winner = hall.table(3).names[0].clone();
    chief.taps(&format!("3 {winner} 记犯规一次")).await;
    hall.table(3).red.sees("应录未录").await;
    chief.says(&format!("/standings {winner}")).await;
    chief.sees("犯规 1 = 1").await;
    chief.says("/standings 男子").await;
    hall.settled().await;
    assert_ne!(gone, kept);
}

/// Supplement, clauses 5.3, 5.6 and 5.7: fouls, a warning, an appeal; leave; the timetable moved.
async fn second_round(hall: &mut Hall) {
    let chief = hall.arbiter().await;
    let officer = hall.person("编排乙").await;
    let loser = hall.table(3).black.id;
    // The one who lost by the ruling appeals, pays, and loses the deposit.
    let appellant = hall.known(loser);
    appellant.says("/appeal").await;
    appellant.sees("押金 500 元：胜诉退还，败诉不退").await;
    appellant.taps("第1轮第3台的判罚").await;
    appellant.says("最后一步我先按钟，对方超时。").await;
    appellant.taps("提交申诉").await;
    chief.sees("申诉 1 号").await;
    chief.taps("已收押金 500 元").await;
    let member = hall.person("仲裁丙").await;
    member.sees("申诉 1 号押金已收，请仲裁委员会裁决").await;
    member.taps("看申诉 1 号").await;
    member.taps("驳回（败诉）…").await;
    member.says("棋钟完好，维持原判。").await;
    appellant.sees("押金 500 元按规定不退").await;
    chief
        .sees("仲裁委员会（仲裁丙）裁决：驳回。棋钟完好，维持原判。")
        .await;

    let excused = hall.table(8).names[1].clone();
    let no = number(hall, &excused);
    officer.says(&format!("/absent {no}")).await;
    officer.sees("第2轮请假，得 0 分").await;
    officer.taps("确认").await;
    hall.person(&excused).await.sees("第2轮已准假").await;
    officer.says("/timetable 2 10:30").await;
    officer.taps("只改第2轮").await;
    publish(&officer).await;
    hall.group().sees("请假　").await;
    hall.person(&excused).await.sees("第2轮您请假").await;
    officer.says("/timetable 2 +15").await;
    officer.taps("只改第2轮").await;
    let moved = hall.group().sees("日程变更").await.text;
    assert!(moved.contains("10:45 开赛（原 10:30）"), "{moved}");
    hall.table(1).black.sees("10:45 开赛（原 10:30）").await;
    hall.set_clock(at(23, "10:30")).await;
    assert_eq!(hall.group().count("第2轮开赛"), 0);
    hall.set_clock(at(23, "10:45")).await;
    hall.group().sees("第2轮开赛（10:45）").await;

    // A warning, and two fouls in one game, which the second loses.
    let noisy = hall.table(4).names[0].clone();
    let no = number(hall, &noisy);
    chief.says(&format!("/warn {no} 拍打棋钟")).await;
    chief.taps("其他（按竞赛规则）").await;
    hall.table(4).red.sees("警告 第2轮第4台").await;
    assert_eq!(hall.state(4), "open -");
    let ringing = hall.table(5).names[1].clone();
    let no = number(hall, &ringing);
    for fouls in 1..=2 {
        chief.says(&format!("/foul {no} 手机响")).await;
        let warned = chief.last().text.contains("记了就判负");
        assert_eq!(warned, fouls == 2, "{}", chief.screen());
        chief.taps("其他（按竞赛规则）").await;
    }
    hall.table(5).black.sees("本局判负").await;
    hall.table(5).red.sees("红胜，成绩已生效（犯规判负）").await;
    // The arbiter writes table 6 down the wrong way round.
    hall.set_clock(at(23, "11:30")).await;
    chief.says("/result 6 黑胜").await;
    hall.restart().await;
    report_rest(hall, 2).await;
    hand_in_records(hall).await;
    let chief = hall.arbiter().await;
    chief.sees("第2轮").await;
    hall.group().sees("男子组积分榜").await;
}

/// A wrong entry of round 2 is found after round 4 was published; before, one leaves between the rounds.
async fn third_and_fourth_round(hall: &Hall) {
    let chief = hall.arbiter().await;
    let officer = hall.person("编排乙").await;
    let mistaken = hall.table(6).names;
    let leaver = hall.table(7).names[0].clone();
    let person = hall.person(&leaver).await;
    person.says("退赛").await;
    person.taps("确定退赛").await;
    chief.sees(&leaver.to_string()).await;
    publish(&officer).await;
    let listed = hall.group().sees("第3轮对阵").await.text;
    assert!(!listed.contains(&leaver), "{listed}");
    minutes(hall, 40).await;
    report_rest(hall, 3).await;
    hand_in_records(hall).await;
    publish(&officer).await;
    let pairs = |hall: &Hall| -> Vec<[String; 2]> {
        (1..=silent(hall).len())
            .map(|table| hall.table(u32::try_from(table).expect("few")).names)
            .collect()
    };
    let published = pairs(hall);
    hall.group().sees("第4轮对阵").await;

    chief.says("/result 2 6 红胜").await;
    let asked = chief.sees("更正成绩").await.text;
    assert!(asked.contains("第3至4轮的对阵、轮空和成绩照旧"), "{asked}");
    let [red, black] = &mistaken;
    assert!(
        line(&asked, &format!("{red}　积分")).contains("→"),
        "{asked}"
    );
    assert!(
        line(&asked, &format!("{black}　积分")).contains("→"),
        "{asked}"
    );
    chief.taps("录入有误，更正").await;
    chief.sees("已更正").await;
    let told = hall.group().sees("成绩更正").await.text;
    assert!(told.contains("黑胜 → 红胜"), "{told}");
    hall.group().sees_nothing().await;
    assert_eq!(pairs(hall), published);
    minutes(hall, 40).await;
    report_rest(hall, 4).await;
    hand_in_records(hall).await;
}

/// Regulation, clause 6.1: fifteen men and three women or juniors.
async fn prizes(hall: &Hall) {
    let chief = hall.arbiter().await;
    hall.group().sees("男子组最终名次").await;
    hall.group().sees("女子及少儿组最终名次").await;
    chief.says("/prizes").await;
    let men = chief.sees("男子组（税前）").await.text;
    assert!(
        line(&men, "1. ").contains("10000 元　证书、奖杯、奖品"),
        "{men}"
    );
    assert!(line(&men, "4. ").contains("2000 元　证书"), "{men}");
    assert!(line(&men, "5. ").contains("800 元"), "{men}");
    let women = chief.newest("女子及少儿组（税前）").text;
    assert!(line(&women, "1. ").contains("2000 元"), "{women}");
    assert!(line(&women, "3. ").contains("800 元"), "{women}");
    assert!(!women.contains("4. "), "{women}");
    chief.taps("发到群里").await;
    hall.group().sees("男子组（税前）").await;
    chief.says("/desk").await;
    chief.sees("9 轮已全部结束").await;
}
