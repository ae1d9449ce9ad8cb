//! The chief asks for a copy of the database, and it is one.

use crate::registering::{Entrant, appoint};
use crate::support::Hall;

/// The copies that lie beside the database.
fn copies(hall: &Hall) -> Vec<std::path::PathBuf> {
    let files = std::fs::read_dir(hall.folder()).expect("the folder");
    let mut copies: Vec<_> = files
        .map(|file| file.expect("a file").path())
        .filter(|path| path.to_string_lossy().contains(".backup-"))
        .collect();
    copies.sort();
    copies
}

#[tokio::test(flavor = "multi_thread")]
async fn the_chief_gets_a_sound_copy_that_a_purge_removes() {
    let hall = Hall::open().await;
    let person = hall.person("张三").await;
    Entrant::named("张三").registers(&person).await;
    let other = appoint(&hall, "王裁判").await;
    other.says("/backup").await;
    other.sees("裁判长才能做").await;
    person.says("备份").await;
    person.sees("只有裁判长能做").await;
    assert_eq!(copies(&hall), Vec::<std::path::PathBuf>::new());

    let chief = hall.arbiter().await;
    chief.says("备份").await;
    let told = chief.sees("备份好了").await.text;
    let [copy] = &copies(&hall)[..] else {
        panic!("not one copy: {:?}", copies(&hall));
    };
    let name = copy.file_name().expect("a name").to_string_lossy();
    assert!(told.contains(&*name), "{told}");
    let db = rusqlite::Connection::open(copy).expect("the copy");
    let sound: String = db
        .query_row("PRAGMA integrity_check", [], |row| row.get(0))
        .expect("it can be read");
    assert_eq!(sound, "ok");
    let entered: i64 = db
        .query_row(
            "SELECT count(*) FROM registration WHERE name = '张三'",
            [],
            |row| row.get(0),
        )
        .expect("it holds the entries");
    assert_eq!(entered, 1);
    drop(db);

    hall.set_clock("2023-10-08T00:00:00Z".parse().expect("an instant"))
        .await;
    let chief = hall.arbiter().await;
    chief.says("/purge 武汉棋王赛").await;
    chief.sees("彻底清除").await;
    assert_eq!(copies(&hall), Vec::<std::path::PathBuf>::new());
}

/// The database lies where no further file can be made: it is said, and the event goes on.
#[tokio::test(flavor = "multi_thread")]
async fn a_copy_that_cannot_be_written_is_said_to_be_missing() {
    let hall = Hall::open().await;
    // A folder stands where the copy would be written, at every second it might be.
    let store = hall.desk().store();
    let now = (hall.desk().means().clock)();
    for later in 0..120 {
        let at = now + chrono::TimeDelta::seconds(later);
        let mut begun = qisai::store::purge::copy_path(store.path(), at).into_os_string();
        begun.push(".part");
        std::fs::create_dir(begun).expect("a folder in the way");
    }
    let chief = hall.arbiter().await;
    chief.says("/backup").await;
    chief.sees("备份没有写成").await;
    chief.says("/desk").await;
    chief.sees("裁判台").await;
    assert_eq!(
        hall.count("SELECT count(*) FROM setting WHERE key = 'backup.wanted'"),
        0
    );
}
