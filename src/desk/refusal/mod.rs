mod play;

use serde::{Deserialize, Serialize};

pub use play::PlayRefusal;

use super::Halt;
use super::add::AddRefusal;
use super::announce::AnnounceRefusal;
use super::appeal::AppealRefusal;
use super::arbiter::ArbiterRefusal;
use super::competition::CompetitionRefusal;
use super::correct::CorrectRefusal;
use super::early_draw::EarlyDrawRefusal;
use super::fee::FeeRefusal;
use super::game_record::RecordRefusal;
use super::hand::HandRefusal;
use super::handover::HandoverRefusal;
use super::import::ImportRefusal;
use super::invite::InviteRefusal;
use super::journal::JournalRefusal;
use super::knockout::{KnockoutRefusal, LotWordRefusal};
use super::late::LateRefusal;
use super::paper::PaperRefusal;
use super::penalty::PenaltyRefusal;
use super::prizes::PrizeRefusal;
use super::purge::PurgeRefusal;
use super::ranking_rule::RankingRuleRefusal;
use super::rating::RatingRefusal;
use super::register::RegisterRefusal;
use super::review::ReviewRefusal;
use super::roster::RosterRefusal;
use super::timetable::TimetableRefusal;
use super::undo::UndoRefusal;
use super::waiting_list::WaitingListRefusal;
use super::withdraw::WithdrawRefusal;
use crate::config::Role;
use crate::tournament::mask_numbers;

/// Why something may not be, as data. The sentences stand in `telegram::texts::refusal`: which rule,
/// which value, what to do next.
///
/// A use case's own refusals are an enum beside it, wrapped here.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Refusal {
    Add(AddRefusal),
    Announce(AnnounceRefusal),
    Arbiter(ArbiterRefusal),
    Hand(HandRefusal),
    Competition(CompetitionRefusal),
    Correct(CorrectRefusal),
    Journal(JournalRefusal),
    Undo(Box<UndoRefusal>),
    Handover(HandoverRefusal),
    Fee(FeeRefusal),
    Import(ImportRefusal),
    Invite(InviteRefusal),
    Knockout(Box<KnockoutRefusal>),
    Late(LateRefusal),
    LotWord(LotWordRefusal),
    Paper(PaperRefusal),
    Penalty(PenaltyRefusal),
    Appeal(AppealRefusal),
    EarlyDraw(EarlyDrawRefusal),
    Record(RecordRefusal),
    Prize(PrizeRefusal),
    Purge(PurgeRefusal),
    RankingRule(RankingRuleRefusal),
    Rating(RatingRefusal),
    Register(RegisterRefusal),
    Review(ReviewRefusal),
    Roster(RosterRefusal),
    Timetable(TimetableRefusal),
    WaitingList(WaitingListRefusal),
    Withdraw(WithdrawRefusal),
    /// The command needs an arbiter of this rank.
    NotAllowed {
        needs: Role,
        held: Option<Role>,
        /// Some of those who may.
        #[serde(default)]
        who: Vec<String>,
    },
    /// Personal matters belong in the private chat.
    PrivateOnly,
    /// The command belongs in the group.
    GroupOnly,
    /// An announcement needs the bound group, and there is none.
    NoGroup,
    /// The button belongs to something that has changed since.
    Stale,
    /// No person acts, but the use case needs one.
    NobodyActing,
    /// A number was expected.
    NumberWanted {
        typed: String,
    },
    Play(Box<PlayRefusal>),
}

/// A use case's own refusal is wrapped in the kind named here, and halts the transaction that meets it.
macro_rules! wrapped {
    ($($kind:ident($own:ty)),* $(,)?) => {$(
        impl From<$own> for Refusal {
            fn from(refusal: $own) -> Self {
                Refusal::$kind(refusal.into())
            }
        }

        impl From<$own> for Halt {
            fn from(refusal: $own) -> Self {
                Refusal::from(refusal).into()
            }
        }
    )*};
}

wrapped! {
    Add(AddRefusal),
    Announce(AnnounceRefusal),
    Arbiter(ArbiterRefusal),
    Hand(HandRefusal),
    Competition(CompetitionRefusal),
    Correct(CorrectRefusal),
    Journal(JournalRefusal),
    Undo(UndoRefusal),
    Handover(HandoverRefusal),
    Fee(FeeRefusal),
    Import(ImportRefusal),
    Invite(InviteRefusal),
    Knockout(KnockoutRefusal),
    Late(LateRefusal),
    LotWord(LotWordRefusal),
    Paper(PaperRefusal),
    Penalty(PenaltyRefusal),
    Appeal(AppealRefusal),
    EarlyDraw(EarlyDrawRefusal),
    Record(RecordRefusal),
    Prize(PrizeRefusal),
    Purge(PurgeRefusal),
    RankingRule(RankingRuleRefusal),
    Rating(RatingRefusal),
    Register(RegisterRefusal),
    Review(ReviewRefusal),
    Roster(RosterRefusal),
    Timetable(TimetableRefusal),
    WaitingList(WaitingListRefusal),
    Withdraw(WithdrawRefusal),
    Play(PlayRefusal),
}

impl Refusal {
    /// The refusal without numbers of documents and phones that someone typed where none belong: it is kept
    /// with the messages.
    pub(super) fn masked(mut self) -> Refusal {
        let typed = match &mut self {
            Refusal::NumberWanted { typed }
            | Refusal::Arbiter(ArbiterRefusal::UnknownCode { code: typed })
            | Refusal::Competition(CompetitionRefusal::Unknown { typed, .. })
            | Refusal::Correct(CorrectRefusal::SidesWords { typed })
            | Refusal::Journal(JournalRefusal::NobodyFound { typed })
            | Refusal::Review(ReviewRefusal::NobodyFound { typed })
            | Refusal::Prize(PrizeRefusal::NoSuchWinner { typed })
            | Refusal::RankingRule(RankingRuleRefusal::Unknown { typed })
            | Refusal::Rating(RatingRefusal::Unread { typed } | RatingRefusal::Nobody { typed })
            | Refusal::Late(LateRefusal::Words { typed })
            | Refusal::Timetable(TimetableRefusal::Words { typed })
            | Refusal::Purge(PurgeRefusal::Confirmation { typed, .. }) => Some(typed),
            Refusal::Play(refusal) => match refusal.as_mut() {
                PlayRefusal::ResultWords { typed } => Some(typed),
                _ => None,
            },
            _ => None,
        };
        if let Some(typed) = typed {
            *typed = mask_numbers(typed);
        }
        self
    }
}
