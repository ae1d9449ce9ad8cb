use serde::{Deserialize, Serialize};

/// How a stage is ranked: keys compared in order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ranking {
    /// Not empty, no key twice; the first is normally [`RankKey::Points`].
    pub keys: Vec<RankKey>,
    pub bye_in_opponents: ByeInOpponents,
    /// A forfeited game adds the opponent's points to the opponents' score.
    pub forfeit_in_opponents: bool,
    /// Bye points count in the progressive score.
    pub bye_in_progressive: bool,
    /// A win by forfeit counts as a win.
    pub forfeit_is_win: bool,
    /// A bye counts as a win.
    pub bye_is_win: bool,
    pub tie: Tie,
}

/// A key of a ranking; a table compares them in the order the event gives (`rules.md`, Ranking).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RankKey {
    /// 积分
    Points,
    /// 对手分: the sum of the final points of the opponents met.
    Opponents,
    /// 累进分: the sum over the rounds of the running total.
    Progressive,
    /// 胜局
    Wins,
    /// 犯规: fewer is better.
    Fouls,
    /// 后手局: games played as black; more is better.
    BlackGames,
    /// 后走胜局: games won as black.
    BlackWins,
    /// 积分逆减: points without the last round, then without the last two …
    ReverseTrim,
    /// 积分顺减: the same from the first round.
    ForwardTrim,
    /// 直胜: the mutual game, only where all the tied have met.
    Direct,
    /// 中间分: opponents' score without the best and the worst.
    Median,
    Rating,
    StartNumber,
    /// 抽签
    Lot,
}

impl RankKey {
    /// All of them.
    pub const ALL: [RankKey; 14] = [
        RankKey::Points,
        RankKey::Opponents,
        RankKey::Progressive,
        RankKey::Wins,
        RankKey::Fouls,
        RankKey::BlackGames,
        RankKey::BlackWins,
        RankKey::ReverseTrim,
        RankKey::ForwardTrim,
        RankKey::Direct,
        RankKey::Median,
        RankKey::Rating,
        RankKey::StartNumber,
        RankKey::Lot,
    ];
}

/// What a bye adds to the opponents' score.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ByeInOpponents {
    Zero,
    /// The lowest score in the field.
    Lowest,
}

/// Level after every key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Tie {
    Shared,
    Lot,
}
