//! What follows from a change: games that have no place any more go, the next ones come, and what is new is
//! said, each thing once.

use std::collections::BTreeMap;

use super::load::{Bracket, of};
use super::memo::Loaded;
use super::{KnockoutRefusal, choice, lots, show};
use crate::desk::field::Field;
use crate::desk::notice::{
    Because, Knockout as Said, MatchGame, PlacedRow, Round as RoundSaid, Venue,
};
use crate::desk::report::tag;
use crate::desk::{Halt, Turn, game_record, prizes};
use crate::store::bracket;
use crate::store::duel;
use crate::store::game::{self, Game};
use crate::store::journal::Entry;
use crate::store::registration;
use crate::store::round::{self, Part, Round, State as RoundState};
use crate::store::setting;
use crate::tournament::knockout::{MatchNo, Pair, State, Step};
use crate::tournament::{Side, StartNumber};

/// After a game of a match became final, or open again.
pub fn after_result(turn: &Turn<'_>, round: &Round) -> Result<(), Halt> {
    follow(turn, round, None)
}

/// After a result or sides of a match were corrected, and the group was told what becomes of this match.
pub fn after_correction(turn: &Turn<'_>, round: &Round, no: MatchNo) -> Result<(), Halt> {
    follow(turn, round, Some(no))
}

fn follow(turn: &Turn<'_>, round: &Round, said: Option<MatchNo>) -> Result<(), Halt> {
    let open = game::of_round(turn.tx, round.id)?
        .iter()
        .any(|game| game.outcome.is_none());
    match (round.state, open) {
        (RoundState::Published, false) => round::close(turn.tx, round.id, turn.now)?,
        (RoundState::Closed, true) => round::reopen(turn.tx, round.id)?,
        _ => {}
    }
    game_record::update(turn, round)?;
    bring_in_line(turn, Because::Corrected, said)
}

/// Brings everything in line with what happened.
///
/// # Errors
/// [`KnockoutRefusal::LaterBegun`] when a game that was reported already would have no place any more.
pub fn settle_down(turn: &Turn<'_>) -> Result<(), Halt> {
    settle_down_because(turn, Because::Corrected)
}

/// The same, naming to the players of games that are taken back what changed.
pub fn settle_down_because(turn: &Turn<'_>, because: Because) -> Result<(), Halt> {
    bring_in_line(turn, because, None)
}

/// `said`: the match of which the group knows already how it stands.
fn bring_in_line(turn: &Turn<'_>, because: Because, said: Option<MatchNo>) -> Result<(), Halt> {
    let field = Field::load(turn)?;
    take_back(turn, &field, because)?;
    // Every pass adds something to a match, which has an end.
    while advance(turn, &field)? {}
    if let Some(bracket) = Bracket::load(turn, &field)? {
        tell(turn, &field, &bracket, said)?;
    }
    Ok(())
}

/// Shows how the newest round stands.
pub fn show_progress(turn: &Turn<'_>) -> Result<(), Halt> {
    match Loaded::find(turn)? {
        Some(loaded) => progress(turn, &loaded.bracket, loaded.bracket.store.begun),
        None => Ok(()),
    }
}

fn progress(turn: &Turn<'_>, bracket: &Bracket<'_>, number: u32) -> Result<(), Halt> {
    if number == 0 {
        return Ok(());
    }
    if is_fresh(bracket, number) && !turn.has_shown(&slot(number))? {
        return Ok(());
    }
    let round = bracket.round(turn, number);
    let mine = Vec::new();
    turn.show_group(&slot(number), Said::Progress { round, mine })
}

/// Nothing has happened in the round that its announcement does not say.
fn is_fresh(bracket: &Bracket<'_>, number: u32) -> bool {
    let pairs = bracket.course.pairs();
    let mut of_round = pairs.get(number as usize - 1).into_iter().flatten();
    of_round.all(|pair| match pair.state {
        State::Under(Step::Playing { game } | Step::Next { game, .. }) => game == 0,
        State::Free(_) => true,
        _ => false,
    })
}

fn slot(number: u32) -> String {
    format!("knockout/{number}")
}

