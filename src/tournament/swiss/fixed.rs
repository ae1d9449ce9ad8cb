use std::collections::BTreeSet;

use super::criteria::Field;
use super::pairing::{NoPairing, Seat};
use crate::tournament::StartNumber;

/// Boards an arbiter has set by hand; the rest is paired around them. They may break any rule: that is
/// the arbiter's to know.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Fixed {
    /// Who meets whom, and on which sides.
    pub games: BTreeSet<Seat>,
    /// Who has the bye; only where the field is odd.
    pub bye: Option<StartNumber>,
}

impl Fixed {
    /// Whether nothing is set by hand.
    pub fn is_empty(&self) -> bool {
        self.games.is_empty() && self.bye.is_none()
    }

    /// The fixed pairs as vertices of the field, `vertices` of them with the bye.
    pub(super) fn pairs(
        &self,
        field: &Field,
        vertices: usize,
    ) -> Result<Vec<(usize, usize)>, NoPairing> {
        let mut taken = BTreeSet::new();
        let mut find = |no: StartNumber| {
            let found = field.players.binary_search_by_key(&no, |player| player.no);
            found
                .ok()
                .filter(|_| taken.insert(no))
                .ok_or(NoPairing::NotFixable(no))
        };
        let mut pairs = Vec::new();
        for seat in &self.games {
            let (red, black) = (find(seat.red)?, find(seat.black)?);
            pairs.push((red.min(black), red.max(black)));
        }
        if let Some(no) = self.bye {
            let receiver = find(no)?;
            if vertices == field.players.len() {
                return Err(NoPairing::NotFixable(no));
            }
            pairs.push((receiver, field.players.len()));
        }
        Ok(pairs)
    }

    /// The sides an arbiter gave two players.
    pub(super) fn seat(&self, one: StartNumber, other: StartNumber) -> Option<Seat> {
        let seat = |red, black| self.games.get(&Seat { red, black }).copied();
        seat(one, other).or_else(|| seat(other, one))
    }
}
