//! The knockout: seeded by the chief, its games played, reported and ruled like those of the points stage.

use chrono::TimeDelta;

use super::director::{BATCH, Director, Next};
use super::persona::Persona;
use super::reading::MATCH;
use super::seats::{self, Seated};
use super::{truth, words};
use crate::rehearsal::{Act, WorldError};
use crate::tournament::Outcome;

impl Director<'_> {
    /// Seeds the knockout; with too few qualifiers the points stage is all there is.
    pub(super) fn seed(&self, tries: u32) -> Result<Next, WorldError> {
        let last = self.last_word()?;
        if tries > 0 && last.contains("至少要两人") {
            return self.go("prizes");
        }
        // Players are level across the line between those who go on and those who do not.
        if tries > 0 && last.contains("请先 /draw 抽签") {
            return self.chief(&[Act::Says("/draw".to_owned())]);
        }
        if tries > 0 && last.contains("请当众选一句话作为盐") {
            return self.chief(&[Act::Says("/draw 一着不慎，满盘皆输".to_owned())]);
        }
        // The preview becomes this when it is confirmed; other messages may have come since.
        let recent = self.world.recent(self.cast.chief, 30)?;
        if recent
            .iter()
            .any(|message| message.text.contains("淘汰赛已定位"))
        {
            return self.go("begin 1");
        }
        self.chief(&[Act::Says("/knockout".to_owned())])
    }

    /// Announces a round.
    pub(super) fn begin(&self, round: u32, tries: u32) -> Result<Next, WorldError> {
        if self.rounds("begun")? >= round {
            return self.go(&format!("match {round}"));
        }
        let knockout = self.played()?.knockout.as_ref();
        let event = &self.config.event;
        let start = knockout.and_then(|knockout| event.round_starts(&knockout.key, round));
        if let Some(start) = start.filter(|_| tries == 0) {
            self.time
                .advance_to(self.world, start - TimeDelta::minutes(10))?;
        }
        self.chief(&[Act::Says("/pair".to_owned())])
    }

    /// Games end: who won reports, windows and time limits end, and what is still open the chief rules.
    pub(super) fn play_matches(&self, round: u32) -> Result<Next, WorldError> {
        if self.rounds("matched")? >= round {
            let last = self.last_word()?.contains("全部名次已定");
            return self.go(&if last {
                "prizes".to_owned()
            } else {
                format!("begin {}", round + 1)
            });
        }
        let games = self.games(round)?;
        let reported = self.report_games(&games)?;
        if reported > 0 {
            let minutes = if reported == BATCH { 3 } else { 20 };
            self.wait(minutes)?;
            self.world.set_note("tries", "0")?;
            return Ok(Next::Acted);
        }
        // Nothing new to report: the window ends, then the chief looks at the tables, then the time to
        // choose ends.
        let seen: Vec<String> = games
            .iter()
            .map(|(person, seated, _)| format!("{}-{}", person.id, seated.round))
            .collect();
        let seen = format!("seen/{}/{}", self.competition()?, seen.join(","));
        let stage: u32 = self
            .world
            .note(&seen)?
            .and_then(|text| text.parse().ok())
            .unwrap_or(0);
        self.world.set_note(&seen, &(stage + 1).to_string())?;
        match stage {
            0 => {
                // Words are about the next game only a while after the one before.
                self.wait(i64::from(self.swiss()?.reporting.objection_minutes) + 3)?;
                Ok(Next::Acted)
            }
            1 => {
                let next = self.rule_games(round, &games)?;
                self.wait(3)?;
                Ok(next)
            }
            _ => {
                let knockout = self.played()?.knockout.as_ref();
                let minutes = knockout.map_or(1, |knockout| knockout.choice_minutes);
                self.wait(i64::from(minutes) + 1)?;
                Ok(Next::Acted)
            }
        }
    }

    /// Everyone's newest game of the round, with what really happened.
    fn games(&self, round: u32) -> Result<Vec<(&Persona, Seated, Outcome)>, WorldError> {
        let mut seats = Vec::new();
        for person in self.cast.people_of(self.competition()?) {
            if let Some(seated) = seats::seated(self.world, person)? {
                seats.push((person, seated));
            }
        }
        // A bracket smaller than planned leaves out the first rounds. Who lost in its first has no newer seat.
        let rungs = seats.iter().map(|(_, seated)| seated.round / MATCH);
        let first = rungs.filter(|rung| *rung > 0).min().unwrap_or(1);
        let mut games = Vec::new();
        for (person, seated) in seats {
            if seated.round / MATCH + 1 == first + round
                && let Some(outcome) = seats::outcome(self.world, self.cast, person, &seated)?
            {
                games.push((person, seated, outcome));
            }
        }
        Ok(games)
    }

    fn report_games(&self, games: &[(&Persona, Seated, Outcome)]) -> Result<usize, WorldError> {
        let mut reported = 0;
        for (person, seated, outcome) in games {
            if !truth::reports(self.cast, seated.round, *outcome, seated.side(), person) {
                continue;
            }
            let report = self.report(person, seated, *outcome);
            let key = format!("reported/{}/{}", seated.round, seated.message);
            if self.once(person, &key, &[report])? {
                reported += 1;
            }
            if reported == BATCH {
                break;
            }
        }
        Ok(reported)
    }

    fn rule_games(
        &self,
        round: u32,
        games: &[(&Persona, Seated, Outcome)],
    ) -> Result<Next, WorldError> {
        let reds = games.iter().filter(|(_, seated, _)| seated.is_red);
        let acts: Vec<Act> = reds
            .map(|(_, seated, outcome)| {
                let game = seated.round % MATCH;
                let result = words::ruling(*outcome);
                Act::Says(format!("/result {round}-{}-{game} {result}", seated.table))
            })
            .collect();
        self.chief(&acts)
    }

    fn rounds(&self, what: &str) -> Result<u32, WorldError> {
        let key = seats::counted_key(what, self.competition()?);
        Ok(u32::try_from(self.counted(&key)?).unwrap_or(0))
    }

    fn wait(&self, minutes: i64) -> Result<(), WorldError> {
        self.time
            .advance_to(self.world, self.time.now() + TimeDelta::minutes(minutes))?;
        Ok(())
    }
}
