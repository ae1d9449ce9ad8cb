use super::{Halt, Turn, register, report};

/// Does what a time has come for; called about once a second.
pub fn tick(turn: &mut Turn<'_>) -> Result<(), Halt> {
    for competition in turn.competitions() {
        turn.enter(&competition.key)?;
        register::close_when_due(turn)?;
        report::settle_due(turn)?;
    }
    Ok(())
}
