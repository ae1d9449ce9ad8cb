//! A player appeals: which decision, why, and then it is filed.

use super::{About, AppealRefusal, Draft, LONGEST, line, show};
use crate::desk::awaited::{What, await_next};
use crate::desk::conversation::Conversation;
use crate::desk::notice::{Appeal as Said, AppealAbout, AppealChoice};
use crate::desk::penalty::place_in;
use crate::desk::register::first_version;
use crate::desk::report::player_tag;
use crate::desk::{Halt, Refusal, Turn, knockout};
use crate::store::appeal::{self, New};
use crate::store::game::{self, Game};
use crate::store::journal::Entry;
use crate::store::penalty;
use crate::store::registration::{self, Registration};
use crate::store::round::{self, Round};
use crate::tournament::form::Input;
use crate::tournament::mask_numbers;

/// Of each player, so many of the newest games can be appealed against.
const GAMES: usize = 3;

/// Begins an appeal; `text`: why, as far as it was typed with the command.
pub fn begin(turn: &mut Turn<'_>, text: Option<&str>) -> Result<(), Halt> {
    turn.require_private()?;
    let text = text.map(fitting).transpose()?;
    let players = own(turn)?;
    if players.is_empty() {
        return Err(AppealRefusal::NoPlayer.into());
    }
    let begun = Draft {
        token: first_version(turn),
        registration: None,
        about: None,
        text,
    };
    let token = begun.token;
    keep(turn, Some(begun))?;
    let mut choices = Vec::new();
    for player in &players {
        turn.enter(&player.competition)?;
        choices.extend(choices_of(turn, player)?);
    }
    turn.reply(Said::Which {
        token,
        choices,
        several: players.len() > 1,
        deposit: turn.config.event.appeal_deposit,
    })
}

/// The account's own appeals, with what can be done about them.
pub fn mine(turn: &mut Turn<'_>) -> Result<(), Halt> {
    turn.require_private()?;
    let mut appeals = Vec::new();
    for player in own(turn)? {
        for one in appeal::of_player(turn.tx, player.id)? {
            appeals.push(line(turn, &one)?);
        }
    }
    if appeals.is_empty() {
        return begin(turn, None);
    }
    turn.reply(Said::Mine { appeals })
}

/// What it is about was tapped.
pub fn about(turn: &mut Turn<'_>, token: i64, registration: i64, about: About) -> Result<(), Halt> {
    let mut begun = draft(turn, token)?;
    require_own(turn, registration)?;
    require_first(turn, registration, about)?;
    begun.registration = Some(registration);
    begun.about = Some(about);
    if begun.text.is_some() {
        keep(turn, Some(begun.clone()))?;
        return confirm(turn, &begun);
    }
    keep(turn, Some(begun))?;
    await_next(turn, What::AppealText { token })?;
    turn.reply(Said::WantText {
        about: told(turn, about)?,
        longest: LONGEST,
    })
}

/// Why, typed.
pub(in crate::desk) fn text_given(
    turn: &mut Turn<'_>,
    token: i64,
    input: Input<'_>,
) -> Result<(), Halt> {
    let mut begun = draft(turn, token)?;
    let Input::Text(text) = input else {
        return Err(AppealRefusal::TextWanted { longest: LONGEST }.into());
    };
    begun.text = Some(fitting(text)?);
    keep(turn, Some(begun.clone()))?;
    confirm(turn, &begun)
}

