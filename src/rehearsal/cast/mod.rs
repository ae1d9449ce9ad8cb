//! The people of a rehearsal: who they are, what they do when they read something, and what the arbiter
//! does when nothing else moves.
//!
//! Everything a person decides follows from the seed, the person and what the world shows them, and every
//! reaction is one transaction of the world: a killed rehearsal goes on where it was.

mod arbiter;
mod chance;
mod director;
mod entrant;
mod matches;
mod persona;
mod player;
mod reading;
mod seats;
mod share;
mod truth;
mod words;

pub use director::{Director, Next};
pub use persona::Cast;

use super::{World, WorldError};

/// Lets everyone who has something unread read one message and react. False when nobody had.
pub fn react(world: &World, cast: &Cast) -> Result<bool, WorldError> {
    let mut any = false;
    for id in world.people_with_unread()? {
        let Some(unread) = world.unread(id, false)? else {
            continue;
        };
        let acts = if cast.is_arbiter(id) {
            arbiter::react(world, cast, id, &unread.message)?
        } else if let Some(person) = cast.persona(id) {
            player::react(world, cast, person, &unread.message)?
        } else {
            Vec::new()
        };
        match world.react(id, unread.chat, unread.seq, &acts) {
            Ok(_) => any = true,
            // The message changed while it was read: it will be read again.
            Err(WorldError::NoSuchButton { .. }) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(any)
}
