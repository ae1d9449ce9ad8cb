//! Seeding: the final table of the points stage is frozen and the bracket published, or taken back.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::KnockoutRefusal;
use super::course::{drop_game, settle_down};
use super::load::{Bracket, rules, stage_id};
use crate::config::{Knockout, Tie, Vacancy};
use crate::desk::Duty;
use crate::desk::field::Field;
use crate::desk::notice::{Because, Knockout as Said, PlayerTag};
use crate::desk::table::{counted, ranked};
use crate::desk::{Halt, Turn, ranking_lot, undecided};
use crate::store::frozen::{self, Place};
use crate::store::journal::Entry;
use crate::store::{bracket, round};
use crate::tournament::StartNumber;
use crate::tournament::knockout::{Course, qualifiers};
use crate::tournament::standings::Standing;

/// The seeding as it would be.
struct Seeding<'a> {
    rules: &'a Knockout,
    table: Rc<[Standing]>,
    seeds: Vec<Option<StartNumber>>,
    out: BTreeSet<StartNumber>,
}

/// Shows the arbiter the seeding, to be confirmed.
pub fn preview(turn: &mut Turn<'_>) -> Result<(), Halt> {
    turn.require(Duty::Seed)?;
    turn.require_private()?;
    let field = Field::load(turn)?;
    let seeding = Seeding::of(turn, &field)?;
    let bracket = seeding.bracket(turn, &field)?;
    let tag = |no: &StartNumber| field.tag(*no);
    let seeds: Vec<Option<PlayerTag>> = seeding
        .seeds
        .iter()
        .map(|seed| seed.as_ref().map(tag))
        .collect();
    turn.reply(Said::Preview {
        bracket: bracket.shown(turn),
        seeds,
        planned: seeding.rules.size,
        tied: seeding.tied().iter().map(tag).collect(),
        reserve: seeding.reserve().as_ref().map(tag),
        shown: seeding.print(),
        undecided: undecided::blocks(turn)?,
    })
}

/// Freezes the table and publishes the bracket; `shown` names the seeding the arbiter saw.
pub fn confirm(turn: &mut Turn<'_>, shown: u32) -> Result<(), Halt> {
    turn.require(Duty::Seed)?;
    turn.require_private()?;
    turn.require_group()?;
    let field = Field::load(turn)?;
    let seeding = Seeding::of(turn, &field)?;
    if seeding.print() != shown {
        return Err(KnockoutRefusal::Changed.into());
    }
    let after = turn.stage_id()?;
    let stage = stage_id(turn, seeding.rules)?;
    frozen::freeze(turn.tx, after, &seeding.places(&field))?;
    frozen::keep_basis(turn.tx, after, &field.basis())?;
    let ids: Vec<Option<i64>> = seeding
        .seeds
        .iter()
        .map(|seed| seed.and_then(|no| field.player(no).map(|player| player.id)))
        .collect();
    bracket::seed(turn.tx, stage, after, &ids, turn.now)?;
    turn.journal(Entry {
        action: "knockout.seed".into(),
        subject: format!("competition {}", turn.competition().key),
        after: Some(format!("{:?}", seeding.numbers())),
        ..Entry::default()
    })?;
    turn.rewrite(Said::SeededToArbiter)?;
    if let Some(bracket) = Bracket::load(turn, &field)? {
        let shown = bracket.shown(turn);
        turn.tell_group(Said::Seeded { bracket: shown })?;
        super::show::picture(turn, &bracket)?;
    }
    settle_down(turn)
}

/// Asks whether the seeding is to be taken back.
pub fn ask_undo(turn: &mut Turn<'_>) -> Result<(), Halt> {
    turn.require(Duty::Seed)?;
    turn.require_private()?;
    let field = Field::load(turn)?;
    let bracket = Bracket::load(turn, &field)?.ok_or(KnockoutRefusal::NotSeeded)?;
    require_untouched(turn, &bracket)?;
    turn.reply(Said::UnseedAsked)
}

/// Takes the seeding back, while nobody has reported: results of the points stage can be corrected again.
pub fn undo(turn: &mut Turn<'_>) -> Result<(), Halt> {
    turn.require(Duty::Seed)?;
    let field = Field::load(turn)?;
    let bracket = Bracket::load(turn, &field)?.ok_or(KnockoutRefusal::NotSeeded)?;
    require_untouched(turn, &bracket)?;
    for game in bracket.games.values().flatten() {
        drop_game(turn, game, Because::Unseeded)?;
    }
    bracket::unseed(turn.tx, bracket.stage)?;
    round::finish_stage(turn.tx, bracket.stage, None)?;
    frozen::thaw(turn.tx, turn.stage_id()?)?;
    turn.journal(Entry {
        action: "knockout.unseed".into(),
        subject: format!("competition {}", turn.competition().key),
        before: Some(format!("{:?}", bracket.course.seeds)),
        ..Entry::default()
    })?;
    turn.tell_group(Said::Unseeded)?;
    turn.rewrite(Said::Unseeded)
}

