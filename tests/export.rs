//! The list of registrations as a file.

use qisai::rehearsal::Message;

use crate::registering::{Entrant, appoint};
use crate::support::{Hall, Person};

/// The file under the newest message of the bot that carries one.
async fn file(hall: &Hall, person: &Person<'_>, caption: &str) -> (Message, String) {
    let message = person.sees(caption).await;
    let id = message.file.as_ref().expect("a file").id;
    let bytes = hall.world.file_bytes(id).expect("its bytes");
    let text = String::from_utf8(bytes).expect("UTF-8");
    assert!(text.starts_with('\u{feff}'), "Excel needs the mark");
    (message, text)
}

async fn event() -> Hall {
    let hall = Hall::open().await;
    let person = hall.person("张三").await;
    Entrant::named("=1+1").registers(&person).await;
    let minor = hall.person("李四").await;
    let entrant = Entrant {
        born: "20101006".to_owned(),
        ..Entrant::number(2)
    };
    minor.says("/register").await;
    entrant.names(&minor).await;
    minor.says("监护人甲").await;
    minor.says("13911112222").await;
    minor.taps("我是监护人，同意").await;
    minor.sends_photo("").await;
    minor.taps("完成").await;
    crate::registering::agrees(&minor).await;
    minor.taps("确认提交").await;
    hall
}

#[tokio::test(flavor = "multi_thread")]
async fn an_arbiter_gets_the_list_without_numbers_and_only_the_chief_the_other() {
    let hall = event().await;
    let other = appoint(&hall, "王裁判").await;
    other.says("/export").await;
    let (message, list) = file(&hall, &other, "报名表，2 人，不含证件号和电话").await;
    let name = message.file.and_then(|file| file.name).expect("a name");
    assert!(
        name.ends_with(".csv") && !name.contains("含个人信息"),
        "{name}"
    );
    assert!(list.contains("棋手2") && list.contains("待审核"));
    for secret in [
        Entrant::number(2).phone.as_str(),
        "13911112222",
        "999999",
        "2010",
    ] {
        assert!(!list.contains(secret), "{secret} in:\n{list}");
    }
    other.sees_nothing().await;
    // The data of the chief's button in another arbiter's hands.
    let toast = other.taps_stale("xy").await;
    assert!(toast.text.is_some_and(|text| text.contains("裁判长")));
    let player = hall.person("张三").await;
    player.says("/export").await;
    player.sees("还不是裁判").await;

    let chief = hall.arbiter().await;
    chief.says("导出").await;
    chief.sees("不含证件号和电话").await;
    chief.taps("导出含个人信息的").await;
    chief.sees("确定要吗").await;
    let exports = "SELECT count(*) FROM journal WHERE action = 'registration.export'";
    assert_eq!(hall.count(exports), 0);
    chief.taps("确定导出").await;
    let (_, list) = file(&hall, &chief, "含证件号和电话").await;
    let entrant = Entrant {
        born: "20101006".to_owned(),
        ..Entrant::number(2)
    };
    for wanted in [
        &entrant.card(),
        &entrant.phone,
        "13911112222",
        "监护人甲",
        "2010-10-06",
    ] {
        assert!(list.contains(wanted), "{wanted} not in:\n{list}");
    }
    assert_eq!(hall.count(exports), 1);
    // The list lies sealed in the database.
    let clear = hall.count(&format!(
        "SELECT count(*) FROM outbox WHERE instr(notice, '{}') > 0",
        entrant.phone
    ));
    assert_eq!(clear, 0);
    chief.says_in_group("/export").await;
    hall.group().sees("私聊").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_command_line_writes_the_same_list_beside_the_running_bot() {
    let hall = event().await;
    let dir = hall.folder();
    let config = dir.join("bot.toml");
    std::fs::copy(concat!(env!("CARGO_MANIFEST_DIR"), "/bot.toml"), &config).expect("a copy");
    let run = |arguments: &[&str]| {
        std::process::Command::new(env!("CARGO_BIN_EXE_qisai"))
            .current_dir(&dir)
            .args(["export", "registrations"])
            .args(arguments)
            .output()
            .expect("the binary runs")
    };
    let out = run(&["list.csv"]);
    assert!(
        out.status.success(),
        "{}",
        String::from_utf8_lossy(&out.stderr)
    );
    let list = std::fs::read_to_string(dir.join("list.csv")).expect("the list");
    assert!(list.contains("棋手2") && !list.contains("13911112222"));
    let out = run(&["--with-personal-data", "all.csv"]);
    assert!(
        out.status.success(),
        "{}",
        String::from_utf8_lossy(&out.stderr)
    );
    let list = std::fs::read_to_string(dir.join("all.csv")).expect("the list");
    assert!(list.contains("\t13911112222"));
    assert!(list.contains("\"'=1+1\""), "a formula:\n{list}");
    let exports = "SELECT count(*) FROM journal WHERE action = 'registration.export'";
    assert_eq!(hall.count(exports), 1);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(dir.join("all.csv")).expect("the file");
        assert_eq!(mode.permissions().mode() & 0o077, 0, "others can read it");
    }
    let out = run(&["nowhere/all.csv"]);
    let told = String::from_utf8_lossy(&out.stderr).into_owned();
    assert!(
        !out.status.success() && told.contains("nowhere/all.csv"),
        "{told}"
    );
}

