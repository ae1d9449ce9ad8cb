use super::team::unequal;
use crate::config::Config;
use crate::desk::notice::{Group, Roster};
use crate::html;
use crate::telegram::html::Html;
use crate::telegram::message::{Button, Message, pages};
use crate::telegram::tap::Tap;

pub fn messages(notice: &Roster, config: &Config) -> Vec<Message> {
    match notice {
        Roster::Preview {
            accepted,
            in_review,
            waiting,
            again,
            owing,
            offered,
            teams,
        } => {
            let mut html = html!(
                "公布报名成功名单？\n报名成功 <b>{}</b> 人，待审核 <b>{}</b> 人，候补 <b>{}</b> 人。",
                *accepted,
                *in_review,
                *waiting
            );
            if *in_review > 0 {
                html.push(&html!(
                    "\n⚠️ 还有 {} 人待审核，不会出现在名单里。建议先发 /review 审完。",
                    *in_review
                ));
            }
            if *offered > 0 {
                html.push(&html!(
                    "\n⚠️ 还有 {} 个递补名额等待确认，详情 /waiting。",
                    *offered
                ));
            }
            if *owing > 0 {
                html.push(&html!(
                    "\n⚠️ 其中 {} 人还没有交费，不影响公布，详情 /fees。",
                    *owing
                ));
            }
            html.push(&unequal(teams));
            if *again {
                html.push(&html!("\n名单以前公布过，这次是更新。"));
            }
            let label = if *in_review > 0 {
                "仍然公布"
            } else {
                "确认公布"
            };
            let in_review = *in_review;
            vec![Message::text(html).row([Button::tap(label, Tap::PublishRoster { in_review })])]
        }
        Roster::List {
            groups,
            waiting,
            again,
            ..
        } => list(groups, waiting, *again, config),
        Roster::Published { accepted } => vec![Message::text(html!(
            "名单已公布到群里，共 {} 人。接着可以发 /draw 抽签。",
            *accepted
        ))],
    }
}

fn list(groups: &[Group], waiting: &[Group], again: bool, config: &Config) -> Vec<Message> {
    let total: usize = groups.iter().map(|group| group.players.len()).sum();
    let kind = if again { "（更新）" } else { "" };
    let head = html!(
        "<b>{} 报名成功名单</b>{}　共 {} 人",
        config.event.short_name,
        kind,
        total
    );
    let accepted = groups.iter().flat_map(|group| rows(title(group), group));
    let waits = waiting
        .iter()
        .flat_map(|group| rows(waiting_title(group), group));
    let rows = accepted.chain(waits);
    let foot = html!("如有疑问请私聊我发 /me，或联系裁判。");
    pages(&head, rows.filter(|row| !row.is_empty()), &foot)
}

fn rows(title: Html, group: &Group) -> impl Iterator<Item = Html> {
    let players = group.players.iter().enumerate();
    std::iter::once(title).chain(players.map(|(index, player)| match &player.team {
        Some(team) => html!("{}. {}（{}）", index + 1, player.name, team),
        None => html!("{}. {}", index + 1, player.name),
    }))
}

/// Of a waiting list.
pub fn waiting_title(group: &Group) -> Html {
    let count = group.players.len();
    match &group.pool {
        Some(pool) => html!("<b>候补 {}</b>（{} 人，按次序递补）", pool, count),
        None => html!("<b>候补</b>（{} 人，按次序递补）", count),
    }
}

/// Of a section or pool; blank where there is only one.
pub fn title(group: &Group) -> Html {
    let count = group.players.len();
    match (&group.section, &group.pool) {
        (Some(section), Some(pool)) => html!("<b>{} {}</b>（{} 人）", section, pool, count),
        (Some(one), None) | (None, Some(one)) => html!("<b>{}</b>（{} 人）", one, count),
        (None, None) => Html::default(),
    }
}
