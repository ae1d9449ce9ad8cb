//! The prize list, as far as its places are final.

mod holders;
mod published;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

pub(super) use self::published::watch;

use self::holders::{Holders, is_held};
use self::published::{Published, newest, subject};
use super::field::Field;
use super::knockout::{self, show::Places};
use super::notice::{
    Block, Form, PlayerTag, Printable, Prize as Said, PrizeList, PrizeRow, PrizesOf, Winner,
};
use super::table::counted;
use super::{Duty, Halt, Notice, Turn, print, ranking_lot, special_prize, team, undecided};
use crate::config::{Prize, Section};
use crate::store::journal::{self, Entry};
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
    /// This very list was published: by whom and when.
    AlreadyPublished { by: String, at: DateTime<Utc> },
}

/// Shows the list; to an arbiter with the button that publishes it. As text, or in the form asked for.
pub fn show(turn: &mut Turn<'_>, form: Option<Form>) -> Result<(), Halt> {
    if let Some(form) = form {
        let list = list(turn)?;
        return print::answer(turn, form, vec![list]);
    }
    let listed = lists(turn)?;
    let in_private = turn.actor().is_none_or(super::Actor::is_private);
    let may_publish = in_private
        && turn
            .role()?
            .is_some_and(|role| role >= Duty::PublishPrizes.least());
    let publish = may_publish.then(|| print(&listed.lists));
    let open = match may_publish {
        true => undecided::blocks(turn)?,
        false => Vec::new(),
    };
    let outdated = newest(turn)?.filter(|published| published.is_outdated(&listed.lists));
    let list = listed.said(publish, open, outdated.map(|published| published.at));
    turn.reply(print::offered(turn, list, Printable::Prizes))
}

/// The list as the group sees it.
pub(super) fn list(turn: &Turn<'_>) -> Result<Notice, Halt> {
    Ok(lists(turn)?.said(None, Vec::new(), None).into())
}

/// The lists, once these places are final in all of them; `None`: they are not.
pub(super) fn decided(
    turn: &Turn<'_>,
    (first, _): (u32, u32),
) -> Result<Option<Vec<PrizeList>>, Halt> {
    let Listed {
        lists, undecided, ..
    } = lists(turn)?;
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
    let listed = lists(turn)?;
    if let Some(Published { by, at, lists, .. }) = newest(turn)?
        && lists == listed.lists
    {
        return Err(PrizeRefusal::AlreadyPublished { by, at }.into());
    }
    if print(&listed.lists) != shown {
        return Err(PrizeRefusal::Changed.into());
    }
    turn.journal(Entry {
        action: published::ACTION.into(),
        subject: subject(turn),
        after: Some(serde_json::to_string(&listed.lists)?),
        ..Entry::default()
    })?;
    let list = listed.said(None, Vec::new(), None);
    turn.tell_group(list.clone())?;
    print::announce(turn, vec![list.into()])?;
    turn.rewrite(Said::Published)
}

/// What there is to say of prizes now.
struct Listed {
    lists: Vec<PrizeList>,
    undecided: Option<u32>,
}

impl Listed {
    fn said(self, publish: Option<u32>, open: Vec<Block>, outdated: Option<DateTime<Utc>>) -> Said {
        Said::List {
            lists: self.lists,
            undecided: self.undecided,
            publish,
            open,
            outdated,
        }
    }
}

/// A prize list of the competition was published.
pub(super) fn are_published(turn: &Turn<'_>) -> Result<bool, Halt> {
    Ok(journal::was_done(
        turn.tx,
        published::ACTION,
        &subject(turn),
    )?)
}

/// A prize with the list that it stands in.
pub(super) type Row = (PrizesOf, PrizeRow);

/// The prizes that have a winner, of this field and with these places of the later stage; none while there is
/// no list.
pub(super) fn rows(
    turn: &Turn<'_>,
    field: &Field,
    places: Option<Places>,
) -> Result<Vec<Row>, Halt> {
    match lists_of(turn, field, places) {
        Ok(listed) => Ok(rows_of(&listed.lists)),
        Err(Halt::Refused(_)) => Ok(Vec::new()),
        Err(fault) => Err(fault),
    }
}

