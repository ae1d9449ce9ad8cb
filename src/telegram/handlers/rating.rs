use crate::desk::{self, Halt, Turn};
use crate::telegram::normal::normal;

/// /rating; /rating 12 1850; /rating 张三 1850
pub fn rating(turn: &mut Turn<'_>, rest: &str) -> Result<(), Halt> {
    match normal(rest).as_str() {
        "" => desk::rating::list(turn),
        typed => desk::rating::enter(turn, typed),
    }
}
