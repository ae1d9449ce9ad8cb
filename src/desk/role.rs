//! Who may do what: 裁判长, 编排长, 裁判员, and 仲裁委员, who are no arbiters. One table; every use case asks it through [`Turn::require`].

use super::{Halt, Refusal, Turn};
use crate::config::Role;
use crate::store::{account, arbiter};

/// What a person of the desk does, a use case or a group of them that belong together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Duty {
    /// 裁判台: where the event stands, and the arbiter's own choice of competition.
    ShowDesk,
    Review,
    /// Players without an account, and the codes with which they take their entry over.
    EnterPlayers,
    /// A roster from a spreadsheet.
    ImportRoster,
    WithdrawPlayers,
    Fees,
    Invite,
    /// The waiting list: who stands where, an answer in a player's name.
    ShowWaiting,
    EndWaiting,
    ExportList,
    /// A word to the group.
    Announce,
    /// The list with ID numbers and telephone numbers.
    ExportPersonal,
    /// A copy of the database.
    Backup,
    CloseRegistration,
    PublishRoster,
    Draw,
    /// Check-in: open it, call, tick those who come.
    CheckIn,
    /// Closing it removes those missing.
    CloseCheckIn,
    Pair,
    /// Boards, byes and orders by hand, ways out of a round that cannot be paired.
    SetByHand,
    /// Why the whole round is paired so.
    ExplainRound,
    Publish,
    Unpublish,
    /// Tables without a result, reminders to them.
    ShowOpen,
    /// A table of the round that is played.
    Rule,
    /// A forfeit declared, where the event leaves it to the chief arbiter.
    Forfeit,
    /// The planned start of a round moved, or a round begun.
    Timetable,
    /// The order of the ranking's keys while the stage is played.
    RankingRule,
    /// A result that stands, or the sides of a game that is over.
    Correct,
    /// The knockout seeded, and the seeding taken back.
    Seed,
    /// A match of the knockout begun anew.
    AnnulMatch,
    PublishPrizes,
    /// Warnings, fouls, removal, and striking them.
    Penalize,
    /// A player removed.
    Expel,
    /// The appeals, to read.
    ShowAppeals,
    /// Their deposits.
    Appeals,
    /// The verdict of an appeal, where the event has no committee: the chief arbiter records it.
    DecideAppeals,
    /// Game records that are due.
    Records,
    /// Ratings, where they number or rank.
    Rate,
    /// Who did what.
    ShowJournal,
    /// The last step taken back; the step's own duty as well.
    Undo,
    MakeArbiters,
    BindGroup,
    Purge,
}

impl Duty {
    /// The lowest role that may.
    pub fn least(self) -> Role {
        match self {
            Duty::ShowDesk | Duty::ShowAppeals => Role::Committee,
            Duty::Review
            | Duty::EnterPlayers
            | Duty::ImportRoster
            | Duty::WithdrawPlayers
            | Duty::Fees
            | Duty::Invite
            | Duty::ShowWaiting
            | Duty::ExportList
            | Duty::Announce
            | Duty::CheckIn
            | Duty::ExplainRound
            | Duty::ShowOpen
            | Duty::Rule
            | Duty::Correct
            | Duty::Penalize
            | Duty::Appeals
            | Duty::Records
            | Duty::Rate
            | Duty::ShowJournal
            | Duty::Undo => Role::Arbiter,
            Duty::EndWaiting
            | Duty::CloseRegistration
            | Duty::PublishRoster
            | Duty::Draw
            | Duty::CloseCheckIn
            | Duty::Pair
            | Duty::SetByHand
            | Duty::Publish
            | Duty::Unpublish
            | Duty::Timetable
            | Duty::Seed
            | Duty::AnnulMatch
            | Duty::PublishPrizes => Role::PairingOfficer,
            Duty::ExportPersonal
            | Duty::Backup
            | Duty::Expel
            | Duty::Forfeit
            | Duty::DecideAppeals
            | Duty::RankingRule
            | Duty::MakeArbiters
            | Duty::BindGroup
            | Duty::Purge => Role::Chief,
        }
    }
}

/// Names that a refusal gives at most.
const NAMED: usize = 3;

/// The refusal of someone whose role is too low, with those who have it.
pub(super) fn not_allowed(
    turn: &Turn<'_>,
    needs: Role,
    held: Option<Role>,
) -> Result<Refusal, Halt> {
    // Where the committee may, the arbiters may, who are nearer.
    let needs = needs.max(Role::Arbiter);
    let who = who_may(turn, needs, &[])?;
    Ok(Refusal::NotAllowed { needs, held, who })
}

/// Some who have this role or a higher one, by name, but for these accounts.
pub(super) fn who_may(turn: &Turn<'_>, needs: Role, but_for: &[i64]) -> Result<Vec<String>, Halt> {
    let mut who = Vec::new();
    for (id, role) in arbiter::all(turn.tx)? {
        if role >= needs
            && !but_for.contains(&id)
            && let Some(account) = account::find(turn.tx, id)?
            && !account.name.is_empty()
        {
            who.push((role, account.name));
        }
    }
    // Who is nearest to the matter first.
    who.sort();
    Ok(who.into_iter().take(NAMED).map(|(_, name)| name).collect())
}
