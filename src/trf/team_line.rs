use super::columns::{Columns, Width};
use super::{Fault, Flaw, Team};
use crate::tournament::StartNumber;

/// Which of the two records of teams.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TeamCode {
    /// 013
    Old,
    /// 310
    New,
}

/// A team, and where its line names whom.
pub(super) struct TeamLine {
    pub(super) team: Team,
    columns: Columns,
    /// The first of the four columns of each player.
    places: Vec<usize>,
}

impl TeamLine {
    /// `None`: its columns are others.
    pub(super) fn read(number: u32, line: &str, width: Width, code: TeamCode) -> Option<TeamLine> {
        let (name, first) = match code {
            TeamCode::Old => ((5, 36), 37),
            TeamCode::New => ((9, 40), 74),
        };
        let columns = Columns::new(number, line, width);
        let (mut players, mut places) = (Vec::new(), Vec::new());
        for from in (first..=columns.len()).step_by(5) {
            // Numbers end in the last of their columns, and a blank follows.
            columns.blank(from + 4).ok()?;
            if let Some(no) = columns.number(from, from + 3, "the player").ok()? {
                columns.blank(from + 3).err()?;
                players.push(StartNumber(no));
                places.push(from);
            }
        }
        let name = columns.text(name.0, name.1);
        let line = line.to_owned();
        Some(TeamLine {
            team: Team {
                name,
                players,
                line,
            },
            columns,
            places,
        })
    }

    /// The players, and the first column of each.
    pub(super) fn members(&self) -> Vec<(StartNumber, usize)> {
        let players = self.team.players.iter().copied();
        players.zip(self.places.iter().copied()).collect()
    }

    /// A fault at the player who begins in a column.
    pub(super) fn fault(&self, from: usize, flaw: Flaw) -> Fault {
        self.columns.fault(from, from + 3, flaw)
    }
}
