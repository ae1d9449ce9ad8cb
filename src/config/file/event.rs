use toml::Spanned;

use super::number::Number;
use super::table::table;
use super::text::{Name, Sentence, Text};

table! {
    /// `[event]`: what the event is.
    pub struct Event {
        /// The full name, as on the regulation (竞赛规程).
        pub name: Name,
        /// At most 16 characters, for headings on a phone.
        pub short_name: Text<16>,
        /// The name of the time zone in which all dates and times of the file are meant, e.g.
        /// "Asia/Shanghai".
        pub time_zone: Spanned<Name>,
        /// The organizer (主办单位).
        pub organizer: Name,
        /// Who else stands on the regulation (承办, 协办, 支持单位), one text each.
        pub partners: Option<Vec<Text<100>>>,
        /// Further sentences of the regulation, one text each, shown by /rules.
        pub notes: Option<Vec<Sentence>>,
        /// What stands beside every sum of prize money, e.g. "税前". Missing: nothing.
        pub prize_note: Option<Text<20>>,
        /// Deposit for an appeal (申诉) in yuan; default 0, none.
        pub appeal_deposit: Option<Number<0, 1_000_000>>,
    }
}
