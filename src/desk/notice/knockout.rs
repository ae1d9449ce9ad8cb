use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::{Block, Drawn, GameTag, PlayerTag, TooEarly, Venue};
use crate::tournament::Side;

/// The knockout: 淘汰赛.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Knockout {
    /// To the arbiter: the seeding as it would be.
    Preview {
        bracket: Bracket,
        /// Seed 1 first; `None`: the seed stays empty.
        seeds: Vec<Option<PlayerTag>>,
        /// Seeds in the regulation.
        planned: u32,
        /// Those who share their place with another seed, or with one who is left out.
        tied: Vec<PlayerTag>,
        /// Who moves in when a qualifier leaves.
        reserve: Option<PlayerTag>,
        /// What it says, in short.
        shown: u32,
        /// What is left undecided of the points stage.
        #[serde(default)]
        undecided: Vec<Block>,
    },
    /// To the group.
    Seeded { bracket: Bracket },
    /// To the arbiter.
    SeededToArbiter,
    /// To the arbiter: whether to take the seeding back.
    UnseedAsked,
    /// To the arbiter and to the group.
    Unseeded,
    /// For whoever asks; `desk`: an arbiter, who can work on it.
    Shown {
        bracket: Bracket,
        desk: bool,
        may_unseed: bool,
    },
    /// To the arbiter: the matches of the next round.
    RoundPreview { round: Round },
    /// To the group and the arbiter.
    RoundBegun { round: Round, to_arbiter: bool },
    /// To the arbiter: whether to take the round back.
    RoundTakeBackAsked { number: u32, name: String },
    /// To the group, the players and the arbiter.
    RoundTakenBack { name: String },
    /// To the arbiters: bot.toml says something else of a round that is played.
    RegulationKept { round: String },
    /// The group's one message of the round, edited; and for whoever asks, with their matches.
    Progress { round: Round, mine: Vec<u32> },
    /// To the group: the commitments of the lots that this round may need.
    Committed {
        round: String,
        lots: Vec<Commitment>,
        /// The round's word, where it is public already.
        #[serde(default)]
        word: Option<String>,
    },
    /// To the group: everything it takes to recompute the lot; the first has red.
    Lot {
        place: MatchPlace,
        game: u32,
        commitment: String,
        secret: String,
        salt: String,
        rows: Vec<Drawn>,
    },
    /// To the group: the sides are those of the lot drawn before from the same results.
    LotKept {
        place: MatchPlace,
        game: u32,
        commitment: String,
        red: PlayerTag,
    },
    /// To the player who chooses.
    Choose { choice: Choice },
    /// To the arbiters: nobody chose in time, or nobody can be asked.
    ChooseForThem { choice: Choice, has_account: bool },
    /// To both players, to the one who chose and to the group: it is recorded.
    Chosen {
        choice: Choice,
        side: Side,
        by_arbiter: bool,
    },
    /// To the group: a match is decided, or decided otherwise.
    Decided {
        row: MatchRow,
        round: String,
        corrected: bool,
    },
    /// To the group: it is open again.
    Reopened { row: MatchRow, round: String },
    /// To both players of a game that nobody has reported: it is not to be played.
    GameTakenBack {
        game: GameTag,
        #[serde(default)]
        because: Because,
    },
    /// To the arbiters.
    RoundOver { name: String, last: bool },
    /// To the group: these places are final.
    Placed {
        rows: Vec<PlacedRow>,
        /// Said otherwise before: these alone are others now.
        #[serde(default)]
        corrected: bool,
        /// They had a place that was told, and hold none any more.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        removed: Vec<PlayerTag>,
    },
    /// To the group.
    Champion { player: PlayerTag, title: String },
    /// The final places of the whole event: to the group at the end, and as far as they go in the book of
    /// results.
    Ranking {
        rows: Vec<PlacedRow>,
        /// Places from 1 to this one are still played for; 0: none.
        undecided: u32,
        /// They hold no place.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        removed: Vec<PlayerTag>,
    },
    /// Why two meet, and why one of them had red.
    Why { round: String, rows: Vec<WhyMatch> },
    /// The sheet on which the players of a round's matches sign each game.
    ToSign {
        round: String,
        starts: Option<DateTime<Utc>>,
        rows: Vec<SignRow>,
    },
    /// Every game of the matches, for the book of results.
    Games { name: String, rows: Vec<PlayedRow> },
    /// To the group, the arbiters and the one who moves in.
    Replaced {
        left: PlayerTag,
        came: PlayerTag,
        seed: u32,
    },
    /// To the group: who left is not replaced, and why; the opponent, where there is one, goes on.
    Left {
        player: PlayerTag,
        cause: NoReplacement,
        opponent: Option<PlayerTag>,
    },
    /// To the group, and to the one who had moved in: who had left is back. `seed` 0: the match goes on.
    Returned {
        player: PlayerTag,
        seed: u32,
        instead_of: Option<PlayerTag>,
    },
    /// To the arbiters: who is in the event again has lost the seed to the one who moved in and has played.
    SeedGone {
        player: PlayerTag,
        reserve: PlayerTag,
    },
    /// To the opponent of one who has left: the match is won without playing on.
    Walkover {
        left: PlayerTag,
        removed: bool,
        place: MatchPlace,
        /// Where the opponent plays next; `None`: the match was the last.
        next: Option<MatchPlace>,
    },
    /// To the arbiters: who left gives up the match; nobody moves in.
    Quit { player: PlayerTag },
    /// To the arbiter: a match with everything that can be done about it.
    Card {
        row: MatchRow,
        /// The round, from 1, and its name.
        #[serde(default)]
        number: u32,
        round: String,
        games: Vec<CardGame>,
        can_quit: Vec<(i64, PlayerTag)>,
        can_stay: Vec<(i64, PlayerTag)>,
        /// Something of it was played.
        #[serde(default)]
        can_annul: bool,
        /// The game whose sides can be chosen once more.
        #[serde(default)]
        can_choose: Option<i64>,
    },
    /// To the group: the sides of this game of the match are chosen once more.
    ChosenAgain { place: MatchPlace, game: u32 },
    /// To the arbiter: the outcomes to choose from for a game.
    Correct { game: GameTag },
    /// To the arbiter: whether the player gives up.
    QuitAsked {
        registration: i64,
        player: PlayerTag,
        number: u32,
        table: u32,
        /// Before the time for those who are late is over.
        #[serde(default)]
        early: Option<TooEarly>,
    },
    /// To the arbiter: whether the match is to be played anew.
    AnnulAsked {
        number: u32,
        table: u32,
        games: usize,
        /// The last of them.
        #[serde(default)]
        newest: i64,
    },
    /// To the arbiter and the group.
    Annulled { row: MatchRow, round: String },
}