/// Takes back the games and sides that the bracket does not call for any more.
fn take_back(turn: &Turn<'_>, field: &Field, because: Because) -> Result<(), Halt> {
    loop {
        let Some(bracket) = Bracket::load(turn, field)? else {
            return Ok(());
        };
        let misplaced = bracket.course.misplaced();
        if misplaced.is_empty() {
            return drop_idle_sides(turn, &bracket);
        }
        for (no, first) in misplaced {
            let games = bracket.games.get(&no).map_or(&[][..], Vec::as_slice);
            for game in games.iter().skip(first).rev() {
                drop_game(turn, game, because)?;
            }
            let from = u32::try_from(first).unwrap_or(0) + 1;
            duel::drop_sides(turn.tx, bracket.stage, no, from)?;
            lots::renew(turn, &bracket, no, first)?;
        }
    }
}

/// Throws a game away that nobody has reported, and tells its players.
pub fn drop_game(turn: &Turn<'_>, game: &Game, because: Because) -> Result<(), Halt> {
    let Some(round) = round::find(turn.tx, game.round)? else {
        return Ok(());
    };
    let game_tag = tag(turn, &round, game)?;
    if Bracket::is_begun(turn, game)? {
        return Err(KnockoutRefusal::LaterBegun { game: game_tag }.into());
    }
    turn.journal(Entry {
        action: "match.take_back".into(),
        subject: subject(&round, game),
        ..Entry::default()
    })?;
    round::drop_part(turn.tx, round.id)?;
    for account in accounts(turn, game)? {
        let game = game_tag.clone();
        turn.tell_now(account, Said::GameTakenBack { game, because })?;
    }
    Ok(())
}

/// Forgets choices that were asked for and are not to be made any more.
fn drop_idle_sides(turn: &Turn<'_>, bracket: &Bracket<'_>) -> Result<(), Halt> {
    for one in &bracket.sides {
        let game = one.number.saturating_sub(1) as usize;
        if bracket
            .games
            .get(&one.no)
            .is_some_and(|games| games.len() > game)
        {
            continue;
        }
        let state = bracket.course.find(one.no).map(|pair| pair.state);
        let wanted = match state {
            Some(State::Under(
                Step::Next { game: at, .. }
                | Step::Lot { game: at }
                | Step::Choice { game: at, .. },
            )) => at == game,
            _ => false,
        };
        let same = match state {
            Some(State::Under(Step::Choice { by, .. })) => {
                let pair = bracket.course.find(one.no);
                let players = pair.and_then(|pair| pair.players());
                players.and_then(|players| bracket.id(of(by, players))) == one.chooser
            }
            _ => true,
        };
        if !wanted || !same {
            duel::drop_sides(turn.tx, bracket.stage, one.no, one.number)?;
        }
    }
    Ok(())
}

/// Does what comes next in every match of the rounds that have begun. True: something was done.
fn advance(turn: &Turn<'_>, field: &Field) -> Result<bool, Halt> {
    let Some(bracket) = Bracket::load(turn, field)? else {
        return Ok(false);
    };
    let mut acted = false;
    let begun = bracket.store.begun as usize;
    for pair in bracket.course.pairs().iter().take(begun).flatten() {
        let (State::Under(step), Some(players)) = (pair.state, pair.players()) else {
            continue;
        };
        match step {
            Step::Next { game, red } => {
                let (red, black) = (of(red, players), of(red.other(), players));
                seat(turn, field, &bracket, pair, game, [red, black])?;
                acted = true;
            }
            Step::Lot { game } => {
                acted |= lots::draw(turn, &bracket, pair, game)?;
            }
            Step::Choice { game, by } => {
                choice::ask(turn, field, &bracket, pair, game, of(by, players))?;
            }
            Step::Playing { .. } | Step::Over(_) => {}
        }
    }
    Ok(acted)
}

