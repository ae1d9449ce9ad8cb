//! What was flagged and is not decided.

use super::won;
use crate::desk::notice::{EarlyDraw, FlaggedGame, MatchPlace};
use crate::desk::report::tag;
use crate::desk::{Halt, Turn, knockout};
use crate::store::early_draw;
use crate::store::game;
use crate::store::round;

/// Cards shown at once; the others follow when these are decided.
const SHOWN: usize = 10;

/// The games that wait for a decision, as the desk names them.
#[derive(Debug, Default)]
pub(in crate::desk) struct Waiting {
    /// Round and table in the points stage.
    pub tables: Vec<(u32, u32)>,
    /// The match and its game in the knockout.
    pub matches: Vec<(MatchPlace, u32)>,
}

/// Every game that waits for a decision, in order.
pub(in crate::desk) fn waiting(turn: &Turn<'_>) -> Result<Waiting, Halt> {
    let mut waiting = Waiting::default();
    for pending in early_draw::pending(turn.tx, &turn.competition().key)? {
        match pending.part {
            None => waiting.tables.push((pending.round, pending.table)),
            Some((number, game)) => {
                let place = MatchPlace {
                    number,
                    name: knockout::round_name(turn, number)?.unwrap_or_default(),
                    table: pending.table,
                };
                waiting.matches.push((place, game));
            }
        }
    }
    Ok(waiting)
}

/// Shows their cards once more, as messages of their own, with the buttons that decide.
pub(in crate::desk) fn show_pending(turn: &Turn<'_>) -> Result<(), Halt> {
    for pending in early_draw::pending(turn.tx, &turn.competition().key)?
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
