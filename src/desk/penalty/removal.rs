//! Removal (取消资格): what it would change is shown for each way of treating the games played, and then
//! done.

use std::hash::{DefaultHasher, Hash, Hasher};

use serde::Serialize;

use super::give::{Given, add, words};
use super::{Draft, PenaltyRefusal, card, draft, game_now, keep, place_in};
use crate::config::{ConductRule, PenaltyKind};
use crate::desk::absence::is_removed_for_absence;
use crate::desk::field::Field;
use crate::desk::knockout::{self, Leaving, left, returned};
use crate::desk::notice::Knockout;
use crate::desk::notice::{Change, Penalty, Removal, Rest, TeamChange, Why};
use crate::desk::report::settle;
use crate::desk::table::{compare, ranked};
use crate::desk::{Halt, Refusal, Turn, competition, prizes, progress, team, waiting_list};
use crate::store::game::Game;
use crate::store::penalty::{self, Effect, Penalty as Kept};
use crate::store::registration::{self, State};
use crate::store::round::{self, Round};
use crate::store::{claim, place};
use crate::tournament::penalty::{Fate, apply, forfeited_by};
use crate::tournament::{Outcome, StartNumber};

/// Why a removed player is out, as the registration keeps it.
const REMOVED: &str = "取消资格";

/// Shows whose points change, and how.
pub(super) fn preview(
    turn: &mut Turn<'_>,
    field: &Field,
    mut begun: Draft,
    rule: Option<usize>,
    tapped: Option<&ConductRule>,
) -> Result<(), Halt> {
    let registration = begun.registration.ok_or(Refusal::Stale)?;
    let no = require_in(turn, field, registration)?;
    let (clause, _, reason) = words(&begun, tapped)?;
    let (clause, reason) = (clause.to_owned(), reason.to_owned());
    let (options, rest): (Vec<_>, Vec<_>) = options(turn, field, no)?.into_iter().unzip();
    let exit = knockout::exit(turn, registration, Leaving::Removed)?;
    begun.rule = rule;
    begun.shown = Some(print(&(&options, &rest, &exit))?);
    let open = open_game(turn, field, registration)?;
    let ban = begun.ban.clone();
    let token = begun.token;
    keep(turn, Some(begun))?;
    turn.rewrite(Penalty::Removal(Box::new(Removal {
        token,
        player: field.tag(no),
        clause,
        reason,
        open_table: open.filter(|_| exit.is_none()).map(|(_, game)| game.table),
        options,
        rest,
        exit,
        ban,
    })))
}

/// The usual note of a ban is added, or taken off.
pub fn ban(turn: &mut Turn<'_>, token: i64) -> Result<(), Halt> {
    let mut begun = draft(turn, token)?;
    begun.ban = match begun.ban {
        Some(_) => None,
        None => turn.config.event.discipline.ban.clone(),
    };
    again(turn, begun)
}

