//! People drive the bot over the rehearsal's Bot API server: `hall.person("张三")` says, taps and sees.
//!
//! A [`Hall`] is a whole event of one test: a simulated Telegram, the bot on a runtime of its own with its
//! database in a temporary folder, and a clock that stands still until the test moves it.

mod clock;
mod field;
mod group;
mod hall;
mod person;
mod screen;

pub use clock::TestClock;
pub use field::private;
pub use group::Group;
pub use hall::{GROUP, Hall, TOKEN};
pub use person::Person;
