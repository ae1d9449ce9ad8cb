use std::fmt;

use serde::{Deserialize, Serialize};

/// A player's start number (编号) in a competition, from 1. Numbers may have gaps: a number is never
/// given twice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct StartNumber(pub u32);

impl fmt::Display for StartNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
