//! What the bot has to say, as data. A use case's notices stand in the file of its noun.

mod add;
mod announce;
mod appeal;
mod arbiter;
mod backup;
mod bind;
mod checkin;
mod clock;
mod correct;
mod draw;
mod early_draw;
mod exit;
mod export;
mod fee;
mod hand;
mod handover;
mod hello;
mod import;
mod invite;
mod journal;
mod knockout;
mod late;
mod lot;
mod lot_word;
mod me;
mod membership;
mod panel;
mod paper;
mod penalty;
mod player_tag;
mod print;
mod prize;
mod purge;
mod ranking_rule;
mod rating;
mod record;
mod register;
mod report;
mod review;
mod roster;
mod round;
mod table;
mod team;
mod timetable;
mod undo;
mod unfolded;
mod waiting_list;
mod why;
mod why_dutch;
mod withdraw;

use serde::{Deserialize, Serialize};

pub use add::{Add, Entrance};
pub use announce::Announce;
pub use appeal::{Appeal, AppealAbout, AppealChoice, AppealLine, AppealReader, AppealStep, Remedy};
pub use arbiter::Arbiter;
pub use backup::Backup;
pub use bind::Bind;
pub use checkin::{Absentee, Checkin};
pub use clock::Clock;
pub use correct::{
    BracketMoved, ChoiceMoved, Consequences, Correct, Corrected, Later, LotFate, LotMoved,
    PlaceMoved, PlaceTold, SlotMoved,
};
pub use draw::{Draw, Drawn};
pub use early_draw::{DrawDecision, DrawSaid, EarlyDraw, FlaggedGame};
pub use exit::{Exit, LostMatch, PlaceChange};
pub use export::{Applicant, Export, Private, SealedRows};
pub use fee::{Fee, FeeCard, FeeFilter, FeeList, FeeRow, FeeStanding};
pub use hand::{Hand, Placing};
pub use handover::{Handover, Unclaimed};
pub use hello::{Hello, Player, Window};
pub use import::Import;
pub use invite::{Code, Invite};
pub use journal::{Journal, JournalLine, Subject};
pub use knockout::{
    Because, Bracket, CardGame, Choice, Commitment, Knockout, MatchGame, MatchPlace, MatchRow,
    MatchStanding, NoReplacement, Origin, PlacedRow, PlayedRow, RedBy, Round as MatchRound, Rung,
    SignRow, Who, WhyMatch, WhySide,
};
pub use late::{Absent, Late, LateGame, LateTable};
pub use lot::{Lot, OneLot, Verified, Verify};
pub use lot_word::LotWord;
pub use me::{Me, Mine, MyGame};
pub use membership::Membership;
pub use panel::{Block, Next, Panel, Upheld};
pub use paper::Paper;
pub use penalty::{
    Change, Lost, Penalty, PenaltyCard, PenaltyLine, PenaltySeat, Removal, Rest, Restored, Suspect,
    TeamChange,
};
pub use player_tag::PlayerTag;
pub use print::{Form, Print, Printable, UnknownPrint};
pub use prize::{Prize, PrizeList, PrizeRow, PrizesOf, Winner};
pub use purge::{Gone, Purge};
pub use ranking_rule::{Move, OrderChange, RankingRule, SectionOrder, TeamMove};
pub use rating::{Rated, Rating};
pub use record::{Record, RecordPage, RecordRow};
pub use register::{Before, Offer, Places, Register, Standing};
pub use report::{GameTag, Held, OwnGame, Report, Reported, TooEarly, Why};
pub use review::{Case, Decision, FileId, Found, Review, SealedPaper};
pub use roster::{Entry, Group, Roster};
pub use round::{Ahead, Alternative, OpenState, OpenTable, Round, Table, Tables, Warning};
pub use table::{Row, Standings};
pub use team::{TeamRow, Teams};
pub use timetable::{Moved, RoundStart, Slot, Timetable, Venue};
pub use undo::Undo;
pub use unfolded::{Deciding, Figure, Neighbour, Summand, Unfolded};
pub use waiting_list::{OfferedPlace, Queue, WaitingList};
pub use why::{Down, Explained, ExplainedBye, ExplainedTable, Instead};
pub use why_dutch::{DutchBye, DutchTable, ExplainedDutch};
pub use withdraw::{Leaving, Withdraw};

use super::Refusal;
use crate::store::{SealError, Sealer};

