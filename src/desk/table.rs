//! The standings, computed on reading from final results.

use super::field::Field;
use super::notice::{Row, Standings};
use super::{Halt, PlayRefusal, Turn};
use crate::store::registration::State;
use crate::tournament::standings;

/// Answers with the table as it stands.
pub fn show(turn: &mut Turn<'_>) -> Result<(), Halt> {
    let field = Field::load(turn)?;
    if field.rounds.is_empty() {
        return Err(PlayRefusal::NoRound.into());
    }
    let table = standings(turn, &field)?;
    turn.reply(table)
}

/// The table over everyone who is in the field or has been in a round.
pub fn standings(turn: &Turn<'_>, field: &Field) -> Result<Standings, Halt> {
    let swiss = turn.swiss();
    let ranked = standings::standings(&field.history, &swiss.score, &swiss.ranking);
    let rounds = &field.history.rounds;
    let open = rounds
        .iter()
        .flat_map(|round| &round.games)
        .filter(|game| game.outcome.is_none())
        .count();
    let after = u32::try_from(rounds.len()).unwrap_or(u32::MAX);
    let is_final = after >= swiss.rounds && open == 0;
    let rows: Vec<Row> = ranked
        .into_iter()
        .map(|standing| Row {
            rank: standing.rank,
            shared: standing.shared,
            player: field.tag(standing.no),
            out: field
                .player(standing.no)
                .is_none_or(|player| player.state != State::Accepted),
            values: standing
                .values
                .iter()
                .map(|(_, value)| value.to_string())
                .collect(),
        })
        .collect();
    let count = u32::try_from(rows.len()).unwrap_or(u32::MAX);
    Ok(Standings {
        after,
        of: swiss.rounds,
        open,
        keys: swiss.ranking.keys.clone(),
        rows,
        advance: swiss
            .advance
            .filter(|_| is_final)
            .map(|most| most.min(count)),
        is_final,
    })
}
