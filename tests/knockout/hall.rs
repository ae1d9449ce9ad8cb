//! A field that has played its points stage, and what a match looks like from outside.

use std::time::Duration;

use qisai::config::{Config, Knockout, RankKey, Stage, Vacancy};

use crate::support::{Hall, Person};

/// One round of points, then a knockout of `size` with the last rounds of the regulation.
pub fn short(config: &mut Config, size: u32) {
    let competition = &mut config.event.competitions[0];
    for stage in &mut competition.stages {
        match stage {
            Stage::Swiss(swiss) => {
                swiss.rounds = 1;
                swiss.advance = Some(size);
                // Whoever is level is in order of the start numbers.
                swiss.ranking.keys.push(RankKey::StartNumber);
            }
            Stage::Knockout(knockout) => {
                let rounds = size.next_power_of_two().ilog2() as usize;
                let planned = knockout.rounds.len();
                knockout.rounds.drain(..planned - rounds);
                knockout.size = size;
            }
        }
    }
}

pub fn knockout(config: &mut Config) -> &mut Knockout {
    let stages = &mut config.event.competitions[0].stages;
    match stages.last_mut() {
        Some(Stage::Knockout(knockout)) => knockout,
        _ => panic!("no knockout"),
    }
}

pub fn walkovers(config: &mut Config) {
    knockout(config).vacancy = Vacancy::Walkover;
}

/// `players` whose points stage is over, the lower numbers ahead.
pub async fn played(players: usize, size: u32, change: impl FnOnce(&mut Config)) -> Hall {
    let hall = Hall::with(|config| {
        short(config, size);
        change(config);
    })
    .await;
    hall.arbiter().await.says_in_group("/bind").await;
    hall.fills(players).await;
    hall.draws().await;
    hall.checks_all_in();
    hall.round().await;
    hall.rules_all("红胜").await;
    hall.arbiter().await.sees("全部结束").await;
    hall
}

/// The same, seeded.
pub async fn seeded(players: usize, size: u32, change: impl FnOnce(&mut Config)) -> Hall {
    let hall = played(players, size, change).await;
    let chief = hall.arbiter().await;
    chief.says("/knockout").await;
    chief.sees("确认后积分赛名次固定").await;
    chief.taps("确认定位").await;
    chief.sees("淘汰赛已定位").await;
    hall
}

/// The next round is announced, and where its lots need a public word, that is typed.
pub async fn begin(hall: &Hall) {
    announce(hall).await;
    word(hall).await;
}

/// Types the public word, where the bot asks for one.
pub async fn word(hall: &Hall) {
    let asked = "SELECT count(*) FROM lot_word JOIN bracket USING (stage)
                 WHERE word IS NULL AND round = begun AND complete < begun";
    if hall.count(asked) > 0 {
        let chief = hall.arbiter().await;
        chief.says("/draw 天气晴").await;
        chief.sees("公开词已公布在群里").await;
    }
}

/// The next round is announced.
pub async fn announce(hall: &Hall) {
    let chief = hall.arbiter().await;
    chief.says("/pair").await;
    chief.sees("棋手现在还看不到").await;
    chief.taps("公布").await;
    chief.sees("已公布，共").await;
}

/// The newest game of a match, both sides.
pub struct Seats<'a> {
    pub red: Person<'a>,
    pub black: Person<'a>,
    pub names: [String; 2],
    /// The game of the match, from 1.
    pub number: u32,
}

pub fn seats(hall: &Hall, round: u32, table: u32) -> Seats<'_> {
    let seat = |kind: &str| {
        hall.database(|tx| {
            tx.query_row(
                "SELECT r.account, r.name, d.number FROM duel_game d
                 JOIN seat s ON s.game = d.game JOIN registration r ON r.id = s.player
                 WHERE d.round = ?1 AND d.table_no = ?2 AND s.kind = ?3 AND d.annulled_at IS NULL
                 ORDER BY d.number DESC LIMIT 1",
                (round, table, kind),
                |row| Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?, row.get(2)?)),
            )
        })
    };
    let ((red, red_name, number), (black, black_name, _)) = (seat("red"), seat("black"));
    Seats {
        red: hall.known(red),
        black: hall.known(black),
        names: [red_name, black_name],
        number,
    }
}

/// How many games of the knockout there are in all.
pub fn games(hall: &Hall) -> i64 {
    hall.count("SELECT count(*) FROM duel_game WHERE annulled_at IS NULL")
}

pub async fn rules(hall: &Hall, table: u32, results: &[&str]) {
    let chief = hall.arbiter().await;
    for result in results {
        // A message from before the game was announced would not count.
        hall.advance(Duration::from_secs(1)).await;
        let (round, number): (u32, u32) = hall.database(|tx| {
            tx.query_row(
                "SELECT round, number FROM duel_game WHERE table_no = ?1 AND annulled_at IS NULL
                 ORDER BY round DESC, number DESC LIMIT 1",
                [table],
                |row| Ok((row.get(0)?, row.get(1)?)),
            )
        });
        chief
            .says(&format!("/result {round}-{table}-{number} {result}"))
            .await;
        hall.settled().await;
        if result.contains('弃') && chief.count("仍判弃权？") > 0 {
            let forfeit = match *result {
                "红弃权" => "判红方弃权",
                "黑弃权" => "判黑方弃权",
                _ => "判双方弃权",
            };
            chief.taps(forfeit).await;
        }
        chief.sees("裁定").await;
        hall.settled().await;
    }
}
