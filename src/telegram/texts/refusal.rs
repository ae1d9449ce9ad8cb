mod form;
mod registration;

pub use form::{form, given, not_taken};

use super::{
    announce, appeal, competition, correct, early_draw, fee, hand, journal, knockout, late,
    lot_word, paper, penalty, person, play, prize, purge, ranking_rule, rating, record, timetable,
    undo, waiting_list,
};
use crate::config::{Config, Role};
use crate::desk::Refusal;
use crate::desk::arbiter::ArbiterRefusal;
use crate::html;
use crate::telegram::html::Html;

/// Why something may not be: the rule, the value, the next step.
pub fn text(refusal: &Refusal, config: &Config) -> Html {
    match refusal {
        Refusal::Add(refusal) => registration::add(refusal, config),
        Refusal::Handover(refusal) => registration::handover(refusal, config),
        Refusal::Announce(refusal) => announce::refusal(refusal),
        Refusal::Arbiter(refusal) => arbiter(refusal),
        Refusal::Hand(refusal) => hand::refusal(refusal),
        Refusal::Correct(refusal) => correct::refusal(refusal),
        Refusal::Journal(refusal) => journal::refusal(refusal),
        Refusal::Undo(refusal) => undo::refusal(refusal, config),
        Refusal::Competition(refusal) => competition::refusal(refusal),
        Refusal::NotAllowed {
            needs,
            held: None,
            who,
        } => html!(
            "这一步只有{}能做，您的账号还不是裁判。请联系{}。",
            role(*needs),
            holders(*needs, who)
        ),
        Refusal::NotAllowed {
            needs,
            held: Some(held),
            who,
        } => html!(
            "这一步要{}才能做，您是{}。请联系{}。",
            role(*needs),
            role(*held),
            holders(*needs, who)
        ),
        Refusal::PrivateOnly => html!("这件事涉及个人信息，请到与我的私聊里进行。"),
        Refusal::GroupOnly => html!("请在比赛群里发送这个命令。"),
        Refusal::NoGroup => {
            html!("还没有绑定比赛群，公告无处可发。请先把我拉进群，由裁判长在群里发 /bind。")
        }
        Refusal::Stale => html!("这个按钮已过期，请以最新的消息为准。"),
        Refusal::NumberWanted { typed } => {
            html!(
                "“{}”不是数字。请在命令后写数字，例如 12。",
                person::short(typed, 40)
            )
        }
        Refusal::Knockout(refusal) => knockout::refusal(refusal, config),
        Refusal::Fee(refusal) => fee::refusal(refusal),
        Refusal::Prize(refusal) => prize::refusal(refusal, config),
        Refusal::Import(refusal) => registration::import(refusal),
        Refusal::Late(refusal) => late::refusal(refusal, config),
        Refusal::LotWord(refusal) => lot_word::refusal(refusal),
        Refusal::Timetable(refusal) => timetable::refusal(refusal, config),
        Refusal::Invite(refusal) => registration::invite(refusal),
        Refusal::RankingRule(refusal) => ranking_rule::refusal(refusal),
        Refusal::Rating(refusal) => rating::refusal(refusal),
        Refusal::Register(refusal) => registration::register(refusal, config),
        Refusal::Review(refusal) => registration::review(refusal, config),
        Refusal::Paper(refusal) => paper::refusal(refusal),
        Refusal::Penalty(refusal) => penalty::refusal(refusal),
        Refusal::Appeal(refusal) => appeal::refusal(refusal),
        Refusal::EarlyDraw(refusal) => early_draw::refusal(refusal),
        Refusal::Record(refusal) => record::refusal(refusal),
        Refusal::Purge(refusal) => purge::refusal(refusal, config),
        Refusal::Roster(refusal) => registration::roster(refusal),
        Refusal::WaitingList(refusal) => waiting_list::refusal(refusal),
        Refusal::Withdraw(refusal) => registration::withdraw(refusal),
        Refusal::Play(refusal) => play::refusal(refusal, config),
        Refusal::NobodyActing => html!("这一步需要由人来做。"),
    }
}

fn arbiter(refusal: &ArbiterRefusal) -> Html {
    match refusal {
        ArbiterRefusal::UnknownCode { code } => html!(
            "裁判码 {} 不存在或已用过。请核对后再发，或请裁判长另发一个。",
            person::short(code, 40)
        ),
        ArbiterRefusal::AlreadyHeld { held } => html!(
            "您已经是{}，用不着这个码，它仍然有效。请把它转给需要的人。",
            role(*held)
        ),
    }
}

/// Those who may, by name where the bot knows one.
fn holders(needs: Role, who: &[String]) -> String {
    let names: Vec<String> = who.iter().map(|name| person::short(name, 20)).collect();
    if names.is_empty() {
        role(needs).to_owned()
    } else {
        names.join("、")
    }
}

/// The role's name.
pub fn role(role: Role) -> &'static str {
    match role {
        Role::Committee => "仲裁委员",
        Role::Arbiter => "裁判员",
        Role::PairingOfficer => "编排长",
        Role::Chief => "裁判长",
    }
}
