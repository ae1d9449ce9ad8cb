//! What a button stands for, in the 64 bytes Telegram carries: `code:field:field`. A tap names the thing
//! and its version, so that an old button never acts on something newer.

use std::fmt;
use std::str::FromStr;

use crate::config::PenaltyKind;
use crate::desk::appeal::About;
use crate::desk::correct::{Change as Correction, Ground};
use crate::desk::hand::{Change, Order, Pick, Way};
use crate::desk::journal::Filter;
use crate::desk::notice::{DrawDecision, DrawSaid, FeeFilter, Form, Printable};
use crate::desk::panel::Step;
use crate::tournament::penalty::Fate;
use crate::tournament::{Outcome, Side};

/// Telegram documentation, InlineKeyboardButton: 1-64 bytes.
const LIMIT: usize = 64;

/// A tap's text form, with the competition its message is about (`ck@everyone`). A tap that names a
/// registration, a round or a game finds the competition by that: it may do without.
pub fn data(tap: &Tap, competition: Option<&str>) -> String {
    let plain = tap.to_string();
    match competition {
        Some(key) if plain.len() + 1 + key.len() <= LIMIT => format!("{plain}@{key}"),
        _ => plain,
    }
}

/// Reads [`data`].
pub fn read(data: &str) -> Result<(Tap, Option<&str>), UnknownTap> {
    match data.split_once('@') {
        Some((plain, key)) => Ok((plain.parse()?, Some(key))),
        None => Ok((data.parse()?, None)),
    }
}

