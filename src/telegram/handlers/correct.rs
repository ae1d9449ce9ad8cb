use crate::desk::correct::{self, CorrectRefusal};
use crate::desk::{Halt, Turn};
use crate::telegram::normal::normal;
use crate::tournament::knockout::MatchNo;

/// `/sides 12`, `/sides 3 12`, `换先 第3轮 12台`; of a match `/sides 1-3-2`: round, table, game
pub fn sides(turn: &mut Turn<'_>, rest: &str) -> Result<(), Halt> {
    const BETWEEN: [char; 8] = [' ', '-', ',', '第', '轮', '台', '桌', '局'];
    let typed = normal(rest);
    let numbers: Option<Vec<u32>> = typed
        .split(BETWEEN)
        .filter(|word| !word.is_empty())
        .map(|word| word.parse().ok())
        .collect();
    match numbers.as_deref() {
        Some(&[table]) => correct::sides(turn, None, table),
        Some(&[round, table]) => correct::sides(turn, Some(round), table),
        Some(&[round, table, game]) => correct::match_sides(turn, MatchNo { round, table }, game),
        Some([_, _, _, ..]) => Err(CorrectRefusal::People.into()),
        Some([]) | None => Err(CorrectRefusal::SidesWords { typed }.into()),
    }
}
