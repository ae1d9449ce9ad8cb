use super::field::Field;
use super::notice::Add;
use super::{Halt, Turn};
use crate::store::registration;

/// Tells the arbiters of the players in the field who have no account, once each: whoever has none can be
/// told nothing, and that is no fault.
pub(super) fn tell(turn: &Turn<'_>, field: &Field) -> Result<(), Halt> {
    let mut players = Vec::new();
    for no in field.active() {
        let Some(player) = field.player(no).filter(|player| player.account.is_none()) else {
            continue;
        };
        if registration::set_no_account_told(turn.tx, player.id)? {
            players.push(field.tag(no));
        }
    }
    if players.is_empty() {
        return Ok(());
    }
    turn.tell_arbiters(Add::NoAccount { players })
}
