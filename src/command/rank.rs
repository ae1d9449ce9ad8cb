use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use clap::builder::ArgPredicate;
use qisai::config::{ByeInOpponents, RankKey, Ranking, Tie};
use qisai::tournament::standings::{Standing, Value, standings, standings_among};
use qisai::tournament::{History, StartNumber};
use qisai::trf::Trf;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::stage::StageArguments;

/// Points are recomputed from the result codes; the points of the file are not looked at. The table is
/// that after a round, the last in which a game has a result unless --after names one; it stands on
/// standard error. Byes and absences entered ahead for the next round do not count, nor does a round that
/// is only paired. A game without a result counts nowhere.
///
/// --json prints [{"rank":1,"no":12,"values":{"points":12,"opponents":57}}, …] in order of rank, values in
/// the order of --by. A value is a whole number; for reverse_trim and forward_trim the list of what is left
/// after dropping one round, two rounds …; null where there is none: direct for who shares no tie in which
/// all have met, rating and lot for who has none.
///
/// Exit code 2: a file or an option is wrong, or two of them contradict each other.
#[derive(Args)]
pub struct Rank {
    /// The report file, TRF16 or TRF26; - reads standard input
    file: PathBuf,
    /// What is compared, in order: points, opponents, progressive, wins, fouls, black_games, black_wins,
    /// reverse_trim, forward_trim, direct, median, rating, start_number, lot
    /// [default: the section file's, else points,opponents,wins,fouls,black_games,black_wins,reverse_trim]
    #[arg(long, value_name = "KEYS", value_delimiter = ',', value_parser = rank_key)]
    by: Vec<RankKey>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// The table after this round
    #[arg(long, value_name = "ROUND")]
    after: Option<u32>,
    #[command(flatten)]
    stage: StageArguments,
    /// What a bye adds to the opponents' score: zero, or the lowest score in the field
    #[arg(long, value_name = "zero|lowest", value_parser = bye_opponent)]
    bye_opponent: Option<ByeInOpponents>,
    /// Whether a forfeited game adds the opponent's points to the opponents' score [default: true]
    #[arg(long, value_name = "BOOL", num_args = 0..=1, default_missing_value = "true")]
    forfeit_in_opponents: Option<bool>,
    /// Whether bye points count in the progressive score [default: true]
    #[arg(long, value_name = "BOOL", num_args = 0..=1, default_missing_value = "true")]
    bye_in_progressive: Option<bool>,
    /// Whether a win by forfeit counts as a win [default: true]
    #[arg(long, value_name = "BOOL", num_args = 0..=1, default_missing_value = "true")]
    forfeit_is_win: Option<bool>,
    /// Whether a bye counts as a win [default: false]
    #[arg(long, value_name = "BOOL", num_args = 0..=1, default_missing_value = "true")]
    bye_is_win: Option<bool>,
    /// Whether a bye is a game with the side that was due [default: false]
    #[arg(long, value_name = "BOOL", num_args = 0..=1, default_missing_value = "true")]
    bye_has_side: Option<bool>,
    /// Level after everything: a shared place, or a lot drawn with --seed
    #[arg(long, value_name = "shared|lot", value_parser = tie, requires_if("lot", "seed"))]
    tie: Option<Tie>,
    /// Draws the lot
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Ranks one section of the section file alone, by its own ranking if it has one; opponents from
    /// outside count
    #[arg(
        long,
        value_name = "KEY",
        requires_if(ArgPredicate::IsPresent, "section_file")
    )]
    section: Option<String>,
    /// Fouls, as PLAYER=COUNT
    #[arg(long, value_name = "NO=COUNT", value_delimiter = ',', value_parser = foul)]
    fouls: Vec<(u32, u32)>,
}

pub fn rank(arguments: &Rank) -> ExitCode {
    match table(arguments) {
        Ok(text) => {
            super::say(text.trim_end());
            ExitCode::SUCCESS
        }
        Err(code) => code,
    }
}

fn table(arguments: &Rank) -> Result<String, ExitCode> {
    let trf = super::report_file::read(&arguments.file)?;
    let stage = arguments.stage.load(&trf)?;
    let ranking = arguments.ranking(&stage.ranking(arguments.section.as_deref()));
    let round = arguments.round(&trf)?;
    let mut history = stage.history(&trf, round);
    complain!("after round {round}");
    super::report_file::warn_of_open_games(&history);
    arguments.enter_fouls(&mut history)?;
    if let Some(seed) = arguments.seed {
        draw(&mut history, seed);
    } else if ranking.keys.contains(&RankKey::Lot) || ranking.tie == Tie::Lot {
        complain!("no lot is drawn without --seed: places stay shared");
    }
    let standings = match &arguments.section {
        None => standings(&history, &stage.rules.score, &ranking),
        Some(key) => {
            let sections: BTreeMap<_, _> = stage.orders.sections.iter().cloned().collect();
            let Some(players) = sections.get(key) else {
                complain!("the section file has no section {key}");
                return Err(ExitCode::from(super::INVALID));
            };
            let among: BTreeSet<StartNumber> = players.iter().copied().map(StartNumber).collect();
            standings_among(&history, &stage.rules.score, &ranking, &among)
        }
    };
    Ok(if arguments.json {
        json(&standings)
    } else {
        text(&standings, &trf)
    })
}

