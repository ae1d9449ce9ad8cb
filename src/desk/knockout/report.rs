//! Results of the games of matches: the same reports as at the tables of the points stage.

use chrono::{DateTime, TimeDelta, Utc};

use super::KnockoutRefusal;
use super::load::Bracket;
use super::memo::Loaded;
use crate::desk::notice::{OpenState, OpenTable, Round as RoundSaid};
use crate::desk::report::{
    Answer, Named, Said, Seat, Which, claim as report, page, player_tag, require_in_time, tag,
};
use crate::desk::{Actor, Halt, Notice, PlayRefusal, Refusal, Turn, open};
use crate::store::claim::{self, Claim};
use crate::store::game::{self, Game, Status};
use crate::store::round::{self, Round};
use crate::store::{account, registration};
use crate::tournament::knockout::{MatchNo, State};
use crate::tournament::{Outcome, Side};

/// So long after a game of a match became final, words that do not name the next one are not about it: the
/// same ruling or report given twice would settle two games.
const APART: TimeDelta = TimeDelta::minutes(2);

/// Reports in words; see [`crate::desk::report::by_words`].
pub(in crate::desk) fn by_words(
    turn: &mut Turn<'_>,
    which: Which,
    named: Named,
    said: Said,
    written: DateTime<Utc>,
) -> Result<(), Halt> {
    require_words(named)?;
    let seats = my_seats(turn)?;
    let meant: Vec<&Seat> = match which {
        Which::Mine => {
            let open = |seat: &&Seat| seat.game.outcome.is_none();
            seats.iter().filter(open).collect()
        }
        Which::Table(table) => {
            let loaded = Loaded::of(turn)?;
            let there = loaded.bracket.at_table(named.round, table);
            let there = there.map(|game| game.id);
            let there = there.ok_or_else(|| {
                let bracket = &loaded.bracket;
                let round = named.round.unwrap_or(bracket.store.begun);
                not_there(bracket, MatchNo { round, table }, None, true)
            })?;
            let mine: Vec<&Seat> = seats.iter().filter(|seat| seat.game.id == there).collect();
            if mine.is_empty() {
                return Err(PlayRefusal::NotAtTable { table }.into());
            }
            mine
        }
    };
    let is_meant = |seat: &Seat| {
        let part = seat.round.part;
        match (named.round, named.game) {
            (Some(number), _) if part.map(|part| part.round) != Some(number) => {
                Err(Halt::from(PlayRefusal::NoSuchRound { number }))
            }
            (_, Some(game)) if part.map(|part| part.game) != Some(game) => {
                let open = tag(turn, &seat.round, &seat.game)?;
                Err(KnockoutRefusal::OtherGame { game, open }.into())
            }
            _ => Ok(()),
        }
    };
    let settled = |seat: &Seat| match named.game {
        Some(_) => Ok(None),
        None if answers(turn, seat, said)? => Ok(None),
        None => just_settled(turn, &seat.game, written, false),
    };
    match meant.as_slice() {
        [seat] => {
            require_in_time(&seat.round, written)?;
            is_meant(seat)?;
            if let Some((before, refusal)) = settled(seat)? {
                return unclear(turn, seat, &before, said, refusal);
            }
            let sides = [seat.side];
            report(turn, &seat.round, &seat.game, &sides, said, Answer::Chat)
        }
        // One account for both sides of the table.
        [seat, other]
            if seat.game.id == other.game.id && matches!(said, Said::Outcome(_) | Said::Draw) =>
        {
            require_in_time(&seat.round, written)?;
            is_meant(seat)?;
            if let Some((_, refusal)) = settled(seat)? {
                return Err(refusal.into());
            }
            let both = [Side::Red, Side::Black];
            report(turn, &seat.round, &seat.game, &both, said, Answer::Chat)
        }
        [] => {
            let private = turn.actor().is_none_or(Actor::is_private);
            match seats.last() {
                // A game that is over, said once more.
                Some(seat) if private && require_in_time(&seat.round, written).is_ok() => {
                    let sides = [seat.side];
                    report(turn, &seat.round, &seat.game, &sides, said, Answer::Chat)
                }
                _ => Err(PlayRefusal::NoOpenGame { number: None }.into()),
            }
        }
        _ => page(turn, 0),
    }
}

