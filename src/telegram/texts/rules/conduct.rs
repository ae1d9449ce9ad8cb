use super::section;
use crate::config::{ConductRule, Config};
use crate::html;
use crate::telegram::html::Html;
use crate::telegram::texts::penalty::kind;

pub fn lines(config: &Config) -> Vec<Html> {
    let discipline = &config.event.discipline;
    let ladder: Vec<&str> = discipline.ladder.iter().copied().map(kind).collect();
    let ban = match &discipline.ban {
        Some(ban) => format!("，取消资格的可以{ban}"),
        None => String::new(),
    };
    let mut lines = vec![html!("视情节轻重：{}{}。", ladder.join("、"), ban)];
    lines.extend(section("规定", discipline.rules.iter().map(rule).collect()));
    let deposit = match config.event.appeal_deposit {
        0 => html!("对裁判的决定不服，可以申诉：/appeal"),
        yuan => html!(
            "对裁判的决定不服，可以申诉，交押金 {} 元：胜诉退还，败诉不退。/appeal",
            yuan
        ),
    };
    lines.extend(section("申诉", vec![deposit]));
    lines
}

fn rule(rule: &ConductRule) -> Html {
    let usual = rule
        .usual
        .map_or_else(String::new, |usual| format!("（{}）", kind(usual)));
    html!("· {}　{}{}", rule.clause, rule.text, usual)
}
