use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use qisai::config::{FirstRed, FirstRound, PairingSystem, TeamAvoidance};
use qisai::tournament::swiss::why::{Paired, why, why_bye, why_table};
use qisai::tournament::swiss::{
    Concern, DeadEnd, Fixed, Instead, NoPairing, Pair as Forbidden, Pairing, Warning, look_ahead,
    pair as pair_next, pair_without_second_bye,
};
use qisai::tournament::{History, Side, StartNumber, dutch};
use qisai::trf::Trf;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::stage::{Stage, StageArguments};
use super::{deadlock, explain_dutch};

/// Prints the number of pairs, the bye counted, then a pair a line, red first; the bye is `n 0`. White
/// of the file is red.
///
/// The round to be paired is the one after the last in which somebody has an opponent or everybody has
/// an entry. Who has an entry for it already (Z, H, F, U, -), or is in an XXZ or 240 record, is not
/// there. XXP and 260 keep players apart. Accelerations (XXA, 250) mean nothing to the xiangqi rules
/// and are left aside with a notice.
///
/// Standard error says which round is paired. Result codes 0 and 0 are a game that both have lost: the two
/// have met. - and - are a game that never was.
///
/// Exit code 0: paired; what an arbiter must agree to, such as a second bye, is on standard error.
/// Exit code 1: no complete pairing exists; why, and what can be allowed, is on standard error. Exit
/// code 2: a file or an option is wrong.
///
/// A section file has the keys of a [[competition.stage]] of bot.toml, each of which may be missing,
/// and beside them: [[team]] with name and players; [[section]] with key and players; forbidden, a list
/// of lists of players; [[fixed_table]] with player and table; absent, a list of players; [[foul]] with
/// player and count. What contradicts itself or the report file ends with exit code 2.
#[derive(Args)]
pub struct Pair {
    /// The report file, TRF16 or TRF26; - reads standard input
    file: PathBuf,
    #[command(flatten)]
    stage: StageArguments,
    /// Decides what is left to lot: --first-red lot
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Say on standard error why, table by table; --explain=5,7 for these tables alone
    ///
    /// Of opponents that would have looked better, those who could not be are always named. Those who
    /// could have been, but at a price, are compared with the best pairing that contains them: in a field
    /// of at most 40 players for all tables, in a larger one for the tables that are named.
    #[arg(
        long,
        value_name = "TABLE",
        num_args = 0..=1,
        require_equals = true,
        value_delimiter = ','
    )]
    explain: Option<Vec<u32>>,
    /// xiangqi (积分编排制) or fide-dutch [default: the section file's, else xiangqi]
    #[arg(long, value_name = "SYSTEM", value_parser = system)]
    system: Option<PairingSystem>,
    /// Round 1: adjacent (近号), fold (拦腰) or first-last (首尾)
    #[arg(long, value_name = "PATTERN", value_parser = first_round)]
    first_round: Option<FirstRound>,
    /// Who has red at table 1 of round 1: smaller, larger or lot [default: what XXC or 152 says, else
    /// the section file, else smaller]
    #[arg(long, value_name = "smaller|larger|lot", value_parser = first_red, requires_if("lot", "seed"))]
    first_red: Option<First>,
    /// Team-mates are kept apart: never, always, or up to this round
    #[arg(long, value_name = "never|always|ROUND", value_parser = team_avoidance)]
    team_avoidance: Option<TeamAvoidance>,
    /// Two who were paired for a forfeited game are not paired again
    #[arg(long, value_name = "BOOL", num_args = 0..=1, default_missing_value = "true")]
    forfeit_is_met: Option<bool>,
    /// Pairs that must not be
    #[arg(long, value_name = "A-B", value_delimiter = ',', value_parser = pair_of)]
    forbid: Vec<(u32, u32)>,
    /// Players who are not there
    #[arg(long, value_name = "NO", value_delimiter = ',')]
    absent: Vec<u32>,
    /// Write the report file with the new round entered
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,
}

#[derive(Clone, Copy)]
enum First {
    Red(FirstRed),
    Lot,
}

/// A round to be paired.
struct Round {
    trf: Trf,
    number: u32,
    history: History,
    active: BTreeSet<StartNumber>,
    stage: Stage,
    forbidden: BTreeSet<Forbidden>,
    /// Drawn for the first player, as the file or an option says.
    first_side: Option<Side>,
}