/// Removes the player; `fate`: what becomes of the games played.
pub fn remove(turn: &mut Turn<'_>, token: i64, fate: Fate) -> Result<(), Halt> {
    let begun = draft(turn, token)?;
    let field = Field::load(turn)?;
    let id = begun.registration.ok_or(Refusal::Stale)?;
    let no = require_in(turn, &field, id)?;
    let (options, rest): (Vec<_>, Vec<_>) = options(turn, &field, no)?.into_iter().unzip();
    let exit = knockout::exit(turn, id, Leaving::Removed)?;
    let is_offered = options.iter().any(|(option, _)| *option == fate);
    if !is_offered || begun.shown != Some(print(&(&options, &rest, &exit))?) {
        // Results came in since: the arbiter decides on what is true now.
        return again(turn, begun);
    }
    let rules = &turn.config.event.discipline.rules;
    let rule = begun.rule.and_then(|index| rules.get(index));
    let (clause, text, reason) = words(&begun, rule)?;
    let open = open_game(turn, &field, id)?;
    let newest = game_now(turn, &field, id)?;
    let newest = newest.filter(|_| begun.in_game || open.is_some());
    let played = newest.as_ref().map(|(round, game)| (round, game));
    let given = Given {
        registration: id,
        kind: PenaltyKind::Removal,
        place: played.map(|(round, game)| place_in(round, game)),
        game: played,
        stage: None,
        clause,
        rule: text,
        reason,
        fate: Some(fate),
        ban: begun.ban.as_deref(),
    };
    let penalty = add(turn, &given)?;
    let player = registration::find(turn.tx, id)?.ok_or(Refusal::Stale)?;
    if player.state.stands() {
        registration::withdraw(turn.tx, id, Some(turn.account()?), REMOVED, turn.now)?;
    }
    keep(turn, None)?;
    let after = Field::load(turn)?;
    let line = penalty::find(turn.tx, penalty)?.ok_or(Refusal::Stale)?;
    let line = card::line(turn, &after, &line)?;
    turn.rewrite(Penalty::Given {
        penalty: line.clone(),
        lost: None,
        ranks_anew: after.ranks_anew(),
    })?;
    let elsewhere = registration::elsewhere(turn.tx, id)?;
    if given.ban.is_some() && !elsewhere.is_empty() {
        let keys = elsewhere.iter().map(|one| &one.competition);
        let names = keys.filter_map(|key| competition::name_of(turn, key));
        turn.reply(Penalty::Elsewhere {
            player: line.player.clone(),
            competitions: names.collect(),
        })?;
    }
    if let Some(owner) = player.account {
        let penalty = line.clone();
        turn.tell_now(
            owner,
            Penalty::Told {
                penalty,
                lost: None,
            },
        )?;
    }
    turn.tell_group(Penalty::Removed {
        penalty: line.clone(),
        exit: exit.map(Box::new),
    })?;
    let chosen = options.into_iter().find(|(option, _)| *option == fate);
    tell_opponents(
        turn,
        &after,
        &line.player,
        chosen.map(|(_, changes)| changes),
    )?;
    // That of a match goes with the match.
    if let Some((round, game)) = open.filter(|(round, _)| round.part.is_none())
        && let Some(side) = game.side_of(id)
    {
        let effect = Effect {
            before: None,
            after: forfeited_by(side),
        };
        penalty::set_effect(turn.tx, penalty, Some(effect))?;
        claim::clear(turn.tx, game.id)?;
        settle(turn, &round, &game, effect.after, Why::Removal)?;
    } else if fate != Fate::Keep {
        tell_table(turn, &after)?;
    }
    left(turn, id, Leaving::Removed)?;
    prizes::watch(turn)?;
    waiting_list::promote(turn)
}

/// The removal was a mistake: the player is in again, if there is a place.
pub(super) fn take_back(turn: &mut Turn<'_>, field: &Field, struck: &Kept) -> Result<(), Halt> {
    let id = struck.registration;
    // Whose absence was ruled otherwise while the removal stood is not out for it either.
    let no = field.number(id);
    let was_absent = field.history.rounds.iter().any(|round| {
        let mut games = round.games.iter();
        games.any(|game| match game.outcome {
            Some(Outcome::RedForfeit) => no == Some(game.red),
            Some(Outcome::BlackForfeit) => no == Some(game.black),
            Some(Outcome::BothForfeit) => [game.red, game.black].map(Some).contains(&no),
            _ => false,
        })
    });
    let out = |one: &registration::Registration| {
        let is_out = one.state == State::Withdrawn && one.reason.as_deref() == Some(REMOVED);
        is_out || (is_removed_for_absence(one) && !was_absent)
    };
    let mut plays_on = false;
    if let Some(player) = registration::find(turn.tx, id)?.filter(out) {
        match place::free(turn.tx, &player.competition, &player.pool)? {
            Some(place) => {
                registration::reinstate(turn.tx, id, place, turn.account()?, turn.now)?;
                plays_on = !field.has_ended;
                if let Some(reserve) = returned(turn, id)? {
                    let player = field.tag_of(id);
                    turn.tell_arbiters(Knockout::SeedGone { player, reserve })?;
                }
            }
            None => turn.tell_arbiters(Penalty::NotReinstated {
                player: field.tag_of(id),
            })?,
        }
    }
    turn.tell_group(Penalty::RemovalStruck {
        penalty: card::line(turn, field, struck)?,
        plays_on,
    })?;
    if struck.fate.is_some_and(|fate| fate != Fate::Keep)
        && let Some(no) = field.number(id)
    {
        let mut without = Field::load(turn)?;
        if without.frozen.is_empty() {
            without.placeless.insert(no);
        }
        for round in &mut without.history.rounds {
            apply(round, no, struck.fate.unwrap_or(Fate::Keep));
        }
        let (changes, _) = changes(turn, &without, field, no);
        tell_opponents(turn, field, &field.tag(no), Some(changes))?;
        if struck.effect.is_none() {
            tell_table(turn, field)?;
        }
    }
    prizes::watch(turn)
}

/// The player's number; refuses one who has been removed.
fn require_in(turn: &Turn<'_>, field: &Field, id: i64) -> Result<StartNumber, Halt> {
    let no = field.number(id).ok_or(Refusal::Stale)?;
    let removals = penalty::removals(turn.tx, &turn.competition().key)?;
    if removals.iter().any(|(removed, _)| *removed == id) {
        let player = field.tag(no);
        return Err(PenaltyRefusal::AlreadyRemoved { player }.into());
    }
    Ok(no)
}

