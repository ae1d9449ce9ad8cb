//! What stands in the way of the next step.

use crate::desk::field::Field;
use crate::desk::notice::{Block, Next};
use crate::desk::proposal::is_current;
use crate::desk::{Halt, Turn, appeal, knockout, ranking_lot, undecided, waiting_list};
use crate::store::game::{self, Status};
use crate::store::round;
use crate::store::setting;

/// What blocks this step, the gravest first.
pub(super) fn blocks(
    turn: &Turn<'_>,
    next: &Next,
    accepted: u32,
    in_review: u32,
) -> Result<Vec<Block>, Halt> {
    let mut blocks = Vec::new();
    let needs_group = matches!(
        next,
        Next::Roster
            | Next::Draw
            | Next::Checkin { .. }
            | Next::Pair { .. }
            | Next::Publish { .. }
            | Next::BeginRound { .. }
    );
    if needs_group && setting::get_i64(turn.tx, setting::GROUP)?.is_none() {
        blocks.push(Block::NoGroup);
    }
    match next {
        Next::Roster | Next::Draw => {
            if accepted == 0 {
                blocks.push(Block::NoPlayers);
            }
            if in_review > 0 {
                blocks.push(Block::Reviews { count: in_review });
            }
            if let (count, Some(until)) = waiting_list::open_offers(turn)?
                && *next == Next::Draw
            {
                blocks.push(Block::Offers { count, until });
            }
        }
        Next::Pair { .. } => {
            let active = Field::load(turn)?.active().len();
            if active < 2 {
                blocks.push(Block::TooFew { active });
            }
        }
        Next::Seed => {
            let field = Field::load(turn)?;
            let level = ranking_lot::drawable(turn, &field);
            if !level.is_empty() {
                let players = level.iter().map(|no| field.tag(*no)).collect();
                blocks.push(Block::SeedsLevel { players });
            }
        }
        Next::Publish { round, .. } => {
            let field = Field::load(turn)?;
            if let Some(round) = round::find(turn.tx, *round)?
                && !is_current(turn, &field, &round)?
            {
                blocks.push(Block::Outdated);
            }
        }
        Next::Results { .. } => {
            let (mut disputed, mut pending) = (Vec::new(), Vec::new());
            if let Some(latest) = round::latest(turn.tx, turn.stage_id()?)? {
                for game in game::of_round(turn.tx, latest.id)? {
                    match game.status {
                        Status::Disputed => disputed.push(game.table),
                        Status::Pending => pending.push(game.table),
                        Status::Open | Status::Final => {}
                    }
                }
            }
            reported(&mut blocks, disputed, pending);
        }
        Next::Matches { .. } => {
            let waits = knockout::report::waiting(turn)?;
            reported(&mut blocks, waits.disputed, waits.pending);
            if !waits.choosing.is_empty() {
                let tables = waits.choosing;
                blocks.push(Block::Choosing { tables });
            }
            let missing = knockout::word::missing(turn)?;
            blocks.extend(missing.map(|(round, tables)| Block::LotWord { round, tables }));
        }
        _ => {}
    }
    let undecided = undecided::blocks(turn)?.into_iter();
    blocks.extend(undecided.filter(|one| !matches!(one, Block::Upheld { .. })));
    let appeals = appeal::to_carry_out(turn)?;
    if !appeals.is_empty() {
        blocks.push(Block::Upheld { appeals });
    }
    Ok(blocks)
}

fn reported(blocks: &mut Vec<Block>, disputed: Vec<u32>, pending: Vec<u32>) {
    if !disputed.is_empty() {
        blocks.push(Block::Disputed { tables: disputed });
    }
    if !pending.is_empty() {
        blocks.push(Block::Pending { tables: pending });
    }
}
