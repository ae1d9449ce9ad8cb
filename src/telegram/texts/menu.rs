//! The commands in Telegram's menu.

use crate::telegram::command::Verb;

/// What a command does, as Telegram's menu of a player's private chat shows it; `None`: not in the menu,
/// it is an arbiter's or said in the group.
pub fn description(verb: Verb) -> Option<&'static str> {
    match verb {
        Verb::Register => Some("报名"),
        Verb::Me => Some("我的报名、对阵和成绩"),
        Verb::Report => Some("报成绩"),
        Verb::Pairings => Some("本轮对阵"),
        Verb::Standings => Some("积分榜"),
        Verb::Knockout => Some("淘汰赛对阵表"),
        Verb::Rules => Some("规程"),
        Verb::Timetable => Some("日程"),
        Verb::Withdraw => Some("退赛"),
        Verb::Appeal => Some("申诉"),
        Verb::Cancel => Some("取消当前操作"),
        Verb::Help => Some("帮助"),
        Verb::Desk => Some("裁判台"),
        Verb::Start
        | Verb::Bind
        | Verb::Arbiter
        | Verb::Review
        | Verb::Invite
        | Verb::Add
        | Verb::Waiting
        | Verb::Fees
        | Verb::Close
        | Verb::Roster
        | Verb::Draw
        | Verb::Checkin
        | Verb::Pair
        | Verb::Publish
        | Verb::Result
        | Verb::Open
        | Verb::Late
        | Verb::Prizes
        | Verb::Unpublish
        | Verb::Why
        | Verb::Swap
        | Verb::Fix
        | Verb::Bye
        | Verb::Flip
        | Verb::Forbid
        | Verb::Absent
        | Verb::OwnTable
        | Verb::Orders
        | Verb::Verify
        | Verb::Rating
        | Verb::Ranking
        | Verb::Sides
        | Verb::Journal
        | Verb::Undo
        | Verb::Export
        | Verb::Backup
        | Verb::Purge
        | Verb::Announce
        | Verb::Foul
        | Verb::Warn
        | Verb::Expel
        | Verb::Record => None,
    }
}
