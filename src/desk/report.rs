//! Results from the two at the table: report, confirm, object, and what the window's end makes final.

use chrono::{DateTime, TimeDelta, Utc};

use super::field::Field;
use super::notice::{Add, GameTag, Report, Why};
use super::publish::tell_both;
use super::{Actor, Halt, PlayRefusal, Refusal, Turn, competition, progress};
use crate::store::claim::{self, Claim};
use crate::store::game::{self, Game, Status};
use crate::store::journal::Entry;
use crate::store::round::{self, Round, State};
use crate::store::{account, registration};
use crate::tournament::claim::{Ground, Verdict, weigh};
use crate::tournament::{Outcome, Side};

/// What the reporter said, from where they sit or as the table stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Said {
    IWon,
    ILost,
    Draw,
    /// The outcome itself, e.g. 红胜.
    Outcome(Outcome),
}

/// Which game: the reporter's own, or the one at this table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Which {
    Mine,
    Table(u32),
}

/// Reports in words. `written` is when they were written: words from before the round was published
/// never land on it.
pub fn by_words(
    turn: &mut Turn<'_>,
    which: Which,
    said: Said,
    written: DateTime<Utc>,
) -> Result<(), Halt> {
    if turn.is_one_of_several() && !enter_mine(turn, which, written)? {
        return Ok(());
    }
    let (field, round) = current(turn)?;
    require_in_time(&round, written)?;
    let seats = my_seats(turn, &field, &round)?;
    let candidates: Vec<&(Game, Side)> = match which {
        Which::Mine => seats
            .iter()
            .filter(|(game, _)| game.outcome.is_none())
            .collect(),
        Which::Table(table) => seats
            .iter()
            .filter(|(game, _)| game.table == table)
            .collect(),
    };
    match (candidates.as_slice(), which) {
        ([(game, side)], _) => claim(turn, &field, &round, game, &[*side], said),
        // One account for both sides of the table: they agree.
        ([(game, _), (other, _)], _) if game.id == other.id => match said {
            Said::Outcome(_) | Said::Draw => {
                claim(turn, &field, &round, game, &[Side::Red, Side::Black], said)
            }
            Said::IWon | Said::ILost => ask_which(turn, &field, &round, &seats),
        },
        ([], Which::Mine) => {
            let same = seats
                .iter()
                .find(|(game, side)| game.outcome == Some(outcome_of(*side, said)));
            let private = turn.actor().is_none_or(Actor::is_private);
            match same.or(seats.first()) {
                // Joy in the group about a game that is over.
                Some(_) if same.is_some() && !private => Ok(()),
                Some((game, side)) => claim(turn, &field, &round, game, &[*side], said),
                None => Err(PlayRefusal::NoOpenGame {
                    number: Some(round.number),
                }
                .into()),
            }
        }
        ([], Which::Table(table)) => {
            game::at_table(turn.tx, round.id, table)?.ok_or(PlayRefusal::NoSuchTable {
                number: round.number,
                table,
            })?;
            Err(PlayRefusal::NotAtTable { table }.into())
        }
        (_, _) => ask_which(turn, &field, &round, &seats),
    }
}

/// Goes over to the competition that the words are about: the one where the account has such a game, else
/// any where it has one. False: several have one, and which is meant was asked with buttons.
fn enter_mine(turn: &mut Turn<'_>, which: Which, written: DateTime<Utc>) -> Result<bool, Halt> {
    let mut meant = Vec::new();
    let mut seated = None;
    for one in competition::own(turn)? {
        turn.enter(&one.key)?;
        let Some((field, round)) = newest(turn)? else {
            continue;
        };
        let seats = my_seats(turn, &field, &round)?;
        if seats.is_empty() {
            continue;
        }
        seated = seated.or(Some(one));
        let is_meant = |game: &Game| match which {
            Which::Mine => game.outcome.is_none(),
            Which::Table(table) => game.table == table,
        };
        if require_in_time(&round, written).is_ok() && seats.iter().any(|(game, _)| is_meant(game))
        {
            meant.push(one);
        }
    }
    if meant.len() > 1 {
        for one in meant {
            turn.enter(&one.key)?;
            ask_here(turn)?;
        }
        return Ok(false);
    }
    if let Some(one) = meant.pop().or(seated) {
        turn.enter(&one.key)?;
    }
    Ok(true)
}

