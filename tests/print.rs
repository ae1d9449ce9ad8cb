//! Tables as pictures in the group and as files for whoever asks; with a font, and without one.

use std::io::Cursor;

use calamine::{Data, Reader, Xlsx};
use qisai::config::Render;
use qisai::rehearsal::{Fault, Kind, Message, Rights, Role};
use qisai::tournament::Outcome;
use tiny_skia::Pixmap;

use crate::render::tiny_font::TinyFont;
use crate::support::{GROUP, Hall, Person};

/// An event of so many players that is ready for the first round.
async fn field(render: Render, players: usize) -> Hall {
    let hall = Hall::with(|config| config.render = render).await;
    hall.arbiter().await.says_in_group("/bind").await;
    hall.group().sees("已绑定").await;
    hall.fills(players).await;
    hall.draws().await;
    hall.checks_all_in();
    hall
}

fn no_font() -> Render {
    Render {
        pictures: true,
        font: None,
        system_fonts: false,
    }
}

fn photos(hall: &Hall, chat: i64) -> Vec<Message> {
    let messages = hall.world.messages(chat).expect("the chat");
    let photo = |message: &Message| message.from_bot && message.kind == Kind::Photo;
    messages.into_iter().filter(photo).collect()
}

fn bytes(hall: &Hall, message: &Message) -> Vec<u8> {
    let file = message.file.as_ref().expect("a file");
    hall.world.file_bytes(file.id).expect("its bytes")
}

fn book(hall: &Hall, message: &Message) -> Xlsx<Cursor<Vec<u8>>> {
    let name = message.file.as_ref().and_then(|file| file.name.clone());
    assert!(name.expect("a name").ends_with(".xlsx"));
    calamine::open_workbook_from_rs(Cursor::new(bytes(hall, message))).expect("a workbook")
}