/// Why a game that was opened is not to be played.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Because {
    /// An earlier result is another one.
    #[default]
    Corrected,
    /// Somebody moved into the bracket, or came back to it.
    Replaced,
    /// The match is played anew.
    Annulled,
    /// Its sides are chosen once more.
    ChosenAgain,
    /// The round is taken back.
    RoundTakenBack,
    /// The seeding is taken back.
    Unseeded,
}

/// Why nobody moves in for a player who has left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NoReplacement {
    /// Something of the knockout was played.
    Begun,
    /// Nobody is left behind the bracket.
    Nobody,
    /// The event does not replace.
    Rule,
}

/// The whole bracket.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bracket {
    pub name: String,
    pub rounds: Vec<Round>,
    /// Rounds that are announced; to an arbiter, the one to be worked on.
    #[serde(default)]
    pub begun: u32,
    pub champion: Option<PlayerTag>,
}

/// A round of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Round {
    /// From 1.
    pub number: u32,
    pub name: String,
    pub starts: Option<DateTime<Utc>>,
    #[serde(default)]
    pub venue: Venue,
    pub rows: Vec<MatchRow>,
}

/// A match as it stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchRow {
    pub table: u32,
    /// The better of the two first, where both are known.
    pub who: [Who; 2],
    /// Points of each leg played so far, in the same order.
    pub legs: Vec<[u32; 2]>,
    pub standing: MatchStanding,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Who {
    Player(PlayerTag),
    Nobody,
    /// The winner of this table of the round before.
    WinnerOf(u32),
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MatchStanding {
    Waiting,
    /// One goes on without playing, or nobody comes at all.
    Free,
    /// This game of the match is played, or comes next.
    Game {
        number: u32,
        rung: Rung,
        /// Who has red, once it is known.
        #[serde(default)]
        red: Option<PlayerTag>,
    },
    /// The sides of this game are being chosen.
    Choosing {
        number: u32,
        rung: Rung,
    },
    /// The sides of this game are drawn as soon as the round's public word is there.
    AwaitingWord {
        number: u32,
        rung: Rung,
    },
    Won {
        /// The first of the two.
        first: bool,
        walkover: bool,
        /// The last game was drawn, which is a win of black's.
        #[serde(default)]
        drawn: bool,
    },
    /// Both lost.
    Void,
}

/// Where a game stands in the ladder of its match.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rung {
    /// From 1, of `of` games of the leg.
    pub number: u32,
    pub of: u32,
    pub armageddon: bool,
    pub time_control: String,
}

