use serde::{Deserialize, Serialize};

use super::{Drawn, PlayerTag};
use crate::tournament::lot::{PublishedFault, Purpose};

/// A lot (抽签) that decides something else than the start numbers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Lot {
    /// To the group: the commitment, before anybody can know the salt.
    Committed {
        /// What the lot decides.
        purpose: Purpose,
        /// SHA-256 of the secret.
        commitment: String,
        /// Who is in the lot.
        entries: Vec<String>,
    },
    /// To the arbiter: what to type next.
    SaltWanted,
    /// To the arbiters: the last results are in, and these are level in everything.
    PlacesLevel {
        /// By start number.
        players: Vec<PlayerTag>,
    },
    /// To the arbiter: the places are drawn.
    PlacesDrawn {
        /// Among how many.
        players: usize,
    },
    /// To the group: everything it takes to recompute the lot.
    Drawn {
        /// What the lot decides.
        purpose: Purpose,
        /// SHA-256 of the secret.
        commitment: String,
        /// In hexadecimal digits.
        secret: String,
        /// What the arbiter said.
        salt: String,
        /// In the order drawn.
        rows: Vec<Drawn>,
    },
}

/// What recomputing a lot came to (验算).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verify {
    /// Nothing was given: how it is done.
    How,
    /// All numbers follow.
    Right(Verified),
    /// The secret is not the one committed to.
    OtherSecret,
    /// Secret and salt give other numbers.
    OtherOrder,
    /// It was drawn with another salt.
    OtherSalt,
    /// The headline gives red to another than number 1.
    OtherHeadline,
    /// Behind a number stands another name than the registration's.
    OtherName {
        no: u64,
        id: u64,
        written: String,
        registered: String,
    },
    /// The text is not the bot's message, or not all of it, or was broken on the way: nothing is said of the lot.
    Broken { fault: PublishedFault },
    /// Several lots, each for itself.
    Several {
        lots: Vec<OneLot>,
        /// Further ones that were not looked at.
        left: usize,
    },
}

/// One of several lots.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OneLot {
    /// SHA-256 of the secret, as far as it can be read.
    pub commitment: Option<String>,
    pub verdict: Verify,
}

/// A lot that is right.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Verified {
    /// How many numbers were given.
    pub numbers: usize,
    /// How many the lot has.
    pub of: usize,
    /// To be compared with what was published before the draw.
    pub commitment: String,
    /// What it decided; `None`: no lot of this event.
    pub purpose: Option<Purpose>,
    /// Of a lot for sides: who has red.
    #[serde(default)]
    pub red: Option<String>,
    /// Of a lot for sides: the public word in its salt.
    #[serde(default)]
    pub word: Option<String>,
}
