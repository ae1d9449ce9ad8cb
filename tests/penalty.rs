//! 犯规, 警告, 判负, 取消资格: given, counted, explained, taken back.

use qisai::config::{
    ConductRule, Config, PenaltyKind, RankKey, ShortTeam, Swiss, Team, TeamScoring,
};
use qisai::desk::penalty::{self, Who};
use qisai::rehearsal::Message;
use qisai::tournament::penalty::{Fate, apply};
use qisai::tournament::standings::{Standing, standings};
use qisai::tournament::{Game, History, Outcome, Player, Round, StartNumber};

use crate::clock::swiss;
use crate::registering::{appoint, data};
use crate::support::Hall;

const RULE: &str = "五、3 不得携带电子设备";

fn rules(config: &mut Config) {
    config.event.discipline.ban = Some("禁赛一年".to_owned());
    config.event.discipline.rules = vec![ConductRule {
        clause: "五、3".to_owned(),
        text: "不得携带电子设备".to_owned(),
        usual: None,
        about: None,
    }];
}

/// A field with a rule to name, its first round published.
async fn playing(players: usize, change: impl FnOnce(&mut Config)) -> Hall {
    let mut hall = Hall::field(players).await;
    appoint(&hall, "裁判甲").await;
    hall.stop().await;
    rules(&mut hall.config);
    change(&mut hall.config);
    hall.start().await;
    hall.round().await;
    hall
}

fn number(hall: &Hall, name: &str) -> u32 {
    hall.database(|tx| {
        let sql = "SELECT start_no FROM registration WHERE name = ?1";
        tx.query_row(sql, [name], |row| row.get(0))
    })
}

fn button(message: &Message, beginning: &str) -> String {
    let labels = message.labels();
    let found = labels.iter().find(|label| label.starts_with(beginning));
    found
        .unwrap_or_else(|| panic!("no {beginning} among {labels:?}"))
        .to_string()
}

