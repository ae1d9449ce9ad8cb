//! Thousands of events played at random: the program's tables against the oracle's. What the two have in
//! common is the translation here.

use std::collections::BTreeSet;

use qisai::config::{ByeInOpponents, RankKey, Ranking, Score, ShortTeam, TeamScoring, Tie};
use qisai::tournament::standings::{Value, standings_among, unfold_among};
use qisai::tournament::team::team_standings;
use qisai::tournament::{Game, History, Outcome, Player, Round, StartNumber};

use super::oracle::{End, Entrant, Event, Happened, Key, Oracle, Rules, Scoring, teams};
use crate::random_event::Dice;

const KEYS: [(Key, RankKey); 14] = [
    (Key::Points, RankKey::Points),
    (Key::Opponents, RankKey::Opponents),
    (Key::Progressive, RankKey::Progressive),
    (Key::Wins, RankKey::Wins),
    (Key::Fouls, RankKey::Fouls),
    (Key::BlackGames, RankKey::BlackGames),
    (Key::BlackWins, RankKey::BlackWins),
    (Key::ReverseTrim, RankKey::ReverseTrim),
    (Key::ForwardTrim, RankKey::ForwardTrim),
    (Key::Direct, RankKey::Direct),
    (Key::Median, RankKey::Median),
    (Key::Rating, RankKey::Rating),
    (Key::Number, RankKey::StartNumber),
    (Key::Lot, RankKey::Lot),
];

/// Pairs out of a hat, with byes, leaves, forfeits, late entries, withdrawals, second meetings, annulled
/// games, and games that are not over in the last round.
fn event(dice: &mut Dice) -> Event {
    let count = 1 + dice.roll(9);
    let rounds = dice.roll(7);
    let mut number = 0;
    let mut event = Event::default();
    let mut stay = Vec::new();
    for _ in 0..count {
        number += 1 + i64::from(dice.percent(15));
        event.players.push(Entrant {
            number,
            team: dice.percent(70).then(|| dice.roll(3)),
            rating: dice.percent(60).then(|| 1000 + small(dice.roll(4))),
            fouls: small(dice.roll(6)).saturating_sub(4).max(0),
        });
        let first = if dice.percent(12) {
            dice.roll(rounds + 1)
        } else {
            0
        };
        let last = if dice.percent(12) {
            dice.roll(rounds + 1)
        } else {
            rounds
        };
        stay.push(first..last);
    }
    for round in 0..rounds {
        let mut happened = Vec::new();
        let mut there = Vec::new();
        for (who, stay) in stay.iter().enumerate() {
            if stay.contains(&round) {
                there.push(who);
            } else if round < stay.start && dice.percent(60) {
                happened.push(Happened::Stated(who, small(dice.roll(3))));
            }
        }
        dice.shuffle(&mut there);
        while let Some(red) = there.pop() {
            if dice.percent(6) {
                happened.push(Happened::Leave(red));
                continue;
            }
            if dice.percent(2) {
                happened.push(Happened::Walkover(red));
                continue;
            }
            let Some(black) = there.pop() else {
                happened.push(Happened::Bye(red));
                continue;
            };
            if dice.percent(3) {
                happened.push(Happened::Annulled { red, black });
                continue;
            }
            let end = match dice.roll(20) {
                0 => End::RedStayedAway,
                1 => End::BlackStayedAway,
                2 => End::NobodyCame,
                3 => End::BothLost,
                4..8 => End::BlackWon,
                8..13 => End::RedWon,
                13 if round + 1 == rounds => End::NotOver,
                _ => End::Drawn,
            };
            happened.push(Happened::Game { red, black, end });
        }
        event.rounds.push(happened);
    }
    for _ in 0..dice.roll(3) {
        let mut lot: Vec<usize> = (0..count).filter(|_| dice.percent(90)).collect();
        dice.shuffle(&mut lot);
        event.lots.push(lot);
    }
    event
}

