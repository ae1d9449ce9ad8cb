//! Tables as pictures and files: what is drawn, and that every form says the same.

mod bracket;
mod forms;
mod picture;
pub mod tiny_font;

use qisai::render::sheet::Look;
use qisai::render::{Cell, Column, Kind, Row, Sheet};

/// Standings of so many players, with names that make trouble.
pub fn standings(players: i64) -> Sheet {
    const NAMES: [&str; 8] = [
        "张三",
        "=1+1",
        "a_b",
        "<b>粗体</b>",
        "𠮷田一郎",
        "@阿卜杜拉·买买提江",
        "-王五",
        "李\u{202e}四\u{7}",
    ];
    let columns = [
        ("名次", Kind::Figure),
        ("编号", Kind::Figure),
        ("姓名", Kind::Text),
        ("单位", Kind::Aside),
        ("积分", Kind::Main),
        ("对手分", Kind::Figure),
    ];
    let rows = (1..=players).map(|rank| {
        let name = NAMES[usize::try_from(rank).expect("positive") % NAMES.len()];
        let place = match rank % 5 {
            0 => Cell::Marked {
                word: "并列",
                number: rank - 1,
            },
            _ => Cell::Number(rank),
        };
        Row {
            cells: vec![
                place,
                Cell::Number(rank * 37 % 211),
                Cell::Text(format!("{name}{rank}")),
                Cell::text(
                    ["武汉市汉阳区棋类协会", "", "成都"]
                        .get(rank.unsigned_abs() as usize % 3)
                        .copied(),
                ),
                Cell::Number(18 - rank / 12),
                Cell::figure(&format!("{}", 90 - rank / 4)),
            ],
            look: if rank <= 16 {
                Look::Chosen
            } else {
                Look::Plain
            },
        }
    });
    Sheet {
        event: "楚河汉界棋王赛".to_owned(),
        title: "积分榜".to_owned(),
        subtitle: "第3轮后（共9轮）".to_owned(),
        columns: columns
            .into_iter()
            .map(|(title, kind)| Column::new(title, kind))
            .collect(),
        rows: rows.collect(),
        notes: vec!["依次比较：积分、对手分".to_owned()],
        tree: None,
    }
}
