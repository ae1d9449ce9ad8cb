//! The regulation as configured, part by part, so that each fits a telephone.

mod conduct;
mod eligibility;
mod overview;
mod play;
mod prizes;
mod registration;
mod timetable;

use std::collections::BTreeMap;

use super::person::short;
use crate::config::{Competition, Config, Rankings};
use crate::html;
use crate::telegram::html::Html;
use crate::telegram::message::{Button, Message, pages};
use crate::telegram::tap::Tap;

/// A part of the regulation; a number is the competition's place in the event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Overview,
    Timetable,
    Registration,
    Conduct,
    Eligibility(usize),
    Play(usize),
    Prizes(usize),
}

/// The parts of one competition.
const OF_COMPETITION: usize = 3;
/// The parts of the event before them.
const OF_EVENT: [Part; 4] = [
    Part::Overview,
    Part::Timetable,
    Part::Registration,
    Part::Conduct,
];

impl Part {
    /// What a button carries.
    fn number(self) -> usize {
        let of = |competition: usize, at: usize| OF_EVENT.len() + competition * OF_COMPETITION + at;
        match self {
            Part::Overview => 0,
            Part::Timetable => 1,
            Part::Registration => 2,
            Part::Conduct => 3,
            Part::Eligibility(competition) => of(competition, 0),
            Part::Play(competition) => of(competition, 1),
            Part::Prizes(competition) => of(competition, 2),
        }
    }

    /// The overview where the event has no such part (any more).
    fn of(number: usize, config: &Config) -> Part {
        if let Some(part) = OF_EVENT.get(number) {
            return *part;
        }
        let number = number - OF_EVENT.len();
        let competition = number / OF_COMPETITION;
        if competition >= config.event.competitions.len() {
            return Part::Overview;
        }
        match number % OF_COMPETITION {
            0 => Part::Eligibility(competition),
            1 => Part::Play(competition),
            _ => Part::Prizes(competition),
        }
    }

    fn competition(self) -> Option<usize> {
        match self {
            Part::Eligibility(at) | Part::Play(at) | Part::Prizes(at) => Some(at),
            Part::Overview | Part::Timetable | Part::Registration | Part::Conduct => None,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Part::Overview => "概况",
            Part::Timetable => "日程地点",
            Part::Registration => "报名报到",
            Part::Conduct => "纪律申诉",
            Part::Eligibility(_) => "参赛资格",
            Part::Play(_) => "竞赛办法",
            Part::Prizes(_) => "名次奖励",
        }
    }
}

/// The part with this number, its buttons under it; 0: the overview. `rankings`: those in force, by the key of
/// the stage.
pub fn messages(
    number: usize,
    config: &Config,
    rankings: &BTreeMap<String, Rankings>,
) -> Vec<Message> {
    let part = Part::of(number, config);
    let competition = part
        .competition()
        .and_then(|at| config.event.competitions.get(at));
    let lines = match (part, competition) {
        (Part::Timetable, _) => timetable::lines(config),
        (Part::Registration, _) => registration::lines(config),
        (Part::Conduct, _) => conduct::lines(config),
        (Part::Eligibility(_), Some(one)) => eligibility::lines(one),
        (Part::Play(_), Some(one)) => play::lines(one, rankings),
        (Part::Prizes(_), Some(one)) => prizes::lines(one, config),
        _ => overview::lines(config),
    };
    let mut messages = pages(&head(part, competition, config), lines, &Html::default());
    if let Some(last) = messages.pop() {
        messages.push(buttons(last, part, config));
    }
    messages
}

fn head(part: Part, competition: Option<&Competition>, config: &Config) -> Html {
    let event = &config.event;
    match competition {
        _ if part == Part::Overview => html!("<b>{}</b>　竞赛规程", event.name),
        Some(one) if event.competitions.len() > 1 => html!("<b>{}　{}</b>", one.name, part.name()),
        _ => html!("<b>{}　{}</b>", event.short_name, part.name()),
    }
}

/// The other parts: those of the competition at hand, those of the event, the other competitions.
fn buttons(mut message: Message, part: Part, config: &Config) -> Message {
    let to = |other: &Part| {
        let part = other.number();
        Button::tap(other.name(), Tap::Rules { part })
    };
    let competitions = &config.event.competitions;
    let at = match competitions.len() {
        1 => Some(0),
        _ => part.competition(),
    };
    let own = at.map(|at| [Part::Eligibility(at), Part::Play(at), Part::Prizes(at)]);
    let others = |parts: &[Part]| -> Vec<Button> {
        let others = parts.iter().filter(|other| **other != part);
        others.map(to).collect()
    };
    message = message.row(others(own.as_ref().map_or(&[], |own| own.as_slice())));
    message = message.row(others(&OF_EVENT));
    if competitions.len() > 1 {
        for (index, other) in competitions.iter().enumerate() {
            if Some(index) != at {
                let part = Part::Play(index).number();
                message = message.row([Button::tap(short(&other.name, 24), Tap::Rules { part })]);
            }
        }
    }
    message
}

/// `规程第六条（一） …`, or the sentence alone.
fn clause(clause: &str, text: &str) -> Html {
    match clause {
        "" => html!("{}", text),
        clause => html!("{}　{}", clause, text),
    }
}

/// A heading with its lines beneath; nothing where there are none.
fn section(title: &str, lines: Vec<Html>) -> Vec<Html> {
    if lines.is_empty() {
        return lines;
    }
    let head = html!("\n<b>{}</b>", title);
    std::iter::once(head).chain(lines).collect()
}
