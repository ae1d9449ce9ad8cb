//! Messages that reach nobody.

use super::notice::{Membership, Round, WaitingList};
use super::{Halt, Notice, Turn};
use crate::store::{account, registration};

/// A message did not reach a private chat: never started, blocked, or gone. The arbiters are told once,
/// until the person is heard of again; a seat in a round is announced in the group instead.
pub fn undelivered(turn: &mut Turn<'_>, id: i64, notice: &Notice) -> Result<(), Halt> {
    if let Notice::Of { competition, .. } = notice
        && turn
            .competitions()
            .iter()
            .any(|one| one.key == *competition)
    {
        turn.enter(competition)?;
    }
    if let Notice::Round(seat @ (Round::Seat { .. } | Round::Bye { .. })) = notice.bare() {
        let seat = Box::new(seat.clone());
        turn.tell_group(Round::Mentioned { account: id, seat })?;
    }
    if let Notice::WaitingList(WaitingList::Offered(offer)) = notice.bare() {
        turn.tell_arbiters(WaitingList::Ask {
            offer: offer.clone(),
            has_account: true,
        })?;
    }
    if !account::set_undelivered(turn.tx, id)? {
        return Ok(());
    }
    let Some(person) = account::find(turn.tx, id)? else {
        return Ok(());
    };
    let players = registration::of_account(turn.tx, id)?;
    turn.tell_arbiters(Membership::Undelivered {
        account: id,
        name: person.name,
        username: person.username,
        players: players.into_iter().map(|player| player.name).collect(),
    })
}
