use std::collections::BTreeMap;

use super::section;
use crate::config::{
    Competition, FirstRound, FirstSide, Knockout, KnockoutRound, Leg, Numbering, PairingSystem,
    Ranking, Rankings, Score, ShortTeam, Stage, Swiss, TeamAvoidance, TeamScoring, Tie, Vacancy,
};
use crate::html;
use crate::telegram::html::Html;
use crate::telegram::texts::words::{self, declaring};

pub fn lines(competition: &Competition, rankings: &BTreeMap<String, Rankings>) -> Vec<Html> {
    let mut lines = Vec::new();
    if competition.sections.len() > 1 {
        let names: Vec<&str> = competition.sections.iter().map(|one| &*one.name).collect();
        lines.push(html!("{}混合编排，分组排名。", names.join("、")));
    }
    for stage in &competition.stages {
        lines.extend(match stage {
            Stage::Swiss(swiss) => {
                let in_force = rankings.get(&swiss.key).cloned();
                let rankings = in_force.unwrap_or_else(|| competition.rankings(swiss));
                section(&swiss.name, points_stage(swiss, competition, &rankings))
            }
            Stage::Knockout(knockout) => section(&knockout.name, self::knockout(knockout)),
        });
    }
    lines.extend(section("团体", team(competition)));
    let notes = competition.notes.iter();
    let notes = notes.map(|note| html!("· {}", note)).collect();
    lines.extend(section("另有规定", notes));
    lines
}

fn points_stage(swiss: &Swiss, competition: &Competition, rankings: &Rankings) -> Vec<Html> {
    let system = match swiss.system {
        PairingSystem::Xiangqi => "积分编排制",
        PairingSystem::FideDutch => "国际棋联荷兰制",
    };
    let Score {
        win,
        draw,
        loss,
        bye,
        forfeit_win,
        absence,
    } = swiss.score;
    let mut lines = vec![
        html!(
            "{}，{} 轮，一轮一局。{}",
            system,
            swiss.rounds,
            swiss.time_control
        ),
        html!(
            "胜 {} 分，和 {} 分，负 {} 分；轮空 {} 分，对手弃权 {} 分，请假 {} 分。",
            win,
            draw,
            loss,
            bye,
            forfeit_win,
            absence
        ),
        html!("编号{}；第一轮{}。", numbering(swiss), first_round(swiss)),
    ];
    match swiss.team_avoidance {
        TeamAvoidance::Never => {}
        TeamAvoidance::FirstRounds(rounds) => lines.push(html!("前 {} 轮同队不相遇。", rounds)),
        TeamAvoidance::Always => lines.push(html!("同队始终不相遇。")),
    }
    lines.push(order("", &rankings.stage));
    for section in &competition.sections {
        if rankings.sections.contains_key(&section.key) {
            lines.push(order(&section.name, &rankings.of(Some(&section.key))));
        }
    }
    if let Some(advance) = swiss.advance {
        lines.push(match swiss.ranking.tie {
            Tie::Shared => html!(
                "前 {} 名进入下一阶段；正好跨在分界上、各项全部相同的，抽签决定。",
                advance
            ),
            Tie::Lot => html!("前 {} 名进入下一阶段。", advance),
        });
    }
    lines.extend(conduct(swiss));
    lines
}

/// What is compared, of everyone or of a section.
fn order(section: &str, ranking: &Ranking) -> Html {
    let tie = match ranking.tie {
        Tie::Shared => "全部相同则名次并列",
        Tie::Lot => "全部相同则抽签",
    };
    // The tie is said behind it.
    let keys = words::order(&Ranking {
        tie: Tie::Shared,
        ..ranking.clone()
    });
    html!("{}名次依次比较：{}；{}。", section, keys, tie)
}

fn numbering(swiss: &Swiss) -> &'static str {
    match swiss.numbering {
        Numbering::Lot => "赛前抽签",
        Numbering::Rating => "按等级分",
        Numbering::Entry => "按报名先后",
    }
}

fn first_round(swiss: &Swiss) -> &'static str {
    match swiss.first_round {
        FirstRound::Adjacent => "近号相遇",
        FirstRound::Fold => "上下半区相遇（拦腰）",
        FirstRound::FirstLast => "首尾相遇",
    }
}

