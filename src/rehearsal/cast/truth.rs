use super::chance::Chance;
use super::persona::{Cast, Persona};
use crate::tournament::{Outcome, Side};

/// What really happened over the board, which the bot only hears of from people.
pub fn outcome(cast: &Cast, round: u32, red: &Persona, black: &Persona) -> Outcome {
    let absent = |person: &Persona| is_absent(cast.chance, round, person);
    match (absent(red), absent(black)) {
        (true, true) => return Outcome::BothForfeit,
        (true, false) => return Outcome::RedForfeit,
        (false, true) => return Outcome::BlackForfeit,
        (false, false) => {}
    }
    let question = format!("game {round} {} {}", red.id, black.id);
    let roll = cast.chance.pick(&question, 1000);
    // A third of the games are drawn, less often the greater the difference.
    let gap = red.strength.abs_diff(black.strength);
    let draws = 320_u64.saturating_sub(gap / 4);
    if roll < draws {
        return Outcome::Draw;
    }
    let total = red.strength + black.strength + 100;
    let reds = (1000 - draws) * (red.strength + 60) / total;
    if roll < draws + reds {
        Outcome::RedWin
    } else {
        Outcome::BlackWin
    }
}

/// Does not come to this round.
pub fn is_absent(chance: Chance, round: u32, person: &Persona) -> bool {
    person.team.is_none() && chance.pick(&format!("absent {round} {}", person.id), 400) == 0
}

/// Never comes at all.
pub fn misses_checkin(chance: Chance, person: &Persona) -> bool {
    person.team.is_none() && chance.percent(&format!("checkin {}", person.id), 2)
}

/// Leaves the event after this round, saying so.
pub fn withdraws_after(chance: Chance, person: &Persona) -> Option<u32> {
    let leaves = person.team.is_none() && chance.percent(&format!("leaves {}", person.id), 3);
    leaves.then(|| 1 + u32::try_from(chance.pick(&format!("when {}", person.id), 5)).unwrap_or(0))
}

/// Withdraws before registration ends.
pub fn changes_mind(chance: Chance, person: &Persona) -> bool {
    person.team.is_none() && chance.pick(&format!("changes mind {}", person.id), 60) == 0
}

/// Does not hand in game records.
pub fn forgets_record(chance: Chance, person: &Persona) -> bool {
    chance.percent(&format!("forgets record {}", person.id), 10)
}

/// What a player does about a finished game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Habit {
    /// In a word to the bot: 胜, 和.
    Word,
    /// By the button under the announcement.
    Button,
    /// In the group, with the table.
    Group,
}

pub fn habit(chance: Chance, round: u32, person: &Persona) -> Habit {
    match chance.pick(&format!("habit {round} {}", person.id), 10) {
        0..=4 => Habit::Word,
        5..=7 => Habit::Button,
        _ => Habit::Group,
    }
}

/// What a player does about the opponent's true report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    Confirms,
    /// The window decides.
    Ignores,
    /// Without reason; an arbiter rules.
    Objects,
}

pub fn answer(chance: Chance, round: u32, person: &Persona) -> Answer {
    match chance.pick(&format!("answer {round} {}", person.id), 100) {
        0..=79 => Answer::Confirms,
        80..=97 => Answer::Ignores,
        _ => Answer::Objects,
    }
}

/// The loser who says that they won.
pub fn lies(chance: Chance, round: u32, person: &Persona) -> bool {
    chance.pick(&format!("lies {round} {}", person.id), 150) == 0
}

/// Whether this player reports first: the winner; of a draw, red; and a liar.
pub fn reports(cast: &Cast, round: u32, outcome: Outcome, side: Side, person: &Persona) -> bool {
    match outcome {
        Outcome::RedWin | Outcome::BlackWin => {
            outcome.winner() == Some(side) || lies(cast.chance, round, person)
        }
        Outcome::Draw => side == Side::Red,
        // A double loss and forfeits are an arbiter's to rule.
        Outcome::BothLose | Outcome::RedForfeit | Outcome::BlackForfeit | Outcome::BothForfeit => {
            false
        }
    }
}
