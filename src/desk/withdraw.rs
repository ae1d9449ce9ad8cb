//! A player leaves before or between the rounds.

use serde::{Deserialize, Serialize};

use super::notice::{Leaving, PlayerTag, Withdraw};
use super::{Duty, Halt, Refusal, Turn, knockout, recusal, waiting_list};
use crate::store::competition;
use crate::store::game::{self, Game, Status};
use crate::store::journal::Entry;
use crate::store::registration::{self, Registration, State};
use crate::store::round::{self, Round};

/// Why nobody can be withdrawn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WithdrawRefusal {
    /// This account has no registration that stands.
    NoneStands,
    AlreadyWithdrawn {
        name: String,
    },
    /// Nobody of this number or name stands in the list.
    NoSuchPlayer {
        typed: String,
    },
}

/// Asks which of the account's players leaves, and whether it is meant.
pub fn withdraw(turn: &mut Turn<'_>) -> Result<(), Halt> {
    turn.require_private()?;
    let account = turn.account()?;
    let standing: Vec<Registration> = registration::of_account(turn.tx, account)?
        .into_iter()
        .filter(|one| one.state.stands())
        .collect();
    let is_arbiter = turn.role()?.is_some();
    match standing.as_slice() {
        [] if is_arbiter => list(turn, 0),
        [] => Err(WithdrawRefusal::NoneStands.into()),
        [only] if !is_arbiter => {
            turn.enter(&only.competition)?;
            confirm_text(turn, only)
        }
        many => turn.reply(Withdraw::Which {
            players: many.iter().map(|one| leaving(turn, one)).collect(),
            is_arbiter,
        }),
    }
}

/// To an arbiter: the players without an account, a page of them, one of whom leaves.
pub fn list(turn: &mut Turn<'_>, page: u32) -> Result<(), Halt> {
    require_arbiter(turn)?;
    let players = registration::without_account(turn.tx, &turn.competition().key)?;
    turn.rewrite(Withdraw::List {
        players: players.iter().map(|one| leaving(turn, one)).collect(),
        page,
    })
}

/// An arbiter withdraws the player of this start number.
pub fn numbered(turn: &mut Turn<'_>, no: u32) -> Result<(), Halt> {
    require_arbiter(turn)?;
    let players = standing_players(turn)?;
    let found = players
        .iter()
        .find(|one| one.start_no.is_some_and(|own| own.0 == no));
    match found {
        Some(player) => confirm_text(turn, player),
        None => Err(WithdrawRefusal::NoSuchPlayer {
            typed: no.to_string(),
        }
        .into()),
    }
}

/// An arbiter withdraws a player whose name contains this.
pub fn named(turn: &mut Turn<'_>, name: &str) -> Result<(), Halt> {
    require_arbiter(turn)?;
    let players = standing_players(turn)?;
    let exact = players.iter().filter(|one| one.name == name);
    let mut found: Vec<&Registration> = exact.collect();
    if found.is_empty() {
        found = players
            .iter()
            .filter(|one| one.name.contains(name))
            .collect();
    }
    match found.as_slice() {
        [] => Err(WithdrawRefusal::NoSuchPlayer {
            typed: name.to_owned(),
        }
        .into()),
        [only] => confirm_text(turn, only),
        many => turn.reply(Withdraw::Found {
            players: many.iter().map(|one| leaving(turn, one)).collect(),
        }),
    }
}

fn require_arbiter(turn: &Turn<'_>) -> Result<(), Halt> {
    turn.require(Duty::WithdrawPlayers)?;
    turn.require_private()
}

/// Everyone who stands in the list, by start number, then in the order of registration.
fn standing_players(turn: &Turn<'_>) -> Result<Vec<Registration>, Halt> {
    let mut players = Vec::new();
    for state in [
        State::Accepted,
        State::Review,
        State::Offered,
        State::Waiting,
    ] {
        players.extend(registration::in_state(
            turn.tx,
            &turn.competition().key,
            state,
        )?);
    }
    players.sort_by_key(|one| (one.start_no.is_none(), one.start_no, one.id));
    Ok(players)
}

/// One of several was chosen.
pub fn choose(turn: &mut Turn<'_>, registration: i64, version: i64) -> Result<(), Halt> {
    let player = within_reach(turn, registration, version)?;
    confirm_text(turn, &player)
}

/// Stays after all.
pub fn keep(turn: &mut Turn<'_>) -> Result<(), Halt> {
    turn.rewrite(Withdraw::Kept)
}

