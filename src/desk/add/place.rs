use super::AddRefusal;
use crate::desk::{Halt, Turn};
use crate::store::{invitation, place};
use crate::tournament::form::ByArbiter;

/// The pool an arbiter chose, or the only one, and its free place; no place: its waiting list. Places for
/// which a code is out are left to who holds it.
pub(in crate::desk) fn find_place<'a>(
    turn: &Turn<'a>,
    by: &ByArbiter,
) -> Result<(&'a str, Option<u32>), Halt> {
    let chosen = turn
        .pools()
        .find(|pool| Some(&pool.key) == by.pool.as_ref())
        .or(turn.pools().next());
    let Some(pool) = chosen else {
        return Err(AddRefusal::PoolFull {
            pool: String::new(),
            coded: 0,
        }
        .into());
    };
    let competition = &turn.competition().key;
    let coded = if pool.by_code {
        invitation::count_unused(turn.tx, competition, &pool.key)?
    } else {
        0
    };
    let free = place::count_free(turn.tx, competition, &pool.key)?;
    if free <= coded && (pool.by_code || super::is_drawn(turn)?) {
        return Err(AddRefusal::PoolFull {
            pool: pool.key.clone(),
            coded: coded.min(free),
        }
        .into());
    }
    Ok((&pool.key, place::free(turn.tx, competition, &pool.key)?))
}
