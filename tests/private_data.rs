//! Nothing personal lies in clear anywhere, in a whole event and after it; a purge leaves no trace.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

use qisai::config::Config;
use qisai::desk::notice::Standings;
use qisai::desk::{Desk, Means, field, table};
use qisai::rehearsal::World;
use qisai::store::{Store, paper_file};
use rusqlite::Connection;

const PLAYERS: &str = "12";

/// Every way a text may lie in a file: as it is, in UTF-16, in base64 at any offset.
fn disguises(text: &str) -> Vec<Vec<u8>> {
    let utf16 = |bytes: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(bytes).collect();
    let mut all = vec![
        text.as_bytes().to_vec(),
        utf16(u16::to_le_bytes),
        utf16(u16::to_be_bytes),
    ];
    for offset in 0..3 {
        let mut padded = vec![0; offset];
        padded.extend_from_slice(text.as_bytes());
        let digits = base64(&padded);
        // The first and the last digits depend on what stands beside it.
        let from = (offset * 8).div_ceil(6);
        let to = padded.len() * 8 / 6;
        all.push(digits[from..to].to_vec());
    }
    all
}

fn base64(bytes: &[u8]) -> Vec<u8> {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut bits = Vec::new();
    for byte in bytes {
        bits.extend((0..8).rev().map(|bit| byte >> bit & 1));
    }
    let value = |six: &[u8]| (0..6).fold(0, |sum, bit| sum << 1 | six.get(bit).unwrap_or(&0));
    bits.chunks(6)
        .map(|six| DIGITS[usize::from(value(six))])
        .collect()
}

/// Looks for many byte strings in files at once, by their first eight bytes.
struct Scan {
    by_head: HashMap<[u8; 8], Vec<(Vec<u8>, String)>>,
}

impl Scan {
    fn new(wanted: impl IntoIterator<Item = (Vec<u8>, String)>) -> Scan {
        let mut by_head: HashMap<[u8; 8], Vec<(Vec<u8>, String)>> = HashMap::new();
        for (bytes, name) in wanted {
            let head = bytes[..8].try_into().expect("eight bytes");
            by_head.entry(head).or_default().push((bytes, name));
        }
        Scan { by_head }
    }

    fn for_texts<'a>(texts: impl IntoIterator<Item = &'a String>) -> Scan {
        Scan::new(texts.into_iter().flat_map(|text| {
            let name = text.clone();
            disguises(text)
                .into_iter()
                .map(move |bytes| (bytes, name.clone()))
        }))
    }

    fn found_in(&self, bytes: &[u8]) -> Vec<&str> {
        let mut found = Vec::new();
        for at in 0..bytes.len().saturating_sub(7) {
            let head: [u8; 8] = bytes[at..at + 8].try_into().expect("eight bytes");
            for (wanted, name) in self.by_head.get(&head).into_iter().flatten() {
                if bytes[at..].starts_with(wanted) {
                    found.push(name.as_str());
                }
            }
        }
        found
    }

    /// Nothing of it in any file of the folder; Telegram's own is another's. Returns how many files there are.
    fn finds_nothing(&self, folder: &Path, when: &str) -> usize {
        let mut files = 0;
        for entry in std::fs::read_dir(folder).expect("the folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                files += self.finds_nothing(&path, when);
                continue;
            }
            let name = path.file_name().and_then(|name| name.to_str());
            if name.is_some_and(|name| name.starts_with("telegram.sqlite")) {
                continue;
            }
            files += 1;
            let found = self.found_in(&std::fs::read(&path).expect("the file"));
            assert!(found.is_empty(), "{found:?} in {} {when}", path.display());
        }
        files
    }
}

struct Rehearsed {
    dir: tempfile::TempDir,
}

impl Rehearsed {
    /// A rehearsal to its end, with papers kept and everything logged.
    fn new() -> Rehearsed {
        let dir = tempfile::tempdir().expect("a folder");
        let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/bot.toml"));
        let text = text
            .expect("bot.toml")
            .replace("# keep_papers", "keep_papers")
            .replace("\"qisai.db\"", "\"event/qisai.sqlite\"")
            .replace("\"qisai.key\"", "\"event/qisai.key\"")
            .replace("keep_papers = \"papers\"", "keep_papers = \"event/papers\"");
        std::fs::write(dir.path().join("bot.toml"), text).expect("bot.toml");
        let rehearsed = Rehearsed { dir };
        let log = std::fs::File::create(rehearsed.folder().with_file_name("log")).expect("a log");
        let status = rehearsed
            .qisai(&["rehearse", "--auto", "--seed", "21", "--players", PLAYERS])
            .args(["--folder", "event"])
            .env("RUST_LOG", "debug")
            .stdout(Stdio::null())
            .stderr(log)
            .status()
            .expect("the binary runs");
        assert!(status.success(), "{status}");
        rehearsed
    }

