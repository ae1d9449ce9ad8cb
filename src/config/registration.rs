use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};

/// When and how people may register, and how many.
#[derive(Debug, Clone)]
pub struct Registration {
    /// `None`: open from the start.
    pub opens: Option<DateTime<Utc>>,
    /// The last instant at which a submission counts. A date alone in the file means 23:59:59 of that
    /// day in the event's zone.
    pub closes: DateTime<Utc>,
    /// Places in all; the pools sum to at most this.
    pub capacity: u32,
    /// In the order in which a player is offered them. At least one.
    pub pools: Vec<Pool>,
    pub fee: Option<Fee>,
    /// A player younger than this on `minor_on` needs a guardian. Years.
    pub minor_below: u32,
    /// The day on which that age is counted: the first day of play unless the file says otherwise.
    pub minor_on: NaiveDate,
    /// What everyone agrees to before submitting: 责任书, 保险.
    pub statements: Vec<String>,
    /// The documents with which players prove who they are; at least one. Wuhan regulation, clause 6.4: the
    /// resident ID card alone.
    pub documents: Vec<DocumentKind>,
    /// Where the regulation says so; empty: it does not.
    pub documents_clause: String,
    /// What players bring to check-in, in the regulation's words.
    pub bring: Vec<String>,
    /// Everyone is asked for a rating (等级分); "none" is an answer.
    pub ask_rating: bool,
    /// Minutes that the first in line has to confirm a place offered from the waiting list; 0: it is given
    /// at once.
    pub promotion_minutes: u32,
}

/// A share of the places. Wuhan regulation, clause 9.1: 170 open, 30 recommended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pool {
    pub key: String,
    /// The key of the competition whose places they are.
    pub competition: String,
    pub name: String,
    pub seats: u32,
    /// A place in this pool needs a one-time code that an arbiter handed out.
    pub by_code: bool,
}

impl Registration {
    /// The pools of a competition, in the order in which a player is offered them.
    pub fn pools_of(&self, competition: &str) -> impl Iterator<Item = &Pool> {
        self.pools
            .iter()
            .filter(move |pool| pool.competition == competition)
    }
}

/// A kind of document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DocumentKind {
    /// 居民身份证
    IdCard,
    /// 护照
    Passport,
    /// 港澳居民来往内地通行证
    HongKongMacao,
    /// 台湾居民来往大陆通行证
    Taiwan,
    /// 外国人永久居留身份证
    PermanentResidence,
    /// 其他证件
    Other,
}

impl DocumentKind {
    /// All of them.
    pub const ALL: [DocumentKind; 6] = [
        DocumentKind::IdCard,
        DocumentKind::Passport,
        DocumentKind::HongKongMacao,
        DocumentKind::Taiwan,
        DocumentKind::PermanentResidence,
        DocumentKind::Other,
    ];
}

/// What taking part costs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fee {
    /// Yuan.
    pub amount: u32,
    /// What it pays for and how it is paid.
    pub note: String,
}
