//! Why a round is paired as it is: of a proposal for the arbiters, of the published round for everyone.

use std::collections::BTreeSet;

use super::field::Field;
use super::knockout::KnockoutRefusal;
use super::notice::{Down, Explained, ExplainedBye, ExplainedTable, Instead};
use super::paired_with::PairedWith;
use super::proposal::{Basis, Draft};
use super::why_dutch::{self, Wanted};
use super::{Duty, Halt, PlayRefusal, Turn, knockout, pair};
use crate::config::{PairingSystem, Swiss};
use crate::store::registration;
use crate::store::round::{self, Round, State};
use crate::tournament::swiss::Pair;
use crate::tournament::swiss::why::{self, Paired};
use crate::tournament::{History, StartNumber};

/// What is asked about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum About {
    /// Every table for an arbiter, their own for a player.
    All,
    Table(u32),
    /// A match of the knockout: round and table.
    Match(u32, u32),
    Bye,
}

/// Barred opponents named for a table in the whole round.
const IN_BRIEF: usize = 2;

/// Explains the round that is worked on.
pub fn show(turn: &mut Turn<'_>, about: About) -> Result<(), Halt> {
    if knockout::is_seeded(turn)? {
        let (round, table) = match about {
            About::All | About::Bye => (None, None),
            About::Table(table) => (None, Some(table)),
            About::Match(round, table) => (Some(round), Some(table)),
        };
        return knockout::why::show(turn, round, table);
    }
    if let About::Match(..) = about {
        return Err(KnockoutRefusal::NotSeeded.into());
    }
    let is_arbiter = turn.role()?.is_some();
    let field = Field::load(turn)?;
    let latest = round::latest(turn.tx, turn.stage_id()?)?;
    let private = turn.actor().is_some_and(|actor| actor.is_private());
    let proposal = latest.filter(|latest| latest.state == State::Proposed);
    // In the group a proposal is nobody's business, and a whole round too long.
    let whole = is_arbiter && private;
    let round = match proposal.filter(|_| whole) {
        Some(proposal) => proposal,
        None => field.rounds.last().cloned().ok_or(PlayRefusal::NoRound)?,
    };
    explain(turn, &field, &round, about, whole)
}

/// The same by a button of a proposal.
pub fn of_proposal(turn: &mut Turn<'_>, round: i64, about: About) -> Result<(), Halt> {
    turn.require(Duty::ExplainRound)?;
    let waiting = pair::proposed(turn, round)?;
    let field = Field::load(turn)?;
    explain(turn, &field, &waiting, about, true)
}

fn explain(
    turn: &Turn<'_>,
    field: &Field,
    round: &Round,
    about: About,
    whole: bool,
) -> Result<(), Halt> {
    let (rules, forbidden, history) = paired_with(turn, field, round)?;
    let draft = Draft::load(turn, field, round)?;
    let active = &draft.players() - &draft.sit_out;
    let (fixed, games) = (draft.fixed(), draft.games());
    let paired = Paired {
        history: &history,
        active: &active,
        rules: &rules,
        forbidden: &forbidden,
        fixed: &fixed,
        games: &games,
        bye: draft.bye.map(|bye| bye.no),
    };
    let number = round.number;
    if rules.system == PairingSystem::FideDutch {
        let own_bye = match draft.bye {
            Some(bye) => about == About::All && own(turn)?.contains(&bye.no),
            None => false,
        };
        let wanted = Wanted {
            number,
            proposed: round.state == State::Proposed,
            tables: match about {
                About::Table(table) => Some(vec![table]),
                About::Bye | About::Match(..) => Some(Vec::new()),
                About::All if whole => None,
                About::All => Some(own_tables(turn, &draft)?),
            },
            bye: about == About::Bye || about == About::All && whole || own_bye,
        };
        return why_dutch::tell(turn, field, &draft, &paired, &wanted);
    }
    let mut said = Explained {
        number,
        proposed: round.state == State::Proposed,
        exact: true,
        tables: Vec::new(),
        bye: None,
    };
    let tables = match about {
        About::Table(table) => vec![table],
        About::Bye | About::Match(..) => Vec::new(),
        About::All if whole => {
            let all = why::why(&paired).map_err(|none| pair::refusal(&none))?;
            said.exact = false;
            for (board, why) in draft.boards.iter().zip(all.tables) {
                let mut told = table_told(field, board.table, why);
                told.instead.truncate(IN_BRIEF);
                said.tables.push(told);
            }
            said.bye = all.bye.map(|why| bye_told(field, why));
            return turn.reply(said);
        }
        About::All => own_tables(turn, &draft)?,
    };
    for table in tables {
        let board = draft
            .at(table)
            .ok_or(PlayRefusal::NoSuchTable { number, table })?;
        let why = why::why_table(&paired, board.seat).map_err(|none| pair::refusal(&none))?;
        said.tables.push(table_told(field, table, why));
    }
    let own_bye = match draft.bye {
        Some(bye) => about == About::All && own(turn)?.contains(&bye.no),
        None => false,
    };
    if about == About::Bye || own_bye {
        let why = why::why_bye(&paired).map_err(|none| pair::refusal(&none))?;
        let why = why.ok_or(PlayRefusal::NoBye { number })?;
        said.bye = Some(bye_told(field, why));
    }
    if said.tables.is_empty() && said.bye.is_none() {
        return Err(PlayRefusal::WhyWhich { number }.into());
    }
    turn.reply(said)
}

