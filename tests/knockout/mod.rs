mod anew;
mod bracket;
mod card;
mod ceremony;
mod clock;
mod consequences;
mod correction;
mod cut;
mod discipline;
pub mod hall;
mod ladder;
mod leaving;
mod lots;
mod picture;
mod regulation;
mod removal;
mod rough;
mod talk;
pub mod texts;
mod told;
mod why;
mod word;
mod words;

pub use hall::{rules, seats, seeded, short};

use qisai::config::{FirstSide, Leg};
use qisai::tournament::Outcome;
use qisai::tournament::knockout::{Played, Rival};

fn some_games(count: u32, first: FirstSide) -> Leg {
    Leg::Games {
        count,
        first,
        time_control: format!("{count} games"),
    }
}

fn armageddon(first: FirstSide) -> Leg {
    Leg::Armageddon {
        first,
        time_control: "6 to 4".to_owned(),
    }
}

/// Wuhan regulation, clause 7.6.
fn round_legs() -> Vec<Leg> {
    vec![
        some_games(2, FirstSide::BetterSeed),
        some_games(1, FirstSide::Lot),
        armageddon(FirstSide::LastBlackChooses),
    ]
}

/// Wuhan regulation, clause 7.7.
fn final_legs() -> Vec<Leg> {
    vec![
        some_games(6, FirstSide::BetterSeed),
        some_games(2, FirstSide::Lot),
        armageddon(FirstSide::Lot),
    ]
}

/// So many games, the better red first, then a game for the draw.
fn slow(count: u32) -> Vec<Leg> {
    vec![
        some_games(count, FirstSide::BetterSeed),
        armageddon(FirstSide::Lot),
    ]
}

fn games(played: &[(Rival, Option<Outcome>)]) -> Vec<Played> {
    let game = |&(red, outcome): &(Rival, Option<Outcome>)| Played { red, outcome };
    played.iter().map(game).collect()
}
