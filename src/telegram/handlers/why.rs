use crate::desk::hand::HandRefusal;
use crate::desk::why::{self, About};
use crate::desk::{Halt, Turn};
use crate::telegram::normal::normal;

/// `/why`, `/why 5`, `/why 轮空`; of the knockout `/why 1-3`
pub fn why(turn: &mut Turn<'_>, rest: &str) -> Result<(), Halt> {
    let typed = normal(rest);
    let table = typed.trim_start_matches('第').trim_end_matches('台').trim();
    let about = match table {
        "" => About::All,
        "轮空" | "bye" | "0" => About::Bye,
        number => match (number.parse(), of_match(number)) {
            (Ok(table), _) => About::Table(table),
            (Err(_), Some((round, table))) => About::Match(round, table),
            (Err(_), None) => {
                return Err(HandRefusal::Words {
                    command: "why".to_owned(),
                    typed,
                }
                .into());
            }
        },
    };
    why::show(turn, about)
}

fn of_match(typed: &str) -> Option<(u32, u32)> {
    let (round, table) = typed.split_once('-')?;
    Some((round.trim().parse().ok()?, table.trim().parse().ok()?))
}

/// A board of a proposal; 0: the bye.
pub fn by_button(turn: &mut Turn<'_>, round: i64, table: u32) -> Result<(), Halt> {
    let about = match table {
        0 => About::Bye,
        table => About::Table(table),
    };
    why::of_proposal(turn, round, about)
}
