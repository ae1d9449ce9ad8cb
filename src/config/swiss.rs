use serde::{Deserialize, Serialize};

use super::{ByeInOpponents, RankKey, Ranking, Tie};

/// A points stage: 积分编排制.
#[derive(Debug, Clone)]
pub struct Swiss {
    pub key: String,
    pub name: String,
    /// Rounds to play, from 1.
    pub rounds: u32,
    pub score: Score,
    pub system: PairingSystem,
    pub numbering: Numbering,
    pub first_round: FirstRound,
    /// Whose side red is at table 1 of round 1; sides then change from table to table.
    pub first_red: FirstRed,
    pub team_avoidance: TeamAvoidance,
    /// A forfeited game counts as having met: the two are not paired again.
    pub forfeit_is_met: bool,
    /// What the last round may do without.
    pub last_round: LastRound,
    pub ranking: Ranking,
    pub reporting: Reporting,
    pub conduct: Conduct,
    /// How many go on to the next stage; `None` where this is the last.
    pub advance: Option<u32>,
    /// Base time and increment of one game, as people are told.
    pub time_control: String,
}

impl Default for Swiss {
    /// What `bot.toml` takes where it says nothing, with one round, no names, and the usual ranking.
    fn default() -> Self {
        Swiss {
            key: String::new(),
            name: String::new(),
            rounds: 1,
            score: Score::default(),
            system: PairingSystem::Xiangqi,
            numbering: Numbering::Lot,
            first_round: FirstRound::Adjacent,
            first_red: FirstRed::Smaller,
            team_avoidance: TeamAvoidance::Never,
            forfeit_is_met: false,
            last_round: LastRound::default(),
            ranking: Ranking {
                keys: vec![
                    RankKey::Points,
                    RankKey::Opponents,
                    RankKey::Wins,
                    RankKey::Fouls,
                    RankKey::BlackGames,
                    RankKey::BlackWins,
                    RankKey::ReverseTrim,
                ],
                bye_in_opponents: ByeInOpponents::Zero,
                forfeit_in_opponents: true,
                bye_in_progressive: true,
                forfeit_is_win: true,
                bye_is_win: false,
                bye_has_side: false,
                tie: Tie::Shared,
            },
            reporting: Reporting::default(),
            conduct: Conduct::default(),
            advance: None,
            time_control: String::new(),
        }
    }
}

/// Points for each result. Wuhan regulation, clause 7.4: 2, 1, 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Score {
    pub win: u32,
    pub draw: u32,
    pub loss: u32,
    pub bye: u32,
    pub forfeit_win: u32,
    /// A player with leave of absence.
    pub absence: u32,
}

impl Default for Score {
    fn default() -> Self {
        Score {
            win: 2,
            draw: 1,
            loss: 0,
            bye: 2,
            forfeit_win: 2,
            absence: 0,
        }
    }
}

/// Whose rules pair the stage.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PairingSystem {
    Xiangqi,
    FideDutch,
}

/// How start numbers (编号) are given before round 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Numbering {
    Lot,
    Rating,
    /// In the order of registration.
    Entry,
}

/// How round 1 is paired from the start numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FirstRound {
    /// 近号: 1-2, 4-3, 5-6, 8-7 …
    Adjacent,
    /// 拦腰: 1-(n/2+1) …
    Fold,
    /// 首尾: 1-n …
    FirstLast,
}

/// Who has red at table 1 of round 1, and wherever two have had the same sides in an odd round; in even
/// rounds it is the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FirstRed {
    /// The smaller start number.
    Smaller,
    Larger,
}

/// Limits that do not hold in the last round of the stage, so that those who lead can meet.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LastRound {
    /// A third game running with one side, or a surplus of three: only the claims to a side count.
    pub frees_sides: bool,
    /// Team-mates may meet.
    pub frees_teams: bool,
    /// Who floated in the round before may float the same way again.
    pub frees_floats: bool,
}

/// Until which round players of one team are kept apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TeamAvoidance {
    Never,
    /// In rounds 1 to this one.
    FirstRounds(u32),
    Always,
}

/// How results come in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reporting {
    /// Minutes the opponent has to object to a reported win.
    pub objection_minutes: u32,
    /// A winner's report stands at once.
    pub trust_winners: bool,
    /// A draw reported earlier than this many minutes after the round was published is flagged.
    pub early_draw_minutes: u32,
    /// After a draw both players are asked whether they made so many moves; 0: nobody is asked.
    pub early_draw_moves: u32,
    /// A win reported earlier than this many minutes after the start is flagged: the loser may have
    /// resigned too soon; 0: never. Chengdu-Chongqing regulation, clause 10: 15.
    pub early_loss_minutes: u32,
}

/// Who declares that a player forfeits. Chengdu-Chongqing regulation, supplement, clause 3.1.3: the chief.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ForfeitBy {
    /// Any arbiter.
    #[default]
    Arbiter,
    /// The chief arbiter alone.
    Chief,
}

/// Lateness, absence and game records.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conduct {
    /// Minutes after the start at which an arbiter may declare a forfeit.
    pub late_minutes: u32,
    /// Minutes before the start at which the players are reminded; 0: never.
    pub remind_minutes: u32,
    /// Minutes after its publication before which a round does not start.
    pub notice_minutes: u32,
    /// Who declares a forfeit.
    pub forfeit_by: ForfeitBy,
    /// One unexcused absence removes the player.
    pub absence_removes: bool,
    /// Tables whose winner hands in the game record (录谱), from table 1; 0: none.
    pub recorded_tables: u32,
    /// So many fouls in one game lose it; 0: never.
    pub fouls_lose_game: u32,
}

impl Default for Reporting {
    fn default() -> Self {
        Reporting {
            objection_minutes: 10,
            trust_winners: false,
            early_draw_minutes: 15,
            early_draw_moves: 0,
            early_loss_minutes: 0,
        }
    }
}

impl Default for Conduct {
    fn default() -> Self {
        Conduct {
            late_minutes: 10,
            remind_minutes: 5,
            notice_minutes: 5,
            forfeit_by: ForfeitBy::Arbiter,
            absence_removes: false,
            recorded_tables: 0,
            fouls_lose_game: 2,
        }
    }
}
