//! Who holds which place when prizes are given, and which places are still played for.

use std::collections::BTreeSet;

use crate::config::{Section, Vacancy};
use crate::desk::Turn;
use crate::desk::field::Field;
use crate::desk::knockout::{self, show::Places};
use crate::desk::table::ranked;
use crate::tournament::StartNumber;
use crate::tournament::knockout::qualifiers;
use crate::tournament::prize::Placed;
use crate::tournament::standings::Standing;

/// The places of the event as far as they go.
pub(super) struct Holders {
    /// The places of the later stage; `None`: it is not seeded, or there is none.
    places: Option<Places>,
    /// Places from 1 to this one are still played for; 0: none.
    pub(super) undecided: u32,
    /// Those who play for them.
    playing: BTreeSet<StartNumber>,
}

impl Holders {
    /// `places`: those of the later stage, once it is seeded.
    pub(super) fn of(turn: &Turn<'_>, field: &Field, places: Option<Places>) -> Holders {
        if let Some(places) = places {
            return Holders {
                undecided: places.undecided,
                playing: places.open.iter().copied().collect(),
                places: Some(places),
            };
        }
        let mut holders = Holders {
            places: None,
            undecided: 0,
            playing: BTreeSet::new(),
        };
        let several = turn.competition().stages.len() > 1;
        if let Some(advance) = turn.swiss().advance.filter(|_| several) {
            holders.undecided = advance;
            holders.playing = going_on(turn, field, &ranked(field, None), advance);
        }
        holders
    }

    /// The later stage is seeded.
    pub(super) fn is_seeded(&self) -> bool {
        self.places.is_some()
    }

    /// The table by which prizes go: of all, or of a section where there are several. Places still played
    /// for are held by nobody ([`is_held`]). Who was removed gets no prize: the others move up.
    pub(super) fn table(
        &self,
        turn: &Turn<'_>,
        field: &Field,
        section: Option<&Section>,
    ) -> Vec<Placed<StartNumber>> {
        let section = section.filter(|_| turn.competition().sections.len() > 1);
        let is_in = |no: StartNumber| {
            section.is_none_or(|section| field.section_of(no) == Some(section.key.as_str()))
        };
        let mut rows: Vec<Placed<StartNumber>> = match &self.places {
            None => placed(&ranked(field, section)),
            Some(places) => {
                let mut rows: Vec<_> = places.rows.clone();
                if let Some(section) = section {
                    order_by_section(&mut rows, places, &ranked(field, Some(section)));
                }
                rows
            }
        };
        rows.retain(|row| is_in(row.who) && !field.removed.contains(&row.who));
        let is_open = |no: &StartNumber| self.playing.contains(no);
        let open = match section {
            None if self.is_seeded() => self.undecided as usize,
            _ => {
                let everyone = field.history.players.iter().map(|player| player.no);
                let there = everyone.filter(|no| is_in(*no) && !field.removed.contains(no));
                there.filter(is_open).count()
            }
        };
        rows.retain(|row| !is_open(&row.who));
        let held = (1..).take(open).map(|rank| Placed {
            who: NOBODY,
            rank,
            points: u32::MAX - rank,
        });
        let mut table: Vec<Placed<StartNumber>> = held.collect();
        let mut next = u32::try_from(open).map_or(u32::MAX, |open| open + 1);
        for group in rows.chunk_by(|one, other| one.rank == other.rank) {
            let ranked = group.iter().map(|row| Placed { rank: next, ..*row });
            table.extend(ranked);
            next += u32::try_from(group.len()).unwrap_or(u32::MAX);
        }
        table
    }
}

/// Holds a place that is still played for.
const NOBODY: StartNumber = StartNumber(0);

/// The place is still played for.
pub(super) fn is_held(who: StartNumber) -> bool {
    who == NOBODY
}

/// Who would go on, were the next stage seeded now.
fn going_on(
    turn: &Turn<'_>,
    field: &Field,
    table: &[Standing],
    advance: u32,
) -> BTreeSet<StartNumber> {
    let active = field.active();
    let order: Vec<StartNumber> = table.iter().map(|row| row.no).collect();
    let gone = order.iter().filter(|no| !active.contains(no));
    let out: BTreeSet<StartNumber> = gone.copied().collect();
    let vacancy = knockout::rules(turn).map_or(Vacancy::NextInRank, |rules| rules.vacancy);
    let seeds = qualifiers(&order, advance as usize, &out, vacancy);
    seeds.into_iter().flatten().collect()
}

fn placed(table: &[Standing]) -> Vec<Placed<StartNumber>> {
    let rows = table.iter().map(|row| Placed {
        who: row.no,
        rank: row.rank,
        points: row.tally.points,
    });
    rows.collect()
}

/// Those who did not come into the next stage stand in the order of their section's table.
fn order_by_section(rows: &mut [Placed<StartNumber>], places: &Places, table: &[Standing]) {
    let after = places.rows.len() + table.len();
    for row in rows.iter_mut() {
        if places.inside.contains(&row.who) {
            continue;
        }
        if let Some(standing) = table.iter().find(|standing| standing.no == row.who) {
            let after = u32::try_from(after).unwrap_or(u32::MAX);
            row.rank = after.saturating_add(standing.rank);
        }
    }
    rows.sort_by_key(|row| row.rank);
}
