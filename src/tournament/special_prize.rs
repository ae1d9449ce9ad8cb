//! Prizes that do not go by the place alone (单项奖).

use chrono::NaiveDate;

use crate::config::{Sex, SpecialPrize, SpecialTo};

/// A player with all that a special prize may go by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Candidate<'a, T> {
    /// The player.
    pub who: T,
    /// Place in the table of all.
    pub rank: u32,
    /// As on the document.
    pub sex: Sex,
    /// As on the document.
    pub born: NaiveDate,
    /// The section's key.
    pub section: &'a str,
    /// The team or place played for.
    pub team: Option<&'a str>,
}

/// Who wins the prize: several if they are level, nobody if none of them is meant or an arbiter chooses.
pub fn winners<T: Copy>(prize: &SpecialPrize, candidates: &[Candidate<'_, T>]) -> Vec<T> {
    let meant: Vec<&Candidate<'_, T>> =
        candidates.iter().filter(|one| is_for(prize, one)).collect();
    let all_at = |wanted: Option<&Candidate<'_, T>>,
                  level: fn(&Candidate<'_, T>, &Candidate<'_, T>) -> bool| {
        let Some(wanted) = wanted else {
            return Vec::new();
        };
        meant
            .iter()
            .filter(|one| level(one, wanted))
            .map(|one| one.who)
            .collect()
    };
    let any = meant.iter().copied();
    match prize.to {
        SpecialTo::Best => all_at(any.min_by_key(|one| one.rank), |one, other| {
            one.rank == other.rank
        }),
        SpecialTo::Oldest => all_at(any.min_by_key(|one| one.born), |one, other| {
            one.born == other.born
        }),
        SpecialTo::Youngest => all_at(any.max_by_key(|one| one.born), |one, other| {
            one.born == other.born
        }),
        SpecialTo::Arbiter => Vec::new(),
    }
}

/// Whether the prize can go to this player.
pub fn is_for<T>(prize: &SpecialPrize, candidate: &Candidate<'_, T>) -> bool {
    prize.sex.is_none_or(|sex| sex == candidate.sex)
        && prize
            .section
            .as_deref()
            .is_none_or(|section| section == candidate.section)
        && prize
            .team
            .as_deref()
            .is_none_or(|team| Some(team) == candidate.team)
        && prize.born_from.is_none_or(|from| candidate.born >= from)
        && prize.born_to.is_none_or(|to| candidate.born <= to)
}
