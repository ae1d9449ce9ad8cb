use toml::Spanned;

use super::super::faults::Faults;
use super::super::{self as config, Flaw};
use super::knockout::{Knockout, Round};
use super::number::SpannedNumber;
use super::read::{Read, Try, Value, wrong_type};
use super::swiss::Swiss;
use super::text::{Identifier, Unique};
use super::word::words;

/// `[[competition.stage]]`: its `kind` says which keys it has.
#[derive(Debug)]
pub enum Stage {
    Swiss(Box<Swiss>),
    Knockout(Box<Knockout>),
}

/// What a stage is: "swiss" (积分编排制) or "knockout" (淘汰赛).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Swiss,
    Knockout,
}

words! {
    Kind {
        "swiss" => Kind::Swiss,
        "knockout" => Kind::Knockout,
    }
}

impl Read for Stage {
    fn read(key: &str, value: &Value<'_>, faults: &mut Faults<'_>) -> Option<Self> {
        let Some(table) = value.get_ref().as_table() else {
            faults.add(&value.span(), wrong_type(key, "a table", value));
            return None;
        };
        let Some(kind) = table.get("kind") else {
            faults.add(&value.span(), Flaw::MissingKey { key: "kind" });
            return None;
        };
        match Kind::read("kind", kind, faults)? {
            Kind::Swiss => Swiss::read(key, value, faults).map(|s| Stage::Swiss(Box::new(s))),
            Kind::Knockout => {
                Knockout::read(key, value, faults).map(|k| Stage::Knockout(Box::new(k)))
            }
        }
    }
}

impl Stage {
    fn key(&self) -> &Spanned<Identifier> {
        match self {
            Stage::Swiss(swiss) => &swiss.key,
            Stage::Knockout(knockout) => &knockout.key,
        }
    }

    /// The key, and how many games a match of each round has at most; in a points stage it is one.
    pub fn key_and_games(&self) -> (String, Vec<u32>) {
        let games = match self {
            Stage::Swiss(swiss) => vec![1; swiss.rounds.value() as usize],
            Stage::Knockout(knockout) => {
                let rounds = knockout.round.get_ref().iter();
                // A round with a fault of its own is not known well enough to say no.
                rounds
                    .map(|round| round.get().map_or(u32::MAX, Round::games))
                    .collect()
            }
        };
        (self.key().get_ref().as_str().to_owned(), games)
    }
}

/// The stages of one competition in order. `capacity`: of the registration, where it is known.
pub fn check_stages(
    stages: impl IntoIterator<Item = Try<Spanned<Stage>>>,
    capacity: Option<u32>,
    keys: &mut Unique,
    faults: &mut Faults<'_>,
) -> Option<Vec<config::Stage>> {
    let mut field = capacity;
    let mut checked = Vec::new();
    let mut stages = stages.into_iter().enumerate().peekable();
    while let Some((place, stage)) = stages.next() {
        let next = stages.peek().map(|(_, next)| next);
        let Some(stage) = stage.ok() else {
            field = None;
            checked.push(None);
            continue;
        };
        keys.note(stage.get_ref().key(), faults);
        check_place(&stage, place, next, field, faults);
        checked.push(match stage.into_inner() {
            Stage::Swiss(swiss) => {
                let advance = swiss.advance.as_ref().map(SpannedNumber::value);
                let swiss = swiss.check(field, faults);
                field = advance;
                swiss.map(config::Stage::Swiss)
            }
            Stage::Knockout(knockout) => knockout.check(faults).map(config::Stage::Knockout),
        });
    }
    checked.into_iter().collect()
}

/// What depends on the stages around it.
fn check_place(
    stage: &Spanned<Stage>,
    place: usize,
    next: Option<&Try<Spanned<Stage>>>,
    field: Option<u32>,
    faults: &mut Faults<'_>,
) {
    let span = stage.span();
    let swiss = match stage.get_ref() {
        Stage::Knockout(_) => {
            if place == 0 {
                faults.add(&span, Flaw::FirstStageNotSwiss);
            }
            if next.is_some() {
                faults.add(&span, Flaw::KnockoutNotLast);
            }
            return;
        }
        Stage::Swiss(swiss) => swiss,
    };
    match (&swiss.advance, next) {
        (None, None) => {}
        (None, Some(_)) => faults.add(&span, Flaw::AdvanceMissing),
        (Some(advance), None) => faults.add(&advance.span(), Flaw::AdvanceOnLast),
        (Some(advance), Some(next)) => {
            let going = advance.value();
            if let Some(field) = field
                && going > field
            {
                let flaw = Flaw::AdvanceOverField {
                    advance: going,
                    field,
                };
                faults.add(&advance.span(), flaw);
            }
            if let Some(Stage::Knockout(knockout)) = next.get().map(Spanned::get_ref)
                && knockout.size.value() != going
            {
                let flaw = Flaw::AdvanceNotSize {
                    advance: going,
                    size: knockout.size.value(),
                };
                faults.add(&knockout.size.span(), flaw);
            }
        }
    }
}
