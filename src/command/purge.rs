use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use qisai::config::Config;
use qisai::desk::purge::{by_program, end};
use qisai::desk::{Desk, Handled, Means};
use qisai::store::purge::{Count, old_copies};
use qisai::store::{Lock, Store};

/// Remove the personal data after the event
#[derive(Args)]
pub struct Purge {
    /// The event
    #[arg(long, default_value = "bot.toml")]
    config: PathBuf,
    /// Before the event is over, too
    #[arg(long)]
    force: bool,
}

pub fn purge(arguments: &Purge) -> ExitCode {
    let config = match super::load(&arguments.config) {
        Ok(config) => config,
        Err(code) => return code,
    };
    match run(config, arguments.force) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            complain!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run(config: Config, forced: bool) -> Result<(), String> {
    let database = config.database.clone();
    let path = database.display();
    let papers = config.keep_papers.clone();
    let end = end(&config.event).map(|end| end.with_timezone(&config.event.zone));
    if !database.exists() {
        return Err(format!("database {path} is not there: nothing to purge"));
    }
    let _lock = Lock::take(&database).map_err(|error| format!("database {path}: {error}"))?;
    let named = |error: &dyn std::fmt::Display| format!("database {path}: {error}");
    let store = Store::open(&database, &config.key).map_err(|error| named(&error))?;
    let desk = Desk::open(store, config, Means::real()).map_err(|error| named(&error))?;
    let mut count = Count::default();
    let handled = desk
        .act(|turn| {
            count = by_program(turn, forced)?;
            Ok(())
        })
        .map_err(|error| named(&error))?;
    match handled {
        Handled::Done => {}
        Handled::Refused(_) => {
            let end = end.map_or("by no timetable".to_owned(), |end| end.to_string());
            return Err(format!(
                "the event is not over ({end}), its people may still be needed; with --force they are purged all the same"
            ));
        }
        Handled::Failed(id) => return Err(format!("database {path}: fault {id}, see above")),
        Handled::Repeated => return Err(named(&"the event has no competition")),
    }
    let copies = old_copies(&database).map_err(|error| named(&error))?;
    desk.store()
        .scrub(papers.as_deref())
        .map_err(|error| named(&error))?;
    desk.act(qisai::desk::purge::scrubbed)
        .map_err(|error| named(&error))?;
    super::say(&format!(
        "已清除：{} 人的个人资料，{} 份材料，{} 份没填完的报名，{} 条消息内容，{} 个账号名，{} 份迁移备份。成绩、姓名、编号保留。",
        count.people,
        count.papers,
        count.drafts,
        count.messages,
        count.accounts,
        copies.len()
    ));
    super::say(&format!(
        "Purged: {} people, {} papers, {} drafts, {} messages, {} account names, {} old copies. Results, \
         names and start numbers stay. Copies you made yourself are yours to delete.",
        count.people,
        count.papers,
        count.drafts,
        count.messages,
        count.accounts,
        copies.len()
    ));
    Ok(())
}
