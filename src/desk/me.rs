//! What a person wants to know of the own registrations.

use super::conversation::Conversation;
use super::notice::{Me, Mine};
use super::{Halt, Turn, register};
use crate::store::registration;

/// The account's registrations: where each stands and what is missing.
pub fn me(turn: &mut Turn<'_>) -> Result<(), Halt> {
    turn.require_private()?;
    let account = turn.account()?;
    let sections = &turn.competition().sections;
    let mut mine = Vec::new();
    for one in registration::of_account(turn.tx, account)? {
        let standing = register::standing(turn, &one)?;
        mine.push(Mine {
            registration: one.id,
            version: one.version,
            section: sections
                .iter()
                .find(|section| section.key == one.section && sections.len() > 1)
                .map(|section| section.name.clone()),
            name: one.name,
            standing,
            start_no: one.start_no.map(|no| no.0),
            checked_in: one.checked_in,
        });
    }
    let has_draft = Conversation::load(turn)?.form.is_some();
    turn.reply(Me::List { mine, has_draft })
}
