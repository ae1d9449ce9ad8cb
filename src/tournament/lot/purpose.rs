use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// What a lot of a competition decides. Its text form names the lot in the database.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Purpose {
    /// Start numbers (编号).
    StartNumbers,
    /// The order of players with the same rating, where start numbers follow the rating.
    Rating,
    /// The order of players level after every key of a stage's ranking. `nth` counts from 1: a further lot
    /// is drawn only where a later correction made players level who were not in one together.
    Ranking { stage: String, nth: u32 },
    /// Who of the two players of a game has red (先手); the caller names the game or the games.
    Sides { games: String },
}

/// The text names no purpose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("no purpose of a lot")]
pub struct UnknownPurpose;

const START_NUMBERS: &str = "start numbers";
const RATING: &str = "rating";
const RANKING: &str = "ranking/";
const SIDES: &str = "sides/";

impl Purpose {
    /// How the text forms of all lots for the ranking of a stage begin.
    pub fn rankings_of(stage: &str) -> String {
        format!("{RANKING}{stage}/")
    }
}

impl fmt::Display for Purpose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Purpose::StartNumbers => f.write_str(START_NUMBERS),
            Purpose::Rating => f.write_str(RATING),
            Purpose::Ranking { stage, nth } => write!(f, "{RANKING}{stage}/{nth}"),
            Purpose::Sides { games } => write!(f, "{SIDES}{games}"),
        }
    }
}

impl FromStr for Purpose {
    type Err = UnknownPurpose;

    fn from_str(text: &str) -> Result<Purpose, UnknownPurpose> {
        if let Some(ranking) = text.strip_prefix(RANKING) {
            let (stage, nth) = ranking.rsplit_once('/').ok_or(UnknownPurpose)?;
            return Ok(Purpose::Ranking {
                stage: stage.to_owned(),
                nth: nth.parse().map_err(|_| UnknownPurpose)?,
            });
        }
        if let Some(games) = text.strip_prefix(SIDES) {
            return Ok(Purpose::Sides {
                games: games.to_owned(),
            });
        }
        match text {
            START_NUMBERS => Ok(Purpose::StartNumbers),
            RATING => Ok(Purpose::Rating),
            _ => Err(UnknownPurpose),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_purpose_is_read_as_it_is_written() {
        for purpose in [
            Purpose::StartNumbers,
            Purpose::Rating,
            Purpose::Ranking {
                stage: "points/a".into(),
                nth: 2,
            },
            Purpose::Sides {
                games: "knockout/1/3".into(),
            },
        ] {
            assert_eq!(purpose.to_string().parse(), Ok(purpose));
        }
        for text in ["", "ranking/points", "ranking/points/x", "number"] {
            assert_eq!(text.parse::<Purpose>(), Err(UnknownPurpose), "{text}");
        }
    }
}