/// Leaves: the place is free for the first who waits, the pairing leaves the player out. A game that is
/// not over stays for the arbiters to rule.
pub fn confirm(turn: &mut Turn<'_>, registration: i64, version: i64) -> Result<(), Halt> {
    let mine = within_reach(turn, registration, version)?;
    require_neutral(turn, &mine)?;
    let open_table = open_table(turn, mine.id)?;
    registration::withdraw(turn.tx, mine.id, Some(turn.account()?), "", turn.now)?;
    turn.journal(Entry {
        action: "registration.withdraw".to_owned(),
        subject: format!("registration {}", mine.id),
        before: Some(registration::state_word(mine.state).to_owned()),
        after: Some("withdrawn".to_owned()),
        ..Entry::default()
    })?;
    turn.rewrite(Withdraw::Done {
        name: mine.name.clone(),
        open_table,
    })?;
    if let Some(account) = mine
        .account
        .filter(|account| turn.account().ok() != Some(*account))
    {
        turn.tell_now(
            account,
            Withdraw::ByArbiter {
                name: mine.name.clone(),
            },
        )?;
    }
    tell_opponent(turn, &mine)?;
    turn.tell_arbiters(Withdraw::Told {
        name: mine.name,
        start_no: mine.start_no.map(|no| no.0),
        open_table,
    })?;
    if mine.state == State::Review {
        super::review::show_queue(turn)?;
    }
    knockout::left(turn, mine.id, knockout::Leaving::Withdrawn)?;
    waiting_list::promote(turn)
}

fn confirm_text(turn: &Turn<'_>, player: &Registration) -> Result<(), Halt> {
    require_neutral(turn, player)?;
    let progress = competition::progress(turn.tx, &turn.competition().key)?;
    turn.rewrite(Withdraw::Confirm {
        player: leaving(turn, player),
        in_play: progress.drawn_at.is_some(),
        open_table: open_table(turn, player.id)?,
        exit: knockout::exit(turn, player.id, knockout::Leaving::Withdrawn)?.map(Box::new),
    })
}

/// The account's own registration, or to an arbiter any, as it was shown.
fn within_reach(turn: &Turn<'_>, id: i64, version: i64) -> Result<Registration, Halt> {
    turn.require_private()?;
    let account = turn.account()?;
    let is_arbiter = turn.role()?.is_some();
    let found = registration::find(turn.tx, id)?
        .filter(|found| is_arbiter || found.account == Some(account))
        .ok_or(Refusal::Stale)?;
    if found.state == State::Withdrawn {
        return Err(WithdrawRefusal::AlreadyWithdrawn { name: found.name }.into());
    }
    if !found.state.stands() || found.version != version {
        return Err(Refusal::Stale.into());
    }
    Ok(found)
}

/// Refuses an arbiter who plays against the one that is to leave: the game would be theirs.
fn require_neutral(turn: &Turn<'_>, player: &Registration) -> Result<(), Halt> {
    if player.account == Some(turn.account()?) {
        return Ok(());
    }
    let exit = knockout::exit(turn, player.id, knockout::Leaving::Withdrawn)?;
    let loses = exit.is_some_and(|exit| exit.lost.is_some());
    let game = match loses {
        true => knockout::discipline::newest_of(turn, player.id)?,
        false => open_game(turn, player.id)?,
    };
    match game {
        Some((round, game)) => recusal::require(turn, &round, &game),
        None => Ok(()),
    }
}

/// The player's game of the present round that is not over.
fn open_game(turn: &Turn<'_>, player: i64) -> Result<Option<(Round, Game)>, Halt> {
    // Of the points stage nothing is open once the knockout is seeded: its matches go by their own rules.
    if knockout::is_seeded(turn)? {
        return Ok(None);
    }
    let stage = round::stage(turn.tx, &turn.competition().key, &turn.swiss().key)?;
    let published = round::all(turn.tx, stage)?
        .into_iter()
        .rfind(|round| round.state == round::State::Published);
    let Some(round) = published else {
        return Ok(None);
    };
    let game = game::of_player(turn.tx, round.id, player)?;
    let open = game.filter(|game| game.status != Status::Final);
    Ok(open.map(|game| (round, game)))
}

/// The same by its table.
fn open_table(turn: &Turn<'_>, player: i64) -> Result<Option<u32>, Halt> {
    Ok(open_game(turn, player)?.map(|(_, game)| game.table))
}

/// Who sits opposite hears of it: the game is ruled by the arbiters.
fn tell_opponent(turn: &Turn<'_>, leaver: &Registration) -> Result<(), Halt> {
    let Some((round, game)) = open_game(turn, leaver.id)? else {
        return Ok(());
    };
    let Some(side) = game.side_of(leaver.id) else {
        return Ok(());
    };
    let opponent = registration::find(turn.tx, game.player(side.other()))?;
    let account = opponent.and_then(|opponent| opponent.account);
    match account.filter(|account| leaver.account != Some(*account)) {
        Some(account) => turn.tell_now(
            account,
            Withdraw::OpponentLeft {
                number: round.number,
                table: game.table,
                player: PlayerTag::of(leaver),
            },
        ),
        None => Ok(()),
    }
}

fn leaving(turn: &Turn<'_>, registration: &Registration) -> Leaving {
    Leaving {
        registration: registration.id,
        version: registration.version,
        name: registration.name.clone(),
        start_no: registration.start_no.map(|no| no.0),
        competition: super::competition::name_of(turn, &registration.competition),
    }
}
