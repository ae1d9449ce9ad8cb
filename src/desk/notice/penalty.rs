use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::{Exit, PlayerTag};
use crate::config::PenaltyKind;
use crate::tournament::penalty::Fate;

/// 处罚
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Penalty {
    /// To an arbiter: several have this name.
    Who {
        token: i64,
        kind: PenaltyKind,
        players: Vec<Suspect>,
    },
    /// To an arbiter: the seats of the newest round, to choose from.
    Pick {
        kind: PenaltyKind,
        number: u32,
        seats: Vec<PenaltySeat>,
        /// From 0.
        page: usize,
        pages: usize,
    },
    /// To an arbiter: for which rule?
    Card(Box<PenaltyCard>),
    /// To an arbiter: the rule usually brings another penalty; is this one meant?
    NotUsual {
        token: i64,
        /// Its place in bot.toml.
        rule: usize,
        player: PlayerTag,
        clause: String,
        text: String,
        usual: PenaltyKind,
        chosen: PenaltyKind,
    },
    /// To an arbiter: what is it for?
    WantReason { player: PlayerTag },
    /// To the arbiter who thought better of it.
    Dropped,
    /// To an arbiter: what a removal would change.
    Removal(Box<Removal>),
    /// To the arbiter who gave it.
    Given {
        penalty: PenaltyLine,
        lost: Option<Lost>,
        /// The stage is over: the final table is told anew.
        ranks_anew: bool,
    },
    /// To the player.
    Told {
        penalty: PenaltyLine,
        lost: Option<Lost>,
    },
    /// To the arbiter who banned somebody: where else the player is registered.
    Elsewhere {
        player: PlayerTag,
        competitions: Vec<String>,
    },
    /// To the group: somebody is out.
    Removed {
        penalty: PenaltyLine,
        /// Once the knockout is seeded: what changes in it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        exit: Option<Box<Exit>>,
    },
    /// To the group: the removal is taken back.
    RemovalStruck {
        penalty: PenaltyLine,
        /// There are rounds left, and a place for the player.
        plays_on: bool,
    },
    /// To an opponent of one who was removed, or is in again: the points are others now.
    Recounted { removed: PlayerTag, change: Change },
    /// To an arbiter: a page of all of them.
    List {
        /// How many stand.
        count: usize,
        penalties: Vec<PenaltyLine>,
        /// From 0.
        page: usize,
        pages: usize,
    },
    /// To an arbiter: all of them as a file.
    File {
        penalties: Vec<PenaltyLine>,
        at: DateTime<Utc>,
    },
    /// To an arbiter: is it to be taken back?
    AskStrike { penalty: PenaltyLine },
    /// To the arbiter who took it back.
    Struck {
        penalty: PenaltyLine,
        restored: Option<Restored>,
    },
    /// To the player: it is taken back.
    StruckTold { penalty: PenaltyLine },
    /// To the arbiters: the removal is taken back, but somebody else has the place.
    NotReinstated { player: PlayerTag },
}

/// Someone an arbiter may have meant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Suspect {
    pub registration: i64,
    pub player: PlayerTag,
    /// Where there are several.
    pub section: Option<String>,
    pub competition: Option<String>,
}

/// A table with the registrations at it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PenaltySeat {
    pub table: u32,
    pub red: (i64, PlayerTag),
    pub black: (i64, PlayerTag),
}

/// A penalty about to be given. The rules to choose from stand in bot.toml.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PenaltyCard {
    pub token: i64,
    pub kind: PenaltyKind,
    pub player: PlayerTag,
    pub reason: Option<String>,
    /// Round and table of the player's newest game.
    pub place: Option<(u32, u32)>,
    /// The game of the match, where it is one of the knockout.
    #[serde(default)]
    pub part: Option<u32>,
    /// It happened there.
    pub in_game: bool,
    /// It loses the game.
    pub loses: bool,
    pub ban: Option<String>,
    /// The player's penalties so far.
    pub earlier: Vec<PenaltyLine>,
}

/// A penalty as it is read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PenaltyLine {
    pub penalty: i64,
    pub player: PlayerTag,
    pub kind: PenaltyKind,
    /// Round and table.
    pub place: Option<(u32, u32)>,
    /// The game of the match, where it is one of the knockout; 0: after the game, of the match as a whole.
    #[serde(default)]
    pub part: Option<u32>,
    /// Empty: the rules of the game.
    pub clause: String,
    pub rule: String,
    pub reason: String,
    /// Of a removal.
    pub fate: Option<Fate>,
    pub ban: Option<String>,
    /// The arbiter's name.
    pub by: String,
    pub at: DateTime<Utc>,
    /// Who took it back.
    pub struck_by: Option<String>,
}

/// What a removal would change, for each way of treating the games played.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Removal {
    pub token: i64,
    pub player: PlayerTag,
    pub clause: String,
    pub reason: String,
    /// The table of a game of the points stage that is not over: it is lost by forfeit.
    pub open_table: Option<u32>,
    pub options: Vec<(Fate, Vec<Change>)>,
    /// The rest of each option, in the same order.
    #[serde(default)]
    pub rest: Vec<Rest>,
    /// Once the knockout is seeded: what changes in it.
    #[serde(default)]
    pub exit: Option<Exit>,
    pub ban: Option<String>,
}

/// What else a removal would change.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rest {
    /// So many more players with another place.
    pub others: usize,
    pub teams: Vec<TeamChange>,
}

/// A team's points and place before and after; no place: too few members.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TeamChange {
    pub team: String,
    pub points: (u32, u32),
    pub rank: (Option<u32>, Option<u32>),
}

/// Somebody's points before and after, and the places.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    pub player: PlayerTag,
    pub points: (u32, u32),
    pub rank: (u32, u32),
}

/// What became of the game in which a penalty was given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Lost {
    /// It is lost by it.
    Now,
    /// It was lost already.
    Already,
    /// A later round is paired: its result is to be ruled.
    Earlier,
}

/// What became of a result when a penalty was taken back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Restored {
    /// It is as it was before.
    Now,
    /// Other penalties lose the game still.
    StillLost,
    /// A later round is paired: its result is to be ruled.
    Earlier,
    /// An arbiter has ruled it otherwise since.
    Changed,
}
