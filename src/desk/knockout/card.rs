//! A match on the arbiter's card: its games corrected, a side chosen anew, a player giving up, all of it played
//! anew.

use std::rc::Rc;

use super::course::{drop_game, settle_down_because};
use super::leave::{Leaving, give_up, reopen};
use super::load::Bracket;
use super::memo::Loaded;
use crate::desk::Duty;
use crate::desk::notice::{Because, CardGame, Knockout as Said, PlayerTag};
use crate::desk::report::tag;
use crate::desk::{Halt, Refusal, Turn, late, recusal};
use crate::store::game::{self, Game, Status};
use crate::store::journal::Entry;
use crate::store::{bracket, claim, duel, round};
use crate::tournament::Outcome;
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
        can_annul: is_played(turn, bracket, no)?,
        can_choose: chosen(turn, bracket, no)?.map(|game| game.id),
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
    require_neutral(turn, bracket, no, Duty::Rule)?;
    require_forfeit(turn)?;
    let games = bracket.games.get(&no);
    let open = games.and_then(|games| games.last().filter(|game| game.outcome.is_none()));
    let round = match open {
        Some(game) => round::find(turn.tx, game.round)?,
        None => None,
    };
    let early = match round {
        Some(round) => late::too_early(turn, &round)?,
        None => None,
    };
    turn.reply(Said::QuitAsked {
        registration,
        player,
        number: no.round,
        table: no.table,
        early,
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
    require_neutral(turn, bracket, no, Duty::Rule)?;
    require_forfeit(turn)?;
    give_up(turn, registration, Leaving::GivenUp)?;
    show(turn, no)
}

/// Takes that back: the match goes on, and with it the game that was forfeited by it.
pub fn stay(turn: &mut Turn<'_>, registration: i64, no: MatchNo) -> Result<(), Halt> {
    turn.require(Duty::Rule)?;
    let (loaded, pair) = found(turn, no)?;
    let bracket = &loaded.bracket;
    let player = of_match(bracket, &pair, registration)?;
    let at = bracket::quit_at(turn.tx, bracket.stage, registration)?.ok_or(Refusal::Stale)?;
    require_neutral(turn, bracket, no, Duty::Rule)?;
    require_forfeit(turn)?;
    bracket::stay(turn.tx, bracket.stage, registration)?;
    turn.journal(Entry {
        action: "match.stay".into(),
        subject: format!("registration {registration}"),
        ..Entry::default()
    })?;
    reopen(turn, bracket, registration, at)?;
    turn.tell_group(Said::Returned {
        player,
        seed: 0,
        instead_of: None,
    })?;
    settle_down_because(turn, Because::Replaced)?;
    show(turn, no)
}

/// Asks whether the match is to be played anew.
pub fn ask_annul(turn: &mut Turn<'_>, no: MatchNo) -> Result<(), Halt> {
    turn.require(Duty::AnnulMatch)?;
    let (loaded, _) = found(turn, no)?;
    let bracket = &loaded.bracket;
    let games = bracket.games.get(&no).map_or(&[][..], Vec::as_slice);
    let (Some(newest), true) = (games.last(), is_played(turn, bracket, no)?) else {
        return Err(Refusal::Stale.into());
    };
    require_neutral(turn, bracket, no, Duty::AnnulMatch)?;
    turn.reply(Said::AnnulAsked {
        number: no.round,
        table: no.table,
        games: games.len(),
        newest: newest.id,
    })
}

/// Annuls the games of a match; it begins anew, or waits for its new players. The games are kept.
/// `newest`: the last game of it when that was asked.
pub fn annul(turn: &mut Turn<'_>, no: MatchNo, newest: i64) -> Result<(), Halt> {
    turn.require(Duty::AnnulMatch)?;
    let (loaded, pair) = found(turn, no)?;
    let bracket = &loaded.bracket;
    let games = bracket.games.get(&no).cloned().unwrap_or_default();
    let is_asked = games.last().is_some_and(|game| game.id == newest);
    if !is_asked || !is_played(turn, bracket, no)? {
        return Err(Refusal::Stale.into());
    }
    require_neutral(turn, bracket, no, Duty::AnnulMatch)?;
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

/// Has the sides of the newest game chosen once more, while nobody has reported it: `game`, as it was shown.
pub fn choose_again(turn: &mut Turn<'_>, no: MatchNo, game: i64) -> Result<(), Halt> {
    turn.require(Duty::Rule)?;
    let (loaded, _) = found(turn, no)?;
    let bracket = &loaded.bracket;
    let newest = chosen(turn, bracket, no)?.filter(|newest| newest.id == game);
    let newest = newest.ok_or(Refusal::Stale)?.clone();
    require_neutral(turn, bracket, no, Duty::Rule)?;
    let number = bracket.games.get(&no).map_or(0, Vec::len);
    let number = u32::try_from(number).unwrap_or(0);
    turn.journal(Entry {
        action: "match.choose_again".into(),
        subject: format!("match {}-{} game {number}", no.round, no.table),
        ..Entry::default()
    })?;
    drop_game(turn, &newest, Because::ChosenAgain)?;
    duel::drop_sides(turn.tx, bracket.stage, no, number)?;
    turn.tell_group(Said::ChosenAgain {
        place: bracket.place(no),
        game: number,
    })?;
    settle_down_because(turn, Because::ChosenAgain)?;
    show(turn, no)
}

/// The newest game of a match, if a player or an arbiter chose its sides and nobody has reported it.
fn chosen<'b>(
    turn: &Turn<'_>,
    bracket: &'b Bracket<'_>,
    no: MatchNo,
) -> Result<Option<&'b Game>, Halt> {
    let games = bracket.games.get(&no).map_or(&[][..], Vec::as_slice);
    let is_chosen = bracket.sides.iter().any(|one| {
        let is_newest = one.number as usize == games.len();
        one.no == no && is_newest && one.chooser.is_some() && one.red.is_some()
    });
    match games.last().filter(|_| is_chosen) {
        Some(game) if !Bracket::is_begun(turn, game)? => Ok(Some(game)),
        _ => Ok(None),
    }
}

/// Whether something of the match was reported or ruled.
fn is_played(turn: &Turn<'_>, bracket: &Bracket<'_>, no: MatchNo) -> Result<bool, Halt> {
    for game in bracket.games.get(&no).into_iter().flatten() {
        if Bracket::is_begun(turn, game)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Refuses an arbiter who plays in the match, or answers for one of the two.
pub(super) fn require_neutral(
    turn: &Turn<'_>,
    bracket: &Bracket<'_>,
    no: MatchNo,
    duty: Duty,
) -> Result<(), Halt> {
    let pair = bracket.course.find(no);
    match pair.and_then(|pair| bracket.ids(&pair)) {
        Some(players) => recusal::require_match(turn, players, bracket.place(no), duty),
        None => Ok(()),
    }
}

/// Refuses who may not declare a forfeit in this event: a match that is given up is one.
fn require_forfeit(turn: &Turn<'_>) -> Result<(), Halt> {
    late::require_forfeit(turn, None, Some(Outcome::RedForfeit))
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