/// Asks with buttons for the results of the account's open games.
pub fn ask(turn: &mut Turn<'_>) -> Result<(), Halt> {
    let mut asked = false;
    for one in competition::own(turn)? {
        turn.enter(&one.key)?;
        asked |= ask_here(turn)?;
    }
    if asked {
        return Ok(());
    }
    let (_, round) = current(turn)?;
    Err(PlayRefusal::NoOpenGame {
        number: Some(round.number),
    }
    .into())
}

/// Asks for those of this competition; false: there are none.
fn ask_here(turn: &Turn<'_>) -> Result<bool, Halt> {
    let Some((field, round)) = newest(turn)? else {
        return Ok(false);
    };
    let mut seats = my_seats(turn, &field, &round)?;
    seats.retain(|(game, _)| game.outcome.is_none());
    for (game, side) in &seats {
        turn.reply(Report::Ask {
            game: tag(&field, &round, game),
            side: *side,
        })?;
    }
    Ok(!seats.is_empty())
}

/// Reports by a button, which carries the game and what it says of it: pressed while the opponent's
/// report came in, it says the same as before.
pub fn by_button(turn: &mut Turn<'_>, game: i64, outcome: Outcome) -> Result<(), Halt> {
    let (field, round) = current(turn)?;
    let game = game::find(turn.tx, game)?
        .filter(|game| game.round == round.id)
        .ok_or(Refusal::Stale)?;
    let sides = my_sides(turn, &game)?;
    claim(turn, &field, &round, &game, &sides, Said::Outcome(outcome))
}

/// The opponent agrees with the report that waits.
pub fn confirm(turn: &mut Turn<'_>, game: i64, version: i64) -> Result<(), Halt> {
    let (field, round, game) = fresh(turn, game, version)?;
    let (side, outcome) = reported_to_me(turn, &game)?;
    claim(turn, &field, &round, &game, &[side], Said::Outcome(outcome))
}

/// The opponent objects: an arbiter has to rule.
pub fn object(turn: &mut Turn<'_>, game: i64, version: i64) -> Result<(), Halt> {
    let (field, round, game) = fresh(turn, game, version)?;
    let (side, _) = reported_to_me(turn, &game)?;
    if game.status != Status::Pending {
        return Err(Refusal::Stale.into());
    }
    turn.journal(Entry {
        action: "report.object".into(),
        subject: subject(&round, &game),
        reason: Some(format!("{side:?}")),
        ..Entry::default()
    })?;
    dispute(turn, &field, &round, &game)
}

/// Makes final what nobody objected to in time.
pub fn settle_due(turn: &mut Turn<'_>) -> Result<(), Halt> {
    let due = game::due(turn.tx, turn.stage_id()?, turn.now)?;
    if due.is_empty() {
        return Ok(());
    }
    let field = Field::load(turn)?;
    for game in due {
        let Some(round) = round::find(turn.tx, game.round)? else {
            continue;
        };
        let claims = claim::of_game(turn.tx, game.id)?;
        let [only] = claims.as_slice() else { continue };
        settle(turn, &field, &round, &game, only.outcome, Why::Unopposed)?;
    }
    Ok(())
}

/// After a start: an answer may wait that was given in time, while nobody listened. What is due, or
/// nearly, stands a little later.
pub fn resume(turn: &mut Turn<'_>) -> Result<(), Halt> {
    Ok(game::settle_not_before(
        turn.tx,
        turn.now + TimeDelta::minutes(1),
    )?)
}

