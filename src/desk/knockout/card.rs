//! A match on the arbiter's card: its games corrected, a player giving up, all of it played anew.

use std::rc::Rc;

use super::course::{drop_game, settle_down_because};
use super::leave::{Leaving, give_up};
use super::load::Bracket;
use super::memo::Loaded;
use crate::desk::Duty;
use crate::desk::notice::{Because, CardGame, Knockout as Said, PlayerTag};
use crate::desk::report::tag;
use crate::desk::{Halt, Refusal, Turn};
use crate::store::game::{self, Game, Status};
use crate::store::journal::Entry;
use crate::store::{bracket, claim, duel, round};
use crate::tournament::knockout::{MatchNo, Pair};

/// Shows the matches of a round, each with its card.
pub fn list(turn: &mut Turn<'_>, number: u32) -> Result<(), Halt> {
    turn.require(Duty::Rule)?;
    turn.require_private()?;
    let loaded = Loaded::of(turn)?;
    let bracket = &loaded.bracket;
    if number == 0 || number > bracket.course.rounds() {
        return Err(Refusal::Stale.into());
    }
    let mut shown = bracket.shown(turn);
    shown.rounds.truncate(number as usize);
    shown.begun = number;
    turn.rewrite(Said::Shown {
        bracket: shown,
        desk: true,
        may_unseed: false,
    })
}

/// Shows the match.
pub fn show(turn: &mut Turn<'_>, no: MatchNo) -> Result<(), Halt> {
    turn.require(Duty::Rule)?;
    turn.require_private()?;
    let (loaded, pair) = found(turn, no)?;
    let bracket = &loaded.bracket;
    let mut games = Vec::new();
    for game in bracket.games.get(&no).into_iter().flatten() {
        if let Some(round) = round::find(turn.tx, game.round)? {
            games.push(CardGame {
                game: tag(turn, &round, game)?,
                outcome: game.outcome,
            });
        }
    }
    let players = pair.players();
    let named = |out: bool| -> Vec<(i64, PlayerTag)> {
        let of_match = players.iter().flatten();
        of_match
            .filter(|no| bracket.course.out.contains(no) == out)
            .filter_map(|no| Some((bracket.id(*no)?, bracket.tag(*no))))
            .collect()
    };
    turn.rewrite(Said::Card {
        row: bracket.row(&pair),
        number: no.round,
        round: bracket.round_name(no.round),
        games,
        can_quit: if pair.state.is_over() {
            Vec::new()
        } else {
            named(false)
        },
        can_stay: named(true),
    })
}

/// The outcomes to choose from for a game of a match.
pub fn correct(turn: &mut Turn<'_>, game: i64) -> Result<(), Halt> {
    turn.require(Duty::Rule)?;
    let game = game::find(turn.tx, game)?.ok_or(Refusal::Stale)?;
    super::report::require_counted(turn, &game)?;
    let round = round::find(turn.tx, game.round)?.ok_or(Refusal::Stale)?;
    turn.reply(Said::Correct {
        game: tag(turn, &round, &game)?,
    })
}

/// Asks whether the player gives the match up.
pub fn ask_quit(turn: &mut Turn<'_>, registration: i64, no: MatchNo) -> Result<(), Halt> {
    turn.require(Duty::Rule)?;
    let (loaded, pair) = found(turn, no)?;
    let bracket = &loaded.bracket;
    let player = of_match(bracket, &pair, registration)?;
    if pair.state.is_over() {
        return Err(Refusal::Stale.into());
    }
    turn.reply(Said::QuitAsked {
        registration,
        player,
        number: no.round,
        table: no.table,
    })
}

/// The player gives the match up.
pub fn quit(turn: &mut Turn<'_>, registration: i64, no: MatchNo) -> Result<(), Halt> {
    turn.require(Duty::Rule)?;
    let (loaded, pair) = found(turn, no)?;
    let bracket = &loaded.bracket;
    of_match(bracket, &pair, registration)?;
    if pair.state.is_over() {
        return Err(Refusal::Stale.into());
    }
    give_up(turn, registration, Leaving::GivenUp)?;
    show(turn, no)
}

