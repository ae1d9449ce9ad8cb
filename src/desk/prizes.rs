//! The prize list, as far as its places are final.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::field::Field;
use super::knockout::show::Places;
use super::notice::{
    Form, PlayerTag, Printable, Prize as Said, PrizeList, PrizeRow, PrizesOf, Winner,
};
use super::table::{counted, ranked};
use super::{
    Duty, Halt, Notice, Turn, knockout, print, ranking_lot, special_prize, team, undecided,
};
use crate::config::{Prize, Section};
use crate::store::journal::Entry;
use crate::tournament::StartNumber;
use crate::tournament::prize::{self, Placed, prize_list};

/// Why there is no prize list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PrizeRefusal {
    /// bot.toml names no prize.
    None,
    /// Rounds are left to play, or results missing.
    NotFinal { after: u32, of: u32, open: usize },
    /// No prize by choice is called so; these are.
    NoSuchPrize { prizes: Vec<String> },
    /// No player of the field, or several.
    NoSuchWinner { typed: String },
    /// The prize is for others.
    NotMeant { name: String, player: PlayerTag },
    /// A lot decides places first, among so many.
    LotDue { players: usize },
    /// The list has changed since it was shown.
    Changed,
}

/// Shows the list; to an arbiter with the button that publishes it. As text, or in the form asked for.
pub fn show(turn: &mut Turn<'_>, form: Option<Form>) -> Result<(), Halt> {
    if let Some(form) = form {
        let list = list(turn)?;
        return print::answer(turn, form, vec![list]);
    }
    let (lists, undecided) = lists(turn)?;
    let in_private = turn.actor().is_none_or(super::Actor::is_private);
    let may_publish = in_private
        && turn
            .role()?
            .is_some_and(|role| role >= Duty::PublishPrizes.least());
    let publish = may_publish.then(|| print(&lists));
    let open = match may_publish {
        true => undecided::blocks(turn)?,
        false => Vec::new(),
    };
    let list = Said::List {
        lists,
        undecided,
        publish,
        open,
    };
    turn.reply(print::offered(turn, list, Printable::Prizes))
}

/// The list as the group sees it.
pub(super) fn list(turn: &Turn<'_>) -> Result<Notice, Halt> {
    let (lists, undecided) = lists(turn)?;
    Ok(Said::List {
        lists,
        undecided,
        publish: None,
        open: Vec::new(),
    }
    .into())
}

/// The lists, once these places are final in all of them; `None`: they are not.
pub(super) fn decided(
    turn: &Turn<'_>,
    (first, _): (u32, u32),
) -> Result<Option<Vec<PrizeList>>, Halt> {
    let (lists, undecided) = lists(turn)?;
    let is_open = |list: &PrizeList| match list.of {
        PrizesOf::Everyone => undecided.is_some_and(|last| last >= first),
        PrizesOf::Section(_) => list.undecided.is_some_and(|last| last >= first),
        PrizesOf::Teams | PrizesOf::Special => false,
    };
    let open = lists.iter().any(is_open);
    Ok((!open).then_some(lists))
}

/// Publishes the list in the group; `shown` names the one the arbiter saw.
pub fn publish(turn: &mut Turn<'_>, shown: u32) -> Result<(), Halt> {
    turn.require(Duty::PublishPrizes)?;
    turn.require_private()?;
    turn.require_group()?;
    let (lists, undecided) = lists(turn)?;
    if print(&lists) != shown {
        return Err(PrizeRefusal::Changed.into());
    }
    turn.journal(Entry {
        action: "prizes.publish".into(),
        subject: format!("competition {}", turn.competition().key),
        after: Some(serde_json::to_string(&lists)?),
        ..Entry::default()
    })?;
    let list = Said::List {
        lists,
        undecided,
        publish: None,
        open: Vec::new(),
    };
    turn.tell_group(list.clone())?;
    print::announce(turn, vec![list.into()])?;
    turn.rewrite(Said::Published)
}

/// The lists that have prizes, with the places that a later stage still decides.
fn lists(turn: &Turn<'_>) -> Result<(Vec<PrizeList>, Option<u32>), Halt> {
    let competition = turn.competition();
    if competition.all_prizes().next().is_none() && competition.special_prizes.is_empty() {
        return Err(PrizeRefusal::None.into());
    }
    let field = Field::load(turn)?;
    let places = knockout::show::places(turn, &field)?;
    let counted = counted(turn, &field);
    if places.is_none() && !counted.is_final {
        return Err(PrizeRefusal::NotFinal {
            after: counted.after,
            of: turn.swiss().rounds,
            open: counted.open,
        }
        .into());
    }
    let level = ranking_lot::level(turn, &field).len();
    if level > 0 && places.is_none() {
        return Err(PrizeRefusal::LotDue { players: level }.into());
    }
    let undecided = match &places {
        Some(places) => Some(places.undecided).filter(|undecided| *undecided > 0),
        None => (competition.stages.len() > 1)
            .then(|| turn.swiss().advance)
            .flatten(),
    };
    let (teams, individual): (Vec<Prize>, Vec<Prize>) =
        competition.prizes.iter().cloned().partition(|one| one.team);
    let mut lists = Vec::new();
    let of_section = |section| table_of(turn, &field, places.as_ref(), section);
    let table = of_section(None);
    lists.extend(of_players(
        turn,
        &field,
        &individual,
        None,
        (&table, undecided),
    ));
    for section in &competition.sections {
        let prizes = &section.prizes;
        let table = of_section(Some(section));
        let undecided = match &places {
            Some(places) => undecided_of(turn, &field, places, section),
            None => undecided,
        };
        let table = (&*table, undecided);
        lists.extend(of_players(turn, &field, prizes, Some(section), table));
    }
    lists.extend(of_teams(turn, &field, &teams));
    lists.extend(special_prize::list(turn, &field, &table, undecided)?);
    Ok((lists, undecided))
}

