use super::table::{self, as_of, left_out};
use super::words::player;
use crate::config::TeamScoring;
use crate::desk::notice::{PlayerTag, TeamRow, Teams};
use crate::html;
use crate::telegram::Message;
use crate::telegram::html::{Html, join};
use crate::telegram::message::pages;

pub fn phrase(teams: &Teams) -> Vec<Message> {
    let mut head = html!("<b>{}</b>　{}", title(teams), as_of(teams.after, teams.of));
    if let Some(open) = left_out(teams.open) {
        head.push(&html!("，{}", open));
    }
    head.push(&html!("\n{}", rule(teams.scoring)));
    pages(
        &head,
        teams.rows.iter().map(|row| line(row, teams.scoring)),
        &table::open_note(is_open(teams)).map_or(Html::default(), |note| html!("{}", note)),
    )
}

/// A member has a game that counts nowhere yet.
pub fn is_open(teams: &Teams) -> bool {
    teams.rows.iter().any(|row| !row.unfinished.is_empty())
}

/// The mark behind such a member's name.
pub fn mark(row: &TeamRow, member: &PlayerTag) -> &'static str {
    if row.unfinished.contains(&member.no) {
        table::OPEN
    } else {
        ""
    }
}

pub fn title(teams: &Teams) -> &'static str {
    if teams.is_final {
        "团体最终名次"
    } else {
        "团体积分"
    }
}

pub fn rule(scoring: TeamScoring) -> &'static str {
    match scoring {
        TeamScoring::PointsThenBestRank => "队员积分之和；相同比个人最好名次。",
        TeamScoring::PointsThenBestPoints => "队员积分之和；相同比个人最高分。",
        TeamScoring::Ranks => "队员名次之和，少者列前。",
    }
}

fn line(row: &TeamRow, scoring: TeamScoring) -> Html {
    let shared = if row.shared { "并列" } else { "" };
    let rank = match row.rank {
        Some(rank) => html!("{}{}.", shared, rank),
        None => html!("缺 {} 人，不计名次：", row.missing),
    };
    let total = match scoring {
        TeamScoring::Ranks => html!("名次和 {}", row.ranks),
        _ => html!("{}分", row.points),
    };
    let members = row.members.iter().map(|(tag, rank, points)| {
        html!(
            "{}{} {}分 第{}名",
            player(&alone(tag)),
            mark(row, tag),
            points,
            rank
        )
    });
    html!(
        "{} <b>{}　{}</b>\n　{}",
        rank,
        row.team,
        total,
        join(members, "；")
    )
}

/// Without the team, which stands above.
fn alone(tag: &PlayerTag) -> PlayerTag {
    PlayerTag {
        team: None,
        ..tag.clone()
    }
}

/// The warning before play that teams are not alike in number; nothing where they are.
pub fn unequal(teams: &[(String, u32)]) -> Html {
    if teams.is_empty() {
        return Html::default();
    }
    let each = teams
        .iter()
        .map(|(team, members)| html!("{} {} 人", team, members));
    html!(
        "\n⚠️ 各队人数不等：{}。全部队员的积分都计入团体，人多的队占便宜。可以补报、退赛调整；只取前几名计分的写法是 bot.toml 的 team_size。",
        join(each, "，")
    )
}
