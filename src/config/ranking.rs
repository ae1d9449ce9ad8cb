use std::collections::BTreeMap;

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
    /// A bye is a game with the side that was due: that which the player was drawn less often, if level
    /// the other than the last, at first red. With black it counts under [`RankKey::BlackGames`], and, where
    /// a bye is a win, under [`RankKey::BlackWins`].
    #[serde(default)]
    pub bye_has_side: bool,
    pub tie: Tie,
}

/// How one section is ranked where it differs from its stage; what is `None` is as in the stage.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SectionRanking {
    /// Not empty, no key twice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub keys: Option<Vec<RankKey>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bye_in_opponents: Option<ByeInOpponents>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub forfeit_in_opponents: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bye_in_progressive: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub forfeit_is_win: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bye_is_win: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bye_has_side: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tie: Option<Tie>,
}

/// How a stage and its sections are ranked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rankings {
    /// The table of everyone, and of every section that has nothing of its own.
    #[serde(flatten)]
    pub stage: Ranking,
    /// By the key of the section.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub sections: BTreeMap<String, SectionRanking>,
}

impl SectionRanking {
    /// The section's ranking in full.
    pub fn over(&self, stage: &Ranking) -> Ranking {
        Ranking {
            keys: self.keys.clone().unwrap_or_else(|| stage.keys.clone()),
            bye_in_opponents: self.bye_in_opponents.unwrap_or(stage.bye_in_opponents),
            forfeit_in_opponents: self
                .forfeit_in_opponents
                .unwrap_or(stage.forfeit_in_opponents),
            bye_in_progressive: self.bye_in_progressive.unwrap_or(stage.bye_in_progressive),
            forfeit_is_win: self.forfeit_is_win.unwrap_or(stage.forfeit_is_win),
            bye_is_win: self.bye_is_win.unwrap_or(stage.bye_is_win),
            bye_has_side: self.bye_has_side.unwrap_or(stage.bye_has_side),
            tie: self.tie.unwrap_or(stage.tie),
        }
    }
}

impl Rankings {
    /// What ranks a section, by its key, or everyone.
    pub fn of(&self, section: Option<&str>) -> Ranking {
        let own = section.and_then(|section| self.sections.get(section));
        own.map_or_else(|| self.stage.clone(), |own| own.over(&self.stage))
    }
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
