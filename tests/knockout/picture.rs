//! The bracket as a picture, in files, and in the book of results.

use std::io::Cursor;
use std::time::Duration;

use calamine::{Data, Reader, Xlsx};
use qisai::rehearsal::{Kind, Message};
use tiny_skia::Pixmap;

use super::hall::{begin, rules, seats, seeded};
use crate::render::tiny_font::TinyFont;
use crate::support::{GROUP, Hall};

/// The pictures of the bracket in the group, which are to be so many: a picture that another replaces is taken away
/// after that has been sent.
async fn trees(hall: &Hall, count: usize) -> Vec<Message> {
    hall.settled().await;
    let is_tree = |message: &Message| {
        message.from_bot
            && !message.deleted
            && message.kind == Kind::Photo
            && message.text.contains("淘汰赛对阵")
    };
    let there = hall.world.wait_for(
        |world| {
            let mut messages = world.messages(GROUP).expect("the group");
            messages.retain(is_tree);
            (messages.len() == count).then_some(messages)
        },
        Duration::from_secs(15),
    );
    match there.await {
        Ok(there) => there,
        Err(_) => panic!("not {count} pictures:\n{}", hall.group().screen()),
    }
}

fn bytes(hall: &Hall, message: &Message) -> Vec<u8> {
    let file = message.file.as_ref().expect("a file");
    hall.world.file_bytes(file.id).expect("its bytes")
}

