//! The tables the bot shows, as sheets to draw and to print: of the same notices as the texts.

mod knockout;
mod prize;
mod roster;
mod round;
mod standings;
mod team;

use crate::config::Config;
use crate::desk::Notice;
use crate::desk::notice::{PlayerTag, Prize, Roster, Round};
use crate::render::{Bracket, Cell, Column, Kind, Sheet};

/// The sheets of a notice; none of one that is no table.
pub fn sheets(notice: &Notice, config: &Config) -> Vec<Sheet> {
    let mut sheets = match notice.bare() {
        Notice::Standings(table) => vec![standings::sheet(table)],
        Notice::Teams(teams) => vec![team::sheet(teams)],
        Notice::Round(
            Round::Published { tables }
            | Round::Shown { tables, .. }
            | Round::Proposed { tables, .. },
        ) => vec![round::sheet(tables, config)],
        Notice::Round(Round::ToSign { tables }) => vec![round::to_sign(tables, config)],
        Notice::Prize(Prize::List {
            lists, undecided, ..
        }) => lists
            .iter()
            .map(|list| prize::sheet(list, *undecided, config))
            .collect(),
        Notice::Knockout(notice) => knockout::sheet(notice, config).into_iter().collect(),
        Notice::Roster(Roster::List {
            groups,
            waiting,
            left,
            ..
        }) => vec![roster::sheet(groups, waiting, left)],
        _ => Vec::new(),
    };
    let event = event(notice, config);
    for sheet in &mut sheets {
        sheet.event.clone_from(&event);
        if let Some(tree) = &mut sheet.tree {
            tree.event.clone_from(&event);
        }
    }
    sheets
}

/// The tree of a knockout; of anything else none.
pub fn tree(notice: &Notice, config: &Config) -> Option<Bracket> {
    let Notice::Knockout(knockout) = notice.bare() else {
        return None;
    };
    let tree = knockout::tree(knockout)?;
    Some(Bracket {
        event: event(notice, config),
        ..tree
    })
}

/// The event, and the competition where the notice names one.
fn event(notice: &Notice, config: &Config) -> String {
    let name = &config.event.name;
    match notice {
        Notice::Of { competition, .. } => {
            let mut all = config.event.competitions.iter();
            match all.find(|one| one.key == *competition) {
                Some(one) => format!("{name}　{}", one.name),
                None => name.clone(),
            }
        }
        _ => name.clone(),
    }
}

/// Number and name, and with `teams` the team.
fn player(tag: &PlayerTag, out: bool, teams: bool) -> Vec<Cell> {
    let name = if out {
        format!("{}（退）", tag.name)
    } else {
        tag.name.clone()
    };
    let mut cells = vec![Cell::Number(i64::from(tag.no.0)), Cell::Text(name)];
    if teams {
        cells.push(Cell::text(tag.team.as_deref()));
    }
    cells
}

/// The columns of [`player`].
fn player_columns(name: &str, kind: Kind, teams: bool) -> Vec<Column> {
    let mut columns = vec![Column::new("编号", Kind::Figure), Column::new(name, kind)];
    if teams {
        columns.push(Column::new("单位", Kind::Aside));
    }
    columns
}

/// A place: shared places say so.
fn rank(rank: u32, shared: bool) -> Cell {
    let number = i64::from(rank);
    if shared {
        Cell::Marked {
            word: "并列",
            number,
        }
    } else {
        Cell::Number(number)
    }
}
