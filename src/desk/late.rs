//! 迟到: an arbiter notes who is not at the table; when the time is over a forfeit is declared by a tap,
//! and where an absence removes, the arbiter may keep the player. Chengdu-Chongqing regulation,
//! supplement, clause 3.1.3.

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

use super::absence::Absence;
use super::notice::{Absent, Late, LateTable, TooEarly};
use super::report::{current, player_tag, subject, tag};
use super::{
    Duty, Halt, PlayRefusal, Refusal, Turn, absence, clock, knockout, recusal, report, role,
    round_time, rule,
};
use crate::config::ForfeitBy;
use crate::store::game::{self, Game, Status};
use crate::store::journal::Entry;
use crate::store::lateness::{self, Lateness};
use crate::store::registration;
use crate::store::round::{Round, State};
use crate::tournament::{Outcome, Side};

/// Why somebody is not noted as late, or no forfeit declared.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LateRefusal {
    /// Nobody has said when the round starts; some of those who may.
    NoStart {
        number: u32,
        #[serde(default)]
        who: Vec<String>,
    },
    /// The round starts later.
    NotStarted { number: u32, starts: DateTime<Utc> },
    /// The time for those who are late is not over.
    TooSoon { table: u32, from: DateTime<Utc> },
    /// The words behind the command were not understood.
    Words { typed: String },
}

/// When forfeits may be declared in a round that starts then.
pub(super) fn forfeit_from(turn: &Turn<'_>, starts: DateTime<Utc>) -> DateTime<Utc> {
    starts + TimeDelta::minutes(i64::from(turn.swiss().conduct.late_minutes))
}

/// Whether a forfeit would be declared before its time.
pub(super) fn too_early(turn: &Turn<'_>, round: &Round) -> Result<Option<TooEarly>, Halt> {
    let Some(starts) = start_of(turn, round)? else {
        return Ok(Some(TooEarly { from: None }));
    };
    let from = forfeit_from(turn, starts);
    Ok((turn.now < from).then_some(TooEarly { from: Some(from) }))
}

/// Refuses who may not declare a forfeit in this event, or take one back, where the change does so.
pub(super) fn require_forfeit(
    turn: &Turn<'_>,
    before: Option<Outcome>,
    after: Option<Outcome>,
) -> Result<(), Halt> {
    let is_forfeit = |outcome: &Option<Outcome>| outcome.is_some_and(|one| !one.is_played());
    if before == after || ![before, after].iter().any(is_forfeit) {
        return Ok(());
    }
    let duty = match turn.swiss().conduct.forfeit_by {
        ForfeitBy::Arbiter => Duty::Rule,
        ForfeitBy::Chief => Duty::Forfeit,
    };
    turn.require(duty).map(|_| ())
}

/// What the end of patience with a player is noted as.
pub(super) fn due_key(game: i64, side: Side) -> String {
    format!("late.{game}.{side:?}")
}

/// The tables to look at, and who is not there; page 0 is the first.
pub fn roll(turn: &mut Turn<'_>, page: usize) -> Result<(), Halt> {
    turn.require(Duty::Rule)?;
    turn.require_private()?;
    if knockout::is_seeded(turn)? {
        let roll = knockout::late::roll(turn)?;
        return turn.rewrite(roll);
    }
    let round = current(turn)?;
    // Who may, begins the round on the spot.
    if round.state == State::Published
        && round_time::of(turn, round.number)?.is_none()
        && turn.role()? >= Some(Duty::Timetable.least())
    {
        return turn.rewrite(Late::NoStart {
            number: round.number,
            round: round.id,
        });
    }
    let (round, starts) = started(turn)?;
    let roll = roll_of(turn, &round, starts, page)?;
    turn.rewrite(roll)
}

/// The card of one table.
pub fn at_table(turn: &mut Turn<'_>, table: u32) -> Result<(), Halt> {
    turn.require(Duty::Rule)?;
    let (round, starts, game) = table_of(turn, table)?;
    let card = card(turn, &round, starts, &game)?;
    turn.reply(card)
}

/// The same by a button, as a message of its own: the list of tables stays.
pub fn card_of(turn: &mut Turn<'_>, game: i64) -> Result<(), Halt> {
    turn.require(Duty::Rule)?;
    let (round, starts, game) = open_game(turn, game)?;
    let card = card(turn, &round, starts, &game)?;
    turn.reply(card)
}

/// Notes by words who is not there at a table.
pub fn note_at(turn: &mut Turn<'_>, table: u32, sides: &[Side]) -> Result<(), Halt> {
    turn.require(Duty::Rule)?;
    let (round, starts, game) = table_of(turn, table)?;
    for side in sides {
        mark(turn, &round, starts, &game, *side, true)?;
    }
    let card = card(turn, &round, starts, &game)?;
    turn.reply(card)
}

/// Notes that a player is not there, or has come after all. The player and the group are called once.
pub fn note(turn: &mut Turn<'_>, game: i64, side: Side, is_absent: bool) -> Result<(), Halt> {
    turn.require(Duty::Rule)?;
    let (round, starts, game) = open_game(turn, game)?;
    mark(turn, &round, starts, &game, side, is_absent)?;
    let card = card(turn, &round, starts, &game)?;
    turn.rewrite(card)
}

