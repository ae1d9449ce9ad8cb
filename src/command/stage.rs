use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use qisai::config::{Ranking, Rankings, Score, SectionFile, Swiss};
use qisai::tournament::{History, StartNumber};
use qisai::trf::Trf;

/// What pairing and ranking have in common on the command line.
#[derive(Args)]
pub struct StageArguments {
    /// Settings of the stage and orders for single players (TOML); options given here weigh more
    #[arg(long, value_name = "FILE")]
    section_file: Option<PathBuf>,
    /// Points for a win, a draw and a loss [default: 2,1,0]
    #[arg(long, value_name = "W,D,L", value_parser = score)]
    score: Option<[u32; 3]>,
    /// Points of a full bye, codes U and F [default: as a win]
    #[arg(long, value_name = "POINTS")]
    bye: Option<u32>,
    /// Points of a win by forfeit, code + [default: as a win]
    #[arg(long, value_name = "POINTS")]
    forfeit_win: Option<u32>,
    /// Points of an absence, codes Z and - [default: 0]
    #[arg(long, value_name = "POINTS")]
    absence: Option<u32>,
}

/// A stage as the files and options describe it.
pub struct Stage {
    pub rules: Swiss,
    pub orders: SectionFile,
}

impl StageArguments {
    /// Reads the section file, or prints its faults.
    pub fn load(&self, trf: &Trf) -> Result<Stage, ExitCode> {
        let orders = match &self.section_file {
            None => SectionFile::default(),
            Some(path) => SectionFile::load(path).map_err(|faults| {
                for fault in faults {
                    complain!("{fault}");
                }
                ExitCode::from(super::INVALID)
            })?,
        };
        let teams = trf.teams_by_player();
        let faults = orders.against(
            |no| trf.player(StartNumber(no)).is_some(),
            |no| teams.get(&StartNumber(no)).cloned(),
            trf.played(),
        );
        if !faults.is_empty() {
            for fault in faults {
                complain!("{fault}");
            }
            return Err(ExitCode::from(super::INVALID));
        }
        let mut rules = orders.swiss.clone();
        if let Some([win, draw, loss]) = self.score {
            rules.score = Score {
                win,
                draw,
                loss,
                bye: win,
                forfeit_win: win,
                absence: rules.score.absence,
            };
        }
        let score = &mut rules.score;
        score.bye = self.bye.unwrap_or(score.bye);
        score.forfeit_win = self.forfeit_win.unwrap_or(score.forfeit_win);
        score.absence = self.absence.unwrap_or(score.absence);
        // A file that does not say how many rounds there are has no last one.
        rules.rounds = orders.rounds.or(trf.rounds).unwrap_or(u32::MAX);
        Ok(Stage { rules, orders })
    }
}

impl Stage {
    /// What ranks a section, or everyone.
    pub fn ranking(&self, section: Option<&str>) -> Ranking {
        let rankings = Rankings {
            stage: self.rules.ranking.clone(),
            sections: self.orders.section_rankings.clone(),
        };
        rankings.of(section)
    }

    /// The file up to a round, with the teams and fouls of the section file.
    pub fn history(&self, trf: &Trf, rounds: u32) -> History {
        let mut history = trf.history(rounds, &self.rules.score);
        for player in &mut history.players {
            let is_in = |players: &[u32]| players.contains(&player.no.0);
            let mut teams = self.orders.teams.iter();
            if let Some((name, _)) = teams.find(|(_, players)| is_in(players)) {
                player.team = Some(name.clone());
            }
            player.fouls = self.orders.fouls.get(&player.no.0).copied().unwrap_or(0);
        }
        history
    }
}

fn score(text: &str) -> Result<[u32; 3], String> {
    let numbers: Option<Vec<u32>> = text
        .split(',')
        .map(|number| number.trim().parse().ok().filter(|&number| number <= 1000))
        .collect();
    match numbers.as_deref() {
        Some(&[win, draw, loss]) if win > loss && win >= draw && draw >= loss => {
            Ok([win, draw, loss])
        }
        Some([_, _, _]) => Err("a win must give most and a loss least".into()),
        _ => Err("three whole numbers are needed, such as 2,1,0".into()),
    }
}