/// Makes an outcome final, tells both players and moves the round on.
pub(super) fn settle(
    turn: &Turn<'_>,
    field: &Field,
    round: &Round,
    game: &Game,
    outcome: Outcome,
    why: Why,
) -> Result<(), Halt> {
    game::settle(turn.tx, game.id, outcome, turn.now)?;
    turn.journal(Entry {
        action: "game.settle".into(),
        subject: subject(round, game),
        before: game.outcome.map(|outcome| format!("{outcome:?}")),
        after: Some(format!("{outcome:?}")),
        reason: Some(format!("{why:?}")),
        ..Entry::default()
    })?;
    let settled = Report::Settled {
        game: tag(field, round, game),
        outcome,
        why,
    };
    tell_both(turn, field, game, &settled)?;
    progress::after_result(turn, round.id)
}

/// The game as people know it.
pub(super) fn tag(field: &Field, round: &Round, game: &Game) -> GameTag {
    GameTag {
        game: game.id,
        version: game.version,
        number: round.number,
        table: game.table,
        red: field.tag_of(game.red),
        black: field.tag_of(game.black),
    }
}

/// The game's name in the journal.
pub(super) fn subject(round: &Round, game: &Game) -> String {
    format!("round {} table {}", round.number, game.table)
}

/// The newest published round.
pub(super) fn current(turn: &Turn<'_>) -> Result<(Field, Round), Halt> {
    Ok(newest(turn)?.ok_or(PlayRefusal::NoRound)?)
}

fn newest(turn: &Turn<'_>) -> Result<Option<(Field, Round)>, Halt> {
    let field = Field::load(turn)?;
    let round = field.rounds.last().cloned();
    Ok(round.map(|round| (field, round)))
}

fn claim(
    turn: &Turn<'_>,
    field: &Field,
    round: &Round,
    game: &Game,
    sides: &[Side],
    said: Said,
) -> Result<(), Halt> {
    let account = turn.account()?;
    if let Some(settled) = game.outcome {
        let game = tag(field, round, game);
        let outcome = settled;
        return if sides.iter().any(|side| outcome_of(*side, said) == settled) {
            turn.reply(Report::Already { game, outcome })
        } else {
            Err(PlayRefusal::AlreadyFinal { game, outcome }.into())
        };
    }
    let before = claim::of_game(turn.tx, game.id)?;
    let is_known = |side: &Side| {
        let mut known = before.iter();
        known.any(|claim| claim.side == *side && claim.outcome == outcome_of(*side, said))
    };
    if game.status != Status::Open && sides.iter().all(is_known) {
        let side = sides.first().copied().unwrap_or(Side::Red);
        return repeated(turn, field, round, game, outcome_of(side, said));
    }
    for side in sides {
        let outcome = outcome_of(*side, said);
        claim::put(
            turn.tx,
            game.id,
            Claim {
                side: *side,
                outcome,
                account,
            },
            turn.now,
        )?;
        turn.journal(Entry {
            action: "report.claim".into(),
            subject: subject(round, game),
            after: Some(format!("{side:?} says {outcome:?}")),
            ..Entry::default()
        })?;
    }
    let claims = claim::of_game(turn.tx, game.id)?;
    let says = |side| {
        claims
            .iter()
            .find(|claim| claim.side == side)
            .map(|claim| claim.outcome)
    };
    let reporting = turn.swiss().reporting;
    match weigh(says(Side::Red), says(Side::Black), reporting.trust_winners) {
        Verdict::Open => Ok(()),
        // Once objected to, a win no longer stands on the winner's word.
        Verdict::Pending { .. } | Verdict::Final(_, Ground::Trusted)
            if game.status == Status::Disputed =>
        {
            dispute(turn, field, round, game)
        }
        Verdict::Pending { by, outcome } => wait(turn, field, round, game, by, outcome),
        Verdict::Disputed => dispute(turn, field, round, game),
        Verdict::Final(outcome, ground) => {
            if outcome == Outcome::Draw {
                flag_early_draw(turn, field, round, game)?;
            }
            let why = match ground {
                Ground::Agreed => Why::Agreed,
                Ground::Conceded => Why::Conceded,
                Ground::Trusted => Why::Trusted,
            };
            if game.status == Status::Disputed {
                // The arbiters need not rule any more.
                let game = tag(field, round, game);
                turn.tell_arbiters(Report::Settled { game, outcome, why })?;
            }
            settle(turn, field, round, game, outcome, why)
        }
    }
}

