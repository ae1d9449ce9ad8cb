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
use super::notice::{Move, OrderChange, RankingRule as Said, SectionOrder, TeamMove};
use super::{Duty, Halt, Refusal, Turn, competition, prizes, progress, table, team};
use crate::config::{RankKey, Rankings, Role, Section};
use crate::store::journal::Entry;
use crate::store::stage_ranking::{self as store, StageRanking};
use crate::store::{arbiter, frozen, round};
use crate::tournament::standings::compare_tables;
use crate::tournament::team::TeamStanding;

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

/// What ranks the stage and its sections now.
pub fn in_force(turn: &Turn<'_>) -> Result<Rankings, Halt> {
    let kept = store::find(turn.tx, turn.stage_id()?)?;
    Ok(kept.map_or_else(|| of_file(turn), |kept| kept.in_force))
}

/// What bot.toml says.
fn of_file(turn: &Turn<'_>) -> Rankings {
    turn.competition().rankings(turn.swiss())
}

/// Keeps bot.toml's order with the stage, unless one is kept already: its first round is published.
pub(super) fn keep(turn: &Turn<'_>) -> Result<StageRanking, Halt> {
    let stage = turn.stage_id()?;
    if let Some(kept) = store::find(turn.tx, stage)? {
        return Ok(kept);
    }
    let kept = StageRanking {
        in_force: of_file(turn),
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
        let file = &of_file(turn);
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

/// Shows the order in force, of every competition that concerns the asker.
pub fn show(turn: &mut Turn<'_>) -> Result<(), Halt> {
    let is_chief = turn.role()? == Some(Role::Chief);
    for one in competition::concerning(turn)? {
        turn.enter(&one.key)?;
        let rankings = in_force(turn)?;
        turn.reply(Said::Order {
            keys: rankings.stage.keys.clone(),
            may_change: is_chief && !is_frozen(turn)?,
            ranking: Some(rankings.stage.clone()),
            sections: own_orders(turn, &rankings),
        })?;
    }
    Ok(())
}

/// The sections ranked otherwise than the stage.
fn own_orders(turn: &Turn<'_>, rankings: &Rankings) -> Vec<SectionOrder> {
    let sections = sections(turn).iter();
    let own = sections.filter(|section| rankings.sections.contains_key(&section.key));
    own.map(|section| SectionOrder {
        section: section.name.clone(),
        ranking: rankings.of(Some(&section.key)),
    })
    .collect()
}

/// The sections that have tables of their own.
fn sections<'a>(turn: &Turn<'a>) -> &'a [Section] {
    match turn.competition().sections.as_slice() {
        [_] => &[],
        many => many,
    }
}

/// The chief arbiter proposes another order, of these keys; before them may stand the section it is for.
/// `Err` is a word that names no key.
pub fn propose_keys(turn: &mut Turn<'_>, keys: Vec<Result<RankKey, String>>) -> Result<(), Halt> {
    let mut keys = keys.into_iter().peekable();
    let section = match keys.peek() {
        Some(Err(typed)) => named(turn, typed),
        _ => None,
    };
    if section.is_some() {
        keys.next();
        if keys.peek().is_none() {
            return show(turn);
        }
    }
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
    let mut new = kept.in_force.clone();
    let key = section.map(|section| section.key.as_str());
    if new.of(key).keys == wanted {
        return Err(RankingRuleRefusal::Same.into());
    }
    match key {
        Some(key) => new.sections.entry(key.to_owned()).or_default().keys = Some(wanted),
        None => new.stage.keys = wanted,
    }
    let preview = propose(turn, kept, new, false)?;
    turn.reply(preview)
}

/// The section of this key or name, where there are several.
fn named<'a>(turn: &Turn<'a>, typed: &str) -> Option<&'a Section> {
    let mut sections = sections(turn).iter();
    sections.find(|section| section.key.eq_ignore_ascii_case(typed) || section.name == typed)
}

