use super::super::roster::{title, waiting_title};
use crate::desk::notice::{Entry, Group};
use crate::render::{Cell, Column, Kind, Row, Sheet};

/// 报名成功名单.
pub fn sheet(groups: &[Group], waiting: &[Group], left: &[Entry]) -> Sheet {
    let total: usize = groups.iter().map(|group| group.players.len()).sum();
    let columns = vec![
        Column::new("序号", Kind::Figure),
        Column::new("姓名", Kind::Text),
        Column::new("单位", Kind::Text),
    ];
    let mut rows = Vec::new();
    for group in groups {
        let title = title(group).plain();
        if !title.is_empty() {
            rows.push(Row::heading(title));
        }
        rows.extend(players(&group.players));
    }
    for group in waiting {
        rows.push(Row::heading(waiting_title(group).plain()));
        rows.extend(players(&group.players));
    }
    if !left.is_empty() {
        rows.push(Row::heading(format!("退出比赛 {} 人", left.len())));
        rows.extend(players(left));
    }
    Sheet {
        title: "报名成功名单".to_owned(),
        subtitle: format!("共 {total} 人"),
        columns,
        rows,
        ..Sheet::default()
    }
}

fn players(players: &[Entry]) -> impl Iterator<Item = Row> {
    (1..).zip(players).map(|(number, player)| {
        Row::plain(vec![
            Cell::Number(number),
            Cell::Text(player.name.clone()),
            Cell::text(player.team.as_deref()),
        ])
    })
}
