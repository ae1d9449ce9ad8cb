use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Field, Form};

/// What an arbiter settles besides who fills the form in for a player without an account (代报).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ByArbiter {
    /// Registration is over: a reason is asked for.
    pub late: bool,
    pub reason: Option<String>,
    /// The competition's pools, key and name.
    pub pools: Vec<(String, String)>,
    /// Key of the pool the place comes from; asked where there are several and no code was given.
    pub pool: Option<String>,
    /// The arbiter has looked at the papers himself.
    pub papers_seen: bool,
    /// Rounds published so far, which the player has missed.
    pub missed: u32,
    /// The points that can be stated for such a round, ascending: none, a draw's, a bye's.
    pub offers: Vec<u32>,
    /// Points stated for rounds missed, by round from 1.
    pub granted: BTreeMap<u32, u32>,
}

impl ByArbiter {
    /// Characters of a reason at most.
    pub const LONGEST_REASON: usize = 200;

    /// Takes note of where the event stands now; points stated for other rounds or of other amounts go.
    /// True when there are other questions now, so that no earlier button may answer them.
    pub fn update(&mut self, now: ByArbiter) -> bool {
        let changes = (self.late, self.missed) != (now.late, now.missed)
            || (&self.offers, &self.pools) != (&now.offers, &now.pools);
        self.granted
            .retain(|round, points| *round <= now.missed && now.offers.contains(points));
        (self.late, self.missed) = (now.late, now.missed);
        (self.offers, self.pools) = (now.offers, now.pools);
        changes
    }

    /// Name of the pool chosen.
    pub fn pool_name(&self) -> Option<&str> {
        let chosen = self
            .pools
            .iter()
            .find(|pool| Some(&pool.0) == self.pool.as_ref());
        chosen.map(|pool| pool.1.as_str())
    }
}

/// The questions for an arbiter alone, before and after the player's own.
pub(super) fn surround(form: &Form, fields: &mut Vec<Field>) {
    let Some(by) = &form.by_arbiter else { return };
    let has_code = matches!(form.code, Some(Some(_)));
    if by.pools.len() > 1 && !has_code {
        fields.push(Field::Pool);
    }
    fields.extend((1..=by.missed).map(Field::Granted));
    if by.late {
        fields.insert(0, Field::LateReason);
    }
}

/// Whether such a question has its answer.
pub(super) fn is_answered(form: &Form, field: &Field) -> bool {
    let Some(by) = &form.by_arbiter else {
        return false;
    };
    match field {
        Field::LateReason => by.reason.is_some(),
        Field::Pool => by.pool_name().is_some(),
        Field::Granted(round) => by.granted.contains_key(round),
        _ => false,
    }
}
