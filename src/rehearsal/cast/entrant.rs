//! How someone comes through the registration conversation.

use super::persona::{Cast, Persona, Walk};
use super::seats;
use crate::rehearsal::{Act, Message, World, WorldError};

/// A grey picture of eight by eight points: what a photo of a paper amounts to here.
pub(super) const PHOTO: &[u8] = &[
    0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48, 0x44, 0x52,
    0x00, 0x00, 0x00, 0x08, 0x00, 0x00, 0x00, 0x08, 0x08, 0x00, 0x00, 0x00, 0x00, 0xe1, 0x64, 0xe1,
    0x57, 0x00, 0x00, 0x00, 0x53, 0x49, 0x44, 0x41, 0x54, 0x78, 0xda, 0x01, 0x48, 0x00, 0xb7, 0xff,
    0x00, 0x00, 0x1e, 0x3c, 0x5a, 0x78, 0x96, 0xb4, 0xd2, 0x00, 0x03, 0x21, 0x3f, 0x5d, 0x7b, 0x99,
    0xb7, 0xd5, 0x00, 0x06, 0x24, 0x42, 0x60, 0x7e, 0x9c, 0xba, 0xd8, 0x00, 0x09, 0x27, 0x45, 0x63,
    0x81, 0x9f, 0xbd, 0xdb, 0x00, 0x0c, 0x2a, 0x48, 0x66, 0x84, 0xa2, 0xc0, 0xde, 0x00, 0x0f, 0x2d,
    0x4b, 0x69, 0x87, 0xa5, 0xc3, 0xe1, 0x00, 0x12, 0x30, 0x4e, 0x6c, 0x8a, 0xa8, 0xc6, 0xe4, 0x00,
    0x15, 0x33, 0x51, 0x6f, 0x8d, 0xab, 0xc9, 0xe7, 0xc5, 0x25, 0x1c, 0xe1, 0x94, 0x46, 0x7c, 0xd1,
    0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82,
];

/// The acts with which the one registering answers a message.
pub fn react(
    world: &World,
    cast: &Cast,
    person: &Persona,
    message: &Message,
) -> Result<Vec<Act>, WorldError> {
    let text = message.text.as_str();
    let tap = |label: &str| {
        vec![Act::Taps {
            message: message.id,
            button: label.to_owned(),
        }]
    };
    let says = |text: &str| vec![Act::Says(text.to_owned())];
    let has = |label: &str| message.button(label).is_some();
    let corrected = text.contains('⚠');
    if corrected && !person.walk.succeeds() {
        return Ok(says("/cancel"));
    }
    if has("删除内容") {
        return Ok(tap("删除内容"));
    }
    if text.contains("报哪一个") {
        let wanted = cast.competitions.get(person.competition);
        let name: String = wanted
            .map_or("", |one| &one.name)
            .chars()
            .take(20)
            .collect();
        return Ok(choose(message, &name));
    }
    if has("确认提交") {
        return Ok(tap("确认提交"));
    }
    if has("确定退赛") {
        return Ok(tap("确定退赛"));
    }
    if has("确认参加") {
        return Ok(tap("确认参加"));
    }
    if text.contains("请输入监护人姓名") {
        return Ok(says("监护人甲"));
    }
    if text.contains("请输入选手姓名") {
        return Ok(says(&person.name));
    }
    if text.contains("居民身份证号") {
        let slips = !corrected && cast.chance.percent(&format!("slips {}", person.id), 10);
        return Ok(says(&if slips {
            slip(&person.card)
        } else {
            person.card.clone()
        }));
    }
    if text.contains("请输入监护人手机号") || text.contains("请输入手机号") {
        return Ok(says(&person.phone));
    }
    if has("我是监护人，同意") {
        return Ok(tap("我是监护人，同意"));
    }
    if text.contains("最高称号") {
        return Ok(tap(if person.walk == Walk::TooStrong {
            "国家大师"
        } else {
            "无"
        }));
    }
    if text.contains("凭邀请报名") {
        return Ok(says(
            &code(world, cast, person)?.unwrap_or_else(|| "没有".to_owned()),
        ));
    }
    if text.contains("参加的组别") {
        let labels = message.labels();
        let is_section = |label: &&str| label.ends_with('组');
        let mut sections = labels.iter().copied().filter(is_section);
        let wanted = match person.is_junior {
            true => sections.next_back(),
            false => labels.first().copied(),
        };
        return Ok(wanted.map_or(Vec::new(), tap));
    }
    if text.contains("代表的队") {
        return Ok(person.team.as_deref().map_or(Vec::new(), tap));
    }
    if text.contains("哪一条") && person.walk == Walk::NoBasis {
        return Ok(tap("都不符合"));
    }
    if text.contains("哪一条") {
        let wanted = choose(message, basis(person.walk));
        // Where only one is left, as for a child among the women and juniors.
        return Ok(match wanted.is_empty() {
            true => choose(message, "1."),
            false => wanted,
        });
    }
    if text.contains("连续缴纳多少个月") {
        return Ok(says(if person.walk == Walk::TooBrief {
            "11"
        } else {
            "30"
        }));
    }
    if has("没有邀请码") {
        return Ok(match code(world, cast, person)? {
            Some(code) => says(&code),
            None => tap("没有邀请码"),
        });
    }
    if has("完成") {
        return Ok(tap("完成"));
    }
    if text.contains("证明材料") {
        return Ok(vec![Act::Photo {
            bytes: PHOTO.to_vec(),
            caption: String::new(),
        }]);
    }
    if has("同意") {
        return Ok(tap("同意"));
    }
    Ok(Vec::new())
}

/// The alternative of the regulation's third clause that this one stands on.
fn basis(walk: Walk) -> &'static str {
    match walk {
        Walk::Insured | Walk::TooBrief => "2.",
        Walk::Student => "3.",
        Walk::Invited => "4.",
        Walk::Resident
        | Walk::TooYoung
        | Walk::TooStrong
        | Walk::BadPaper
        | Walk::NoBasis
        | Walk::NoCode => "1.",
    }
}

/// Presses the button whose label begins so.
fn choose(message: &Message, beginning: &str) -> Vec<Act> {
    let found = message
        .labels()
        .into_iter()
        .find(|label| label.starts_with(beginning));
    let press = |label: &str| Act::Taps {
        message: message.id,
        button: label.to_owned(),
    };
    found.map(press).into_iter().collect()
}

/// The code that was handed to this one.
fn code(world: &World, cast: &Cast, person: &Persona) -> Result<Option<String>, WorldError> {
    if !person.walk.is_invited() {
        return Ok(None);
    }
    let people = cast.people_of(person.competition);
    let mut invited = people.filter(|person| person.walk.is_invited());
    let index = invited
        .position(|other| other.id == person.id)
        .unwrap_or_default();
    let key = seats::codes_key(person.competition);
    let codes = world.note(&key)?.unwrap_or_default();
    Ok(codes.split(' ').nth(index).map(str::to_owned))
}

/// The number with two neighbouring digits swapped, as fingers do it: the check digit notices.
fn slip(card: &str) -> String {
    let mut letters: Vec<char> = card.chars().collect();
    let differ = |pair: &[char]| pair.first() != pair.last();
    if let Some(at) = letters.windows(2).skip(6).position(differ) {
        letters.swap(at + 6, at + 7);
    }
    letters.into_iter().collect()
}
