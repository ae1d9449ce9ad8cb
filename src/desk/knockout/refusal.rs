use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::desk::notice::{GameTag, MatchPlace, MatchRow, PlayerTag};
use crate::tournament::Outcome;

/// Why something may not be in the knockout.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum KnockoutRefusal {
    /// bot.toml has no knockout for this competition.
    None,
    /// The points stage is not over.
    NotYet {
        after: u32,
        of: u32,
        open: usize,
    },
    /// Players level in the table are parted by lot first.
    LotDue {
        players: usize,
    },
    /// Level across the line between those who go on and those who do not, which only a lot decides.
    CutLevel {
        players: Vec<PlayerTag>,
        /// How many go on.
        places: u32,
    },
    /// Who meets whom follows from places and results, not from an arbiter's hand.
    NotByHand,
    /// It is not seeded.
    NotSeeded,
    AlreadySeeded,
    /// Fewer than two qualifiers are left.
    TooFew {
        there: usize,
    },
    /// The table has changed since the seeding was shown.
    Changed,
    /// The table of the points stage is frozen: the knockout was seeded from it.
    Frozen,
    /// Matches of the round are not over.
    RoundOpen {
        name: String,
        tables: Vec<u32>,
    },
    /// The round is announced already.
    AlreadyBegun {
        name: String,
    },
    NothingBegun,
    /// Something of the round was reported.
    RoundTouched {
        name: String,
        tables: Vec<u32>,
    },
    /// The final is played.
    Over,
    NoSuchTable {
        table: u32,
        /// Said by a player, not by an arbiter.
        #[serde(default)]
        by_player: bool,
    },
    /// Nobody plays at this table.
    Bye {
        place: MatchPlace,
        /// Who goes on; `None`: nobody has come.
        player: Option<PlayerTag>,
    },
    /// The match is not announced.
    NotAnnounced {
        place: MatchPlace,
    },
    /// The match has not come to this game, or was decided before it.
    GameNotBegun {
        /// The round's name.
        round: String,
        game: u32,
        row: MatchRow,
    },
    /// Only a round and a table were named, and both stages have such a one.
    WhichStage {
        number: u32,
        table: u32,
        /// The newest game of the match.
        game: u32,
        outcome: Option<Outcome>,
    },
    /// The same where sides are to be corrected.
    WhichSides {
        number: u32,
        table: u32,
        /// The newest game of the match that is over.
        game: u32,
    },
    /// 2-0 or 1-1: a game's result or the match's score.
    ScoreWords,
    /// The words name a game of the match that is not the open one.
    OtherGame {
        game: u32,
        open: GameTag,
    },
    /// A game that would have no place any more was reported already.
    LaterBegun {
        game: GameTag,
    },
    /// Somebody has to win the last game of a match.
    MustDecide,
    /// The player chooses until then.
    ChoiceIsTheirs {
        until: DateTime<Utc>,
    },
    /// A table without its game was to be ruled, and its match has no open one.
    NoGameOpen {
        /// The last one.
        game: GameTag,
        outcome: Option<Outcome>,
        /// Whose choice of sides the match waits for; `None`: it is over.
        chooser: Option<PlayerTag>,
    },
    /// The player did not choose in time.
    ChoiceOver,
    /// The game before this one of the match became final a moment ago: the words may be about that one.
    JustSettled {
        before: GameTag,
        outcome: Outcome,
        /// The game that is open now.
        next: GameTag,
        by_arbiter: bool,
    },
    /// Another one chooses.
    NotYourChoice,
    /// The arbiter plays in the match, or answers for one of the two.
    OwnMatch {
        place: MatchPlace,
        /// Some who may, by name.
        who: Vec<String>,
    },
    /// The seed is another's by now, and games were played.
    ReserveBegun {
        player: PlayerTag,
    },
}