/// Whether the seeding can be taken back.
pub(super) fn is_untouched(turn: &Turn<'_>, bracket: &Bracket<'_>) -> Result<bool, Halt> {
    Ok(require_untouched(turn, bracket).is_ok())
}

fn require_untouched(turn: &Turn<'_>, bracket: &Bracket<'_>) -> Result<(), Halt> {
    let mut touched: Vec<u32> = Vec::new();
    for (no, games) in &bracket.games {
        for game in games {
            if Bracket::is_begun(turn, game)? && !touched.contains(&no.table) {
                touched.push(no.table);
            }
        }
    }
    if touched.is_empty() {
        return Ok(());
    }
    Err(KnockoutRefusal::RoundTouched {
        name: bracket.round_name(1),
        tables: touched,
    }
    .into())
}

impl<'a> Seeding<'a> {
    fn of(turn: &Turn<'a>, field: &Field) -> Result<Seeding<'a>, Halt> {
        let rules = rules(turn).ok_or(KnockoutRefusal::None)?;
        if super::is_seeded(turn)? {
            return Err(KnockoutRefusal::AlreadySeeded.into());
        }
        let counted = counted(turn, field);
        if !counted.is_final {
            return Err(KnockoutRefusal::NotYet {
                after: counted.after,
                of: turn.swiss().rounds,
                open: counted.open,
            }
            .into());
        }
        let level = ranking_lot::level(turn, field);
        if !level.is_empty() {
            let refusal = match field.ranking(None).tie {
                Tie::Lot => KnockoutRefusal::LotDue {
                    players: level.len(),
                },
                Tie::Shared => KnockoutRefusal::CutLevel {
                    players: level.iter().map(|no| field.tag(*no)).collect(),
                    places: rules.size,
                },
            };
            return Err(refusal.into());
        }
        let table = ranked(field, None);
        let active = field.active();
        let order: Vec<StartNumber> = table.iter().map(|row| row.no).collect();
        let gone = order.iter().filter(|no| !active.contains(no));
        let out: BTreeSet<StartNumber> = gone.copied().collect();
        let seeds = qualifiers(&order, rules.size as usize, &out, rules.vacancy);
        let there = seeds.iter().flatten().count();
        if there < 2 {
            return Err(KnockoutRefusal::TooFew { there }.into());
        }
        Ok(Seeding {
            rules,
            table,
            seeds,
            out,
        })
    }

    fn numbers(&self) -> Vec<u32> {
        let seeds = self.seeds.iter();
        seeds.map(|seed| seed.map_or(0, |no| no.0)).collect()
    }

    /// Tells one seeding from another.
    fn print(&self) -> u32 {
        let fold = |print: u32, no: u32| print.wrapping_mul(16_777_619) ^ no;
        self.numbers().into_iter().fold(2_166_136_261, fold)
    }

    /// Qualifiers, and the first who would move in, who share their place with another.
    fn tied(&self) -> Vec<StartNumber> {
        let reserve = self.reserve();
        let counts = |no: &StartNumber| reserve == Some(*no) || self.seeds.contains(&Some(*no));
        let rows = self.table.iter().filter(|row| row.shared);
        rows.map(|row| row.no).filter(counts).collect()
    }

    /// Who moves in first when a qualifier leaves; `None` also where the event does not replace.
    fn reserve(&self) -> Option<StartNumber> {
        if self.rules.vacancy == Vacancy::Walkover {
            return None;
        }
        let mut order = self.table.iter().map(|row| row.no);
        order.find(|no| !self.out.contains(no) && !self.seeds.contains(&Some(*no)))
    }

    /// The table as it is frozen.
    fn places(&self, field: &Field) -> Vec<Place> {
        let rows = (1..).zip(self.table.iter());
        rows.filter_map(|(place, row)| {
            Some(Place {
                place,
                player: field.player(row.no)?.id,
                rank: row.rank,
                figures: row
                    .values
                    .iter()
                    .map(|(_, value)| value.to_string())
                    .collect(),
                points: row.tally.points,
            })
        })
        .collect()
    }

    /// The bracket before anything is stored.
    fn bracket(&self, turn: &Turn<'a>, field: &Field) -> Result<Bracket<'a>, Halt> {
        let course = Course {
            rules: self.rules,
            seeds: self.seeds.clone(),
            table: self.table.iter().map(|row| row.no).collect(),
            duels: std::collections::BTreeMap::new(),
            kept: std::collections::BTreeMap::new(),
            out: Vec::new(),
        };
        let stage = stage_id(turn, self.rules)?;
        Ok(Bracket::planned_from(
            stage,
            course,
            self.places(field),
            field,
        ))
    }
}
