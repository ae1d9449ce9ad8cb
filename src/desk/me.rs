//! What a person wants to know of the own registrations.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry::{Occupied, Vacant};

use super::conversation::Conversation;
use super::field::Field;
use super::notice::{Me, Mine, MyGame};
use super::{Halt, Turn, competition, fee, game_record, knockout, register};
use crate::config::Test;
use crate::store::game::{self, Rest};
use crate::store::granted;
use crate::store::registration::{self, Registration, State};

/// The account's registrations: where each stands and what is missing.
pub fn me(turn: &mut Turn<'_>) -> Result<(), Halt> {
    turn.require_private()?;
    let account = turn.account()?;
    let mut fields: BTreeMap<&str, Field> = BTreeMap::new();
    let mut mine = Vec::new();
    for one in registration::of_account(turn.tx, account)? {
        turn.enter(&one.competition)?;
        let played = turn.competition();
        let field = match fields.entry(&played.key) {
            Occupied(loaded) => loaded.into_mut(),
            Vacant(entry) => entry.insert(Field::load(turn)?),
        };
        let sections = &played.sections;
        let standing = register::standing(turn, &one)?;
        let fee = fee::standing_of(turn, &one)?;
        let reviewing = reviewing(turn, &one)?;
        mine.push(Mine {
            registration: one.id,
            version: one.version,
            competition: competition::name_of(turn, &one.competition),
            section: sections
                .iter()
                .find(|section| section.key == one.section && sections.len() > 1)
                .map(|section| section.name.clone()),
            name: one.name,
            standing,
            reviewing,
            fee,
            start_no: one.start_no.map(|no| no.0),
            checked_in: one.checked_in,
            records: game_record::owed(turn, one.id)?,
            games: [
                games(turn, field, one.id)?,
                knockout::show::games_of(turn, field, one.id)?,
            ]
            .concat(),
        });
    }
    let draft = Conversation::load(turn)?.form;
    turn.reply(Me::List {
        mine,
        has_draft: draft.is_some(),
        draft_for: draft.and_then(|form| competition::name_of(turn, &form.competition)),
    })
}

/// The sentences whose papers an arbiter looks at, of one in review.
fn reviewing(turn: &Turn<'_>, one: &Registration) -> Result<Vec<String>, Halt> {
    if one.state != State::Review {
        return Ok(Vec::new());
    }
    let wanted = registration::answers(turn.tx, one.id)?.to_review;
    let sections = turn.competition().sections.iter();
    let rules = sections
        .filter(|section| section.key == one.section)
        .flat_map(|section| &section.eligibility.rules)
        .flat_map(|rule| match &rule.test {
            Test::AnyOf(alternatives) => alternatives.as_slice(),
            _ => std::slice::from_ref(rule),
        });
    Ok(rules
        .filter(|rule| wanted.contains(&rule.key))
        .map(|rule| rule.text.clone())
        .collect())
}

fn games(turn: &Turn<'_>, field: &Field, player: i64) -> Result<Vec<MyGame>, Halt> {
    let mut games = Vec::new();
    for round in &field.rounds {
        let number = round.number;
        if let Some(game) = game::of_player(turn.tx, round.id, player)?
            && let Some(side) = game.side_of(player)
        {
            games.push(MyGame::Table {
                number,
                table: game.table,
                side,
                opponent: field.tag_of(game.player(side.other())),
                outcome: game.outcome,
            });
            continue;
        }
        let granted = granted::of_round(turn.tx, round.id)?;
        games.extend(
            granted
                .into_iter()
                .filter(|(who, _)| *who == player)
                .map(|(_, points)| MyGame::Granted { number, points }),
        );
        let resting = game::resting(turn.tx, round.id)?;
        games.extend(
            resting
                .iter()
                .find(|(who, _)| *who == player)
                .map(|(_, rest)| match rest {
                    Rest::Bye => MyGame::Bye { number },
                    Rest::Absent => MyGame::Absent { number },
                }),
        );
    }
    Ok(games)
}
