use super::print;
use crate::desk::{Halt, Turn, table, unfold};
use crate::telegram::normal::normal;

/// /standings; /standings 女子组; as a picture or file: /standings 图片; the sums behind one player's figures: /standings 12, /standings 张三
pub fn standings(turn: &mut Turn<'_>, rest: &str) -> Result<(), Halt> {
    let (form, rest) = print::form(rest);
    let typed = normal(&rest);
    if let Ok(no) = typed.parse() {
        return unfold::by_number(turn, no);
    }
    match table::show(turn, &typed, form) {
        Err(Halt::Refused(_)) if unfold::by_name(turn, rest.trim())? => Ok(()),
        shown => shown,
    }
}