fn rows_of(lists: &[PrizeList]) -> Vec<Row> {
    let all = lists.iter().flat_map(|list| {
        let rows = list.rows.iter().filter(|row| row.who != Winner::NotYet);
        rows.map(|row| (list.of.clone(), row.clone()))
    });
    all.collect()
}

/// Whether two rows give the same prize to the same winner. Who has left since keeps it.
pub(super) fn is_same((of, one): &Row, (other_of, other): &Row) -> bool {
    let mut one = one.clone();
    one.out = other.out;
    of == other_of && one == *other
}

/// The lists as they are now; none while there is no list.
fn lists_now(turn: &Turn<'_>) -> Result<Vec<PrizeList>, Halt> {
    match lists(turn) {
        Ok(listed) => Ok(listed.lists),
        Err(Halt::Refused(_)) => Ok(Vec::new()),
        Err(fault) => Err(fault),
    }
}

/// The lists that have prizes, with the places that a later stage still decides.
fn lists(turn: &Turn<'_>) -> Result<Listed, Halt> {
    let field = Field::load(turn)?;
    let places = knockout::show::places(turn, &field)?;
    lists_of(turn, &field, places)
}

fn lists_of(turn: &Turn<'_>, field: &Field, places: Option<Places>) -> Result<Listed, Halt> {
    let competition = turn.competition();
    if competition.all_prizes().next().is_none() && competition.special_prizes.is_empty() {
        return Err(PrizeRefusal::None.into());
    }
    let holders = Holders::of(turn, field, places);
    if !holders.is_seeded() {
        require_final(turn, field)?;
    }
    let undecided = Some(holders.undecided).filter(|undecided| *undecided > 0);
    let (teams, individual): (Vec<Prize>, Vec<Prize>) =
        competition.prizes.iter().cloned().partition(|one| one.team);
    let mut lists = Vec::new();
    let table = holders.table(turn, field, None);
    lists.extend(of_players(turn, field, &individual, None, &table));
    for section in &competition.sections {
        let table = holders.table(turn, field, Some(section));
        let prizes = &section.prizes;
        lists.extend(of_players(turn, field, prizes, Some(section), &table));
    }
    lists.extend(of_teams(turn, field, &teams));
    let of_section = |section: Option<&Section>| holders.table(turn, field, section);
    lists.extend(special_prize::list(turn, field, &of_section, undecided)?);
    Ok(Listed { lists, undecided })
}

/// Every round is played, and no place waits for a lot.
fn require_final(turn: &Turn<'_>, field: &Field) -> Result<(), Halt> {
    let counted = counted(turn, field);
    if !counted.is_final {
        return Err(PrizeRefusal::NotFinal {
            after: counted.after,
            of: turn.swiss().rounds,
            open: counted.open,
        }
        .into());
    }
    let players = ranking_lot::level(turn, field).len();
    if players > 0 {
        return Err(PrizeRefusal::LotDue { players }.into());
    }
    Ok(())
}

/// The prizes of the table of all, or of a section; those of places still played for are left out.
fn of_players(
    turn: &Turn<'_>,
    field: &Field,
    prizes: &[Prize],
    section: Option<&Section>,
    table: &[Placed<StartNumber>],
) -> Option<PrizeList> {
    let several = turn.competition().sections.len() > 1;
    let list = prize_list(prizes, turn.competition().shared_prize, table);
    let active = field.active();
    let held = table.iter().filter(|row| is_held(row.who)).count();
    let rows: Vec<PrizeRow> = list
        .winners
        .iter()
        .filter(|winner| !is_held(winner.who))
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
        players.any(|player| field.section_of(player.no) == Some(section.key.as_str()))
    };
    // A section that nobody plays in has no list.
    let is_empty = section.is_some_and(|section| several && !has_players(section));
    (!prizes.is_empty() && !is_empty).then(|| PrizeList {
        of,
        total: rows.iter().map(|row| row.fen).sum(),
        rows,
        left: list.left.fen,
        undecided: section
            .filter(|_| several)
            .and_then(|_| u32::try_from(held).ok())
            .filter(|held| *held > 0),
    })
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
