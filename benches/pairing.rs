//! How long the next round and the table take.

use std::collections::BTreeSet;

use divan::{AllocProfiler, Bencher, black_box};
use qisai::config::{
    ByeInOpponents, Conduct, FirstRed, FirstRound, ForfeitBy, LastRound, Numbering, PairingSystem,
    RankKey, Ranking, Reporting, Score, Swiss, TeamAvoidance, Tie,
};
use qisai::tournament::standings::standings;
use qisai::tournament::swiss::pair;
use qisai::tournament::{Game, History, Outcome, Player, Round, StartNumber};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Shows what memory each takes at its peak (max alloc).
#[global_allocator]
static MEMORY: AllocProfiler = AllocProfiler::system();

fn main() {
    divan::main();
}

/// The round after `rounds` rounds of a field of `count`, played on as the program pairs it.
#[divan::bench(args = [(200, 2), (200, 5), (199, 5), (200, 8), (500, 5)], sample_count = 10)]
fn next_round(bencher: Bencher, (count, rounds): (u32, usize)) {
    let history = played(count, rounds);
    let active = everyone(&history);
    let rules = rules();
    bencher.bench_local(|| pair(black_box(&history), &active, &rules, &BTreeSet::new()).unwrap());
}

/// The same after rounds whose pairs were drawn out of a hat: many players have had a side twice running or
/// far more often than the other, and the score groups can not be paired out.
#[divan::bench(args = [200, 1000, 2000, 10_000], sample_count = 3, sample_size = 1)]
fn after_six_random_rounds(bencher: Bencher, count: u32) {
    let history = drawn(count, 6);
    let active = everyone(&history);
    let rules = rules();
    bencher.bench_local(|| pair(black_box(&history), &active, &rules, &BTreeSet::new()).unwrap());
}

/// All have the same points.
#[divan::bench(args = [200, 1000, 2000], sample_count = 3, sample_size = 1)]
fn after_a_round_of_draws(bencher: Bencher, count: u32) {
    let mut history = drawn(count, 1);
    let games = history.rounds.iter_mut().flat_map(|round| &mut round.games);
    games.for_each(|game| game.outcome = Some(Outcome::Draw));
    let active = everyone(&history);
    let rules = rules();
    bencher.bench_local(|| pair(black_box(&history), &active, &rules, &BTreeSet::new()).unwrap());
}

#[divan::bench(args = [(200, 7), (10_000, 11)])]
fn table(bencher: Bencher, (count, rounds): (u32, usize)) {
    let history = drawn(count, rounds);
    let rules = rules();
    bencher.bench_local(|| standings(black_box(&history), &rules.score, &rules.ranking));
}

fn field(count: u32) -> History {
    let player = |no| Player {
        no: StartNumber(no),
        team: None,
        rating: None,
        fouls: 0,
    };
    History {
        players: (1..=count).map(player).collect(),
        ..History::default()
    }
}

fn everyone(history: &History) -> BTreeSet<StartNumber> {
    history.players.iter().map(|player| player.no).collect()
}

fn outcome(chance: &mut ChaCha8Rng) -> Outcome {
    match chance.next_u32() % 10 {
        0..4 => Outcome::RedWin,
        4..7 => Outcome::BlackWin,
        _ => Outcome::Draw,
    }
}

fn played(count: u32, rounds: usize) -> History {
    let mut chance = ChaCha8Rng::seed_from_u64(7);
    let mut history = field(count);
    let active = everyone(&history);
    for _ in 0..rounds {
        let pairing = pair(&history, &active, &rules(), &BTreeSet::new()).unwrap();
        let games = pairing.games.iter().map(|seat| Game {
            red: seat.red,
            black: seat.black,
            outcome: Some(outcome(&mut chance)),
        });
        history.rounds.push(Round {
            games: games.collect(),
            byes: pairing.bye.into_iter().collect(),
            ..Round::default()
        });
    }
    history
}

/// Pairs out of a hat: fast for fields of any size.
fn drawn(count: u32, rounds: usize) -> History {
    let mut chance = ChaCha8Rng::seed_from_u64(7);
    let mut history = field(count);
    let mut order: Vec<StartNumber> = history.players.iter().map(|player| player.no).collect();
    for _ in 0..rounds {
        for last in (1..order.len()).rev() {
            order.swap(last, chance.next_u32() as usize % (last + 1));
        }
        let games = order.chunks_exact(2).map(|pair| Game {
            red: pair[0],
            black: pair[1],
            outcome: Some(outcome(&mut chance)),
        });
        history.rounds.push(Round {
            games: games.collect(),
            ..Round::default()
        });
    }
    history
}

fn rules() -> Swiss {
    Swiss {
        key: "points".into(),
        name: "积分赛".into(),
        rounds: 11,
        score: Score::default(),
        system: PairingSystem::Xiangqi,
        numbering: Numbering::Lot,
        first_round: FirstRound::Adjacent,
        team_avoidance: TeamAvoidance::Never,
        forfeit_is_met: false,
        first_red: FirstRed::Smaller,
        last_round: LastRound::default(),
        ranking: Ranking {
            keys: vec![
                RankKey::Points,
                RankKey::Opponents,
                RankKey::Wins,
                RankKey::Fouls,
                RankKey::BlackGames,
                RankKey::BlackWins,
                RankKey::Direct,
                RankKey::ReverseTrim,
            ],
            bye_in_opponents: ByeInOpponents::Zero,
            forfeit_in_opponents: true,
            bye_in_progressive: true,
            forfeit_is_win: true,
            bye_is_win: false,
            bye_has_side: false,
            tie: Tie::Shared,
        },
        reporting: Reporting {
            objection_minutes: 10,
            trust_winners: false,
            early_draw_minutes: 15,
            early_draw_moves: 0,
            early_loss_minutes: 0,
        },
        conduct: Conduct {
            forfeit_by: ForfeitBy::Arbiter,
            late_minutes: 10,
            remind_minutes: 0,
            notice_minutes: 0,
            absence_removes: true,
            recorded_tables: 5,
            fouls_lose_game: 2,
        },
        advance: None,
        time_control: "20+5".into(),
    }
}