/// One thing to say, complete: phrasing it twice gives the same text.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Notice {
    /// A notice about one of the event's competitions, which is named above it.
    Of {
        competition: String,
        notice: Box<Notice>,
    },
    /// A table, with buttons under it for its picture and files.
    Offered {
        /// The table.
        notice: Box<Notice>,
        /// What the buttons ask for.
        what: Printable,
    },
    Add(Add),
    Announce(Announce),
    Arbiter(Arbiter),
    Bind(Bind),
    Handover(Handover),
    Fee(Fee),
    Hello(Hello),
    Membership(Membership),
    Import(Import),
    Invite(Invite),
    Knockout(Box<Knockout>),
    Me(Me),
    RankingRule(RankingRule),
    Rating(Rating),
    Register(Register),
    Review(Review),
    Roster(Roster),
    WaitingList(WaitingList),
    Withdraw(Withdraw),
    Refused(Refusal),
    /// Something failed; the log has it under this id.
    Fault {
        id: String,
    },
    Draw(Draw),
    Lot(Lot),
    LotWord(LotWord),
    Verify(Verify),
    Checkin(Checkin),
    Clock(Clock),
    Late(Late),
    Timetable(Timetable),
    Correct(Correct),
    Journal(Journal),
    Undo(Undo),
    Round(Round),
    Report(Report),
    Standings(Standings),
    Teams(Teams),
    Unfolded(Box<Unfolded>),
    Prize(Prize),
    Print(Print),
    Panel(Panel),
    Hand(Hand),
    Explained(Box<Explained>),
    ExplainedDutch(Box<ExplainedDutch>),
    Export(Export),
    Paper(Paper),
    Penalty(Penalty),
    Appeal(Appeal),
    EarlyDraw(EarlyDraw),
    Record(Record),
    Backup(Backup),
    Purge(Purge),
}

macro_rules! wraps {
    ($($noun:ident),*) => {
        $(impl From<$noun> for Notice {
            fn from(notice: $noun) -> Notice {
                Notice::$noun(notice)
            }
        })*
    };
}

wraps!(
    Add,
    Announce,
    Appeal,
    Arbiter,
    Backup,
    Bind,
    Checkin,
    Clock,
    Late,
    Timetable,
    Correct,
    Draw,
    EarlyDraw,
    Export,
    Fee,
    Hand,
    Handover,
    Hello,
    Import,
    Invite,
    Lot,
    LotWord,
    Journal,
    Me,
    Membership,
    Panel,
    Paper,
    Penalty,
    Print,
    Prize,
    Purge,
    RankingRule,
    Rating,
    Record,
    Register,
    Report,
    Review,
    Roster,
    Round,
    Standings,
    Teams,
    Verify,
    Undo,
    WaitingList,
    Withdraw
);

impl From<Knockout> for Notice {
    fn from(notice: Knockout) -> Notice {
        Notice::Knockout(Box::new(notice))
    }
}

impl From<Unfolded> for Notice {
    fn from(notice: Unfolded) -> Notice {
        Notice::Unfolded(Box::new(notice))
    }
}

impl From<ExplainedDutch> for Notice {
    fn from(explained: ExplainedDutch) -> Notice {
        Notice::ExplainedDutch(Box::new(explained))
    }
}

impl From<Explained> for Notice {
    fn from(explained: Explained) -> Notice {
        Notice::Explained(Box::new(explained))
    }
}

impl Notice {
    /// Whether it is about one competition, so that it has to be said which.
    pub fn is_of_competition(&self) -> bool {
        if let Notice::Offered { notice, .. } = self {
            return notice.is_of_competition();
        }
        !matches!(
            self,
            Notice::Of { .. }
                | Notice::Announce(_)
                | Notice::Arbiter(_)
                | Notice::Backup(_)
                | Notice::Bind(_)
                | Notice::Hello(_)
                | Notice::Membership(_)
                | Notice::Me(_)
                | Notice::Appeal(Appeal::Which { .. } | Appeal::Mine { .. })
                | Notice::Record(Record::Which { .. })
                | Notice::Export(_)
                | Notice::Paper(_)
                | Notice::Print(_)
                | Notice::Purge(_)
                | Notice::Refused(_)
                | Notice::Verify(_)
                | Notice::Fault { .. }
                | Notice::Report(Report::Card { .. })
                | Notice::Timetable(Timetable::Shown { .. } | Timetable::Called { .. })
                | Notice::Register(
                    Register::Which { .. }
                        | Register::Left { .. }
                        | Register::Dropped
                        | Register::Opened { .. }
                        | Register::Unfinished { .. },
                )
                | Notice::Withdraw(Withdraw::Which { .. } | Withdraw::Kept)
                | Notice::Review(Review::Undone)
        )
    }

    /// The notice itself, without the competition named above it.
    pub fn bare(&self) -> &Notice {
        match self {
            Notice::Of { notice, .. } | Notice::Offered { notice, .. } => notice.bare(),
            other => other,
        }
    }

    /// The notice with everything in it that lay sealed in the database, ready to be phrased.
    pub fn opened(mut self, sealer: &Sealer) -> Result<Notice, SealError> {
        self.open(sealer)?;
        Ok(self)
    }

    fn open(&mut self, sealer: &Sealer) -> Result<(), SealError> {
        match self {
            Notice::Of { notice, .. } | Notice::Offered { notice, .. } => notice.open(sealer),
            Notice::Review(review) => review.open_files(sealer),
            Notice::Export(export) => export.open_rows(sealer),
            Notice::Fee(fee) => fee.open_files(sealer),
            _ => Ok(()),
        }
    }
}
