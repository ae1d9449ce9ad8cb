use toml::Spanned;

use super::super::faults::Faults;
use super::super::{self as config, Flaw, Role};
use super::number;
use super::read::{Read, Span, Value};
use super::table::table;
use super::word::words;

table! {
    /// `[[arbiter]]`: one arbiter (裁判).
    pub struct Arbiter {
        /// The Telegram user id, a number.
        pub account: Spanned<Account>,
        /// "chief" (裁判长), "pairing_officer" (编排长), "arbiter" (裁判员) or "committee" (仲裁委员).
        pub role: Role,
    }
}

words! {
    Role {
        "chief" => Role::Chief,
        "pairing_officer" => Role::PairingOfficer,
        "arbiter" => Role::Arbiter,
        "committee" => Role::Committee,
    }
}

/// A Telegram user id.
#[derive(Debug, Clone, Copy)]
pub struct Account(i64);

/// All arbiters.
#[derive(Debug, Default)]
pub struct Arbiters {
    list: Vec<Arbiter>,
    span: Span,
}

impl Read for Account {
    fn read(key: &str, value: &Value<'_>, faults: &mut Faults<'_>) -> Option<Self> {
        // The Bot API says that ids have at most 52 significant bits.
        const HIGHEST: i64 = (1 << 52) - 1;
        number::read(key, value, 1, HIGHEST, faults).map(Account)
    }
}

impl Read for Arbiters {
    fn read(key: &str, value: &Value<'_>, faults: &mut Faults<'_>) -> Option<Self> {
        let list = Vec::read(key, value, faults)?;
        // The first of the tables [[arbiter]], or the list itself.
        let first = value.get_ref().as_array().and_then(|all| all.iter().next());
        let span = first.map_or(value.span(), |first| first.span());
        Some(Arbiters { list, span })
    }
}

impl Arbiters {
    pub fn check(self, faults: &mut Faults<'_>) -> Vec<config::Arbiter> {
        for (place, arbiter) in self.list.iter().enumerate() {
            let account = arbiter.account.get_ref().0;
            let mut earlier = self.list.iter().take(place);
            if let Some(first) = earlier.find(|a| a.account.get_ref().0 == account) {
                let first_line = faults.line(&first.account.span());
                let flaw = Flaw::ArbiterTwice {
                    account,
                    first_line,
                };
                faults.add(&arbiter.account.span(), flaw);
            }
        }
        if !self.list.is_empty() && self.list.iter().all(|a| a.role != Role::Chief) {
            faults.add(&self.span, Flaw::NoChief);
        }
        let arbiters = self.list.into_iter();
        arbiters
            .map(|arbiter| config::Arbiter {
                account: arbiter.account.get_ref().0,
                role: arbiter.role,
            })
            .collect()
    }
}
