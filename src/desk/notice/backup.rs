use serde::{Deserialize, Serialize};

/// A copy of the database.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Backup {
    /// It is being made.
    OnTheWay,
    /// It lies beside the database under this name.
    Made { name: String, bytes: u64 },
    /// It could not be written; the log says why.
    Failed { name: String },
}