/// One report is in: the opponent is asked. A win stands when the window ends, a draw needs both.
fn wait(
    turn: &Turn<'_>,
    field: &Field,
    round: &Round,
    game: &Game,
    by: Side,
    outcome: Outcome,
) -> Result<(), Halt> {
    let minutes = i64::from(turn.swiss().reporting.objection_minutes);
    let until = (outcome != Outcome::Draw).then(|| turn.now + TimeDelta::minutes(minutes));
    game::set_status(turn.tx, game.id, Status::Pending, until)?;
    let game = game::find(turn.tx, game.id)?.ok_or(Refusal::Stale)?;
    progress::show(turn, round)?;
    let tag = tag(field, round, &game);
    let opponent = registration::find(turn.tx, game.player(by.other()))?;
    let account = opponent.and_then(|opponent| opponent.account);
    if account.is_none() && outcome == Outcome::Draw {
        // Nobody else can confirm it.
        turn.tell_arbiters(Add::DrawToConfirm { game: tag.clone() })?;
    }
    if let Some(account) = account {
        turn.tell_now(
            account,
            Report::Prompt {
                game: tag.clone(),
                outcome,
                by,
                until,
            },
        )?;
    }
    received(turn, tag, outcome, until)
}

/// Tells the reporter, in private also where the report was made in the group.
fn received(
    turn: &Turn<'_>,
    game: GameTag,
    outcome: Outcome,
    until: Option<DateTime<Utc>>,
) -> Result<(), Halt> {
    let received = Report::Received {
        game,
        outcome,
        until,
    };
    if turn.actor().is_some_and(Actor::is_private) {
        return turn.rewrite(received);
    }
    let account = turn.account()?;
    match account::find(turn.tx, account)? {
        Some(known) if known.reachable => turn.tell_now(account, received),
        _ => Ok(()),
    }
}

/// The same report once more: nothing changes, the window least of all.
fn repeated(
    turn: &Turn<'_>,
    field: &Field,
    round: &Round,
    game: &Game,
    outcome: Outcome,
) -> Result<(), Halt> {
    let tag = tag(field, round, game);
    if game.status == Status::Disputed {
        return turn.reply(Report::Disputed { game: tag });
    }
    received(turn, tag, outcome, game.settles_at)
}

fn dispute(turn: &Turn<'_>, field: &Field, round: &Round, game: &Game) -> Result<(), Halt> {
    game::set_status(turn.tx, game.id, Status::Disputed, None)?;
    let game = game::find(turn.tx, game.id)?.ok_or(Refusal::Stale)?;
    progress::show(turn, round)?;
    let tag = tag(field, round, &game);
    let said = claim::of_game(turn.tx, game.id)?
        .into_iter()
        .map(|claim| (claim.side, claim.outcome))
        .collect();
    tell_both(turn, field, &game, &Report::Disputed { game: tag.clone() })?;
    turn.tell_arbiters(Report::DisputeToRule { game: tag, said })
}

/// Chengdu-Chongqing regulation, clause 10: no draws agreed within 15 minutes of the start.
fn flag_early_draw(turn: &Turn<'_>, field: &Field, round: &Round, game: &Game) -> Result<(), Halt> {
    let Some(published) = round.published_at else {
        return Ok(());
    };
    let event = &turn.config.event;
    let starts = event.round_starts(&turn.swiss().key, round.number);
    let begun = starts.map_or(published, |starts| starts.max(published));
    let minutes = (turn.now - begun).num_minutes().max(0);
    if minutes < i64::from(turn.swiss().reporting.early_draw_minutes) {
        turn.tell_arbiters(Report::EarlyDraw {
            game: tag(field, round, game),
            minutes,
        })?;
    }
    Ok(())
}

