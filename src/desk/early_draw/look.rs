//! Was it too early? By the clock, or by what a player says of the moves.

use chrono::{DateTime, Utc};

use super::{flagged, won};
use crate::desk::field::Field;
use crate::desk::notice::{DrawSaid, EarlyDraw, FlaggedGame, PlayerTag};
use crate::desk::report::{subject, tag};
use crate::desk::{Halt, PlayRefusal, Refusal, Turn, knockout, round_time};
use crate::store::early_draw;
use crate::store::game::{self, Game};
use crate::store::journal::{self, Entry};
use crate::store::round::Round;
use crate::store::{claim, registration};
use crate::tournament::{Outcome, Side};

/// The journal's word for an answer about the moves.
const MOVES: &str = "draw.moves";

/// How long a game was on when its result was first said.
#[derive(Debug, Clone, Copy)]
struct Played {
    minutes: i64,
    /// Nobody has said when the round began: counted from when it was published.
    unannounced: bool,
}

/// A draw or a win has become final by what the players said: was it too early? Where the event asks for
/// moves, both are asked how many they made before they drew.
pub(in crate::desk) fn look(turn: &Turn<'_>, round: &Round, game: i64) -> Result<(), Halt> {
    let Some(game) = game::find(turn.tx, game)? else {
        return Ok(());
    };
    let said = first_said(turn, &game, game.outcome)?;
    look_since(turn, round, &game, said.unwrap_or(turn.now))
}

/// When the first of the two at the table said this outcome.
pub(in crate::desk) fn first_said(
    turn: &Turn<'_>,
    game: &Game,
    outcome: Option<Outcome>,
) -> Result<Option<DateTime<Utc>>, Halt> {
    Ok(match outcome {
        Some(outcome) => claim::first_said(turn.tx, game.id, outcome)?,
        None => None,
    })
}

/// A draw has become final by a ruling: of players without an account, who cannot say it themselves.
/// `said`: when one of the two had said so before. A draw that a dispute ended is the arbiter's own.
pub(in crate::desk) fn ruled(
    turn: &Turn<'_>,
    round: &Round,
    before: &Game,
    said: Option<DateTime<Utc>>,
) -> Result<(), Halt> {
    let Some(game) = game::find(turn.tx, before.id)? else {
        return Ok(());
    };
    let is_meant = round.part.is_none()
        && game.outcome == Some(Outcome::Draw)
        && before.outcome.is_none()
        && before.status != game::Status::Disputed;
    if !is_meant {
        return Ok(());
    }
    let mut silent = false;
    for side in [Side::Red, Side::Black] {
        let player = registration::find(turn.tx, game.player(side))?;
        silent |= player.is_some_and(|player| player.account.is_none());
    }
    match silent {
        true => look_since(turn, round, &game, said.unwrap_or(turn.now)),
        false => Ok(()),
    }
}

fn look_since(
    turn: &Turn<'_>,
    round: &Round,
    game: &Game,
    said: DateTime<Utc>,
) -> Result<(), Halt> {
    let Some(outcome) = game.outcome.filter(|outcome| outcome.is_played()) else {
        return Ok(());
    };
    if round.part.is_some() && !knockout::discipline::is_of_first_leg(turn, round)? {
        return Ok(());
    }
    let reporting = turn.swiss().reporting;
    let is_draw = outcome == Outcome::Draw;
    let limit = match is_draw {
        true => reporting.early_draw_minutes,
        false => reporting.early_loss_minutes,
    };
    if let Some(played) = played(turn, round, said)?
        && limit > 0
        && played.minutes < i64::from(limit)
    {
        return flag(turn, round, game, Some(played), Vec::new());
    }
    if is_draw && reporting.early_draw_moves > 0 {
        let asked = EarlyDraw::AskMoves {
            game: tag(turn, round, game)?,
            moves: reporting.early_draw_moves,
        };
        for side in [Side::Red, Side::Black] {
            let player = registration::find(turn.tx, game.player(side))?;
            if let Some(account) = player.and_then(|player| player.account) {
                turn.tell_now(account, asked.clone())?;
            }
        }
    }
    Ok(())
}

/// Since the round began: at its start, or when it was published, if that was later.
fn played(turn: &Turn<'_>, round: &Round, at: DateTime<Utc>) -> Result<Option<Played>, Halt> {
    let Some(published) = round.published_at else {
        return Ok(None);
    };
    let starts = match round.part {
        Some(_) => knockout::hours::of_game(turn, round)?,
        None => round_time::of(turn, round.number)?,
    };
    let begun = starts.map_or(published, |starts| starts.max(published));
    Ok(Some(Played {
        minutes: (at - begun).num_seconds().div_euclid(60),
        unannounced: starts.is_none(),
    }))
}

