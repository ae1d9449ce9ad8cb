//! The records of the competition, for the arbiters.

use super::due::stages;
use super::row;
use crate::desk::notice::{Record, RecordPage, RecordRow};
use crate::desk::{Duty, Halt, Refusal, Turn};
use crate::store::game_record::{self, GameRecord};

/// Records of a page: each carries buttons.
const PAGE: usize = 15;

/// A page of them, from 0, the newest first.
pub fn list(turn: &mut Turn<'_>, page: usize) -> Result<(), Halt> {
    turn.require(Duty::Records)?;
    turn.require_private()?;
    let mut records = all(turn)?;
    records.reverse();
    let pages = records.len().div_ceil(PAGE).max(1);
    let page = page.min(pages - 1);
    let shown = records.iter().skip(page * PAGE).take(PAGE);
    turn.rewrite(Record::List {
        tables: turn.swiss().conduct.recorded_tables,
        rows: rows(turn, shown)?,
        page,
        pages,
    })
}

/// What was handed in for one game.
pub fn view(turn: &mut Turn<'_>, game: i64) -> Result<(), Halt> {
    turn.require(Duty::Records)?;
    turn.require_private()?;
    turn.enter_game(game)?;
    let record = game_record::find(turn.tx, game)?.ok_or(Refusal::Stale)?;
    let pages = game_record::pages(turn.tx, game)?;
    turn.reply(Record::View {
        row: row(turn, &record)?,
        pages: pages
            .into_iter()
            .map(|page| RecordPage {
                kind: page.kind,
                content: page.content,
            })
            .collect(),
    })
}

/// The list of all records as a file, in the order of rounds and tables.
pub fn export(turn: &mut Turn<'_>) -> Result<(), Halt> {
    turn.require(Duty::Records)?;
    turn.require_private()?;
    let records = all(turn)?;
    let mut rows = Vec::new();
    for record in &records {
        let pages = game_record::pages(turn.tx, record.game)?;
        let pages = pages.into_iter().map(|page| RecordPage {
            kind: page.kind,
            content: page.content,
        });
        rows.push((row(turn, record)?, pages.collect()));
    }
    turn.reply(Record::File { rows, at: turn.now })
}

/// Those of every stage, in the order of play.
fn all(turn: &Turn<'_>) -> Result<Vec<GameRecord>, Halt> {
    let mut all = Vec::new();
    for stage in stages(turn)? {
        all.extend(game_record::of_stage(turn.tx, stage)?);
    }
    Ok(all)
}

fn rows<'a>(
    turn: &Turn<'_>,
    records: impl Iterator<Item = &'a GameRecord>,
) -> Result<Vec<RecordRow>, Halt> {
    records.map(|record| row(turn, record)).collect()
}
