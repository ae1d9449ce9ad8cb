use std::str::FromStr;

use super::letters::same_name;
use super::line::Line;
use super::paste;
use super::published_fault::{Label, PublishedFault};
use super::{LotFault, Secret, commitment, order, verify};

/// A lot as it stands in the group's message: `承诺 …`, `秘密 …`, `盐 …`, then a line for each number:
/// number, registration id, name. Above the numbers may stand how many they are, and before all, in a lot for
/// sides, who has red. Other lines are passed over, so that the message can be pasted whole, also when it was
/// sent in several parts.
///
/// Widths of letters, white space and unseen letters do not count, as programs change them. The numbers follow
/// from the lot; the names and the salt do not, so whoever reads them compares them with what the group was told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Published {
    pub commitment: String,
    pub secret: Secret,
    pub salt: String,
    /// Registration ids in the order of their numbers.
    pub order: Vec<u64>,
    /// What stands behind each of them.
    pub names: Vec<String>,
    /// Who has red as the headline says, where there is one.
    pub red: Option<String>,
    /// It is drawn for the sides of a game: of the two the first has red.
    pub is_sides: bool,
}

/// The same as far as it was pasted: one part of a long message may hold a part of the numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pasted {
    /// 64 small hexadecimal digits.
    pub commitment: String,
    pub secret: Secret,
    pub salt: String,
    /// Ascending, each number and each registration once.
    pub rows: Vec<PastedRow>,
    /// Who has red as the headline says, where there is one.
    pub red: Option<String>,
    /// It is drawn for the sides of a game: exactly two numbers.
    pub is_sides: bool,
    /// How many numbers were drawn, where the message says so.
    pub of: Option<u64>,
}

/// A line of it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct PastedRow {
    /// From 1.
    pub no: u64,
    /// Registration.
    pub id: u64,
    pub name: String,
}

/// A lot is drawn among this many at least.
const FEWEST: u64 = 2;

impl Published {
    /// Recomputes the order, and compares the headline with it.
    ///
    /// # Errors
    /// The secret is not the one committed to, another order follows from it, or the headline gives red to
    /// another than the first.
    pub fn verify(&self) -> Result<(), LotFault> {
        verify(
            &self.commitment,
            &self.secret,
            &self.salt,
            &self.order,
            &self.order,
        )?;
        headline(self.red.as_deref(), self.names.first().map(String::as_str))
    }

    /// Of a lot for sides: who has red.
    pub fn has_red(&self) -> Option<&str> {
        let first = self.names.first().filter(|_| self.is_sides);
        first.map(String::as_str)
    }
}

impl Pasted {
    /// Whether a text looks like a published lot, or a part of one.
    pub fn is_in(text: &str) -> bool {
        let lines = super::letters::lines(text);
        let has = |label| {
            let mut lines = lines.iter();
            lines.any(|line| matches!(Line::read(line), Line::Labelled(its, _) if its == label))
        };
        has(Label::Commitment) && has(Label::Secret)
    }

    /// The lots in a text, one behind the other, each as far as it can be read. Never empty.
    pub fn all(text: &str) -> Vec<Result<Pasted, PublishedFault>> {
        paste::lots(text)
    }

    /// The lot, if every number is here.
    ///
    /// # Errors
    /// [`PublishedFault::Number`] names the first number that is missing.
    pub fn whole(&self) -> Result<Published, PublishedFault> {
        self.complete()?;
        Ok(Published {
            commitment: self.commitment.clone(),
            secret: self.secret.clone(),
            salt: self.salt.clone(),
            order: self.rows.iter().map(|row| row.id).collect(),
            names: self.rows.iter().map(|row| row.name.clone()).collect(),
            red: self.red.clone(),
            is_sides: self.is_sides,
        })
    }

    pub(super) fn complete(&self) -> Result<(), PublishedFault> {
        let mut next = 1;
        for row in &self.rows {
            if row.no != next {
                return Err(PublishedFault::Number(next));
            }
            next += 1;
        }
        if next <= self.of.unwrap_or(FEWEST).max(FEWEST) {
            return Err(PublishedFault::Number(next));
        }
        Ok(())
    }

    /// Recomputes the order of `ids`, all that were in the lot, and compares the numbers pasted.
    ///
    /// # Errors
    /// The secret is not the one committed to, another order follows from it, or the headline gives red to
    /// another than the first.
    pub fn verify_among(&self, ids: &[u64]) -> Result<(), LotFault> {
        if commitment(&self.secret) != self.commitment {
            return Err(LotFault::Commitment);
        }
        let drawn = order(&self.secret, &self.salt, ids);
        let fits = |row: &PastedRow| {
            let place = row.no.checked_sub(1);
            let place = place.and_then(|place| usize::try_from(place).ok());
            place.and_then(|place| drawn.get(place)) == Some(&row.id)
        };
        if !self.rows.iter().all(fits) {
            return Err(LotFault::Order);
        }
        let first = self.rows.first().filter(|row| row.no == 1);
        headline(self.red.as_deref(), first.map(|row| row.name.as_str()))
    }
}

/// Of a lot for sides the first has red.
fn headline(red: Option<&str>, first: Option<&str>) -> Result<(), LotFault> {
    match (red, first) {
        (Some(red), Some(first)) if !same_name(red, first) => Err(LotFault::Headline),
        _ => Ok(()),
    }
}

impl FromStr for Published {
    type Err = PublishedFault;

    /// The only lot in the text, whole.
    fn from_str(text: &str) -> Result<Published, PublishedFault> {
        let mut lots = Pasted::all(text).into_iter();
        let first = lots.next();
        let first = first.unwrap_or(Err(PublishedFault::Missing(Label::Commitment)))?;
        match lots.len() {
            0 => first.whole(),
            more => Err(PublishedFault::Several(more + 1)),
        }
    }
}

#[cfg(test)]
mod tests;
