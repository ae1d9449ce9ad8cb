//! What a player does when the bot writes to them.

use super::persona::{Cast, Persona};
use super::reading::{self, number_after};
use super::seats::{self, Seated};
use super::truth::{self, Answer};
use super::{entrant, words};
use crate::rehearsal::{Act, Message, World, WorldError};
use crate::tournament::Side;

/// The acts with which the player answers a message.
pub fn react(
    world: &World,
    cast: &Cast,
    person: &Persona,
    message: &Message,
) -> Result<Vec<Act>, WorldError> {
    let text = message.text.as_str();
    let tap = |label: &str| Act::Taps {
        message: message.id,
        button: label.to_owned(),
    };
    if let Some(no) = number_after(text, "您的参赛编号：") {
        return Ok(vec![seats::number_note(no, person)]);
    }
    if message.button("确认参加").is_some() {
        return Ok(vec![tap("确认参加")]);
    }
    if message.button("报到").is_some() {
        let comes = !truth::misses_checkin(cast.chance, person);
        return Ok(if comes {
            vec![tap("报到")]
        } else {
            Vec::new()
        });
    }
    if let Some(seat) = reading::seat(text, &cast.rungs(person.competition))
        && message.button("我胜").is_some()
    {
        let seated = Seated {
            round: seat.round,
            table: seat.table,
            is_red: seat.side == Side::Red,
            opponent: seat.opponent,
            message: message.id,
        };
        return Ok(vec![seats::seat_note(person, &seated)]);
    }
    if message.button("执红（先手）").is_some() {
        let question = format!("chooses {text}");
        return Ok(match cast.chance.pick(&question, 4) {
            // The time limit passes, and an arbiter decides.
            0 => Vec::new(),
            1 => vec![tap("执红（先手）")],
            _ => vec![tap("执黑（后手）")],
        });
    }
    let mut labels = message.buttons.iter().flatten();
    if let Some(moves) = labels.find(|button| button.label.ends_with("回合以上")) {
        return Ok(vec![tap(&moves.label)]);
    }
    if message.button("异议").is_some() {
        return answer(world, cast, person, message);
    }
    if message.button("交棋谱").is_some() && !truth::forgets_record(cast.chance, person) {
        return Ok(vec![Act::Photo {
            bytes: entrant::PHOTO.to_vec(),
            caption: String::new(),
        }]);
    }
    entrant::react(world, cast, person, message)
}

/// The opponent has reported: true or not?
fn answer(
    world: &World,
    cast: &Cast,
    person: &Persona,
    message: &Message,
) -> Result<Vec<Act>, WorldError> {
    let tap = |label: &str| {
        vec![Act::Taps {
            message: message.id,
            button: label.to_owned(),
        }]
    };
    let Some(seated) = seats::seated(world, person)? else {
        return Ok(Vec::new());
    };
    let rungs = cast.rungs(person.competition);
    if reading::round(&message.text, &rungs) != Some(seated.round) {
        return Ok(Vec::new());
    }
    let Some(truth) = seats::outcome(world, cast, person, &seated)? else {
        return Ok(Vec::new());
    };
    let said = words::reported(&message.text);
    if said != Some(truth) {
        return Ok(tap("异议"));
    }
    Ok(match truth::answer(cast.chance, seated.round, person) {
        Answer::Confirms => tap("确认"),
        Answer::Objects => tap("异议"),
        Answer::Ignores => Vec::new(),
    })
}
