//! What the chief arbiter does, and when the clock moves: one step whenever nothing else moves.

use chrono::{DateTime, TimeDelta, Utc};

use super::persona::{Cast, Persona};
use super::seats::{self, Seated};
use super::share::Played;
use super::truth::{self, Habit};
use super::words;
use crate::config::{Config, Swiss};
use crate::rehearsal::time::RehearsalTime;
use crate::rehearsal::{Act, Message, World, WorldError};
use crate::tournament::Outcome;

/// What came of a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Next {
    /// Somebody did something, or time moved.
    Acted,
    Finished,
    /// The script does not know how to go on: the bot did not answer as expected.
    Stuck(String),
}

/// How many people arrive, or report, between two looks around.
pub(super) const BATCH: usize = 20;
/// Steps of one phase after which the script is taken to be stuck.
const PATIENCE: u32 = 20;
/// How the bot says that no further round can be paired.
const NO_PAIRING: [&str; 2] = ["不存在任何合规的编排", "至少要两人才能编排"];

pub struct Director<'a> {
    pub world: &'a World,
    pub cast: &'a Cast,
    pub time: &'a RehearsalTime,
    pub config: &'a Config,
}

impl Director<'_> {
    /// One step further.
    pub fn step(&self) -> Result<Next, WorldError> {
        let (phase, tries) = self.phase()?;
        if tries > PATIENCE {
            return Ok(Next::Stuck(format!("{phase}: {}", self.last_word()?)));
        }
        let (name, round) = phase.split_once(' ').unwrap_or((&phase, "0"));
        let round: u32 = round.parse().unwrap_or(0);
        match name {
            "bind" => self.chief_in_group("/bind", "invite"),
            "invite" => self.invite(round),
            "arrive" => self.arrive(),
            "review" => self.when_reviewed(tries, "review", "regret"),
            "regret" => self.regret(),
            "deadline" => self.deadline(),
            "leftovers" => self.when_reviewed(tries, "leftovers", "roster"),
            "roster" => self.chief_says(&["/roster"], "commit"),
            "commit" => self.chief_says(&["/draw"], "draw"),
            "draw" => self.chief_says(&["/draw 楚河汉界，落子无悔"], "checkin"),
            "checkin" => self.open_checkin(),
            "chase" => self.tap_newest("提醒未到", "gather"),
            "gather" => self.gather(),
            "close" => self.tap_newest("确认结束", "pair 1"),
            "pair" => self.pair(round, tries),
            "play" => self.play(round),
            "settle" => self.settle(round),
            "leave" => self.leave(round),
            "seed" => self.seed(tries),
            "begin" => self.begin(round, tries),
            "match" => self.play_matches(round),
            "end" => self.tap_newest("确认结束积分赛", self.after_points()?),
            "prizes" => self.chief_says(&["/prizes"], "award"),
            "award" => self.award(),
            "ended" => self.each("roster", "over"),
            "over" => Ok(Next::Finished),
            other => Ok(Next::Stuck(other.to_owned())),
        }
    }

    /// What the bot told the chief last.
    pub(super) fn last_word(&self) -> Result<String, WorldError> {
        let recent = self.world.recent(self.cast.chief, 5)?;
        let last = recent.into_iter().rev().find(|message| message.from_bot);
        Ok(last.map(|message| message.text).unwrap_or_default())
    }

    /// The phase the script is in, and how often it was tried.
    fn phase(&self) -> Result<(String, u32), WorldError> {
        let phase = self
            .world
            .note("phase")?
            .unwrap_or_else(|| "bind".to_owned());
        let tries = self
            .world
            .note("tries")?
            .and_then(|text| text.parse().ok())
            .unwrap_or(0);
        self.world.set_note("tries", &(tries + 1).to_string())?;
        Ok((phase, tries))
    }

    fn chief_in_group(&self, text: &str, next: &str) -> Result<Next, WorldError> {
        let mut acts = vec![Act::In(
            self.cast.group,
            Box::new(Act::Says(text.to_owned())),
        )];
        acts.extend(phase(next));
        self.chief(&acts)
    }

    pub(super) fn chief_says(&self, texts: &[&str], next: &str) -> Result<Next, WorldError> {
        let mut acts: Vec<Act> = texts
            .iter()
            .map(|text| Act::Says((*text).to_owned()))
            .collect();
        acts.extend(phase(next));
        self.chief(&acts)
    }

    pub(super) fn chief(&self, acts: &[Act]) -> Result<Next, WorldError> {
        self.world
            .perform_all(self.cast.chief, self.cast.chief, acts)?;
        Ok(Next::Acted)
    }

    /// Presses a button of the chief's newest message that has it.
    fn tap_newest(&self, label: &str, next: &str) -> Result<Next, WorldError> {
        let recent = self.world.recent(self.cast.chief, 30)?;
        let Some(message) = recent
            .iter()
            .rev()
            .find(|message| message.button(label).is_some())
        else {
            return Ok(Next::Stuck(format!("no button {label}")));
        };
        let mut acts = vec![Act::Taps {
            message: message.id,
            button: label.to_owned(),
        }];
        acts.extend(phase(next));
        self.chief(&acts)
    }

    /// Hands out the codes of the competition, as many at once as the bot makes.
    fn invite(&self, out: u32) -> Result<Next, WorldError> {
        const AT_ONCE: u32 = 30;
        let people = self.cast.people_of(self.competition()?);
        let invited = people.filter(|person| person.walk.is_invited()).count();
        let left = u32::try_from(invited).unwrap_or(0).saturating_sub(out);
        if left == 0 {
            return self.each("invite", "arrive");
        }
        let now = left.min(AT_ONCE);
        self.chief_says(
            &[&format!("/invite {now}")],
            &format!("invite {}", out + now),
        )
    }

    /// The competition whose turn it is, by its place.
    pub(super) fn competition(&self) -> Result<usize, WorldError> {
        self.counted("competition")
    }

    pub(super) fn played(&self) -> Result<&Played, WorldError> {
        let at = self.competition()?;
        let all = &self.cast.competitions;
        all.get(at).or(all.first()).ok_or(WorldError::NoBot)
    }

    pub(super) fn swiss(&self) -> Result<&Swiss, WorldError> {
        Ok(&self.played()?.swiss)
    }

    /// Does `phase` in the next competition, or, after the last, goes on with `after` in the first.
    fn each(&self, phase: &str, after: &str) -> Result<Next, WorldError> {
        let all = &self.cast.competitions;
        if all.len() < 2 {
            return self.go(after);
        }
        let next = self.competition()? + 1;
        let (at, to) = if next < all.len() {
            (next, phase)
        } else {
            (0, after)
        };
        let Some(played) = all.get(at) else {
            return self.go(after);
        };
        let mut acts = vec![
            Act::Says(format!("/desk {}", played.key)),
            Act::Note {
                key: "competition".to_owned(),
                value: at.to_string(),
            },
        ];
        acts.extend(self::phase(to));
        self.chief(&acts)
    }

    /// The next few open the private chat and say that they want to register.
    fn arrive(&self) -> Result<Next, WorldError> {
        let here = self.counted("arrived")?;
        let batch = &self.cast.people[here.min(self.cast.people.len())..];
        if batch.is_empty() {
            return self.go("review");
        }
        for (index, person) in (here..).zip(batch.iter().take(BATCH)) {
            let acts = [
                Act::Start(Some("register".to_owned())),
                Act::Note {
                    key: "arrived".to_owned(),
                    value: (index + 1).to_string(),
                },
            ];
            self.world.perform_all(person.id, person.id, &acts)?;
        }
        self.world.set_note("tries", "0")?;
        Ok(Next::Acted)
    }

    /// The chief keeps reviewing until nothing waits in any competition.
    fn when_reviewed(&self, tries: u32, phase: &str, next: &str) -> Result<Next, WorldError> {
        let recent = self.world.recent(self.cast.chief, 4)?;
        let newest = recent.iter().rev().find(|message| message.from_bot);
        let done = newest.is_some_and(|message| message.text.contains("没有待审核"));
        if tries > 0 && done {
            return self.each(phase, next);
        }
        self.chief(&[Act::Says("/review".to_owned())])
    }

    /// A few change their minds while registration is open.
    fn regret(&self) -> Result<Next, WorldError> {
        for person in &self.cast.people {
            if person.walk.succeeds() && truth::changes_mind(self.cast.chance, person) {
                self.once(person, "regrets", &[Act::Says("退赛".to_owned())])?;
            }
        }
        self.go("deadline")
    }

    fn deadline(&self) -> Result<Next, WorldError> {
        let closes = self.config.event.registration.closes;
        self.time
            .advance_to(self.world, closes + TimeDelta::minutes(1))?;
        self.go("leftovers")
    }

    fn open_checkin(&self) -> Result<Next, WorldError> {
        let slot = self.config.event.checkin_slot(&self.played()?.key);
        let before = self.starts(1).map(|start| start - TimeDelta::minutes(60));
        if let Some(start) = slot.map(|slot| slot.starts).or(before) {
            self.time.advance_to(self.world, start)?;
        }
        self.chief_says(&["/checkin"], "chase")
    }

    /// Check-in lasts as long as the timetable says, then the chief looks who is missing.
    fn gather(&self) -> Result<Next, WorldError> {
        let least = self.time.now() + TimeDelta::minutes(11);
        let slot = self.config.event.checkin_slot(&self.played()?.key);
        let before = self.starts(1).map(|start| start - TimeDelta::minutes(30));
        let planned = slot.and_then(|slot| slot.ends).or(before);
        let end = planned.map_or(least, |planned| planned.max(least));
        self.time.advance_to(self.world, end)?;
        self.tap_newest("结束报到…", "close")
    }

    /// Pairs and publishes. Where no pairing is left, the stage ends.
    fn pair(&self, round: u32, tries: u32) -> Result<Next, WorldError> {
        let seen = self
            .world
            .note(&seats::published_key(self.competition()?))?
            .and_then(|text| text.parse::<u32>().ok());
        if seen >= Some(round) {
            return self.go(&format!("play {round}"));
        }
        if let Some(start) = self.starts(round) {
            self.time
                .advance_to(self.world, start - TimeDelta::minutes(10))?;
        }
        let last = self.last_word()?;
        let cannot = NO_PAIRING.iter().any(|no| last.contains(no));
        if tries > 0 && cannot {
            return self.end_stage();
        }
        // The phase stays, so that what cannot be paired is not asked for again and again.
        self.chief(&[Act::Says("/pair".to_owned())])
    }

    /// Ends the points stage by the button offered with the ways out.
    fn end_stage(&self) -> Result<Next, WorldError> {
        let recent = self.world.recent(self.cast.chief, 30)?;
        let tap = recent.iter().rev().find_map(|message| {
            let mut labels = message.labels().into_iter();
            let label = labels.find(|label| label.ends_with("结束积分赛"))?;
            Some(Act::Taps {
                message: message.id,
                button: label.to_owned(),
            })
        });
        let Some(tap) = tap else {
            return Ok(Next::Stuck("no way to end the stage".to_owned()));
        };
        let acts: Vec<Act> = std::iter::once(tap).chain(phase("end")).collect();
        self.chief(&acts)
    }

    /// What comes when the points stage is over.
    fn after_points(&self) -> Result<&'static str, WorldError> {
        let has_knockout = self.played()?.knockout.is_some();
        Ok(if has_knockout { "seed" } else { "prizes" })
    }

    /// The prize list goes to the group, if there is one.
    fn award(&self) -> Result<Next, WorldError> {
        let recent = self.world.recent(self.cast.chief, 30)?;
        let offered = |message: &Message| message.button("发到群里").is_some();
        if recent.iter().any(offered) {
            self.tap_newest("发到群里", "ended")
        } else {
            self.go("ended")
        }
    }

    /// Games end: the winners report, a few at a time.
    fn play(&self, round: u32) -> Result<Next, WorldError> {
        let mut reported = 0;
        for person in self.cast.people_of(self.competition()?) {
            let Some(seated) = self.seat_in(person, round)? else {
                continue;
            };
            let Some(outcome) = seats::outcome(self.world, self.cast, person, &seated)? else {
                continue;
            };
            let side = seated.side();
            if !truth::reports(self.cast, round, outcome, side, person) {
                continue;
            }
            let report = self.report(person, &seated, outcome);
            if self.once(person, &format!("reported/{round}"), &[report])? {
                reported += 1;
            }
            if reported == BATCH {
                break;
            }
        }
        if reported == 0 {
            return self.go(&format!("settle {round}"));
        }
        let later = self.time.now() + TimeDelta::minutes(if reported == BATCH { 3 } else { 1 });
        let started = self
            .starts(round)
            .map_or(later, |start| start + TimeDelta::minutes(16));
        self.time.advance_to(self.world, later.max(started))?;
        self.world.set_note("tries", "0")?;
        Ok(Next::Acted)
    }

    /// Windows end; what is still open then, the chief rules at the table.
    fn settle(&self, round: u32) -> Result<Next, WorldError> {
        if self.is_complete(round)? {
            return self.go(&format!("leave {round}"));
        }
        let minutes = i64::from(self.swiss()?.reporting.objection_minutes) + 1;
        if !self.has("waited", round)? {
            self.time
                .advance_to(self.world, self.time.now() + TimeDelta::minutes(minutes))?;
            self.world.set_note(&self.key("waited", round)?, "1")?;
            return Ok(Next::Acted);
        }
        let open = self.open_tables(round)?;
        let mut acts = Vec::new();
        for person in self.cast.people_of(self.competition()?) {
            let Some(seated) = self.seat_in(person, round)? else {
                continue;
            };
            if seated.is_red
                && open.contains(&seated.table)
                && let Some(outcome) = seats::outcome(self.world, self.cast, person, &seated)?
            {
                acts.push(Act::Says(format!(
                    "/result {} {}",
                    seated.table,
                    words::ruling(outcome)
                )));
            }
        }
        if acts.is_empty() {
            return self.chief(&[Act::Says("/open".to_owned())]);
        }
        self.chief(&acts)
    }

    /// Between rounds a foul for each record that is missing, and a few leave.
    fn leave(&self, round: u32) -> Result<Next, WorldError> {
        if let Some(missing) = self.missing_record()? {
            self.world.set_note("tries", "0")?;
            return self.chief(&[missing]);
        }
        if round >= self.swiss()?.rounds {
            return self.go(self.after_points()?);
        }
        for person in self.cast.people_of(self.competition()?) {
            if truth::withdraws_after(self.cast.chance, person) == Some(round)
                && self.seat_in(person, round)?.is_some()
            {
                self.once(person, "leaves", &[Act::Says("退赛".to_owned())])?;
            }
        }
        self.go(&format!("pair {}", round + 1))
    }

    /// The button that gives a foul for a record not handed in, if the chief's list has one.
    fn missing_record(&self) -> Result<Option<Act>, WorldError> {
        let recent = self.world.recent(self.cast.chief, 30)?;
        let tap = |message: &Message| {
            let mut labels = message.labels().into_iter();
            let label = labels.find(|label| label.ends_with("记犯规一次"))?;
            Some(Act::Taps {
                message: message.id,
                button: label.to_owned(),
            })
        };
        let lists = recent
            .iter()
            .filter(|message| message.from_bot && message.text.contains("轮录谱"));
        Ok(lists.rev().find_map(tap))
    }

    pub(super) fn report(&self, person: &Persona, seated: &Seated, outcome: Outcome) -> Act {
        let side = seated.side();
        let lies = outcome.winner() == Some(side.other());
        let said = if lies { words::win_of(side) } else { outcome };
        let is_draw = said == Outcome::Draw;
        match truth::habit(self.cast.chance, seated.round, person) {
            Habit::Word => Act::Says(if is_draw { "和" } else { "我赢了！" }.to_owned()),
            Habit::Button => Act::Taps {
                message: seated.message,
                button: if is_draw { "和棋" } else { "我胜" }.to_owned(),
            },
            Habit::Group => {
                let text = format!("{}台{}", seated.table, words::ruling(said));
                Act::In(self.cast.group, Box::new(Act::Says(text)))
            }
        }
    }

    /// Does it unless it was done before; true when it was done now.
    pub(super) fn once(
        &self,
        person: &Persona,
        what: &str,
        acts: &[Act],
    ) -> Result<bool, WorldError> {
        let key = format!("{what}/{}", person.id);
        if self.world.note(&key)?.is_some() {
            return Ok(false);
        }
        let mut acts = acts.to_vec();
        acts.push(Act::Note {
            key,
            value: "1".to_owned(),
        });
        self.world.perform_all(person.id, person.id, &acts)?;
        Ok(true)
    }

    pub(super) fn go(&self, next: &str) -> Result<Next, WorldError> {
        let notes = phase(next);
        self.world
            .perform_all(self.cast.chief, self.cast.chief, &notes)?;
        Ok(Next::Acted)
    }

    fn key(&self, what: &str, round: u32) -> Result<String, WorldError> {
        Ok(format!("{what}/{}/{round}", self.competition()?))
    }

    fn has(&self, what: &str, round: u32) -> Result<bool, WorldError> {
        let key = self.key(what, round)?;
        Ok(self.world.note(&key)?.is_some())
    }

    pub(super) fn counted(&self, key: &str) -> Result<usize, WorldError> {
        Ok(self
            .world
            .note(key)?
            .and_then(|text| text.parse().ok())
            .unwrap_or(0))
    }

    fn seat_in(&self, person: &Persona, round: u32) -> Result<Option<Seated>, WorldError> {
        Ok(seats::seated(self.world, person)?.filter(|seated| seated.round == round))
    }

    pub(super) fn starts(&self, round: u32) -> Option<DateTime<Utc>> {
        let swiss = self.swiss().ok()?;
        self.config.event.round_starts(&swiss.key, round)
    }

    /// The group's progress message says that all results are in.
    fn is_complete(&self, round: u32) -> Result<bool, WorldError> {
        Ok(self
            .progress(round)?
            .is_some_and(|text| text.contains("全部报齐")))
    }

    fn open_tables(&self, round: u32) -> Result<Vec<u32>, WorldError> {
        let text = self.progress(round)?.unwrap_or_default();
        let lists = text
            .lines()
            .filter(|line| line.starts_with("未报：") || line.starts_with("待确认："));
        Ok(lists
            .flat_map(|line| line.split(|letter: char| !letter.is_ascii_digit()))
            .filter_map(|digits| digits.parse().ok())
            .collect())
    }

    fn progress(&self, round: u32) -> Result<Option<String>, WorldError> {
        let mut head = format!("第{round}轮　");
        if self.cast.competitions.len() > 1 {
            head = format!("【{}】\n{head}", self.played()?.name);
        }
        let recent = self.world.recent(self.cast.group, 400)?;
        let newest = recent.into_iter().rev().find(|message| {
            message.from_bot
                && message.text.starts_with(&head)
                && (message.text.contains("已报") || message.text.contains("报齐"))
        });
        Ok(newest.map(|message| message.text))
    }
}

/// Notes the next phase and starts counting anew.
fn phase(next: &str) -> Vec<Act> {
    vec![
        Act::Note {
            key: "phase".to_owned(),
            value: next.to_owned(),
        },
        Act::Note {
            key: "tries".to_owned(),
            value: "0".to_owned(),
        },
    ]
}