/// It is filed: the arbiters and the committee have it, the player knows what to pay.
pub fn file(turn: &mut Turn<'_>, token: i64) -> Result<(), Halt> {
    let begun = draft(turn, token)?;
    let (Some(id), Some(about), Some(text)) = (begun.registration, begun.about, begun.text) else {
        return Err(Refusal::Stale.into());
    };
    require_own(turn, id)?;
    require_first(turn, id, about)?;
    let (place, game, penalised) = match about {
        About::Game(game) => (place_of(turn, game)?, Some(game), None),
        About::Penalty(id) => {
            let found = penalty::find(turn.tx, id)?.ok_or(Refusal::Stale)?;
            (found.place, None, Some(id))
        }
        About::Other => (None, None, None),
    };
    let new = New {
        registration: id,
        account: turn.account()?,
        place,
        game,
        penalty: penalised,
        text: &text,
        deposit: turn.config.event.appeal_deposit,
    };
    let filed = appeal::add(turn.tx, &new, turn.now)?;
    keep(turn, None)?;
    turn.journal(Entry {
        action: "appeal.file".to_owned(),
        subject: format!("appeal {filed}, registration {id}"),
        reason: Some(text.clone()),
        ..Entry::default()
    })?;
    let filed = appeal::find(turn.tx, filed)?.ok_or(Refusal::Stale)?;
    let shown = line(turn, &filed)?;
    show(turn, &filed, &shown)?;
    turn.rewrite(Said::Filed { appeal: shown })
}

/// The player thinks better of it, while nothing is paid.
pub fn withdraw(turn: &mut Turn<'_>, id: i64, version: i64) -> Result<(), Halt> {
    turn.require_private()?;
    let found = super::fresh(turn, id, version)?;
    if found.account != turn.account()? || found.decision.is_some() {
        return Err(Refusal::Stale.into());
    }
    if found.paid {
        return Err(AppealRefusal::Paid.into());
    }
    appeal::withdraw(turn.tx, id, turn.now)?;
    turn.journal(Entry {
        action: "appeal.withdraw".to_owned(),
        subject: format!("appeal {id}, registration {}", found.registration),
        ..Entry::default()
    })?;
    let found = appeal::find(turn.tx, id)?.ok_or(Refusal::Stale)?;
    let appeal = line(turn, &found)?;
    show(turn, &found, &appeal)?;
    turn.rewrite(Said::Withdrawn { appeal })
}

fn confirm(turn: &Turn<'_>, begun: &Draft) -> Result<(), Halt> {
    let about = begun.about.ok_or(Refusal::Stale)?;
    turn.reply(Said::Confirm {
        token: begun.token,
        player: player_tag(turn, begun.registration.unwrap_or_default())?,
        about: told(turn, about)?,
        text: begun.text.clone().unwrap_or_default(),
        deposit: turn.config.event.appeal_deposit,
    })
}

/// The account's players who are or were in the field.
fn own(turn: &Turn<'_>) -> Result<Vec<Registration>, Halt> {
    let mut players = registration::of_account(turn.tx, turn.account()?)?;
    players.retain(|player| player.start_no.is_some());
    Ok(players)
}

fn require_own(turn: &mut Turn<'_>, id: i64) -> Result<(), Halt> {
    let players = own(turn)?;
    if !players.iter().any(|player| player.id == id) {
        return Err(Refusal::Stale.into());
    }
    turn.enter_registration(id)
}

/// Nobody appeals against what is somebody else's, nor twice against the same.
fn require_first(turn: &Turn<'_>, id: i64, about: About) -> Result<(), Halt> {
    let is_own = match about {
        About::Game(game) => {
            game::find(turn.tx, game)?.is_some_and(|game| game.side_of(id).is_some())
        }
        About::Penalty(one) => {
            penalty::find(turn.tx, one)?.is_some_and(|one| one.registration == id)
        }
        About::Other => true,
    };
    if !is_own {
        return Err(Refusal::Stale.into());
    }
    let earlier = appeal::of_player(turn.tx, id)?;
    let same = earlier.iter().find(|one| {
        let is_same = match about {
            About::Game(game) => one.game == Some(game),
            About::Penalty(penalty) => one.penalty == Some(penalty),
            About::Other => one.game.is_none() && one.penalty.is_none() && one.decision.is_none(),
        };
        is_same && !one.withdrawn
    });
    match same {
        Some(same) => Err(AppealRefusal::Already {
            appeal: same.id,
            verdict: same.decision.as_ref().map(|decision| decision.verdict),
        }
        .into()),
        None => Ok(()),
    }
}

