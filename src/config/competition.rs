use serde::{Deserialize, Serialize};

use super::{
    Eligibility, Knockout, Prize, Rankings, SectionRanking, SharedPrize, SpecialPrize, Swiss,
};

/// One competition of the event. Its sections are paired together and ranked apart (混合编排).
#[derive(Debug, Clone)]
pub struct Competition {
    pub key: String,
    pub name: String,
    /// At least one.
    pub sections: Vec<Section>,
    /// In the order in which they are played. At least one; the first is a points stage.
    pub stages: Vec<Stage>,
    /// `None`: an individual competition.
    pub team: Option<Team>,
    /// The teams a player can play for: at least two in a team competition, else none.
    pub teams: Vec<String>,
    /// Prizes over all sections; those of one section stand there.
    pub prizes: Vec<Prize>,
    /// Prizes that do not go by the place (单项奖).
    pub special_prizes: Vec<SpecialPrize>,
    pub shared_prize: SharedPrize,
    /// Further sentences of the regulation about this competition, as they are shown with it.
    pub notes: Vec<String>,
}

/// 组别
#[derive(Debug, Clone)]
pub struct Section {
    pub key: String,
    pub name: String,
    pub eligibility: Eligibility,
    /// Where it is ranked otherwise than its stage. Only where the competition has other sections.
    pub ranking: Option<SectionRanking>,
    pub prizes: Vec<Prize>,
}

/// A part of a competition with one way of pairing and one table.
#[derive(Debug, Clone)]
pub enum Stage {
    Swiss(Swiss),
    Knockout(Knockout),
}

/// How teams are ranked beside their members.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Team {
    pub scoring: TeamScoring,
    /// Members of a full team: of more, the best by rank count. `None`: all members count, and no team
    /// is short.
    pub size: Option<u32>,
    pub short: ShortTeam,
}

/// A team with fewer members than its size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ShortTeam {
    /// Stands below the others without a rank.
    Unranked,
    /// A missing member brings no points and the place after the last.
    CountsLast,
}

/// How a team's score is made. Chengdu-Chongqing regulation, supplement, clause 3.2: the sum of all
/// members' points, then the best individual rank.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TeamScoring {
    /// Sum of points, tie: the best member's rank.
    PointsThenBestRank,
    /// Sum of points, tie: the best member's points.
    PointsThenBestPoints,
    /// Sum of ranks, lower is better.
    Ranks,
}

impl Competition {
    /// Its points stages.
    pub fn swiss(&self) -> impl Iterator<Item = &Swiss> {
        self.stages.iter().filter_map(|stage| match stage {
            Stage::Swiss(swiss) => Some(swiss),
            Stage::Knockout(_) => None,
        })
    }

    /// How a points stage of it is ranked, each section by its own.
    pub fn rankings(&self, swiss: &Swiss) -> Rankings {
        let own = self.sections.iter().filter_map(|section| {
            let ranking = section.ranking.clone()?;
            Some((section.key.clone(), ranking))
        });
        Rankings {
            stage: swiss.ranking.clone(),
            sections: own.collect(),
        }
    }

    /// Its prizes and those of its sections.
    pub fn all_prizes(&self) -> impl Iterator<Item = &Prize> {
        let sections = self.sections.iter().flat_map(|section| &section.prizes);
        self.prizes.iter().chain(sections)
    }
}

impl Stage {
    /// The stage's key in `bot.toml`, unique in the event, so that the timetable can name it.
    pub fn key(&self) -> &str {
        match self {
            Stage::Swiss(swiss) => &swiss.key,
            Stage::Knockout(knockout) => &knockout.key,
        }
    }
}
