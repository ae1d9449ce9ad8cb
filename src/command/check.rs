use std::path::Path;
use std::process::ExitCode;

use qisai::config::check;

pub fn check(file: &Path) -> ExitCode {
    let checked = check::run(file);
    super::say(&format!("{checked}"));
    ExitCode::from(checked.exit_code())
}