/// The game at a table, for an arbiter who rules it: the one that is not over, else the newest.
pub(in crate::desk) fn at_table(
    turn: &Turn<'_>,
    named: Named,
    table: u32,
    outcome: Option<Outcome>,
    written: DateTime<Utc>,
) -> Result<(Round, Game), Halt> {
    require_words(named)?;
    let loaded = Loaded::of(turn)?;
    let bracket = &loaded.bracket;
    // A round's number alone may be one of the points stage, whose results stand.
    if let Some(number) = named.round {
        let begun = bracket.at_table(named.round, table);
        let part = match begun {
            Some(game) => round::find(turn.tx, game.round)?.and_then(|round| round.part),
            None => None,
        };
        return Err(match part {
            Some(part) => KnockoutRefusal::WhichStage {
                number,
                table,
                game: part.game,
                outcome,
            },
            None => not_there(
                bracket,
                MatchNo {
                    round: number,
                    table,
                },
                None,
                false,
            ),
        }
        .into());
    }
    let game = bracket.at_table(None, table).cloned();
    let game = game.ok_or_else(|| {
        let round = bracket.store.begun;
        not_there(bracket, MatchNo { round, table }, None, false)
    })?;
    let round = round::find(turn.tx, game.round)?.ok_or(Refusal::Stale)?;
    require_in_time(&round, written)?;
    if game.outcome.is_some() && game.outcome != outcome {
        super::word::require_drawn(bracket, &round, table)?;
        let waits = super::choice::waiting(bracket);
        let no = round.part.map(|part| part.round);
        let mut here = waits.into_iter().filter(|one| one.place.table == table);
        let chooser = here.find(|one| Some(one.place.number) == no);
        return Err(KnockoutRefusal::NoGameOpen {
            game: tag(turn, &round, &game)?,
            outcome,
            chooser: chooser.map(|choice| choice.player),
        }
        .into());
    }
    if let Some((_, refusal)) = just_settled(turn, &game, written, true)? {
        return Err(refusal.into());
    }
    Ok((round, game))
}

/// The newest game at a table that is over, whose sides are to be corrected.
pub(in crate::desk) fn over_at(
    turn: &Turn<'_>,
    round: Option<u32>,
    table: u32,
) -> Result<(Round, Game), Halt> {
    let loaded = Loaded::of(turn)?;
    let bracket = &loaded.bracket;
    let newest = bracket.at_table(round, table);
    let newest = newest.ok_or_else(|| {
        let round = round.unwrap_or(bracket.store.begun);
        not_there(bracket, MatchNo { round, table }, None, false)
    })?;
    let games = bracket.games.values();
    let mut games = games.filter(|games| games.iter().any(|one| one.id == newest.id));
    let over = games.next().and_then(|games| {
        let mut newest_first = games.iter().rev();
        newest_first.find(|game| game.outcome.is_some())
    });
    let game = over.unwrap_or(newest).clone();
    let of_game = round::find(turn.tx, game.round)?.ok_or(Refusal::Stale)?;
    match (round, of_game.part) {
        // A round's number alone may be one of the points stage.
        (Some(_), Some(part)) => Err(KnockoutRefusal::WhichSides {
            number: part.round,
            table,
            game: part.game,
        }
        .into()),
        _ => Ok((of_game, game)),
    }
}

/// The match that an arbiter names by a table and a game of it, and perhaps the round.
pub(in crate::desk) fn named_match(
    turn: &Turn<'_>,
    round: Option<u32>,
    table: u32,
) -> Result<MatchNo, Halt> {
    let round = match round {
        Some(round) => round,
        None => Loaded::of(turn)?.bracket.store.begun,
    };
    Ok(MatchNo { round, table })
}

/// Refuses digits that may be the score of the match: a game is won, lost or drawn.
fn require_words(named: Named) -> Result<(), Halt> {
    match named.is_score {
        true => Err(KnockoutRefusal::ScoreWords.into()),
        false => Ok(()),
    }
}

/// Why words written then are not counted for this game, with the game before it, which has just become
/// final.
fn just_settled(
    turn: &Turn<'_>,
    game: &Game,
    written: DateTime<Utc>,
    by_arbiter: bool,
) -> Result<Option<(Game, KnockoutRefusal)>, Halt> {
    if game.outcome.is_some() {
        return Ok(None);
    }
    let loaded = Loaded::of(turn)?;
    let bracket = &loaded.bracket;
    let before = bracket.games.values().find_map(|games| {
        let at = games.iter().position(|one| one.id == game.id)?;
        games.get(at.checked_sub(1)?).cloned()
    });
    let Some(before) = before else {
        return Ok(None);
    };
    let settled = game::settled_at(turn.tx, before.id)?;
    let (Some(settled), Some(outcome)) = (settled, before.outcome) else {
        return Ok(None);
    };
    if written >= settled + APART {
        return Ok(None);
    }
    let named = |game: &Game| {
        let round = round::find(turn.tx, game.round)?.ok_or(Refusal::Stale)?;
        tag(turn, &round, game)
    };
    let refusal = KnockoutRefusal::JustSettled {
        before: named(&before)?,
        outcome,
        next: named(game)?,
        by_arbiter,
    };
    Ok(Some((before, refusal)))
}

