use toml::Spanned;

use super::super::faults::Faults;
use super::super::{self as config, FirstSide, Flaw, Vacancy};
use super::number::{Number, SpannedNumber};
use super::read::{Many, Span, Try};
use super::stage::Kind;
use super::table::table;
use super::text::{Identifier, Name};
use super::word::words;

table! {
    /// `[[competition.stage]]` of `kind = "knockout"`: single elimination (单败淘汰), seeded from the
    /// table of the stage before.
    pub struct Knockout {
        /// "knockout"
        #[expect(dead_code, reason = "it has chosen this table")]
        pub kind: Kind,
        /// Names the stage in the database and the timetable.
        pub key: Spanned<Identifier>,
        /// Names it to people.
        pub name: Name,
        /// Players in the bracket, 2 to 64; equal to `advance` of the stage before.
        pub size: Spanned<Number<2, 64>>,
        /// `[[competition.stage.round]]`, from the first round to the final.
        pub round: Spanned<Many<Try<Round>>>,
        /// One withdraws before the first round: "next_in_rank" (递补, default) moves in, or "walkover"
        /// (对手直接晋级).
        pub vacancy: Option<Vacancy>,
        /// All games of a leg are played even when it is decided; default false.
        pub play_all: Option<bool>,
        /// Minutes in which a player chooses the side where the regulation says so, then the arbiters
        /// decide; default 5.
        pub choice_minutes: Option<Number<1, 1440>>,
    }
}

table! {
    /// `[[competition.stage.round]]`: a round of the knockout.
    pub struct Round {
        /// Names it to people.
        pub name: Name,
        /// What is played, in order, until the match is decided:
        /// `{ kind = "games", count = 2, first = "better_seed", time_control = "…" }` or
        /// `{ kind = "armageddon", first = "lot", time_control = "…" }`; the armageddon is the last.
        pub legs: Many<Spanned<Leg>>,
    }
}

table! {
    /// A leg of a match (对局).
    pub struct Leg {
        /// "games": sides alternate, more points win; "armageddon" (附加赛): one game, a draw is black's.
        pub kind: LegKind,
        /// How many games.
        pub count: Option<Number<1, 20>>,
        /// Who is red first: "better_seed" (名次列前者), "lot" (抽签) or "last_black_chooses" (前一局
        /// 后手方选).
        pub first: FirstSide,
        /// Time for one game, as people are told.
        pub time_control: Name,
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LegKind {
    Games,
    Armageddon,
}

words! {
    LegKind {
        "games" => LegKind::Games,
        "armageddon" => LegKind::Armageddon,
    }
}

words! {
    FirstSide {
        "better_seed" => FirstSide::BetterSeed,
        "lot" => FirstSide::Lot,
        "last_black_chooses" => FirstSide::LastBlackChooses,
    }
}

words! {
    Vacancy {
        "next_in_rank" => Vacancy::NextInRank,
        "walkover" => Vacancy::Walkover,
    }
}

impl Knockout {
    pub fn check(self, faults: &mut Faults<'_>) -> Option<config::Knockout> {
        let size = self.size.value();
        let needed = size.next_power_of_two().ilog2();
        let span = self.size.span();
        let mut rounds = Vec::new();
        for round in self.round.into_inner() {
            rounds.push(round.ok().and_then(|round| round.check(faults)));
        }
        let found = rounds.len();
        if u32::try_from(found) != Ok(needed) {
            let flaw = Flaw::KnockoutRounds {
                size,
                needed,
                found,
            };
            faults.add(&span, flaw);
        }
        Some(config::Knockout {
            key: self.key.into_inner().into(),
            name: self.name.into(),
            size,
            rounds: rounds.into_iter().collect::<Option<_>>()?,
            vacancy: self.vacancy.unwrap_or(Vacancy::NextInRank),
            play_all: self.play_all.unwrap_or(false),
            choice_minutes: self.choice_minutes.map_or(5, Number::get),
        })
    }
}

impl Round {
    /// How many games a match has at most.
    pub fn games(&self) -> u32 {
        let games = self.legs.iter().map(|leg| leg.get_ref());
        games.map(|leg| leg.count.map_or(1, Number::get)).sum()
    }

    fn check(self, faults: &mut Faults<'_>) -> Option<config::KnockoutRound> {
        let last = self.legs.len() - 1;
        let mut legs = Vec::new();
        for (place, leg) in self.legs.into_iter().enumerate() {
            let span = leg.span();
            let leg = leg.into_inner();
            if place == 0 && leg.first == FirstSide::LastBlackChooses {
                faults.add(&span, Flaw::NobodyToChoose);
            }
            match leg.kind {
                LegKind::Armageddon if place < last => faults.add(&span, Flaw::ArmageddonNotLast),
                LegKind::Games if place == last => faults.add(&span, Flaw::LastLegNotArmageddon),
                _ => {}
            }
            legs.push(leg.check(&span, faults)?);
        }
        Some(config::KnockoutRound {
            name: self.name.into(),
            legs,
        })
    }
}

impl Leg {
    fn check(self, span: &Span, faults: &mut Faults<'_>) -> Option<config::Leg> {
        let (first, time_control) = (self.first, self.time_control.into());
        match (self.kind, self.count) {
            (LegKind::Games, Some(count)) => {
                return Some(config::Leg::Games {
                    count: count.get(),
                    first,
                    time_control,
                });
            }
            (LegKind::Armageddon, None) => {
                return Some(config::Leg::Armageddon {
                    first,
                    time_control,
                });
            }
            (LegKind::Games, None) => faults.add(span, Flaw::CountMissing),
            (LegKind::Armageddon, Some(_)) => faults.add(span, Flaw::CountOnArmageddon),
        }
        None
    }
}