/// A game of a match, for the player who sits down to it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchGame {
    /// The round's name.
    pub round: String,
    /// The game of the match, from 1.
    pub game: u32,
    pub rung: Rung,
    /// Points of the legs so far, the player's first.
    pub legs: Vec<[u32; 2]>,
}

/// A match by its place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchPlace {
    pub number: u32,
    pub name: String,
    pub table: u32,
}

/// The commitment of one lot.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Commitment {
    pub table: u32,
    pub game: u32,
    pub commitment: String,
}

/// A choice of sides.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choice {
    pub place: MatchPlace,
    /// The game of the match, from 1.
    pub game: u32,
    /// Registration id of the one who chooses.
    pub registration: i64,
    pub player: PlayerTag,
    pub opponent: PlayerTag,
    pub rung: Rung,
    pub until: Option<DateTime<Utc>>,
}

/// A game on the arbiter's card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CardGame {
    pub game: GameTag,
    pub outcome: Option<crate::tournament::Outcome>,
}

/// A place that is final.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlacedRow {
    pub place: u32,
    pub shared: bool,
    pub player: PlayerTag,
    /// Withdrawn.
    #[serde(default)]
    pub out: bool,
}

/// A match explained.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WhyMatch {
    pub row: MatchRow,
    /// Where the two come from, in the row's order.
    pub from: [Origin; 2],
    pub sides: Vec<WhySide>,
    /// Of the bracket.
    pub size: u32,
}

/// Where a player of a match comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// A seed, by the place in the points stage.
    Seed { seed: u32, rank: u32 },
    /// The match at this table of the round before.
    WinnerOf(u32),
    /// Nobody comes, or it is not known yet who.
    Nobody,
}

/// Who had red in a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WhySide {
    /// The game of the match, from 1.
    pub game: u32,
    pub red: PlayerTag,
    pub by: RedBy,
}

/// What gave a player the red side.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RedBy {
    /// The better place in the points stage.
    Better,
    /// The game before, with the sides the other way round.
    Turn,
    Lot,
    /// This player chose.
    Choice(PlayerTag),
}

/// A game of a match that was played, or is to be.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayedRow {
    /// The round's name.
    pub round: String,
    pub table: u32,
    /// The game of the match, from 1.
    pub game: u32,
    pub rung: Rung,
    pub red: PlayerTag,
    pub black: PlayerTag,
    pub outcome: Option<crate::tournament::Outcome>,
}

/// A game of a match to be signed for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SignRow {
    pub table: u32,
    /// The game of the match, from 1.
    pub game: u32,
    pub rung: Rung,
    /// `None`: a lot or a choice decides it.
    pub red: Option<PlayerTag>,
    pub black: Option<PlayerTag>,
    pub outcome: Option<crate::tournament::Outcome>,
}
