//! What the correction of a game of a match brings: how the match stands then, what is not played any more, who
//! comes to the later matches, and what was announced otherwise.

use super::KnockoutRefusal;
use super::load::{Bracket, of};
use super::{choice, course, lots, word};
use crate::desk::correct::Change;
use crate::desk::field::Field;
use crate::desk::notice::{
    BracketMoved, ChoiceMoved, GameTag, LotFate, LotMoved, MatchStanding, PlaceTold, PlayerTag,
    SlotMoved,
};
use crate::desk::report::tag;
use crate::desk::{Halt, Refusal, Turn};
use crate::store::game::Game;
use crate::store::round::{self, Part, Round};
use crate::tournament::Outcome;
use crate::tournament::knockout::{MatchNo, Pair, State, Step};

/// Announced places that are shown.
const SHOWN: usize = 12;

/// What the change would make of the bracket; `None`: the game is none of a match.
///
/// # Errors
/// [`KnockoutRefusal::LaterBegun`] where a game that was reported already would have no place any more.
pub(in crate::desk) fn moved(
    turn: &Turn<'_>,
    field: &Field,
    round: &Round,
    game: &Game,
    change: Change,
) -> Result<Option<Box<BracketMoved>>, Halt> {
    let Some(part) = round.part else {
        return Ok(None);
    };
    let no = MatchNo {
        round: part.round,
        table: game.table,
    };
    super::report::require_counted(turn, game)?;
    let before = Bracket::load(turn, field)?.ok_or(Refusal::Stale)?;
    let mut after = Bracket::load(turn, field)?.ok_or(Refusal::Stale)?;
    correct(&mut after, no, part, change).ok_or(Refusal::Stale)?;
    let gone = after.course.prune();
    let mut dropped = Vec::new();
    for (no, first) in &gone {
        let games = after.games.entry(*no).or_default();
        for game in games.drain((*first).min(games.len())..) {
            dropped.push(unplayed(turn, &game)?);
        }
    }
    let row = |bracket: &Bracket<'_>| bracket.course.find(no).map(|pair| bracket.row(&pair));
    let was = row(&before).ok_or(Refusal::Stale)?;
    let mut is = row(&after).ok_or(Refusal::Stale)?;
    // With the word typed, the lot is drawn at once.
    if let MatchStanding::AwaitingWord { number, rung } = &is.standing
        && has_word(turn, &after, no)?
    {
        is.standing = MatchStanding::Choosing {
            number: *number,
            rung: rung.clone(),
        };
    }
    let mut places = places(turn, &before, &after)?;
    let others = places.len().saturating_sub(SHOWN);
    places.truncate(SHOWN);
    Ok(Some(Box::new(BracketMoved {
        round: after.round_name(no.round),
        rows: [was, is],
        dropped,
        slots: slots(&before, &after),
        choices: choices(&before, &after),
        lots: lots(turn, &after, gone.into_iter())?,
        places,
        others,
    })))
}

/// Whether the public word of the match's round is typed.
fn has_word(turn: &Turn<'_>, bracket: &Bracket<'_>, no: MatchNo) -> Result<bool, Halt> {
    Ok(word::of(turn, bracket.stage, no.round)?.is_some())
}

/// Changes the game in the bracket; `None`: it has no such game.
fn correct(bracket: &mut Bracket<'_>, no: MatchNo, part: Part, change: Change) -> Option<()> {
    let at = part.game.checked_sub(1)? as usize;
    let played = bracket.course.duels.get_mut(&no)?.games.get_mut(at)?;
    let stored = bracket.games.get_mut(&no)?.get_mut(at)?;
    match change {
        Change::Result(outcome) => played.outcome = outcome,
        Change::Sides => {
            std::mem::swap(&mut played.red, &mut played.black);
            std::mem::swap(&mut stored.red, &mut stored.black);
            played.outcome = played.outcome.map(Outcome::mirrored);
        }
    }
    Some(())
}

/// A game that goes, which nobody has reported.
fn unplayed(turn: &Turn<'_>, game: &Game) -> Result<GameTag, Halt> {
    let round = round::find(turn.tx, game.round)?.ok_or(Refusal::Stale)?;
    let tag = tag(turn, &round, game)?;
    match Bracket::is_begun(turn, game)? {
        true => Err(KnockoutRefusal::LaterBegun { game: tag }.into()),
        false => Ok(tag),
    }
}