/// Declares the enum with its text form. No field's text may contain `:` or `@`. Fields called
/// `registration`, `round` and `game` are the ids of those.
macro_rules! taps {
    ($($(#[$doc:meta])* $code:literal => $name:ident { $($field:ident: $type:ty),* $(,)? }),* $(,)?) => {
        /// What a tap on a button says.
        #[derive(Debug, Clone, PartialEq)]
        pub enum Tap {
            $($(#[$doc])* $name { $($field: $type),* }),*
        }

        impl fmt::Display for Tap {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(Tap::$name { $($field),* } => {
                        f.write_str($code)?;
                        $(write!(f, ":{}", $field)?;)*
                        Ok(())
                    })*
                }
            }
        }

        impl Tap {
            /// Every kind: its code, and the types of its fields by name.
            pub const KINDS: &[(&str, &[(&str, &str)])] = &[
                $(($code, &[$((stringify!($field), stringify!($type))),*])),*
            ];

            /// Its fields by name, as text.
            pub fn fields(&self) -> Vec<(&'static str, String)> {
                match self {
                    $(Tap::$name { $($field),* } => {
                        vec![$((stringify!($field), $field.to_string())),*]
                    })*
                }
            }
        }

        impl FromStr for Tap {
            type Err = UnknownTap;

            fn from_str(text: &str) -> Result<Tap, UnknownTap> {
                let mut parts = text.split(':');
                let tap = match parts.next() {
                    $(Some($code) => Tap::$name {
                        $($field: parts
                            .next()
                            .and_then(|part| part.parse().ok())
                            .ok_or(UnknownTap)?),*
                    },)*
                    _ => return Err(UnknownTap),
                };
                if parts.next().is_some() { Err(UnknownTap) } else { Ok(tap) }
            }
        }
    };
}

taps! {
    /// The player is here (报到).
    "ch" => Here { registration: i64 },
    /// The arbiter's check-in panel as it stands now.
    "ck" => CheckinPanel {},
    /// Call those missing again.
    "cc" => Chase {},
    /// What closing check-in would do.
    "cp" => CheckinPreview {},
    /// Close check-in; `here` players had come when the preview was shown, `missing` stands for the others.
    "cx" => CheckinClose { here: u32, missing: u32 },
    /// A page of those missing, from 0.
    "cm" => CheckinMissing { page: usize },
    /// One of them has come; the page is drawn anew.
    "ct" => TickHere { registration: i64, page: usize },
    /// The sums behind a player's figures.
    "uf" => Unfold { registration: i64 },
    /// Rank by the order that was proposed, with the changes that were shown.
    "nc" => ChangeRanking { version: i64, shown: u32 },
    "nk" => KeepRanking { version: i64 },
    /// A table as a picture or a file.
    "pf" => Print { what: Printable, form: Form },
    /// Publish the prize list that was shown.
    "pz" => PublishPrizes { shown: u32 },
    /// The arbiter's desk as it stands now.
    "dk" => Panel {},
    /// A step from the desk, answered apart from it.
    "ds" => DeskStep { step: Step },
    /// The same for the proposal that the desk names.
    "dp" => DeskPublish { round: i64 },
    "dd" => DeskDiscard { round: i64 },
    /// Announce the matches of this round, answered apart from the desk.
    "dm" => DeskBeginMatches { number: u32 },
    /// An open table, to be ruled.
    "ot" => OpenTable { game: i64 },
    /// The arbiter's desk of another competition.
    "dc" => ChooseCompetition { competition: String },
    /// Publish the proposal that was shown.
    "pp" => Publish { round: i64 },
    /// Throw the proposal away.
    "pd" => Discard { round: i64 },
    /// Publish it with what it breaks.
    "pa" => PublishAnyway { round: i64 },
    /// Propose instead what leaves the next round possible.
    "pl" => LookAhead { round: i64 },
    /// Propose instead what gives nobody a second bye.
    "pb" => SpareBye { round: i64 },
    /// Propose this round.
    "pn" => PairNext { number: u32 },
    /// Pair it anew, without anything set by hand.
    "pr" => PairAgain { round: i64 },
    /// Show the proposal whole.
    "pw" => ShowProposal { round: i64 },
    /// A page of its boards.
    "hl" => Boards { round: i64, page: u32, pick: Pick },
    /// One of its boards; 0: the bye.
    "hb" => Board { round: i64, table: u32, pick: Pick },
    /// What a change would do.
    "ht" => TryChange { round: i64, change: Change },
    /// Do it; so much it breaks.
    "ha" => ApplyChange { round: i64, change: Change, broken: u32 },
    "hk" => KeepProposal {},
    /// What holds beyond one proposal.
    "hg" => GiveOrder { order: Order },
    /// Why this board of the proposal; 0: the bye.
    "hn" => WhyBoard { round: i64, table: u32 },
    /// Why the whole of it.
    "hy" => WhyAll { round: i64 },
    /// A way out of a round that cannot be paired.
    "hx" => TakeWay { number: u32, way: Way },
    /// End the stage after this round.
    "he" => EndStage { number: u32 },
    /// Take the published round back.
    "pu" => Unpublish { round: i64 },
    /// An arbiter rules a game.
    "rr" => Rule { game: i64, version: i64, outcome: OutcomeCode },
    /// Rule the forfeit that was asked about; the absence removes nobody where `keeps`.
    "rb" => DeclareAbsent { game: i64, version: i64, outcome: OutcomeCode, keeps: bool },
    /// A page of the tables to look at for who is late.
    "lr" => Roll { page: usize },
    /// One of them.
    "lt" => LateTable { game: i64 },
    /// This side is not there, or has come.
    "lm" => NotThere { game: i64, side: SideCode, absent: bool },
    /// Declare the forfeit; the absence removes nobody where `keeps`.
    "lf" => Forfeit { game: i64, version: i64, outcome: OutcomeCode, keeps: bool },
    /// Move the start of a round (seconds since 1970; 0: it had none), and of those after it.
    "tm" => MoveStart { number: u32, was: i64, to: i64, following: bool },
    /// A published round without a planned start begins now.
    "ts" => StartRound { round: i64 },
    /// The same from the desk, answered apart from it.
    "db" => DeskStart { round: i64 },
    /// Show the seeding of the knockout.
    "kp" => SeedPreview {},
    /// Seed it as it was shown.
    "ks" => Seed { shown: u32 },
    /// Whether to take the seeding back.
    "ku" => AskUnseed {},
    "kU" => Unseed {},
    /// Announce the matches of this round.
    "kb" => BeginMatches { number: u32 },
    /// Take them back.
    "kt" => TakeMatchesBack { number: u32 },
    /// The matches of a round, for an arbiter.
    "kl" => MatchesOf { of: u32 },
    /// One of them.
    "km" => MatchCard { of: u32, table: u32 },
    /// The outcomes to choose from for a game of a match.
    "kg" => CorrectGame { game: i64 },
    /// Change a final result of the round that is played, as it was shown.
    "rv" => Overrule { game: i64, version: i64, change: Correction },
    /// The player who chooses takes red or black.
    "kc" => ChooseSide { registration: i64, of: u32, table: u32, number: u32, red: bool },
    /// Whether a player gives a match up.
    "kq" => AskQuitMatch { registration: i64, of: u32, table: u32 },
    "kQ" => QuitMatch { registration: i64, of: u32, table: u32 },
    /// Plays on after all.
    "kr" => StayInMatch { registration: i64, of: u32, table: u32 },
    /// Whether a match is played anew.
    "ka" => AskAnnulMatch { of: u32, table: u32 },
    "kA" => AnnulMatch { of: u32, table: u32, newest: i64 },
    /// The sides of its newest game are chosen once more.
    "kn" => ChooseAgain { of: u32, table: u32, game: i64 },
    /// Correct a result or sides as it was shown, for this reason.
    "lc" => Correct { game: i64, version: i64, change: Correction, ground: Ground, shown: u32 },
    "ln" => KeepResult {},
    /// A page of the journal, from 0.
    "lp" => Journal { filter: Filter, page: usize },
    /// Take back the step that was shown.
    "lu" => Undo { step: i64, shown: u32 },
    "lk" => KeepStep {},
    /// Remind the players of open tables of this round.
    "or" => RemindOpen { number: u32 },
    /// The winner, or either side of a draw, reports the open game of this round.
    "rc" => Claim { game: i64, outcome: OutcomeCode },
    /// The same on the card of several games; its page is drawn anew.
    "rk" => ClaimOnCard { game: i64, outcome: OutcomeCode, page: usize },
    /// A page of that card, from 0.
    "rg" => ReportCard { page: usize },
    /// The opponent agrees with the report.
    "ro" => Confirm { game: i64, version: i64 },
    /// The opponent objects to the report.
    "rx" => Object { game: i64, version: i64 },
    /// A part of the regulation, by its number.
    "ru" => Rules { part: usize },
    /// Begins a registration, or goes on with it.
    "fb" => BeginForm {},
    /// A registration for this competition.
    "fi" => BeginIn { competition: String },
    /// A choice at a question of the registration form.
    "fm" => Fill { version: i64, choice: usize },
    /// Throws the form's answers away.
    "fd" => DropForm { version: i64 },
    /// Begins the form for a player without an account, or goes on with it.
    "ad" => AddPlayer {},
    /// The same after the deadline, the warning being confirmed.
    "al" => AddLate {},
    /// The code with which a player takes over an entry.
    "ho" => HandOver { registration: i64 },
    /// Which of the account's players to hand over.
    "hw" => HandOverWhich { page: u32 },
    /// Loads the roster that was shown.
    "ij" => LoadRoster { batch: i64 },
    "id" => DropRoster { batch: i64 },
    /// Closes the registration.
    "gc" => CloseRegistration {},
    /// Publishes the roster; the open reviews that were shown with it.
    "gl" => PublishRoster { in_review: u32 },
    /// Shows the next case.
    "vx" => NextCase {},
    "va" => AcceptCase { registration: i64, version: i64 },
    /// Leaves this case undecided and shows the one after it.
    "vk" => SkipCase { registration: i64 },
    /// Shows this case out of turn.
    "vo" => ShowCase { registration: i64 },
    /// Takes the decision back.
    "vu" => ReopenCase { registration: i64, version: i64 },
    /// Keeps to one section, by its place in the list from 1; 0: all.
    "vf" => ReviewSection { section: usize },
    /// The chief wants the list with personal data.
    "an" => Announce { number: u32, pin: bool },
    "ax" => DropAnnouncement { number: u32 },
    "xp" => ExportPersonal {},
    /// The points stage as a report file.
    "xt" => ExportReport {},
    "xy" => ConfirmExport {},
    /// More papers are needed.
    "vq" => AskCase { registration: i64, version: i64 },
    "vn" => RefuseCase { registration: i64, version: i64 },
    /// One of the usual reasons, by its place in the list.
    "vr" => Reason { registration: i64, version: i64, asks: bool, reason: usize },
    /// The player sends the papers asked for.
    "vs" => Supplement { registration: i64 },
    /// All of them are sent.
    "vd" => Supplemented { registration: i64 },
    /// So many codes for this one of several pools.
    "ii" => InviteInto { wanted: u32, pool: String },
    /// A page of the codes made so far, from 0.
    "il" => Codes { page: usize },
    "ir" => RevokeCode { code: String, page: usize },
    /// The player sends the receipt of the fee.
    "fr" => Receipt { registration: i64 },
    /// A page of the arbiters' list of fees, from 0.
    "fl" => Fees { filter: FilterCode, page: usize },
    /// One player's fee.
    "fc" => Fee { registration: i64 },
    /// Paid; the list it stood on is drawn anew.
    "ft" => TickFee { registration: i64, filter: FilterCode, page: usize },
    "fp" => PayFee { registration: i64 },
    "fw" => WaiveFee { registration: i64 },
    "fu" => UndoFee { registration: i64 },
    /// A page of the arbiters' waiting list, from 0.
    "wl" => Waiting { page: usize },
    /// What ending the waiting list would mean.
    "we" => EndWaitingPreview {},
    "wx" => EndWaiting {},
    /// Takes the place offered from the waiting list.
    "oc" => ConfirmOffer { registration: i64, version: i64 },
    "od" => DeclineOffer { registration: i64, version: i64 },
    "wc" => ChooseLeaving { registration: i64, version: i64 },
    "wy" => ConfirmLeaving { registration: i64, version: i64 },
    "wk" => KeepPlaying {},
    /// The players without an account, for an arbiter to withdraw one.
    "wg" => LeavingList { page: u32 },
    /// A page of the penalties, from 0.
    "yl" => Penalties { page: usize },
    /// The seats of the newest round, to penalise one of them.
    "yg" => PickPenalty { kind: KindCode, page: usize },
    "yp" => PenaltySeat { kind: KindCode, registration: i64 },
    /// One of several of a name.
    "yw" => PenaltyWho { token: i64, registration: i64 },
    "yk" => PenaltyKind { token: i64, kind: KindCode },
    /// In the game, or outside it.
    "yo" => PenaltyPlace { token: i64 },
    "yr" => PenaltyReason { token: i64 },
    /// For the rule at this place of bot.toml.
    "ya" => PenaltyRule { token: i64, rule: usize },
    /// The rule's usual penalty, or the one that was chosen all the same.
    "yn" => PenaltyUsual { token: i64, rule: usize },
    "yi" => PenaltyChosen { token: i64, rule: usize },
    /// For a rule that bot.toml does not name.
    "yz" => PenaltyOther { token: i64 },
    "yd" => PenaltyDrop { token: i64 },
    /// With or without the note of a ban.
    "yb" => PenaltyBan { token: i64 },
    "yf" => RemovePlayer { token: i64, fate: FateCode },
    /// Take it back?
    "yu" => AskStrike { penalty: i64 },
    "yx" => StrikePenalty { penalty: i64 },
    "yc" => ExportPenalties {},
    /// A page of the appeals, from 0.
    "jl" => Appeals { page: usize },
    "jc" => AppealCard { appeal: i64 },
    /// Against what the player appeals.
    "ja" => AppealAbout { token: i64, registration: i64, about: AboutCode },
    "jf" => FileAppeal { token: i64 },
    "jw" => WithdrawAppeal { appeal: i64, version: i64 },
    "jp" => AppealPaid { appeal: i64, version: i64 },
    "jd" => DecideAppeal { appeal: i64, version: i64, upheld: bool },
    "jr" => AppealReturned { appeal: i64, version: i64 },
    /// Takes the last step back.
    "ju" => UndoAppeal { appeal: i64, version: i64 },
    /// What an arbiter makes of an early draw.
    "zd" => DecideDraw { game: i64, version: i64, decision: DecisionCode },
    /// How long a player says it was.
    "zm" => DrawMoves { game: i64, version: i64, said: SaidCode },
    /// Begins the removal of who agreed or gave up too early.
    "zx" => RemoveEarly { game: i64, version: i64, side: SideCode },
    /// The record of this game is sent next.
    "qg" => GiveRecord { game: i64 },
    "qw" => WaiveRecord { game: i64 },
    /// It is missing.
    "qf" => FoulRecord { game: i64 },
    "qv" => ViewRecord { game: i64 },
    /// A page of the records, from 0.
    "ql" => Records { page: usize },
    "qc" => ExportRecords {},
}

/// A button this program does not know: of an older version, or made up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnknownTap;

/// An outcome in three letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OutcomeCode(pub Outcome);

const OUTCOMES: [(&str, Outcome); 7] = [
    ("rw", Outcome::RedWin),
    ("bw", Outcome::BlackWin),
    ("dr", Outcome::Draw),
    ("xl", Outcome::BothLose),
    ("rf", Outcome::RedForfeit),
    ("bf", Outcome::BlackForfeit),
    ("xf", Outcome::BothForfeit),
];

impl fmt::Display for OutcomeCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let code = OUTCOMES
            .iter()
            .find(|(_, outcome)| *outcome == self.0)
            .map_or("", |row| row.0);
        f.write_str(code)
    }
}