/// A player says how long the game was.
pub fn say(turn: &mut Turn<'_>, game: i64, version: i64, said: DrawSaid) -> Result<(), Halt> {
    turn.require_private()?;
    let (round, found) = flagged(turn, game, version)?;
    if found.outcome != Some(Outcome::Draw) {
        return Err(Refusal::Stale.into());
    }
    let account = turn.account()?;
    let mut who = None;
    for side in [Side::Red, Side::Black] {
        let player = registration::find(turn.tx, found.player(side))?;
        who = who.or(player.filter(|player| player.account == Some(account)));
    }
    let who = who.ok_or(PlayRefusal::NotAtTable { table: found.table })?;
    turn.journal(Entry {
        action: MOVES.to_owned(),
        subject: subject(&round, &found),
        after: Some(format!("registration {}: {said:?}", who.id)),
        ..Entry::default()
    })?;
    turn.rewrite(EarlyDraw::Thanks)?;
    let answers = answers(turn, &round, &found)?;
    if answers.iter().all(|(_, said)| *said == DrawSaid::Enough) {
        return Ok(());
    }
    match early_draw::standing(turn.tx, game)? {
        Some((Some(facts), is_decided)) if is_of(&facts, version) => match is_decided {
            true => Ok(()),
            false => add_answers(turn, game, &facts, answers),
        },
        _ => flag(turn, &round, &found, None, answers),
    }
}

/// What the two have answered about this draw so far; of one who answers twice the newest counts.
fn answers(
    turn: &Turn<'_>,
    round: &Round,
    game: &Game,
) -> Result<Vec<(PlayerTag, DrawSaid)>, Halt> {
    let key = &turn.competition().key;
    let subject = subject(round, game);
    let said = journal::after_since(turn.tx, key, MOVES, &subject, "game.settle")?;
    let field = Field::load(turn)?;
    let mut answers: Vec<(PlayerTag, DrawSaid)> = Vec::new();
    for (who, said) in said.iter().filter_map(|line| read_answer(line)) {
        let who = field.tag_of(who);
        match answers.iter_mut().find(|(known, _)| *known == who) {
            Some(known) => known.1 = said,
            None => answers.push((who, said)),
        }
    }
    Ok(answers)
}

/// `registration 17: TooFew`
fn read_answer(line: &str) -> Option<(i64, DrawSaid)> {
    let (who, word) = line.strip_prefix("registration ")?.split_once(": ")?;
    let all = [DrawSaid::Enough, DrawSaid::TooFew, DrawSaid::NotPlayed];
    let said = all.into_iter().find(|said| format!("{said:?}") == word)?;
    Some((who.parse().ok()?, said))
}

/// Whether the card was about the draw of this version of the game.
fn is_of(facts: &str, version: i64) -> bool {
    let shown: Result<FlaggedGame, _> = serde_json::from_str(facts);
    shown.is_ok_and(|shown| shown.game.version == version)
}

/// The card is drawn anew with what has been answered since.
fn add_answers(
    turn: &Turn<'_>,
    game: i64,
    facts: &str,
    said: Vec<(PlayerTag, DrawSaid)>,
) -> Result<(), Halt> {
    let before: FlaggedGame = serde_json::from_str(facts)?;
    let shown = FlaggedGame { said, ..before };
    early_draw::set_facts(turn.tx, game, &serde_json::to_string(&shown)?)?;
    show(turn, shown)
}

fn flag(
    turn: &Turn<'_>,
    round: &Round,
    game: &Game,
    played: Option<Played>,
    said: Vec<(PlayerTag, DrawSaid)>,
) -> Result<(), Halt> {
    let Some(outcome) = game.outcome else {
        return Ok(());
    };
    let shown = FlaggedGame {
        game: tag(turn, round, game)?,
        minutes: played.map(|played| played.minutes),
        unannounced: played.is_some_and(|played| played.unannounced),
        said,
        won: won(outcome),
    };
    let facts = serde_json::to_string(&shown)?;
    early_draw::flag(turn.tx, game.id, outcome, &facts, turn.now)?;
    show(turn, shown)
}

/// One message of each arbiter's about this draw.
fn show(turn: &Turn<'_>, shown: FlaggedGame) -> Result<(), Halt> {
    let slot = format!("early_draw/{}/{}", shown.game.game, shown.game.version);
    turn.show_arbiters(&slot, EarlyDraw::Flagged(Box::new(shown)))
}