pub fn pair(arguments: &Pair) -> ExitCode {
    let round = match arguments.round() {
        Ok(round) => round,
        Err(code) => return code,
    };
    let is_dutch = round.stage.rules.system == PairingSystem::FideDutch;
    if !round.trf.accelerations.is_empty() {
        if is_dutch {
            complain!("accelerations (XXA, 250): fide-dutch is not accelerated here");
            return ExitCode::from(super::INVALID);
        }
        complain!("notice: the accelerations of the file mean nothing to these rules");
    }
    super::report_file::warn_of_open_games(&round.history);
    complain!("pairing round {}", round.number);
    if round.number > round.stage.rules.rounds {
        complain!(
            "warning: {} rounds were to be played",
            round.stage.rules.rounds
        );
    }
    let mut pairing = match round.pair() {
        Ok(pairing) => pairing,
        Err(none) => {
            refuse(&none);
            return ExitCode::FAILURE;
        }
    };
    if is_dutch {
        round.warn_of_sides(&pairing);
    } else {
        round.warn(&pairing);
    }
    seat_at_fixed_tables(&mut pairing, &round.stage);
    if let Some(tables) = &arguments.explain
        && let Err(code) = round.explain(&pairing, tables)
    {
        return code;
    }
    if let Some(path) = &arguments.write {
        let mut trf = round.trf.clone();
        trf.enter(round.number, &pairing.games, pairing.bye);
        // Before anything is printed: what ends with exit code 2 has done nothing.
        if let Err(error) = std::fs::write(path, trf.write()) {
            complain!(
                "{}: {error}: nothing was written or printed",
                path.display()
            );
            return ExitCode::from(super::INVALID);
        }
    }
    super::say(&printed(&pairing));
    ExitCode::SUCCESS
}

impl Pair {
    fn round(&self) -> Result<Round, ExitCode> {
        let trf = super::report_file::read(&self.file)?;
        let mut stage = self.stage.load(&trf)?;
        let next = trf.next_round();
        self.set_rules(&mut stage, &trf);
        let mut active = next.active.clone();
        let mut forbidden = BTreeSet::new();
        let named = self
            .absent
            .iter()
            .chain(self.forbid.iter().flat_map(|(one, other)| [one, other]));
        let strangers: BTreeSet<u32> = named
            .filter(|no| trf.player(StartNumber(**no)).is_none())
            .copied()
            .collect();
        if !strangers.is_empty() {
            for no in strangers {
                complain!("player {no} is not in the report file");
            }
            return Err(ExitCode::from(super::INVALID));
        }
        for no in self.absent.iter().chain(&stage.orders.absent) {
            active.remove(&StartNumber(*no));
        }
        let in_force = trf
            .forbidden
            .iter()
            .filter(|list| list.is_in_force(next.number));
        let of_file = in_force.map(|list| list.players.clone());
        let numbers = |list: &Vec<u32>| list.iter().copied().map(StartNumber).collect();
        let of_section = stage.orders.forbidden.iter().map(numbers);
        let of_options = self
            .forbid
            .iter()
            .map(|&(one, other)| vec![StartNumber(one), StartNumber(other)]);
        for list in of_file.chain(of_section).chain(of_options) {
            for (index, one) in list.iter().enumerate() {
                let others = list.iter().skip(index + 1).filter(|other| *other != one);
                forbidden.extend(others.map(|other| Forbidden::new(*one, *other)));
            }
        }
        Ok(Round {
            history: stage.history(&trf, next.number - 1),
            number: next.number,
            first_side: match (self.first_red, trf.first_side) {
                (None, side) => side,
                (Some(_), _) => Some(match stage.rules.first_red {
                    FirstRed::Smaller => Side::Red,
                    FirstRed::Larger => Side::Black,
                }),
            },
            trf,
            active,
            stage,
            forbidden,
        })
    }

    fn set_rules(&self, stage: &mut Stage, trf: &Trf) {
        let rules = &mut stage.rules;
        rules.system = self.system.unwrap_or(rules.system);
        rules.first_round = self.first_round.unwrap_or(rules.first_round);
        rules.team_avoidance = self.team_avoidance.unwrap_or(rules.team_avoidance);
        rules.forfeit_is_met = self.forfeit_is_met.unwrap_or(rules.forfeit_is_met);
        rules.first_red = match (self.first_red, trf.first_side) {
            (Some(First::Red(first)), _) => first,
            (Some(First::Lot), _) => {
                let seed = self.seed.unwrap_or_default();
                let smaller = ChaCha8Rng::seed_from_u64(seed).next_u32() % 2 == 0;
                if smaller {
                    FirstRed::Smaller
                } else {
                    FirstRed::Larger
                }
            }
            (None, Some(Side::Red)) => FirstRed::Smaller,
            (None, Some(Side::Black)) => FirstRed::Larger,
            (None, None) => rules.first_red,
        };
        if trf.by_rank {
            complain!("notice: XXC rank means nothing to these rules: the start number decides");
        }
    }
}

