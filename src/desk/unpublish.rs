//! Taking a published round back, while nobody has reported in it.

use super::field::Field;
use super::knockout::KnockoutRefusal;
use super::notice::Round as Said;
use super::{Duty, Halt, PlayRefusal, Refusal, Turn, knockout, progress, publish, round_time};
use crate::store::game::{self, Status};
use crate::store::journal::Entry;
use crate::store::round::{self, Round, State};
use crate::store::{claim, granted};
use crate::tournament::Side;

/// Asks whether the newest round is to be taken back.
pub fn ask(turn: &mut Turn<'_>) -> Result<(), Halt> {
    turn.require(Duty::Unpublish)?;
    turn.require_private()?;
    if knockout::is_seeded(turn)? {
        return knockout::begin::ask_take_back(turn);
    }
    let round = untouched(turn)?;
    turn.reply(Said::UnpublishAsked {
        round: round.id,
        number: round.number,
    })
}

/// Takes it back: it is a proposal again. The group and every player of it are told.
pub fn unpublish(turn: &mut Turn<'_>, round: i64) -> Result<(), Halt> {
    turn.require(Duty::Unpublish)?;
    if knockout::is_seeded(turn)? {
        return Err(KnockoutRefusal::Frozen.into());
    }
    let untouched = untouched(turn)?;
    if untouched.id != round {
        return Err(Refusal::Stale.into());
    }
    let field = Field::load(turn)?;
    round::unpublish(turn.tx, untouched.id)?;
    round_time::on_unpublish(turn, &untouched)?;
    // Who entered while it was under way is paired in it after all.
    granted::clear(turn.tx, untouched.id)?;
    turn.journal(Entry {
        action: "round.unpublish".into(),
        subject: format!("round {}", untouched.number),
        ..Entry::default()
    })?;
    let number = untouched.number;
    turn.rewrite(Said::Unpublished { number })?;
    // The list of tables says so where it stands, and whoever has read it is told.
    if let Some(published_at) = untouched.published_at {
        let slot = publish::slot(&untouched, published_at);
        turn.show_group(&slot, Said::TakenBack { number })?;
    }
    turn.tell_group(Said::TakenBack { number })?;
    progress::withdraw(turn, &untouched)?;
    let mut told = Vec::new();
    let mut players = Vec::new();
    for game in game::of_round(turn.tx, round)? {
        players.extend([game.player(Side::Red), game.player(Side::Black)]);
    }
    players.extend(
        game::resting(turn.tx, round)?
            .into_iter()
            .map(|(player, _)| player),
    );
    for player in players {
        let account = field
            .number(player)
            .and_then(|no| field.player(no))
            .and_then(|player| player.account);
        if let Some(account) = account
            && !told.contains(&account)
        {
            told.push(account);
            turn.tell(account, Said::TakenBack { number })?;
        }
    }
    Ok(())
}

/// The newest round, if it is published and nobody has reported in it.
pub(super) fn untouched(turn: &Turn<'_>) -> Result<Round, Halt> {
    let latest = round::latest(turn.tx, turn.stage_id()?)?.ok_or(PlayRefusal::NoRound)?;
    let number = latest.number;
    match latest.state {
        State::Published => {}
        State::Proposed => return Err(PlayRefusal::NotPublished { number }.into()),
        State::Closed => {
            return Err(PlayRefusal::ResultsIn {
                number,
                tables: Vec::new(),
            }
            .into());
        }
    }
    let mut reported = Vec::new();
    for game in game::of_round(turn.tx, latest.id)? {
        if game.status != Status::Open || !claim::of_game(turn.tx, game.id)?.is_empty() {
            reported.push(game.table);
        }
    }
    if !reported.is_empty() {
        return Err(PlayRefusal::ResultsIn {
            number,
            tables: reported,
        }
        .into());
    }
    Ok(latest)
}
