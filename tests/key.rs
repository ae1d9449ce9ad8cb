//! The key: made, checked, rotated, killed while it is rotated.

use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use qisai::store::rotate::{RotateError, Step, rotate};
use qisai::store::{OpenError, Sealer, Store, key_check, key_file, lot, paper_file, registration};
use rusqlite::Connection;

use crate::registering::Entrant;
use crate::support::Hall;

/// A stopped event with a registration, a form half filled, papers on disk, and messages that carry sealed
/// parts.
struct Stopped {
    dir: tempfile::TempDir,
}

impl Stopped {
    async fn event(papers: i64) -> Stopped {
        let mut hall = Hall::open().await;
        {
            let person = hall.person("张三").await;
            Entrant::named("张三").registers(&person).await;
            let other = hall.person("李四").await;
            Entrant::number(2).fills(&other).await;
            let chief = hall.arbiter().await;
            chief.says("/review").await;
        }
        hall.stop().await;
        let dir = tempfile::tempdir().expect("a folder");
        for name in ["qisai.db", "qisai.key"] {
            std::fs::copy(hall.folder().join(name), dir.path().join(name)).expect("a copy");
        }
        let stopped = Stopped { dir };
        let store = Store::open(&stopped.database(), &stopped.key()).expect("it opens");
        let now = chrono::Utc::now();
        let secret = b"until the draw";
        let kept =
            store.write(|tx| lot::commit(tx, store.sealer(), "king", "test", "hash", secret, now));
        kept.expect("a lot");
        drop(store);
        let key = key_file::read(&stopped.key()).expect("the key");
        for paper in 1..=papers {
            let photo = format!("photo {paper}");
            paper_file::keep(&stopped.papers(), &key, paper, photo.as_bytes()).expect("a copy");
        }
        stopped
    }

    fn database(&self) -> PathBuf {
        self.dir.path().join("qisai.db")
    }

    fn key(&self) -> PathBuf {
        self.dir.path().join("qisai.key")
    }

    fn papers(&self) -> PathBuf {
        self.dir.path().join("papers")
    }

    fn rotate(&self, went: impl FnMut(Step) -> bool) -> Result<(), RotateError> {
        rotate(&self.database(), &self.key(), Some(&self.papers()), went).map(drop)
    }

    fn check(&self) -> key_check::Checked {
        key_check::check(&self.database(), &self.key(), Some(&self.papers())).expect("all opens")
    }

    /// Everything is sealed with the present key and nothing with the one before; the person is found again.
    fn is_rotated(&self, old: &Sealer, papers: i64) {
        let checked = self.check();
        assert!(checked.values >= 4, "{checked:?}");
        assert_eq!(checked.papers, u64::try_from(papers).expect("few"));
        let new = key_file::read(&self.key()).expect("the key");
        assert_ne!(new.key_print(), old.key_print());
        for paper in 1..=papers {
            assert!(paper_file::read(&self.papers(), old, paper).is_err());
            let photo = paper_file::read(&self.papers(), &new, paper).expect("the copy");
            assert_eq!(photo, format!("photo {paper}").as_bytes());
        }
        let store = Store::open(&self.database(), &self.key()).expect("it opens");
        store
            .write(|tx| {
                assert!(registration::personal(tx, old, 1).is_err());
                let personal = registration::personal(tx, store.sealer(), 1)?;
                let hash = registration::person_hash(store.sealer(), &personal.identity);
                let born = "1990-05-04".parse().expect("a date");
                let same = registration::same_person(tx, "king", &hash, "另一个名字", born)?;
                assert_eq!(same.map(|same| same.id), Some(1));
                let lot = lot::find(tx, store.sealer(), "king", "test")?.expect("the lot");
                assert_eq!(lot.secret, b"until the draw");
                Ok::<_, qisai::store::StoreError>(())
            })
            .expect("the database");
        assert!(!key_file::next(&self.key()).exists());
    }

    fn qisai(&self, arguments: &[&str]) -> Command {
        let config = self.dir.path().join("bot.toml");
        let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/bot.toml"));
        let text = text
            .expect("bot.toml")
            .replace("# keep_papers", "keep_papers");
        std::fs::write(&config, text).expect("bot.toml");
        let mut command = Command::new(env!("CARGO_BIN_EXE_qisai"));
        command
            .current_dir(self.dir.path())
            .env("RUST_LOG", "debug")
            .args(arguments);
        command
    }

