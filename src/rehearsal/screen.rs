use chrono::{DateTime, Utc};
use indicatif::{ProgressBar, ProgressStyle};
use std::cell::Cell;
use std::io::Write;

use super::cast::Cast;
use super::{World, WorldError};

/// Prints the group's messages as they come, above a progress bar.
pub struct Screen {
    bar: ProgressBar,
    group: i64,
    /// Of the bar, a competition each.
    lengths: Vec<u64>,
    /// The last change that was looked at.
    seen: Cell<i64>,
}

/// Phases of the bar besides the rounds: registration, draw, check-in.
const BEFORE: u64 = 3;

impl Screen {
    /// Messages printed before a restart are not printed again.
    pub fn new(world: &World, cast: &Cast) -> Result<Screen, WorldError> {
        let lengths = cast
            .competitions
            .iter()
            .map(|one| BEFORE + u64::from(one.swiss.rounds));
        let lengths: Vec<u64> = lengths.collect();
        let bar = ProgressBar::new(lengths.iter().sum());
        if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} {msg}") {
            bar.set_style(style);
        }
        let seen = world
            .note("printed")?
            .and_then(|text| text.parse().ok())
            .unwrap_or(0);
        Ok(Screen {
            bar,
            group: cast.group,
            lengths,
            seen: Cell::new(seen),
        })
    }

    /// Prints what is new and moves the bar.
    pub fn show(&self, world: &World, now: DateTime<Utc>) -> Result<(), WorldError> {
        let last = world.seq()?;
        if last == self.seen.get() {
            return Ok(());
        }
        let mut new: Vec<_> = world
            .recent(self.group, 100)?
            .into_iter()
            .filter(|message| message.from_bot && is_new(message.seq, self.seen.get(), last))
            .collect();
        new.sort_by_key(|message| message.seq);
        for message in new {
            let edited = if message.edited_times > 0 {
                "（更新）"
            } else {
                ""
            };
            // A hidden bar (no terminal) would swallow its own println.
            self.bar
                .suspend(|| say(&format!("── 群{edited} ──\n{}", message.text)));
        }
        self.seen.set(last);
        world.set_note("printed", &last.to_string())?;
        let phase = world.note("phase")?.unwrap_or_default();
        let played = world
            .note("competition")?
            .and_then(|text| text.parse().ok());
        let before: u64 = self.lengths.iter().take(played.unwrap_or(0)).sum();
        self.bar.set_position(position(
            &phase,
            before,
            self.bar.length().unwrap_or_default(),
        ));
        self.bar
            .set_message(format!("{} {phase}", now.format("%m-%d %H:%M")));
        Ok(())
    }

    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// Whether a change belongs between two looks. What came after the count was taken belongs to the next one:
/// printed now, it would be printed twice.
fn is_new(seq: i64, seen: i64, last: i64) -> bool {
    seen < seq && seq <= last
}

/// Prints a line. Nobody may be reading any more (`| head`): that ends the printing, not the rehearsal.
pub fn say(text: &str) {
    let mut out = std::io::stdout().lock();
    if writeln!(out, "{text}").and_then(|()| out.flush()).is_err() {
        tracing::debug!("nobody reads the output");
    }
}

fn position(phase: &str, before: u64, length: u64) -> u64 {
    let (name, round) = phase.split_once(' ').unwrap_or((phase, ""));
    let round: u64 = round.parse().unwrap_or(0);
    match name {
        "bind" | "invite" | "arrive" | "review" | "regret" | "deadline" | "leftovers" => 0,
        "roster" | "commit" | "draw" => before + 1,
        "checkin" | "chase" | "gather" | "close" => before + 2,
        "over" => length,
        "ended" => before,
        _ => before + BEFORE - 1 + round,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_change_is_new_in_one_look_only() {
        let looks = [0, 3, 3, 7, 12];
        for seq in 1..=12 {
            let pairs = looks
                .windows(2)
                .filter(|pair| is_new(seq, pair[0], pair[1]));
            assert_eq!(pairs.count(), 1, "{seq}");
        }
    }
}
