//! How the stage is ranked (名次规则), and its change while the stage runs: shown first with the places that
//! would change, then agreed to or refused by the chief arbiter.
//!
//! The order in bot.toml is kept with the stage when its first round is published and holds from then on. A
//! file that says something else later is a proposal, made at the next start; the chief arbiter can make
//! one by chat too.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::field::Field;
use super::knockout::KnockoutRefusal;
use super::notice::{Move, RankingRule as Said};
use super::{Duty, Halt, Refusal, Turn, progress, table};
use crate::config::{RankKey, Ranking, Role};
use crate::store::journal::Entry;
use crate::store::stage_ranking::{self as store, StageRanking};
use crate::store::{arbiter, frozen, round};

/// Why the order stays as it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RankingRuleRefusal {
    /// No key is called so.
    Unknown { typed: String },
    /// A key twice.
    Twice { key: RankKey },
    /// It is the order in force.
    Same,
}

/// What ranks the stage now.
pub fn in_force(turn: &Turn<'_>) -> Result<Ranking, Halt> {
    let kept = store::find(turn.tx, turn.stage_id()?)?;
    Ok(kept.map_or_else(|| turn.swiss().ranking.clone(), |kept| kept.in_force))
}

/// Keeps bot.toml's order with the stage, unless one is kept already: its first round is published.
pub(super) fn keep(turn: &Turn<'_>) -> Result<StageRanking, Halt> {
    let stage = turn.stage_id()?;
    if let Some(kept) = store::find(turn.tx, stage)? {
        return Ok(kept);
    }
    let kept = StageRanking {
        in_force: turn.swiss().ranking.clone(),
        decided: None,
        proposed: None,
        version: 0,
    };
    store::set(turn.tx, stage, &kept)?;
    Ok(kept)
}

/// After a start: a bot.toml that ranks a running stage otherwise is put before the chief arbiters, once
/// for each such order.
pub(super) fn compare(turn: &mut Turn<'_>) -> Result<(), Halt> {
    for competition in turn.competitions() {
        turn.enter(&competition.key)?;
        let rounds = round::all(turn.tx, turn.stage_id()?)?;
        if rounds
            .iter()
            .all(|round| round.state == round::State::Proposed)
            || is_frozen(turn)?
        {
            continue;
        }
        let kept = keep(turn)?;
        let file = &turn.swiss().ranking;
        let known = [
            Some(&kept.in_force),
            kept.decided.as_ref(),
            kept.proposed.as_ref(),
        ];
        if known.contains(&Some(file)) {
            continue;
        }
        let chiefs = arbiter::all(turn.tx)?.into_iter();
        let chiefs: Vec<i64> = chiefs
            .filter(|(_, role)| *role == Role::Chief)
            .map(|(account, _)| account)
            .collect();
        if chiefs.is_empty() {
            continue;
        }
        let preview = propose(turn, kept, file.clone(), true)?;
        for chief in chiefs {
            turn.tell(chief, preview.clone())?;
        }
    }
    Ok(())
}

/// Shows the order in force.
pub fn show(turn: &mut Turn<'_>) -> Result<(), Halt> {
    turn.reply(Said::Order {
        keys: in_force(turn)?.keys,
        may_change: turn.role()? == Some(Role::Chief) && !is_frozen(turn)?,
    })
}

/// The chief arbiter proposes another order, of these keys; `Err` is a word that names none.
pub fn propose_keys(turn: &mut Turn<'_>, keys: Vec<Result<RankKey, String>>) -> Result<(), Halt> {
    turn.require(Duty::RankingRule)?;
    turn.require_private()?;
    require_not_frozen(turn)?;
    let mut wanted: Vec<RankKey> = Vec::new();
    for key in keys {
        let key = key.map_err(|typed| RankingRuleRefusal::Unknown { typed })?;
        if wanted.contains(&key) {
            return Err(RankingRuleRefusal::Twice { key }.into());
        }
        wanted.push(key);
    }
    let kept = keep(turn)?;
    if kept.in_force.keys == wanted {
        return Err(RankingRuleRefusal::Same.into());
    }
    let new = Ranking {
        keys: wanted,
        ..kept.in_force.clone()
    };
    let preview = propose(turn, kept, new, false)?;
    turn.reply(preview)
}