/// Penalises a player by number for the rule.
async fn gives(hall: &Hall, command: &str, no: u32, reason: &str) {
    let chief = hall.arbiter().await;
    chief.says(&format!("/{command} {no} {reason}")).await;
    chief.taps(RULE).await;
    chief.sees("已记").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_foul_counts_is_explained_and_is_taken_back() {
    let hall = playing(4, |_| {}).await;
    let chief = hall.arbiter().await;
    let other = hall.person("裁判甲").await;
    let table = hall.table(1);
    let no = number(&hall, &table.names[0]);
    chief.says(&format!("犯規{no} 手机<响>")).await;
    let card = chief.sees("记犯规").await;
    assert!(card.text.contains("在 第1轮第1台"), "{}", card.text);
    assert!(card.text.contains("理由：手机<响>"), "{}", card.text);
    chief.taps(RULE).await;
    chief.sees("犯规（五、3）第1轮第1台：手机<响>").await;
    let told = table.red.sees("裁判通知").await.text;
    assert!(told.contains("不得携带电子设备"), "{told}");
    // A button of a card that is done with does nothing.
    let stale = data(&card, RULE);
    let toast = chief.taps_stale(&stale).await.text;
    assert!(toast.is_some_and(|text| text.contains("已过期")));
    hall.rules_all("和").await;
    chief.says(&format!("/standings {no}")).await;
    chief.sees("犯规 1 = 1（第1轮第1台 手机<响>，五、3）").await;
    let given = hall.count("SELECT count(*) FROM journal WHERE action = 'penalty.give'");
    assert_eq!(given, 1);

    // One arbiter takes it back while the other is about to.
    for arbiter in [&chief, &other] {
        arbiter.says("/foul").await;
        let list = arbiter.sees("处罚记录").await;
        arbiter.taps(&button(&list, "撤销")).await;
        arbiter.sees("要撤销吗").await;
    }
    other.taps("确认撤销").await;
    other.sees("已撤销").await;
    table.red.sees("裁判已撤销这次处罚").await;
    chief.is_told("确认撤销", "已由 裁判甲 撤销").await;
    chief.says(&format!("/standings {no}")).await;
    chief.sees("犯规 0").await;
    chief.says("/foul").await;
    chief.sees("已由 裁判甲 撤销").await;
    assert_eq!(hall.count("SELECT count(*) FROM penalty"), 1);
    let journal = hall.count("SELECT count(*) FROM journal WHERE action = 'penalty.strike'");
    assert_eq!(journal, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_warning_is_given_by_seat_with_a_typed_reason_and_costs_nothing() {
    let mut hall = playing(4, |_| {}).await;
    let chief = hall.arbiter().await;
    chief.says("/warn").await;
    chief.sees("有效 0 次").await;
    chief.taps("记警告").await;
    let seats = chief.sees("给谁记警告").await;
    chief.taps(&button(&seats, "2黑")).await;
    chief.sees("记警告").await;
    chief.taps("写理由…").await;
    chief.sees("因为什么").await;
    chief.sends_sticker().await;
    chief.sees("没有保存").await;
    hall.restart().await;
    let chief = hall.arbiter().await;
    chief.says("拍钟过重，电话13812345678").await;
    chief.sees("理由：拍钟过重，电话138****5678").await;
    chief.taps("改为与对局无关").await;
    chief.sees("与对局无关").await;
    chief.taps("其他（按竞赛规则）").await;
    chief.sees("警告：拍钟过重").await;
    hall.table(2).black.sees("警告：拍钟过重").await;
    assert_eq!(hall.state(2), "open -");
    let in_game = hall.count("SELECT count(*) FROM penalty WHERE game IS NOT NULL");
    assert_eq!(in_game, 0);
    // What is asked for and then left is not awaited any more.
    let no = number(&hall, &hall.table(1).names[0]);
    chief.says(&format!("/warn {no}")).await;
    chief.taps("写理由…").await;
    chief.says("/cancel").await;
    chief.says("没有什么").await;
    chief.sees("没看懂").await;
    chief.taps("不记了").await;
    chief.sees("没有记").await;
    assert_eq!(hall.count("SELECT count(*) FROM penalty"), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_second_foul_in_a_game_loses_it_and_taking_one_back_gives_it_back() {
    let hall = playing(4, |_| {}).await;
    let chief = hall.arbiter().await;
    let table = hall.table(1);
    let no = number(&hall, &table.names[0]);
    table.red.says("胜").await;
    table.black.taps("确认").await;
    assert!(hall.state(1).starts_with("final red_win"));
    gives(&hall, "foul", no, "手机响").await;
    assert!(hall.state(1).starts_with("final red_win"));
    chief.says(&format!("/foul {no} 手机又响")).await;
    chief.sees("记了就判负").await;
    chief.taps(RULE).await;
    chief.sees("本局判负").await;
    assert_eq!(hall.state(1), "final black_win");
    table.black.sees("黑胜，成绩已生效（犯规判负）").await;
    table.red.sees("本局判负").await;
    // The first is taken back: the second alone does not lose the game.
    chief.says("/foul").await;
    let list = chief.sees("有效 2 次").await;
    let first = list
        .labels()
        .iter()
        .rposition(|label| label.starts_with("撤销"));
    let first = list.labels()[first.expect("a button")].to_owned();
    chief.taps(&first).await;
    chief.taps("确认撤销").await;
    chief.sees("这一局的成绩已恢复").await;
    assert_eq!(hall.state(1), "final red_win");
    table.black.sees("红胜，成绩已生效（处罚已撤销）").await;
    chief.says("/undo").await;
    chief.sees("要再处罚，请用 /foul 重新记").await;

    // In a game that is going on, the loss ends it, and taken back it goes on.
    let table = hall.table(2);
    let no = number(&hall, &table.names[1]);
    gives(&hall, "foul", no, "一").await;
    gives(&hall, "foul", no, "二").await;
    assert_eq!(hall.state(2), "final red_win");
    hall.group().sees("积分榜").await;
    gives(&hall, "foul", no, "三").await;
    chief.says("/foul").await;
    let list = chief.sees("有效 4 次").await;
    chief.taps(&button(&list, "撤销")).await;
    chief.taps("确认撤销").await;
    // Two are left.
    chief.sees("已撤销").await;
    assert_eq!(hall.state(2), "final red_win");
    let holder = hall.count("SELECT id FROM penalty WHERE outcome_after IS NOT NULL");
    chief.taps_stale(&format!("yx:{holder}")).await;
    assert_eq!(hall.state(2), "open -");
    table.red.sees("改为未定").await;
    hall.group().sees("已报 1/2").await;
    // Nor does taking back the last step bring the penalty's result again.
    chief.says("/undo").await;
    chief.sees("要再处罚，请用 /foul 重新记").await;
    assert_eq!(hall.state(2), "open -");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_lost_outright_and_not_after_the_next_round_is_paired() {
    let hall = playing(4, |_| {}).await;
    let chief = hall.arbiter().await;
    let no = number(&hall, &hall.table(1).names[0]);
    chief.says(&format!("/warn {no} 提示着法")).await;
    chief.sees("记警告").await;
    chief.taps("改为判负").await;
    chief.sees("记判负").await;
    chief.taps(RULE).await;
    chief.sees("本局判负").await;
    assert_eq!(hall.state(1), "final black_win");
    let game = hall.count("SELECT game FROM penalty");
    let penalty = hall.count("SELECT id FROM penalty");
    hall.rules_all("和").await;
    chief.says("/pair").await;
    chief.sees("棋手现在还看不到").await;
    chief.taps_stale(&format!("yx:{penalty}")).await;
    chief.sees("后面的对局已经编排").await;
    let outcome = hall.database(|tx| {
        let sql = "SELECT outcome FROM game WHERE id = ?1";
        tx.query_row(sql, [game], |row| row.get::<_, String>(0))
    });
    assert_eq!(outcome, "black_win");
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_with_one_name_the_arbiter_says_which() {
    let mut hall = Hall::open().await;
    hall.enters(&[("张三", "甲"), ("张三", "乙"), ("李四", "丙")])
        .await;
    hall.ends_registration();
    hall.draws().await;
    hall.checks_all_in();
    hall.stop().await;
    rules(&mut hall.config);
    hall.start().await;
    let chief = hall.arbiter().await;
    chief.says("/foul 张三 吸烟").await;
    let which = chief.sees("有 2 位同名选手").await;
    let second = hall.database(|tx| {
        let sql = "SELECT r.start_no FROM registration r JOIN account a ON a.id = r.account WHERE a.name = '乙'";
        tx.query_row(sql, [], |row| row.get::<_, u32>(0))
    });
    chief.taps(&button(&which, &format!("{second} 张三"))).await;
    // Before the first round there is no game to lose.
    chief.sees("与对局无关").await;
    chief.taps("改为判负").await;
    chief.is_told(RULE, "没有可以判负的对局").await;
    chief.taps("改为犯规").await;
    chief.taps(RULE).await;
    chief.sees("已记").await;
    hall.person("乙").await.sees("犯规（五、3）：吸烟").await;
    assert_eq!(hall.person("甲").await.count("犯规"), 0);
    for (typed, told) in [
        ("/foul 王五 吸烟", "没有编号或姓名是“王五”"),
        ("/foul 99 吸烟", "没有编号或姓名是“99”"),
    ] {
        chief.says(typed).await;
        chief.sees(told).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_foul_after_the_last_round_tells_the_final_table_anew() {
    let hall = playing(4, |config| swiss(config).rounds = 1).await;
    hall.rules_all("和").await;
    let tables = hall.group().count("最终名次");
    let [red, black] = hall.table(1).names;
    let no = number(&hall, &red);
    gives(&hall, "foul", no, "应录未录").await;
    hall.settled().await;
    assert_eq!(hall.group().count("最终名次"), tables + 1);
    let messages = hall.world.messages(hall.group().id).unwrap();
    let told = &messages
        .iter()
        .rfind(|one| one.text.contains("最终名次"))
        .unwrap()
        .text;
    let place = |name: &str| told.find(name).unwrap();
    assert!(place(&black) < place(&red), "{told}");
    assert!(hall.state(1).starts_with("final draw"), "{}", hall.state(1));
    // Another one of the last of the table changes no place, nor does its end: nobody is told.
    gives(&hall, "foul", no, "应录未录").await;
    let chief = hall.arbiter().await;
    chief.says("/foul").await;
    let list = chief.sees("有效 2 次").await;
    let labels = list.labels();
    let of_both: Vec<_> = labels.iter().filter(|one| one.contains("犯规 ")).collect();
    assert_eq!(of_both.len(), 2, "{labels:?}");
    chief.taps(of_both[0].as_ref()).await;
    chief.taps("确认撤销").await;
    chief.sees("已撤销").await;
    hall.settled().await;
    assert_eq!(hall.group().count("最终名次"), tables + 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn two_fouls_of_one_player_have_two_buttons() {
    let hall = playing(4, |_| {}).await;
    let no = number(&hall, &hall.table(1).names[0]);
    gives(&hall, "foul", no, "手机响").await;
    hall.rules_all("和").await;
    hall.round().await;
    hall.advance(std::time::Duration::from_secs(120)).await;
    gives(&hall, "foul", no, "大声喧哗").await;
    let chief = hall.arbiter().await;
    chief.says("/foul").await;
    let list = chief.sees("有效 2 次").await;
    let label = |what: &str| {
        let labels = list.labels();
        let found = labels.iter().find(|label| label.ends_with(what));
        found
            .unwrap_or_else(|| panic!("{what}: {labels:?}"))
            .to_string()
    };
    assert!(label("大声喧哗").contains("第2轮 ") && label("手机响").contains("第1轮 "));
    chief.taps(&label("手机响")).await;
    chief.sees("要撤销吗").await;
    chief.taps("确认撤销").await;
    let standing = "SELECT count(*) FROM penalty WHERE struck_at IS NULL AND reason = '大声喧哗'";
    assert_eq!(hall.count(standing), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_ban_and_what_a_removal_makes_of_places_and_teams_is_shown() {
    let hall = playing(6, |config| {
        config.event.competitions[0].team = Some(Team {
            size: Some(1),
            short: ShortTeam::Unranked,
            scoring: TeamScoring::PointsThenBestRank,
        });
    })
    .await;
    hall.desk()
        .store()
        .write(|tx| tx.execute("UPDATE registration SET team = '队' || start_no", []))
        .unwrap();
    let chief = hall.arbiter().await;
    hall.rules_all("红胜").await;
    hall.round().await;
    hall.rules_all("红胜").await;
    let [winner, loser] = hall.table(1).names;
    let no = number(&hall, &winner);
    chief.says(&format!("/expel {no} 假棋 禁赛二年")).await;
    chief.taps(RULE).await;
    let preview = chief.sees("会改变的积分和名次").await.text;
    let of = |fate: &str| {
        let at = preview
            .find(fate)
            .unwrap_or_else(|| panic!("{fate}: {preview}"));
        preview[at..].to_owned()
    };
    let other = number(&hall, &loser);
    let won = of("已赛各局改判对手胜");
    assert!(
        won.contains(&format!("{other} {loser}（队{other}） ")),
        "{won}"
    );
    assert!(
        won.contains("团体：") && won.contains(&format!("队{other} ")),
        "{won}"
    );
    // Somebody who scores as before stands elsewhere all the same.
    let moves = preview.split(['；', '：', '\n']);
    let moved = moves.filter(|one| one.contains("（队") && one.contains(" 第"));
    assert!(moved.count() > 0, "{preview}");
    chief.taps("取消资格，已赛各局改判对手胜").await;
    chief.says("/foul").await;
    chief.sees("禁赛二年").await;
    chief.says(&format!("/standings {no}")).await;
    chief.sees("处罚：").await;
    assert!(chief.last().text.contains("禁赛二年"), "{}", chief.screen());
    let player = hall.person(&loser).await;
    player.says(&format!("/standings {no}")).await;
    player.sees("第").await;
    assert_eq!(player.count("禁赛二年"), 0);
    player.says("/standings").await;
    let table = player.sees("积分榜").await.text;
    // Results and prizes are cancelled: no place, the others number on, in the table of the teams too.
    let last = table.lines().rfind(|line| line.contains("分 对手分"));
    assert_eq!(
        last.map(|line| line.starts_with(&format!("— {no} {winner}（队{no}）（除名）"))),
        Some(true),
        "{table}"
    );
    assert!(table.contains("\n1. "), "{table}");
    player.says("/standings 团体").await;
    let teams = player.sees("团体").await.text;
    assert!(!teams.contains(&winner), "{teams}");
    player.says(&format!("/standings {no}")).await;
    player.sees("已除名，不列名次").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_may_penalise() {
    let hall = playing(4, |config| {
        config.event.discipline.ladder = vec![PenaltyKind::Warning, PenaltyKind::Removal];
    })
    .await;
    let chief = hall.arbiter().await;
    let arbiter = hall.person("裁判甲").await;
    let player = hall.table(1).red;
    for command in ["/warn 1 x", "/foul", "/expel 1 x"] {
        player.says(command).await;
        player.sees("还不是裁判").await;
    }
    chief.says("/foul 1 手机响").await;
    chief.sees("处罚里没有“犯规”").await;
    arbiter.says("/expel 1 代打").await;
    arbiter.sees("这一步要裁判长才能做，您是裁判员").await;
    // A made-up button does no more than a command.
    let toast = player.taps_stale("ys:1").await.text;
    assert!(toast.is_some_and(|text| text.contains("已过期")));
    let handled = hall.acts(1, player.id, |turn| {
        penalty::begin(turn, PenaltyKind::Warning, &Who::Number(1), None, None)
    });
    assert!(format!("{handled:?}").contains("NotAllowed"), "{handled:?}");
}

/// Points of everyone but one, counted from the results alone.
fn points_without(hall: &Hall, out: &str) -> Vec<(String, i64)> {
    hall.database(|tx| {
        tx.prepare(
            "SELECT r.name, coalesce((SELECT sum(CASE
                 WHEN s.kind = 'bye' THEN 2
                 WHEN g.outcome = 'draw' THEN 1
                 WHEN (g.outcome = 'red_win' AND s.kind = 'red') THEN 2
                 WHEN (g.outcome = 'black_win' AND s.kind = 'black') THEN 2
                 ELSE 0 END)
               FROM seat s LEFT JOIN game g ON g.id = s.game
               WHERE s.player = r.id AND NOT EXISTS (
                 SELECT 1 FROM seat o JOIN registration x ON x.id = o.player
                 WHERE o.game = s.game AND x.name = ?1)), 0)
             FROM registration r WHERE r.name <> ?1 ORDER BY r.name",
        )?
        .query_map([out], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect()
    })
}

/// Points as the desk's table has them.
fn points_in_table(hall: &Hall) -> Vec<(String, i64)> {
    let mut found = Vec::new();
    hall.desk()
        .act(|turn| {
            let field = qisai::desk::field::Field::load(turn)?;
            let table = qisai::desk::table::by_section(turn, &field).pop();
            for row in table.expect("a table").rows {
                found.push((row.player.name, row.values[0].parse().expect("points")));
            }
            Ok(())
        })
        .expect("the table");
    found.sort();
    found
}

#[tokio::test(flavor = "multi_thread")]
async fn a_removal_in_round_three_annuls_the_games_and_is_taken_back() {
    let hall = playing(6, |_| {}).await;
    let chief = hall.arbiter().await;
    hall.rules_all("红胜").await;
    hall.round().await;
    hall.rules_all("和").await;
    hall.round().await;
    hall.rules_all("黑胜").await;
    let before = points_in_table(&hall);
    let out = hall.table(1).names[1].clone();
    let opponent = hall.table(1).names[0].clone();
    let no = number(&hall, &out);
    chief.says(&format!("除名 {no} 代打 禁赛二年")).await;
    let card = chief.sees("记取消资格").await;
    assert!(card.text.contains("附：禁赛二年"), "{}", card.text);
    chief.taps(RULE).await;
    let preview = chief.sees("取消").await.text;
    for told in ["已赛成绩保留：", "已赛成绩作废：", "已赛各局改判对手胜："]
    {
        assert!(preview.contains(told), "{preview}");
    }
    // A result is corrected meanwhile: the preview is shown anew before anything is done.
    chief.rules("/result 2 和").await;
    chief.taps("取消资格，已赛成绩作废").await;
    assert_eq!(hall.count("SELECT count(*) FROM penalty"), 0);
    chief.taps("取消资格，已赛成绩作废").await;
    chief.sees("已记").await;
    hall.group().sees("被取消比赛资格（五、3）").await;
    hall.person(&out).await.sees("禁赛二年").await;
    let mut expected = points_without(&hall, &out);
    expected.push((out.clone(), 0));
    expected.sort();
    assert_eq!(points_in_table(&hall), expected);
    let changed: Vec<&String> = before
        .iter()
        .zip(&expected)
        .filter(|(was, is)| was != is && was.0 != out)
        .map(|(was, _)| &was.0)
        .collect();
    assert!(!changed.is_empty());
    hall.person(&opponent)
        .await
        .says(&format!("/standings {}", number(&hall, &opponent)))
        .await;
    hall.person(&opponent).await.sees("成绩作废").await;
    // The next round is paired without the removed player.
    chief.says("/pair").await;
    let proposal = chief.sees("第4轮方案").await.text;
    assert!(!proposal.contains(&format!(" {out}")), "{proposal}");
    chief.taps("作废").await;
    // Once is enough.
    chief.says(&format!("/expel {no} 又一次")).await;
    chief.is_told(RULE, "已被取消资格").await;
    chief.taps("不记了").await;
    chief.says("/foul").await;
    let list = chief.sees("有效 1 次").await;
    chief.taps("导出").await;
    let file = chief.sees("处罚记录，1 条").await;
    assert!(file.file.is_some());
    chief.taps(&button(&list, "撤销")).await;
    chief.taps("确认撤销").await;
    hall.person(&out).await.sees("裁判已撤销这次处罚").await;
    hall.group()
        .sees(&format!(
            "裁判已撤销对 {no} {out} 的取消资格，以后各轮照常编排。已赛各局的成绩一并恢复"
        ))
        .await;
    assert_eq!(hall.group().count("已撤销对"), 1);
    let open = points_in_table(&hall);
    assert_ne!(open, expected);
    let state = hall.database(|tx| {
        let sql = "SELECT state FROM registration WHERE name = ?1";
        tx.query_row(sql, [&out], |row| row.get::<_, String>(0))
    });
    assert_eq!(state, "accepted");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_removal_during_a_game_gives_it_to_the_opponent() {
    let hall = playing(4, |_| {}).await;
    let chief = hall.arbiter().await;
    let table = hall.table(1);
    let no = number(&hall, &table.names[0]);
    table.red.says("胜").await;
    chief.says(&format!("/expel {no}")).await;
    chief.taps(RULE).await;
    chief.sees("第1台还没有成绩，判对方胜").await;
    chief.taps("附注：禁赛一年").await;
    chief.sees("附：禁赛一年").await;
    chief.taps("取消资格，已赛各局改判对手胜").await;
    assert_eq!(hall.state(1), "final red_forfeit");
    table
        .black
        .sees("红方弃权（黑胜），成绩已生效（一方被取消资格）")
        .await;
    table.red.sees("取消资格").await;
    hall.rules_all("和").await;
    hall.group().sees("积分榜").await;
    chief.says("/foul").await;
    let list = chief.sees("禁赛一年").await;
    chief.taps(&button(&list, "撤销")).await;
    chief.taps("确认撤销").await;
    assert_eq!(hall.state(1), "open -");
    table.red.sees("改为未定").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_removed_get_no_prize_and_the_others_move_up() {
    let hall = playing(4, |config| swiss(config).rounds = 1).await;
    let chief = hall.arbiter().await;
    hall.rules_all("红胜").await;
    let winners = [
        hall.table(1).names[0].clone(),
        hall.table(2).names[0].clone(),
    ];
    let table = points_in_table(&hall);
    assert_eq!(table.iter().filter(|(_, points)| *points == 2).count(), 2);
    let out = number(&hall, &winners[0]);
    chief.says(&format!("/expel {out} 假棋")).await;
    chief.taps(RULE).await;
    chief.taps("取消资格，已赛成绩保留").await;
    chief.sees("名次可能有变").await;
    chief.says(&format!("/standings {out}")).await;
    chief.sees("积分 2").await;
    chief.says("/prizes").await;
    let list = chief.last().text;
    assert!(!list.contains(&winners[0]), "{list}");
}

/// Five players, three rounds: A beats B and C and E, C beats D, B and E draw, D has B's forfeit; byes of E,
/// D and C.
fn five() -> History {
    let (a, b, c, d, e) = (1, 2, 3, 4, 5);
    let round = |games: &[(u32, u32, Outcome)], bye: u32| Round {
        games: games
            .iter()
            .map(|&(red, black, outcome)| Game {
                red: StartNumber(red),
                black: StartNumber(black),
                outcome: Some(outcome),
            })
            .collect(),
        byes: [StartNumber(bye)].into(),
        ..Round::default()
    };
    History {
        players: (1..=5)
            .map(|no| Player {
                no: StartNumber(no),
                team: None,
                rating: None,
                fouls: 0,
            })
            .collect(),
        rounds: vec![
            round(&[(a, b, Outcome::RedWin), (c, d, Outcome::RedWin)], e),
            round(&[(c, a, Outcome::BlackWin), (b, e, Outcome::Draw)], d),
            round(&[(a, e, Outcome::RedWin), (d, b, Outcome::BlackForfeit)], c),
        ],
        ..History::default()
    }
}

/// Points and opponents' score of A to E once C is removed.
fn without_c(fate: Fate) -> Vec<(u32, u32)> {
    let mut history = five();
    for round in &mut history.rounds {
        apply(round, StartNumber(3), fate);
    }
    let swiss = Swiss::default();
    let mut table = standings(&history, &swiss.score, &swiss.ranking);
    table.sort_by_key(|row| row.no);
    let opponents = |row: &Standing| {
        let mut values = row.values.iter();
        let found = values.find(|(key, _)| *key == RankKey::Opponents);
        found
            .and_then(|(_, value)| value.number())
            .expect("a number")
    };
    table
        .iter()
        .map(|row| (row.tally.points, opponents(row)))
        .collect()
}

#[test]
fn what_a_removal_makes_of_the_table_by_hand() {
    // A 6: B 1 + C 4 + E 3; B 1: A + E + D; C 4: D + A; D 4: C + B; E 3: B + A.
    assert_eq!(
        without_c(Fate::Keep),
        [(6, 8), (1, 13), (4, 10), (4, 5), (3, 7)]
    );
    // A is without the win over C, and C, and D's loss to C, count for nobody.
    assert_eq!(
        without_c(Fate::Annul),
        [(4, 4), (1, 11), (0, 0), (4, 1), (3, 5)]
    );
    // A and D have won against C, who has nothing left, the bye least of all.
    assert_eq!(
        without_c(Fate::Forfeit),
        [(6, 4), (1, 15), (0, 12), (6, 1), (3, 7)]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn who_was_absent_and_is_removed_stays_out_when_the_absence_is_corrected() {
    let hall = playing(6, |config| swiss(config).conduct.absence_removes = true).await;
    let chief = hall.arbiter().await;
    let names = hall.table(1).names.clone();
    let no = number(&hall, &names[0]);
    chief.says("/result 1 双弃").await;
    chief.taps("判双方弃权，无故缺席除名").await;
    chief.sees("自动除名").await;
    chief.says(&format!("/expel {no} 假棋")).await;
    chief.taps(RULE).await;
    chief.taps("取消资格，已赛成绩保留").await;
    chief.rules("/result 1 红胜").await;
    hall.settled().await;
    let state = |name: &str| {
        hall.database(|tx| {
            let sql = "SELECT state FROM registration WHERE name = ?1";
            tx.query_row(sql, [name], |row| row.get::<_, String>(0))
        })
    };
    assert_eq!(state(&names[0]), "withdrawn");
    assert_eq!(state(&names[1]), "accepted");
    // The removal was a mistake as well: nothing keeps the player out any more.
    let penalty = hall.count("SELECT id FROM penalty");
    chief.taps_stale(&format!("yx:{penalty}")).await;
    assert_eq!(state(&names[0]), "accepted");
}

#[tokio::test(flavor = "multi_thread")]
async fn another_penalty_than_the_usual_one_is_asked_about() {
    let hall = playing(4, |config| {
        let rules = &mut config.event.discipline.rules;
        rules[0].usual = Some(PenaltyKind::Foul);
    })
    .await;
    let chief = hall.arbiter().await;
    let other = hall.person("裁判甲").await;
    let player = hall.table(1).red;
    let no = number(&hall, &hall.table(1).names[0]);
    let kinds = |kind: &str| {
        hall.count(&format!(
            "SELECT count(*) FROM penalty WHERE kind = '{kind}'"
        ))
    };
    // The button names it; the usual one is given at once.
    other.says(&format!("/foul {no}")).await;
    other.taps(&format!("{RULE}→犯规")).await;
    player.sees("犯规（五、3）").await;
    assert_eq!(kinds("foul"), 1);
    // A milder one is meant, or it was not.
    other.says(&format!("/warn {no}")).await;
    other.taps(&format!("{RULE}→犯规")).await;
    let asked = other.sees("这一条规程通常记犯规，您选的是警告").await;
    assert_eq!(kinds("warning"), 0);
    other.taps("仍记警告").await;
    player.sees("警告（五、3）").await;
    assert_eq!(kinds("warning"), 1);
    // The question is over with that.
    let toast = other.taps_stale(&data(&asked, "改记犯规")).await.text;
    assert!(toast.is_some_and(|text| text.contains("已过期")));
    chief.says(&format!("/expel {no}")).await;
    chief.taps(&format!("{RULE}→犯规")).await;
    chief.sees("您选的是取消资格").await;
    chief.taps("改记犯规").await;
    chief.sees("已记").await;
    assert_eq!((kinds("foul"), kinds("removal")), (2, 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_usual_removal_stays_the_chiefs() {
    let hall = playing(4, |config| {
        let rules = &mut config.event.discipline.rules;
        rules[0].usual = Some(PenaltyKind::Removal);
    })
    .await;
    let chief = hall.arbiter().await;
    let other = hall.person("裁判甲").await;
    let no = number(&hall, &hall.table(1).names[0]);
    for arbiter in [&other, &chief] {
        arbiter.says(&format!("/foul {no}")).await;
        arbiter.taps(&format!("{RULE}→取消资格")).await;
        arbiter.sees("通常记取消资格").await;
    }
    other.is_told("改记取消资格", "要裁判长才能做").await;
    chief.taps("改记取消资格").await;
    chief.sees("的比赛资格").await;
    assert_eq!(hall.count("SELECT count(*) FROM penalty"), 0);
    chief.taps("取消资格，已赛成绩保留").await;
    assert_eq!(
        hall.count("SELECT count(*) FROM penalty WHERE kind = 'removal'"),
        1
    );
}

/// The number of a table is not that of a player.
#[tokio::test(flavor = "multi_thread")]
async fn a_foul_at_a_table_names_the_side() {
    let hall = playing(4, |_| {}).await;
    let chief = hall.arbiter().await;
    for (typed, table, red) in [
        ("2 红", 2, true),
        ("1台 黑", 1, false),
        ("2 black", 2, false),
    ] {
        chief.says(&format!("/foul {typed} 手机响")).await;
        let card = chief.sees(&format!("第{table}台")).await.text;
        let names = hall.table(table).names;
        assert!(card.contains(&names[usize::from(!red)]), "{typed}: {card}");
        assert!(card.contains("理由：手机响"), "{typed}: {card}");
    }
    chief.says("/foul 3 红 手机响").await;
    chief.sees("没有第3台").await;
    // A number alone is the player's.
    chief.says("/foul 3 手机响").await;
    let card = chief.sees("给 3 ").await.text;
    assert!(card.contains("理由：手机响"), "{card}");
}
