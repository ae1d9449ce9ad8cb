//! The day of each regulation, played by people from check-in to the prize list.

mod chengyu;
mod cities;
mod wuhan;

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use qisai::config::Config;
use qisai::rehearsal::Act;

use crate::support::{Hall, Person};

/// An event as a file of this repository gives it, the group bound.
pub async fn event(file: &str) -> Hall {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    let event = Config::load(&path).expect("it is sound").config.event;
    let hall = Hall::with(|config| {
        config.event = event;
        config.event.arbiters.clear();
    })
    .await;
    hall.arbiter().await.says_in_group("/bind").await;
    hall.group().sees("已绑定").await;
    hall
}

/// So many minutes pass.
pub async fn minutes(hall: &Hall, minutes: u64) {
    hall.advance(Duration::from_secs(60 * minutes)).await;
}

/// Pairs the next round and publishes it, as the pairing officer does.
pub async fn publish(officer: &Person<'_>) {
    officer.says("/pair").await;
    officer.sees("棋手现在还看不到").await;
    let publish = match officer.last().button("破例公布") {
        Some(_) => "破例公布",
        None => "公布",
    };
    officer.taps(publish).await;
    officer.sees("已公布").await;
}

/// The tables of the newest round that nobody has reported.
pub fn silent(hall: &Hall) -> Vec<u32> {
    hall.database(|tx| {
        tx.prepare(
            "SELECT table_no FROM game WHERE round = (SELECT max(id) FROM round) AND status = 'open'
             ORDER BY table_no",
        )?
        .query_map([], |row| row.get(0))?
        .collect()
    })
}

/// The two at a table say what the result is: who has lost, or both of a draw.
pub async fn report(hall: &Hall, table: u32, result: &str) {
    let seats = hall.table(table);
    match result {
        "红胜" => seats.black.says("负").await,
        "黑胜" => seats.red.says("负").await,
        _ => {
            seats.red.says("和").await;
            seats.black.says("和").await;
        }
    }
}

/// Everyone at the tables left reports; of draws no more moves are asked than players answer truly.
pub async fn report_rest(hall: &Hall, round: u32) {
    for table in silent(hall) {
        let result = match (table + round) % 5 {
            0 | 3 => "红胜",
            1 => "和",
            _ => "黑胜",
        };
        report(hall, table, result).await;
        answer_moves(hall, table).await;
    }
}

/// Both say that they made moves enough, if they are asked.
pub async fn answer_moves(hall: &Hall, table: u32) {
    let seats = hall.table(table);
    for player in [seats.red, seats.black] {
        if player.last().button("20 回合以上").is_some() {
            player.taps("20 回合以上").await;
        }
    }
}

/// Whoever owes a record hands it in.
pub async fn hand_in_records(hall: &Hall) {
    let owing: BTreeSet<i64> = hall.database(|tx| {
        tx.prepare(
            "SELECT r.account FROM game_record g JOIN registration r ON r.id = g.player
             WHERE g.state = 'due' AND r.account IS NOT NULL",
        )?
        .query_map([], |row| row.get(0))?
        .collect()
    });
    for account in owing {
        hall.known(account).sends_photo("").await;
    }
}

/// Two people press at the same moment.
pub async fn both_press(hall: &Hall, people: [&Person<'_>; 2], label: &str) {
    for person in people {
        let message = person.last_with(label);
        let button = label.to_owned();
        person.does_quickly(person.id, Act::Taps { message, button });
    }
    hall.settled().await;
}

/// The start number of a player.
pub fn number(hall: &Hall, name: &str) -> i64 {
    hall.count(&format!(
        "SELECT start_no FROM registration WHERE name = '{name}'"
    ))
}

/// The line of a text that holds `wanted`.
pub fn line<'a>(text: &'a str, wanted: &str) -> &'a str {
    text.lines()
        .find(|line| line.contains(wanted))
        .unwrap_or_else(|| panic!("no {wanted} in\n{text}"))
}
