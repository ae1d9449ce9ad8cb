use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, Subcommand};
use qisai::config::Config;
use qisai::desk::export::{applicants, journal_line};
use qisai::store::{Store, StoreError, is_current, journal, write_whole};
use qisai::telegram::texts;

#[derive(Args)]
pub struct Export {
    /// The event
    #[arg(long, default_value = "bot.toml", global = true)]
    config: PathBuf,
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// The list of registrations (报名表) as CSV
    Registrations {
        /// With ID numbers, phones and guardians; the journal notes it
        #[arg(long)]
        with_personal_data: bool,
        file: PathBuf,
    },
}

pub fn export(arguments: &Export) -> ExitCode {
    let config = match super::load(&arguments.config) {
        Ok(config) => config,
        Err(code) => return code,
    };
    let What::Registrations {
        with_personal_data,
        file,
    } = &arguments.what;
    match registrations(&config, *with_personal_data, file) {
        Ok(count) => {
            super::say(&format!(
                "已导出 {count} 人 / {count} registrations: {}",
                file.display()
            ));
            ExitCode::SUCCESS
        }
        Err(error) => {
            complain!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Works beside a running bot too: it reads, and at most adds a line to the journal.
fn registrations(config: &Config, with_personal_data: bool, file: &Path) -> Result<usize, String> {
    let path = config.database.display();
    let named = |error: &dyn std::fmt::Display| format!("database {path}: {error}");
    if !config.database.exists() {
        return Err(format!(
            "database {path} is not there: nobody has registered"
        ));
    }
    if !is_current(&config.database).map_err(|error| named(&error))? {
        return Err(named(
            &"it is of an earlier version: start the bot of this version once",
        ));
    }
    let store = Store::open(&config.database, &config.key).map_err(|error| named(&error))?;
    let rows = store.write(|tx| {
        let rows = applicants(tx, store.sealer(), config, with_personal_data)?;
        if with_personal_data {
            journal::write(tx, &journal_line(rows.len()), None, chrono::Utc::now())?;
        }
        Ok::<_, StoreError>(rows)
    });
    let rows = rows.map_err(|error| named(&error))?;
    let table = texts::registrations(&rows, with_personal_data, config);
    write_whole(file, &table).map_err(|error| format!("{}: {error}", file.display()))?;
    Ok(rows.len())
}
