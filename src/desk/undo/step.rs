//! What takes each step of the journal back, or why nothing does. Every action that is journalled has its
//! line here.

use serde::{Deserialize, Serialize};

use crate::desk::role::Duty;

/// What takes a step back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Inverse {
    /// The result as it was before.
    Result,
    /// The sides as they were.
    Sides,
    /// The published round is a proposal again.
    Unpublish,
    /// The proposal is thrown away.
    Discard,
    /// The withdrawn player is in again.
    Reinstate,
    /// The fee is owed again.
    Fee,
    /// The papers are in review again.
    Review,
    /// The opposite order.
    Order,
    /// The player has not come yet.
    Untick,
    /// Check-in is open again, and those removed are in again.
    CheckIn,
    /// The stage goes on.
    StageEnd,
    /// The unused code is worthless.
    Code,
}

/// Why a step is not taken back; the texts say what to do instead.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Never {
    /// Numbers drawn once more would not be fair.
    Drawn,
    /// Lots are drawn with it.
    LotWord,
    RosterPublished,
    PrizesPublished,
    CheckinOpened,
    RegistrationClosed,
    WaitingEnded,
    /// Codes are taken back in their list.
    Invited,
    /// Who was entered is withdrawn.
    Entered,
    HandoverCode,
    /// It took something back itself: do that again.
    TookBack,
    /// Boards set by hand are changed by hand.
    ByHand,
    /// Somebody from the waiting list has the place.
    Promoted,
    Purged,
    /// The bracket's own buttons take back.
    Knockout,
    /// A round of matches is withdrawn like one of the points stage.
    MatchesBegun,
    /// A match played anew goes on from there.
    Annulled,
    /// The sides are chosen once more on the match's card.
    Chosen,
    /// Times are moved again.
    Moved,
    /// It is struck in the list of penalties.
    Penalty,
    /// A penalty taken back is given anew.
    Struck,
    /// Its card takes back.
    Appeal,
    Record,
    EarlyDraw,
    Rating,
    /// Another order is proposed in the same way.
    RankingRule,
    /// The group has read it.
    Announced,
    TakenIn,
    Bound,
    /// This program does not know how.
    Unknown,
}

/// What a line of the journal is to taking back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A step with its inverse, and the duty that may take it back.
    Back(Inverse, Duty),
    /// A step that stays.
    Stays(Never),
    /// No step of an arbiter: a player's word, a consequence, a look.
    NoStep,
}

