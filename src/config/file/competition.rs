use toml::Spanned;

use super::super::faults::Faults;
use super::super::{self as config, Flaw, SharedPrize, ShortTeam, TeamScoring};
use super::eligibility::{Rule, check_rules};
use super::number::Number;
use super::prize::{Prize, check_prizes};
use super::ranking::SectionRanking;
use super::read::{Many, Span, Try, nearest};
use super::special_prize::{SpecialPrize, check_special_prizes};
use super::stage::{Stage, check_stages};
use super::table::table;
use super::text::{Identifier, Name, Sentence, Unique, strings};
use super::word::words;

table! {
    /// `[[competition]]`: one competition (项目) of the event.
    pub struct Competition {
        /// Names it in the database.
        pub key: Spanned<Identifier>,
        /// Names it to people.
        pub name: Name,
        /// Its sections (组别): paired together, ranked apart.
        pub section: Many<Try<Section>>,
        /// Its stages (阶段) in the order of play; the first is a points stage.
        pub stage: Many<Try<Spanned<Stage>>>,
        /// How teams (团体) score: "points_then_best_rank" (队员积分和, 再比个人最好名次),
        /// "points_then_best_points", "ranks" (名次和). Missing: an individual competition.
        pub team: Option<TeamScoring>,
        /// The names of the teams, which the players choose from.
        pub teams: Option<Spanned<Vec<Name>>>,
        /// Members of a full team; of more the best count. Missing: all members count.
        pub team_size: Option<Spanned<Number<1, 100>>>,
        /// A team with fewer: "unranked" (不计名次, default) or "counts_last" (缺员按末名).
        pub short_team: Option<Spanned<ShortTeam>>,
        /// Prizes over all sections.
        pub prize: Option<Vec<Try<Prize>>>,
        /// Prizes that do not go by the place (单项奖).
        pub special_prize: Option<Vec<Try<SpecialPrize>>>,
        /// Money of a shared place: "split" (平分, default), "full" for each, or "split_points": all with
        /// the same points (同分) divide the money of their places.
        pub shared_prize: Option<SharedPrize>,
        /// Further sentences of the regulation about it, one text each, shown by /rules.
        pub notes: Option<Vec<Sentence>>,
    }
}

table! {
    /// `[[competition.section]]`: a section (组别).
    pub struct Section {
        /// Names it in the database.
        pub key: Spanned<Identifier>,
        /// Names it to people.
        pub name: Name,
        /// Who may play in it; missing: everyone.
        pub rule: Option<Vec<Try<Rule>>>,
        /// Where it is ranked otherwise than its stage (名次); missing: as the stage.
        pub ranking: Option<Spanned<SectionRanking>>,
        /// Prizes of this section alone.
        pub prize: Option<Vec<Try<Prize>>>,
    }
}

words! {
    TeamScoring {
        "points_then_best_rank" => TeamScoring::PointsThenBestRank,
        "points_then_best_points" => TeamScoring::PointsThenBestPoints,
        "ranks" => TeamScoring::Ranks,
    }
}

words! {
    ShortTeam {
        "unranked" => ShortTeam::Unranked,
        "counts_last" => ShortTeam::CountsLast,
    }
}

/// The keys of the competitions, with where they stand.
pub struct CompetitionKeys {
    pub keys: Vec<(String, Span)>,
    /// No competition of the file was unreadable.
    pub complete: bool,
}

impl CompetitionKeys {
    pub fn of(competitions: &Many<Try<Competition>>) -> Self {
        let mut found = CompetitionKeys {
            keys: Vec::new(),
            complete: true,
        };
        for competition in competitions.iter() {
            match competition.get() {
                Some(competition) => found.keys.push((
                    competition.key.get_ref().as_str().to_owned(),
                    competition.key.span(),
                )),
                None => found.complete = false,
            }
        }
        found
    }
}

impl CompetitionKeys {
    /// The competition that is named there.
    pub fn find(&self, named: &Spanned<Identifier>, faults: &mut Faults<'_>) -> Option<String> {
        let key = named.get_ref().as_str();
        let known = self.keys.iter().map(|(known, _)| known.as_str());
        if known.clone().any(|known| known == key) {
            return Some(key.to_owned());
        }
        if self.complete {
            let flaw = Flaw::UnknownCompetition {
                competition: key.to_owned(),
                nearest: nearest(key, known).map(str::to_owned),
            };
            faults.add(&named.span(), flaw);
        }
        None
    }
}

