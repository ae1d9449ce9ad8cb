use crate::desk::{self, Halt, Turn};
use crate::telegram::normal::normal;
use crate::telegram::texts::rank_key;

/// /ranking; /ranking 积分 对手分 胜局
pub fn ranking_rule(turn: &mut Turn<'_>, rest: &str) -> Result<(), Halt> {
    let typed = normal(rest);
    let words = typed.split([' ', '、', ',', ';', '>']);
    let keys: Vec<_> = words
        .filter(|word| !word.is_empty())
        .map(|word| rank_key(word).ok_or_else(|| word.to_owned()))
        .collect();
    if keys.is_empty() {
        desk::ranking_rule::show(turn)
    } else {
        desk::ranking_rule::propose_keys(turn, keys)
    }
}
