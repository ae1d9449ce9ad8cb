use super::Ranking;

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
    pub team_avoidance: TeamAvoidance,
    /// A forfeited game counts as having met: the two are not paired again.
    pub forfeit_is_met: bool,
    pub ranking: Ranking,
    pub reporting: Reporting,
    pub conduct: Conduct,
    /// How many go on to the next stage; `None` where this is the last.
    pub advance: Option<u32>,
    /// Base time and increment of one game, as people are told.
    pub time_control: String,
}

/// Points for each result. Wuhan regulation, clause 7.4: 2, 1, 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FirstRound {
    /// 近号: 1-2, 4-3, 5-6, 8-7 …
    Adjacent,
    /// 拦腰: 1-(n/2+1) …
    Fold,
    /// 首尾: 1-n …
    FirstLast,
}

/// Until which round players of one team are kept apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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
}

/// Lateness, absence and game records.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conduct {
    /// Minutes after the start at which an arbiter may declare a forfeit.
    pub late_minutes: u32,
    /// One unexcused absence removes the player.
    pub absence_removes: bool,
    /// Tables whose winner hands in the game record (录谱), from table 1; 0: none.
    pub recorded_tables: u32,
}
