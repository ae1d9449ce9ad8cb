//! What the bot has to say, as data. A use case's notices stand in the file of its noun.

mod arbiter;
mod bind;
mod checkin;
mod draw;
mod hello;
mod membership;
mod player_tag;
mod report;
mod round;
mod table;

use serde::{Deserialize, Serialize};

pub use arbiter::Arbiter;
pub use bind::Bind;
pub use checkin::Checkin;
pub use draw::{Draw, Drawn};
pub use hello::{Hello, Player, Window};
pub use membership::Membership;
pub use player_tag::PlayerTag;
pub use report::{GameTag, Report, Why};
pub use round::{OpenState, OpenTable, Round, Table, Tables, Warning};
pub use table::{Row, Standings};

use super::Refusal;

/// One thing to say, complete: phrasing it twice gives the same text.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Notice {
    Arbiter(Arbiter),
    Bind(Bind),
    Hello(Hello),
    Membership(Membership),
    Refused(Refusal),
    /// Something failed; the log has it under this id.
    Fault {
        id: String,
    },
    Draw(Draw),
    Checkin(Checkin),
    Round(Round),
    Report(Report),
    Standings(Standings),
}

macro_rules! wraps {
    ($($noun:ident),*) => {
        $(impl From<$noun> for Notice {
            fn from(notice: $noun) -> Notice {
                Notice::$noun(notice)
            }
        })*
    };
}

wraps!(
    Arbiter, Bind, Checkin, Draw, Hello, Membership, Report, Round, Standings
);
