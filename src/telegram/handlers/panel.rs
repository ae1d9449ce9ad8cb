use crate::desk::journal::Filter;
use crate::desk::panel::Step;
use crate::desk::{self, Halt, Turn};

/// A step from the desk's buttons: what its command does, the desk staying where it is.
pub fn step(turn: &mut Turn<'_>, step: Step) -> Result<(), Halt> {
    turn.answer_apart();
    match step {
        Step::CloseRegistration => desk::register::close(turn),
        Step::Roster => desk::roster::roster(turn),
        Step::Draw => desk::draw::draw(turn, ""),
        Step::CheckIn => desk::checkin::open(turn),
        Step::Pair => desk::pair::pair(turn),
        Step::Seed => desk::knockout::seed::preview(turn),
        Step::Open => desk::open::show(turn),
        Step::Prizes => desk::prizes::show(turn, None),
        Step::Review => desk::review::next(turn),
        Step::Waiting => desk::waiting_list::list(turn, 0),
        Step::Appeals => desk::appeal::list(turn, 0),
        Step::Records => desk::game_record::list(turn, 0),
        Step::Undo => desk::undo::ask(turn),
        Step::Journal => desk::journal::show(turn, Filter::All, 0),
    }
}