/// Opens a game and tells both where they sit. `sides`: red, black.
fn seat(
    turn: &Turn<'_>,
    field: &Field,
    bracket: &Bracket<'_>,
    pair: &Pair,
    game: usize,
    sides: [StartNumber; 2],
) -> Result<(), Halt> {
    let (Some(red), Some(black)) = (bracket.id(sides[0]), bracket.id(sides[1])) else {
        return Ok(());
    };
    let no = pair.no;
    let number = u32::try_from(game).unwrap_or(0) + 1;
    let part = Part {
        round: no.round,
        game: number,
    };
    let round = round::open_part(turn.tx, bracket.stage, part, turn.now)?;
    let id = game::seat(turn.tx, round, no.table, red, black)?;
    duel::add_game(turn.tx, bracket.stage, no, number, id)?;
    turn.journal(Entry {
        action: "match.game".into(),
        subject: format!("match {}-{} game {number}", no.round, no.table),
        after: Some(format!("red {}, black {}", sides[0], sides[1])),
        ..Entry::default()
    })?;
    let Some(rung) = bracket.rung(no, game) else {
        return Ok(());
    };
    let (stage, planned) = (&bracket.course.rules.key, bracket.planned(no.round));
    let starts = match number {
        1 => bracket.starts(turn, no.round),
        _ => turn.config.event.game_starts(stage, planned, number),
    };
    let starts = starts.filter(|at| *at > turn.now || number == 1);
    let venue = Venue::of(turn, stage, (planned, number), starts);
    let legs = bracket.course.score(pair);
    for (side, me, other) in [
        (Side::Red, sides[0], sides[1]),
        (Side::Black, sides[1], sides[0]),
    ] {
        let account = field.player(me).and_then(|player| player.account);
        let Some(account) = account else { continue };
        let is_better = pair.players().is_some_and(|players| players[0] == me);
        let mine = legs
            .iter()
            .map(|leg| if is_better { *leg } else { [leg[1], leg[0]] });
        turn.tell(
            account,
            RoundSaid::Seat {
                number: no.round,
                table: no.table,
                side,
                player: bracket.tag(me),
                opponent: bracket.tag(other),
                starts,
                venue: venue.clone(),
                game: id,
                part: Some(Box::new(MatchGame {
                    round: bracket.round_name(no.round),
                    game: number,
                    rung: rung.clone(),
                    legs: mine.collect(),
                })),
            },
        )?;
    }
    Ok(())
}

/// Says what has become new since it was said last.
fn tell(
    turn: &Turn<'_>,
    field: &Field,
    bracket: &Bracket<'_>,
    said: Option<MatchNo>,
) -> Result<(), Halt> {
    let stage = bracket.stage;
    let told: BTreeMap<MatchNo, Option<String>> = duel::told(turn.tx, stage)?.into_iter().collect();
    let begun = bracket.store.begun;
    let pairs = bracket.course.pairs();
    let mut has_changed = false;
    for pair in pairs.iter().take(begun as usize).flatten() {
        let before = told.get(&pair.no).cloned().flatten();
        let now = match pair.state {
            State::Won { winner, .. } => Some(winner.to_string()),
            State::Void(_) => Some("nobody".to_owned()),
            State::Waiting | State::Free(_) | State::Under(_) => None,
        };
        if before == now {
            continue;
        }
        has_changed = true;
        duel::set_told(turn.tx, stage, pair.no, now.as_deref())?;
        let (row, round) = (bracket.row(pair), bracket.round_name(pair.no.round));
        if pair.no.round < begun {
            progress(turn, bracket, pair.no.round)?;
        }
        turn.journal(Entry {
            action: "match.decide".into(),
            subject: format!("match {}-{}", pair.no.round, pair.no.table),
            before: before.clone(),
            after: now.clone(),
            ..Entry::default()
        })?;
        if said == Some(pair.no) {
            continue;
        }
        turn.tell_group(match now {
            Some(_) => Said::Decided {
                row,
                round,
                corrected: before.is_some(),
            },
            None => Said::Reopened { row, round },
        })?;
    }
    progress(turn, bracket, begun)?;
    tell_round(turn, bracket)?;
    if has_changed {
        show::picture(turn, bracket)?;
    }
    tell_places(turn, field, bracket)?;
    prizes::watch(turn)
}

/// A round is over: the whole bracket anew, and the arbiters know what comes next.
fn tell_round(turn: &Turn<'_>, bracket: &Bracket<'_>) -> Result<(), Halt> {
    let complete = bracket.complete().min(bracket.store.begun);
    if complete == bracket.store.complete {
        return Ok(());
    }
    bracket::set_complete(turn.tx, bracket.stage, complete)?;
    let last = complete == bracket.course.rounds();
    round::finish_stage(turn.tx, bracket.stage, last.then_some(turn.now))?;
    if complete < bracket.store.complete {
        return Ok(());
    }
    turn.tell_group(Said::Shown {
        bracket: bracket.shown(turn),
        desk: false,
        may_unseed: false,
    })?;
    let name = bracket.round_name(complete);
    turn.tell_arbiters(Said::RoundOver { name, last })?;
    game_record::closed_matches(turn, bracket.stage, complete)
}