impl Rank {
    fn ranking(&self, of_stage: &Ranking) -> Ranking {
        let mut keys: Vec<RankKey> = Vec::new();
        for &key in &self.by {
            if !keys.contains(&key) {
                keys.push(key);
            }
        }
        Ranking {
            keys: if keys.is_empty() {
                of_stage.keys.clone()
            } else {
                keys
            },
            bye_in_opponents: self.bye_opponent.unwrap_or(of_stage.bye_in_opponents),
            forfeit_in_opponents: self
                .forfeit_in_opponents
                .unwrap_or(of_stage.forfeit_in_opponents),
            bye_in_progressive: self
                .bye_in_progressive
                .unwrap_or(of_stage.bye_in_progressive),
            forfeit_is_win: self.forfeit_is_win.unwrap_or(of_stage.forfeit_is_win),
            bye_is_win: self.bye_is_win.unwrap_or(of_stage.bye_is_win),
            bye_has_side: self.bye_has_side.unwrap_or(of_stage.bye_has_side),
            tie: self.tie.unwrap_or(of_stage.tie),
        }
    }

    /// The last round that counts.
    fn round(&self, trf: &Trf) -> Result<u32, ExitCode> {
        let begun = trf.begun();
        match self.after {
            Some(after) if after > begun => {
                complain!("--after {after}: the last round with a result is {begun}");
                Err(ExitCode::from(super::INVALID))
            }
            Some(after) => Ok(after),
            None => Ok(begun),
        }
    }

    fn enter_fouls(&self, history: &mut History) -> Result<(), ExitCode> {
        let mut named = BTreeMap::new();
        for &(no, count) in &self.fouls {
            if let Some(before) = named.insert(no, count).filter(|&before| before != count) {
                complain!("--fouls contradicts itself: {no}={before} and {no}={count}");
                return Err(ExitCode::from(super::INVALID));
            }
            let mut players = history.players.iter_mut();
            let Some(player) = players.find(|player| player.no.0 == no) else {
                complain!("--fouls names player {no}, whom the report file does not have");
                return Err(ExitCode::from(super::INVALID));
            };
            player.fouls = count;
        }
        Ok(())
    }
}

/// Lots in an order that the seed decides.
fn draw(history: &mut History, seed: u64) {
    let mut chance = ChaCha8Rng::seed_from_u64(seed);
    let mut order: Vec<u32> = (1..).take(history.players.len()).collect();
    for last in (1..order.len()).rev() {
        let choices = u64::try_from(last + 1).unwrap_or(1);
        order.swap(
            last,
            usize::try_from(chance.next_u64() % choices).unwrap_or(0),
        );
    }
    let players = history.players.iter().map(|player| player.no);
    let mut drawn: Vec<_> = order.into_iter().zip(players).collect();
    drawn.sort_unstable();
    history.lots = vec![drawn.into_iter().map(|(_, no)| no).collect()];
}

fn json(standings: &[Standing]) -> String {
    let rows: Vec<String> = standings
        .iter()
        .map(|row| {
            let values: Vec<String> = row
                .values
                .iter()
                .map(|(key, value)| {
                    let value = match value {
                        Value::Number(number) => number.to_string(),
                        Value::Trim(steps) => format!("{steps:?}").replace(' ', ""),
                        Value::Nothing => "null".into(),
                    };
                    format!("\"{}\":{value}", name(*key))
                })
                .collect();
            format!(
                "{{\"rank\":{},\"no\":{},\"values\":{{{}}}}}",
                row.rank,
                row.no,
                values.join(",")
            )
        })
        .collect();
    format!("[{}]", rows.join(",\n "))
}

fn text(standings: &[Standing], trf: &Trf) -> String {
    let mut rows = vec![vec!["rank".to_owned(), "no".to_owned()]];
    if let Some(first) = standings.first() {
        rows[0].extend(first.values.iter().map(|(key, _)| name(*key)));
    }
    rows[0].push("name".into());
    for standing in standings {
        let mut row = vec![standing.rank.to_string(), standing.no.to_string()];
        row.extend(standing.values.iter().map(|(_, value)| value.to_string()));
        let player = trf.player(standing.no);
        row.push(player.map(|player| player.name.clone()).unwrap_or_default());
        rows.push(row);
    }
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..rows[0].len() - 1).map(width).collect();
    rows.iter()
        .map(|row| {
            let cells = row.iter().enumerate().map(|(column, cell)| {
                let width = widths.get(column).copied().unwrap_or(0);
                format!("{cell:>width$}")
            });
            cells.collect::<Vec<_>>().join("  ").trim_end().to_owned() + "\n"
        })
        .collect()
}

/// The word of a key.
fn name(key: RankKey) -> String {
    match serde_json::to_value(key) {
        Ok(serde_json::Value::String(word)) => word,
        _ => String::new(),
    }
}

fn rank_key(text: &str) -> Result<RankKey, String> {
    let word = text.trim().to_ascii_lowercase().replace('-', "_");
    serde_json::from_value(serde_json::Value::String(word))
        .map_err(|_| "this is not one of the keys".to_owned())
}

fn bye_opponent(text: &str) -> Result<ByeInOpponents, String> {
    match text {
        "zero" => Ok(ByeInOpponents::Zero),
        "lowest" => Ok(ByeInOpponents::Lowest),
        _ => Err("zero or lowest is needed".into()),
    }
}

fn tie(text: &str) -> Result<Tie, String> {
    match text {
        "shared" => Ok(Tie::Shared),
        "lot" => Ok(Tie::Lot),
        _ => Err("shared or lot is needed".into()),
    }
}

fn foul(text: &str) -> Result<(u32, u32), String> {
    let parsed = text
        .split_once('=')
        .and_then(|(no, count)| Some((no.trim().parse().ok()?, count.trim().parse().ok()?)));
    parsed.ok_or_else(|| "a player and a count are needed, such as 12=1".into())
}