/// Lateness, absence, early results, records, reports.
fn conduct(swiss: &Swiss) -> Vec<Html> {
    let (conduct, reporting) = (&swiss.conduct, &swiss.reporting);
    let mut lines = vec![match conduct.late_minutes {
        0 => html!("开赛时未到场，{}可判弃权。", declaring(conduct.forfeit_by)),
        minutes => html!(
            "迟到 {} 分钟弃权判负，由{}宣布。",
            minutes,
            declaring(conduct.forfeit_by)
        ),
    }];
    if conduct.absence_removes {
        lines.push(html!("无故弃权 1 轮自动除名。"));
    }
    let mut early = Vec::new();
    if reporting.early_draw_moves > 0 {
        early.push(format!("不满 {} 回合", reporting.early_draw_moves));
    }
    if reporting.early_draw_minutes > 0 {
        early.push(format!("开赛 {} 分钟内", reporting.early_draw_minutes));
    }
    if !early.is_empty() {
        lines.push(html!("{}议和的，由裁判审核。", early.join("或")));
    }
    if reporting.early_loss_minutes > 0 {
        lines.push(html!(
            "开赛 {} 分钟内认输的，由裁判审核。",
            reporting.early_loss_minutes
        ));
    }
    if conduct.recorded_tables > 0 {
        lines.push(html!(
            "每轮前 {} 台和裁判指定的台，胜方（和局为红方）录谱。",
            conduct.recorded_tables
        ));
    }
    if conduct.fouls_lose_game > 0 {
        lines.push(html!("一局里犯规 {} 次判负。", conduct.fouls_lose_game));
    }
    lines.push(match reporting.trust_winners {
        true => html!("胜方报成绩即生效，和棋须双方都报。"),
        false => html!(
            "胜方报成绩，对方 {} 分钟内可以异议；和棋须双方都报。",
            reporting.objection_minutes
        ),
    });
    lines
}

fn knockout(knockout: &Knockout) -> Vec<Html> {
    let mut lines = vec![html!(
        "{} 人单败淘汰，按上一阶段名次定位；败者按该名次排列。",
        knockout.size
    )];
    for rounds in knockout.rounds.chunk_by(|one, next| one.legs == next.legs) {
        let names: Vec<&str> = rounds.iter().map(|round| &*round.name).collect();
        lines.push(html!("<b>{}</b>", names.join("、")));
        lines.extend(rounds.first().into_iter().flat_map(legs));
    }
    if knockout.play_all {
        lines.push(html!("各阶段规定的局数都下完，胜负已定也下。"));
    }
    let chooses = |round: &KnockoutRound| {
        let mut legs = round.legs.iter();
        legs.any(|leg| first(leg) == FirstSide::LastBlackChooses)
    };
    if knockout.rounds.iter().any(chooses) {
        lines.push(html!(
            "选先后手限 {} 分钟，过时由裁判定。",
            knockout.choice_minutes
        ));
    }
    lines.push(match knockout.vacancy {
        Vacancy::NextInRank => html!("开赛前有人退出，由下一名递补。"),
        Vacancy::Walkover => html!("开赛前有人退出，对手直接晋级。"),
    });
    lines
}

fn first(leg: &Leg) -> FirstSide {
    match leg {
        Leg::Games { first, .. } | Leg::Armageddon { first, .. } => *first,
    }
}

/// `1. 2 局，分先，…`, then what follows a level score.
fn legs(round: &KnockoutRound) -> Vec<Html> {
    let legs = (1_u32..).zip(&round.legs);
    legs.map(|(number, leg)| {
        let level = if number > 1 { "打平则加赛 " } else { "" };
        match leg {
            Leg::Games {
                count,
                time_control,
                ..
            } => {
                let turns = if *count > 1 {
                    "，以后依次换先，得分多者胜"
                } else {
                    ""
                };
                html!(
                    "{}. {}{} 局（{}），先手{}{}",
                    number,
                    level,
                    count,
                    time_control,
                    first_words(first(leg)),
                    turns
                )
            }
            Leg::Armageddon { time_control, .. } => html!(
                "{}. {}1 局（{}），先手{}，和棋黑胜",
                number,
                level,
                time_control,
                first_words(first(leg))
            ),
        }
    })
    .collect()
}

fn first_words(first: FirstSide) -> &'static str {
    match first {
        FirstSide::BetterSeed => "为名次列前者",
        FirstSide::Lot => "抽签",
        FirstSide::LastBlackChooses => "由前一局后手方选择",
    }
}

fn team(competition: &Competition) -> Vec<Html> {
    let Some(team) = &competition.team else {
        return Vec::new();
    };
    let mut lines = vec![html!("参赛队：{}", competition.teams.join("、"))];
    lines.push(match team.scoring {
        TeamScoring::PointsThenBestRank => {
            html!("队员积分和决定团体名次，相同比个人最好名次。")
        }
        TeamScoring::PointsThenBestPoints => {
            html!("队员积分和决定团体名次，相同比个人最高积分。")
        }
        TeamScoring::Ranks => html!("队员名次和决定团体名次，少者列前。"),
    });
    if let Some(size) = team.size {
        lines.push(match team.short {
            ShortTeam::Unranked => html!("每队计 {} 人，不足的不排团体名次。", size),
            ShortTeam::CountsLast => html!("每队计 {} 人，缺的按末位计。", size),
        });
    }
    lines
}
