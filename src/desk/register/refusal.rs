use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::tournament::form::FormRefusal;

/// Why a registration cannot be begun or submitted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RegisterRefusal {
    NotYetOpen {
        opens: DateTime<Utc>,
    },
    Closed {
        closes: DateTime<Utc>,
    },
    /// The form says something the regulation turns away.
    Form(FormRefusal),
    /// The person stands in the list already.
    SamePerson {
        name: String,
        /// Registered from this account.
        mine: bool,
    },
    UnknownCode,
    UsedCode,
    /// Every pool wants a code.
    CodeNeeded,
    /// There is no form to go on with.
    NoForm,
    /// Registration was closed before.
    AlreadyClosed {
        at: DateTime<Utc>,
    },
}
