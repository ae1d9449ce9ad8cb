//! A penalty is entered: the player is told, and a game that it loses is settled like any other.

use super::{Draft, PenaltyRefusal, card, draft, game_now, keep, kind_word, place_in, removal};
use crate::config::{ConductRule, PenaltyKind};
use crate::desk::field::Field;
use crate::desk::notice::{Lost, Penalty, Why};
use crate::desk::report::settle;
use crate::desk::{Halt, Refusal, Turn, knockout, progress, recusal};
use crate::store::game::{self, Game};
use crate::store::journal::Entry;
use crate::store::penalty::{self, Effect, New};
use crate::store::round::{self, Round};
use crate::store::{claim, frozen, registration};
use crate::tournament::Side;
use crate::tournament::penalty::{Fate, loses, lost_by};

/// A penalty to enter.
pub(in crate::desk) struct Given<'a> {
    pub registration: i64,
    pub kind: PenaltyKind,
    /// Round and table, where it belongs to one.
    pub place: Option<(u32, u32)>,
    /// The game in which it happened: further ones there may lose it.
    pub game: Option<(&'a Round, &'a Game)>,
    /// Its stage, where that is not the game's: `None` is the points stage.
    pub stage: Option<i64>,
    pub clause: &'a str,
    pub rule: &'a str,
    pub reason: &'a str,
    pub fate: Option<Fate>,
    pub ban: Option<&'a str>,
}

/// What becomes of a penalty that is not the rule's usual one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The arbiter is asked first.
    Asks,
    /// The usual one is given.
    Usual,
    /// The one that was chosen.
    Chosen,
}

/// Gives the penalty of this card for the rule at this place of bot.toml; `None`: for another rule, which
/// the reason names.
pub fn give(turn: &mut Turn<'_>, token: i64, rule: Option<usize>, kind: Kind) -> Result<(), Halt> {
    let mut begun = draft(turn, token)?;
    let field = Field::load(turn)?;
    let registration = begun.registration.ok_or(Refusal::Stale)?;
    let rules = &turn.config.event.discipline.rules;
    let rule_tapped = match rule {
        Some(index) => Some(rules.get(index).ok_or(Refusal::Stale)?),
        None => None,
    };
    if let (Some(rule), Some(tapped)) = (rule, rule_tapped)
        && let Some(usual) = tapped.usual.filter(|usual| *usual != begun.kind)
    {
        match kind {
            Kind::Asks => {
                return turn.rewrite(Penalty::NotUsual {
                    token,
                    rule,
                    player: field.tag_of(registration),
                    clause: tapped.clause.clone(),
                    text: tapped.text.clone(),
                    usual,
                    chosen: begun.kind,
                });
            }
            Kind::Usual => {
                super::require(turn, usual)?;
                begun.kind = usual;
                begun.rule = None;
                keep(turn, Some(begun.clone()))?;
            }
            Kind::Chosen => {}
        }
    }
    if begun.kind == PenaltyKind::Removal {
        return removal::preview(turn, &field, begun, rule, rule_tapped);
    }
    let (clause, text, reason) = words(&begun, rule_tapped)?;
    let found = match begun.game.filter(|_| begun.in_game) {
        Some(id) => game::find(turn.tx, id)?,
        None => None,
    };
    let round = match &found {
        Some(game) => round::find(turn.tx, game.round)?,
        None => None,
    };
    if begun.kind == PenaltyKind::Loss && found.is_none() {
        let player = field.tag_of(registration);
        return Err(PenaltyRefusal::NoGame { player }.into());
    }
    keep(turn, None)?;
    let played = round.as_ref().zip(found.as_ref());
    match played {
        Some((round, game)) => recusal::require(turn, round, game)?,
        // Nor the opponent of the last game for something beside it.
        None => {
            if let Some((round, game)) = game_now(turn, &field, registration)? {
                recusal::require(turn, &round, &game)?;
            }
        }
    }
    let given = Given {
        registration,
        kind: begun.kind,
        place: played.map(|(round, game)| place_in(round, game)),
        game: played,
        stage: None,
        clause,
        rule: text,
        reason,
        fate: None,
        ban: None,
    };
    enter(turn, &field, &given, true)
}

/// Clause, rule and reason of a penalty; a rule of bot.toml that was tapped is reason enough.
pub(super) fn words<'a>(
    begun: &'a Draft,
    rule: Option<&'a ConductRule>,
) -> Result<(&'a str, &'a str, &'a str), Halt> {
    let reason = begun.reason.as_deref();
    match (rule, reason) {
        (Some(rule), reason) => Ok((&rule.clause, &rule.text, reason.unwrap_or(&rule.text))),
        (None, Some(reason)) => Ok(("", "", reason)),
        (None, None) => {
            let longest = super::LONGEST_REASON;
            Err(PenaltyRefusal::ReasonWanted { longest }.into())
        }
    }
}

