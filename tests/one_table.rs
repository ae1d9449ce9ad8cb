//! The chat, the picture, the workbook and the command line tell the same table.

use std::io::Cursor;

use calamine::{Data, Reader, Xlsx};
use qisai::config::RankKey;
use qisai::desk::Notice;
use qisai::render::draft::Draft;
use qisai::telegram::{File, texts};

use crate::command_line::Folder;
use crate::render::tiny_font::TinyFont;
use crate::support::{GROUP, Hall};

/// Place, start number, and every figure as it is shown.
type Line = (String, String, Vec<String>);

/// A bye in each round, a forfeit, an absence, a withdrawal.
async fn played() -> Hall {
    let font = TinyFont::new();
    let hall = Hall::with(|config| config.render = font.config()).await;
    let chief = hall.arbiter().await;
    chief.says_in_group("/bind").await;
    hall.fills(9).await;
    hall.draws().await;
    hall.checks_all_in();
    let rounds = [
        ["红胜", "黑胜", "和", "红弃权"],
        ["和", "红胜", "黑胜", "双弃"],
    ];
    for (round, results) in (1..).zip(rounds) {
        hall.round().await;
        for (table, result) in (1..).zip(results) {
            chief.says(&format!("/result {table} {result}")).await;
            hall.settled().await;
            let card = chief.last();
            // The last of them keeps the player where an absence removes.
            let mut labels = card.labels().into_iter();
            let declares = |label: &&str| label.starts_with('判') && label.contains("弃权");
            if let Some(keep) = labels.rfind(declares) {
                chief.taps(keep).await;
            }
        }
        hall.group().sees(&format!("第{round}轮后")).await;
    }
    hall.settled().await;
    hall
}

/// The figures of the text: those that fit a phone.
fn of_text(text: &str) -> Vec<Line> {
    let rows = text.lines().filter(|line| line.contains("棋手"));
    rows.map(|line| {
        let (place, rest) = line.split_once(". ").expect("a place");
        let (player, figures) = rest.split_once('　').expect("figures");
        let no = player.split(' ').next().expect("a number");
        let figures = figures.split(' ').map(|figure| {
            let figure = figure.trim_end_matches('分');
            let start = figure.rfind(|letter: char| !letter.is_ascii_digit());
            figure[start.map_or(0, |at| {
                at + figure[at..].chars().next().map_or(0, char::len_utf8)
            })..]
                .to_owned()
        });
        (place.replace("并列", ""), no.to_owned(), figures.collect())
    })
    .collect()
}

/// The cells of a sheet: place, number, name, figures.
fn of_cells(rows: impl Iterator<Item = Vec<String>>) -> Vec<Line> {
    rows.filter(|row| row.iter().any(|cell| cell.contains("棋手")))
        .map(|row| {
            (
                row[0].replace("并列", ""),
                row[1].clone(),
                row[3..].to_vec(),
            )
        })
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn chat_picture_workbook_and_command_line_agree_place_by_place() {
    let hall = played().await;
    let chief = hall.arbiter().await;
    let text = of_text(&hall.group().sees("第2轮后").await.text);
    assert_eq!(text.len(), 9);

    // The picture the group was sent, as it was drawn.
    let owed = hall.database(|tx| {
        tx.prepare("SELECT notice FROM outbox ORDER BY id")?
            .query_map([], |row| row.get::<_, String>(0))?
            .collect::<Result<Vec<_>, _>>()
    });
    let notices = owed
        .iter()
        .filter_map(|text| serde_json::from_str::<Notice>(text).ok());
    let pictures = notices.flat_map(|notice| texts::phrase(&notice, &hall.config));
    let mut sheets = pictures.filter_map(|message| match message.file {
        Some(File::Draft { draft, .. }) => match *draft {
            Draft::Pictures { sheet, .. } => Some(sheet),
            _ => None,
        },
        _ => None,
    });
    let sheet = sheets
        .rfind(|sheet| sheet.subtitle.contains("第2轮后"))
        .expect("the picture of the standings");
    let shown = sheet.rows.iter().map(|row| {
        let cells = row.cells.iter();
        cells
            .map(qisai::render::Cell::shown)
            .collect::<Vec<String>>()
    });
    let picture = of_cells(shown);
    let in_chat = hall.world.messages(GROUP).expect("the group");
    assert!(in_chat.iter().any(|message| message.file.is_some()));

    let onlooker = hall.person("看客").await;
    onlooker.says("/standings").await;
    onlooker.sees("第2轮后").await;
    onlooker.taps("Excel").await;
    let message = onlooker.sees("可用 Excel").await;
    let file = message.file.expect("a file");
    let bytes = hall.world.file_bytes(file.id).expect("its bytes");
    let mut book: Xlsx<_> =
        calamine::open_workbook_from_rs(Cursor::new(bytes)).expect("a workbook");
    let name = book.sheet_names()[0].clone();
    let range = book.worksheet_range(&name).expect("the sheet");
    let rows = range
        .rows()
        .map(|row| row.iter().map(Data::to_string).collect());
    let workbook = of_cells(rows);

    chief.says("/export trf").await;
    let mut files = Vec::new();
    for caption in ["TRF 报告文件", "TRF 里写不下的设置"] {
        let file = chief.sees(caption).await.file.expect("a file");
        let bytes = hall.world.file_bytes(file.id).expect("its bytes");
        files.push(String::from_utf8(bytes).expect("text"));
    }
    let folder = Folder::with(&[("event.trf", &files[0]), ("stage.toml", &files[1])]);
    let called = folder.call("rank event.trf --section-file stage.toml --json");
    assert_eq!(called.code, 0, "{}", called.err);
    let rows: Vec<serde_json::Value> = serde_json::from_str(&called.out).expect("JSON");
    let keys = hall.config.event.competitions[0]
        .swiss()
        .next()
        .expect("a stage");
    let command: Vec<Line> = rows
        .iter()
        .map(|row| {
            let figures = keys.ranking.keys.iter().map(|key: &RankKey| {
                let key = serde_json::to_value(key).expect("a word");
                match &row["values"][key.as_str().expect("a word")] {
                    serde_json::Value::Array(steps) => {
                        let steps: Vec<String> = steps.iter().map(ToString::to_string).collect();
                        steps.join("/")
                    }
                    number => number.to_string(),
                }
            });
            (
                row["rank"].to_string(),
                row["no"].to_string(),
                figures.collect(),
            )
        })
        .collect();

    assert_eq!(picture, workbook);
    assert_eq!(picture, command);
    let short = |line: &Line| (line.0.clone(), line.1.clone(), line.2[..3].to_vec());
    // Where those are level, the key that decides stands behind them in the chat.
    assert!(picture.iter().map(short).eq(text.iter().map(short)));
}
