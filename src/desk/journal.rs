//! The journal as arbiters read it: who did what, of all or of a player, a round, a table.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::field::Field;
use super::knockout;
use super::notice::{Journal, JournalLine, PlayerTag, Subject};
use super::role::Duty;
use super::{Halt, PlayRefusal, Turn};
use crate::store::journal::{self, About, Entry, Line, Undone};
use crate::store::{account, game, registration};
use crate::tournament::knockout::{MatchNo, Slot};
use crate::tournament::{Side, StartNumber};

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

/// A match and every game it may have.
fn of_match(no: MatchNo) -> impl Iterator<Item = String> {
    let (round, table) = (no.round, no.table);
    let games = (1..=GAMES).map(move |game| format!("match {round}-{table} game {game}"));
    std::iter::once(format!("match {round}-{table}")).chain(games)
}

/// A line for people.
pub(super) fn line(turn: &Turn<'_>, field: &Field, line: Line) -> Result<JournalLine, Halt> {
    let is_of_match = matches!(
        Reference::read(&line.entry.subject),
        Some(Reference::Match { .. } | Reference::KnockoutRound(_))
    );
    let bracket = match is_of_match {
        true => knockout::Bracket::load(turn, field)?,
        false => None,
    };
    line_of(turn, field, bracket.as_ref(), line)
}

fn line_of(
    turn: &Turn<'_>,
    field: &Field,
    bracket: Option<&knockout::Bracket<'_>>,
    line: Line,
) -> Result<JournalLine, Halt> {
    let Line {
        at, entry, undone, ..
    } = line;
    let who = match entry.account {
        Some(id) => account::find(turn.tx, id)?.map(|account| account.name),
        None => None,
    };
    let role = entry.role.as_deref();
    let role = role.and_then(|word| serde_json::from_value(word.into()).ok());
    Ok(JournalLine {
        at,
        who,
        role,
        subject: subject(turn, field, bracket, &entry)?,
        action: entry.action,
        before: entry.before,
        after: entry.after,
        reason: entry.reason,
        undone: undone == Some(Undone::TakenBack),
    })
}

fn subject(
    turn: &Turn<'_>,
    field: &Field,
    bracket: Option<&knockout::Bracket<'_>>,
    entry: &Entry,
) -> Result<Subject, Halt> {
    Ok(match Reference::read(&entry.subject) {
        Some(Reference::KnockoutRound(number)) => bracket.map_or(Subject::Other, |bracket| {
            Subject::KnockoutRound(bracket.round_name(number))
        }),
        Some(Reference::Match { no, game }) => match bracket {
            Some(bracket) => match_of(field, bracket, entry, no, game),
            // The seeding was taken back.
            None => Subject::Match {
                round: format!("{}", no.round),
                table: no.table,
                game,
                players: Vec::new(),
                who: None,
                side: None,
            },
        },
        Some(Reference::Round(number)) => Subject::Round(number),
        Some(Reference::Table(number, table)) => Subject::Table { number, table },
        Some(Reference::Registration(id)) => {
            let known = field.number(id).map(|no| field.tag(no));
            let tag = match known {
                Some(tag) => Some(tag),
                None => registration::find(turn.tx, id)?.map(|one| PlayerTag::of(&one)),
            };
            tag.map_or(Subject::Other, Subject::Player)
        }
        None => Subject::Other,
    })
}