fn mark(
    turn: &Turn<'_>,
    round: &Round,
    starts: DateTime<Utc>,
    game: &Game,
    side: Side,
    is_absent: bool,
) -> Result<(), Halt> {
    recusal::require(turn, round, game)?;
    let (action, changed) = if is_absent {
        let by = turn.account()?;
        let noted = lateness::note(turn.tx, game.id, side, by, turn.now)?;
        ("late.note", noted)
    } else {
        let struck = lateness::strike(turn.tx, game.id, side)?;
        ("late.strike", struck)
    };
    if !changed {
        return Ok(());
    }
    turn.journal(Entry {
        action: action.into(),
        subject: subject(round, game),
        after: Some(format!("{side:?}")),
        ..Entry::default()
    })?;
    if is_absent {
        call(turn, round, starts, game, side)?;
        report::hold(turn, round, game)?;
    } else {
        report::open_window(turn, round, game)?;
    }
    show_roll(turn, round, starts)
}

/// Declares the forfeit of who is not there. `keeps`: the absence removes nobody this time.
pub fn declare(
    turn: &mut Turn<'_>,
    game: i64,
    version: i64,
    outcome: Outcome,
    keeps: bool,
) -> Result<(), Halt> {
    turn.require(Duty::Rule)?;
    let (round, starts, game) = open_game(turn, game)?;
    let absent = sides(turn, &game)?;
    if game.version != version || outcome_of(&absent) != Some(outcome) {
        return Err(Refusal::Stale.into());
    }
    let from = forfeit_from(turn, starts);
    if turn.now < from {
        let table = game.table;
        return Err(LateRefusal::TooSoon { table, from }.into());
    }
    absence::note(turn, &round, &game, outcome, keeps)?;
    let absence = match keeps {
        true => Absence::Keeps,
        false => Absence::Removes,
    };
    rule::decide(turn, &round, &game, Some(outcome), absence)?;
    show_roll(turn, &round, starts)
}

/// A side has reported: who was noted as not there has come, and the list of tables changes where somebody
/// is noted at this one.
pub(super) fn on_report(
    turn: &Turn<'_>,
    round: &Round,
    game: &Game,
    sides: &[Side],
) -> Result<(), Halt> {
    if lateness::of_game(turn.tx, game.id)?.is_empty() {
        return Ok(());
    }
    for side in sides {
        if lateness::strike(turn.tx, game.id, *side)? {
            turn.journal(Entry {
                action: "late.strike".into(),
                subject: subject(round, game),
                after: Some(format!("{side:?}")),
                ..Entry::default()
            })?;
        }
    }
    match start_of(turn, round)? {
        Some(starts) if starts <= turn.now => show_roll(turn, round, starts),
        _ => Ok(()),
    }
}

/// When the round, or the game of a match, starts; `None`: nobody has said.
pub(super) fn start_of(turn: &Turn<'_>, round: &Round) -> Result<Option<DateTime<Utc>>, Halt> {
    match round.part {
        None => round_time::of(turn, round.number),
        Some(_) => knockout::hours::of_game(turn, round),
    }
}

/// Shows every arbiter the newest list of tables, in one message a round.
pub(super) fn show_roll(turn: &Turn<'_>, round: &Round, starts: DateTime<Utc>) -> Result<(), Halt> {
    if round.part.is_some() {
        return knockout::late::show_roll(turn, round);
    }
    let roll = roll_of(turn, round, starts, 0)?;
    turn.show_arbiters(&format!("roll/{}", round.id), roll)
}

/// Those noted, as people know them.
pub(super) fn absentees(
    turn: &Turn<'_>,
    round: &Round,
    noted: &[Lateness],
) -> Result<Vec<Absent>, Halt> {
    let mut absent = Vec::new();
    for one in noted {
        let Some(game) = game::find(turn.tx, one.game)? else {
            continue;
        };
        absent.push(Absent {
            game: tag(turn, round, &game)?,
            side: one.side,
            noted_at: one.noted_at,
        });
    }
    Ok(absent)
}

/// The round under way, which has started.
fn started(turn: &Turn<'_>) -> Result<(Round, DateTime<Utc>), Halt> {
    let round = current(turn)?;
    let number = round.number;
    if round.state != State::Published {
        return Err(PlayRefusal::NothingOpen { number }.into());
    }
    let Some(starts) = round_time::of(turn, number)? else {
        let who = role::who_may(turn, Duty::Timetable.least(), &[])?;
        return Err(LateRefusal::NoStart { number, who }.into());
    };
    if turn.now < starts {
        return Err(LateRefusal::NotStarted { number, starts }.into());
    }
    Ok((round, starts))
}

/// A game without a final result, its round, and when it started.
type Open = (Round, DateTime<Utc>, Game);

