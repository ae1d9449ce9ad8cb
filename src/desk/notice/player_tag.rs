use serde::{Deserialize, Serialize};

use crate::store::registration::Registration;
use crate::tournament::StartNumber;

/// How a player is named to people: number, name, team.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayerTag {
    pub no: StartNumber,
    pub name: String,
    pub team: Option<String>,
}

impl PlayerTag {
    /// A registration that has its start number; 0 where it has none yet.
    pub fn of(player: &Registration) -> PlayerTag {
        PlayerTag {
            no: player.start_no.unwrap_or(StartNumber(0)),
            name: player.name.clone(),
            team: player.team.clone(),
        }
    }

    pub(in crate::desk) fn unknown(no: StartNumber) -> PlayerTag {
        PlayerTag {
            no,
            name: String::new(),
            team: None,
        }
    }
}
