use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};

use crate::config::{Sex, Title};
use crate::store::registration::State;
use crate::store::{SealError, Sealer, StoreError, from_hex, to_hex};
use crate::tournament::PermitKind;

/// The list of registrations as a file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Export {
    File {
        rows: SealedRows,
        with_personal_data: bool,
        at: DateTime<Utc>,
    },
    /// A points stage after so many rounds, as a report file (TRF) and a section file (TOML).
    ReportFile {
        /// The competition's name.
        competition: String,
        rounds: u32,
        /// An arbiter stated points that the report file cannot say.
        inexact: bool,
        trf: String,
        section: String,
    },
    /// To the arbiter: what there is to export, and that this was none of it.
    Formats { typed: String },
    /// To the chief: there is one with personal data too.
    Offer,
    /// To the chief: is it meant.
    Ask,
    /// To the chief: the file with personal data is on its way.
    Sent,
}

/// Someone who registered.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
pub struct Applicant {
    pub competition: String,
    pub section: String,
    /// The pool's key.
    pub pool: String,
    pub start_no: Option<u32>,
    pub name: String,
    pub sex: Sex,
    pub title: Title,
    pub team: Option<String>,
    pub state: State,
    /// In review: more papers are asked for.
    pub asked: bool,
    pub submitted_at: DateTime<Utc>,
    pub checked_in: bool,
    pub private: Option<Private>,
}

/// What only the chief arbiter sees in full.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
pub struct Private {
    pub born: NaiveDate,
    /// `None`: resident ID card.
    pub permit: Option<PermitKind>,
    pub document: String,
    pub phone: String,
    /// Name and phone.
    pub guardian: Option<(String, String)>,
}

/// The rows of a list. What lies in the database is sealed; it is opened when it is sent.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SealedRows {
    /// The row it is sealed for, and hexadecimal digits.
    Sealed { row: String, hex: String },
    /// Never stored.
    #[serde(skip)]
    Open(Vec<Applicant>),
}

impl std::fmt::Debug for SealedRows {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("SealedRows(…)")
    }
}

impl SealedRows {
    /// Seals the rows, for they hold ID numbers and wait in the outbox.
    pub fn seal(row: &str, rows: &[Applicant], sealer: &Sealer) -> Result<SealedRows, StoreError> {
        Ok(SealedRows::Sealed {
            row: row.to_owned(),
            hex: to_hex(&sealer.seal(row, &serde_json::to_vec(rows)?)?),
        })
    }

    fn open(&mut self, sealer: &Sealer) -> Result<(), SealError> {
        let SealedRows::Sealed { row, hex } = self else {
            return Ok(());
        };
        let plain = sealer.open(row, &from_hex(hex).ok_or(SealError::Open)?)?;
        let rows = serde_json::from_slice(&plain).map_err(|_| SealError::Open)?;
        *self = SealedRows::Open(rows);
        Ok(())
    }
}

impl Export {
    /// Opens the rows, so that they can be sent.
    pub(super) fn open_rows(&mut self, sealer: &Sealer) -> Result<(), SealError> {
        match self {
            Export::File { rows, .. } => rows.open(sealer),
            Export::ReportFile { .. }
            | Export::Formats { .. }
            | Export::Offer
            | Export::Ask
            | Export::Sent => Ok(()),
        }
    }
}
