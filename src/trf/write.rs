use std::fmt::Write;

use super::{Acceleration, Entry, Format, Mark, Player, Tenths, Trf};
use crate::tournament::{Side, StartNumber};

impl Trf {
    /// The file as text. Reading it gives the same again, except that a name longer than its 33 columns
    /// is cut.
    pub fn write(&self) -> String {
        let mut text = String::new();
        let mut line = |words: &str| {
            text.push_str(words.trim_end());
            text.push('\n');
        };
        if let Some(name) = &self.name {
            line(&format!("012 {name}"));
        }
        for other in &self.head {
            line(other);
        }
        self.settings().iter().for_each(|setting| line(setting));
        for player in &self.players {
            line(&player.write());
        }
        for team in &self.teams {
            line(&team.line);
        }
        self.orders().iter().for_each(|order| line(order));
        for other in &self.tail {
            line(other);
        }
        text
    }

    fn settings(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let new = self.format == Format::Trf26;
        if let Some(rounds) = self.rounds {
            lines.push(if new {
                format!("142 {rounds}")
            } else {
                format!("XXR {rounds}")
            });
        }
        let mut options: Vec<&str> = Vec::new();
        if self.by_rank {
            options.push("rank");
        }
        match (self.first_side, new) {
            (None, _) => {}
            (Some(side), true) => lines.push(match side {
                Side::Red => "152 W".into(),
                Side::Black => "152 B".into(),
            }),
            (Some(Side::Red), false) => options.push("white1"),
            (Some(Side::Black), false) => options.push("black1"),
        }
        options.extend(self.options.iter().map(String::as_str));
        if !options.is_empty() {
            lines.push(format!("XXC {}", options.join(" ")));
        }
        lines.extend(self.point_lines());
        lines
    }

    /// BBW … where that can say it, XXS for the rest.
    fn point_lines(&self) -> Vec<String> {
        let points = &self.points;
        let simple = [
            ("BBW", points.win),
            ("BBD", points.draw),
            ("BBL", points.loss),
            ("BBZ", points.zero_bye),
            ("BBF", points.forfeit_loss),
            ("BBU", points.pairing_bye),
        ];
        let mut lines: Vec<String> = simple
            .iter()
            .filter_map(|(code, points)| Some(format!("{code} {:>4}", (*points)?)))
            .collect();
        let rest = [
            ("FW", points.forfeit_win),
            ("HPB", points.half_bye),
            ("FPB", points.full_bye),
        ];
        let rest: Vec<String> = rest
            .iter()
            .filter_map(|(name, points)| Some(format!("{name}={}", (*points)?)))
            .collect();
        if !rest.is_empty() {
            lines.push(format!("XXS {}", rest.join(" ")));
        }
        lines
    }

    fn orders(&self) -> Vec<String> {
        let list = |players: &mut dyn Iterator<Item = StartNumber>| {
            players.fold(String::new(), |mut list, no| {
                // Writing to a string does not fail.
                let _ = write!(list, " {:>4}", no.0);
                list
            })
        };
        let mut lines = Vec::new();
        if !self.absent.is_empty() {
            lines.push(format!("XXZ{}", list(&mut self.absent.iter().copied())));
        }
        for bye in &self.byes {
            let players = list(&mut bye.players.iter().copied());
            lines.push(format!(
                "240 {} {:03}{players}",
                bye.mark.letter(),
                bye.round
            ));
        }
        for acceleration in &self.accelerations {
            lines.push(match acceleration {
                Acceleration::Player { no, points } => points
                    .iter()
                    .fold(format!("XXA {:>4}", no.0), |line, points| {
                        format!("{line} {points:>4}")
                    }),
                Acceleration::Range {
                    first,
                    last,
                    rounds,
                    points,
                } => format!(
                    "250      {points:>4} {:03} {:03} {:04} {:04}",
                    rounds.0, rounds.1, first.0, last.0
                ),
            });
        }
        for forbidden in &self.forbidden {
            let players = list(&mut forbidden.players.iter().copied());
            lines.push(match forbidden.rounds {
                None => format!("XXP{players}"),
                Some((first, last)) => format!("260 {first:03} {last:03}{players}"),
            });
        }
        lines
    }
}

impl Player {
    fn write(&self) -> String {
        let cut = |text: &str, most: usize| text.chars().take(most).collect::<String>();
        let number = |number: Option<u32>| number.map(|n| n.to_string()).unwrap_or_default();
        // Four columns: from 100 points on, whole ones.
        let points = self.points.map(|points| match points {
            Tenths(tenths) if tenths >= 1000 => (tenths / 10).to_string(),
            points => points.to_string(),
        });
        let mut line = format!(
            "001 {:>4} {}{:>3} {:<33} {:>4} {:>3} {:>11} {:<10} {:>4} {:>4}",
            self.no.0,
            self.sex.unwrap_or(' '),
            cut(&self.title, 3),
            cut(&self.name, 33),
            number(self.rating),
            cut(&self.federation, 3),
            cut(&self.fide_number, 11),
            cut(&self.birth, 10),
            points.unwrap_or_default(),
            number(self.rank),
        );
        for entry in &self.rounds {
            line.push_str(&match entry {
                None => " ".repeat(10),
                Some(entry) => entry.write(),
            });
        }
        line
    }
}

impl Entry {
    fn write(&self) -> String {
        let opponent = match self.opponent {
            Some(no) => no.0.to_string(),
            None => "0000".into(),
        };
        let side = match self.side {
            Some(Side::Red) => 'w',
            Some(Side::Black) => 'b',
            None => '-',
        };
        let mark = self.mark.map_or(' ', Mark::letter);
        format!("  {opponent:>4} {side} {mark}")
    }
}
