use crate::config::{Competition, Config, Stage};
use crate::html;
use crate::telegram::html::Html;

pub fn lines(config: &Config) -> Vec<Html> {
    let event = &config.event;
    let mut lines = vec![html!("主办：{}", event.organizer)];
    lines.extend(event.partners.iter().map(|partner| html!("{}", partner)));
    lines.push(html!(""));
    lines.extend(event.competitions.iter().map(competition));
    if !event.notes.is_empty() {
        lines.push(html!(""));
        lines.extend(event.notes.iter().map(|note| html!("· {}", note)));
    }
    lines
}

/// `棋王赛：积分编排7轮（积分赛）、16人单败淘汰（淘汰赛）`
fn competition(competition: &Competition) -> Html {
    let stages = competition.stages.iter().map(|stage| match stage {
        Stage::Swiss(swiss) => format!("{}，积分编排 {} 轮", swiss.name, swiss.rounds),
        Stage::Knockout(knockout) => {
            format!("{}，{} 人单败淘汰", knockout.name, knockout.size)
        }
    });
    let stages: Vec<String> = stages.collect();
    html!("<b>{}</b>：{}", competition.name, stages.join("；"))
}
