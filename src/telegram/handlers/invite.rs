use crate::desk::{Halt, Turn, invite};
use crate::telegram::normal::normal;

/// `/invite 5`, `/invite 推荐 5` for one of several pools, `/invite 列表` for the codes made so far.
pub fn invite(turn: &mut Turn<'_>, rest: &str) -> Result<(), Halt> {
    let typed = normal(rest);
    if matches!(typed.as_str(), "列表" | "清单" | "list") {
        return invite::list(turn, 0);
    }
    let mut wanted = None;
    let mut pool = Vec::new();
    for word in typed.split_whitespace() {
        match word.trim_end_matches('个').parse() {
            Ok(number) => wanted = Some(number),
            Err(_) => pool.push(word),
        }
    }
    let pool = pool.join(" ");
    // Words without a number name no pool: the number is asked for.
    let named = wanted.is_some() && !pool.is_empty();
    invite::invite(turn, wanted, named.then_some(pool.as_str()))
}
