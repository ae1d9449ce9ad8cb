use crate::desk::hand::HandRefusal;
use crate::desk::why::{self, About};
use crate::desk::{Halt, Turn};
use crate::telegram::normal::normal;

/// `/why`, `/why 5`, `/why 轮空`
pub fn why(turn: &mut Turn<'_>, rest: &str) -> Result<(), Halt> {
    let typed = normal(rest);
    let table = typed.trim_start_matches('第').trim_end_matches('台').trim();
    let about = match table {
        "" => About::All,
        "轮空" | "bye" | "0" => About::Bye,
        number => match number.parse() {
            Ok(table) => About::Table(table),
            Err(_) => {
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

/// A board of a proposal; 0: the bye.
pub fn by_button(turn: &mut Turn<'_>, round: i64, table: u32) -> Result<(), Halt> {
    let about = match table {
        0 => About::Bye,
        table => About::Table(table),
    };
    why::of_proposal(turn, round, about)
}