/// The later matches that other players come to.
fn slots(before: &Bracket<'_>, after: &Bracket<'_>) -> Vec<SlotMoved> {
    let (was, is) = (before.course.pairs(), after.course.pairs());
    let both = was.iter().flatten().zip(is.iter().flatten());
    let moved = both.filter(|(was, is)| was.slots != is.slots);
    let slot = |(was, is): (&Pair, &Pair)| SlotMoved {
        place: after.place(is.no),
        rows: [before.row(was), after.row(is)],
        announced: is.no.round <= after.store.begun,
    };
    moved.map(slot).collect()
}

/// The choices that somebody else has, or nobody any more.
fn choices(before: &Bracket<'_>, after: &Bracket<'_>) -> Vec<ChoiceMoved> {
    let asked = choice::waiting(before);
    let mut moved = Vec::new();
    for pair in after.course.pairs().iter().flatten() {
        let was = asked.iter().find(|one| {
            let place = &one.place;
            (place.number, place.table) == (pair.no.round, pair.no.table)
        });
        let is = match (pair.state, pair.players()) {
            (State::Under(Step::Choice { game, by }), Some(players))
                if pair.no.round <= after.store.begun =>
            {
                let game = u32::try_from(game).unwrap_or(0) + 1;
                Some((game, after.tag(of(by, players))))
            }
            _ => None,
        };
        let chooser = |at: u32| -> [Option<PlayerTag>; 2] {
            let was = was.filter(|was| was.game == at);
            let is = is.clone().filter(|is| is.0 == at);
            [was.map(|was| was.player.clone()), is.map(|is| is.1)]
        };
        let mut games: Vec<u32> = was.map(|was| was.game).into_iter().collect();
        games.extend(is.as_ref().map(|is| is.0));
        games.dedup();
        for game in games {
            let by = chooser(game);
            if by[0] != by[1] {
                let place = after.place(pair.no);
                moved.push(ChoiceMoved { place, game, by });
            }
        }
    }
    moved
}

/// What becomes of the lots: of those that went with their games, and of those that are due then.
fn lots(
    turn: &Turn<'_>,
    after: &Bracket<'_>,
    gone: impl Iterator<Item = (MatchNo, usize)>,
) -> Result<Vec<LotMoved>, Halt> {
    let lot = |no: MatchNo, game: usize, fate: LotFate| LotMoved {
        place: after.place(no),
        game: u32::try_from(game).unwrap_or(0) + 1,
        fate,
    };
    let due = |pair: &Pair| match pair.state {
        State::Under(Step::Lot { game }) if pair.no.round <= after.store.begun => Some(game),
        _ => None,
    };
    let mut moved = Vec::new();
    for pair in after.course.pairs().iter().flatten() {
        if let Some(game) = due(pair) {
            let is_known = lots::is_known(turn, after, pair, game)?;
            let fate = match (is_known, has_word(turn, after, pair.no)?) {
                (true, _) => LotFate::Kept,
                (false, true) => LotFate::Drawn,
                (false, false) => LotFate::Awaited,
            };
            moved.push(lot(pair.no, game, fate));
        }
    }
    for (no, first) in gone {
        let is_due = after.course.find(no).and_then(|pair| due(&pair));
        for game in lots::revealed(turn, after, no, first)? {
            if is_due != Some(game) || !has_word(turn, after, no)? {
                moved.push(lot(no, game, LotFate::Renewed));
            }
        }
    }
    Ok(moved)
}

/// The announced places that are another's, or nobody's yet.
fn places(
    turn: &Turn<'_>,
    before: &Bracket<'_>,
    after: &Bracket<'_>,
) -> Result<Vec<PlaceTold>, Halt> {
    if before.store.undecided.is_none() {
        return Ok(Vec::new());
    }
    let table = after.final_table();
    let told = course::places_told(turn, before)?;
    let mut numbers: Vec<u32> = told.iter().map(|(place, _)| *place).collect();
    numbers.sort_unstable();
    numbers.dedup();
    let mut moved = Vec::new();
    for place in numbers {
        let was = told.iter().filter(|one| one.0 == place);
        let was = was.filter_map(|one| before.number(one.1));
        let is = table.rows.iter().filter(|row| row.place == place);
        let is = is.filter(|row| row.place > table.undecided);
        let (mut was, mut is): (Vec<_>, Vec<_>) = (was.collect(), is.map(|row| row.no).collect());
        was.sort_unstable();
        is.sort_unstable();
        if was != is {
            let tags = |all: Vec<_>| all.into_iter().map(|no| after.tag(no)).collect();
            let players = [tags(was), tags(is)];
            moved.push(PlaceTold { place, players });
        }
    }
    Ok(moved)
}