/// Enters a penalty, tells the player, and, with `shown`, answers the arbiter.
pub(in crate::desk) fn enter(
    turn: &Turn<'_>,
    field: &Field,
    given: &Given<'_>,
    shown: bool,
) -> Result<(), Halt> {
    let id = add(turn, given)?;
    let lost = match (given.kind, given.game) {
        (PenaltyKind::Foul, Some((round, game))) => {
            let standing = penalty::in_game(turn.tx, given.registration, game.id)?;
            let fouls = standing.iter().filter(|one| one.kind == PenaltyKind::Foul);
            let fouls = u32::try_from(fouls.count()).unwrap_or(u32::MAX);
            if loses(fouls, turn.swiss().conduct.fouls_lose_game) {
                Some((round, game))
            } else {
                None
            }
        }
        (PenaltyKind::Loss, game) => game,
        (PenaltyKind::Warning | PenaltyKind::Foul | PenaltyKind::Removal, _) => None,
    };
    let side = lost.and_then(|(_, game)| game.side_of(given.registration));
    let lost = match lost.zip(side) {
        Some(((round, game), side)) => Some(lose(turn, id, round, game, side)?),
        None => None,
    };
    let line = penalty::find(turn.tx, id)?.ok_or(Refusal::Stale)?;
    let line = card::line(turn, field, &line)?;
    let account = registration::find(turn.tx, given.registration)?.and_then(|one| one.account);
    if let Some(account) = account {
        let penalty = line.clone();
        turn.tell_now(account, Penalty::Told { penalty, lost })?;
    }
    // A final table may have changed.
    let ranks_anew = field.ranks_anew() && given.kind == PenaltyKind::Foul && lost.is_none();
    if ranks_anew {
        progress::tell_moved(turn, field)?;
    }
    if shown {
        turn.rewrite(Penalty::Given {
            penalty: line,
            lost,
            ranks_anew: field.ranks_anew(),
        })?;
    }
    Ok(())
}

/// Writes the penalty and the journal.
pub(super) fn add(turn: &Turn<'_>, given: &Given<'_>) -> Result<i64, Halt> {
    let stage = given.game.map(|(round, _)| round.stage).or(given.stage);
    let new = New {
        registration: given.registration,
        stage: stage.map_or_else(|| turn.stage_id(), Ok)?,
        kind: given.kind,
        place: given.place,
        game: given.game.map(|(_, game)| game.id),
        clause: given.clause,
        rule: given.rule,
        reason: given.reason,
        fate: given.fate,
        ban: given.ban,
        by: turn.account()?,
    };
    let id = penalty::add(turn.tx, &new, turn.now)?;
    let part = given.game.and_then(|(round, _)| round.part);
    let place = match (given.place, part) {
        (None, _) => String::new(),
        (Some((round, table)), None) => format!(", round {round} table {table}"),
        (Some((round, table)), Some(part)) => {
            format!(", match {round}-{table} game {}", part.game)
        }
    };
    let mut after = format!("{} {}{place}", kind_word(given.kind), given.clause);
    for more in [given.fate.map(super::fate_word), given.ban]
        .into_iter()
        .flatten()
    {
        after.push_str(", ");
        after.push_str(more);
    }
    turn.journal(Entry {
        action: "penalty.give".to_owned(),
        subject: format!("registration {}", given.registration),
        after: Some(after),
        reason: Some(given.reason.to_owned()),
        ..Entry::default()
    })?;
    Ok(id)
}

/// The game is lost by `side`, as far as nothing has been paired on it yet.
fn lose(
    turn: &Turn<'_>,
    penalty: i64,
    round: &Round,
    game: &Game,
    side: Side,
) -> Result<Lost, Halt> {
    if is_paired_on(turn, round, game)? {
        return Ok(Lost::Earlier);
    }
    let is_lost = |game: &Game| {
        game.outcome
            .is_some_and(|outcome| outcome.points(side, &turn.swiss().score) == 0)
    };
    if is_lost(game) {
        return Ok(Lost::Already);
    }
    let effect = Effect {
        before: game.outcome,
        after: lost_by(side),
    };
    penalty::set_effect(turn.tx, penalty, Some(effect))?;
    claim::clear(turn.tx, game.id)?;
    settle(turn, round, game, effect.after, Why::Penalty)?;
    Ok(Lost::Now)
}

/// A later round exists, or a stage seeded from this one, or something was reported that hangs on the game:
/// a result of it is not changed on the side.
pub(super) fn is_paired_on(turn: &Turn<'_>, round: &Round, game: &Game) -> Result<bool, Halt> {
    if round.part.is_some() {
        return knockout::discipline::is_played_on(turn, round, game);
    }
    if frozen::is_frozen(turn.tx, round.stage)? {
        return Ok(true);
    }
    let latest = round::latest(turn.tx, round.stage)?;
    Ok(latest.is_some_and(|latest| latest.number > round.number))
}
