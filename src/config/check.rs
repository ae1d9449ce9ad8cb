//! `qisai check FILE`: what a file says, or what is wrong with it.

use std::fmt;
use std::path::Path;

use chrono_tz::Tz;

use super::{
    Competition, Config, Event, Fault, Loaded, PairingSystem, Pool, Prize, Registration, Stage,
    TeamAvoidance,
};

/// What came of checking a file. Its `Display` is what the command prints.
#[derive(Debug)]
pub enum Checked {
    Sound { file: String, loaded: Box<Loaded> },
    Faulty(Vec<Fault>),
}

/// Reads and checks a configuration file.
pub fn run(path: &Path) -> Checked {
    match Config::load(path) {
        Ok(loaded) => Checked::Sound {
            file: path.display().to_string(),
            loaded: Box::new(loaded),
        },
        Err(faults) => Checked::Faulty(faults),
    }
}

impl Checked {
    /// The exit code of the program: 0 for a sound file, 2 for a faulty one.
    pub fn exit_code(&self) -> u8 {
        match self {
            Checked::Sound { .. } => 0,
            Checked::Faulty(_) => 2,
        }
    }
}

impl fmt::Display for Checked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Checked::Sound { file, loaded } => {
                writeln!(f, "{file}: sound")?;
                event(f, &loaded.config.event)?;
                if !loaded.later.is_empty() {
                    writeln!(f, "The file asks for what this version does not have yet:")?;
                }
                for later in &loaded.later {
                    writeln!(f, "  - {later}")?;
                }
                Ok(())
            }
            Checked::Faulty(faults) => {
                for fault in faults {
                    writeln!(f, "{fault}")?;
                }
                Ok(())
            }
        }
    }
}

fn event(f: &mut fmt::Formatter<'_>, event: &Event) -> fmt::Result {
    writeln!(f, "Event: {} ({})", event.name, event.zone)?;
    registration(f, &event.registration, event.zone)?;
    for competition in &event.competitions {
        self::competition(f, competition)?;
    }
    Ok(())
}

fn registration(f: &mut fmt::Formatter<'_>, registration: &Registration, zone: Tz) -> fmt::Result {
    let pools: Vec<String> = registration.pools.iter().map(pool).collect();
    write!(
        f,
        "Registration: until {}; {} places: {}",
        registration.closes.with_timezone(&zone).naive_local(),
        registration.capacity,
        pools.join(", ")
    )?;
    match &registration.fee {
        Some(fee) => writeln!(f, "; fee {} yuan", fee.amount),
        None => writeln!(f, "; no fee"),
    }
}

fn pool(pool: &Pool) -> String {
    let by_code = if pool.by_code { " by code" } else { "" };
    format!("{} {}{by_code}", pool.name, pool.seats)
}

fn competition(f: &mut fmt::Formatter<'_>, competition: &Competition) -> fmt::Result {
    writeln!(f, "Competition: {}", competition.name)?;
    for section in &competition.sections {
        let rules = section.eligibility.rules.len();
        writeln!(
            f,
            "  section {}: rules of eligibility: {rules}",
            section.name
        )?;
    }
    for stage in &competition.stages {
        match stage {
            Stage::Swiss(swiss) => {
                write!(f, "  stage {}: {} rounds", swiss.name, swiss.rounds)?;
                // The Dutch system may have none for the sides that are due.
                if swiss.team_avoidance == TeamAvoidance::Never
                    && swiss.system == PairingSystem::Xiangqi
                {
                    let enough = enough_players(swiss.rounds);
                    write!(
                        f,
                        ", each certain of a pairing with {enough} players or more"
                    )?;
                }
                match swiss.advance {
                    Some(advance) => writeln!(f, ", {advance} go on")?,
                    None => writeln!(f)?,
                }
            }
            Stage::Knockout(knockout) => writeln!(
                f,
                "  stage {}: {} players, {} rounds",
                knockout.name,
                knockout.size,
                knockout.rounds.len()
            )?,
        }
    }
    let special = competition.special_prizes.iter();
    let special: u64 = special.map(|prize| u64::from(prize.money)).sum();
    let money = special + competition.all_prizes().map(Prize::total).sum::<u64>();
    writeln!(f, "  prizes: {money} yuan")?;
    let sections = competition.sections.iter();
    let lists = sections.map(|section| (section.name.as_str(), &section.prizes));
    for (name, prizes) in lists.chain([("", &competition.prizes)]) {
        for team in [false, true] {
            let of = |prize: &&Prize| prize.team == team;
            for (first, last) in gaps(prizes.iter().filter(of)) {
                let whose = if team { "teams " } else { name };
                let whose = whose.trim_end();
                let space = if whose.is_empty() { "" } else { " " };
                let places = match first == last {
                    true => format!("place {first}"),
                    false => format!("places {first} to {last}"),
                };
                writeln!(
                    f,
                    "  warning: {whose}{space}{places} without a prize, though a lower place has one"
                )?;
            }
        }
    }
    Ok(())
}

/// Places without a prize above one that has one, first and last.
fn gaps<'a>(prizes: impl Iterator<Item = &'a Prize>) -> Vec<(u32, u32)> {
    let mut places: Vec<(u32, u32)> = prizes.map(|prize| prize.places).collect();
    places.sort_unstable();
    let mut gaps = Vec::new();
    let mut next = 1;
    for (first, last) in places {
        if first > next {
            gaps.push((next, first - 1));
        }
        next = next.max(last.saturating_add(1));
    }
    gaps
}

/// With so many players every round has a pairing, whatever was paired before: each has then met at
/// most half of the others, and by Dirac's theorem the pairs that may still meet hold a cycle through
/// all, of which every second pair is a complete pairing. An odd field counts its bye as a player.
fn enough_players(rounds: u32) -> u32 {
    2 * rounds - 1
}
