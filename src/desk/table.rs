//! The standings, computed on reading from final results.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::field::Field;
use super::notice::{Form, Printable, Row, Standings};
use super::{Halt, Notice, PlayRefusal, Turn, competition, knockout, print, team};
use crate::config::{Competition, Ranking, Section, Vacancy};
use crate::store::frozen::Place;
use crate::store::registration::State;
use crate::tournament::knockout::qualifiers;
use crate::tournament::standings::{self, Compared, Standing};
use crate::tournament::{History, StartNumber};

/// Answers with the tables as they stand: those of the section or competition named, else of every
/// competition that concerns the asker; as text, or in the form asked for.
pub fn show(turn: &mut Turn<'_>, typed: &str, form: Option<Form>) -> Result<(), Halt> {
    if let Some(only) = Only::read(turn, typed) {
        return show_only(turn, only, form);
    }
    let wanted: Vec<(&Competition, Option<&Section>)> = if typed.is_empty() {
        let all = competition::concerning(turn)?.into_iter();
        all.map(|one| (one, None)).collect()
    } else {
        named(turn, typed)?
    };
    let mut shown = false;
    for (competition, only) in wanted {
        turn.enter(&competition.key)?;
        let field = Field::load(turn)?;
        if field.rounds.is_empty() {
            continue;
        }
        shown = true;
        if only.is_none() && form.is_none() {
            knockout::show::beside(turn, &field)?;
        }
        let mut tables = match only {
            Some(section) => vec![standings(turn, &field, Some(section)).into()],
            None => tables(turn, &field),
        };
        if let Some(form) = form {
            print::answer(turn, form, tables)?;
            continue;
        }
        if let Some(last) = tables.pop() {
            tables.push(print::offered(turn, last, Printable::Standings));
        }
        for table in tables {
            turn.reply(table)?;
        }
    }
    if shown {
        Ok(())
    } else {
        Err(PlayRefusal::NoRound.into())
    }
}

/// One kind of table of a competition that has both.
#[derive(Clone, Copy)]
enum Only {
    Teams,
    Players,
}

impl Only {
    /// The word for it, unless it is the name of something else.
    fn read(turn: &Turn<'_>, typed: &str) -> Option<Only> {
        let mut all = turn.competitions().iter();
        let is_name = all.any(|one| {
            let mut sections = one.sections.iter();
            let is_section = sections.any(|section| section.name == typed);
            one.name == typed || (one.sections.len() > 1 && is_section)
        });
        match typed {
            _ if is_name => None,
            "团体" | "团体积分" | "团体名次" | "team" | "teams" => Some(Only::Teams),
            "个人" | "个人积分" | "个人名次" | "individual" => Some(Only::Players),
            _ => None,
        }
    }
}

/// The table of the teams, or those of the players, of every competition with teams: of those that concern
/// the asker, else of all.
fn show_only(turn: &mut Turn<'_>, only: Only, form: Option<Form>) -> Result<(), Halt> {
    let mut wanted = competition::concerning(turn)?;
    wanted.retain(|one| one.team.is_some());
    if wanted.is_empty() {
        let all = turn.competitions().iter();
        wanted = all.filter(|one| one.team.is_some()).collect();
    }
    if wanted.is_empty() {
        return Err(PlayRefusal::NoTeams.into());
    }
    let mut shown = false;
    for one in wanted {
        turn.enter(&one.key)?;
        let field = Field::load(turn)?;
        if field.rounds.is_empty() {
            continue;
        }
        shown = true;
        let tables: Vec<Notice> = match only {
            Only::Teams => {
                let teams = team::table(turn, &field).into_iter();
                teams.map(Notice::from).collect()
            }
            Only::Players => {
                let tables = by_section(turn, &field).into_iter();
                tables.map(Notice::from).collect()
            }
        };
        match form {
            Some(form) => print::answer(turn, form, tables)?,
            None => tables.into_iter().try_for_each(|table| turn.reply(table))?,
        }
    }
    if shown {
        Ok(())
    } else {
        Err(PlayRefusal::NoRound.into())
    }
}