impl FromStr for OutcomeCode {
    type Err = UnknownTap;

    fn from_str(text: &str) -> Result<OutcomeCode, UnknownTap> {
        let found = OUTCOMES.iter().find(|(code, _)| *code == text);
        found.map(|row| OutcomeCode(row.1)).ok_or(UnknownTap)
    }
}

/// A penalty in a letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KindCode(pub PenaltyKind);

const KINDS: [(&str, PenaltyKind); 4] = [
    ("w", PenaltyKind::Warning),
    ("f", PenaltyKind::Foul),
    ("l", PenaltyKind::Loss),
    ("r", PenaltyKind::Removal),
];

impl fmt::Display for KindCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = KINDS.iter().find(|(_, kind)| *kind == self.0);
        f.write_str(row.map_or("", |row| row.0))
    }
}

impl FromStr for KindCode {
    type Err = UnknownTap;

    fn from_str(text: &str) -> Result<KindCode, UnknownTap> {
        let row = KINDS.iter().find(|(code, _)| *code == text);
        row.map(|row| KindCode(row.1)).ok_or(UnknownTap)
    }
}

/// What an appeal is about: `g12` a game, `p3` a penalty, `o` anything else.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AboutCode(pub About);

impl fmt::Display for AboutCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            About::Game(game) => write!(f, "g{game}"),
            About::Penalty(penalty) => write!(f, "p{penalty}"),
            About::Other => f.write_str("o"),
        }
    }
}

