//! A section file as it is written.

use std::fmt::Write;

use serde::Serialize;

use super::{ByeInOpponents, RankKey, SectionFile, SectionRanking, TeamAvoidance, Tie};

impl SectionFile {
    /// The text of the file: every setting of pairing and ranking, and the orders for single players. What
    /// is read again is the same.
    pub fn write(&self) -> String {
        let mut text = String::new();
        let mut line = |line: String| {
            // Writing to a string does not fail.
            let _ = writeln!(text, "{line}");
        };
        let rules = &self.swiss;
        if let Some(rounds) = self.rounds {
            line(format!("rounds = {rounds}"));
        }
        line(format!("pairing = {}", word(rules.system)));
        line(format!("first_round = {}", word(rules.first_round)));
        line(format!("first_red = {}", word(rules.first_red)));
        line(match rules.team_avoidance {
            TeamAvoidance::Never => "team_avoidance = \"never\"".into(),
            TeamAvoidance::Always => "team_avoidance = \"always\"".into(),
            TeamAvoidance::FirstRounds(rounds) => format!("team_avoidance = {rounds}"),
        });
        line(format!("forfeit_is_met = {}", rules.forfeit_is_met));
        let frees = [
            (rules.last_round.frees_sides, "\"sides\""),
            (rules.last_round.frees_teams, "\"teams\""),
            (rules.last_round.frees_floats, "\"floats\""),
        ];
        let frees: Vec<&str> = frees
            .into_iter()
            .filter_map(|(frees, word)| frees.then_some(word))
            .collect();
        if !frees.is_empty() {
            line(format!("last_round_frees = [{}]", frees.join(", ")));
        }
        if !self.absent.is_empty() {
            line(format!("absent = {:?}", self.absent));
        }
        if !self.forbidden.is_empty() {
            line(format!("forbidden = {:?}", self.forbidden));
        }
        let score = &rules.score;
        line(format!(
            "score = {{ win = {}, draw = {}, loss = {}, bye = {}, forfeit_win = {}, absence = {} }}",
            score.win, score.draw, score.loss, score.bye, score.forfeit_win, score.absence
        ));
        let ranking = &rules.ranking;
        let keys: Vec<String> = ranking
            .keys
            .iter()
            .map(|key: &RankKey| word(*key))
            .collect();
        line("[ranking]".into());
        line(format!("keys = [{}]", keys.join(", ")));
        line(format!(
            "bye_in_opponents = \"{}\"",
            match ranking.bye_in_opponents {
                ByeInOpponents::Zero => "zero",
                ByeInOpponents::Lowest => "lowest",
            }
        ));
        line(format!(
            "forfeit_in_opponents = {}",
            ranking.forfeit_in_opponents
        ));
        line(format!(
            "bye_in_progressive = {}",
            ranking.bye_in_progressive
        ));
        line(format!("forfeit_is_win = {}", ranking.forfeit_is_win));
        line(format!("bye_is_win = {}", ranking.bye_is_win));
        line(format!("bye_has_side = {}", ranking.bye_has_side));
        line(format!(
            "tie = \"{}\"",
            match ranking.tie {
                Tie::Shared => "shared",
                Tie::Lot => "lot",
            }
        ));
        for (name, players) in &self.teams {
            line(format!(
                "[[team]]\nname = {}\nplayers = {players:?}",
                quoted(name)
            ));
        }
        for (key, players) in &self.sections {
            line(format!(
                "[[section]]\nkey = {}\nplayers = {players:?}",
                quoted(key)
            ));
            if let Some(own) = self.section_rankings.get(key) {
                line(format!("ranking = {{ {} }}", settings(own).join(", ")));
            }
        }
        for (player, table) in &self.fixed_tables {
            line(format!(
                "[[fixed_table]]\nplayer = {player}\ntable = {table}"
            ));
        }
        for (player, count) in &self.fouls {
            line(format!("[[foul]]\nplayer = {player}\ncount = {count}"));
        }
        text
    }
}

/// The settings of a section's own ranking.
fn settings(own: &SectionRanking) -> Vec<String> {
    match serde_json::to_value(own) {
        Ok(serde_json::Value::Object(settings)) => {
            let settings = settings.iter();
            settings
                .map(|(key, value)| format!("{key} = {value}"))
                .collect()
        }
        _ => Vec::new(),
    }
}

/// A setting's word in quotes, as in `bot.toml`.
fn word(value: impl Serialize) -> String {
    serde_json::to_string(&value).unwrap_or_default()
}

/// A text in quotes; TOML escapes as JSON does, for all that a name can hold.
fn quoted(text: &str) -> String {
    word(text)
}
