use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};

use crate::config::{Sex, Title};
use crate::store::registration::State;
use crate::store::{SealError, Sealer};
use crate::tournament::PermitKind;
use crate::tournament::eligibility::Clause;

/// The review of papers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Review {
    /// To the arbiters: how many cases wait.
    Queue { open: usize },
    /// One case, with its papers.
    Case(Box<Case>),
    /// Nothing waits; `asked` wait for their players' papers.
    Empty {
        asked: u32,
        /// Nothing of this section, to which the arbiter keeps.
        #[serde(default)]
        section: Option<String>,
        /// Cases of other sections.
        #[serde(default)]
        elsewhere: usize,
    },
    /// Choose the reason, or type it.
    Reason {
        registration: i64,
        version: i64,
        name: String,
        /// More papers; otherwise refuse.
        asks: bool,
        /// What the papers have to prove: each is a reason too.
        #[serde(default)]
        clauses: Vec<Clause>,
    },
    /// To the arbiter: done, and how to take it back.
    Decided {
        name: String,
        decision: Decision,
        #[serde(default)]
        registration: i64,
        /// After the decision.
        #[serde(default)]
        version: i64,
    },
    /// To the player: the decision is taken back, an arbiter looks once more.
    Reopened { name: String },
    /// To the arbiter who took it back.
    ReopenedByYou { name: String },
    /// To an arbiter: what became of the players of a name.
    Found { rows: Vec<Found> },
    /// To the player.
    Told {
        registration: i64,
        name: String,
        decision: Decision,
    },
    /// To the player: send the papers now.
    Supplement {
        registration: i64,
        name: String,
        reason: String,
        given: u32,
        /// Text or something else came instead.
        wrong: bool,
    },
    /// To the player: the papers are with the arbiters again.
    Supplemented { name: String },
    /// What was awaited is not awaited any more; nothing was decided.
    Undone,
}

/// What became of a case.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    Accepted,
    Asked { reason: String },
    Refused { reason: String },
}

/// What became of a registration.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Found {
    pub registration: i64,
    pub version: i64,
    pub name: String,
    pub born: NaiveDate,
    pub state: State,
    /// In review: more papers are asked for.
    pub asked: bool,
    /// The arbiter's name.
    pub by: Option<String>,
    pub at: Option<DateTime<Utc>>,
    pub reason: Option<String>,
    pub can_reopen: bool,
}

/// What an arbiter sees of a registration. The numbers are masked, the papers sealed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Case {
    pub registration: i64,
    pub version: i64,
    /// Where there are several: its section, and all of them to choose from.
    #[serde(default)]
    pub section: Option<String>,
    #[serde(default)]
    pub filters: Vec<String>,
    /// Cases waiting, this one included.
    pub open: usize,
    pub name: String,
    pub sex: Sex,
    pub born: NaiveDate,
    pub title: Title,
    /// `None`: resident ID card.
    pub permit: Option<PermitKind>,
    pub document: String,
    pub phone: String,
    /// Name and masked phone.
    pub guardian: Option<(String, String)>,
    pub months: Option<u32>,
    /// What has to be proved.
    pub clauses: Vec<Clause>,
    pub pool: String,
    pub papers: Vec<SealedPaper>,
    /// The words of an earlier request for more papers.
    pub asked_before: Option<String>,
}

/// A paper whose file id is opened only when it is sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SealedPaper {
    pub is_photo: bool,
    pub file: FileId,
}

/// Telegram's id of a file. What lies in the database is sealed; it is opened when it is sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FileId {
    /// The row it is sealed for, and hexadecimal digits.
    Sealed { row: String, hex: String },
    /// Never stored.
    #[serde(skip)]
    Open(String),
}

impl FileId {
    /// A file id as the row of that name keeps it, sealed already.
    pub fn sealed(row: &str, sealed: &[u8]) -> FileId {
        FileId::Sealed {
            row: row.to_owned(),
            hex: sealed.iter().map(|byte| format!("{byte:02x}")).collect(),
        }
    }

    pub(super) fn open(&mut self, sealer: &Sealer) -> Result<(), SealError> {
        let FileId::Sealed { row, hex } = self else {
            return Ok(());
        };
        let sealed: Option<Vec<u8>> = hex
            .as_bytes()
            .chunks(2)
            .map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok())
            .collect();
        let plain = sealer.open(row, &sealed.ok_or(SealError::Open)?)?;
        let file = String::from_utf8(plain).map_err(|_| SealError::Open)?;
        *self = FileId::Open(file);
        Ok(())
    }
}

impl Review {
    /// Opens the files' ids, so that they can be sent.
    pub(super) fn open_files(&mut self, sealer: &Sealer) -> Result<(), SealError> {
        if let Review::Case(case) = self {
            for paper in &mut case.papers {
                paper.file.open(sealer)?;
            }
        }
        Ok(())
    }
}