/// Places that have become final or are others than was said, and the champion.
fn tell_places(turn: &Turn<'_>, field: &Field, bracket: &Bracket<'_>) -> Result<(), Halt> {
    let table = bracket.final_table();
    let before = bracket.store.undecided;
    let until = before.unwrap_or_else(|| last_prize(turn));
    let decided = table.rows.iter();
    let decided: Vec<(PlacedRow, i64)> = decided
        .filter(|row| row.place > table.undecided && row.place <= last_prize(turn))
        .filter_map(|row| {
            let player = bracket.tag(row.no);
            let placed = PlacedRow {
                place: row.place,
                shared: row.shared,
                player,
                out: !field.active().contains(&row.no),
            };
            Some((placed, bracket.id(row.no)?))
        })
        .collect();
    let mut told = match before {
        Some(_) => places_told(turn, bracket)?,
        None => Vec::new(),
    };
    let news = decided.iter().filter(|(row, id)| {
        let is_told = |one: &(u32, i64)| one.0 == row.place;
        !told.contains(&(row.place, *id)) && (row.place <= until || told.iter().any(is_told))
    });
    // The place was told as another's, or the player with another place.
    let is_other =
        |row: &PlacedRow, id: i64| told.iter().any(|one| one.0 == row.place || one.1 == id);
    let (others, new): (Vec<_>, Vec<_>) = news.partition(|(row, id)| is_other(row, *id));
    let gone = told.iter().filter_map(|(_, id)| bracket.number(*id));
    let gone: Vec<_> = gone.filter(|no| bracket.removed.contains(no)).collect();
    let is_new = before != Some(table.undecided);
    let has_other_champion = others.iter().any(|(row, _)| row.place == 1);
    for (rows, corrected) in [(new, false), (others, true)] {
        let removed = gone.iter().filter(|_| corrected);
        let removed: Vec<_> = removed.map(|no| bracket.tag(*no)).collect();
        if !rows.is_empty() || !removed.is_empty() {
            let rows = rows.into_iter().map(|(row, _)| row.clone()).collect();
            turn.tell_group(Said::Placed {
                rows,
                corrected,
                removed,
            })?;
        }
    }
    if is_new {
        bracket::set_undecided(turn.tx, bracket.stage, table.undecided)?;
    }
    let now = |place: u32| decided.iter().any(|(row, _)| row.place == place);
    let has_gone = |id: i64| bracket.number(id).is_some_and(|no| gone.contains(&no));
    told.retain(|(place, id)| !now(*place) && !has_gone(*id));
    told.extend(decided.iter().map(|(row, id)| (row.place, *id)));
    told.sort_unstable();
    keep_places_told(turn, bracket, &told)?;
    if let Some(champion) = bracket.champion()
        && (is_new || has_other_champion)
    {
        turn.tell_group(Said::Champion {
            player: bracket.tag(champion),
            title: bracket.round_name(bracket.course.rounds()),
        })?;
    }
    // Corrections alone are not worth the whole table again.
    match is_new && table.undecided == 0 {
        true => turn.tell_group(show::ranking(turn, field, bracket)),
        false => Ok(()),
    }
}

/// Places with the registrations they were told as.
pub(super) fn places_told(turn: &Turn<'_>, bracket: &Bracket<'_>) -> Result<Vec<(u32, i64)>, Halt> {
    let kept = setting::get(turn.tx, &places_key(bracket))?;
    let read = kept.and_then(|kept| serde_json::from_str(&kept).ok());
    Ok(read.unwrap_or_default())
}

fn keep_places_told(
    turn: &Turn<'_>,
    bracket: &Bracket<'_>,
    told: &[(u32, i64)],
) -> Result<(), Halt> {
    let written = serde_json::to_string(told).unwrap_or_default();
    Ok(setting::set(turn.tx, &places_key(bracket), &written)?)
}

fn places_key(bracket: &Bracket<'_>) -> String {
    format!("knockout.places.{}", bracket.stage)
}

/// The last place with a prize.
pub(super) fn last_prize(turn: &Turn<'_>) -> u32 {
    let prizes = turn.competition().all_prizes().filter(|prize| !prize.team);
    prizes.map(|prize| prize.places.1).max().unwrap_or(0)
}

/// The owner of each of the two, once each.
fn accounts(turn: &Turn<'_>, game: &Game) -> Result<Vec<i64>, Halt> {
    let mut accounts = Vec::new();
    for id in [game.red, game.black] {
        let player = registration::find(turn.tx, id)?;
        if let Some(account) = player.and_then(|player| player.account)
            && !accounts.contains(&account)
        {
            accounts.push(account);
        }
    }
    Ok(accounts)
}

fn subject(round: &Round, game: &Game) -> String {
    let part = round.part.map_or((0, 0), |part| (part.round, part.game));
    format!("match {}-{} game {}", part.0, game.table, part.1)
}
