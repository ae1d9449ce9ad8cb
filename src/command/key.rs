use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Subcommand};
use qisai::config::Config;
use qisai::store::rotate::Step;
use qisai::store::{Lock, key_check, key_file, rotate};

#[derive(Args)]
pub struct Key {
    /// The event
    #[arg(long, default_value = "bot.toml", global = true)]
    config: PathBuf,
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand, Clone, Copy)]
enum Action {
    /// Make the key of a new database
    New,
    /// Check that the key opens everything and that nobody else can read it
    Check,
    /// Seal everything with a new key and drop the old one; killed, it goes on when run again
    Rotate,
}

pub fn key(arguments: &Key) -> ExitCode {
    let config = match super::load(&arguments.config) {
        Ok(config) => config,
        Err(code) => return code,
    };
    let done = match arguments.action {
        Action::New => make(&config),
        Action::Check => check(&config),
        Action::Rotate => rotate(&config),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            complain!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn make(config: &Config) -> Result<(), String> {
    let path = config.key.display();
    if config.key.exists() {
        return Err(format!(
            "key file {path} is there already. To change it: qisai key rotate"
        ));
    }
    if config.database.exists() {
        return Err(format!(
            "database {} is there already and may be sealed with another key: put that key back to {path}",
            config.database.display()
        ));
    }
    key_file::make(&config.key).map_err(|error| format!("key file {path}: {error}"))?;
    super::say(&format!(
        "密钥已生成：{path}。请另存一份，不要和数据库的备份放在一起。"
    ));
    super::say(&format!(
        "Key made: {path}. Keep a copy, apart from the copies of the database."
    ));
    Ok(())
}

fn check(config: &Config) -> Result<(), String> {
    let checked = key_check::check(&config.database, &config.key, config.keep_papers.as_deref());
    let checked = checked.map_err(|flaw| flaw.to_string())?;
    let (values, papers) = (checked.values, checked.papers);
    super::say(&format!(
        "密钥正确：{values} 条加密内容、{papers} 份材料都能打开。"
    ));
    super::say(&format!(
        "The key is right: it opens all {values} sealed values and {papers} papers."
    ));
    Ok(())
}

fn rotate(config: &Config) -> Result<(), String> {
    let path = config.database.display();
    if !config.database.exists() {
        return Err(format!(
            "database {path} is not there: nothing is sealed yet"
        ));
    }
    let _lock =
        Lock::take(&config.database).map_err(|error| format!("database {path}: {error}"))?;
    let rotated = rotate::rotate(
        &config.database,
        &config.key,
        config.keep_papers.as_deref(),
        |step| {
            if let Step::Paper(paper) = step {
                tracing::debug!(paper, "sealed anew");
            }
            true
        },
    );
    let rotated = rotated.map_err(|error| error.to_string())?;
    let (values, papers) = (rotated.values, rotated.papers);
    if rotated.goes_on {
        super::say("接着完成了上次中断的更换。An interrupted rotation was finished.");
    }
    super::say(&format!(
        "密钥已更换：重新加密 {values} 条内容、{papers} 份材料。旧密钥已删除，用它加密的旧备份再也打不开；请另存新密钥。"
    ));
    super::say(&format!(
        "Key rotated: {values} values and {papers} papers sealed anew. The old key is gone, and with it \
         what older backups hold sealed; keep a copy of the new key."
    ));
    Ok(())
}