/// The sections of this name or a part of it, else the competition.
fn named<'a>(
    turn: &Turn<'a>,
    typed: &str,
) -> Result<Vec<(&'a Competition, Option<&'a Section>)>, Halt> {
    let sections = |fits: &dyn Fn(&Section) -> bool| -> Vec<_> {
        let all = turn
            .competitions()
            .iter()
            .filter(|one| one.sections.len() > 1);
        all.flat_map(|one| one.sections.iter().map(move |section| (one, section)))
            .filter(|(_, section)| fits(section))
            .map(|(one, section)| (one, Some(section)))
            .collect()
    };
    let exact = sections(&|section| section.key == typed || section.name == typed);
    if !exact.is_empty() {
        return Ok(exact);
    }
    match competition::named(turn, typed) {
        Ok(competition) => Ok(vec![(competition, None)]),
        Err(refused) => {
            let parts = sections(&|section| section.name.contains(typed));
            if parts.is_empty() {
                Err(refused)
            } else {
                Ok(parts)
            }
        }
    }
}

/// The competition's tables: one for each section, which are paired together and ranked apart (混合编排).
/// Chengdu-Chongqing regulation, clause 5.2.
pub fn by_section(turn: &Turn<'_>, field: &Field) -> Vec<Standings> {
    let sections = apart(turn).into_iter();
    sections
        .map(|section| standings(turn, field, section))
        // A section that nobody plays in has no table.
        .filter(|table| table.section.is_none() || !table.rows.is_empty())
        .collect()
}

/// What has a table of its own: each section where there are several, else everyone.
pub(super) fn apart<'a>(turn: &Turn<'a>) -> Vec<Option<&'a Section>> {
    match turn.competition().sections.as_slice() {
        [] | [_] => vec![None],
        many => many.iter().map(Some).collect(),
    }
}

/// The same, and the table of the teams.
pub(super) fn tables(turn: &Turn<'_>, field: &Field) -> Vec<Notice> {
    let sections = by_section(turn, field).into_iter().map(Notice::from);
    let teams = team::table(turn, field).map(Notice::from);
    sections.chain(teams).collect()
}

/// What a table counts.
pub(super) struct Counted {
    /// The last published round.
    pub after: u32,
    /// Games without an outcome.
    pub open: usize,
    /// The stage is over.
    pub is_final: bool,
}

pub(super) fn counted(turn: &Turn<'_>, field: &Field) -> Counted {
    let rounds = &field.history.rounds;
    let games = rounds.iter().flat_map(|round| &round.games);
    let open = games.filter(|game| game.outcome.is_none()).count();
    let after = u32::try_from(rounds.len()).unwrap_or(u32::MAX);
    Counted {
        after,
        open,
        is_final: open == 0 && (after >= turn.swiss().rounds || field.has_ended),
    }
}

/// The ranking itself, over all or over one section; done once for a field.
pub(super) fn ranked(field: &Field, section: Option<&Section>) -> Rc<[Standing]> {
    let key = section.map(|section| section.key.as_str());
    field.table(key, || {
        rank(field, &field.history, section, &field.ranking(section))
    })
}

/// The same of another history of the field, or by another ranking than the one in force. Who was removed
/// stands at the foot, without a place.
pub(super) fn rank(
    field: &Field,
    history: &History,
    section: Option<&Section>,
    ranking: &Ranking,
) -> Vec<Standing> {
    let mut table = match section {
        None => standings::standings(history, &field.score, ranking),
        Some(section) => {
            let among = field.of_section(&section.key);
            standings::standings_among(history, &field.score, ranking, &among)
        }
    };
    standings::without_place(&mut table, &field.placeless);
    match section {
        None => at_cut(field, table),
        Some(_) => table,
    }
}