fn ask_which(
    turn: &Turn<'_>,
    field: &Field,
    round: &Round,
    seats: &[(Game, Side)],
) -> Result<(), Halt> {
    let mut games: Vec<GameTag> = seats
        .iter()
        .filter(|(game, _)| game.outcome.is_none())
        .map(|(game, _)| tag(field, round, game))
        .collect();
    games.dedup();
    turn.reply(Report::Which { games })
}

/// The game a button names, unless anything about it has changed since the button was shown.
fn fresh(turn: &Turn<'_>, game: i64, version: i64) -> Result<(Field, Round, Game), Halt> {
    let (field, round) = current(turn)?;
    let game = game::find(turn.tx, game)?
        .filter(|game| game.round == round.id && game.version == version)
        .ok_or(Refusal::Stale)?;
    if game.outcome.is_some() || round.state != State::Published {
        return Err(Refusal::Stale.into());
    }
    Ok((field, round, game))
}

/// The sides of the game that the acting account answers for: both, where one account registered both.
fn my_sides(turn: &Turn<'_>, game: &Game) -> Result<Vec<Side>, Halt> {
    let account = turn.account()?;
    let mut sides = Vec::new();
    for side in [Side::Red, Side::Black] {
        let player = registration::find(turn.tx, game.player(side))?;
        if player.is_some_and(|player| player.account == Some(account)) {
            sides.push(side);
        }
    }
    if sides.is_empty() {
        return Err(PlayRefusal::NotAtTable { table: game.table }.into());
    }
    Ok(sides)
}

/// The acting account's side, and what the other side reported to it.
fn reported_to_me(turn: &Turn<'_>, game: &Game) -> Result<(Side, Outcome), Halt> {
    let mine = my_sides(turn, game)?;
    let reported = claim::of_game(turn.tx, game.id)?
        .into_iter()
        .find(|claim| mine.contains(&claim.side.other()))
        .ok_or(Refusal::Stale)?;
    Ok((reported.side.other(), reported.outcome))
}

/// Every seat of the round that the acting account answers for.
fn my_seats(turn: &Turn<'_>, field: &Field, round: &Round) -> Result<Vec<(Game, Side)>, Halt> {
    let account = turn.account()?;
    let mut seats = Vec::new();
    for player in registration::of_account(turn.tx, account)? {
        if field.number(player.id).is_none() {
            continue;
        }
        if let Some(game) = game::of_player(turn.tx, round.id, player.id)?
            && let Some(side) = game.side_of(player.id)
        {
            seats.push((game, side));
        }
    }
    seats.sort_by_key(|(game, _)| game.table);
    Ok(seats)
}

fn outcome_of(side: Side, said: Said) -> Outcome {
    let won = |side| match side {
        Side::Red => Outcome::RedWin,
        Side::Black => Outcome::BlackWin,
    };
    match said {
        Said::IWon => won(side),
        Said::ILost => won(side.other()),
        Said::Draw => Outcome::Draw,
        Said::Outcome(outcome) => outcome,
    }
}

/// Words from before the round was published are not about it.
pub(super) fn require_in_time(round: &Round, written: DateTime<Utc>) -> Result<(), Halt> {
    match round.published_at {
        Some(published) if written < truncated(published) => Err(PlayRefusal::TooLate {
            number: round.number,
        }
        .into()),
        _ => Ok(()),
    }
}

/// Telegram dates messages in whole seconds.
fn truncated(at: DateTime<Utc>) -> DateTime<Utc> {
    DateTime::from_timestamp(at.timestamp(), 0).unwrap_or(at)
}
