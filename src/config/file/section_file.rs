use std::collections::BTreeMap;

use toml::Spanned;

use super::super::faults::Faults;
use super::super::{self as config, FirstRed, FirstRound, Flaw, Numbering, PairingSystem};
use super::number::{Number, SpannedNumber};
use super::ranking::Ranking;
use super::stage::Kind;
use super::swiss::{self, Avoidance, Conduct, Freed, Reporting, Score};
use super::table::table;
use super::text::{Identifier, Name};

/// A start number.
type Player = Number<1, 1_000_000>;

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
        pub forbidden: Option<Vec<Vec<Player>>>,
        /// Players who need a table of their own, one table each.
        pub fixed_table: Option<Vec<FixedTable>>,
        /// Players not there in the next round.
        pub absent: Option<Vec<Player>>,
        /// Fouls (犯规), one table each.
        pub foul: Option<Vec<Foul>>,
    }
}

table! {
    /// `[[team]]`
    pub struct Team {
        /// The team.
        pub name: Name,
        /// Its players.
        pub players: Vec<Player>,
    }
}

table! {
    /// `[[section]]`
    pub struct Section {
        /// Names it on the command line.
        pub key: Identifier,
        /// Names it to people.
        #[expect(dead_code, reason = "for people who read the file")]
        pub name: Option<Name>,
        /// Its players.
        pub players: Vec<Player>,
    }
}

table! {
    /// `[[fixed_table]]`
    pub struct FixedTable {
        /// The player.
        pub player: Spanned<Player>,
        /// Where the player sits.
        pub table: Number<1, 10_000>,
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
        let list = |players: Vec<Player>| players.into_iter().map(Number::get).collect();
        let mut fixed_tables = BTreeMap::new();
        for fixed in self.fixed_table.unwrap_or_default() {
            once(&mut fixed_tables, &fixed.player, fixed.table.get(), faults);
        }
        let mut fouls = BTreeMap::new();
        for foul in self.foul.unwrap_or_default() {
            once(&mut fouls, &foul.player, foul.count.get(), faults);
        }
        Some(config::SectionFile {
            swiss,
            rounds,
            teams: self
                .team
                .unwrap_or_default()
                .into_iter()
                .map(|team| (team.name.into(), list(team.players)))
                .collect(),
            sections: self
                .section
                .unwrap_or_default()
                .into_iter()
                .map(|section| (section.key.into(), list(section.players)))
                .collect(),
            forbidden: self
                .forbidden
                .unwrap_or_default()
                .into_iter()
                .map(list)
                .collect(),
            fixed_tables,
            absent: self.absent.map(list).unwrap_or_default(),
            fouls,
        })
    }
}

fn once(
    map: &mut BTreeMap<u32, u32>,
    player: &Spanned<Player>,
    value: u32,
    faults: &mut Faults<'_>,
) {
    let no = player.value();
    if map.insert(no, value).is_some() {
        faults.add(&player.span(), Flaw::PlayerTwice { no });
    }
}