/// `capacity`: of the registration, where it is known.
pub fn check_competitions(
    competitions: Many<Try<Competition>>,
    capacity: Option<u32>,
    faults: &mut Faults<'_>,
) -> Option<Vec<config::Competition>> {
    let mut keys = Unique::new("competition (项目)");
    let mut stage_keys = Unique::new("stage (阶段)");
    let mut checked = Vec::new();
    for competition in competitions {
        let competition = competition.ok().and_then(|competition| {
            keys.note(&competition.key, faults);
            competition.check(capacity, &mut stage_keys, faults)
        });
        checked.push(competition);
    }
    checked.into_iter().collect()
}

impl Competition {
    fn check(
        self,
        capacity: Option<u32>,
        stage_keys: &mut Unique,
        faults: &mut Faults<'_>,
    ) -> Option<config::Competition> {
        let teams = self.team.is_some();
        let team = self.team(faults);
        let names = self.teams(faults);
        let mut section_keys = Unique::new("section (组别)");
        let mut sections = Vec::new();
        let mut section_names = Vec::new();
        let alone = self.section.iter().count() == 1;
        for section in self.section {
            let section = section.ok().and_then(|section| {
                section_keys.note(&section.key, faults);
                section_names.push(String::from(section.key.get_ref().clone()));
                section.check(teams, alone, faults)
            });
            sections.push(section);
        }
        let stages = check_stages(self.stage, capacity, stage_keys, faults);
        let prizes = check_prizes(self.prize.unwrap_or_default(), teams, faults);
        let special = self.special_prize.unwrap_or_default();
        let special = check_special_prizes(special, &section_names, faults);
        Some(config::Competition {
            key: self.key.into_inner().into(),
            name: self.name.into(),
            sections: sections.into_iter().collect::<Option<_>>()?,
            stages: stages?,
            team,
            teams: names,
            prizes: prizes?,
            special_prizes: special?,
            shared_prize: self.shared_prize.unwrap_or(SharedPrize::Split),
            notes: strings(self.notes),
        })
    }
}

impl Competition {
    /// How teams score. A size without teams, or a rule for short teams without a size, says nothing.
    fn team(&self, faults: &mut Faults<'_>) -> Option<config::Team> {
        if let (None, Some(size)) = (self.team, &self.team_size) {
            faults.add(&size.span(), Flaw::WithoutTeams { key: "team_size" });
        }
        if let (None, Some(short)) = (&self.team_size, &self.short_team) {
            faults.add(&short.span(), Flaw::ShortTeamWithoutSize);
        }
        Some(config::Team {
            scoring: self.team?,
            size: self.team_size.as_ref().map(|size| size.get_ref().get()),
            short: self
                .short_team
                .as_ref()
                .map_or(ShortTeam::Unranked, |short| *short.get_ref()),
        })
    }
}

impl Competition {
    /// The names of the teams: two or more in a team competition, each once.
    fn teams(&self, faults: &mut Faults<'_>) -> Vec<String> {
        let Some(teams) = &self.teams else {
            if self.team.is_some() {
                faults.add(&self.key.span(), Flaw::FewTeams { teams: 0 });
            }
            return Vec::new();
        };
        let names: Vec<String> = teams.get_ref().iter().cloned().map(String::from).collect();
        if self.team.is_none() {
            faults.add(&teams.span(), Flaw::WithoutTeams { key: "teams" });
        } else if names.len() < 2 {
            let teams_named = names.len();
            faults.add(&teams.span(), Flaw::FewTeams { teams: teams_named });
        }
        for (at, name) in names.iter().enumerate() {
            if names.iter().take(at).any(|earlier| earlier == name) {
                let name = name.clone();
                faults.add(&teams.span(), Flaw::TeamTwice { name });
            }
        }
        names
    }
}

impl Section {
    /// `alone`: the competition has no other section.
    fn check(self, teams: bool, alone: bool, faults: &mut Faults<'_>) -> Option<config::Section> {
        let eligibility = check_rules(self.rule.unwrap_or_default(), faults);
        let prizes = check_prizes(self.prize.unwrap_or_default(), teams, faults);
        let ranking = self.ranking.map(|ranking| {
            let span = ranking.span();
            if alone {
                faults.add(&span, Flaw::SectionRankingAlone);
            }
            ranking.into_inner().check(&span, faults)
        });
        Some(config::Section {
            key: self.key.into_inner().into(),
            name: self.name.into(),
            eligibility: eligibility?,
            ranking,
            prizes: prizes?,
        })
    }
}
