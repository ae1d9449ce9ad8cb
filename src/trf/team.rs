use crate::tournament::StartNumber;

/// 013 or 310: a team and its players.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Team {
    pub name: String,
    pub players: Vec<StartNumber>,
    /// The line as it stands in the file.
    pub(super) line: String,
}

impl Team {
    /// A team of these players, in board order.
    pub fn new(name: String, players: Vec<StartNumber>) -> Team {
        let cut: String = name.chars().take(32).collect();
        let mut line = format!("013 {cut:<32}");
        for (place, no) in players.iter().enumerate() {
            let gap = if place == 0 { "" } else { " " };
            line.push_str(&format!("{gap}{:>4}", no.0));
        }
        Team {
            name: cut.trim().to_owned(),
            players,
            line,
        }
    }
}
