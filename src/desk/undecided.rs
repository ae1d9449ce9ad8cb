//! What is left undecided of the competition's rounds: early draws, game records, appeals, open tables. It
//! stands on the desk, and before a round, the seeding and the prizes are published; whoever publishes
//! knows of it. Chengdu-Chongqing regulation, clause 10; supplement, clauses 3.1.4 and 5.6.

use super::notice::Block;
use super::{Halt, Turn, appeal as appeals, early_draw, knockout};
use crate::store::game_record::State as Due;
use crate::store::round::{self, State};
use crate::store::{appeal, game, game_record};

/// All of it, the gravest first.
pub(super) fn blocks(turn: &Turn<'_>) -> Result<Vec<Block>, Halt> {
    let mut blocks = Vec::new();
    let stage = turn.stage_id()?;
    let rounds = round::all(turn.tx, stage)?;
    let published = rounds.iter().filter(|one| one.state != State::Proposed);
    let newest = published.clone().map(|one| one.number).max();
    for round in published.filter(|one| Some(one.number) < newest) {
        let games = game::of_round(turn.tx, round.id)?;
        let open = games.iter().filter(|game| game.outcome.is_none());
        let tables: Vec<u32> = open.map(|game| game.table).collect();
        if !tables.is_empty() {
            let number = round.number;
            blocks.push(Block::RoundOpen { number, tables });
        }
    }
    let early_draw::Waiting { tables, matches } = early_draw::waiting(turn)?;
    if !tables.is_empty() || !matches.is_empty() {
        blocks.push(Block::EarlyDraws { tables, matches });
    }
    let all = appeal::of_competition(turn.tx, &turn.competition().key)?;
    let open = all.iter().filter(|one| one.is_open()).count();
    if open > 0 {
        blocks.push(Block::Appeals { count: open });
    }
    // A deposit alone changes nothing that is published.
    let mut upheld = appeals::to_carry_out(turn)?;
    upheld.retain(|one| one.strike);
    if !upheld.is_empty() {
        blocks.push(Block::Upheld { appeals: upheld });
    }
    let mut records = game_record::of_stage(turn.tx, stage)?;
    if let Some(rules) = knockout::rules(turn) {
        let matches = knockout::stage_id(turn, rules)?;
        records.extend(game_record::of_stage(turn.tx, matches)?);
    }
    let due = records.iter().filter(|one| one.state == Due::Due).count();
    if due > 0 {
        blocks.push(Block::Records { count: due });
    }
    Ok(blocks)
}