#[tokio::test(flavor = "multi_thread")]
async fn the_picture_follows_every_decision_and_takes_the_place_of_the_one_before() {
    let font = TinyFont::new();
    let render = font.config();
    let hall = seeded(4, 4, |config| config.render = render).await;
    let shown = trees(&hall, 1).await;
    let picture = Pixmap::decode_png(&bytes(&hall, &shown[0])).expect("a PNG");
    assert!(picture.width() >= 700, "{}", picture.width());

    begin(&hall).await;
    rules(&hall, 1, &["红胜"]).await;
    // A game decides nothing.
    trees(&hall, 1).await;
    rules(&hall, 1, &["和"]).await;
    let first = trees(&hall, 2).await;
    assert!(first[1].text.contains("已定 1/2"), "{}", first[1].text);
    let decided = hall.group().sees("3-1").await;
    assert!(decided.seq < first[1].seq, "the text comes first");
    // The second match of the round: the picture of the first is gone.
    rules(&hall, 2, &["红胜", "和"]).await;
    let second = trees(&hall, 2).await;
    assert_eq!(second[0].seq, first[0].seq);
    assert!(second[1].seq > first[1].seq);
    // A correction shows the bracket anew.
    hall.arbiter().await.says("/result 1-2-2 红胜").await;
    hall.arbiter().await.sees("尚未生效").await;
    hall.arbiter().await.taps("录入有误，更正").await;
    let third = trees(&hall, 2).await;
    assert!(third[1].seq > second[1].seq);
    assert!(third[1].text.contains("已定 1/2"), "{}", third[1].text);
    rules(&hall, 2, &["红胜"]).await;
    begin(&hall).await;
    rules(&hall, 1, &["和", "和", "和", "和", "和", "和"]).await;
    rules(&hall, 1, &["红胜", "和"]).await;
    // Of the seeding, of the first round, of the final.
    let last = trees(&hall, 3).await;
    let champion = hall.group().sees("冠军：").await.text;
    let named = last[2].text.split("冠军 ").nth(1).expect("the champion");
    assert!(champion.contains(named), "{champion}: {named}");
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_font_the_bracket_is_text() {
    let hall = seeded(4, 2, |config| {
        config.render.pictures = true;
        config.render.font = None;
        config.render.system_fonts = false;
    })
    .await;
    begin(&hall).await;
    rules(&hall, 1, &["红胜", "红胜", "红胜", "红胜", "红胜", "和"]).await;
    hall.group().sees("1台").await;
    trees(&hall, 0).await;
    let chief = hall.arbiter().await;
    assert_eq!(chief.count("fonts-noto-cjk"), 1, "{}", chief.screen());
    chief.says("/knockout 图片").await;
    chief.sees("画不了图片").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_book_holds_the_bracket_the_games_and_the_final_places() {
    let font = TinyFont::new();
    let render = font.config();
    let hall = seeded(6, 2, |config| config.render = render).await;
    begin(&hall).await;
    let first = seats(&hall, 1, 1);
    rules(&hall, 1, &["和", "和", "和", "和", "和", "和"]).await;
    rules(&hall, 1, &["红胜", "红胜"]).await;
    let last = seats(&hall, 1, 1);
    rules(&hall, 1, &["和"]).await;
    let ranking = hall.group().sees("武汉棋王赛 最终名次").await.text;
    let best = ranking.lines().find(|line| line.starts_with("1. "));
    assert!(
        best.is_some_and(|line| line.ends_with(&last.names[1])),
        "{ranking}"
    );
    assert_eq!(ranking.matches("棋手").count(), 6, "{ranking}");

    let chief = hall.arbiter().await;
    chief.says("/export xlsx").await;
    let file = chief.sees("成绩册").await;
    let mut book: Xlsx<_> =
        calamine::open_workbook_from_rs(Cursor::new(bytes(&hall, &file))).expect("a workbook");
    let names = book.sheet_names();
    let sheet = |part: &str| {
        // The table of the points stage is called the same and comes first.
        let found = names.iter().rfind(|name| name.contains(part));
        found.unwrap_or_else(|| panic!("{part}: {names:?}")).clone()
    };
    let (bracket, games, places) = (sheet("淘汰赛对阵"), sheet("淘汰赛各局"), sheet("最终名次"));
    let rows = |book: &mut Xlsx<_>, name: &str| -> Vec<Vec<Data>> {
        let range = book.worksheet_range(name).expect("the sheet");
        range.rows().map(<[Data]>::to_vec).collect()
    };
    let is_one = |cell: &Data| *cell == Data::Float(1.0) || *cell == Data::Int(1);
    let all = rows(&mut book, &games);
    let played: Vec<_> = all.iter().filter(|row| is_one(&row[0])).collect();
    assert_eq!(played.len(), 9, "{all:?}");
    assert_eq!(played[0][3].to_string(), first.names[0]);
    assert!(
        played[8].iter().any(|cell| *cell == "和棋"),
        "{:?}",
        played[8]
    );
    let places = rows(&mut book, &places);
    assert!(
        places
            .iter()
            .any(|row| is_one(&row[0]) && row[2] == *last.names[1]),
        "{places:?}"
    );
    assert_eq!(
        places
            .iter()
            .filter(|row| row[1].to_string().parse::<u32>().is_ok())
            .count(),
        6
    );
    let tree = rows(&mut book, &bracket);
    assert!(
        tree.iter()
            .flatten()
            .any(|cell| cell.to_string().contains("6-6 2-2 1-1")),
        "{tree:?}"
    );
    chief.says("/export json").await;
    let file = chief.sees("给其他程序用").await;
    let json = String::from_utf8(bytes(&hall, &file)).expect("JSON");
    assert!(
        json.contains("淘汰赛各局") && json.contains("最终名次"),
        "{json}"
    );
    chief.says("/export pdf").await;
    let file = chief.sees("A4 纸打印").await;
    assert!(bytes(&hall, &file).starts_with(b"%PDF-"));

    // A player has the bracket for himself, as picture and files.
    first.red.says("/knockout").await;
    first.red.sees("对阵表").await;
    first.red.taps("图片").await;
    let photo = first.red.sees("淘汰赛对阵").await;
    assert_eq!(photo.kind, Kind::Photo);
    first.red.says("淘汰赛 表格").await;
    first.red.sees("可用 Excel").await;
}
