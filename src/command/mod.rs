//! The commands of the command line, a file each.

/// Prints a line to standard error; a reader that has gone away is no fault.
macro_rules! complain {
    ($($words:tt)*) => {{
        use std::io::Write;
        if writeln!(std::io::stderr(), $($words)*).is_err() {
            tracing::debug!("nobody reads the warnings");
        }
    }};
}

pub mod check;
mod deadlock;
mod explain;
mod explain_dutch;
pub mod export;
pub mod key;
pub mod pair;
pub mod purge;
pub mod rank;
pub mod rehearse;
mod report_file;
pub mod run;
mod stage;
pub mod verify_draw;

use std::path::Path;
use std::process::ExitCode;

use qisai::config::Config;

/// The exit code of wrong arguments or an invalid file.
pub const INVALID: u8 = 2;

/// Loads the file, or prints its faults.
pub fn load(path: &Path) -> Result<Config, ExitCode> {
    match Config::load(path) {
        Ok(loaded) => {
            for later in &loaded.later {
                tracing::warn!("not in this program yet: {later}");
            }
            Ok(loaded.config)
        }
        Err(faults) => {
            for fault in faults {
                complain!("{fault}");
            }
            Err(ExitCode::from(INVALID))
        }
    }
}

/// Prints a line; a reader that has gone away (`| head`) is no fault.
pub fn say(text: &str) {
    use std::io::Write;
    if writeln!(std::io::stdout(), "{text}").is_err() {
        tracing::debug!("nobody reads the output");
    }
}