/// Whether the words agree with what the opponent has reported of the open game: they are about that one.
fn answers(turn: &Turn<'_>, seat: &Seat, said: Said) -> Result<bool, Halt> {
    let reported = claim::of_game(turn.tx, seat.game.id)?;
    let agrees = |one: &Claim| one.side != seat.side && one.outcome == said.outcome_for(seat.side);
    Ok(reported.iter().any(agrees))
}

/// Words that may be about the game that has just become final, or about the open one. Joy in the group
/// about the one that is over is answered where nobody else has to read it.
fn unclear(
    turn: &Turn<'_>,
    seat: &Seat,
    before: &Game,
    said: Said,
    refusal: KnockoutRefusal,
) -> Result<(), Halt> {
    let private = turn.actor().is_none_or(Actor::is_private);
    let side = before.side_of(seat.game.player(seat.side));
    let same = side.is_some_and(|side| before.outcome == Some(said.outcome_for(side)));
    let account = turn.account()?;
    let known = account::find(turn.tx, account)?;
    match same && !private && known.is_some_and(|known| known.reachable) {
        true => turn.tell_now(account, Notice::Refused(refusal.into())),
        false => Err(refusal.into()),
    }
}

/// What there is at a table instead of the game that was named.
pub(super) fn not_there(
    bracket: &Bracket<'_>,
    no: MatchNo,
    game: Option<u32>,
    by_player: bool,
) -> KnockoutRefusal {
    let table = no.table;
    let Some(pair) = bracket.course.find(no) else {
        return KnockoutRefusal::NoSuchTable { table, by_player };
    };
    let place = bracket.place(no);
    match pair.state {
        State::Free(player) => KnockoutRefusal::Bye {
            place,
            player: player.map(|player| bracket.tag(player)),
        },
        _ if no.round > bracket.store.begun => KnockoutRefusal::NotAnnounced { place },
        _ => match game {
            Some(game) => KnockoutRefusal::GameNotBegun {
                round: place.name,
                game,
                row: bracket.row(&pair),
            },
            None => KnockoutRefusal::NoSuchTable { table, by_player },
        },
    }
}

/// The game of a match by round, table and number, all from 1.
pub(in crate::desk) fn numbered(
    turn: &Turn<'_>,
    no: MatchNo,
    number: u32,
) -> Result<(Round, Game), Halt> {
    let loaded = Loaded::of(turn)?;
    let bracket = &loaded.bracket;
    let games = bracket.games.get(&no);
    let game = games.and_then(|games| games.get(number.checked_sub(1)? as usize));
    let game = game.cloned();
    let game = game.ok_or_else(|| not_there(bracket, no, Some(number), false))?;
    let round = round::find(turn.tx, game.round)?.ok_or(Refusal::Stale)?;
    Ok((round, game))
}

/// Refuses a game that was annulled.
pub(in crate::desk) fn require_counted(turn: &Turn<'_>, game: &Game) -> Result<(), Halt> {
    let loaded = Loaded::of(turn)?;
    let bracket = &loaded.bracket;
    let mut all = bracket.games.values().flatten();
    match all.any(|one| one.id == game.id) {
        true => Ok(()),
        false => Err(Refusal::Stale.into()),
    }
}

/// Refuses what an arbiter cannot rule: the last game of a match has a winner.
pub(in crate::desk) fn require_sound(
    turn: &Turn<'_>,
    round: &Round,
    outcome: Option<Outcome>,
) -> Result<(), Halt> {
    let nobody = [Some(Outcome::BothForfeit), Some(Outcome::BothLose)].contains(&outcome);
    let Some(part) = round.part.filter(|_| nobody) else {
        return Ok(());
    };
    let loaded = Loaded::of(turn)?;
    let bracket = &loaded.bracket;
    let ladder = bracket.course.ladder(part.round);
    let rung = ladder.rung(part.game.saturating_sub(1) as usize);
    if rung.is_some_and(|rung| rung.armageddon) {
        return Err(KnockoutRefusal::MustDecide.into());
    }
    Ok(())
}