/// The settings, the pairs kept apart and the rounds before: as they were when the round was paired, where
/// that is known, else as they are.
fn paired_with(
    turn: &Turn<'_>,
    field: &Field,
    round: &Round,
) -> Result<(Swiss, BTreeSet<Pair>, History), Halt> {
    let today = before(field, round);
    Ok(match PairedWith::of(turn, round.id)? {
        Some(then) => (
            then.rules(turn.swiss()),
            then.forbidden(),
            then.history(today),
        ),
        None => {
            let basis = Basis::load(turn, field, round.number)?;
            (turn.swiss().clone(), basis.forbidden, today)
        }
    })
}

/// The rounds before this one.
fn before(field: &Field, round: &Round) -> History {
    let mut history = field.history.clone();
    if let Some(place) = field.rounds.iter().position(|other| other.id == round.id) {
        history.rounds.truncate(place);
    }
    history
}

fn own(turn: &Turn<'_>) -> Result<BTreeSet<StartNumber>, Halt> {
    Ok(registration::of_account(turn.tx, turn.account()?)?
        .into_iter()
        .filter(|player| player.competition == turn.competition().key)
        .filter_map(|player| player.start_no)
        .collect())
}

fn own_tables(turn: &Turn<'_>, draft: &Draft) -> Result<Vec<u32>, Halt> {
    let own = own(turn)?;
    let boards = draft.boards.iter();
    Ok(boards
        .filter(|board| own.contains(&board.seat.red) || own.contains(&board.seat.black))
        .map(|board| board.table)
        .collect())
}

fn table_told(field: &Field, table: u32, why: why::WhyTable) -> ExplainedTable {
    ExplainedTable {
        table,
        red: field.tag(why.seat.red),
        black: field.tag(why.seat.black),
        red_score: why.red_score,
        black_score: why.black_score,
        by_hand: why.by_hand,
        float: why.float.map(|float| Down {
            who: field.tag(float.who),
            from: float.from,
            to: float.to,
            why: float.why,
        }),
        side: why.side,
        instead: instead_told(field, why.instead),
    }
}

fn bye_told(field: &Field, why: why::WhyBye) -> ExplainedBye {
    ExplainedBye {
        who: field.tag(why.who),
        byes: why.byes,
        score: why.score,
        by_hand: why.by_hand,
        instead: instead_told(field, why.instead),
    }
}

fn instead_told(field: &Field, instead: Vec<why::Instead>) -> Vec<Instead> {
    let told = |one: why::Instead| Instead {
        who: field.tag(one.who),
        opponent: one.opponent.map(|no| field.tag(no)),
        obstacle: one.obstacle,
    };
    instead.into_iter().map(told).collect()
}
