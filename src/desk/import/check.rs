use std::collections::HashMap;

use crate::config::Pool;
use crate::desk::{Halt, Turn};
use crate::store::{invitation, place, registration};
use crate::tournament::form::Identity;
use crate::tournament::roster_file::{Column, Fault, Row, Why};
use crate::tournament::{Document, IdCard, PermitNumber};

/// What the database says of the rows.
pub(super) struct Checked {
    /// For every row, in order, the key of its pool; empty where there is a fault.
    pub pools: Vec<String>,
    pub faults: Vec<Fault>,
}

/// Looks for persons who are registered already, and for places: in the pool named, or in those of the
/// competition, first the open ones. Places for which a code is out are left to who holds it.
pub(super) fn check(turn: &Turn<'_>, rows: &[Row]) -> Result<Checked, Halt> {
    let mut left: HashMap<(String, String), u32> = HashMap::new();
    let mut checked = Checked {
        pools: Vec::with_capacity(rows.len()),
        faults: Vec::new(),
    };
    for row in rows {
        let fault = |column, value: String, why| Fault {
            row: row.row,
            column: Some(column),
            value,
            why,
        };
        let name = row.name.as_str();
        let hash = person_hash(turn, row);
        let same = registration::same_person(turn.tx, &row.competition, &hash, name, row.born)?;
        if same.is_some() {
            let why = Why::SameInEvent;
            checked
                .faults
                .push(fault(Column::Name, name.to_owned(), why));
            checked.pools.push(String::new());
            continue;
        }
        let mut found = None;
        let pools = pools(turn, row);
        for pool in &pools {
            let key = (row.competition.clone(), pool.key.clone());
            let left = match left.entry(key) {
                std::collections::hash_map::Entry::Occupied(known) => known.into_mut(),
                std::collections::hash_map::Entry::Vacant(new) => {
                    new.insert(count_left(turn, &row.competition, pool)?)
                }
            };
            if *left > 0 {
                *left -= 1;
                found = Some(pool.key.clone());
                break;
            }
        }
        if found.is_none() {
            let wanted = row
                .pool
                .clone()
                .or(pools.first().map(|pool| pool.key.clone()));
            let why = Why::PoolFull(wanted.unwrap_or_default());
            checked
                .faults
                .push(fault(Column::Name, name.to_owned(), why));
        }
        checked.pools.push(found.unwrap_or_default());
    }
    Ok(checked)
}

/// The keyed hash by which the person is found again.
pub(super) fn person_hash(turn: &Turn<'_>, row: &Row) -> Vec<u8> {
    let today = turn.now.with_timezone(&turn.config.event.zone).date_naive();
    let document = match &row.identity {
        Identity::Resident(number) => IdCard::parse(number, today).ok().map(Document::Resident),
        Identity::Permit(kind, number) => {
            PermitNumber::parse(number)
                .ok()
                .map(|number| Document::Other {
                    kind: *kind,
                    number,
                })
        }
    };
    let input = document
        .map(|document| document.fingerprint_input())
        .unwrap_or_default();
    turn.sealer.fingerprint("person", &input)
}

fn pools<'a>(turn: &Turn<'a>, row: &Row) -> Vec<&'a Pool> {
    let all = || turn.config.event.registration.pools_of(&row.competition);
    match &row.pool {
        Some(key) => all().filter(|pool| pool.key == *key).collect(),
        None => {
            let (by_code, open): (Vec<_>, Vec<_>) = all().partition(|pool| pool.by_code);
            open.into_iter().chain(by_code).collect()
        }
    }
}

fn count_left(turn: &Turn<'_>, competition: &str, pool: &Pool) -> Result<u32, Halt> {
    let free = place::count_free(turn.tx, competition, &pool.key)?;
    let coded = if pool.by_code {
        invitation::count_unused(turn.tx, competition, &pool.key)?
    } else {
        0
    };
    Ok(free.saturating_sub(coded))
}