/// Shows the arbiter the games that are not over.
pub(in crate::desk) fn open(turn: &Turn<'_>) -> Result<(), Halt> {
    let loaded = Loaded::of(turn)?;
    let bracket = &loaded.bracket;
    let mut games = Vec::new();
    for (no, game) in open_games(bracket) {
        let claims = claim::of_game(turn.tx, game.id)?;
        let state = match game.status {
            Status::Disputed => OpenState::Disputed,
            _ => claims.first().map_or(OpenState::Silent, |claim| {
                OpenState::Reported(claim.outcome)
            }),
        };
        games.push(OpenTable {
            game: game.id,
            table: game.table,
            part: part(turn, bracket, no, game)?,
            red: player_tag(turn, game.red)?,
            black: player_tag(turn, game.black)?,
            state,
        });
    }
    turn.reply(RoundSaid::Open {
        number: bracket.store.begun,
        name: Some(bracket.course.rules.name.clone()),
        games,
        before_pairing: false,
        choosing: super::choice::waiting(bracket),
        word: super::word::missing(turn)?.filter(|(_, tables)| !tables.is_empty()),
    })
}

/// Tables of the round under way that wait for somebody.
#[derive(Debug, Default)]
pub(in crate::desk) struct Waits {
    pub disputed: Vec<u32>,
    /// A report waits for the opponent.
    pub pending: Vec<u32>,
    /// A player has to choose red or black.
    pub choosing: Vec<u32>,
}

/// What the open matches wait for.
pub(in crate::desk) fn waiting(turn: &Turn<'_>) -> Result<Waits, Halt> {
    let loaded = Loaded::of(turn)?;
    let bracket = &loaded.bracket;
    let mut waits = Waits::default();
    for (_, game) in open_games(bracket) {
        match game.status {
            Status::Disputed => waits.disputed.push(game.table),
            Status::Pending => waits.pending.push(game.table),
            Status::Open | Status::Final => {}
        }
    }
    let choices = super::choice::waiting(bracket);
    waits.choosing = choices.iter().map(|one| one.place.table).collect();
    Ok(waits)
}

/// Reminds both players of every game nobody has reported; how many players.
pub(in crate::desk) fn remind(turn: &Turn<'_>) -> Result<usize, Halt> {
    let loaded = Loaded::of(turn)?;
    let bracket = &loaded.bracket;
    let mut players = 0;
    for (no, game) in open_games(bracket) {
        if game.status != Status::Open {
            continue;
        }
        let part = part(turn, bracket, no, game)?;
        players += open::remind_both(turn, game, no.round, part)?;
    }
    Ok(players)
}

/// The round's name and the number of the game in its match.
fn part(
    turn: &Turn<'_>,
    bracket: &Bracket<'_>,
    no: MatchNo,
    game: &Game,
) -> Result<Option<(String, u32)>, Halt> {
    let part = round::find(turn.tx, game.round)?.and_then(|round| round.part);
    Ok(part.map(|part| (bracket.round_name(no.round), part.game)))
}

/// Pending games whose window is over.
pub(in crate::desk) fn due(turn: &Turn<'_>) -> Result<Vec<Game>, Halt> {
    match super::rules(turn) {
        Some(rules) => Ok(game::due(turn.tx, super::stage_id(turn, rules)?, turn.now)?),
        None => Ok(Vec::new()),
    }
}

fn open_games<'b>(bracket: &'b Bracket<'_>) -> Vec<(MatchNo, &'b Game)> {
    let mut games = bracket.newest();
    games.retain(|(_, game)| game.outcome.is_none());
    games
}

/// The account's seats at the newest game of every match.
pub(in crate::desk) fn my_seats(turn: &Turn<'_>) -> Result<Vec<Seat>, Halt> {
    let loaded = Loaded::of(turn)?;
    let bracket = &loaded.bracket;
    let mine: Vec<i64> = registration::of_account(turn.tx, turn.account()?)?
        .into_iter()
        .map(|player| player.id)
        .collect();
    let mut seats = Vec::new();
    for (_, game) in bracket.newest() {
        for side in [Side::Red, Side::Black] {
            if mine.contains(&game.player(side))
                && let Some(round) = round::find(turn.tx, game.round)?
            {
                let game = game.clone();
                seats.push(Seat { round, game, side });
            }
        }
    }
    Ok(seats)
}
