//! What the clock brings about.

use super::{
    Halt, Turn, ceremony, checkin_time, clock, game_record, knockout, ranking_rule, register,
    report, waiting_list,
};

/// Does what a time has come for; called about once a second.
pub fn tick(turn: &mut Turn<'_>) -> Result<(), Halt> {
    for competition in turn.competitions() {
        turn.enter(&competition.key)?;
        register::announce_times(turn)?;
        register::close_when_due(turn)?;
        waiting_list::move_up(turn)?;
        checkin_time::on_time(turn)?;
        report::settle_due(turn)?;
        game_record::remind(turn)?;
        clock::on_time(turn)?;
        ceremony::on_time(turn)?;
        knockout::choice::on_time(turn)?;
    }
    Ok(())
}

/// After a start: what people answered in time while nobody listened is heard before its time is over.
pub fn resume(turn: &mut Turn<'_>) -> Result<(), Halt> {
    ranking_rule::compare(turn)?;
    waiting_list::resume(turn)?;
    knockout::regulation::resume(turn)?;
    knockout::choice::resume(turn)?;
    knockout::word::resume(turn)?;
    report::resume(turn)
}
