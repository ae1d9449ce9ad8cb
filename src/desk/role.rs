//! Who may do what: 裁判长, 编排长, 裁判员, and 仲裁委员, who are no arbiters. One table; every use case asks it
//! through [`Turn::require`].

use super::{Halt, Refusal, Turn};
use crate::config::Role;
use crate::store::{account, arbiter};

/// Declares the duties, each with the lowest role that may.
macro_rules! duties {
    ($($(#[$doc:meta])* $name:ident => $least:ident),* $(,)?) => {
        /// What a person of the desk does, a use case or a group of them that belong together.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Duty {
            $($(#[$doc])* $name),*
        }

        impl Duty {
            /// All of them.
            pub const ALL: &[Duty] = &[$(Duty::$name),*];

            /// The lowest role that may.
            pub fn least(self) -> Role {
                match self {
                    $(Duty::$name => Role::$least),*
                }
            }
        }
    };
}

duties! {
    /// 裁判台: where the event stands, and the arbiter's own choice of competition.
    ShowDesk => Committee,
    Review => Arbiter,
    /// Players without an account, and the codes with which they take their entry over.
    EnterPlayers => Arbiter,
    /// A roster from a spreadsheet.
    ImportRoster => Arbiter,
    WithdrawPlayers => Arbiter,
    Fees => Arbiter,
    Invite => Arbiter,
    /// The waiting list: who stands where, an answer in a player's name.
    ShowWaiting => Arbiter,
    EndWaiting => PairingOfficer,
    ExportList => Arbiter,
    /// A word to the group.
    Announce => Arbiter,
    /// The list with ID numbers and telephone numbers.
    ExportPersonal => Chief,
    /// A copy of the database.
    Backup => Chief,
    CloseRegistration => PairingOfficer,
    PublishRoster => PairingOfficer,
    Draw => PairingOfficer,
    /// Check-in: open it, call, tick those who come.
    CheckIn => Arbiter,
    /// Closing it removes those missing.
    CloseCheckIn => PairingOfficer,
    Pair => PairingOfficer,
    /// Boards, byes and orders by hand, ways out of a round that cannot be paired.
    SetByHand => PairingOfficer,
    /// Why the whole round is paired so.
    ExplainRound => Arbiter,
    Publish => PairingOfficer,
    Unpublish => PairingOfficer,
    /// Tables without a result, reminders to them.
    ShowOpen => Arbiter,
    /// A table of the round that is played.
    Rule => Arbiter,
    /// A forfeit declared, where the event leaves it to the chief arbiter.
    Forfeit => Chief,
    /// The planned start of a round moved, or a round begun.
    Timetable => PairingOfficer,
    /// The order of the ranking's keys while the stage is played.
    RankingRule => Chief,
    /// A result that stands, or the sides of a game that is over.
    Correct => Arbiter,
    /// The knockout seeded, and the seeding taken back.
    Seed => PairingOfficer,
    /// A match of the knockout begun anew.
    AnnulMatch => PairingOfficer,
    PublishPrizes => PairingOfficer,
    /// Warnings, fouls, removal, and striking them.
    Penalize => Arbiter,
    /// A player removed.
    Expel => Chief,
    /// The appeals, to read.
    ShowAppeals => Committee,
    /// Their deposits.
    Appeals => Arbiter,
    /// The verdict of an appeal, where the event has no committee: the chief arbiter records it.
    DecideAppeals => Chief,
    /// Game records that are due.
    Records => Arbiter,
    /// Ratings, where they number or rank.
    Rate => Arbiter,
    /// Who did what.
    ShowJournal => Arbiter,
    /// The last step taken back; the step's own duty as well.
    Undo => Arbiter,
    MakeArbiters => Chief,
    BindGroup => Chief,
    Purge => Chief,
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