/// A match, with the two who play it, and who won it or chose.
fn match_of(
    field: &Field,
    bracket: &knockout::Bracket<'_>,
    entry: &Entry,
    no: MatchNo,
    game: Option<u32>,
) -> Subject {
    let tag = |no: u32| field.tag(StartNumber(no));
    let after = entry.after.as_deref().unwrap_or_default();
    let numbers: Vec<u32> = after
        .split(|letter: char| !letter.is_ascii_digit())
        .filter_map(|number| number.parse().ok())
        .collect();
    let at = game.and_then(|game| game.checked_sub(1));
    let played = at.and_then(|at| bracket.games.get(&no)?.get(at as usize));
    let players = match (entry.action.as_str(), numbers.as_slice(), played) {
        ("match.game", [red, black], _) => vec![tag(*red), tag(*black)],
        (_, _, Some(game)) => vec![field.tag_of(game.red), field.tag_of(game.black)],
        _ => {
            let players = bracket.course.find(no).and_then(|pair| pair.players());
            let players = players.into_iter().flatten();
            players.map(|no| bracket.tag(no)).collect()
        }
    };
    let (who, side) = match (entry.action.as_str(), numbers.first()) {
        ("match.decide", Some(winner)) => (Some(tag(*winner)), None),
        ("match.choose", Some(by)) => {
            let sides = [Side::Red, Side::Black].into_iter();
            let mut named = sides.filter(|side| after.ends_with(&format!("{side:?}")));
            (Some(tag(*by)), named.next())
        }
        _ => (None, None),
    };
    Subject::Match {
        round: bracket.round_name(no.round),
        table: no.table,
        game,
        players,
        who,
        side,
    }
}

/// What the subject of a line names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reference {
    Round(u32),
    Table(u32, u32),
    Registration(i64),
    KnockoutRound(u32),
    /// A match, and the game of it that is meant, from 1.
    Match {
        no: MatchNo,
        game: Option<u32>,
    },
}

impl Reference {
    /// Reads `round 3`, `round 3 table 12`, `registration 17`, `knockout round 2`, `match 1-3`,
    /// `match 1-3 game 2`,
    /// `sides/knockout/1/3/3/1`.
    pub(super) fn read(written: &str) -> Option<Reference> {
        if let Some(sides) = written.strip_prefix("sides/knockout/") {
            let parts = sides.split('/').map(|part| part.parse().ok());
            let parts = parts.collect::<Option<Vec<u32>>>()?;
            let [round, table, game, ..] = *parts.as_slice() else {
                return None;
            };
            let no = MatchNo { round, table };
            let game = Some(game);
            return Some(Reference::Match { no, game });
        }
        let words: Vec<&str> = written.split(' ').collect();
        match words.as_slice() {
            ["round", number] => Some(Reference::Round(number.parse().ok()?)),
            ["round", number, "table", table] => {
                Some(Reference::Table(number.parse().ok()?, table.parse().ok()?))
            }
            ["knockout", "round", number] => Some(Reference::KnockoutRound(number.parse().ok()?)),
            ["match", place, rest @ ..] => {
                let (round, table) = place.split_once('-')?;
                let no = MatchNo {
                    round: round.parse().ok()?,
                    table: table.parse().ok()?,
                };
                let game = match rest {
                    [] => None,
                    ["game", game] => Some(game.parse().ok()?),
                    _ => return None,
                };
                Some(Reference::Match { no, game })
            }
            ["registration", id] => Some(Reference::Registration(id.parse().ok()?)),
            _ => None,
        }
    }
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

    #[test]
    fn subjects_are_read() {
        assert_eq!(
            Reference::read("round 3 table 12"),
            Some(Reference::Table(3, 12))
        );
        assert_eq!(Reference::read("round 3"), Some(Reference::Round(3)));
        assert_eq!(
            Reference::read("registration 17"),
            Some(Reference::Registration(17))
        );
        let no = MatchNo { round: 1, table: 3 };
        let read = |written| Reference::read(written);
        assert_eq!(read("match 1-3"), Some(Reference::Match { no, game: None }));
        let game = Some(2);
        assert_eq!(
            read("match 1-3 game 2"),
            Some(Reference::Match { no, game })
        );
        assert_eq!(read("knockout round 4"), Some(Reference::KnockoutRound(4)));
        assert_eq!(
            read("sides/knockout/1/3/2/1"),
            Some(Reference::Match { no, game })
        );
        assert_eq!(read("match 1"), None);
        assert_eq!(read("match 1-3 leg 2"), None);
        assert_eq!(Reference::read("group"), None);
    }
}
