use super::words::{declaring, hour, place_line, player, round_name, side, start};
use crate::config::{Config, ForfeitBy};
use crate::desk::notice::Clock;
use crate::html;
use crate::telegram::Message;
use crate::telegram::html::Html;

pub fn messages(notice: &Clock, config: &Config) -> Vec<Message> {
    vec![Message::text(match notice {
        Clock::Soon {
            number,
            starts,
            venue,
            name,
        } => html!(
            "<b>{} {} 开赛</b>，请棋手按对阵入座。对阵：/pairings{}",
            round_name(*number, name.as_deref()),
            start(*starts, venue, config),
            place_line(venue)
        ),
        Clock::SoonAtTable {
            number,
            starts,
            venue,
            table,
            side: mine,
            player: me,
            opponent,
            name,
        } => html!(
            "{}：{} {} 开赛，请到 <b>第{}台</b> 入座，您执<b>{}</b>，对手 {}。{}",
            player(me),
            round_name(*number, name.as_deref()),
            start(*starts, venue, config),
            table,
            side(*mine),
            player(opponent),
            place_line(venue)
        ),
        Clock::Started {
            number,
            starts,
            late_minutes,
            from,
            name,
            declared_by,
        } => html!(
            "<b>{}开赛</b>（{}）。{}",
            round_name(*number, name.as_deref()),
            hour(*starts, config),
            patience(*late_minutes, hour(*from, config), *declared_by)
        ),
    })]
}

fn patience(late_minutes: u32, from: String, by: ForfeitBy) -> Html {
    if late_minutes == 0 {
        html!("未到场的，由{}宣布弃权判负。", declaring(by))
    } else {
        html!(
            "迟到 {} 分钟，即 {} 以后未到场的，由{}宣布弃权判负。",
            late_minutes,
            from,
            declaring(by)
        )
    }
}
