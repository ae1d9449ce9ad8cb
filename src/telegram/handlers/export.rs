use crate::desk::notice::Export;
use crate::desk::{self, Halt, Turn};
use crate::telegram::normal::normal;

/// `/export`: the list of registrations; `/export trf`: the points stage.
pub fn export(turn: &mut Turn<'_>, rest: &str) -> Result<(), Halt> {
    match normal(rest).to_lowercase().as_str() {
        "" | "csv" => desk::export::export(turn),
        "trf" => desk::report_file::export(turn),
        _ => {
            turn.require(crate::desk::Duty::ExportList)?;
            turn.require_private()?;
            let typed = rest.trim().chars().take(40).collect();
            turn.reply(Export::Formats { typed })
        }
    }
}
