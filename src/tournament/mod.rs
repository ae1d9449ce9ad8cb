//! The domain. Pure and synchronous.

mod history;
mod outcome;
mod start_number;

pub use history::{Game, History, Player, Round};
pub use outcome::{Outcome, Side};
pub use start_number::StartNumber;
