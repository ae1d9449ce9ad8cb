use crate::desk::knockout::show;
use crate::desk::{Halt, Turn, rule};
use crate::telegram::normal::normal;
use crate::tournament::Outcome;
use crate::tournament::knockout::MatchNo;

/// /knockout 淘汰赛; /knockout 图片
pub fn knockout(turn: &mut Turn<'_>, rest: &str) -> Result<(), Halt> {
    show::show(turn, super::print::form(rest).0)
}

/// `1-3-2 红胜`: round, table, game of the knockout, and what stands behind them.
pub fn game_of_match(rest: &str) -> Option<(MatchNo, u32, &str)> {
    let rest = rest.trim();
    let (head, tail) = rest.split_once(char::is_whitespace)?;
    let head = normal(head);
    let mut parts = head.split('-').map(|part| part.parse::<u32>().ok());
    let (round, table, game) = (parts.next()??, parts.next()??, parts.next()??);
    let known = parts.next().is_none();
    known.then_some((MatchNo { round, table }, game, tail))
}

/// /result 1-3-2 红胜
pub fn rule(
    turn: &mut Turn<'_>,
    no: MatchNo,
    game: u32,
    outcome: Option<Outcome>,
) -> Result<(), Halt> {
    rule::rule_match(turn, no, game, outcome)
}
