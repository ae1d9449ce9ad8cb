use super::{Entry, Tenths};
use crate::tournament::StartNumber;

/// 001: a player and his rounds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Player {
    /// 1 to 9999.
    pub no: StartNumber,
    /// `m` or `w`.
    pub sex: Option<char>,
    pub title: String,
    pub name: String,
    /// `None`: blank or 0.
    pub rating: Option<u32>,
    pub federation: String,
    pub fide_number: String,
    /// As it stands.
    pub birth: String,
    /// As it stands: byes entered ahead for the next round are in it.
    pub points: Option<Tenths>,
    pub rank: Option<u32>,
    /// From round 1. `None`: blank.
    pub rounds: Vec<Option<Entry>>,
}

impl Player {
    /// A number and nothing else.
    pub fn new(no: StartNumber) -> Player {
        Player {
            no,
            sex: None,
            title: String::new(),
            name: String::new(),
            rating: None,
            federation: String::new(),
            fide_number: String::new(),
            birth: String::new(),
            points: None,
            rank: None,
            rounds: Vec::new(),
        }
    }
}