impl FromStr for AboutCode {
    type Err = UnknownTap;

    fn from_str(text: &str) -> Result<AboutCode, UnknownTap> {
        let id = |digits: &str| digits.parse().map_err(|_| UnknownTap);
        Ok(AboutCode(
            match (text.strip_prefix('g'), text.strip_prefix('p')) {
                (Some(digits), _) => About::Game(id(digits)?),
                (_, Some(digits)) => About::Penalty(id(digits)?),
                _ if text == "o" => About::Other,
                _ => return Err(UnknownTap),
            },
        ))
    }
}

/// What an arbiter makes of an early draw, in a letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DecisionCode(pub DrawDecision);

const DECISIONS: [(&str, DrawDecision); 3] = [
    ("s", DrawDecision::Stands),
    ("l", DrawDecision::Lost),
    ("f", DrawDecision::Fouls),
];

impl fmt::Display for DecisionCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = DECISIONS.iter().find(|(_, decision)| *decision == self.0);
        f.write_str(row.map_or("", |row| row.0))
    }
}

impl FromStr for DecisionCode {
    type Err = UnknownTap;

    fn from_str(text: &str) -> Result<DecisionCode, UnknownTap> {
        let row = DECISIONS.iter().find(|(code, _)| *code == text);
        row.map(|row| DecisionCode(row.1)).ok_or(UnknownTap)
    }
}

