use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::desk::notice::{GameTag, PlayerTag};
use crate::tournament::Outcome;

/// Why something may not be from the draw to the last round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PlayRefusal {
    /// The draw waits for the end of registration.
    RegistrationOpen {
        closes: DateTime<Utc>,
    },
    /// The draw waits for these reviews.
    ReviewsOpen {
        count: usize,
    },
    /// The draw waits for places that are offered and not yet answered for.
    OffersOpen {
        count: u32,
        /// When the last of them lapses.
        until: DateTime<Utc>,
    },
    /// Nobody is accepted.
    NoPlayers,
    AlreadyDrawn,
    NotDrawn,
    /// No competition of the event has teams.
    NoTeams,
    /// The commitment must be public before the salt is typed.
    CommitFirst,
    /// No place of the table waits for a lot.
    NothingLevel,
    /// This lot is drawn: it is drawn once.
    LotDrawn,
    /// There is no group yet in which the commitment would be public.
    NoGroup,
    /// At most 64 characters.
    SaltTooLong {
        length: usize,
    },
    /// What is published as one line is typed as one.
    SaltOfLines,
    CheckinNotOpen,
    CheckinOpen {
        missing: usize,
    },
    CheckinClosed,
    /// It has not been open long enough to remove anybody.
    CheckinTooBrief {
        earliest: DateTime<Utc>,
    },
    /// Somebody else has the place of one who comes late.
    PlaceGone {
        player: PlayerTag,
    },
    /// This round is paired without check-in: it is too late for one.
    CheckinSkipped {
        number: u32,
    },
    /// Who came or left has changed since the preview.
    PreviewOutdated,
    NoSuchPlayer {
        no: u32,
    },
    /// Not one of yours.
    NotYourPlayer,
    /// Tables of the last round have no final result.
    TablesOpen {
        number: u32,
        tables: Vec<u32>,
    },
    /// All rounds are played.
    StageOver {
        rounds: u32,
    },
    /// Fewer than two players.
    TooFew {
        active: usize,
    },
    NothingProposed,
    /// Somebody in the proposal has left since, or somebody has come.
    ProposalOutdated {
        number: u32,
    },
    /// The proposal on which the button stood has been changed or made anew.
    ProposalChanged {
        number: u32,
    },
    /// Around the boards set by hand the rest cannot be paired.
    RestImpossible,
    /// The newest round is a proposal only.
    NotPublished {
        number: u32,
    },
    /// A round with reports is not taken back; no tables: it is over.
    ResultsIn {
        number: u32,
        tables: Vec<u32>,
    },
    /// Who has no table in the round has to say which one is meant.
    WhyWhich {
        number: u32,
    },
    /// Nobody has the bye in this round.
    NoBye {
        number: u32,
    },
    /// The round is published already.
    AlreadyPublished {
        number: u32,
    },
    NoRound,
    /// The round does not exist.
    NoSuchRound {
        number: u32,
    },
    NoSuchTable {
        number: u32,
        table: u32,
    },
    /// The account has no open game.
    NoOpenGame {
        number: Option<u32>,
    },
    /// Only the two at the table, their guardian or an arbiter report.
    NotAtTable {
        table: u32,
    },
    /// An arbiter does not rule where they play, or answer for a player.
    OwnTable {
        game: GameTag,
        /// Some of those who may.
        who: Vec<String>,
    },
    /// A result an arbiter or both sides made final.
    AlreadyFinal {
        game: GameTag,
        outcome: Outcome,
    },
    /// The message was written before this round was published.
    TooLate {
        number: u32,
        /// The game of the match, in a knockout.
        #[serde(default)]
        part: Option<u32>,
    },
    /// The players of open tables were reminded at that time, a moment ago.
    JustReminded {
        at: DateTime<Utc>,
    },
    /// The words name a round that is over.
    RoundPast {
        number: u32,
        current: u32,
    },
    /// The next round is paired on this result: it is corrected, with the consequences shown.
    LaterRound {
        number: u32,
        published: bool,
    },
    /// The words of someone else, handed on.
    Forwarded,
    /// The words after /result were not understood.
    ResultWords {
        typed: String,
    },
    /// Another game than the first was named, at a table that has one.
    OneGame {
        game: u32,
    },
    /// No single report waits for the account's answer.
    NothingToAnswer,
    /// Nothing is open.
    NothingOpen {
        number: u32,
    },
}