/// The prizes of the table of all, or of a section; those of undecided places are left out.
fn of_players(
    turn: &Turn<'_>,
    field: &Field,
    prizes: &[Prize],
    section: Option<&Section>,
    (table, undecided): (&[Placed<StartNumber>], Option<u32>),
) -> Option<PrizeList> {
    let several = turn.competition().sections.len() > 1;
    let list = prize_list(prizes, turn.competition().shared_prize, table);
    let active = field.active();
    let decided = |rank: u32| undecided.is_none_or(|last| rank > last);
    let rows: Vec<PrizeRow> = list
        .winners
        .iter()
        .filter(|winner| decided(winner.rank))
        .map(|winner| {
            let row = row(winner, Winner::Player(field.tag(winner.who)));
            let out = !active.contains(&winner.who);
            PrizeRow { out, ..row }
        })
        .collect();
    let of = match section {
        Some(section) if several => PrizesOf::Section(section.name.clone()),
        _ => PrizesOf::Everyone,
    };
    let has_players = |section: &Section| {
        let mut players = field.history.players.iter();
        players.any(|player| is_in(field, player.no, section))
    };
    // A section that nobody plays in has no list.
    let is_empty = section.is_some_and(|section| several && !has_players(section));
    (!prizes.is_empty() && !is_empty).then(|| PrizeList {
        of,
        total: rows.iter().map(|row| row.fen).sum(),
        rows,
        left: list.left.fen,
        undecided: section.filter(|_| several).and(undecided),
    })
}

/// The places of a section that are still played for: as many as players of it can still win the knockout.
fn undecided_of(turn: &Turn<'_>, field: &Field, places: &Places, section: &Section) -> Option<u32> {
    if turn.competition().sections.len() == 1 {
        return Some(places.undecided).filter(|undecided| *undecided > 0);
    }
    let open = places.open.iter().filter(|no| is_in(field, **no, section));
    u32::try_from(open.count()).ok().filter(|open| *open > 0)
}

fn is_in(field: &Field, no: StartNumber, section: &Section) -> bool {
    let player = field.player(no);
    player.is_some_and(|player| player.section == section.key)
}

/// The table by which prizes go: of all, or of a section. Places still played for are held by nobody.
fn table_of(
    turn: &Turn<'_>,
    field: &Field,
    places: Option<&Places>,
    section: Option<&Section>,
) -> Vec<Placed<StartNumber>> {
    let section = section.filter(|_| turn.competition().sections.len() > 1);
    let Some(places) = places else {
        let rows = ranked(turn, field, section);
        let placed = rows.iter().map(|row| Placed {
            who: row.no,
            rank: row.rank,
            points: row.tally.points,
        });
        return without_removed(field, placed.collect());
    };
    let undecided = match section {
        Some(section) => undecided_of(turn, field, places, section).unwrap_or(0),
        None => places.undecided,
    };
    let held = (1..=undecided).map(|rank| Placed {
        who: StartNumber(0),
        rank,
        points: u32::MAX - rank,
    });
    let rows = places.rows.iter();
    let rows = rows.filter(|row| section.is_none_or(|section| is_in(field, row.who, section)));
    let mut rows: Vec<Placed<StartNumber>> = rows.copied().collect();
    if section.is_some() {
        let ranks: Vec<u32> = rows.iter().map(|row| row.rank).collect();
        for row in &mut rows {
            let ahead = ranks.iter().filter(|rank| **rank < row.rank).count();
            row.rank = undecided + 1 + u32::try_from(ahead).unwrap_or(0);
        }
    }
    held.chain(without_removed(field, rows)).collect()
}

/// Who was removed gets no prize: the others move up.
fn without_removed(field: &Field, table: Vec<Placed<StartNumber>>) -> Vec<Placed<StartNumber>> {
    let (out, mut rows): (Vec<_>, Vec<_>) = table
        .into_iter()
        .partition(|row| field.removed.contains(&row.who));
    for row in &mut rows {
        let ahead = out.iter().filter(|gone| gone.rank < row.rank).count();
        row.rank -= u32::try_from(ahead).unwrap_or(0);
    }
    rows
}

fn of_teams(turn: &Turn<'_>, field: &Field, prizes: &[Prize]) -> Option<PrizeList> {
    let teams = team::standings(turn, field);
    let table: Vec<Placed<usize>> = teams
        .iter()
        .enumerate()
        .filter_map(|(index, row)| {
            Some(Placed {
                who: index,
                rank: row.rank?,
                points: row.points,
            })
        })
        .collect();
    let list = prize_list(prizes, turn.competition().shared_prize, &table);
    let rows = list.winners.iter().filter_map(|winner| {
        let team = teams.get(winner.who)?.team.clone();
        Some(row(winner, Winner::Team(team)))
    });
    (!prizes.is_empty()).then(|| PrizeList {
        of: PrizesOf::Teams,
        rows: rows.collect(),
        total: list.total.fen,
        left: list.left.fen,
        undecided: None,
    })
}

fn row<T>(winner: &prize::Winner<'_, T>, who: Winner) -> PrizeRow {
    PrizeRow {
        rank: winner.rank,
        special: None,
        sharing: winner.sharing,
        who,
        fen: winner.money.fen,
        awards: winner.awards.iter().map(|award| award.0.clone()).collect(),
        out: false,
    }
}

/// Tells one list from another; the same in every version of the program.
fn print(lists: &[PrizeList]) -> u32 {
    let text = serde_json::to_vec(lists).unwrap_or_default();
    let digest = Sha256::digest(&text);
    let first = digest.first_chunk().copied().unwrap_or_default();
    u32::from_be_bytes(first)
}
