use chrono::{DateTime, Utc};
use toml::Spanned;

use super::super::faults::Faults;
use super::super::{CheckinPlan, Flaw, PlannedRound, TimeSlot};
use super::competition::{Competition, CompetitionKeys};
use super::date::{Clock, Moment};
use super::number::{Number, SpannedNumber};
use super::prize::Places;
use super::read::{Span, Try, nearest};
use super::table::table;
use super::text::{Identifier, Name};

table! {
    /// `[[timetable]]`: one line of the timetable (日程).
    pub struct Slot {
        /// When it starts, e.g. 2023-10-05T09:00. A date alone: that day, without hours.
        pub starts: Spanned<Moment>,
        /// When it ends; a time alone is on the same day, a date alone is that whole day. May be missing.
        pub ends: Option<Spanned<Moment>>,
        /// What happens, in the regulation's words.
        pub what: Name,
        /// Where. May be missing.
        pub place: Option<Text100>,
        /// The competition (项目) it is for; missing: for all of them.
        pub competition: Option<Spanned<Identifier>>,
        /// The rounds played in this slot: `{ stage = "points", round = 1, starts = 09:00 }`.
        pub rounds: Option<Vec<Try<Round>>>,
        /// Players check in (报到) during this slot: `{ calls = [15, 5], least_minutes = 10 }`.
        pub checkin: Option<Spanned<Checkin>>,
        /// It is called in the group when it begins, e.g. 开幕式; default false.
        pub call: Option<bool>,
        /// The prizes of these places are given (颁奖): a place, or the first and the last of several. Called in
        /// the group with the winners.
        pub prizes: Option<Places>,
    }
}

table! {
    /// `checkin`: it opens by itself when the slot starts; an arbiter closes it after the slot's end.
    pub struct Checkin {
        /// Minutes before the end at which those missing are called; default 15 and 5.
        pub calls: Option<Vec<Number<1, 600>>>,
        /// Minutes for which it is open at least, even when begun late; default 10.
        pub least_minutes: Option<Number<0, 600>>,
    }
}

table! {
    /// One entry of `rounds`: the planned start of a round.
    pub struct Round {
        /// The key of the stage.
        pub stage: Spanned<Identifier>,
        /// The number of the round, from 1.
        pub round: Spanned<Number<1, 99>>,
        /// In a knockout, the game of its matches that starts then, from 1; default 1.
        pub game: Option<Spanned<Number<1, 99>>>,
        /// Its planned start; a time alone is on the day of the slot.
        pub starts: Spanned<Moment>,
    }
}

type Text100 = super::text::Text<100>;

/// The stages of the file that a timetable can name, and their rounds.
pub struct Stages {
    /// The key, and how many games a match of each round has at most.
    rounds: Vec<(String, Vec<u32>)>,
    /// The keys of each competition's stages, in the order in which they are played.
    order: Vec<Vec<String>>,
    /// No stage is missing here because of a fault of its own.
    complete: bool,
}

impl Stages {
    pub fn of(competitions: &[Try<Competition>]) -> Self {
        let mut stages = Stages {
            rounds: Vec::new(),
            order: Vec::new(),
            complete: true,
        };
        for competition in competitions {
            let Some(competition) = competition.get() else {
                stages.complete = false;
                continue;
            };
            let mut order = Vec::new();
            for stage in competition.stage.iter() {
                match stage.get() {
                    Some(stage) => {
                        let (key, rounds) = stage.get_ref().key_and_games();
                        order.push(key.clone());
                        stages.rounds.push((key, rounds));
                    }
                    None => stages.complete = false,
                }
            }
            stages.order.push(order);
        }
        stages
    }

    fn has(&self, round: &Round, faults: &mut Faults<'_>) -> bool {
        let key = round.stage.get_ref().as_str();
        let number = round.round.value();
        match self.rounds.iter().find(|(stage, _)| stage == key) {
            Some((_, rounds)) => {
                let Some(games) = rounds.get(number as usize - 1) else {
                    let flaw = Flaw::UnknownRound {
                        stage: key.to_owned(),
                        round: number,
                        rounds: u32::try_from(rounds.len()).unwrap_or(u32::MAX),
                    };
                    faults.add(&round.round.span(), flaw);
                    return false;
                };
                if let Some(game) = &round.game
                    && game.value() > *games
                {
                    let flaw = Flaw::UnknownGame {
                        stage: key.to_owned(),
                        round: number,
                        game: game.value(),
                        games: *games,
                    };
                    faults.add(&game.span(), flaw);
                    return false;
                }
                true
            }
            None if !self.complete => false,
            None => {
                let known = self.rounds.iter().map(|(stage, _)| stage.as_str());
                let flaw = Flaw::UnknownStage {
                    stage: key.to_owned(),
                    nearest: nearest(key, known).map(str::to_owned),
                };
                faults.add(&round.stage.span(), flaw);
                false
            }
        }
    }
}

/// The slots in order of time. `None`: a fault is noted.
pub fn check_timetable(
    slots: Vec<Try<Slot>>,
    clock: &Clock,
    stages: &Stages,
    competitions: &CompetitionKeys,
    faults: &mut Faults<'_>,
) -> Option<Vec<TimeSlot>> {
    let mut planned = Vec::new();
    let mut checked = Vec::new();
    for slot in slots {
        let slot = slot
            .ok()
            .and_then(|slot| slot.check(clock, (stages, competitions), &mut planned, faults));
        checked.push(slot);
    }
    check_stage_order(&planned, stages, faults);
    check_order(planned, faults);
    let mut timetable: Vec<TimeSlot> = checked.into_iter().collect::<Option<_>>()?;
    timetable.sort_by_key(|slot| slot.starts);
    Some(timetable)
}

