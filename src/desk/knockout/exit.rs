//! What the leaving of a player makes of the knockout, worked out before it happens.

use super::course::places_told;
use super::leave::{Leaving, Way, way};
use super::load::Bracket;
use super::show::places_of;
use crate::desk::field::Field;
use crate::desk::notice::{Exit, LostMatch, PlaceChange};
use crate::desk::{Halt, Turn, prizes};
use crate::tournament::StartNumber;
use crate::tournament::knockout::{MatchNo, State};

/// What changes in the knockout when the player of this registration leaves now. `None`: it is not seeded.
pub fn exit(turn: &Turn<'_>, registration: i64, why: Leaving) -> Result<Option<Exit>, Halt> {
    let field = Field::load(turn)?;
    let Some(bracket) = Bracket::load(turn, &field)? else {
        return Ok(None);
    };
    let mut exit = Exit::default();
    let Some(no) = bracket.number(registration) else {
        return Ok(Some(exit));
    };
    let mut field_after = Field::load(turn)?;
    field_after.let_go(no, why == Leaving::Removed);
    let Some(mut after) = Bracket::load(turn, &field_after)? else {
        return Ok(None);
    };
    match way(turn, &field, &bracket, no)? {
        Way::Replaced(id) => {
            let came = bracket.number(id);
            for (seed, holder) in (1_u32..).zip(&mut after.course.seeds) {
                if *holder == Some(no) {
                    *holder = came;
                    exit.reserve = came.map(|came| (bracket.tag(came), seed));
                }
            }
        }
        Way::GivesUp { pair, .. } => {
            after.course.out.push(no);
            exit.lost = Some(lost(&bracket, &after, pair));
        }
        Way::Nothing => {}
    }
    if bracket.store.undecided.is_some() {
        exit.places = places(turn, &bracket, &after)?;
    }
    let now = prizes::rows(turn, &field, Some(places_of(&bracket)))?;
    let then = prizes::rows(turn, &field_after, Some(places_of(&after)))?;
    let is_other = |row: &prizes::Row| !now.iter().any(|old| prizes::is_same(old, row));
    exit.prizes = then.into_iter().filter(is_other).collect();
    Ok(Some(exit))
}

/// The match that is not decided, lost by default.
fn lost(before: &Bracket<'_>, after: &Bracket<'_>, no: MatchNo) -> LostMatch {
    let winner = match after.course.find(no).map(|pair| pair.state) {
        Some(State::Won { winner, .. }) => Some(winner),
        _ => None,
    };
    let games = before.games.get(&no);
    let open = games.and_then(|games| games.last().filter(|game| game.outcome.is_none()));
    LostMatch {
        place: before.place(no),
        game: open.and_then(|_| u32::try_from(games.map_or(0, Vec::len)).ok()),
        winner: winner.map(|winner| before.tag(winner)),
        next: next(before, no).map(|next| before.place(next)),
    }
}

/// Where the winner of a match plays next.
pub(super) fn next(bracket: &Bracket<'_>, no: MatchNo) -> Option<MatchNo> {
    (no.round < bracket.course.rounds()).then(|| MatchNo {
        round: no.round + 1,
        table: no.table.div_ceil(2),
    })
}

/// Whose place was told and is another then, and who is told one in a place that was told.
fn places(
    turn: &Turn<'_>,
    before: &Bracket<'_>,
    after: &Bracket<'_>,
) -> Result<Vec<PlaceChange>, Halt> {
    let told = places_told(turn, before)?;
    let first = told.iter().map(|(place, _)| *place).min();
    let last = told.iter().map(|(place, _)| *place).max();
    let (Some(first), Some(last)) = (first, last) else {
        return Ok(Vec::new());
    };
    let table = after.final_table();
    let place = |no: StartNumber| {
        let mut rows = table.rows.iter();
        rows.find(|row| row.no == no).map(|row| row.place)
    };
    let numbered = told.iter();
    let numbered = numbered.filter_map(|(was, id)| Some((Some(*was), before.number(*id)?)));
    let mut all: Vec<(Option<u32>, StartNumber)> = numbered.collect();
    for row in &table.rows {
        let is_there = (first..=last).contains(&row.place);
        if is_there && !all.iter().any(|(_, no)| *no == row.no) {
            all.push((None, row.no));
        }
    }
    let changes = all.into_iter().map(|(was, no)| PlaceChange {
        player: before.tag(no),
        was,
        is: place(no),
    });
    Ok(changes.filter(|one| one.was != one.is).collect())
}