/// How long a player says a drawn game was, in a letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SaidCode(pub DrawSaid);

const SAID: [(&str, DrawSaid); 3] = [
    ("e", DrawSaid::Enough),
    ("f", DrawSaid::TooFew),
    ("n", DrawSaid::NotPlayed),
];

impl fmt::Display for SaidCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = SAID.iter().find(|(_, said)| *said == self.0);
        f.write_str(row.map_or("", |row| row.0))
    }
}

impl FromStr for SaidCode {
    type Err = UnknownTap;

    fn from_str(text: &str) -> Result<SaidCode, UnknownTap> {
        let row = SAID.iter().find(|(code, _)| *code == text);
        row.map(|row| SaidCode(row.1)).ok_or(UnknownTap)
    }
}

/// What becomes of the games of one who is removed, in a letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FateCode(pub Fate);

const FATES: [(&str, Fate); 3] = [("k", Fate::Keep), ("a", Fate::Annul), ("f", Fate::Forfeit)];

impl fmt::Display for FateCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = FATES.iter().find(|(_, fate)| *fate == self.0);
        f.write_str(row.map_or("", |row| row.0))
    }
}

impl FromStr for FateCode {
    type Err = UnknownTap;

    fn from_str(text: &str) -> Result<FateCode, UnknownTap> {
        let row = FATES.iter().find(|(code, _)| *code == text);
        row.map(|row| FateCode(row.1)).ok_or(UnknownTap)
    }
}

