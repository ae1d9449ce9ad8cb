use serde::{Deserialize, Serialize};

use crate::tournament::roster_file::Fault;

/// A roster sent as a spreadsheet.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Import {
    /// No row has a fault: what loading would do.
    Preview {
        /// Names the roster on its buttons.
        batch: i64,
        file: String,
        count: usize,
        /// Competition and section with the number of players.
        parts: Vec<(String, usize)>,
        /// Why after the deadline.
        reason: Option<String>,
    },
    /// Nothing is loaded: these rows have faults.
    Faulty {
        file: String,
        /// Rows without fault.
        good: usize,
        /// Rows with one.
        bad: usize,
        faults: Vec<Fault>,
        /// Faults that are not listed.
        more: usize,
    },
    Loaded {
        count: usize,
        /// It had been loaded before this tap.
        again: bool,
    },
    Dropped,
    /// A sample to fill in.
    Template {
        csv: String,
    },
}

/// Faults listed at most: a phone shows some twenty.
const LISTED: usize = 300;

impl Import {
    /// The rows with faults.
    pub(in crate::desk) fn faulty(file: String, good: usize, mut faults: Vec<Fault>) -> Import {
        let mut rows: Vec<u32> = faults.iter().map(|fault| fault.row).collect();
        rows.sort_unstable();
        rows.dedup();
        let more = faults.len().saturating_sub(LISTED);
        faults.truncate(LISTED);
        Import::Faulty {
            file,
            good,
            bad: rows.len(),
            faults,
            more,
        }
    }
}
