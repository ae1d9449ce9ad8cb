use serde::{Deserialize, Deserializer, Serialize};

use super::{GameTag, PlayerTag};
use crate::tournament::Outcome;

/// A draw that may have been agreed, or a game given up, too early.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EarlyDraw {
    /// To the arbiters, with buttons: by the clock, or by what a player said.
    Flagged(Box<FlaggedGame>),
    /// To both players: did they make so many moves?
    AskMoves { game: GameTag, moves: u32 },
    /// To the player who answered.
    Thanks,
    /// To the arbiter who decided.
    Decided {
        game: GameTag,
        decision: DrawDecision,
        #[serde(default)]
        won: Option<Outcome>,
        /// The proposal of this round was paired on the result, and is gone.
        #[serde(default)]
        discarded: Option<u32>,
    },
    /// To the other arbiters: the proposal of this round is gone.
    ProposalGone { number: u32, game: GameTag },
    /// To both players: the draw, or the win, stands.
    Stands {
        game: GameTag,
        #[serde(default)]
        won: Option<Outcome>,
    },
}

/// A game that is flagged, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FlaggedGame {
    pub game: GameTag,
    pub minutes: Option<i64>,
    /// Nobody has said when the round began: the minutes are those since it was published.
    #[serde(default)]
    pub unannounced: bool,
    /// What the two answered when they were asked for the moves, in the order they did.
    #[serde(default, deserialize_with = "answers")]
    pub said: Vec<(PlayerTag, DrawSaid)>,
    /// The win, where it is none of a draw.
    #[serde(default)]
    pub won: Option<Outcome>,
}

/// An answer, or, of cards kept before both were shown, none or the only one.
fn answers<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<(PlayerTag, DrawSaid)>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Kept {
        One((PlayerTag, DrawSaid)),
        All(Vec<(PlayerTag, DrawSaid)>),
    }
    Ok(match Option::<Kept>::deserialize(from)? {
        None => Vec::new(),
        Some(Kept::One(one)) => vec![one],
        Some(Kept::All(all)) => all,
    })
}

/// How long a player says the game was.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DrawSaid {
    Enough,
    TooFew,
    /// They did not play at all.
    NotPlayed,
}

/// What the arbiters make of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DrawDecision {
    Stands,
    /// 双负: nothing for either.
    Lost,
    /// It stands, with a foul for each; of a win, for the loser.
    Fouls,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_kept_with_one_answer_or_none_are_read() {
        #[derive(Deserialize)]
        struct Card {
            #[serde(default, deserialize_with = "answers")]
            said: Vec<(PlayerTag, DrawSaid)>,
        }
        let tag = PlayerTag::unknown(crate::tournament::StartNumber(7));
        let one = serde_json::to_value((&tag, DrawSaid::TooFew)).expect("JSON");
        for (kept, count) in [
            (serde_json::json!({}), 0),
            (serde_json::json!({ "said": null }), 0),
            (serde_json::json!({ "said": [] }), 0),
            (serde_json::json!({ "said": one }), 1),
            (serde_json::json!({ "said": [one, one] }), 2),
        ] {
            let card: Card = serde_json::from_value(kept).expect("a card");
            assert_eq!(card.said.len(), count);
        }
    }
}