/// The chief arbiter agrees to what was shown; `print` stands for the places it would change. Where they
/// are others by now, those are shown instead.
pub fn agree(turn: &mut Turn<'_>, version: i64, print: u32) -> Result<(), Halt> {
    let (kept, new) = shown(turn, version)?;
    require_not_frozen(turn)?;
    let old = kept.in_force.clone();
    let field = Field::load(turn)?;
    if Moves::of(turn, &field, &old, &new).print(&field)? != print {
        let from_file = new == of_file(turn);
        let preview = propose(turn, kept, new, from_file)?;
        return turn.reply(preview);
    }
    settle(turn, &kept, new.clone(), "ranking.change", &new)?;
    turn.rewrite(Said::Changed {
        keys: new.stage.keys.clone(),
        ranking: Some(new.stage.clone()),
        sections: own_orders(turn, &new),
    })?;
    turn.tell_group(Said::ToldGroup {
        changes: changes(turn, &old, &new),
        old: old.stage.keys,
        new: new.stage.keys,
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
        sections: own_orders(turn, &kept.in_force),
        keys: kept.in_force.stage.keys.clone(),
        ranking: Some(kept.in_force.stage),
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

fn shown(turn: &Turn<'_>, version: i64) -> Result<(StageRanking, Rankings), Halt> {
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
    in_force: Rankings,
    action: &str,
    proposed: &Rankings,
) -> Result<(), Halt> {
    let settled = StageRanking {
        in_force,
        decided: Some(of_file(turn)),
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
    new: Rankings,
    from_file: bool,
) -> Result<Said, Halt> {
    let old = kept.in_force.clone();
    let version = kept.version + 1;
    let field = Field::load(turn)?;
    let moves = Moves::of(turn, &field, &old, &new);
    let preview = Said::Preview {
        changes: changes(turn, &old, &new),
        old: old.stage.keys,
        new: new.stage.keys.clone(),
        from_file,
        after: u32::try_from(field.rounds.len()).unwrap_or(u32::MAX),
        shown: moves.print(&field)?,
        moves: moves.players,
        stay: moves.stay,
        teams: moves.teams,
        prizes: prizes::are_published(turn)?,
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

/// What is compared otherwise: over the stage, and in sections with an order of their own.
fn changes(turn: &Turn<'_>, old: &Rankings, new: &Rankings) -> Vec<OrderChange> {
    let of_stage = (None, old.stage.clone(), new.stage.clone());
    let own = sections(turn).iter().filter(|section| {
        let key = &section.key;
        old.sections.contains_key(key) || new.sections.contains_key(key)
    });
    let own = own.map(|section| {
        let of = |rankings: &Rankings| rankings.of(Some(&section.key));
        (Some(section.name.clone()), of(old), of(new))
    });
    let all = std::iter::once(of_stage).chain(own);
    let changed = all.filter(|(_, old, new)| old != new);
    changed
        .map(|(section, old, new)| OrderChange { section, old, new })
        .collect()
}

/// The tables by the order in force and by the other, compared.
struct Moves {
    /// Who would stand elsewhere, in the order of the new tables.
    players: Vec<Move>,
    /// How many would not.
    stay: usize,
    teams: Vec<TeamMove>,
}

impl Moves {
    fn of(turn: &Turn<'_>, field: &Field, old: &Rankings, new: &Rankings) -> Moves {
        let mut moves = Moves {
            players: Vec::new(),
            stay: 0,
            teams: team_moves(turn, field, old, new),
        };
        for section in table::apart(turn) {
            let by = |rankings: &Rankings| {
                let ranking = rankings.of(section.map(|section| section.key.as_str()));
                table::rank(field, &field.history, section, &ranking)
            };
            let after = by(new);
            // The same players stand in both, and the comparison is in the order of the second.
            for (row, standing) in compare_tables(&by(old), &after).iter().zip(&after) {
                if !row.is_moved() {
                    moves.stay += 1;
                    continue;
                }
                let figures = standing.values.iter();
                moves.players.push(Move {
                    player: field.tag(row.no),
                    section: section.map(|section| section.name.clone()),
                    before: row.rank.0,
                    after: row.rank.1,
                    figures: figures
                        .map(|(key, value)| (*key, value.to_string()))
                        .collect(),
                });
            }
        }
        moves
    }

    /// Tells one preview from another: the rounds counted, and who would move. The same in every version of
    /// the program.
    fn print(&self, field: &Field) -> Result<u32, Halt> {
        let players: Vec<_> = self
            .players
            .iter()
            .map(|one| (one.player.no, &one.section, one.before, one.after))
            .collect();
        let text = serde_json::to_vec(&(field.rounds.len(), players, &self.teams))?;
        let first = Sha256::digest(&text).first_chunk().copied();
        Ok(u32::from_be_bytes(first.unwrap_or_default()))
    }
}

/// The teams that would stand elsewhere.
fn team_moves(turn: &Turn<'_>, field: &Field, old: &Rankings, new: &Rankings) -> Vec<TeamMove> {
    let Some(rules) = turn.competition().team else {
        return Vec::new();
    };
    let by = |rankings: &Rankings| {
        let table = table::rank(field, &field.history, None, &rankings.stage);
        team::of_table(&rules, field, &table)
    };
    let before = by(old);
    let moved = |row: TeamStanding| {
        let was = before.iter().find(|was| was.team == row.team)?;
        let (before, after) = (was.rank?, row.rank?);
        (before != after).then_some(TeamMove {
            team: row.team,
            before,
            after,
        })
    };
    by(new).into_iter().filter_map(moved).collect()
}
