use std::collections::BTreeMap;

use super::{moment, words};
use crate::config::{
    Competition, Config, Eligibility, Event, Numbering, Rankings, Registration, Rule, Score, Stage,
    Swiss, Test,
};
use crate::html;
use crate::telegram::html::Html;
use crate::telegram::message::{Message, pages};

/// The regulation as configured, broken between lines; `rankings`: those in force, by the key of the stage.
pub fn messages(config: &Config, rankings: &BTreeMap<String, Rankings>) -> Vec<Message> {
    let event = &config.event;
    let head = html!("<b>{}</b>", event.name);
    let mut lines = vec![html!("主办：{}", event.organizer)];
    lines.extend(event.partners.iter().map(|partner| html!("{}", partner)));
    lines.push(Html::default());
    lines.extend(timetable(event));
    lines.push(Html::default());
    lines.extend(registration(&event.registration, event));
    for competition in &event.competitions {
        lines.push(Html::default());
        lines.extend(of_competition(competition, rankings));
    }
    pages(&head, lines, &Html::default())
}

fn timetable(event: &Event) -> Vec<Html> {
    let mut lines = vec![html!("<b>日程</b>")];
    for slot in &event.timetable {
        let starts = moment::moment(slot.starts, event.zone);
        lines.push(match &slot.place {
            Some(place) => html!("{} {}（{}）", starts, slot.what, place),
            None => html!("{} {}", starts, slot.what),
        });
    }
    lines
}

fn registration(registration: &Registration, event: &Event) -> Vec<Html> {
    let mut lines = vec![html!("<b>报名</b>")];
    if let Some(opens) = registration.opens {
        lines.push(html!("开始：{}", moment::moment(opens, event.zone)));
    }
    lines.push(html!(
        "截止：{}",
        moment::moment(registration.closes, event.zone)
    ));
    for pool in &registration.pools {
        lines.push(if pool.by_code {
            html!("{}：{} 人，凭邀请码", pool.name, pool.seats)
        } else {
            html!("{}：{} 人", pool.name, pool.seats)
        });
    }
    if let Some(fee) = &registration.fee {
        lines.push(html!("费用：{} 元。{}", fee.amount, fee.note));
    }
    lines
}

fn of_competition(competition: &Competition, rankings: &BTreeMap<String, Rankings>) -> Vec<Html> {
    let mut lines = Vec::new();
    for section in &competition.sections {
        lines.push(html!("<b>{} {}</b>", competition.name, section.name));
        lines.extend(clauses(&section.eligibility));
    }
    for stage in &competition.stages {
        match stage {
            Stage::Swiss(swiss) => {
                let in_force = rankings.get(&swiss.key).cloned();
                let rankings = in_force.unwrap_or_else(|| competition.rankings(swiss));
                lines.extend(points_stage(swiss, competition, &rankings));
            }
            Stage::Knockout(knockout) => {
                lines.push(html!(
                    "<b>{}</b>：{} 人单败淘汰",
                    knockout.name,
                    knockout.size
                ));
            }
        }
    }
    lines
}

fn clauses(eligibility: &Eligibility) -> Vec<Html> {
    let mut lines = Vec::new();
    for rule in &eligibility.rules {
        lines.push(clause(rule));
        if let Test::AnyOf(alternatives) = &rule.test {
            lines.extend(alternatives.iter().map(|rule| html!("· {}", clause(rule))));
        }
    }
    lines
}

fn clause(rule: &Rule) -> Html {
    if rule.clause.is_empty() {
        html!("{}", rule.text)
    } else {
        html!("{} {}", rule.clause, rule.text)
    }
}

fn points_stage(swiss: &Swiss, competition: &Competition, rankings: &Rankings) -> Vec<Html> {
    let Score {
        win,
        draw,
        loss,
        bye,
        ..
    } = swiss.score;
    let numbering = match swiss.numbering {
        Numbering::Lot => "抽签",
        Numbering::Rating => "等级分",
        Numbering::Entry => "报名先后",
    };
    let mut lines = vec![
        html!(
            "<b>{}</b>：积分编排 {} 轮，{}",
            swiss.name,
            swiss.rounds,
            swiss.time_control
        ),
        html!("编号按{}", numbering),
        html!(
            "胜 {} 分，和 {} 分，负 {} 分，轮空 {} 分",
            win,
            draw,
            loss,
            bye
        ),
        html!("名次依次比较：{}", words::order(&rankings.stage)),
    ];
    for section in &competition.sections {
        if rankings.sections.contains_key(&section.key) {
            let own = rankings.of(Some(&section.key));
            lines.push(html!(
                "{}名次依次比较：{}",
                section.name,
                words::order(&own)
            ));
        }
    }
    if let Some(advance) = swiss.advance {
        lines.push(html!("前 {} 名进入下一阶段", advance));
    }
    lines
}
