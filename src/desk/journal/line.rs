//! A line of the journal for people: who, and what it is about.

use super::Reference;
use crate::desk::field::Field;
use crate::desk::hand::Order;
use crate::desk::notice::{JournalLine, PlayerTag, Subject};
use crate::desk::{Halt, Turn, knockout};
use crate::store::journal::{Entry, Line, Undone};
use crate::store::{account, registration};
use crate::tournament::knockout::MatchNo;
use crate::tournament::{Side, StartNumber};

/// A line for people.
pub(in crate::desk) fn line(
    turn: &Turn<'_>,
    field: &Field,
    line: Line,
) -> Result<JournalLine, Halt> {
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

pub(super) fn line_of(
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
    let subject = subject(turn, field, bracket, &entry)?;
    let (of, after) = match (NAMES.contains(&entry.action.as_str()), &entry.after) {
        (true, Some(after)) => named(turn, field, after)?,
        _ => (None, entry.after),
    };
    Ok(JournalLine {
        at,
        who,
        role,
        subject,
        action: entry.action,
        before: entry.before,
        of,
        after,
        reason: entry.reason,
        undone: undone == Some(Undone::TakenBack),
    })
}

/// Lines that name a player in what they state, and not in their subject.
const NAMES: [&str; 3] = ["draw.moves", "knockout.replace", "prizes.choose"];

/// `registration 17: TooFew`: the player, and what is stated of them; `registration 17`: the player alone.
fn named(
    turn: &Turn<'_>,
    field: &Field,
    after: &str,
) -> Result<(Option<PlayerTag>, Option<String>), Halt> {
    let (who, stated) = match after.split_once(": ") {
        Some((who, stated)) => (who, Some(stated.to_owned())),
        None => (after, None),
    };
    match Reference::read(who) {
        Some(Reference::Registration(id)) => Ok((player(turn, field, id)?, stated)),
        _ => Ok((None, Some(after.to_owned()))),
    }
}

/// A registration, in the field or not.
fn player(turn: &Turn<'_>, field: &Field, id: i64) -> Result<Option<PlayerTag>, Halt> {
    if let Some(no) = field.number(id) {
        return Ok(Some(field.tag(no)));
    }
    Ok(registration::find(turn.tx, id)?.map(|one| PlayerTag::of(&one)))
}

/// Whom an order by hand is about.
fn order(field: &Field, order: Order) -> Subject {
    let tag = |no| field.tag(StartNumber(no));
    match order {
        Order::Forbid(one, other) | Order::Lift(one, other) => {
            Subject::Players(vec![tag(one), tag(other)])
        }
        Order::Absent { no, round, .. } | Order::Present { no, round } => Subject::PlayerInRound {
            player: tag(no),
            number: round,
        },
        Order::OwnTable { no, .. } => Subject::Player(tag(no)),
    }
}

fn subject(
    turn: &Turn<'_>,
    field: &Field,
    bracket: Option<&knockout::Bracket<'_>>,
    entry: &Entry,
) -> Result<Subject, Halt> {
    if matches!(
        entry.action.split_once('.'),
        Some(("pair" | "absence" | "table", _))
    ) && let Ok(given) = entry.subject.parse()
    {
        return Ok(order(field, given));
    }
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
            player(turn, field, id)?.map_or(Subject::Other, Subject::Player)
        }
        Some(Reference::Appeal(appeal, id)) => Subject::Appeal {
            appeal,
            player: player(turn, field, id)?,
        },
        Some(Reference::Role(role)) => Subject::Role(role),
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