/// The two files and the command line make the pairing that is proposed in chat.
#[tokio::test(flavor = "multi_thread")]
async fn the_report_file_is_paired_by_the_command_line_as_here() {
    let hall = Hall::field(9).await;
    let chief = hall.arbiter().await;
    hall.round().await;
    hall.rules_all("红胜").await;
    hall.round().await;
    for (table, result) in (1..).zip(["和", "黑胜", "双弃", "红弃权"]) {
        chief.rules(&format!("/result {table} {result}")).await;
    }
    for (order, label) in [
        ("/absent 3", "确认"),
        ("/forbid 1 2", "确认"),
        ("/table 6 1", "确认"),
    ] {
        chief.says(order).await;
        chief.taps(label).await;
    }
    let other = appoint(&hall, "王裁判").await;
    other.says("导出 TRF").await;
    let mut names = Vec::new();
    for caption in ["第2轮后的 TRF 报告文件", "TRF 里写不下的设置"] {
        let message = other.sees(caption).await;
        let file = message.file.expect("a file");
        let name = file.name.expect("a name");
        std::fs::write(
            hall.folder().join(&name),
            hall.world.file_bytes(file.id).expect("bytes"),
        )
        .expect("a copy");
        names.push(name);
    }
    assert!(
        names[0].ends_with(".trf") && names[1].ends_with(".toml"),
        "{names:?}"
    );
    let out = std::process::Command::new(env!("CARGO_BIN_EXE_qisai"))
        .current_dir(hall.folder())
        .args(["pair", &names[0], "--section-file", &names[1]])
        .output()
        .expect("the binary runs");
    let told = String::from_utf8_lossy(&out.stderr).into_owned();
    assert!(
        out.status.success() && told.starts_with("pairing round 3\n"),
        "{told}"
    );
    chief.says("/pair").await;
    let boards = hall.database(|tx| {
        let of = "SELECT (SELECT r.start_no FROM seat s JOIN registration r ON r.id = s.player
                          WHERE s.game = g.id AND s.kind = 'red'),
                         (SELECT r.start_no FROM seat s JOIN registration r ON r.id = s.player
                          WHERE s.game = g.id AND s.kind = 'black')
                  FROM game g WHERE g.round = (SELECT max(id) FROM round) ORDER BY g.table_no";
        let line = |row: &rusqlite::Row<'_>| {
            Ok(format!(
                "{} {}",
                row.get::<_, i64>(0)?,
                row.get::<_, i64>(1)?
            ))
        };
        tx.prepare(of)?
            .query_map([], line)?
            .collect::<Result<Vec<String>, _>>()
    });
    let printed = String::from_utf8_lossy(&out.stdout).into_owned();
    let lines: Vec<&str> = printed
        .lines()
        .skip(1)
        .filter(|line| !line.ends_with(" 0"))
        .collect();
    assert_eq!(lines, boards);

    other.says("/export pfd").await;
    other.sees("没有“pfd”这种导出").await;
    let player = hall.person("棋手1").await;
    player.says("/export trf").await;
    player.sees("还不是裁判").await;
}
