use serde::{Deserialize, Serialize};

use super::SealedPaper;
use crate::store::registration::State;
use crate::store::{SealError, Sealer};

/// 费用
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fee {
    /// To the player: send the receipt now.
    AskReceipt { name: String },
    /// To the player: kept.
    ReceiptKept { name: String, receipts: u32 },
    /// To the player: what became of the fee.
    Told { name: String, standing: FeeStanding },
    /// To the arbiters: receipts that nobody has looked at.
    Receipts { open: usize },
    /// To an arbiter: a page of the list.
    List(FeeList),
    /// To an arbiter: one player, with the receipts.
    Card(Box<FeeCard>),
    /// To an arbiter: why is it waived?
    WhyWaived { name: String },
    /// To an arbiter: done.
    Settled { name: String, standing: FeeStanding },
}

impl Fee {
    /// Opens the files' ids, so that they can be sent.
    pub(super) fn open_files(&mut self, sealer: &Sealer) -> Result<(), SealError> {
        if let Fee::Card(card) = self {
            for paper in &mut card.receipts {
                paper.file.open(sealer)?;
            }
        }
        Ok(())
    }
}

/// Whether a fee is settled.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FeeStanding {
    Owed { receipts: u32 },
    Paid,
    Waived { reason: String },
}

/// Which fees a list shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FeeFilter {
    Owed,
    /// Owed, and a receipt is there.
    Receipt,
    Paid,
    Waived,
}

impl FeeFilter {
    /// In the order of the buttons.
    pub const ALL: [FeeFilter; 4] = [
        FeeFilter::Owed,
        FeeFilter::Receipt,
        FeeFilter::Paid,
        FeeFilter::Waived,
    ];

    /// Whether a fee that stands so is shown.
    pub fn shows(self, standing: &FeeStanding) -> bool {
        match self {
            FeeFilter::Owed => matches!(standing, FeeStanding::Owed { .. }),
            FeeFilter::Receipt => matches!(standing, FeeStanding::Owed { receipts: 1.. }),
            FeeFilter::Paid => *standing == FeeStanding::Paid,
            FeeFilter::Waived => matches!(standing, FeeStanding::Waived { .. }),
        }
    }
}

/// A page of the fees.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FeeList {
    pub filter: FeeFilter,
    /// How many each filter shows.
    pub counts: Vec<(FeeFilter, usize)>,
    /// Yuan received so far.
    pub received: u32,
    pub rows: Vec<FeeRow>,
    /// From 0.
    pub page: usize,
    pub pages: usize,
    /// The part of a name that was looked for.
    pub sought: Option<String>,
}

/// One person's fee in a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FeeRow {
    pub registration: i64,
    pub name: String,
    pub state: State,
    pub standing: FeeStanding,
}

/// One person's fee with the receipts handed in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FeeCard {
    pub row: FeeRow,
    pub amount: u32,
    pub receipts: Vec<SealedPaper>,
    /// Who settled it.
    pub by: Option<String>,
}
