//! 导入名单: a roster by invitation, sent as a spreadsheet.

use qisai::rehearsal::{Act, FileInfo};
use rust_xlsxwriter::{ExcelDateTime, Format, Workbook};

use crate::id_number::id_number;
use crate::registering::{Entrant, appoint, data};
use crate::support::{Hall, Person};

const HEADINGS: &str = "姓名,性别,出生日期,证件号,电话,称号,单位,邀请码类别";

/// A row of one of many, each of them someone else.
fn line(no: u32) -> String {
    let entrant = Entrant::number(no);
    let (year, month, day) = (&entrant.born[..4], &entrant.born[4..6], &entrant.born[6..]);
    format!(
        "{},男,{year}/{month}/{day},{},{},无,武汉,",
        entrant.name,
        entrant.card(),
        entrant.phone
    )
}

fn table(lines: impl IntoIterator<Item = String>) -> String {
    let lines: Vec<String> = lines.into_iter().collect();
    format!("{HEADINGS}\r\n{}\r\n", lines.join("\r\n"))
}

async fn sends(person: &Person<'_>, name: &str, bytes: &[u8], caption: &str) {
    let act = Act::Document {
        name: name.to_owned(),
        bytes: bytes.to_vec(),
        caption: caption.to_owned(),
    };
    person.does(person.id, act).await;
}

