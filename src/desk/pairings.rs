//! A published round's tables, for whoever asks.

use super::field::Field;
use super::notice::Round as Said;
use super::pair::tables;
use super::{Halt, PlayRefusal, Turn};
use crate::store::registration;

/// Shows a round (`None`: the newest), the asker's own tables marked.
pub fn show(turn: &mut Turn<'_>, number: Option<u32>) -> Result<(), Halt> {
    let field = Field::load(turn)?;
    let round = match number {
        None => field.rounds.last().ok_or(PlayRefusal::NoRound)?,
        Some(number) => field
            .rounds
            .iter()
            .find(|round| round.number == number)
            .ok_or(PlayRefusal::NoSuchRound { number })?,
    };
    let tables = tables(turn, &field, round)?;
    let account = turn.account()?;
    let own: Vec<_> = registration::of_account(turn.tx, account)?
        .into_iter()
        .filter_map(|player| player.start_no)
        .collect();
    let mine = tables
        .rows
        .iter()
        .filter(|row| own.contains(&row.red.no) || own.contains(&row.black.no))
        .map(|row| row.table)
        .collect();
    turn.reply(Said::Shown { tables, mine })
}
