use super::{Halt, Turn, register, report, waiting_list};

/// Does what a time has come for; called about once a second.
pub fn tick(turn: &mut Turn<'_>) -> Result<(), Halt> {
    for competition in turn.competitions() {
        turn.enter(&competition.key)?;
        register::close_when_due(turn)?;
        waiting_list::move_up(turn)?;
        report::settle_due(turn)?;
    }
    Ok(())
}

/// After a start: what people answered in time while nobody listened is heard before its time is over.
pub fn resume(turn: &mut Turn<'_>) -> Result<(), Halt> {
    waiting_list::resume(turn)?;
    report::resume(turn)
}
