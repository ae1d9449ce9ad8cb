use chrono::{DateTime, Utc};

use super::super::knockout::{legs, placeless, rung};
use super::super::words::{day_and_hour, outcome};
use super::{player, player_columns, rank};
use crate::config::Config;
use crate::desk::notice::{
    Bracket, Knockout, MatchRow, MatchStanding, PlacedRow, PlayedRow, PlayerTag, SignRow, Who,
};
use crate::render::bracket::{BracketMatch, BracketRound, BracketSlot};
use crate::render::{self, Cell, Column, Kind, Row, Sheet};

/// The bracket, the games or the final places; nothing of what is no table.
pub fn sheet(notice: &Knockout, config: &Config) -> Option<Sheet> {
    match notice {
        Knockout::Shown { bracket, .. } | Knockout::Seeded { bracket } => Some(Sheet {
            tree: tree(notice).map(Box::new),
            ..self::bracket(bracket)
        }),
        Knockout::ToSign {
            round,
            starts,
            rows,
        } => Some(to_sign(round, *starts, rows, config)),
        Knockout::Games { name, rows } => Some(games(name, rows)),
        Knockout::Ranking {
            rows,
            undecided,
            removed,
        } => Some(ranking(rows, *undecided, removed, config)),
        _ => None,
    }
}

/// The tree of the bracket.
pub fn tree(notice: &Knockout) -> Option<render::Bracket> {
    let (Knockout::Shown { bracket, .. } | Knockout::Seeded { bracket }) = notice else {
        return None;
    };
    let rounds = bracket.rounds.iter().map(|round| BracketRound {
        title: round.name.clone(),
        matches: round.rows.iter().map(pair).collect(),
    });
    let champion = bracket.champion.as_ref();
    Some(render::Bracket {
        event: String::new(),
        title: title(bracket),
        rounds: rounds.collect(),
        champion: champion.map(|tag| format!("{} {}", tag.no, tag.name)),
    })
}

/// `淘汰赛对阵　淘汰赛第2轮 已定 3/4`
fn title(bracket: &Bracket) -> String {
    format!("{}对阵　{}", bracket.name, so_far(bracket))
}

/// The round that is played, and how much of it is over.
fn so_far(bracket: &Bracket) -> String {
    if let Some(champion) = &bracket.champion {
        return format!("冠军 {}", champion.name);
    }
    let is_over = |row: &&MatchRow| {
        matches!(
            row.standing,
            MatchStanding::Free | MatchStanding::Won { .. } | MatchStanding::Void
        )
    };
    let over = |rows: &[MatchRow]| rows.iter().filter(is_over).count();
    let mut rounds = bracket.rounds.iter();
    rounds
        .find(|round| over(&round.rows) < round.rows.len())
        .map_or_else(String::new, |round| {
            format!(
                "{} 已定 {}/{}",
                round.name,
                over(&round.rows),
                round.rows.len()
            )
        })
}

fn pair(row: &MatchRow) -> BracketMatch {
    let slot = |at: usize| {
        let points = row.legs.iter().map(|leg| leg[at].to_string());
        let points = points.collect::<Vec<_>>().join(" ");
        let (has_won, score) = match row.standing {
            MatchStanding::Won {
                first, walkover, ..
            } => {
                let has_won = first == (at == 0);
                let gave_up = walkover && !has_won;
                (has_won, if gave_up { "弃权".to_owned() } else { points })
            }
            MatchStanding::Free => (matches!(row.who[at], Who::Player(_)), points),
            _ => (false, points),
        };
        let (number, name) = match &row.who[at] {
            Who::Player(tag) => (Some(tag.no.0), tag.name.clone()),
            Who::Nobody => (None, "轮空".to_owned()),
            Who::WinnerOf(_) => (None, String::new()),
        };
        BracketSlot {
            number,
            name,
            score,
            has_won,
        }
    };
    BracketMatch {
        slots: [slot(0), slot(1)],
    }
}

/// The bracket round by round.
fn bracket(bracket: &Bracket) -> Sheet {
    let of_row = |row: &MatchRow| {
        row.who
            .iter()
            .any(|who| matches!(who, Who::Player(tag) if tag.team.is_some()))
    };
    let all = bracket.rounds.iter().flat_map(|round| &round.rows);
    let teams = all.clone().any(of_row);
    let mut columns = vec![Column::new("台次", Kind::Figure)];
    columns.extend(player_columns("名次列前者", Kind::Text, teams));
    columns.push(Column::new("比分", Kind::Result));
    columns.extend(player_columns("对手", Kind::Text, teams));
    columns.push(Column::new("结果", Kind::Text));
    let mut rows = Vec::new();
    for round in &bracket.rounds {
        rows.push(Row::heading(round.name.clone()));
        rows.extend(round.rows.iter().map(|row| {
            let mut cells = vec![Cell::Number(i64::from(row.table))];
            cells.extend(who(&row.who[0], teams));
            cells.push(Cell::text(Some(&legs(&row.legs))));
            cells.extend(who(&row.who[1], teams));
            cells.push(Cell::text(Some(&result(row))));
            Row::plain(cells)
        }));
    }
    Sheet {
        title: format!("{}对阵", bracket.name),
        subtitle: so_far(bracket),
        columns,
        rows,
        notes: vec!["比分依次为各阶段（慢棋、快棋、附加赛）的得分，胜2分，和1分。".to_owned()],
        ..Sheet::default()
    }
}

fn who(who: &Who, teams: bool) -> Vec<Cell> {
    match who {
        Who::Player(tag) => player(tag, false, teams),
        other => {
            let name = match other {
                Who::WinnerOf(table) => format!("{table}台胜者"),
                _ => "（空）".to_owned(),
            };
            let mut cells = vec![Cell::Blank, Cell::Text(name)];
            cells.resize(if teams { 3 } else { 2 }, Cell::Blank);
            cells
        }
    }
}