/// A side in a letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SideCode(pub Side);

impl fmt::Display for SideCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            Side::Red => "r",
            Side::Black => "b",
        })
    }
}

impl FromStr for SideCode {
    type Err = UnknownTap;

    fn from_str(text: &str) -> Result<SideCode, UnknownTap> {
        match text {
            "r" => Ok(SideCode(Side::Red)),
            "b" => Ok(SideCode(Side::Black)),
            _ => Err(UnknownTap),
        }
    }
}

/// Which fees are shown, in a letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FilterCode(pub FeeFilter);

const FILTERS: [(&str, FeeFilter); 4] = [
    ("o", FeeFilter::Owed),
    ("r", FeeFilter::Receipt),
    ("p", FeeFilter::Paid),
    ("w", FeeFilter::Waived),
];

impl fmt::Display for FilterCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = FILTERS.iter().find(|(_, filter)| *filter == self.0);
        f.write_str(row.map_or("", |row| row.0))
    }
}

impl FromStr for FilterCode {
    type Err = UnknownTap;

    fn from_str(text: &str) -> Result<FilterCode, UnknownTap> {
        let row = FILTERS.iter().find(|(code, _)| *code == text);
        row.map(|row| FilterCode(row.1)).ok_or(UnknownTap)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tap_survives_its_text_form_and_nonsense_does_not() {
        for (_, outcome) in OUTCOMES {
            let tap = Tap::Claim {
                game: i64::MAX,
                outcome: OutcomeCode(outcome),
            };
            let text = tap.to_string();
            assert!(text.len() <= 64, "{text}");
            assert_eq!(text.parse(), Ok(tap));
        }
        for text in ["", "rc", "rc:1", "rc:1:rw:9", "rc:x:rw", "zz:1"] {
            assert_eq!(text.parse::<Tap>(), Err(UnknownTap), "{text}");
        }
    }
}