/// The preview with what is true now.
fn again(turn: &mut Turn<'_>, begun: Draft) -> Result<(), Halt> {
    let field = Field::load(turn)?;
    let rules = &turn.config.event.discipline.rules;
    let tapped = begun.rule.and_then(|index| rules.get(index));
    let rule = begun.rule;
    preview(turn, &field, begun, rule, tapped)
}

/// The player's game of the newest round, or of the match being played, that is not over.
fn open_game(turn: &Turn<'_>, field: &Field, id: i64) -> Result<Option<(Round, Game)>, Halt> {
    let newest = game_now(turn, field, id)?.filter(|(_, game)| game.outcome.is_none());
    let latest = round::latest(turn.tx, turn.stage_id()?)?;
    let is_latest = |round: &Round| latest.as_ref().is_some_and(|latest| latest.id == round.id);
    Ok(newest.filter(|(round, _)| round.part.is_some() || is_latest(round)))
}

/// A way of treating the games and the players it changes something for; what else it changes.
type Way = ((Fate, Vec<Change>), Rest);

/// What each way of treating the games would change for the others. A frozen table stays as it is: there is
/// nothing to choose then.
fn options(turn: &Turn<'_>, field: &Field, no: StartNumber) -> Result<Vec<Way>, Halt> {
    if !field.frozen.is_empty() {
        return Ok(vec![((Fate::Keep, Vec::new()), Rest::default())]);
    }
    let mut options = Vec::new();
    for fate in Fate::ALL {
        let mut after = Field::load(turn)?;
        after.placeless.insert(no);
        for round in &mut after.history.rounds {
            apply(round, no, fate);
        }
        let (changes, rest) = changes(turn, field, &after, no);
        options.push(((fate, changes), rest));
    }
    Ok(options)
}

/// Places shown beside those whose points change.
const SHOWN: usize = 12;

/// Whose points or place differ, the removed player left out, points first; nobody's in a frozen table.
fn changes(turn: &Turn<'_>, before: &Field, after: &Field, no: StartNumber) -> (Vec<Change>, Rest) {
    if !before.frozen.is_empty() {
        return Default::default();
    }
    let compared = compare(turn, |one| ranked(before, one), |one| ranked(after, one));
    let others = compared.iter().map(|(_, row)| row);
    let mut changes: Vec<Change> = others
        .filter(|row| row.no != no && row.is_changed())
        .map(|row| Change {
            player: before.tag(row.no),
            points: row.points,
            rank: row.rank,
        })
        .collect();
    let has_points = |change: &Change| change.points.0 != change.points.1;
    changes.sort_by_key(|change| (!has_points(change), change.rank.1, change.player.no));
    let scored = changes.iter().filter(|change| has_points(change)).count();
    let shown = changes.len().min(scored.max(SHOWN));
    let rest = Rest {
        others: changes.len() - shown,
        teams: team_changes(turn, before, after),
    };
    changes.truncate(shown);
    (changes, rest)
}

fn team_changes(turn: &Turn<'_>, before: &Field, after: &Field) -> Vec<TeamChange> {
    let is = team::standings(turn, after);
    let changed = team::standings(turn, before).into_iter().filter_map(|was| {
        let is = is.iter().find(|is| is.team == was.team)?;
        let differs = (was.points, was.rank) != (is.points, is.rank);
        differs.then_some(TeamChange {
            points: (was.points, is.points),
            rank: (was.rank, is.rank),
            team: was.team,
        })
    });
    changed.collect()
}

/// Tells one preview from another.
fn print(options: &impl Serialize) -> Result<u64, Halt> {
    let mut hasher = DefaultHasher::new();
    serde_json::to_string(options)?.hash(&mut hasher);
    Ok(hasher.finish())
}

fn tell_opponents(
    turn: &Turn<'_>,
    field: &Field,
    removed: &crate::desk::notice::PlayerTag,
    changes: Option<Vec<Change>>,
) -> Result<(), Halt> {
    let changes = changes.into_iter().flatten();
    for change in changes.filter(|change| change.points.0 != change.points.1) {
        let account = field.player(change.player.no).and_then(|one| one.account);
        if let Some(account) = account {
            turn.tell(
                account,
                Penalty::Recounted {
                    removed: removed.clone(),
                    change,
                },
            )?;
        }
    }
    Ok(())
}

/// The table anew, unless its round is still being played or it is frozen.
fn tell_table(turn: &Turn<'_>, field: &Field) -> Result<(), Halt> {
    let is_over = |round: &Round| round.state == round::State::Closed;
    if field.frozen.is_empty() && field.rounds.last().is_some_and(is_over) {
        progress::tell_standings(turn)?;
    }
    Ok(())
}
