use std::collections::BTreeMap;

use super::{Fault, Flaw, SectionRanking, Swiss};

/// What the command line is told of a points stage beside its report file. Players are named by their
/// start numbers.
#[derive(Debug, Clone, Default)]
pub struct SectionFile {
    /// `rounds` is 1 where the file does not say it.
    pub swiss: Swiss,
    pub rounds: Option<u32>,
    /// Name and players.
    pub teams: Vec<(String, Vec<u32>)>,
    /// Key and players of the sections that are paired together and ranked apart.
    pub sections: Vec<(String, Vec<u32>)>,
    /// Sections ranked otherwise than the stage, by key.
    pub section_rankings: BTreeMap<String, SectionRanking>,
    /// Players of whom no two may meet.
    pub forbidden: Vec<Vec<u32>>,
    /// The table at which a player sits.
    pub fixed_tables: BTreeMap<u32, u32>,
    /// Not there in the next round.
    pub absent: Vec<u32>,
    /// Fouls entered.
    pub fouls: BTreeMap<u32, u32>,
    /// Every player named, in no particular order.
    pub mentions: Vec<Mention>,
    /// Where `rounds` stands.
    pub rounds_at: Option<Place>,
}

/// A player named in the file, and as a member of which team.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mention {
    /// The start number.
    pub no: u32,
    /// `None`: named elsewhere than in a team.
    pub team: Option<String>,
    /// Where.
    pub place: Place,
}

/// A place in a file, both numbers from 1; the column in characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The file as it was called.
    pub file: String,
    /// From 1.
    pub line: u32,
    /// In characters, from 1.
    pub column: u32,
}

impl Place {
    /// Something wrong here.
    pub fn fault(&self, flaw: Flaw) -> Fault {
        Fault {
            file: self.file.clone(),
            line: self.line,
            column: self.column,
            flaw,
        }
    }
}

impl SectionFile {
    /// What contradicts the report file, in the order of this one: players it does not have, players who
    /// are in another team there, fewer rounds than it has `played`.
    pub fn against(
        &self,
        is_known: impl Fn(u32) -> bool,
        team_of: impl Fn(u32) -> Option<String>,
        played: u32,
    ) -> Vec<Fault> {
        let mut faults = Vec::new();
        for mention in &self.mentions {
            let no = mention.no;
            if !is_known(no) {
                faults.push(mention.place.fault(Flaw::NotInReportFile { no }));
            } else if let (Some(here), Some(there)) = (&mention.team, team_of(no))
                && *here != there
            {
                let flaw = Flaw::InTwo {
                    kind: "team",
                    no,
                    one: there,
                    other: here.clone(),
                };
                faults.push(mention.place.fault(flaw));
            }
        }
        if let (Some(rounds), Some(place)) = (self.rounds, &self.rounds_at)
            && rounds < played
        {
            faults.push(place.fault(Flaw::FewerRounds { rounds, played }));
        }
        faults.sort_by_key(|fault| (fault.line, fault.column));
        faults
    }
}
