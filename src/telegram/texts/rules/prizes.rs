use super::section;
use crate::config::{Award, Competition, Config, Prize, SharedPrize, SpecialPrize};
use crate::html;
use crate::telegram::html::Html;
use crate::telegram::texts::prize::note;

pub fn lines(competition: &Competition, config: &Config) -> Vec<Html> {
    let listed = |prizes: &mut dyn Iterator<Item = &Prize>| -> Vec<Html> {
        prizes.map(|one| line(one, config)).collect()
    };
    let own = &competition.prizes;
    let mut lines = listed(&mut own.iter().filter(|prize| !prize.team));
    for one in &competition.sections {
        lines.extend(section(&one.name, listed(&mut one.prizes.iter())));
    }
    lines.extend(section(
        "团体",
        listed(&mut own.iter().filter(|prize| prize.team)),
    ));
    let special = competition.special_prizes.iter();
    let special = special.map(|one| self::special(one, config)).collect();
    lines.extend(section("单项奖", special));
    if lines.is_empty() {
        return vec![html!("没有写奖励。")];
    }
    let has_money = competition.all_prizes().any(|prize| prize.money > 0);
    if has_money {
        lines.push(html!("\n{}", shared(competition.shared_prize)));
    }
    lines
}

/// `第5至8名：每名 1000 元（税前），荣誉证书`
fn line(prize: &Prize, config: &Config) -> Html {
    let (first, last) = prize.places;
    let places = match first == last {
        true => format!("第{first}名"),
        false => format!("第{first}至{last}名，每名"),
    };
    html!("{}：{}", places, what(prize.money, &prize.awards, config))
}

fn special(prize: &SpecialPrize, config: &Config) -> Html {
    html!(
        "{}：{}",
        prize.name,
        what(prize.money, &prize.awards, config)
    )
}

fn what(money: u32, awards: &[Award], config: &Config) -> String {
    let mut parts = Vec::new();
    if money > 0 {
        parts.push(format!("{money} 元{}", note(config)));
    }
    parts.extend(awards.iter().map(|award| award.0.clone()));
    parts.join("、")
}

fn shared(shared: SharedPrize) -> &'static str {
    match shared {
        SharedPrize::Split => "名次并列的，平分所占名次的奖金。",
        SharedPrize::Full => "名次并列的，各得所占最好名次的奖金。",
        SharedPrize::SplitPoints => "积分相同的，平分所占名次的奖金。",
    }
}