/// Every action of the journal.
const ACTIONS: &[(&str, Kind)] = &[
    ("game.settle", Kind::Back(Inverse::Result, Duty::Rule)),
    ("game.reopen", Kind::Back(Inverse::Result, Duty::Rule)),
    ("game.correct", Kind::Back(Inverse::Result, Duty::Correct)),
    ("game.sides", Kind::Back(Inverse::Sides, Duty::Correct)),
    (
        "round.publish",
        Kind::Back(Inverse::Unpublish, Duty::Unpublish),
    ),
    ("round.propose", Kind::Back(Inverse::Discard, Duty::Pair)),
    ("round.change", Kind::Stays(Never::ByHand)),
    ("round.approve", Kind::Back(Inverse::Discard, Duty::Pair)),
    ("round.look_ahead", Kind::Back(Inverse::Discard, Duty::Pair)),
    ("round.discard", Kind::Stays(Never::TookBack)),
    ("round.unpublish", Kind::Stays(Never::TookBack)),
    ("round.outdate", Kind::NoStep),
    ("round.complete", Kind::NoStep),
    ("stage.end", Kind::Back(Inverse::StageEnd, Duty::SetByHand)),
    ("pair.forbid", Kind::Back(Inverse::Order, Duty::SetByHand)),
    ("pair.lift", Kind::Back(Inverse::Order, Duty::SetByHand)),
    ("absence.give", Kind::Back(Inverse::Order, Duty::SetByHand)),
    (
        "absence.take_back",
        Kind::Back(Inverse::Order, Duty::SetByHand),
    ),
    ("table.own", Kind::Back(Inverse::Order, Duty::SetByHand)),
    (
        "registration.withdraw",
        Kind::Back(Inverse::Reinstate, Duty::WithdrawPlayers),
    ),
    ("registration.remove", Kind::NoStep),
    ("registration.reinstate", Kind::NoStep),
    ("registration.add", Kind::Stays(Never::Entered)),
    ("registration.enter", Kind::Stays(Never::Entered)),
    ("registration.code", Kind::Stays(Never::HandoverCode)),
    ("registration.submit", Kind::NoStep),
    ("registration.claim", Kind::NoStep),
    ("registration.offer", Kind::NoStep),
    ("registration.promote", Kind::NoStep),
    ("registration.lapse", Kind::NoStep),
    ("registration.confirm", Kind::Stays(Never::Promoted)),
    ("registration.decline", Kind::Stays(Never::Promoted)),
    ("registration.export", Kind::NoStep),
    ("registration.close", Kind::Stays(Never::RegistrationClosed)),
    ("waiting_list.end", Kind::Stays(Never::WaitingEnded)),
    ("papers.seen", Kind::NoStep),
    ("review.accept", Kind::Back(Inverse::Review, Duty::Review)),
    ("review.ask", Kind::Back(Inverse::Review, Duty::Review)),
    ("review.refuse", Kind::Back(Inverse::Review, Duty::Review)),
    ("review.reopen", Kind::Stays(Never::TookBack)),
    ("review.supplement", Kind::NoStep),
    ("roster.import", Kind::Stays(Never::Entered)),
    ("roster.publish", Kind::Stays(Never::RosterPublished)),
    ("fee.paid", Kind::Back(Inverse::Fee, Duty::Fees)),
    ("fee.waived", Kind::Back(Inverse::Fee, Duty::Fees)),
    ("fee.undo", Kind::Stays(Never::TookBack)),
    ("fee.receipt", Kind::NoStep),
    ("invite", Kind::Stays(Never::Invited)),
    ("invite.revoke", Kind::Stays(Never::TookBack)),
    (
        "arbiter.code",
        Kind::Back(Inverse::Code, Duty::MakeArbiters),
    ),
    ("arbiter.appoint", Kind::NoStep),
    ("draw.commit", Kind::NoStep),
    ("draw.reveal", Kind::Stays(Never::Drawn)),
    ("draw.number", Kind::Stays(Never::Drawn)),
    ("checkin.open", Kind::Stays(Never::CheckinOpened)),
    ("checkin.here", Kind::Back(Inverse::Untick, Duty::CheckIn)),
    ("checkin.take_in", Kind::Stays(Never::TakenIn)),
    (
        "checkin.close",
        Kind::Back(Inverse::CheckIn, Duty::CloseCheckIn),
    ),
    ("prizes.choose", Kind::Stays(Never::PrizesPublished)),
    ("prizes.publish", Kind::Stays(Never::PrizesPublished)),
    ("report.claim", Kind::NoStep),
    ("report.object", Kind::NoStep),
    ("group.bind", Kind::Stays(Never::Bound)),
    ("group.migrate", Kind::NoStep),
    ("event.backup", Kind::NoStep),
    ("event.purge", Kind::Stays(Never::Purged)),
    ("ranking.change", Kind::Stays(Never::RankingRule)),
    ("ranking.refuse", Kind::NoStep),
    ("penalty.give", Kind::Stays(Never::Penalty)),
    ("penalty.strike", Kind::Stays(Never::Struck)),
    ("penalty.give_back", Kind::NoStep),
    ("appeal.file", Kind::NoStep),
    ("appeal.withdraw", Kind::NoStep),
    ("appeal.pay", Kind::Stays(Never::Appeal)),
    ("appeal.decide", Kind::Stays(Never::Appeal)),
    ("appeal.return", Kind::Stays(Never::Appeal)),
    ("appeal.undo", Kind::Stays(Never::TookBack)),
    ("record.give", Kind::NoStep),
    ("record.name", Kind::Stays(Never::Record)),
    ("record.waive", Kind::Stays(Never::Record)),
    ("record.foul", Kind::Stays(Never::Penalty)),
    ("draw.moves", Kind::NoStep),
    ("draw.decide", Kind::Stays(Never::EarlyDraw)),
    ("rating.enter", Kind::Stays(Never::Rating)),
    ("late.forfeit", Kind::NoStep),
    ("round.time", Kind::Stays(Never::Moved)),
    ("round.start", Kind::Stays(Never::Moved)),
    ("round.spare_bye", Kind::Back(Inverse::Discard, Duty::Pair)),
    ("knockout.seed", Kind::Stays(Never::Knockout)),
    ("knockout.unseed", Kind::Stays(Never::TookBack)),
    ("knockout.begin", Kind::Stays(Never::MatchesBegun)),
    ("knockout.take_back", Kind::Stays(Never::TookBack)),
    ("knockout.replace", Kind::Stays(Never::Knockout)),
    ("match.annul", Kind::Stays(Never::Annulled)),
    ("match.choose", Kind::Stays(Never::Chosen)),
    ("match.choose_again", Kind::Stays(Never::TookBack)),
    ("match.decide", Kind::NoStep),
    ("match.game", Kind::NoStep),
    ("match.give_up", Kind::Stays(Never::Knockout)),
    ("match.stay", Kind::Stays(Never::Knockout)),
    ("match.take_back", Kind::NoStep),
    ("late.note", Kind::NoStep),
    ("lot.word", Kind::Stays(Never::LotWord)),
    ("late.strike", Kind::NoStep),
    ("announce", Kind::Stays(Never::Announced)),
    ("undo", Kind::Stays(Never::TookBack)),
];

/// What taking back makes of this action; one that is not listed stays.
pub fn kind(action: &str) -> Kind {
    let found = ACTIONS.iter().find(|(known, _)| *known == action);
    found.map_or(Kind::Stays(Never::Unknown), |row| row.1)
}

/// Every action that has its line, for the test that none is forgotten.
pub fn actions() -> impl Iterator<Item = &'static str> {
    ACTIONS.iter().map(|row| row.0)
}
