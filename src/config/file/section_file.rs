use std::collections::BTreeMap;

use toml::Spanned;

use super::super::faults::Faults;
use super::super::{self as config, FirstRed, FirstRound, Flaw, Numbering, PairingSystem};
use super::number::{Number, SpannedNumber};
use super::orders::{Book, Player};
use super::ranking::{Ranking, SectionRanking};
use super::stage::Kind;
use super::swiss::{self, Avoidance, Conduct, Freed, Reporting, Score};
use super::table::table;
use super::text::{Identifier, Name};

table! {
    /// A section file: the keys of a `[[competition.stage]]`, all of which may be missing, and what an
    /// arbiter orders for single players.
    pub struct SectionFile {
        /// "swiss", as in a stage; it says nothing more.
        pub kind: Option<Spanned<Kind>>,
        /// As in a stage; it says nothing more.
        #[expect(dead_code, reason = "a stage has it")]
        pub key: Option<Identifier>,
        /// As in a stage; it says nothing more.
        #[expect(dead_code, reason = "a stage has it")]
        pub name: Option<Name>,
        /// Rounds to be played; default: what the report file says.
        pub rounds: Option<Spanned<Number<1, 99>>>,
        /// As in a stage; it says nothing more.
        #[expect(dead_code, reason = "a stage has it")]
        pub time_control: Option<Name>,
        /// As in a stage; it says nothing more.
        #[expect(dead_code, reason = "a stage has it")]
        pub advance: Option<Number<2, 10_000>>,
        /// As in a stage.
        pub pairing: Option<PairingSystem>,
        /// As in a stage; it says nothing more: the report file has the numbers.
        #[expect(dead_code, reason = "a stage has it")]
        pub numbering: Option<Numbering>,
        /// As in a stage.
        pub first_round: Option<FirstRound>,
        /// As in a stage.
        pub first_red: Option<FirstRed>,
        /// As in a stage.
        pub team_avoidance: Option<Avoidance>,
        /// As in a stage.
        pub forfeit_is_met: Option<bool>,
        /// As in a stage.
        pub last_round_frees: Option<Vec<Spanned<Freed>>>,
        /// As in a stage.
        pub score: Option<Spanned<Score>>,
        /// As in a stage.
        pub ranking: Option<Ranking>,
        /// As in a stage; it says nothing more.
        #[expect(dead_code, reason = "a stage has it")]
        pub reporting: Option<Reporting>,
        /// As in a stage; it says nothing more.
        #[expect(dead_code, reason = "a stage has it")]
        pub conduct: Option<Conduct>,
        /// Teams, one table each; they add to those of the report file.
        pub team: Option<Vec<Team>>,
        /// Sections paired together and ranked apart (混合编排), one table each.
        pub section: Option<Vec<Section>>,
        /// Lists of players of whom no two may meet: [[3, 8], [1, 2, 5]].
        pub forbidden: Option<Vec<Spanned<Vec<Spanned<Player>>>>>,
        /// Players who need a table of their own, one table each.
        pub fixed_table: Option<Vec<FixedTable>>,
        /// Players not there in the next round.
        pub absent: Option<Vec<Spanned<Player>>>,
        /// Fouls (犯规), one table each.
        pub foul: Option<Vec<Foul>>,
    }
}

table! {
    /// `[[team]]`
    pub struct Team {
        /// The team.
        pub name: Spanned<Name>,
        /// Its players.
        pub players: Vec<Spanned<Player>>,
    }
}

table! {
    /// `[[section]]`
    pub struct Section {
        /// Names it on the command line.
        pub key: Spanned<Identifier>,
        /// Names it to people.
        #[expect(dead_code, reason = "for people who read the file")]
        pub name: Option<Name>,
        /// Its players.
        pub players: Vec<Spanned<Player>>,
        /// Where it is ranked otherwise than the stage.
        pub ranking: Option<Spanned<SectionRanking>>,
    }
}

table! {
    /// `[[fixed_table]]`
    pub struct FixedTable {
        /// The player.
        pub player: Spanned<Player>,
        /// Where the player sits.
        pub table: Spanned<Number<1, 10_000>>,
    }
}

table! {
    /// `[[foul]]`
    pub struct Foul {
        /// The player.
        pub player: Spanned<Player>,
        /// How many.
        pub count: Number<0, 1000>,
    }
}

impl SectionFile {
    /// `None`: a fault is noted.
    pub fn check(self, faults: &mut Faults<'_>) -> Option<config::SectionFile> {
        if let Some(kind) = &self.kind
            && *kind.get_ref() != Kind::Swiss
        {
            faults.add(&kind.span(), Flaw::FirstStageNotSwiss);
        }
        let score = swiss::check_score(self.score, faults);
        let default = config::Swiss::default();
        let rounds = self.rounds.as_ref().map(SpannedNumber::value);
        let swiss = config::Swiss {
            rounds: rounds.unwrap_or(default.rounds),
            score: score?,
            system: self.pairing.unwrap_or(default.system),
            first_round: self.first_round.unwrap_or(default.first_round),
            first_red: self.first_red.unwrap_or(default.first_red),
            team_avoidance: self
                .team_avoidance
                .map_or(default.team_avoidance, Avoidance::get),
            forfeit_is_met: self.forfeit_is_met.unwrap_or(default.forfeit_is_met),
            last_round: swiss::last_round(self.last_round_frees),
            ranking: match self.ranking {
                Some(ranking) => ranking.check(faults),
                None => default.ranking,
            },
            ..default
        };
        let mut section_rankings = BTreeMap::new();
        let mut sections = Vec::new();
        for section in self.section.unwrap_or_default() {
            if let Some(ranking) = section.ranking {
                let key: String = section.key.get_ref().clone().into();
                let span = ranking.span();
                section_rankings.insert(key, ranking.into_inner().check(&span, faults));
            }
            sections.push((section.key, section.players));
        }
        let mut book = Book::new(faults);
        let teams = self.team.unwrap_or_default().into_iter();
        let teams = teams.map(|team| (team.name, team.players));
        let teams = book.groups("team", teams);
        let sections = book.groups("section", sections.into_iter());
        let forbidden = self.forbidden.unwrap_or_default();
        let forbidden = forbidden.iter().map(|list| book.apart(list)).collect();
        let fixed_tables = book.fixed_tables(&self.fixed_table.unwrap_or_default());
        let absent = book.list(&self.absent.unwrap_or_default(), None);
        let fouls = book.fouls(&self.foul.unwrap_or_default());
        Some(config::SectionFile {
            swiss,
            rounds,
            teams,
            sections,
            section_rankings,
            forbidden,
            fixed_tables,
            absent,
            fouls,
            mentions: book.mentions,
            rounds_at: self.rounds.map(|rounds| faults.place(&rounds.span())),
        })
    }
}
