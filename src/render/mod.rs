//! Tables as files. What stands in them is decided elsewhere.

/// Comma-separated values that a Chinese Excel opens as they are meant.
pub mod csv;
