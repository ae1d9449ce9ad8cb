//! What a correction would change, before it is made.

use std::hash::{DefaultHasher, Hash, Hasher};

use super::{Change, CorrectRefusal};
use crate::desk::field::Field;
use crate::desk::notice::{Consequences, Corrected, Later, PlaceMoved, PlayerTag};
use crate::desk::report::tag;
use crate::desk::table::{compare, ranked};
use crate::desk::{Halt, Turn, absence, knockout, prizes};
use crate::store::game::{self, Game};
use crate::store::round::{self, Round};
use crate::tournament::Outcome;

/// Rows of those whose points or place change that are shown.
const SHOWN: usize = 12;

/// What the change would bring.
///
/// # Errors
/// A [`CorrectRefusal`] where it may not be.
pub(in crate::desk) fn consequences(
    turn: &Turn<'_>,
    field: &Field,
    round: &Round,
    game: &Game,
    change: Change,
) -> Result<Consequences, Halt> {
    let after = allowed(turn, field, round, game, change)?;
    let corrected = Corrected {
        game: tag(turn, round, game)?,
        before: game.outcome,
        after,
        sides: change == Change::Sides,
    };
    let later = later(turn, round)?;
    let mut moves = moves(turn, field, round, game, change)?;
    let others = moves.len().saturating_sub(SHOWN);
    moves.truncate(SHOWN);
    let (removed, reinstated) = membership(turn, field, round, game, change)?;
    let bracket = knockout::correct::moved(turn, field, round, game, change)?;
    let mut consequences = Consequences {
        corrected,
        later,
        moves,
        others,
        removed,
        reinstated,
        prizes: prizes::are_published(turn)?,
        bracket,
        change,
        shown: 0,
    };
    consequences.shown = print(&consequences);
    Ok(consequences)
}

/// The outcome there would be.
fn allowed(
    turn: &Turn<'_>,
    field: &Field,
    round: &Round,
    game: &Game,
    change: Change,
) -> Result<Option<Outcome>, Halt> {
    if round.part.is_none()
        && let Some(stage) = next_stage(turn)?
    {
        return Err(CorrectRefusal::Frozen { stage }.into());
    }
    let game_tag = || tag(turn, round, game);
    match change {
        Change::Sides => match game.outcome {
            Some(outcome) => Ok(Some(outcome.mirrored())),
            None => Err(CorrectRefusal::NoResult { game: game_tag()? }.into()),
        },
        Change::Result(None) => {
            let is_later = |last: &&Round| round.part.is_none() && last.id != round.id;
            if let Some(later) = field.rounds.last().filter(is_later) {
                let later = later.number;
                let game = game_tag()?;
                return Err(CorrectRefusal::LaterPublished { game, later }.into());
            }
            if game::has_other_sides(turn.tx, game.id)? {
                return Err(CorrectRefusal::OtherSides { game: game_tag()? }.into());
            }
            Ok(None)
        }
        Change::Result(after) => {
            knockout::report::require_sound(turn, round, after)?;
            Ok(after)
        }
    }
}

/// The later stage that was made from this one's table, by name.
fn next_stage(turn: &Turn<'_>) -> Result<Option<String>, Halt> {
    let competition = turn.competition();
    let begun = round::stages_begun(turn.tx, &competition.key)?;
    let seeded = knockout::is_seeded(turn)?;
    let mut stages = competition.stages.iter();
    let later = stages.find(|stage| {
        let (key, _) = stage_name(stage);
        key != turn.swiss().key && (seeded || begun.iter().any(|begun| begun == key))
    });
    Ok(later.map(|stage| stage_name(stage).1.to_owned()))
}

fn stage_name(stage: &crate::config::Stage) -> (&str, &str) {
    match stage {
        crate::config::Stage::Swiss(swiss) => (&swiss.key, &swiss.name),
        crate::config::Stage::Knockout(knockout) => (&knockout.key, &knockout.name),
    }
}

/// What stands after the round by now.
fn later(turn: &Turn<'_>, round: &Round) -> Result<Later, Halt> {
    if round.part.is_some() {
        return Ok(Later::default());
    }
    let latest = round::latest(turn.tx, round.stage)?;
    Ok(match latest {
        Some(latest) if latest.number > round.number => {
            let proposed = latest.state == round::State::Proposed;
            let last = latest.number - u32::from(proposed);
            Later {
                discards: proposed.then_some(latest.number),
                keeps: (last > round.number).then_some((round.number + 1, last)),
            }
        }
        _ => Later::default(),
    })
}

fn moves(
    turn: &Turn<'_>,
    field: &Field,
    round: &Round,
    game: &Game,
    change: Change,
) -> Result<Vec<PlaceMoved>, Halt> {
    // The table of the points stage is frozen before the first match.
    if round.part.is_some() {
        return Ok(Vec::new());
    }
    let mut corrected = Field::load(turn)?;
    let both = (field.number(game.red), field.number(game.black));
    let index = field.rounds.iter().position(|one| one.id == round.id);
    let found = index
        .and_then(|index| corrected.history.rounds.get_mut(index))
        .and_then(|round| {
            let mut games = round.games.iter_mut();
            games.find(|one| (Some(one.red), Some(one.black)) == both)
        });
    if let Some(found) = found {
        match change {
            Change::Result(outcome) => found.outcome = outcome,
            Change::Sides => {
                std::mem::swap(&mut found.red, &mut found.black);
                found.outcome = found.outcome.map(Outcome::mirrored);
            }
        }
    }
    let compared = compare(
        turn,
        |section| ranked(field, section),
        |section| ranked(&corrected, section),
    );
    let changed = compared.into_iter().filter(|(_, row)| row.is_changed());
    let mut moves: Vec<PlaceMoved> = changed
        .map(|(section, row)| PlaceMoved {
            player: field.tag(row.no),
            points: row.points,
            rank: row.rank,
            section: section.map(|section| section.name.clone()),
        })
        .collect();
    // The two of the game first, then down the table.
    let is_other = |moved: &PlaceMoved| {
        let no = Some(moved.player.no);
        no != both.0 && no != both.1
    };
    moves.sort_by_key(|moved| (is_other(moved), moved.rank.1, moved.player.no));
    Ok(moves)
}

/// Who would be removed for an absence, and who be taken in again.
fn membership(
    turn: &Turn<'_>,
    field: &Field,
    round: &Round,
    game: &Game,
    change: Change,
) -> Result<(Vec<PlayerTag>, Vec<PlayerTag>), Halt> {
    // A match of the knockout removes nobody.
    let (Change::Result(outcome), None) = (change, round.part) else {
        return Ok((Vec::new(), Vec::new()));
    };
    let found = absence::membership(turn, game, outcome)?;
    let tags = |ids: Vec<i64>| ids.into_iter().map(|id| field.tag_of(id)).collect();
    Ok((tags(found.removed), tags(found.reinstated)))
}

/// Tells what was shown from anything else, within one version of the program.
fn print(consequences: &Consequences) -> u32 {
    let mut hasher = DefaultHasher::new();
    serde_json::to_string(consequences)
        .unwrap_or_default()
        .hash(&mut hasher);
    (hasher.finish() >> 32) as u32
}