async fn asks(person: &Person<'_>, words: &str, sees: &str) -> Message {
    person.says(words).await;
    person.sees(sees).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_picture_follows_the_tables_and_the_standings_in_the_group() {
    let font = TinyFont::new();
    let hall = field(font.config(), 5).await;
    hall.round().await;
    hall.settled().await;
    let shown = photos(&hall, GROUP);
    assert_eq!(shown.len(), 1, "{}", hall.group().screen());
    assert!(shown[0].text.starts_with("第1轮对阵"), "{}", shown[0].text);
    let picture = Pixmap::decode_png(&bytes(&hall, &shown[0])).expect("a PNG");
    assert!(picture.width() >= 1080);
    let text = hall.group().sees("台次　红方").await;
    assert!(text.seq < shown[0].seq, "the text comes first");

    hall.rules_all("红胜").await;
    hall.settled().await;
    let shown = photos(&hall, GROUP);
    assert_eq!(shown.len(), 2, "{}", hall.group().screen());
    assert_eq!(shown[1].text, "积分榜　第1轮后（共7轮）");
    assert_eq!(hall.arbiter().await.count("没有中文字体"), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_long_table_is_an_album_and_comes_once() {
    let font = TinyFont::new();
    let hall = field(font.config(), 85).await;
    hall.round().await;
    hall.settled().await;
    let shown = photos(&hall, GROUP);
    assert_eq!(shown.len(), 2, "43 tables on two pictures");
    let album = |message: &Message| {
        message
            .extra
            .clone()
            .map(|extra| extra["media_group_id"].clone())
    };
    assert!(album(&shown[0]).is_some());
    assert_eq!(album(&shown[0]), album(&shown[1]));
    assert!(shown[1].text.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_font_texts_go_on_and_the_chief_is_told_once() {
    let mut hall = field(no_font(), 4).await;
    hall.round().await;
    hall.group().sees("第1轮对阵").await;
    hall.rules_all("红胜").await;
    hall.group().sees("积分榜").await;
    hall.round().await;
    hall.restart().await;
    hall.group().sees("第2轮对阵").await;
    assert!(photos(&hall, GROUP).is_empty());
    let chief = hall.arbiter().await;
    assert_eq!(chief.count("fonts-noto-cjk"), 1, "{}", chief.screen());

    // Who asks for one is told why there is none, and the workbook needs no font.
    let player = hall.person("棋手1").await;
    asks(&player, "/standings 图片", "画不了图片").await;
    asks(&player, "/pairings 1 PDF", "画不了图片").await;
    let file = asks(&player, "积分榜 表格", "可用 Excel").await;
    assert_eq!(book(&hall, &file).sheet_names().len(), 1);
    assert_eq!(chief.count("fonts-noto-cjk"), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn pictures_can_be_switched_off_and_asked_for_all_the_same() {
    let font = TinyFont::new();
    let render = Render {
        pictures: false,
        ..font.config()
    };
    let hall = field(render, 4).await;
    hall.round().await;
    hall.settled().await;
    assert!(photos(&hall, GROUP).is_empty());
    let player = hall.person("棋手1").await;
    let photo = asks(&player, "对阵 图片", "第1轮对阵").await;
    assert_eq!(photo.kind, Kind::Photo);
    asks(&player, "/pairings", "第1轮对阵").await;
    player.taps("PDF").await;
    let file = player.sees("A4 纸打印").await;
    assert!(bytes(&hall, &file).starts_with(b"%PDF-"));
    // In the group the same words are answered there, without buttons to fill it.
    player.says_in_group("/pairings").await;
    let said = hall.group().sees("第1轮对阵").await;
    assert!(said.buttons.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_workbook_says_what_the_chat_says_place_by_place() {
    let hall = field(no_font(), 7).await;
    hall.round().await;
    hall.rules_all("红胜").await;
    hall.round().await;
    hall.rules_all("和").await;
    let player = hall.person("棋手1").await;
    let said = asks(&player, "/standings", "积分榜").await.text;
    player.taps("Excel").await;
    let file = player.sees("可用 Excel").await;
    let mut book = book(&hall, &file);
    let name = book.sheet_names()[0].clone();
    let range = book.worksheet_range(&name).expect("the sheet");
    let rows: Vec<Vec<Data>> = range.rows().skip(2).map(<[Data]>::to_vec).collect();
    let column = |title: &str| {
        let found = rows[0].iter().position(|cell| *cell == title);
        found.unwrap_or_else(|| panic!("no column {title}: {:?}", rows[0]))
    };
    let lines: Vec<&str> = said.lines().filter(|line| line.contains("棋手")).collect();
    assert_eq!(lines.len(), 7, "{said}");
    for (line, row) in lines.iter().zip(&rows[1..]) {
        let cell = |title: &str| row[column(title)].to_string();
        let (place, rest) = line
            .trim_start_matches("并列")
            .split_once(". ")
            .expect("a place");
        assert_eq!(cell("名次"), place);
        assert!(
            rest.starts_with(&format!(
                "{} {}　{}分 ",
                cell("编号"),
                cell("姓名"),
                cell("积分")
            )),
            "{line}: {row:?}"
        );
        for figure in rest.split_once("分 ").expect("figures").1.split(' ') {
            let number = figure.trim_start_matches(|letter: char| !letter.is_ascii_digit());
            let title = figure.trim_end_matches(number);
            assert_eq!(cell(title), number, "{line}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_book_of_results_is_an_arbiters() {
    let font = TinyFont::new();
    let hall = field(font.config(), 4).await;
    let chief = hall.arbiter().await;
    asks(&chief, "/export xlsx", "还没有").await;
    hall.round().await;
    hall.rules_all("红胜").await;
    let player = hall.person("棋手1").await;
    asks(&player, "/export xlsx", "裁判").await;
    chief.says("/export").await;
    chief.taps("成绩册 Excel").await;
    let file = chief.sees("成绩册").await;
    let names = book(&hall, &file).sheet_names();
    assert_eq!(
        names,
        ["第1轮对阵10月5日 09 00 开赛", "积分榜第1轮后（共7轮）"]
    );
    let file = asks(&chief, "导出 json", "给其他程序用").await;
    let json: serde_json::Value = serde_json::from_slice(&bytes(&hall, &file)).expect("JSON");
    assert_eq!(json["tables"][0]["rows"][0][3], "红胜");
    let file = asks(&chief, "/export pdf", "A4 纸打印").await;
    assert!(bytes(&hall, &file).starts_with(b"%PDF-"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_group_that_takes_no_pictures_gets_its_texts() {
    let font = TinyFont::new();
    let hall = field(font.config(), 4).await;
    let texts_only = Rights {
        send_media: false,
        ..Rights::MEMBER
    };
    hall.world.join_bot(GROUP, Role::Member).unwrap();
    hall.world.set_bot_rights(GROUP, texts_only).unwrap();
    hall.round().await;
    hall.rules_all("红胜").await;
    hall.group().sees("积分榜").await;
    hall.settled().await;
    assert!(photos(&hall, GROUP).is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_picture_that_never_arrives_holds_nothing_back_for_long() {
    let font = TinyFont::new();
    let hall = field(font.config(), 2).await;
    hall.world
        .fail_next("sendPhoto", 3, Fault::DropConnectionBefore);
    hall.round().await;
    hall.group().sees("第1轮　已报").await;
    assert!(photos(&hall, GROUP).is_empty());
    assert_eq!(
        hall.count("SELECT count(*) FROM outbox WHERE state = 'failed'"),
        1
    );

    // One that fails once is sent again.
    hall.world
        .fail_next("sendPhoto", 1, Fault::DropConnectionBefore);
    hall.rules_all("红胜").await;
    assert_eq!(photos(&hall, GROUP).len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_picture_owed_at_a_crash_comes_after_it() {
    let font = TinyFont::new();
    let mut hall = field(font.config(), 4).await;
    hall.round().await;
    hall.arbiter().await.says("/result 1 红胜").await;
    hall.settled().await;
    let before = photos(&hall, GROUP).len();
    // The arbiter rules the last table; the bot is killed before it can say so.
    hall.world
        .fail_next("sendPhoto", 1, Fault::DropConnectionBefore);
    let chief = hall.arbiter().await.id;
    hall.world
        .fail_next("sendMessage", 1, Fault::DropConnectionBefore);
    hall.acts(900_001, chief, |turn| {
        let last = "SELECT id, version FROM game WHERE outcome IS NULL";
        let found = turn
            .tx
            .query_row(last, [], |row| Ok((row.get(0)?, row.get(1)?)));
        let (game, version) = found?;
        qisai::desk::rule::rule_game(turn, game, version, Outcome::Draw)
    });
    hall.crash().await;
    assert_eq!(
        photos(&hall, GROUP).len(),
        before + 1,
        "{}",
        hall.group().screen()
    );
}

/// Chengdu-Chongqing regulation, supplement, clause 5.4.
#[tokio::test(flavor = "multi_thread")]
async fn a_sheet_to_sign_is_printed_for_arbiters_alone() {
    let font = TinyFont::new();
    let hall = field(font.config(), 5).await;
    hall.round().await;
    let chief = hall.arbiter().await;
    chief.says("/pairings 1 成绩单").await;
    hall.settled().await;
    let messages = hall.world.messages(chief.id).expect("the chat");
    let sent = |ending: &str| {
        messages.iter().find(|message| {
            let file = message.file.as_ref().and_then(|file| file.name.clone());
            file.is_some_and(|name| name.contains("第1轮成绩单") && name.ends_with(ending))
        })
    };
    assert!(sent(".pdf").is_some(), "{}", chief.screen());
    let mut book = book(&hall, sent(".xlsx").expect("a workbook"));
    let name = book.sheet_names()[0].clone();
    let sheet = book.worksheet_range(&name).expect("a sheet");
    let cells: Vec<String> = sheet.cells().map(|(_, _, cell)| cell.to_string()).collect();
    for wanted in ["红方签字", "黑方签字", "结果"] {
        assert!(cells.iter().any(|cell| cell.trim() == wanted), "{cells:?}");
    }
    let red = hall.table(2).names[0].clone();
    assert!(cells.contains(&red), "{cells:?}");
    let player = hall.person("棋手1").await;
    player.says("/pairings 1 成绩单").await;
    player.sees("裁判").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_games_of_matches_are_signed_for_as_well() {
    let hall = crate::knockout::seeded(4, 4, |_| {}).await;
    crate::knockout::hall::begin(&hall).await;
    let chief = hall.arbiter().await;
    crate::knockout::rules(&hall, 1, &["红胜"]).await;
    chief.says("/pairings 成绩单").await;
    hall.settled().await;
    let messages = hall.world.messages(chief.id).expect("the chat");
    let sent = messages.iter().find(|message| {
        let file = message.file.as_ref().and_then(|file| file.name.clone());
        file.is_some_and(|name| name.contains("成绩单") && name.ends_with(".xlsx"))
    });
    let mut book = book(&hall, sent.expect("a workbook"));
    let name = book.sheet_names()[0].clone();
    let sheet = book.worksheet_range(&name).expect("a sheet");
    let cells: Vec<String> = sheet.cells().map(|(_, _, cell)| cell.to_string()).collect();
    let table = crate::knockout::seats(&hall, 1, 1);
    // Two slow games with their sides known, then those that a lot or a choice decides.
    for name in &table.names {
        assert_eq!(
            cells.iter().filter(|cell| *cell == name).count(),
            2,
            "{cells:?}"
        );
    }
    for wanted in ["红方签字", "黑方签字", "红胜"] {
        assert!(cells.iter().any(|cell| cell.trim() == wanted), "{cells:?}");
    }
}