impl Round {
    fn pair(&self) -> Result<Pairing, NoPairing> {
        let rules = &self.stage.rules;
        match rules.system {
            PairingSystem::Xiangqi => {
                pair_next(&self.history, &self.active, rules, &self.forbidden)
            }
            PairingSystem::FideDutch => dutch::pair(
                &self.history,
                &self.active,
                rules,
                &self.forbidden,
                self.first_side,
            ),
        }
    }

    fn warn_of_sides(&self, pairing: &Pairing) {
        for warning in &pairing.warnings {
            complain!("warning: {}", concern(warning));
        }
    }

    /// What the arbiter must know.
    fn warn(&self, pairing: &Pairing) {
        self.warn_of_sides(pairing);
        let rules = &self.stage.rules;
        let fixed = Fixed::default();
        if pairing.needs_approval() {
            complain!("warning: a second bye needs the arbiter's approval; instead of it:");
            match pair_without_second_bye(
                &self.history,
                &self.active,
                rules,
                &self.forbidden,
                &fixed,
            ) {
                Ok(other) => {
                    complain!("or: a pairing without it, in which");
                    for warning in &other.warnings {
                        complain!("      {}", concern(warning));
                    }
                    complain!("{}", indented(&printed(&other)));
                }
                Err(NoPairing::Impossible(deadlock)) => {
                    let choices = deadlock::choices(&deadlock);
                    let again = choices.iter().filter(|line| !line.contains(" bye"));
                    again.for_each(|line| complain!("{line}"));
                    complain!("or: end the stage");
                }
                Err(other) => complain!("{other}"),
            }
        }
        let ahead = look_ahead(
            &self.history,
            &self.active,
            rules,
            &self.forbidden,
            &fixed,
            &BTreeSet::new(),
            pairing,
        );
        if let Ok(Some(dead_end)) = ahead {
            self.warn_of(&dead_end);
        }
    }

    fn warn_of(&self, dead_end: &DeadEnd) {
        complain!(
            "warning: after this round the same players cannot be paired in round {}, whatever the results:",
            self.number + 1
        );
        for line in deadlock::reasons(&dead_end.groups, &dead_end.outsiders) {
            complain!("{line}");
        }
        match &dead_end.instead {
            Instead::Pairing(other) => {
                complain!(
                    "the best pairing that leaves round {} one is",
                    self.number + 1
                );
                complain!("{}", indented(&printed(other)));
            }
            Instead::Nothing => complain!("no pairing of this round avoids that"),
            Instead::NotSought => complain!("no other pairing was looked for"),
            Instead::NotFound => complain!("no pairing that avoids it is among the best ones"),
        }
    }

    /// Explains some tables, counted as they are printed, or all where none is named.
    fn explain(&self, pairing: &Pairing, tables: &[u32]) -> Result<(), ExitCode> {
        let count = u32::try_from(pairing.games.len()).unwrap_or(u32::MAX);
        if let Some(table) = tables.iter().find(|table| !(1..=count).contains(table)) {
            complain!("--explain={table}: there are tables 1 to {count}");
            return Err(ExitCode::from(super::INVALID));
        }
        let fixed = Fixed::default();
        let paired = Paired {
            history: &self.history,
            active: &self.active,
            rules: &self.stage.rules,
            forbidden: &self.forbidden,
            fixed: &fixed,
            games: &pairing.games,
            bye: pairing.bye,
        };
        complain!("round {}, {} players", self.number, self.active.len());
        let lines = if self.stage.rules.system == PairingSystem::FideDutch {
            dutch::why::why(&paired, self.first_side).map(|why| {
                let of_tables = chosen(&why.tables, tables).map(explain_dutch::of_table);
                let bye = why.bye.iter().filter(|_| tables.is_empty());
                of_tables.chain(bye.map(explain_dutch::of_bye)).collect()
            })
        } else {
            self.lines(pairing, &paired, tables)
        };
        match lines {
            Ok(lines) => lines.iter().for_each(|line: &String| complain!("{line}")),
            Err(none) => complain!("{none}"),
        }
        Ok(())
    }

    fn lines(
        &self,
        pairing: &Pairing,
        paired: &Paired<'_>,
        tables: &[u32],
    ) -> Result<Vec<String>, NoPairing> {
        let mut lines = vec![super::explain::criteria(&pairing.vector)];
        if tables.is_empty() && self.active.len() > COMPARED {
            // With an exact comparison each opponent that looks better is paired: too long for all.
            lines.push(format!(
                "more than {COMPARED} players: opponents who could have been, but at a price, are not \
                 named; --explain=5 names those of table 5"
            ));
            let why = why(paired)?;
            let numbered = (1..).zip(&why.tables);
            lines.extend(numbered.map(|(table, why)| super::explain::of_table(table, why)));
            lines.extend(why.bye.as_ref().map(super::explain::of_bye));
            return Ok(lines);
        }
        for (table, seat) in chosen(paired.games, tables) {
            let why = why_table(paired, *seat)?;
            lines.push(super::explain::of_table(table, &why));
        }
        if tables.is_empty() {
            lines.extend(why_bye(paired)?.as_ref().map(super::explain::of_bye));
        }
        Ok(lines)
    }
}

