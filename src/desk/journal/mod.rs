//! The journal as arbiters read it: who did what, of all or of a player, a round, a table.

mod line;
mod reference;

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

pub(super) use line::line;
pub(super) use reference::Reference;

use super::field::Field;
use super::hand::{LAST_TABLE, Order};
use super::knockout;
use super::notice::{Journal, PlayerTag};
use super::role::Duty;
use super::{Halt, PlayRefusal, Turn};
use crate::store::journal::{self, About};
use crate::store::{appeal, game};
use crate::tournament::StartNumber;
use crate::tournament::knockout::{MatchNo, Slot};
use line::line_of;

/// Which lines are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Filter {
    All,
    /// By start number: the player and the games played.
    Player(u32),
    Round(u32),
    /// Round and table.
    Table(u32, u32),
    /// A match of the knockout: round and table.
    Match(u32, u32),
    /// A game of a match: round, table, game.
    Game(u32, u32, u32),
}

/// Why nothing is shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum JournalRefusal {
    /// Nobody in the field is called that.
    NobodyFound { typed: String },
    /// Several are; their start numbers.
    Several { players: Vec<PlayerTag> },
}

/// Lines of a page.
const PAGE: usize = 10;

/// More games than a match can have by any ladder that `bot.toml` takes.
const GAMES: u32 = 60;

/// Shows a page to an arbiter, newest first.
pub fn show(turn: &mut Turn<'_>, filter: Filter, page: usize) -> Result<(), Halt> {
    turn.require(Duty::ShowJournal)?;
    turn.require_private()?;
    let field = Field::load(turn)?;
    let bracket = knockout::Bracket::load(turn, &field)?;
    let (about, player) = about(turn, &field, bracket.as_ref(), filter)?;
    let key = &turn.competition().key;
    let alone = !turn.is_one_of_several();
    let count = journal::count(turn.tx, key, alone, &about)?;
    let pages = count.div_ceil(PAGE).max(1);
    let page = page.min(pages - 1);
    let lines = journal::page(turn.tx, key, alone, &about, page * PAGE, PAGE)?;
    let lines = lines
        .into_iter()
        .map(|one| line_of(turn, &field, bracket.as_ref(), one))
        .collect::<Result<Vec<_>, Halt>>()?;
    turn.rewrite(Journal::Page {
        filter,
        player,
        lines,
        page,
        pages,
    })
}

/// The lines of a table of the newest round, or of the newest match at it.
pub fn newest_table(turn: &mut Turn<'_>, table: u32) -> Result<(), Halt> {
    turn.require(Duty::ShowJournal)?;
    let field = Field::load(turn)?;
    if let Some(bracket) = knockout::Bracket::load(turn, &field)? {
        return show(turn, Filter::Match(bracket.store.begun.max(1), table), 0);
    }
    let round = field.rounds.last().ok_or(PlayRefusal::NoRound)?;
    show(turn, Filter::Table(round.number, table), 0)
}

/// The lines of the player of this name, or of the only one whose name has this in it.
pub fn by_name(turn: &mut Turn<'_>, typed: &str) -> Result<(), Halt> {
    turn.require(Duty::ShowJournal)?;
    let field = Field::load(turn)?;
    let mut found = field.named(typed);
    if found.is_empty() {
        found = field.with_in_name(typed);
    }
    match found.as_slice() {
        [only] => show(turn, Filter::Player(only.0), 0),
        [] => Err(JournalRefusal::NobodyFound {
            typed: typed.to_owned(),
        }
        .into()),
        several => Err(JournalRefusal::Several {
            players: several.iter().take(10).map(|no| field.tag(*no)).collect(),
        }
        .into()),
    }
}