fn registered(hall: &Hall) -> i64 {
    hall.count("SELECT count(*) FROM registration")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_roster_is_shown_first_and_loaded_on_a_tap() {
    let mut hall = Hall::open().await;
    let chief = hall.arbiter().await;
    let hostile = format!(
        "\"<b>a_b</b>,𠮷田\",女,,{},１３９ ０００９ ００００,,\"队\"\"甲\"\"\",协会推荐",
        id_number("19900504", 2)
    );
    let file = table([line(1), line(2), hostile]);
    sends(&chief, "名单<i>.csv", file.as_bytes(), "").await;
    let preview = chief.sees("还没有导入").await.text;
    assert!(
        preview.contains("3 人") && preview.contains("名单<i>.csv"),
        "{preview}"
    );
    assert_eq!(registered(&hall), 0);
    let tap = data(&chief.last(), "全部导入");
    // Between preview and tap the program starts anew.
    hall.restart().await;
    let chief = hall.arbiter().await;
    chief.taps("全部导入").await;
    chief.sees("已导入 3 人").await;
    assert_eq!(
        hall.count(
            "SELECT count(*) FROM registration WHERE account IS NULL AND state = 'accepted'
             AND place IS NOT NULL"
        ),
        3
    );
    assert_eq!(
        hall.count(
            "SELECT count(*) FROM registration WHERE pool = 'recommended' AND sex = 'female'
             AND name = '<b>a_b</b>,𠮷田' AND team = '队\"甲\"'"
        ),
        1
    );
    assert_eq!(
        hall.count(
            "SELECT count(*) FROM journal WHERE action = 'roster.import' AND account IS NOT NULL"
        ),
        1
    );
    // Tapped twice it is loaded once.
    chief.taps_stale(&tap).await;
    chief.sees("不会重复").await;
    assert_eq!(registered(&hall), 3);
    // Each has a code.
    chief.says("/add 认领码").await;
    chief.sees("待认领 3 人").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_fault_is_told_by_row_and_nothing_is_half_loaded() {
    let hall = Hall::open().await;
    let chief = hall.arbiter().await;
    Entrant::number(1)
        .registers(&hall.person("张三").await)
        .await;
    let card = id_number("19900504", 1);
    let wrong = format!(
        "{}{}",
        &card[..17],
        if card.ends_with('1') { '2' } else { '1' }
    );
    let young = id_number("20120101", 1);
    let child = id_number("20100101", 1);
    let file = table([
        line(1),
        line(2),
        line(2),
        format!("甲,男,,{wrong},13900000001,无,,"),
        format!("乙,女,,{card},13900000001,无,,"),
        format!("丙,,1990-05-05,{card},1390000,国家大师,,没有的"),
        format!("丁,,,{young},13900000001,,,"),
        format!("戊,,,{child},13900000001,,,"),
        ",,,,,,,".to_owned(),
        "己,,,9.99999E+17,13900000001,,,".to_owned(),
        format!("庚,,,{},13900000001,国家大师,,", id_number("19900606", 1)),
    ]);
    sends(&chief, "roster.csv", file.as_bytes(), "").await;
    let told = chief.sees("没有导入").await.text;
    for wanted in [
        "第2行 姓名「棋手1」：已经报过名了",
        "第4行 姓名「棋手2」：与第 3 行是同一个人",
        "第5行 证件号「9999**********",
        "校验位不符",
        "第6行 性别「女」：与身份证号不符",
        "第7行 出生日期「1990-05-05」：与身份证号不符，身份证号上是 1990年5月4日",
        "第7行 电话「1******」",
        "第7行 邀请码类别",
        "第8行 姓名「丁」：出生日期 2012年1月1日不符合规程第六条（一）",
        "第9行 监护人：选手未满 18 周岁",
        "第11行 证件号",
        "后几位已经丢失",
        "第12行 姓名「庚」：称号 国家大师不符合规程第六条（二）",
        "1 行没有问题",
    ] {
        let wanted = wanted.replace("邀请码类别", "名额");
        assert!(told.contains(&wanted), "{wanted} is not in:\n{told}");
    }
    for secret in [&wrong, &young, "13900000001"] {
        assert!(!told.contains(secret), "{told}");
    }
    assert_eq!(registered(&hall), 1);
    assert!(chief.last().button("全部导入").is_none());
    // Nothing of the file stays.
    assert_eq!(hall.count("SELECT count(*) FROM draft"), 0);
    // The corrected file is taken.
    sends(&chief, "roster.csv", table([line(2)]).as_bytes(), "").await;
    chief.taps("全部导入").await;
    chief.sees("已导入 1 人").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn csv_as_excel_writes_it_and_xlsx_are_the_same_roster() {
    let hall = Hall::open().await;
    let chief = hall.arbiter().await;
    let gb = encoding_rs::GB18030
        .encode(&table([line(1)]))
        .0
        .into_owned();
    sends(&chief, "A.CSV", &gb, "").await;
    chief.sees("1 人，没有发现问题").await;
    sends(
        &chief,
        "b.csv",
        format!("\u{feff}{}", table([line(2)])).as_bytes(),
        "",
    )
    .await;
    chief.sees("1 人，没有发现问题").await;

    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    sheet.write_string(0, 0, "邀请棋手名单").expect("a cell");
    let headings = ["Name", "ID number", "Phone", "Date of Birth", "Sex", "备注"];
    for (column, heading) in (0..).zip(headings) {
        sheet.write_string(2, column, heading).expect("a cell");
    }
    let day = Format::new().set_num_format("yyyy-mm-dd");
    for no in 1..=3_u32 {
        let (entrant, row) = (Entrant::number(no), no + 2);
        let born = entrant.born.parse::<u32>().expect("digits");
        let date = ExcelDateTime::from_ymd(
            1985,
            u8::try_from(born / 100 % 100).expect("a month"),
            u8::try_from(born % 100).expect("a day"),
        )
        .expect("a date");
        sheet.write_string(row, 0, &entrant.name).expect("a cell");
        sheet.write_string(row, 1, entrant.card()).expect("a cell");
        sheet
            .write_number(row, 2, entrant.phone.parse::<f64>().expect("digits"))
            .expect("a cell");
        sheet
            .write_datetime_with_format(row, 3, &date, &day)
            .expect("a cell");
        sheet.write_string(row, 4, "M").expect("a cell");
    }
    // A stray cell far away makes no huge table.
    sheet.write_string(1_048_575, 16_383, "x").expect("a cell");
    let xlsx = book.save_to_buffer().expect("a workbook");
    sends(&chief, "名单.xlsx", &xlsx, "").await;
    chief.sees("3 人，没有发现问题").await;
    chief.taps("全部导入").await;
    chief.sees("已导入 3 人").await;
    assert_eq!(registered(&hall), 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_id_number_that_excel_made_a_number_is_told() {
    let hall = Hall::open().await;
    let chief = hall.arbiter().await;
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    for (column, heading) in (0..).zip(["姓名", "证件号", "电话"]) {
        sheet.write_string(0, column, heading).expect("a cell");
    }
    sheet.write_string(1, 0, "张三").expect("a cell");
    sheet
        .write_number(1, 1, 999_999_199_005_040_016.0)
        .expect("a cell");
    sheet.write_number(1, 2, 13_900_000_001.0).expect("a cell");
    let xlsx = book.save_to_buffer().expect("a workbook");
    sends(&chief, "a.xlsx", &xlsx, "").await;
    chief.sees("后几位已经丢失").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_arbiters_load_the_same_file() {
    let hall = Hall::open().await;
    let chief = hall.arbiter().await;
    let second = appoint(&hall, "裁判乙").await;
    let file = table([line(1), line(2)]);
    for arbiter in [&chief, &second] {
        sends(arbiter, "a.csv", file.as_bytes(), "").await;
        arbiter.sees("还没有导入").await;
    }
    let tap = data(&chief.last(), "全部导入");
    second.taps_stale(&tap).await;
    assert_eq!(registered(&hall), 0, "somebody else's roster was loaded");
    chief.taps("全部导入").await;
    chief.sees("已导入 2 人").await;
    second.taps("全部导入").await;
    let told = second.sees("没有导入").await.text;
    assert!(told.contains("第2行 姓名「棋手1」：已经报过名了"), "{told}");
    assert_eq!(registered(&hall), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn places_are_counted_and_two_hundred_rows_fit() {
    let hall = Hall::open().await;
    let chief = hall.arbiter().await;
    chief.says("/invite 5").await;
    // 170 open places, and 25 recommended ones without a code.
    sends(&chief, "all.csv", table((1..=200).map(line)).as_bytes(), "").await;
    let told = chief.sees("没有导入").await.text;
    assert!(told.contains("195 行没有问题，5 行有问题"), "{told}");
    assert!(
        told.contains("第197行") && told.contains("名额不够"),
        "{told}"
    );
    sends(&chief, "all.csv", table((1..=195).map(line)).as_bytes(), "").await;
    chief.sees("195 人，没有发现问题").await;
    chief.taps("全部导入").await;
    chief.sees("已导入 195 人").await;
    assert_eq!(
        hall.count("SELECT count(*) FROM registration WHERE pool = 'recommended'"),
        25
    );
    chief.says("/add 认领码").await;
    chief.sees("待认领 195 人").await;
    let faulty = table((1..=200).map(|no| format!("<b>{no}</b>,男,昨天,{no},1,没有,,不对")));
    sends(&chief, "bad.csv", faulty.as_bytes(), "").await;
    let first = chief.sees("200 行有问题").await;
    assert!(first.text.encode_utf16().count() <= 4096);
    chief.sees("没有列出").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_roster_is_told() {
    let hall = Hall::open().await;
    let chief = hall.arbiter().await;
    for (bytes, wanted) in [
        (b"\x89PNG\x00\x01".to_vec(), "读不懂这个文件"),
        (b"PK\x03\x04broken".to_vec(), "读不懂这个文件"),
        (
            "姓名,性别\n张三,男\n".as_bytes().to_vec(),
            "缺少：证件号、电话",
        ),
        (format!("{HEADINGS}\n").into_bytes(), "没有选手"),
        (b"\n".to_vec(), "缺少：姓名"),
        ("a,b\n".repeat(3000).into_bytes(), "超过 2000 行"),
        (vec![b'a'; 1_000_001], "文件太大"),
    ] {
        sends(&chief, "x.csv", &bytes, "").await;
        chief.sees(wanted).await;
    }
    // A form that waits for an answer is not disturbed, nor is another file a roster.
    chief.says("/add").await;
    sends(&chief, "x.pdf", b"%PDF-1.7", "").await;
    chief.sees("现在还不需要照片或文件").await;
    assert_eq!(registered(&hall), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn only_arbiters_and_only_in_private() {
    let hall = Hall::open().await;
    let person = hall.person("路人").await;
    sends(&person, "a.csv", table([line(1)]).as_bytes(), "").await;
    person.sees("没有需要它的地方").await;
    person.says("/add 模板").await;
    person.sees("只有裁判员能做").await;
    let chief = hall.arbiter().await;
    sends(&chief, "a.csv", table([line(1)]).as_bytes(), "").await;
    let tap = data(&chief.last(), "全部导入");
    let toast = person.taps_stale(&tap).await;
    assert!(toast.text.is_some_and(|text| text.contains("裁判")));
    chief.joins_group();
    let act = Act::Document {
        name: "b.csv".to_owned(),
        bytes: table([line(2)]).into_bytes(),
        caption: String::new(),
    };
    chief.does(crate::support::GROUP, act).await;
    hall.group().sees_nothing().await;
    assert_eq!(registered(&hall), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn late_with_a_reason_and_after_the_draw_not_at_all() {
    let hall = Hall::open().await;
    let chief = hall.arbiter().await;
    hall.fills(4).await;
    let file = table([line(77)]);
    sends(&chief, "a.csv", file.as_bytes(), "").await;
    chief.sees("把原因写在文件的说明文字里").await;
    sends(&chief, "a.csv", file.as_bytes(), "协会补报").await;
    chief.sees("补报原因：协会补报").await;
    let tap = data(&chief.last(), "全部导入");
    hall.draws().await;
    let toast = chief.taps_stale(&tap).await;
    assert!(toast.text.is_some_and(|text| text.contains("已经抽签")));
    sends(&chief, "a.csv", file.as_bytes(), "协会补报").await;
    chief.sees("已经抽签").await;
    assert_eq!(registered(&hall), 4);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_template_can_be_sent_back() {
    let hall = Hall::open().await;
    let chief = hall.arbiter().await;
    chief.says("/add 模板").await;
    let message = chief.sees("名单模板").await;
    let FileInfo { id, name, .. } = message.file.expect("a file");
    assert_eq!(name.as_deref(), Some("roster.csv"));
    let template = hall.world.file_bytes(id).expect("the file");
    sends(&chief, "roster.csv", &template, "").await;
    chief.sees("没有选手").await;
    let heads = String::from_utf8(template).expect("UTF-8");
    let columns = heads.lines().next().expect("headings").split(',').count();
    let mut cells = vec![""; columns];
    let entrant = Entrant::number(1);
    let card = entrant.card();
    (cells[0], cells[4], cells[5]) = (&entrant.name, &card, &entrant.phone);
    sends(
        &chief,
        "roster.csv",
        format!("{heads}{}\r\n", cells.join(",")).as_bytes(),
        "",
    )
    .await;
    chief.sees("1 人，没有发现问题").await;
    chief.taps("不要了").await;
    chief.sees("没有导入").await;
    assert_eq!(hall.count("SELECT count(*) FROM draft"), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn no_number_of_a_roster_is_readable_in_the_database() {
    let hall = Hall::open().await;
    let chief = hall.arbiter().await;
    let entrant = Entrant::number(5);
    sends(&chief, "a.csv", table([line(5), line(5)]).as_bytes(), "").await;
    chief.sees("没有导入").await;
    sends(&chief, "a.csv", table([line(5)]).as_bytes(), "").await;
    chief.sees("还没有导入").await;
    let seen = |text: &str| {
        ["qisai.db", "qisai.db-wal"].iter().any(|name| {
            let bytes = std::fs::read(hall.folder().join(name)).unwrap_or_default();
            bytes
                .windows(text.len())
                .any(|window| window == text.as_bytes())
        })
    };
    assert!(!seen(&entrant.card()) && !seen(&entrant.phone));
    chief.taps("全部导入").await;
    chief.sees("已导入").await;
    assert!(!seen(&entrant.card()) && !seen(&entrant.phone));
    assert!(seen("roster.import"));
}