/// The newest games of the player and the penalties that stand, then anything else.
fn choices_of(turn: &Turn<'_>, player: &Registration) -> Result<Vec<AppealChoice>, Halt> {
    let mut choices = Vec::new();
    let mut offer = |about: About, what: AppealAbout| -> Result<(), Halt> {
        choices.push(AppealChoice {
            registration: player.id,
            name: player.name.clone(),
            about,
            what,
        });
        Ok(())
    };
    let mut rounds = round::all(turn.tx, turn.stage_id()?)?;
    if let Some(rules) = knockout::rules(turn) {
        rounds.extend(round::all(turn.tx, knockout::stage_id(turn, rules)?)?);
    }
    let published = rounds
        .iter()
        .rev()
        .filter(|round| round.state != round::State::Proposed);
    let mut games = 0;
    for round in published {
        if games == GAMES {
            break;
        }
        if let Some(game) = game::of_player(turn.tx, round.id, player.id)? {
            games += 1;
            let about = about_game(round, &game);
            offer(About::Game(game.id), about)?;
        }
    }
    for one in penalty::of_player(turn.tx, player.id)? {
        if one.struck_by.is_none() {
            offer(
                About::Penalty(one.id),
                AppealAbout::Penalty {
                    kind: one.kind,
                    place: one.place,
                    part: super::part(turn, one.game)?,
                    reason: one.reason,
                },
            )?;
        }
    }
    offer(About::Other, AppealAbout::Other)?;
    Ok(choices)
}

fn told(turn: &Turn<'_>, about: About) -> Result<AppealAbout, Halt> {
    Ok(match about {
        About::Game(game) => {
            let game = game::find(turn.tx, game)?.ok_or(Refusal::Stale)?;
            let round = round::find(turn.tx, game.round)?.ok_or(Refusal::Stale)?;
            about_game(&round, &game)
        }
        About::Penalty(id) => {
            let found = penalty::find(turn.tx, id)?.ok_or(Refusal::Stale)?;
            AppealAbout::Penalty {
                kind: found.kind,
                place: found.place,
                part: super::part(turn, found.game)?,
                reason: found.reason,
            }
        }
        About::Other => AppealAbout::Other,
    })
}

/// A game as people know it.
fn about_game(round: &Round, game: &Game) -> AppealAbout {
    let (number, table) = place_in(round, game);
    AppealAbout::Game {
        round: number,
        table,
        part: round.part.map(|part| part.game),
    }
}

/// Round and table of a game.
fn place_of(turn: &Turn<'_>, game: i64) -> Result<Option<(u32, u32)>, Halt> {
    let game = game::find(turn.tx, game)?.ok_or(Refusal::Stale)?;
    let round = round::find(turn.tx, game.round)?;
    Ok(round.map(|round| place_in(&round, &game)))
}

/// Numbers of documents and phones are masked: the arbiters read it, and it is kept.
fn fitting(text: &str) -> Result<String, Halt> {
    let text = mask_numbers(text.trim());
    if (1..=LONGEST).contains(&text.chars().count()) {
        Ok(text)
    } else {
        Err(AppealRefusal::TextWanted { longest: LONGEST }.into())
    }
}

fn draft(turn: &Turn<'_>, token: i64) -> Result<Draft, Halt> {
    turn.require_private()?;
    let draft = Conversation::load(turn)?.appeal;
    let draft = draft.filter(|draft| draft.token == token);
    draft.ok_or_else(|| Refusal::Stale.into())
}

fn keep(turn: &Turn<'_>, draft: Option<Draft>) -> Result<(), Halt> {
    let mut conversation = Conversation::load(turn)?;
    conversation.appeal = draft;
    conversation.awaited = None;
    conversation.save(turn)
}