/// The one at a table of the round under way.
fn table_of(turn: &Turn<'_>, table: u32) -> Result<Open, Halt> {
    if knockout::is_seeded(turn)? {
        let (round, game) = knockout::late::at_table(turn, table)?;
        return open_match(turn, round, game);
    }
    let (round, starts) = started(turn)?;
    let number = round.number;
    let game = game::at_table(turn.tx, round.id, table)?;
    let game = game.ok_or(PlayRefusal::NoSuchTable { number, table })?;
    require_open(turn, &round, &game)?;
    Ok((round, starts, game))
}

/// The one that a button names.
fn open_game(turn: &Turn<'_>, game: i64) -> Result<Open, Halt> {
    if let Some((round, game)) = knockout::late::of_match(turn, game)? {
        return open_match(turn, round, game);
    }
    let (round, starts) = started(turn)?;
    let game = game::find(turn.tx, game)?
        .filter(|game| game.round == round.id)
        .ok_or(Refusal::Stale)?;
    require_open(turn, &round, &game)?;
    Ok((round, starts, game))
}

/// A game of a match.
fn open_match(turn: &Turn<'_>, round: Round, game: Game) -> Result<Open, Halt> {
    require_open(turn, &round, &game)?;
    let number = round.part.map_or(round.number, |part| part.round);
    let Some(starts) = knockout::hours::of_game(turn, &round)? else {
        let who = role::who_may(turn, Duty::Timetable.least(), &[])?;
        return Err(LateRefusal::NoStart { number, who }.into());
    };
    if turn.now < starts {
        return Err(LateRefusal::NotStarted { number, starts }.into());
    }
    Ok((round, starts, game))
}

fn require_open(turn: &Turn<'_>, round: &Round, game: &Game) -> Result<(), Halt> {
    match game.outcome {
        None => Ok(()),
        Some(outcome) => Err(PlayRefusal::AlreadyFinal {
            game: tag(turn, round, game)?,
            outcome,
        }
        .into()),
    }
}

fn sides(turn: &Turn<'_>, game: &Game) -> Result<Vec<Side>, Halt> {
    let noted = lateness::of_game(turn.tx, game.id)?;
    Ok(noted.into_iter().map(|one| one.side).collect())
}

/// The forfeit that the absence of these sides is.
fn outcome_of(absent: &[Side]) -> Option<Outcome> {
    match (absent.contains(&Side::Red), absent.contains(&Side::Black)) {
        (true, true) => Some(Outcome::BothForfeit),
        (true, false) => Some(Outcome::RedForfeit),
        (false, true) => Some(Outcome::BlackForfeit),
        (false, false) => None,
    }
}

fn card(turn: &Turn<'_>, round: &Round, starts: DateTime<Utc>, game: &Game) -> Result<Late, Halt> {
    let absent = sides(turn, game)?;
    Ok(Late::Card(LateTable {
        game: tag(turn, round, game)?,
        forfeit: outcome_of(&absent),
        absent,
        from: forfeit_from(turn, starts),
        is_over: turn.now >= forfeit_from(turn, starts),
        // A match of the knockout removes nobody.
        removes: turn.swiss().conduct.absence_removes && round.part.is_none(),
    }))
}

/// Tables on one page of the list, a button each.
const PAGE: usize = 40;

fn roll_of(
    turn: &Turn<'_>,
    round: &Round,
    starts: DateTime<Utc>,
    page: usize,
) -> Result<Late, Halt> {
    let noted = lateness::of_round(turn.tx, round.id)?;
    let mut open = game::of_round(turn.tx, round.id)?;
    let is_noted = |game: &Game| noted.iter().any(|one| one.game == game.id);
    open.retain(|game| game.status == Status::Open || is_noted(game));
    let pages = open.len().div_ceil(PAGE).max(1);
    let page = page.min(pages - 1);
    let total = open.len();
    let tables = open.iter().skip(page * PAGE).take(PAGE);
    let tables = tables
        .map(|game| (game.id, game.table, is_noted(game)))
        .collect();
    Ok(Late::Roll {
        number: round.number,
        starts,
        from: forfeit_from(turn, starts),
        tables,
        total,
        absent: absentees(turn, round, &noted)?,
        page,
        pages,
    })
}

/// Calls who is late, in private and in the group.
fn call(
    turn: &Turn<'_>,
    round: &Round,
    starts: DateTime<Utc>,
    game: &Game,
    side: Side,
) -> Result<(), Halt> {
    let from = forfeit_from(turn, starts);
    let is_over = turn.now >= from;
    if is_over {
        // The arbiter who notes it has the button before them.
        clock::once(turn, &due_key(game.id, side), from)?;
    }
    let called = Late::Call {
        number: round.part.map_or(round.number, |part| part.round),
        table: game.table,
        player: player_tag(turn, game.player(side))?,
        from: (!is_over).then_some(from),
        part: knockout::discipline::named(turn, round)?,
        declared_by: turn.swiss().conduct.forfeit_by,
    };
    let player = registration::find(turn.tx, game.player(side))?;
    if let Some(account) = player.and_then(|player| player.account) {
        turn.tell_now(account, called.clone())?;
    }
    turn.tell_group(called)
}