impl Slot {
    /// Adds its rounds and where they stand to `planned`.
    fn check(
        self,
        clock: &Clock,
        (stages, competitions): (&Stages, &CompetitionKeys),
        planned: &mut Vec<(PlannedRound, Span)>,
        faults: &mut Faults<'_>,
    ) -> Option<TimeSlot> {
        let is_by_day = Clock::is_day(&self.starts);
        let starts = clock.opening("starts", &self.starts, faults)?;
        let day = clock.day(starts);
        let competition = match &self.competition {
            Some(named) => Some(competitions.find(named, faults)?),
            None => None,
        };
        let ends = match &self.ends {
            Some(ends) if Clock::is_day(ends) != is_by_day => {
                faults.add(&ends.span(), Flaw::HoursAndDays);
                return None;
            }
            Some(ends) => {
                let instant = match is_by_day {
                    true => clock.deadline("ends", ends, faults)?,
                    false => clock.instant("ends", ends, Some(day), faults)?,
                };
                if instant <= starts {
                    faults.add(&ends.span(), Flaw::SlotEndsBeforeStart);
                    return None;
                }
                Some(instant)
            }
            None if is_by_day => clock.deadline("ends", &self.starts, faults),
            None => None,
        };
        let mut rounds = Vec::new();
        for round in self.rounds.unwrap_or_default() {
            let round = round.ok()?;
            let round_starts = clock.instant("starts", &round.starts, Some(day), faults)?;
            if !stages.has(&round, faults) {
                continue;
            }
            let span = round.starts.span();
            let round = PlannedRound {
                stage: round.stage.into_inner().into(),
                round: round.round.value(),
                game: round.game.as_ref().map_or(1, SpannedNumber::value),
                starts: round_starts,
            };
            if !within(round.starts, starts, ends) {
                let stage = round.stage.clone();
                let round = round.round;
                faults.add(&span, Flaw::RoundOutsideSlot { stage, round });
            }
            planned.push((round.clone(), span));
            rounds.push(round);
        }
        let checkin = match self.checkin {
            Some(checkin) => {
                if is_by_day {
                    faults.add(&checkin.span(), Flaw::CheckinWithoutHours);
                } else if ends.is_none() {
                    faults.add(&checkin.span(), Flaw::CheckinWithoutEnd);
                }
                Some(checkin.into_inner().plan())
            }
            None => None,
        };
        Some(TimeSlot {
            checkin,
            starts,
            ends,
            is_by_day,
            competition,
            what: self.what.into(),
            place: self.place.map(String::from),
            rounds,
            call: self.call.unwrap_or(false),
            prizes: self.prizes.map(Places::range),
        })
    }
}

impl Checkin {
    fn plan(self) -> CheckinPlan {
        let calls = self.calls.map_or_else(
            || vec![15, 5],
            |calls| calls.into_iter().map(Number::get).collect(),
        );
        CheckinPlan {
            calls,
            least_minutes: self.least_minutes.map_or(10, Number::get),
        }
    }
}

fn within(instant: DateTime<Utc>, starts: DateTime<Utc>, ends: Option<DateTime<Utc>>) -> bool {
    instant >= starts && ends.is_none_or(|ends| instant < ends)
}

/// Each round once, and each later than the one before it.
fn check_order(mut planned: Vec<(PlannedRound, Span)>, faults: &mut Faults<'_>) {
    planned.sort_by(|(a, a_span), (b, b_span)| {
        let place = |r: &PlannedRound| (r.stage.clone(), r.round, r.game);
        (place(a), a_span.start).cmp(&(place(b), b_span.start))
    });
    for ((before, before_span), (round, span)) in planned.iter().zip(planned.iter().skip(1)) {
        if before.stage != round.stage {
            continue;
        }
        let stage = round.stage.clone();
        if (before.round, before.game) == (round.round, round.game) {
            let flaw = Flaw::RoundTwice {
                stage,
                round: round.round,
                first_line: faults.line(before_span),
            };
            faults.add(span, flaw);
        } else if before.starts >= round.starts {
            let flaw = Flaw::RoundsNotAscending {
                stage,
                round: round.round,
                before: before.round,
            };
            faults.add(span, flaw);
        }
    }
}

/// No round of a stage starts before the last planned one of the stages before it in its competition.
fn check_stage_order(planned: &[(PlannedRound, Span)], stages: &Stages, faults: &mut Faults<'_>) {
    for order in &stages.order {
        let mut last: Option<&PlannedRound> = None;
        for key in order {
            let of_stage = || planned.iter().filter(|(round, _)| round.stage == *key);
            let early = last.and_then(|last| {
                of_stage()
                    .filter(|(round, _)| round.starts <= last.starts)
                    .min_by_key(|(round, _)| round.round)
                    .map(|found| (last, found))
            });
            if let Some((last, (round, span))) = early {
                let flaw = Flaw::StagesNotAscending {
                    stage: round.stage.clone(),
                    round: round.round,
                    earlier: last.stage.clone(),
                    before: last.round,
                };
                faults.add(span, flaw);
            }
            let latest = of_stage().map(|(round, _)| round);
            last = latest.chain(last).max_by_key(|round| round.starts);
        }
    }
}