/// Everyone in the tables as they are and as they would be, with the section that is ranked apart; each
/// table in its order afterwards.
pub(super) fn compare<'a, Before, After>(
    turn: &Turn<'a>,
    before: impl Fn(Option<&Section>) -> Before,
    after: impl Fn(Option<&Section>) -> After,
) -> Vec<(Option<&'a Section>, Compared)>
where
    Before: std::ops::Deref<Target = [Standing]>,
    After: std::ops::Deref<Target = [Standing]>,
{
    let tables = apart(turn).into_iter().flat_map(|section| {
        let rows = standings::compare_tables(&before(section), &after(section));
        rows.into_iter().map(move |row| (section, row))
    });
    tables.collect()
}

/// The whole table, with its shared places as the next stage takes them.
fn at_cut(field: &Field, table: Vec<Standing>) -> Vec<Standing> {
    let Some((places, vacancy)) = field.cut else {
        return table;
    };
    let active = field.active();
    let cut = standings::Cut {
        places: places as usize,
        counts: &|no| vacancy == Vacancy::Walkover || active.contains(&no),
        lots: &field.history.lots,
    };
    standings::at_cut(table, &cut)
}

/// Who goes on to the next stage. Empty until the stage is over and no place across the line waits for a
/// lot; after the seeding those in the bracket.
fn going_on(turn: &Turn<'_>, field: &Field) -> GoingOn {
    let mut going = GoingOn::default();
    let ranked = ranked(field, None);
    let Some(places) = turn.swiss().advance.map(|places| places as usize) else {
        return going;
    };
    if !counted(turn, field).is_final || ranked.iter().any(|row| row.awaits_lot) {
        return going;
    }
    let mut order: Vec<StartNumber> = ranked.iter().map(|row| row.no).collect();
    if let Some(seeded) = &field.seeded {
        let frozen = field.frozen.iter();
        order = frozen
            .filter_map(|place| field.number(place.player))
            .collect();
        going.seeds = seeded.iter().filter_map(|id| field.number(*id)).collect();
    } else {
        let active = field.active();
        let gone = order.iter().filter(|no| !active.contains(no));
        let out: BTreeSet<StartNumber> = gone.copied().collect();
        let seeds = qualifiers(&order, places, &out, knockout::vacancy(turn));
        going.seeds = seeds.into_iter().flatten().collect();
    }
    let first = order.get(..places).unwrap_or(&order);
    let moved = going.seeds.iter().filter(|no| !first.contains(no));
    going.moved_up = moved.copied().collect();
    going
}

#[derive(Default)]
struct GoingOn {
    seeds: BTreeSet<StartNumber>,
    /// Only because better ones have left.
    moved_up: BTreeSet<StartNumber>,
}

/// The table over everyone who is in the field or has been in a round; of one section only, if given.
fn standings(turn: &Turn<'_>, field: &Field, section: Option<&Section>) -> Standings {
    let swiss = turn.swiss();
    let ranked = ranked(field, section);
    let Counted {
        after,
        open,
        is_final,
    } = counted(turn, field);
    let going = going_on(turn, field);
    let mut rows: Vec<Row> = ranked
        .iter()
        .map(|standing| Row {
            rank: standing.rank,
            shared: standing.shared,
            lot: standing.lot,
            awaits_lot: standing.awaits_lot,
            goes_on: going.seeds.contains(&standing.no),
            moved_up: going.moved_up.contains(&standing.no),
            player: field.tag(standing.no),
            open: standing.tally.open,
            out: field
                .player(standing.no)
                .is_none_or(|player| player.state != State::Accepted),
            removed: field.removed.contains(&standing.no),
            placeless: field.placeless.contains(&standing.no),
            values: standing
                .values
                .iter()
                .map(|(_, value)| value.to_string())
                .collect(),
        })
        .collect();
    if section.is_none() {
        as_frozen(field, &mut rows);
    }
    let count = u32::try_from(rows.len()).unwrap_or(u32::MAX);
    Standings {
        section: section.map(|section| section.name.clone()),
        after,
        of: swiss.rounds,
        open,
        keys: field.ranking(section).keys,
        rows,
        advance: swiss
            .advance
            .filter(|_| is_final)
            .map(|most| most.min(count)),
        is_final,
    }
}

/// Once the next stage is seeded from it, the table stays as it was then.
fn as_frozen(field: &Field, rows: &mut [Row]) {
    let place_of = |row: &Row| {
        let id = field.player(row.player.no)?.id;
        field.frozen.iter().find(|place| place.player == id)
    };
    for row in rows.iter_mut() {
        if let Some(place) = place_of(row) {
            let same = |other: &&Place| other.rank == place.rank;
            row.rank = place.rank;
            row.shared = field.frozen.iter().filter(same).count() > 1;
            row.values.clone_from(&place.figures);
        }
    }
    rows.sort_by_key(|row| place_of(row).map_or(u32::MAX, |place| place.place));
}