/// `3 张三 胜`; of a match that is not over, what is played in it.
fn result(row: &MatchRow) -> String {
    let named = |at: usize| match &row.who[at] {
        Who::Player(tag) => tag.name.clone(),
        _ => String::new(),
    };
    match &row.standing {
        MatchStanding::Waiting => String::new(),
        MatchStanding::Free => {
            let there = |who: &Who| matches!(who, Who::Player(_));
            match row.who.iter().position(there) {
                Some(at) => format!("{} 轮空晋级", named(at)),
                None => "空缺".to_owned(),
            }
        }
        MatchStanding::Game {
            number, rung: at, ..
        } => format!("第{number}局 {}", rung(at).plain()),
        MatchStanding::Choosing { number, .. } => format!("第{number}局 定先后手"),
        MatchStanding::AwaitingWord { number, .. } => format!("第{number}局 等公开词"),
        MatchStanding::Won {
            first,
            walkover,
            drawn,
        } => {
            let won = named(usize::from(!*first));
            let how = match (*walkover, *drawn) {
                (true, _) => "（对方弃权）",
                (false, true) => "（附加赛和棋黑胜）",
                (false, false) => "",
            };
            format!("{won} 胜{how}")
        }
        MatchStanding::Void => "双方弃权".to_owned(),
    }
}

/// Every game with its sides.
fn games(name: &str, rows: &[PlayedRow]) -> Sheet {
    let tags = rows.iter().flat_map(|row| [&row.red, &row.black]);
    let teams = tags.clone().any(|tag: &PlayerTag| tag.team.is_some());
    let mut columns = vec![
        Column::new("台次", Kind::Figure),
        Column::new("局次", Kind::Figure),
    ];
    columns.extend(player_columns("红方", Kind::Red, teams));
    columns.push(Column::new("结果", Kind::Result));
    columns.extend(player_columns("黑方", Kind::Text, teams));
    columns.push(Column::new("用时", Kind::Text));
    let mut all = Vec::new();
    for round in rows.chunk_by(|one, other| one.round == other.round) {
        let title = round.first().map_or("", |row| row.round.as_str());
        all.push(Row::heading(title));
        all.extend(round.iter().map(|row| {
            let mut cells = vec![
                Cell::Number(i64::from(row.table)),
                Cell::Number(i64::from(row.game)),
            ];
            cells.extend(player(&row.red, false, teams));
            cells.push(Cell::text(row.outcome.map(outcome)));
            cells.extend(player(&row.black, false, teams));
            cells.push(Cell::text(Some(&row.rung.time_control)));
            Row::plain(cells)
        }));
    }
    Sheet {
        title: format!("{name}各局"),
        subtitle: format!("共 {} 局", rows.len()),
        columns,
        rows: all,
        notes: vec!["附加赛和棋，执黑方胜。".to_owned()],
        ..Sheet::default()
    }
}

/// 最终名次.
fn ranking(rows: &[PlacedRow], undecided: u32, removed: &[PlayerTag], config: &Config) -> Sheet {
    let teams = rows.iter().any(|row| row.player.team.is_some());
    let mut columns = vec![Column::new("名次", Kind::Figure)];
    columns.extend(player_columns("姓名", Kind::Text, teams));
    let placed = rows.iter().map(|row| {
        let mut cells = vec![rank(row.place, row.shared)];
        cells.extend(player(&row.player, row.out, teams));
        Row::plain(cells)
    });
    let subtitle = match undecided {
        0 => config.event.short_name.clone(),
        last => format!("第1至{last}名未定"),
    };
    Sheet {
        title: "最终名次".to_owned(),
        subtitle,
        columns,
        rows: placed.collect(),
        notes: match removed {
            [] => Vec::new(),
            removed => vec![placeless(removed).plain()],
        },
        ..Sheet::default()
    }
}

/// 成绩单: both players sign for every game of their match.
fn to_sign(round: &str, starts: Option<DateTime<Utc>>, rows: &[SignRow], config: &Config) -> Sheet {
    let mut columns = vec![
        Column::new("台", Kind::Figure),
        Column::new("局", Kind::Figure),
    ];
    columns.extend(player_columns("红方", Kind::Red, false));
    columns.extend(player_columns("黑方", Kind::Text, false));
    columns.push(Column::new("用时", Kind::Text));
    columns.push(Column::new("结果", Kind::Result));
    // As wide as a name is written by hand, also in a workbook.
    columns.push(Column::new("　红方签字　", Kind::Result));
    columns.push(Column::new("　黑方签字　", Kind::Result));
    let rows = rows.iter().map(|row| {
        let mut cells = vec![
            Cell::Number(i64::from(row.table)),
            Cell::Number(i64::from(row.game)),
        ];
        for side in [&row.red, &row.black] {
            match side {
                Some(tag) => cells.extend(player(tag, false, false)),
                // Written in when it is known.
                None => cells.extend([Cell::text(None::<&str>), Cell::text(None::<&str>)]),
            }
        }
        cells.push(Cell::text(Some(&row.rung.time_control)));
        cells.push(Cell::text(row.outcome.map(outcome)));
        Row::plain(cells)
    });
    Sheet {
        title: format!("{round}成绩单"),
        subtitle: starts.map_or_else(String::new, |at| {
            format!("{} 开赛", day_and_hour(at, config))
        }),
        columns,
        rows: rows.collect(),
        notes: vec![
            "先后手要抽签或由棋手选定的局，定下后填写双方姓名；不下的局划去。".to_owned(),
            "赛后双方核对结果，签字后离场。裁判签字：".to_owned(),
        ],
        ..Sheet::default()
    }
}
