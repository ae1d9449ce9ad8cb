use super::{clause, section};
use crate::config::{Config, DocumentKind, Registration};
use crate::html;
use crate::telegram::html::Html;
use crate::telegram::texts::{moment, person};

pub fn lines(config: &Config) -> Vec<Html> {
    let registration = &config.event.registration;
    let zone = config.event.zone;
    let mut lines = Vec::new();
    if let Some(opens) = registration.opens {
        lines.push(html!("开始：{}", moment::moment(opens, zone)));
    }
    lines.push(html!("截止：{}", moment::moment(registration.closes, zone)));
    lines.push(html!(
        "限报 {} 人，报满截止，以后的按先后候补。",
        registration.capacity
    ));
    lines.extend(registration.pools.iter().map(|pool| {
        let code = if pool.by_code { "，凭邀请码" } else { "" };
        html!("· {}：{} 人{}", pool.name, pool.seats, code)
    }));
    if registration.promotion_minutes > 0 {
        lines.push(html!(
            "轮到候补的，{} 分钟内确认，过时由下一位递补。",
            registration.promotion_minutes
        ));
    }
    lines.extend(section("证件", papers(registration)));
    if let Some(fee) = &registration.fee {
        lines.extend(section(
            "费用",
            vec![html!("{} 元。{}", fee.amount, fee.note)],
        ));
    }
    let statements = registration.statements.iter();
    let statements = statements.map(|text| html!("· {}", text)).collect();
    lines.extend(section("提交报名前逐条同意", statements));
    lines.extend(section("报到", checkin(config)));
    lines
}

fn papers(registration: &Registration) -> Vec<Html> {
    let mut lines = Vec::new();
    if registration.documents.len() < DocumentKind::ALL.len() {
        let kinds = person::documents(&registration.documents);
        let text = format!("参赛须凭{kinds}。");
        lines.push(clause(&registration.documents_clause, &text));
    }
    if registration.minor_below > 0 {
        lines.push(html!(
            "{}未满 {} 周岁的，填监护人，并由监护人同意。",
            person::day(registration.minor_on),
            registration.minor_below
        ));
    }
    lines
}

fn checkin(config: &Config) -> Vec<Html> {
    let event = &config.event;
    let slots = event.timetable.iter().filter(|slot| slot.checkin.is_some());
    let mut lines: Vec<Html> = slots
        .map(|slot| {
            let ends = slot.ends.map_or_else(String::new, |ends| {
                format!("到 {}", moment::moment(ends, event.zone))
            });
            let place = slot.place.as_deref().unwrap_or_default();
            html!(
                "{}{}　{}",
                moment::moment(slot.starts, event.zone),
                ends,
                place
            )
        })
        .collect();
    if !event.registration.bring.is_empty() {
        lines.push(html!("请带：{}", event.registration.bring.join("、")));
    }
    lines
}
