//! Papers: which files are taken, and their sealed copies on disk.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use qisai::config::Config;
use qisai::rehearsal::{Act, Fault};
use qisai::store::paper_file;

use crate::registering::Entrant;
use crate::support::Hall;

/// Copies are made in the background, looked for every second.
const PATIENCE: Duration = Duration::from_secs(20);

fn keeps(config: &mut Config) {
    config.keep_papers = Some(config.database.with_file_name("papers"));
}

fn folder(hall: &Hall) -> PathBuf {
    hall.folder().join("papers")
}

async fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !holds() {
        assert!(begun.elapsed() < PATIENCE, "not yet: {what}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

fn copies(hall: &Hall) -> Vec<i64> {
    paper_file::all(&folder(hall)).expect("the folder")
}

#[tokio::test(flavor = "multi_thread")]
async fn papers_are_copied_sealed_and_a_killed_bot_goes_on() {
    let mut hall = Hall::with(keeps).await;
    {
        let person = hall.person("张三").await;
        Entrant::named("张三").registers(&person).await;
        until("the first copy", || copies(&hall) == [1]).await;
    }
    let kept = paper_file::read(&folder(&hall), hall.desk().store().sealer(), 1);
    assert!(kept.expect("it opens").starts_with(b"\x89PNG"));
    let raw = std::fs::read(folder(&hall).join("1.sealed")).expect("the copy");
    assert!(!raw.windows(3).any(|window| window == b"PNG"), "in clear");
    // Three photos one after another, as an album comes, and Telegram gives none of them: killed, it goes on.
    hall.world
        .fail_next("getFile", 2, Fault::DropConnectionBefore);
    {
        let person = hall.person("李四").await;
        let entrant = Entrant::number(2);
        person.says("/register").await;
        entrant.names(&person).await;
        for _ in 0..3 {
            person.sends_photo("").await;
        }
        person.sends_document("户口本.pdf").await;
        person.taps("完成").await;
        crate::registering::agrees(&person).await;
        person.taps("确认提交").await;
        until("two tries", || {
            hall.count("SELECT count(*) FROM paper_copy WHERE state = 'waiting'") == 2
        })
        .await;
    }
    hall.crash().await;
    hall.advance(Duration::from_secs(60)).await;
    until("all copies", || copies(&hall).len() == 5).await;
    // Each is noted once it lies on the disk.
    until("all noted", || {
        hall.count("SELECT count(*) FROM paper_copy WHERE state <> 'kept'") == 0
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_disk_that_takes_nothing_is_told_once_and_tried_again() {
    let hall = Hall::with(keeps).await;
    let chief = hall.arbiter().await;
    // A file where the folder should be.
    std::fs::write(folder(&hall), b"in the way").expect("a file");
    for no in 1..=2 {
        let person = hall.person(&format!("选手{no}")).await;
        Entrant::number(no).registers(&person).await;
    }
    until("both tried", || {
        hall.count("SELECT count(*) FROM paper_copy WHERE state = 'waiting'") == 2
    })
    .await;
    let told = chief.sees("暂时存不到磁盘").await;
    assert!(told.text.contains("papers"), "{}", told.text);
    hall.settled().await;
    assert_eq!(chief.count("暂时存不到磁盘"), 1);
    std::fs::remove_file(folder(&hall)).expect("out of the way");
    hall.advance(Duration::from_secs(60)).await;
    chief.sees("又能存到磁盘了").await;
    until("both copies", || copies(&hall) == [1, 2]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_paper_telegram_no_longer_has_is_told_and_left() {
    let hall = Hall::with(keeps).await;
    let chief = hall.arbiter().await;
    let person = hall.person("张三").await;
    Entrant::named("张三").fills(&person).await;
    person.taps("确认提交").await;
    until("the copy", || copies(&hall) == [1]).await;
    hall.desk()
        .store()
        .write(|tx| {
            let sealer = hall.desk().store().sealer();
            let kind = qisai::store::paper::Kind::Photo;
            qisai::store::paper::add(tx, sealer, 1, kind, "gone", hall.clock.now())
        })
        .expect("a paper");
    let told = chief.sees("没能另存到磁盘").await;
    assert!(told.text.contains("张三"), "{}", told.text);
    let failed = hall.count("SELECT count(*) FROM paper_copy WHERE state = 'failed'");
    assert_eq!(failed, 1);
    assert_eq!(copies(&hall), [1]);
}

#[tokio::test(flavor = "multi_thread")]
async fn files_nobody_can_look_at_are_refused_with_what_to_do() {
    let hall = Hall::open().await;
    let person = hall.person("张三").await;
    let entrant = Entrant::named("张三");
    person.says("/register").await;
    // Where no paper is asked for, a file is just no answer.
    person.sends_document("x.exe").await;
    person.sees("⚠️").await;
    entrant.names(&person).await;
    person.sends_document("证明.exe").await;
    person.sees("不收 .exe 文件").await;
    let big = Act::Document {
        name: "户口本.pdf".to_owned(),
        bytes: vec![0; 20 * 1024 * 1024 + 1],
        caption: String::new(),
    };
    person.does(person.id, big).await;
    person.sees("最大只收 20 MB").await;
    person.sends_document("户口本.PDF").await;
    person.sees("已收到 1 张").await;
}
