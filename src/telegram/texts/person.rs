//! The field's words for the values people give.

use chrono::{Datelike, NaiveDate};

use crate::config::{Config, DocumentKind, Sex, Title};
use crate::desk::notice::PlayerTag;
use crate::tournament::PermitKind;

pub fn sex(sex: Sex) -> &'static str {
    match sex {
        Sex::Male => "男",
        Sex::Female => "女",
    }
}

pub fn title(title: Title) -> &'static str {
    match title {
        Title::None => "无",
        Title::Graded => "等级棋士",
        Title::LocalMaster => "地方大师",
        Title::AssociationMaster => "棋协大师",
        Title::NationalMaster => "国家大师",
        Title::Grandmaster => "特级大师",
    }
}

pub fn permit(kind: PermitKind) -> &'static str {
    match kind {
        PermitKind::Passport => "护照",
        PermitKind::HongKongMacao => "港澳居民来往内地通行证",
        PermitKind::Taiwan => "台湾居民来往大陆通行证",
        PermitKind::PermanentResidence => "外国人永久居留身份证",
        PermitKind::Other => "其他证件",
    }
}

pub fn document(kind: DocumentKind) -> &'static str {
    match kind {
        DocumentKind::IdCard => "居民身份证",
        DocumentKind::Passport => permit(PermitKind::Passport),
        DocumentKind::HongKongMacao => permit(PermitKind::HongKongMacao),
        DocumentKind::Taiwan => permit(PermitKind::Taiwan),
        DocumentKind::PermanentResidence => permit(PermitKind::PermanentResidence),
        DocumentKind::Other => permit(PermitKind::Other),
    }
}

/// `居民身份证、护照`
pub fn documents(kinds: &[DocumentKind]) -> String {
    let names = kinds.iter().copied().map(document);
    names.collect::<Vec<_>>().join("、")
}

/// `1990年5月4日`
pub fn day(day: NaiveDate) -> String {
    format!("{}年{}月{}日", day.year(), day.month(), day.day())
}

/// The pool's name; its key where the event has it no more.
pub fn pool<'a>(key: &'a str, config: &'a Config) -> &'a str {
    let pools = &config.event.registration.pools;
    pools
        .iter()
        .find(|pool| pool.key == key)
        .map_or(key, |pool| pool.name.as_str())
}

/// A player, for a button: `12 张三`.
pub fn tag(tag: &PlayerTag) -> String {
    format!("{} {}", tag.no, short(&tag.name, 12))
}

/// The beginning of a text, for a button.
pub fn short(text: &str, longest: usize) -> String {
    let text = text.trim_end_matches(['。', '；', '.']);
    if text.chars().count() <= longest {
        return text.to_owned();
    }
    let mut short: String = text.chars().take(longest.saturating_sub(1)).collect();
    short.push('…');
    short
}