fn rules(dice: &mut Dice) -> Rules {
    let mut keys = KEYS.map(|(key, _)| key).to_vec();
    dice.shuffle(&mut keys);
    keys.truncate(1 + dice.roll(7));
    // What tells everyone apart comes last, or nothing else decides anything.
    keys.sort_by_key(|key| matches!(key, Key::Number | Key::Lot | Key::Rating));
    let usual = dice.percent(50);
    Rules {
        win: if usual { 2 } else { 3 },
        draw: 1,
        loss: 0,
        bye: if usual { 2 } else { small(dice.roll(3)) },
        forfeit_win: if usual { 2 } else { 1 + small(dice.roll(3)) },
        leave: small(dice.roll(2)),
        keys,
        bye_adds_lowest: dice.percent(50),
        forfeit_adds_opponent: dice.percent(50),
        bye_in_progressive: dice.percent(50),
        forfeit_win_is_win: dice.percent(50),
        bye_is_win: dice.percent(50),
        bye_has_side: dice.percent(50),
        lot_at_the_end: dice.percent(50),
    }
}

fn small(number: usize) -> i64 {
    i64::try_from(number).expect("small")
}

fn whole(number: i64) -> u32 {
    u32::try_from(number).expect("no less than 0")
}

/// The event as the program has it.
fn history(event: &Event) -> History {
    let no = |who: usize| StartNumber(whole(event.players[who].number));
    let players = event.players.iter().map(|one| Player {
        no: StartNumber(whole(one.number)),
        team: one.team.map(|team| format!("team {team}")),
        rating: one.rating.map(whole),
        fouls: whole(one.fouls),
    });
    let rounds = event.rounds.iter().map(|happened| {
        let mut round = Round::default();
        for one in happened {
            match *one {
                Happened::Game { red, black, end } => round.games.push(Game {
                    red: no(red),
                    black: no(black),
                    outcome: match end {
                        End::RedWon => Some(Outcome::RedWin),
                        End::BlackWon => Some(Outcome::BlackWin),
                        End::Drawn => Some(Outcome::Draw),
                        End::BothLost => Some(Outcome::BothLose),
                        End::RedStayedAway => Some(Outcome::RedForfeit),
                        End::BlackStayedAway => Some(Outcome::BlackForfeit),
                        End::NobodyCame => Some(Outcome::BothForfeit),
                        End::NotOver => None,
                    },
                }),
                Happened::Annulled { red, black } => round.annulled.push(Game {
                    red: no(red),
                    black: no(black),
                    outcome: Some(Outcome::RedWin),
                }),
                Happened::Bye(who) => drop(round.byes.insert(no(who))),
                Happened::Leave(who) => drop(round.absent.insert(no(who))),
                Happened::Stated(who, points) => {
                    round.granted.insert(no(who), whole(points));
                }
                Happened::Walkover(who) => drop(round.walkovers.insert(no(who))),
            }
        }
        round
    });
    History {
        players: players.collect(),
        rounds: rounds.collect(),
        lots: event
            .lots
            .iter()
            .map(|lot| lot.iter().map(|&who| no(who)).collect())
            .collect(),
    }
}

fn settings(rules: &Rules) -> (Score, Ranking) {
    let key = |key: &Key| {
        let mut pairs = KEYS.iter();
        pairs.find(|(own, _)| own == key).expect("known").1
    };
    let score = Score {
        win: whole(rules.win),
        draw: whole(rules.draw),
        loss: whole(rules.loss),
        bye: whole(rules.bye),
        forfeit_win: whole(rules.forfeit_win),
        absence: whole(rules.leave),
    };
    let ranking = Ranking {
        keys: rules.keys.iter().map(key).collect(),
        bye_in_opponents: if rules.bye_adds_lowest {
            ByeInOpponents::Lowest
        } else {
            ByeInOpponents::Zero
        },
        forfeit_in_opponents: rules.forfeit_adds_opponent,
        bye_in_progressive: rules.bye_in_progressive,
        forfeit_is_win: rules.forfeit_win_is_win,
        bye_is_win: rules.bye_is_win,
        bye_has_side: rules.bye_has_side,
        tie: if rules.lot_at_the_end {
            Tie::Lot
        } else {
            Tie::Shared
        },
    };
    (score, ranking)
}

/// A figure as the oracle has it: more is better, whatever the key.
fn as_merit(key: Key, value: &Value) -> Option<Vec<i64>> {
    match value {
        Value::Nothing => None,
        Value::Trim(steps) => Some(steps.iter().map(|&step| i64::from(step)).collect()),
        Value::Number(number) => Some(vec![match key {
            Key::Fouls | Key::Number | Key::Lot => -i64::from(*number),
            _ => i64::from(*number),
        }]),
    }
}

