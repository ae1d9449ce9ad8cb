use crate::config::{Config, Event, PlannedRound, Stage, TimeSlot};
use crate::html;
use crate::telegram::html::{Html, join};
use crate::telegram::texts::moment::{date, moment};
use crate::telegram::texts::words::hour;

pub fn lines(config: &Config) -> Vec<Html> {
    let slots = config.event.timetable.iter();
    let mut lines: Vec<Html> = slots.map(|slot| line(slot, config)).collect();
    lines.push(html!("\n改过的时间看 /timetable。"));
    lines
}

fn line(slot: &TimeSlot, config: &Config) -> Html {
    let event = &config.event;
    let day = date(slot.starts, event.zone);
    let starts = match slot.is_by_day {
        true => day.clone(),
        false => moment(slot.starts, event.zone),
    };
    let ends = match slot.ends {
        Some(ends) if date(ends, event.zone) == day && !slot.is_by_day => {
            format!("—{}", hour(ends, config))
        }
        Some(ends) if date(ends, event.zone) != day => match slot.is_by_day {
            true => format!("—{}", date(ends, event.zone)),
            false => format!("—{}", moment(ends, event.zone)),
        },
        _ => String::new(),
    };
    let mut text = html!("<b>{}{}</b>　{}", starts, ends, slot.what);
    if let Some(place) = &slot.place {
        text.push(&html!("\n　地点：{}", place));
    }
    if !slot.rounds.is_empty() {
        let rounds = slot.rounds.iter().map(|round| planned(round, config));
        text.push(&html!("\n　{}", join(rounds, "，")));
    }
    text
}

/// `第1轮 09:00`
fn planned(round: &PlannedRound, config: &Config) -> Html {
    let name = round_name(round, &config.event);
    html!("{} {}", name, hour(round.starts, config))
}

fn round_name(round: &PlannedRound, event: &Event) -> String {
    let mut stages = event.competitions.iter().flat_map(|one| &one.stages);
    let knockout = stages.find_map(|stage| match stage {
        Stage::Knockout(knockout) if knockout.key == round.stage => Some(knockout),
        _ => None,
    });
    let rung = knockout.and_then(|one| one.rounds.get((round.round as usize).wrapping_sub(1)));
    let name = rung.map_or_else(|| format!("第{}轮", round.round), |rung| rung.name.clone());
    match round.game {
        1 => name,
        game => format!("{name}第{game}局"),
    }
}
