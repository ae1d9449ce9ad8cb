//! A roster by invitation, sent as a spreadsheet: what its columns are called, what a row says of a player,
//! and every fault by row. Pure: the lines come from `sheet`, places and persons known are the desk's.

mod column;
mod date;
mod fault;
mod read;
mod row;
mod template;
mod value;

use std::collections::BTreeMap;

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

pub use column::Column;
pub use fault::{Fault, Why};
pub use read::{Headless, Read, read};
pub use template::template;

use crate::config::{Competition, Registration, Sex, Title};
use crate::tournament::PersonName;
use crate::tournament::Phone;
use crate::tournament::form::{Guardian, Identity};

/// A line of a spreadsheet.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    /// As the spreadsheet counts, from 1.
    pub row: u32,
    /// By column, from 0; empty cells are left out.
    pub cells: BTreeMap<usize, Cell>,
}

/// What stands in a cell.
#[derive(Debug, Clone, PartialEq)]
pub enum Cell {
    Text(String),
    Number(f64),
    Date(NaiveDate),
}

/// What a roster is read by.
#[derive(Debug, Clone, Copy)]
pub struct RosterRules<'a> {
    pub competitions: &'a [Competition],
    pub registration: &'a Registration,
    /// Key of the competition of rows that name none.
    pub competition: &'a str,
    /// The day on which it is read, in the event's zone.
    pub today: NaiveDate,
}

/// A row without fault: a player. Holds personal data: it is kept sealed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row {
    /// As the spreadsheet counts, from 1.
    pub row: u32,
    /// Key.
    pub competition: String,
    /// Key.
    pub section: String,
    pub name: PersonName,
    pub identity: Identity,
    pub born: NaiveDate,
    pub sex: Sex,
    pub phone: Phone,
    pub title: Title,
    pub team: Option<String>,
    /// 等级分
    #[serde(default)]
    pub rating: Option<u32>,
    /// Key of the pool; `None`: any of the competition's.
    pub pool: Option<String>,
    pub guardian: Option<Guardian>,
}