#[test]
fn agrees_with_the_oracle_on_thousands_of_events() {
    for seed in 0..5000 {
        let mut dice = Dice::new(seed);
        let (event, rules) = (event(&mut dice), rules(&mut dice));
        let oracle = Oracle {
            event: &event,
            rules: &rules,
        };
        let (history, (score, ranking)) = (history(&event), settings(&rules));
        let whom = |no: StartNumber| {
            let mut players = event.players.iter();
            players
                .position(|one| whole(one.number) == no.0)
                .expect("a player")
        };
        let mut section: Vec<usize> = (0..event.players.len()).collect();
        if seed % 2 == 0 {
            section.retain(|_| dice.percent(75));
        }
        let among: BTreeSet<StartNumber> = section
            .iter()
            .map(|&who| StartNumber(whole(event.players[who].number)))
            .collect();
        let table = standings_among(&history, &score, &ranking, &among);
        let places: Vec<_> = table
            .iter()
            .map(|row| (whom(row.no), i64::from(row.rank), row.shared))
            .collect();
        assert_eq!(
            places,
            oracle.table(&section),
            "seed {seed}: {event:?} {rules:?}"
        );

        for row in &table {
            let who = whom(row.no);
            assert_eq!(
                i64::from(row.tally.points),
                oracle.points(who),
                "seed {seed}"
            );
            for (at, (key, value)) in row.values.iter().enumerate() {
                let own = rules.keys[at];
                let groups = oracle.groups(&section, &rules.keys[..at]);
                let level = groups.iter().find(|group| group.contains(&who));
                let expected = oracle.merit(own, who, level.expect("a group"));
                assert_eq!(
                    as_merit(own, value),
                    expected,
                    "seed {seed}: {key:?} of {}",
                    row.no
                );
                // The sum behind it adds up.
                let terms = unfold_among(&history, &score, &ranking, &among, row.no, *key);
                let sum = terms.iter().map(|term| term.amount).sum::<u32>();
                match value {
                    Value::Number(number) => assert_eq!(sum, *number, "seed {seed}: {key:?}"),
                    Value::Trim(steps) => {
                        assert_eq!(sum, steps.first().copied().unwrap_or(0), "seed {seed}");
                    }
                    Value::Nothing => assert!(terms.is_empty(), "seed {seed}: {key:?}"),
                }
            }
        }
    }
}

#[test]
fn teams_agree_with_the_oracle() {
    for seed in 0..1500 {
        let mut dice = Dice::new(1_000_000 + seed);
        let (event, rules) = (event(&mut dice), rules(&mut dice));
        let oracle = Oracle {
            event: &event,
            rules: &rules,
        };
        let (history, (score, ranking)) = (history(&event), settings(&rules));
        let everyone = history.players.iter().map(|player| player.no).collect();
        let table = standings_among(&history, &score, &ranking, &everyone);
        let team_of = |no: StartNumber| {
            let mut players = history.players.iter();
            players.find(|player| player.no == no)?.team.as_deref()
        };
        let size = dice.percent(60).then(|| 1 + dice.roll(3));
        let counts = dice.percent(50);
        for (scoring, own) in [
            (TeamScoring::PointsThenBestRank, Scoring::PointsThenBestRank),
            (
                TeamScoring::PointsThenBestPoints,
                Scoring::PointsThenBestPoints,
            ),
            (TeamScoring::Ranks, Scoring::Ranks),
        ] {
            let short = if counts {
                ShortTeam::CountsLast
            } else {
                ShortTeam::Unranked
            };
            let members = size.map(|size| u32::try_from(size).expect("few"));
            let mut rows: Vec<_> = team_standings(&table, team_of, scoring, members, short)
                .into_iter()
                .map(|row| {
                    let name = row.team.strip_prefix("team ").expect("a team");
                    let place = row.rank.map(i64::from);
                    let (points, ranks) = (i64::from(row.points), i64::from(row.ranks));
                    (
                        name.parse::<usize>().expect("a number"),
                        place,
                        points,
                        ranks,
                    )
                })
                .collect();
            rows.sort_unstable();
            assert_eq!(
                rows,
                teams(&oracle, own, size, counts),
                "seed {seed} {scoring:?}"
            );
        }
    }
}