    fn qisai(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_qisai"));
        command.current_dir(self.dir.path()).args(arguments);
        command
    }

    fn says(&self, arguments: &[&str]) -> (bool, String) {
        let out = self.qisai(arguments).output().expect("the binary runs");
        let text = [out.stdout, out.stderr].concat();
        (out.status.success(), String::from_utf8(text).expect("text"))
    }

    fn folder(&self) -> PathBuf {
        self.dir.path().join("event")
    }

    fn database(&self) -> PathBuf {
        self.folder().join("qisai.sqlite")
    }

    fn column<T: rusqlite::types::FromSql>(&self, sql: &str) -> Vec<T> {
        let conn = Connection::open(self.database()).expect("the database");
        let mut statement = conn.prepare(sql).expect(sql);
        let rows = statement.query_map([], |row| row.get(0)).expect(sql);
        rows.collect::<Result<_, _>>().expect(sql)
    }

    /// ID numbers and phones that people typed.
    fn secrets(&self) -> BTreeSet<String> {
        let world = World::open(self.folder().join("telegram.sqlite"), Arc::new(|| 0));
        let world = world.expect("the world");
        let mut secrets = BTreeSet::new();
        for person in world.people().expect("the people") {
            for message in world.messages(person.id).unwrap_or_default() {
                let is_number = |text: &str| {
                    matches!(text.len(), 11 | 18)
                        && text
                            .trim_end_matches('X')
                            .bytes()
                            .all(|b| b.is_ascii_digit())
                };
                if !message.from_bot && is_number(message.text.trim()) {
                    secrets.insert(message.text.trim().to_owned());
                }
            }
        }
        secrets
    }

    fn standings(&self) -> Standings {
        let config = Config::load(&self.dir.path().join("bot.toml"))
            .expect("sound")
            .config;
        let store = Store::open(&self.database(), &self.folder().join("qisai.key"));
        let desk = Desk::open(store.expect("a store"), config, Means::real()).expect("a desk");
        let mut found = None;
        desk.act(|turn| {
            found = table::by_section(turn, &field::Field::load(turn)?).pop();
            Ok(())
        })
        .expect("the table");
        found.expect("the table")
    }
}

