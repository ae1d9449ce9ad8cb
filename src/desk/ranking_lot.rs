//! The lot for final ties (抽签定名次): drawn once, after the last round, among those who are level in
//! everything the event compares.

use std::collections::BTreeSet;

use super::field::Field;
use super::notice::Lot as Said;
use super::table::{counted, ranked};
use super::{Halt, PlayRefusal, Turn, lot, progress};
use crate::config::Section;
use crate::store::lot as store;
use crate::tournament::StartNumber;
use crate::tournament::lot::Purpose;

/// Who shares a place until a lot is drawn, in any table of the competition, by start number. Where the
/// event leaves such places shared, only those level across the line to the next stage. Empty while rounds
/// are left or results missing, and once the next stage is seeded.
pub fn level(turn: &Turn<'_>, field: &Field) -> Vec<StartNumber> {
    if !counted(turn, field).is_final || field.seeded.is_some() {
        return Vec::new();
    }
    let mut level = BTreeSet::new();
    for section in tables(turn) {
        let table = ranked(field, section);
        level.extend(table.iter().filter(|row| row.awaits_lot).map(|row| row.no));
    }
    level.into_iter().collect()
}

/// Who can be in a lot: [`level`], and those level among the places that go on to the next stage, whose
/// order as seeds nothing else decides, or at the first place behind them, from which one moves in for who
/// leaves. By start number.
pub fn drawable(turn: &Turn<'_>, field: &Field) -> Vec<StartNumber> {
    let mut all: BTreeSet<StartNumber> = level(turn, field).into_iter().collect();
    let Some(places) = turn.swiss().advance else {
        return all.into_iter().collect();
    };
    if counted(turn, field).is_final && field.seeded.is_none() {
        let table = ranked(field, None);
        let among = table
            .iter()
            .take_while(|row| row.rank <= places.saturating_add(1));
        all.extend(among.filter(|row| row.shared).map(|row| row.no));
    }
    all.into_iter().collect()
}

/// One step of it: the commitment, then with a salt the lot, after which the table is told anew.
///
/// # Errors
/// As [`lot::step`]; [`PlayRefusal::NothingLevel`] when no place waits for a lot.
pub fn draw(turn: &mut Turn<'_>, typed: &str) -> Result<(), Halt> {
    let field = Field::load(turn)?;
    let level = drawable(turn, &field);
    if level.is_empty() {
        return Err(PlayRefusal::NothingLevel.into());
    }
    let purpose = purpose(turn)?;
    let entries = level.iter().filter_map(|no| {
        let player = field.player(*no)?;
        Some((player.id, format!("{no}号 {}", player.name)))
    });
    let entries: Vec<(i64, String)> = entries.collect();
    if lot::step(turn, &purpose, typed, &entries)?.is_some() {
        progress::tell_standings(turn)?;
        turn.reply(Said::PlacesDrawn {
            players: entries.len(),
        })?;
    }
    Ok(())
}

/// Tells the arbiters once the places of a stage wait for the lot.
pub(super) fn tell(turn: &Turn<'_>, field: &Field) -> Result<(), Halt> {
    let level = level(turn, field);
    if level.is_empty() {
        return Ok(());
    }
    turn.tell_arbiters(Said::PlacesLevel {
        players: level.iter().map(|no| field.tag(*no)).collect(),
    })
}

/// The lot that is committed to and not drawn, else the next.
fn purpose(turn: &Turn<'_>) -> Result<Purpose, Halt> {
    let stage = &turn.swiss().key;
    let prefix = Purpose::rankings_of(stage);
    let before = store::beginning(turn.tx, &turn.competition().key, &prefix)?;
    let drawn = before.iter().filter(|(_, drawn)| *drawn).count();
    Ok(Purpose::Ranking {
        stage: stage.clone(),
        nth: u32::try_from(drawn).map_or(u32::MAX, |drawn| drawn + 1),
    })
}

/// The tables that give places: of each section where there are several, and of all where teams, prizes or the
/// next stage go by it.
fn tables<'a>(turn: &Turn<'a>) -> Vec<Option<&'a Section>> {
    let competition = turn.competition();
    let sections = competition.sections.as_slice();
    let several = sections.len() > 1;
    let by_all = competition.team.is_some() || !competition.prizes.is_empty();
    let of_all = !several || by_all || turn.swiss().advance.is_some();
    let each = sections.iter().filter(|_| several).map(Some);
    of_all.then_some(None).into_iter().chain(each).collect()
}