/// The chief arbiter agrees to what was shown; `print` stands for the places it would change. Where they
/// are others by now, those are shown instead.
pub fn agree(turn: &mut Turn<'_>, version: i64, print: u32) -> Result<(), Halt> {
    let (kept, new) = shown(turn, version)?;
    require_not_frozen(turn)?;
    let old = kept.in_force.clone();
    let field = Field::load(turn)?;
    if print_of(&field, &moves(turn, &field, &old, &new))? != print {
        let from_file = new == turn.swiss().ranking;
        let preview = propose(turn, kept, new, from_file)?;
        return turn.reply(preview);
    }
    settle(turn, &kept, new.clone(), "ranking.change", &new)?;
    turn.rewrite(Said::Changed {
        keys: new.keys.clone(),
    })?;
    turn.tell_group(Said::ToldGroup {
        old: old.keys,
        new: new.keys,
    })?;
    let field = Field::load(turn)?;
    let is_told = field.rounds.last();
    match is_told.is_some_and(|round| round.state == round::State::Closed) {
        true => progress::tell_standings(turn),
        false => Ok(()),
    }
}

/// The chief arbiter refuses what was shown: it stays as it is.
pub fn refuse(turn: &mut Turn<'_>, version: i64) -> Result<(), Halt> {
    let (kept, new) = shown(turn, version)?;
    settle(turn, &kept, kept.in_force.clone(), "ranking.refuse", &new)?;
    turn.rewrite(Said::Kept {
        keys: kept.in_force.keys,
    })
}

/// The next stage was seeded from the table: its order of comparison is history.
fn is_frozen(turn: &Turn<'_>) -> Result<bool, Halt> {
    Ok(frozen::is_frozen(turn.tx, turn.stage_id()?)?)
}

fn require_not_frozen(turn: &Turn<'_>) -> Result<(), Halt> {
    if is_frozen(turn)? {
        return Err(KnockoutRefusal::Frozen.into());
    }
    Ok(())
}

fn shown(turn: &Turn<'_>, version: i64) -> Result<(StageRanking, Ranking), Halt> {
    turn.require(Duty::RankingRule)?;
    turn.require_private()?;
    let kept = store::find(turn.tx, turn.stage_id()?)?.ok_or(Refusal::Stale)?;
    let proposed = kept.proposed.clone().filter(|_| kept.version == version);
    let proposed = proposed.ok_or(Refusal::Stale)?;
    Ok((kept, proposed))
}

/// `in_force` holds from now on; what bot.toml says is not asked about again.
fn settle(
    turn: &Turn<'_>,
    kept: &StageRanking,
    in_force: Ranking,
    action: &str,
    proposed: &Ranking,
) -> Result<(), Halt> {
    let settled = StageRanking {
        in_force,
        decided: Some(turn.swiss().ranking.clone()),
        proposed: None,
        version: kept.version,
    };
    store::set(turn.tx, turn.stage_id()?, &settled)?;
    turn.journal(Entry {
        action: action.into(),
        subject: format!("stage {}", turn.swiss().key),
        before: Some(serde_json::to_string(&kept.in_force)?),
        after: Some(serde_json::to_string(proposed)?),
        ..Entry::default()
    })
}

/// Keeps the proposal and says what it would change.
fn propose(
    turn: &Turn<'_>,
    kept: StageRanking,
    new: Ranking,
    from_file: bool,
) -> Result<Said, Halt> {
    let old = kept.in_force.clone();
    let version = kept.version + 1;
    let field = Field::load(turn)?;
    let moves = moves(turn, &field, &old, &new);
    let preview = Said::Preview {
        old: old.keys.clone(),
        new: new.keys.clone(),
        from_file,
        after: u32::try_from(field.rounds.len()).unwrap_or(u32::MAX),
        shown: print_of(&field, &moves)?,
        moves,
        version,
    };
    let proposal = StageRanking {
        proposed: Some(new),
        version,
        ..kept
    };
    store::set(turn.tx, turn.stage_id()?, &proposal)?;
    Ok(preview)
}

/// Tells one preview from another: the rounds counted, and who would move. The same in every version of the
/// program.
fn print_of(field: &Field, moves: &[Move]) -> Result<u32, Halt> {
    let text = serde_json::to_vec(&(field.rounds.len(), moves))?;
    let first = Sha256::digest(&text).first_chunk().copied();
    Ok(u32::from_be_bytes(first.unwrap_or_default()))
}

/// Who would stand elsewhere, in every table.
fn moves(turn: &Turn<'_>, field: &Field, old: &Ranking, new: &Ranking) -> Vec<Move> {
    let sections = turn.competition().sections.as_slice();
    let sections = match sections {
        [] | [_] => vec![None],
        many => many.iter().map(Some).collect(),
    };
    let mut moves = Vec::new();
    for section in sections {
        let before = table::ranked_by(turn, field, section, old);
        for row in table::ranked_by(turn, field, section, new) {
            let stood = before.iter().find(|before| before.no == row.no);
            if let Some(stood) = stood.filter(|stood| stood.rank != row.rank) {
                moves.push(Move {
                    player: field.tag(row.no),
                    section: section.map(|section| section.name.clone()),
                    before: stood.rank,
                    after: row.rank,
                });
            }
        }
    }
    moves
}
