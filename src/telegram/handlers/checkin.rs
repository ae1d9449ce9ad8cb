use crate::desk::{Halt, Refusal, Turn, checkin};
use crate::telegram::normal::normal;

/// An arbiter: the panel, or `/checkin 12` for one without a telephone. Anyone else: I am here.
pub fn checkin(turn: &mut Turn<'_>, rest: &str) -> Result<(), Halt> {
    turn.require_private()?;
    if turn.role()?.is_none() {
        return checkin::all_mine_here(turn);
    }
    match normal(rest).as_str() {
        "" => checkin::open(turn),
        number => {
            let no = number
                .trim_end_matches('号')
                .parse()
                .map_err(|_| Refusal::NumberWanted {
                    typed: number.to_owned(),
                })?;
            checkin::number_here(turn, no)
        }
    }
}
