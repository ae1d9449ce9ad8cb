//! Instants as numbers.

use chrono::{DateTime, Utc};

/// An instant as the database keeps it: milliseconds since 1970 UTC.
pub fn to_ms(at: DateTime<Utc>) -> i64 {
    at.timestamp_millis()
}

/// The instant `ms` milliseconds after 1970 UTC; one out of chrono's range becomes 1970.
pub fn from_ms(ms: i64) -> DateTime<Utc> {
    DateTime::from_timestamp_millis(ms).unwrap_or_default()
}