/// Takes that back: the match goes on. A game that was forfeited stays so until it is ruled otherwise.
pub fn stay(turn: &mut Turn<'_>, registration: i64, no: MatchNo) -> Result<(), Halt> {
    turn.require(Duty::Rule)?;
    let (loaded, pair) = found(turn, no)?;
    let bracket = &loaded.bracket;
    of_match(bracket, &pair, registration)?;
    bracket::stay(turn.tx, bracket.stage, registration)?;
    turn.journal(Entry {
        action: "match.stay".into(),
        subject: format!("registration {registration}"),
        ..Entry::default()
    })?;
    settle_down_because(turn, Because::Replaced)?;
    show(turn, no)
}

/// Asks whether the match is to be played anew.
pub fn ask_annul(turn: &mut Turn<'_>, no: MatchNo) -> Result<(), Halt> {
    turn.require(Duty::AnnulMatch)?;
    let (loaded, _) = found(turn, no)?;
    let bracket = &loaded.bracket;
    let games = bracket.games.get(&no).map_or(0, Vec::len);
    if games == 0 {
        return Err(Refusal::Stale.into());
    }
    turn.reply(Said::AnnulAsked {
        number: no.round,
        table: no.table,
        games,
    })
}

/// Annuls the games of a match; it begins anew, or waits for its new players. The games are kept.
pub fn annul(turn: &mut Turn<'_>, no: MatchNo) -> Result<(), Halt> {
    turn.require(Duty::AnnulMatch)?;
    let (loaded, pair) = found(turn, no)?;
    let bracket = &loaded.bracket;
    let games = bracket.games.get(&no).cloned().unwrap_or_default();
    if games.is_empty() {
        return Err(Refusal::Stale.into());
    }
    for game in games.iter().rev() {
        if Bracket::is_begun(turn, game)? {
            put_away(turn, game)?;
        } else {
            drop_game(turn, game, Because::Annulled)?;
        }
    }
    duel::drop_sides(turn.tx, bracket.stage, no, 1)?;
    super::lots::renew(turn, bracket, no, 0)?;
    turn.journal(Entry {
        action: "match.annul".into(),
        subject: format!("match {}-{}", no.round, no.table),
        before: Some(format!("{:?}", bracket.course.duels.get(&no))),
        ..Entry::default()
    })?;
    let annulled = Said::Annulled {
        row: bracket.row(&pair),
        round: bracket.round_name(no.round),
    };
    turn.rewrite(annulled.clone())?;
    turn.tell_group(annulled)?;
    settle_down_because(turn, Because::Annulled)
}

fn put_away(turn: &Turn<'_>, game: &Game) -> Result<(), Halt> {
    if game.outcome.is_none() {
        claim::clear(turn.tx, game.id)?;
        game::set_status(turn.tx, game.id, Status::Open, None)?;
    }
    round::close(turn.tx, game.round, turn.now)?;
    Ok(duel::annul(turn.tx, game.id, turn.now)?)
}

fn found<'a>(turn: &Turn<'a>, no: MatchNo) -> Result<(Rc<Loaded<'a>>, Pair), Halt> {
    let loaded = Loaded::of(turn)?;
    let pair = loaded.bracket.course.find(no).ok_or(Refusal::Stale)?;
    Ok((loaded, pair))
}

fn of_match(bracket: &Bracket<'_>, pair: &Pair, registration: i64) -> Result<PlayerTag, Halt> {
    let no = bracket.number(registration).ok_or(Refusal::Stale)?;
    let plays = pair.players().is_some_and(|players| players.contains(&no));
    match plays {
        true => Ok(bracket.tag(no)),
        false => Err(Refusal::Stale.into()),
    }
}