/// The subjects a filter looks for.
fn about(
    turn: &Turn<'_>,
    field: &Field,
    bracket: Option<&knockout::Bracket<'_>>,
    filter: Filter,
) -> Result<(About, Option<PlayerTag>), Halt> {
    let mut subjects = Vec::new();
    let mut of = None;
    match filter {
        Filter::All => return Ok((About::All, None)),
        Filter::Table(number, table) => subjects.push(format!("round {number} table {table}")),
        Filter::Match(round, table) => subjects.extend(of_match(MatchNo { round, table })),
        Filter::Game(round, table, game) => {
            subjects.push(format!("match {round}-{table} game {game}"));
        }
        Filter::Round(number) => {
            subjects.push(format!("round {number}"));
            if let Some(round) = field.rounds.iter().find(|round| round.number == number) {
                for game in game::of_round(turn.tx, round.id)? {
                    subjects.push(format!("round {number} table {}", game.table));
                }
            }
        }
        Filter::Player(no) => {
            let player = field
                .player(StartNumber(no))
                .ok_or(PlayRefusal::NoSuchPlayer { no })?;
            of = Some(PlayerTag::of(player));
            subjects.push(format!("registration {}", player.id));
            for one in appeal::of_player(turn.tx, player.id)? {
                subjects.push(format!("appeal {}, registration {}", one.id, player.id));
            }
            subjects.extend(orders(turn, field, no));
            for round in &field.rounds {
                if let Some(game) = game::of_player(turn.tx, round.id, player.id)? {
                    subjects.push(format!("round {} table {}", round.number, game.table));
                }
            }
            let pairs = bracket.map(|bracket| bracket.course.pairs());
            for pair in pairs.into_iter().flatten().flatten() {
                if pair.slots.contains(&Slot::Player(StartNumber(no))) {
                    subjects.extend(of_match(pair.no));
                }
            }
        }
    }
    Ok((About::Subjects(subjects), of))
}

/// Every order by hand that may have been given about a player.
fn orders(turn: &Turn<'_>, field: &Field, no: u32) -> Vec<String> {
    let rules = turn.swiss();
    let most = rules.score.win.max(rules.score.bye);
    let mut orders = Vec::new();
    for other in field.everyone().map(|other| other.0) {
        orders.extend([
            Order::Forbid(no, other),
            Order::Forbid(other, no),
            Order::Lift(no, other),
            Order::Lift(other, no),
        ]);
    }
    for round in 1..=rules.rounds {
        orders.push(Order::Present { no, round });
        let points = (0..=most).map(Some).chain([None]);
        orders.extend(points.map(|points| Order::Absent { no, round, points }));
    }
    orders.extend((0..=LAST_TABLE).map(|table| Order::OwnTable { no, table }));
    orders.iter().map(Order::to_string).collect()
}

/// A match and every game it may have.
fn of_match(no: MatchNo) -> impl Iterator<Item = String> {
    let (round, table) = (no.round, no.table);
    let games = (1..=GAMES).map(move |game| format!("match {round}-{table} game {game}"));
    std::iter::once(format!("match {round}-{table}")).chain(games)
}

impl fmt::Display for Filter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Filter::All => f.write_str("a"),
            Filter::Player(no) => write!(f, "p{no}"),
            Filter::Round(number) => write!(f, "r{number}"),
            Filter::Table(number, table) => write!(f, "t{number}.{table}"),
            Filter::Match(round, table) => write!(f, "m{round}.{table}"),
            Filter::Game(round, table, game) => write!(f, "g{round}.{table}.{game}"),
        }
    }
}

/// A text that names no filter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnknownFilter;

impl FromStr for Filter {
    type Err = UnknownFilter;

    fn from_str(text: &str) -> Result<Filter, UnknownFilter> {
        let number = |text: &str| text.parse::<u32>().map_err(|_| UnknownFilter);
        match text.split_at_checked(1) {
            Some(("a", "")) => Ok(Filter::All),
            Some(("p", no)) => Ok(Filter::Player(number(no)?)),
            Some(("r", round)) => Ok(Filter::Round(number(round)?)),
            Some((kind, place)) => {
                let parts = place.split('.').map(number);
                let parts = parts.collect::<Result<Vec<u32>, UnknownFilter>>()?;
                match (kind, parts.as_slice()) {
                    ("t", [round, table]) => Ok(Filter::Table(*round, *table)),
                    ("m", [round, table]) => Ok(Filter::Match(*round, *table)),
                    ("g", [round, table, game]) => Ok(Filter::Game(*round, *table, *game)),
                    _ => Err(UnknownFilter),
                }
            }
            None => Err(UnknownFilter),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn filters_survive_their_text_form() {
        for filter in [
            Filter::All,
            Filter::Player(200),
            Filter::Round(7),
            Filter::Table(3, 100),
            Filter::Match(4, 1),
            Filter::Game(1, 8, 9),
        ] {
            assert_eq!(filter.to_string().parse(), Ok(filter));
        }
        for text in ["", "x", "p", "t3", "a1", "m1", "g1.2", "m1.2.3"] {
            assert_eq!(text.parse::<Filter>(), Err(UnknownFilter), "{text}");
        }
    }
}
