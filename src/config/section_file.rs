use std::collections::BTreeMap;

use super::Swiss;

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
    /// Players of whom no two may meet.
    pub forbidden: Vec<Vec<u32>>,
    /// The table at which a player sits.
    pub fixed_tables: BTreeMap<u32, u32>,
    /// Not there in the next round.
    pub absent: Vec<u32>,
    /// Fouls entered.
    pub fouls: BTreeMap<u32, u32>,
}