#[test]
fn a_whole_event_leaves_no_number_in_clear_and_a_purge_no_trace() {
    let event = Rehearsed::new();
    let secrets = event.secrets();
    let cards = secrets.iter().filter(|secret| secret.len() == 18).count();
    assert!(
        cards >= 12 && secrets.len() - cards >= 12,
        "{}",
        secrets.len()
    );
    let scan = Scan::for_texts(&secrets);
    // The scan sees what it looks for.
    let telegram = std::fs::read(event.folder().join("telegram.sqlite")).expect("the world");
    let log = std::fs::read(event.folder().with_file_name("log")).expect("the log");
    assert!(!scan.found_in(&telegram).is_empty());
    assert!(log.len() > 10_000, "everything is logged");
    let files = scan.finds_nothing(event.dir.path(), "after the event");
    let copies = paper_file::all(&event.folder().join("papers")).expect("the papers");
    assert!(
        copies.len() >= 12 && files >= copies.len() + 4,
        "{files} files"
    );
    let (ok, text) = event.says(&["key", "check"]);
    assert!(ok, "{text}");

    // What is to be gone without a trace: sealed values by their first bytes, names of no more use.
    let sealed: Vec<Vec<u8>> = event.column("SELECT personal FROM registration");
    let files: Vec<Vec<u8>> = event.column("SELECT file FROM paper");
    let hashes: Vec<Vec<u8>> = event.column("SELECT person_hash FROM registration");
    assert!(sealed.len() >= 12 && files.len() >= 12);
    let all = sealed.into_iter().chain(files).chain(hashes);
    let mut gone: Vec<(Vec<u8>, String)> = all
        .map(|bytes| (bytes[..20].to_vec(), "a sealed value".to_owned()))
        .collect();
    let refused: Vec<String> = event.column(
        "SELECT name FROM registration r WHERE state IN ('refused', 'withdrawn') AND start_no IS NULL
           AND length(CAST(name AS BLOB)) >= 8
           AND NOT EXISTS (SELECT 1 FROM registration o WHERE o.start_no IS NOT NULL AND instr(o.name, r.name) > 0)",
    );
    gone.extend(
        refused
            .iter()
            .map(|name| (name.clone().into_bytes(), name.clone())),
    );
    let trace = Scan::new(gone);
    let database = std::fs::read(event.database()).expect("the database");
    assert!(
        !trace.found_in(&database).is_empty(),
        "the scan finds it before"
    );
    // Two copies as migrations leave them, one of them of another file.
    for name in ["qisai.sqlite.before-1", "other.sqlite.before-1"] {
        std::fs::copy(event.database(), event.folder().join(name)).expect("a copy");
    }
    let before = event.standings();
    let numbers =
        "SELECT start_no || ' ' || name FROM registration WHERE start_no IS NOT NULL ORDER BY 1";
    let names: Vec<String> = event.column(numbers);
    assert!(names.len() >= 12);

    let (ok, text) = event.says(&["purge"]);
    assert!(
        ok && text.contains("已清除") && text.contains("1 份迁移备份"),
        "{text}"
    );
    std::fs::remove_file(event.folder().join("other.sqlite.before-1")).expect("it stays");
    trace.finds_nothing(&event.folder(), "after the purge");
    assert!(!event.folder().join("papers").exists());
    assert_eq!(event.standings(), before);
    assert_eq!(event.column::<String>(numbers), names);
    for empty in [
        "SELECT count(*) FROM registration WHERE length(personal) > 0",
        "SELECT count(*) FROM paper",
        "SELECT count(*) FROM draft",
        "SELECT count(*) FROM inbox WHERE sealed IS NOT NULL",
        "SELECT count(*) FROM account WHERE name <> '' AND id NOT IN (SELECT account FROM arbiter)",
    ] {
        assert_eq!(event.column::<i64>(empty), [0], "{empty}");
    }
    let (ok, text) = event.says(&["purge"]);
    assert!(ok && text.contains("已清除：0 人"), "{text}");
    let (ok, text) = event.says(&["key", "rotate"]);
    assert!(ok, "{text}");
    assert_eq!(event.standings(), before);
    let (ok, text) = event.says(&[
        "export",
        "registrations",
        "--with-personal-data",
        "list.csv",
    ]);
    assert!(ok, "{text}");
    let list = std::fs::read_to_string(event.dir.path().join("list.csv")).expect("the list");
    assert!(list.contains("已清除"), "{list}");
}

#[test]
fn a_database_that_cannot_be_worked_on_is_named_by_its_path() {
    let dir = tempfile::tempdir().expect("a folder");
    let config = dir.path().join("bot.toml");
    std::fs::copy(concat!(env!("CARGO_MANIFEST_DIR"), "/bot.toml"), &config).expect("a copy");
    let says = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_qisai"));
        let out = command.current_dir(dir.path()).args(arguments).output();
        let out = out.expect("the binary runs");
        assert!(!out.status.success(), "{arguments:?}");
        String::from_utf8([out.stdout, out.stderr].concat()).expect("text")
    };
    let every: [&[&str]; 3] = [
        &["purge"],
        &["key", "rotate"],
        &["export", "registrations", "x.csv"],
    ];
    for arguments in every {
        let text = says(arguments);
        assert!(text.contains("database qisai.db is not there"), "{text}");
    }
    std::fs::write(dir.path().join("qisai.db"), "no database, by far not").expect("a file");
    std::fs::write(dir.path().join("qisai.key"), "00".repeat(32)).expect("a key");
    for arguments in every {
        let text = says(arguments);
        assert!(
            text.contains("database qisai.db: ") && text.contains("not a database"),
            "{text}"
        );
    }
    let held = qisai::store::Lock::take(&dir.path().join("qisai.db")).expect("the lock");
    let text = says(&["purge", "--force"]);
    assert!(
        text.contains("database qisai.db: another qisai works on this"),
        "{text}"
    );
    drop(held);
}
