use serde::{Deserialize, Serialize};

/// Why a player cannot be added.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AddRefusal {
    /// No place of the pool (by key) is left; so many free ones have a code that is out.
    PoolFull { pool: String, coded: u32 },
    /// After the draw a player enters at once: the papers have to be looked at before.
    PapersFirst,
    /// The stage's last round is published: nobody can enter any more.
    StageOver { rounds: u32 },
}
