//! Every sentence the bot says. One function a noun's notices, each in the file of that noun.

mod add;
mod announce;
mod appeal;
mod arbiter;
mod backup;
mod bind;
mod checkin;
mod clock;
mod competition;
mod correct;
mod draw;
mod early_draw;
mod exit;
mod export;
mod fee;
mod form;
mod hand;
mod handover;
mod hello;
mod import;
mod invite;
mod journal;
mod journal_words;
mod knockout;
mod late;
mod lot;
mod lot_word;
mod me;
mod membership;
pub mod menu;
pub mod moment;
mod panel;
mod paper;
mod penalty;
mod person;
mod play;
pub mod print;
mod prize;
mod purge;
mod ranking_rule;
mod rating;
mod record;
mod refusal;
mod register;
mod report;
mod report_card;
mod review;
mod roster;
mod round;
mod rules;
pub mod sheet;
mod table;
mod team;
mod timetable;
mod undo;
mod unfolded;
mod verify;
mod waiting_list;
mod why;
mod why_dutch;
mod withdraw;
mod words;

pub use export::table as registrations;
pub use journal::actions;
pub use ranking_rule::read as rank_key;
pub use review::{clause_reason, usual_reason};
pub use verify::broken as broken_lot;

use super::Message;
use crate::config::Config;
use crate::desk::Notice;
use crate::html;

/// Phrases a notice. The same notice gives the same messages, so that a restart can go on with the part
/// that was not yet sent.
pub fn phrase(notice: &Notice, config: &Config) -> Vec<Message> {
    match notice {
        Notice::Of {
            competition,
            notice,
        } => competition::headed(phrase(notice, config), competition, config),
        Notice::Offered { notice, what } => {
            let mut messages = phrase(notice, config);
            if let Some(last) = messages.pop() {
                messages.push(last.row(print::buttons(*what)));
            }
            messages
        }
        Notice::Add(notice) => add::messages(notice, config),
        Notice::Announce(notice) => announce::messages(notice),
        Notice::Handover(notice) => handover::messages(notice, config),
        Notice::Arbiter(arbiter) => arbiter::messages(arbiter),
        Notice::Bind(bind) => bind::messages(bind, config),
        Notice::Hello(hello) => hello::messages(hello, config),
        Notice::Membership(membership) => membership::messages(membership, config),
        Notice::Refused(refused) => vec![Message::text(refusal::text(refused, config))],
        Notice::Fault { id } => vec![Message::text(html!(
            "抱歉，程序出了差错，您刚才的操作没有生效，其他内容都还在。请稍后再试一次；仍不行，请把编号 <code>{}</code> 告诉裁判。",
            id
        ))],
        Notice::Fee(notice) => fee::messages(notice, config),
        Notice::Import(notice) => import::messages(notice, config),
        Notice::Knockout(notice) => knockout::phrase(notice, config),
        Notice::Invite(notice) => invite::messages(notice, config),
        Notice::Me(notice) => me::messages(notice, config),
        Notice::Rating(notice) => rating::phrase(notice),
        Notice::RankingRule(notice) => ranking_rule::phrase(notice),
        Notice::Register(notice) => register::messages(notice, config),
        Notice::Review(notice) => review::messages(notice, config),
        Notice::Roster(notice) => roster::messages(notice, config),
        Notice::WaitingList(notice) => waiting_list::messages(notice, config),
        Notice::Withdraw(notice) => withdraw::messages(notice),
        Notice::Draw(notice) => draw::phrase(notice),
        Notice::Lot(notice) => lot::phrase(notice),
        Notice::LotWord(notice) => lot_word::phrase(notice),
        Notice::Verify(notice) => verify::phrase(notice),
        Notice::Correct(notice) => correct::messages(notice),
        Notice::Journal(notice) => journal::messages(notice, config),
        Notice::Undo(notice) => undo::messages(notice, config),
        Notice::Checkin(notice) => checkin::phrase(notice, config),
        Notice::Clock(notice) => clock::messages(notice, config),
        Notice::Late(notice) => late::messages(notice, config),
        Notice::Timetable(notice) => timetable::messages(notice, config),
        Notice::Round(notice) => round::phrase(notice, config),
        Notice::Report(notice) => report::phrase(notice, config),
        Notice::Standings(notice) => table::phrase(notice),
        Notice::Teams(notice) => team::phrase(notice),
        Notice::Unfolded(notice) => unfolded::phrase(notice),
        Notice::Print(notice) => print::messages(notice, config),
        Notice::Prize(notice) => prize::phrase(notice, config),
        Notice::Hand(notice) => hand::messages(notice),
        Notice::Explained(notice) => why::messages(notice),
        Notice::ExplainedDutch(notice) => why_dutch::messages(notice),
        Notice::Panel(notice) => panel::messages(notice, config),
        Notice::Export(notice) => export::messages(notice, config),
        Notice::Paper(notice) => paper::messages(notice),
        Notice::Penalty(notice) => penalty::messages(notice, config),
        Notice::Appeal(notice) => appeal::messages(notice, config),
        Notice::EarlyDraw(notice) => early_draw::messages(notice, config),
        Notice::Record(notice) => record::messages(notice, config),
        Notice::Backup(notice) => backup::messages(notice),
        Notice::Purge(notice) => purge::messages(notice),
    }
}
