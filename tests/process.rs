//! The program itself: how it starts, what it says when it cannot, and how it ends.

use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::support::{Hall, TOKEN};

/// How long the program may take to end.
const PATIENCE: Duration = Duration::from_secs(10);

fn program(hall: &Hall) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_qisai"));
    command
        .current_dir(hall.folder())
        .env_remove("TELOXIDE_TOKEN")
        .env("RUST_LOG", "info")
        .args(["run", "--config"])
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/bot.toml"))
        .args(["--api-url", &hall.url()])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Ends by itself, or the test fails.
async fn end_of(command: &mut Command) -> Output {
    let child = command.spawn().unwrap();
    let id = child.id();
    let ended = tokio::task::spawn_blocking(move || child.wait_with_output().unwrap());
    match tokio::time::timeout(PATIENCE, ended).await {
        Ok(output) => output.unwrap(),
        Err(_) => {
            signal("KILL", id);
            panic!("the program did not end");
        }
    }
}

fn signal(name: &str, id: u32) {
    let sent = Command::new("kill")
        .args([&format!("-{name}"), &id.to_string()])
        .status();
    assert!(sent.unwrap().success());
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn sigterm_and_sigint_end_the_program_cleanly() {
    let mut hall = Hall::empty().await;
    hall.stop().await;
    for name in ["TERM", "INT"] {
        let polls = hall.world.calls_of("getUpdates");
        let child = program(&hall).env("TELOXIDE_TOKEN", TOKEN).spawn().unwrap();
        let id = child.id();
        let polling = hall
            .world
            .wait(|world| world.calls_of("getUpdates") > polls, PATIENCE)
            .await;
        signal(if polling.is_ok() { name } else { "KILL" }, id);
        let begun = Instant::now();
        let ended = tokio::task::spawn_blocking(move || child.wait_with_output().unwrap());
        let output = ended.await.unwrap();
        let log = String::from_utf8_lossy(&output.stderr);
        assert!(polling.is_ok(), "it never polled: {log}");
        assert_eq!(output.status.code(), Some(0), "{log}");
        assert!(begun.elapsed() < PATIENCE, "{log}");
        assert!(
            log.contains("/arbiter "),
            "no word about the first arbiter: {log}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_token_none_and_no_network_are_told_apart() {
    let mut hall = Hall::empty().await;
    hall.stop().await;
    let none = end_of(&mut program(&hall)).await;
    let wrong = end_of(program(&hall).env("TELOXIDE_TOKEN", "100002:other")).await;
    for (output, says) in [
        (none, "TELOXIDE_TOKEN is not set"),
        (wrong, "does not know this token"),
    ] {
        let log = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{log}");
        assert!(log.contains(says), "{log}");
    }
    let nobody = Command::new(env!("CARGO_BIN_EXE_qisai"))
        .current_dir(hall.folder())
        .env("TELOXIDE_TOKEN", TOKEN)
        .args(["run", "--api-url", "http://127.0.0.1:9", "--config"])
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/bot.toml"))
        .output()
        .unwrap();
    let log = String::from_utf8_lossy(&nobody.stderr);
    assert_eq!(nobody.status.code(), Some(1), "{log}");
    assert!(log.contains("Telegram cannot be reached"), "{log}");
    assert!(!log.contains(TOKEN), "the token is in the log: {log}");
}

#[test]
fn an_address_that_is_none_of_the_web_and_a_blank_token_are_told() {
    for (token, url, says) in [
        (TOKEN, "mailto:bot@example.org", "is no address"),
        (TOKEN, "ftp://127.0.0.1", "is no address"),
        (" ", "http://127.0.0.1:9", "TELOXIDE_TOKEN is not set"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let output = Command::new(env!("CARGO_BIN_EXE_qisai"))
            .current_dir(folder.path())
            .env("TELOXIDE_TOKEN", token)
            .args(["run", "--api-url", url, "--config"])
            .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/bot.toml"))
            .output()
            .unwrap();
        let log = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{url}: {log}");
        assert!(log.contains(says), "{url}: {log}");
    }
}
