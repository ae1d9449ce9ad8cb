//! What was flagged and is not decided.

use super::won;
use crate::desk::notice::{EarlyDraw, FlaggedGame};
use crate::desk::report::tag;
use crate::desk::{Halt, Turn};
use crate::store::early_draw;
use crate::store::game;
use crate::store::round;

/// Cards shown at once; the others follow when these are decided.
const SHOWN: usize = 10;

/// Round and table of every game of the stage that waits for a decision, in order.
pub(in crate::desk) fn tables(turn: &Turn<'_>) -> Result<Vec<(u32, u32)>, Halt> {
    let mut tables = Vec::new();
    for pending in early_draw::pending(turn.tx, turn.stage_id()?)? {
        tables.push((pending.round, pending.table));
    }
    Ok(tables)
}

/// Shows their cards once more, as messages of their own, with the buttons that decide.
pub(in crate::desk) fn show_pending(turn: &Turn<'_>) -> Result<(), Halt> {
    for pending in early_draw::pending(turn.tx, turn.stage_id()?)?
        .into_iter()
        .take(SHOWN)
    {
        let Some(found) = game::find(turn.tx, pending.game)? else {
            continue;
        };
        let Some(round) = round::find(turn.tx, found.round)? else {
            continue;
        };
        let game = tag(turn, &round, &found)?;
        let kept = pending.facts.as_deref().map(serde_json::from_str);
        let shown = match kept {
            // The version may be another: a result that was changed, and given back.
            Some(Ok(kept)) => FlaggedGame { game, ..kept },
            Some(Err(_)) | None => FlaggedGame {
                game,
                minutes: None,
                unannounced: false,
                said: Vec::new(),
                won: found.outcome.and_then(won),
            },
        };
        turn.reply(EarlyDraw::Flagged(Box::new(shown)))?;
    }
    Ok(())
}