/// The largest field whose whole explanation compares with other pairings.
const COMPARED: usize = 40;

/// The tables named, or all, with their numbers.
fn chosen<'t, T>(all: &'t [T], tables: &'t [u32]) -> impl Iterator<Item = (u32, &'t T)> {
    let is_chosen = |table: &u32| tables.is_empty() || tables.contains(table);
    (1..).zip(all).filter(move |(table, _)| is_chosen(table))
}

fn refuse(none: &NoPairing) {
    match none {
        NoPairing::Impossible(deadlock) => {
            for line in deadlock::lines(deadlock) {
                complain!("{line}");
            }
        }
        NoPairing::TooFew(_) => {
            complain!("{none}");
            complain!("or: let somebody play who is absent");
            complain!("or: end the stage");
        }
        other => complain!("{other}"),
    }
}

fn concern(warning: &Warning) -> String {
    let who = warning.who;
    let name = |side| match side {
        Side::Red => "red",
        Side::Black => "black",
    };
    match warning.why {
        Concern::ThirdRunning(side) => format!("{who} plays {} a third time running", name(side)),
        Concern::SurplusOfThree(side) => {
            format!("{who} reaches a surplus of three games with {}", name(side))
        }
        Concern::AnotherBye(had) => format!("{who} has had {had} byes and gets another"),
    }
}

/// The tables in their order, those of players who need one in its place.
fn seat_at_fixed_tables(pairing: &mut Pairing, stage: &Stage) {
    let own = stage.orders.fixed_tables.iter();
    let own = own.map(|(&no, &table)| (StartNumber(no), table)).collect();
    let numbers = qisai::tournament::swiss::table_numbers(&pairing.games, &own);
    let mut tables: Vec<_> = numbers.into_iter().zip(pairing.games.drain(..)).collect();
    tables.sort_by_key(|&(number, _)| number);
    pairing.games = tables.into_iter().map(|(_, seat)| seat).collect();
}

fn printed(pairing: &Pairing) -> String {
    let mut lines = vec![(pairing.games.len() + usize::from(pairing.bye.is_some())).to_string()];
    let games = pairing.games.iter();
    lines.extend(games.map(|seat| format!("{} {}", seat.red, seat.black)));
    lines.extend(pairing.bye.map(|no| format!("{no} 0")));
    lines.join("\n")
}

fn indented(text: &str) -> String {
    let lines: Vec<String> = text.lines().map(|line| format!("      {line}")).collect();
    lines.join("\n")
}

fn system(text: &str) -> Result<PairingSystem, String> {
    match text.replace('_', "-").as_str() {
        "xiangqi" => Ok(PairingSystem::Xiangqi),
        "fide-dutch" => Ok(PairingSystem::FideDutch),
        _ => Err("xiangqi or fide-dutch is needed".into()),
    }
}

fn first_round(text: &str) -> Result<FirstRound, String> {
    match text.replace('_', "-").as_str() {
        "adjacent" => Ok(FirstRound::Adjacent),
        "fold" => Ok(FirstRound::Fold),
        "first-last" => Ok(FirstRound::FirstLast),
        _ => Err("adjacent, fold or first-last is needed".into()),
    }
}

fn first_red(text: &str) -> Result<First, String> {
    match text {
        "smaller" => Ok(First::Red(FirstRed::Smaller)),
        "larger" => Ok(First::Red(FirstRed::Larger)),
        "lot" => Ok(First::Lot),
        _ => Err("smaller, larger or lot is needed".into()),
    }
}

fn team_avoidance(text: &str) -> Result<TeamAvoidance, String> {
    match (text, text.parse()) {
        ("never", _) => Ok(TeamAvoidance::Never),
        ("always", _) => Ok(TeamAvoidance::Always),
        (_, Ok(rounds)) => Ok(TeamAvoidance::FirstRounds(rounds)),
        _ => Err("never, always or a number of rounds is needed".into()),
    }
}

fn pair_of(text: &str) -> Result<(u32, u32), String> {
    let parsed = text
        .split_once('-')
        .and_then(|(one, other)| Some((one.trim().parse().ok()?, other.trim().parse().ok()?)));
    match parsed {
        Some((one, other)) if one == other => {
            Err(format!("{one} cannot be kept apart from himself"))
        }
        Some(pair) => Ok(pair),
        None => Err("two start numbers are needed, such as 3-8".into()),
    }
}
