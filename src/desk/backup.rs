//! 备份: a consistent copy of the database beside it, for the chief arbiter.

use super::notice::Backup;
use super::{Duty, Halt, Turn};
use crate::store::journal::Entry;
use crate::store::setting;

/// The accounts that wait for a copy, as a JSON list; cleared when it is made.
pub const WANTED: &str = "backup.wanted";

/// Asks for a copy. It is made when this is committed, and also after a restart.
pub fn ask(turn: &mut Turn<'_>) -> Result<(), Halt> {
    turn.require(Duty::Backup)?;
    turn.require_private()?;
    let mut waiting = waiting(turn)?;
    let account = turn.account()?;
    if waiting.contains(&account) {
        return turn.reply(Backup::OnTheWay);
    }
    waiting.push(account);
    setting::set(turn.tx, WANTED, &serde_json::to_string(&waiting)?)?;
    turn.journal(Entry {
        action: "event.backup".to_owned(),
        subject: format!("event {}", turn.config.event.short_name),
        ..Entry::default()
    })?;
    turn.reply(Backup::OnTheWay)
}

/// A copy of so many bytes was made under this name, or none could be (`None`): told to those who wait.
pub fn answer(turn: &mut Turn<'_>, name: String, bytes: Option<u64>) -> Result<(), Halt> {
    for account in waiting(turn)? {
        let name = name.clone();
        turn.tell(
            account,
            match bytes {
                Some(bytes) => Backup::Made { name, bytes },
                None => Backup::Failed { name },
            },
        )?;
    }
    setting::clear(turn.tx, WANTED)?;
    Ok(())
}

fn waiting(turn: &Turn<'_>) -> Result<Vec<i64>, Halt> {
    let kept = setting::get(turn.tx, WANTED)?;
    Ok(kept.map_or_else(|| Ok(Vec::new()), |kept| serde_json::from_str(&kept))?)
}
