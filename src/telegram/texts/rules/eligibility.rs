use super::{clause, section};
use crate::config::{Competition, Eligibility, Rule, Test};
use crate::html;
use crate::telegram::html::Html;

pub fn lines(competition: &Competition) -> Vec<Html> {
    let mut lines = Vec::new();
    let is_one = competition.sections.len() == 1;
    for one in &competition.sections {
        let clauses = clauses(&one.eligibility);
        match is_one {
            true => lines.extend(clauses),
            false => lines.extend(section(&one.name, clauses)),
        }
    }
    if lines.is_empty() {
        lines.push(html!("没有另外的条件。"));
    }
    lines
}

fn clauses(eligibility: &Eligibility) -> Vec<Html> {
    let mut lines = Vec::new();
    for rule in &eligibility.rules {
        lines.push(sentence(rule));
        if let Test::AnyOf(alternatives) = &rule.test {
            lines.extend(alternatives.iter().map(|one| html!("· {}", sentence(one))));
        }
    }
    lines
}

fn sentence(rule: &Rule) -> Html {
    clause(&rule.clause, &rule.text)
}