    fn says(&self, arguments: &[&str]) -> (bool, String) {
        let Output {
            status,
            stdout,
            stderr,
        } = self.qisai(arguments).output().expect("the binary runs");
        let text = [stdout, stderr].concat();
        (status.success(), String::from_utf8(text).expect("text"))
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rotation_stopped_after_any_step_goes_on() {
    const PAPERS: i64 = 3;
    let every = [
        Step::KeyMade,
        Step::Resealed,
        Step::Committed,
        Step::Paper(1),
        Step::Paper(2),
        Step::Paper(3),
        Step::Done,
    ];
    let stopped = Stopped::event(PAPERS).await;
    for step in every {
        let old = key_file::read(&stopped.key()).expect("the key");
        let ended = stopped.rotate(|went| went != step);
        assert!(matches!(ended, Err(RotateError::Stopped(at)) if at == step));
        if step != Step::Done {
            // Nobody works with half of it, and both keys are there.
            let opened = Store::open(&stopped.database(), &stopped.key()).err();
            assert!(
                matches!(&opened, Some(OpenError::Unfinished { path }) if *path == stopped.key()),
                "{opened:?}"
            );
            let kept = key_file::read(&stopped.key()).expect("the key");
            assert_eq!(kept.key_print(), old.key_print());
            stopped.rotate(|_| true).expect("it goes on");
        }
        stopped.is_rotated(&old, PAPERS);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rotation_killed_again_and_again_ends_all_the_same() {
    const PAPERS: i64 = 400;
    let stopped = Stopped::event(PAPERS).await;
    let old = key_file::read(&stopped.key()).expect("the key");
    let mut killed = 0;
    for round in 0..12 {
        let mut child = stopped
            .qisai(&["key", "rotate"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the binary starts");
        std::thread::sleep(Duration::from_millis(25 + 15 * round));
        if child.try_wait().expect("the process").is_some() {
            break;
        }
        child.kill().expect("the process can be killed");
        child.wait().expect("the process ends");
        killed += 1;
    }
    assert!(killed > 0, "it was too fast to be killed");
    if key_file::next(&stopped.key()).exists() {
        let (ok, text) = stopped.says(&["key", "check"]);
        assert!(!ok && text.contains("qisai key rotate"), "{text}");
    }
    let (ok, text) = stopped.says(&["key", "rotate"]);
    assert!(ok, "{text}");
    stopped.is_rotated(&old, PAPERS);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_command_tells_what_is_wrong_and_where() {
    let stopped = Stopped::event(1).await;
    let (ok, text) = stopped.says(&["key", "check"]);
    assert!(ok && text.contains("1 份材料"), "{text}");

    let (ok, text) = stopped.says(&["key", "new"]);
    assert!(!ok && text.contains("qisai.key is there already"), "{text}");

    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = |mode| std::fs::Permissions::from_mode(mode);
        std::fs::set_permissions(stopped.key(), mode(0o644)).expect("a mode");
        let (ok, text) = stopped.says(&["key", "check"]);
        assert!(!ok && text.contains("chmod 600 qisai.key"), "{text}");
        std::fs::set_permissions(stopped.key(), mode(0o600)).expect("a mode");
    }

    let held = qisai::store::Lock::take(&stopped.database()).expect("the lock");
    let (ok, text) = stopped.says(&["key", "rotate"]);
    assert!(
        !ok && text.contains("qisai.db") && text.contains("only one may run"),
        "{text}"
    );
    drop(held);

    // A copy that does not open: nothing is begun.
    std::fs::write(stopped.papers().join("1.sealed"), b"altered").expect("a file");
    for action in ["check", "rotate"] {
        let (ok, text) = stopped.says(&["key", action]);
        assert!(!ok && text.contains("1.sealed"), "{text}");
    }
    assert!(!key_file::next(&stopped.key()).exists());

    let right = std::fs::read(stopped.key()).expect("the key");
    std::fs::write(stopped.key(), "00".repeat(32)).expect("a key");
    let (ok, text) = stopped.says(&["key", "check"]);
    assert!(!ok && text.contains("qisai.key is not the one"), "{text}");
    let (ok, text) = stopped.says(&["key", "rotate"]);
    assert!(!ok && text.contains("qisai.key is not the one"), "{text}");
    std::fs::write(stopped.key(), "no key").expect("a key");
    let (ok, text) = stopped.says(&["key", "check"]);
    assert!(
        !ok && text.contains("qisai.key: a key file holds 64"),
        "{text}"
    );

    std::fs::remove_file(stopped.key()).expect("a file");
    let (ok, text) = stopped.says(&["key", "new"]);
    assert!(!ok && text.contains("qisai.db is there already"), "{text}");
    std::fs::remove_file(stopped.database()).expect("a file");
    let (ok, text) = stopped.says(&["key", "new"]);
    assert!(ok && text.contains("密钥已生成"), "{text}");
    std::fs::write(stopped.key(), right).expect("a key");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_value_sealed_with_a_third_key_stops_a_rotation_before_it_changes_anything() {
    let stopped = Stopped::event(1).await;
    let stranger = Sealer::with_key([9; 32])
        .seal("draft/1", b"?")
        .expect("sealed");
    let conn = Connection::open(stopped.database()).expect("the database");
    conn.execute("UPDATE draft SET sealed = ?1", [stranger])
        .expect("an update");
    drop(conn);
    let error = stopped.rotate(|_| true).expect_err("it does not open");
    assert!(error.to_string().contains("draft/"), "{error}");
    assert!(
        !key_file::next(&stopped.key()).exists(),
        "the bot still starts"
    );
    let store = Store::open(&stopped.database(), &stopped.key()).expect("it opens");
    let personal = store.write(|tx| registration::personal(tx, store.sealer(), 1));
    personal.map(drop).expect("still sealed with the old key");
}
