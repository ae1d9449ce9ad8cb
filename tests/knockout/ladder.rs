//! The ladder of games of one match, as regulation and rules say it.

use std::collections::BTreeMap;

use proptest::prelude::*;
use qisai::config::{FirstSide, Leg};
use qisai::tournament::Outcome::{
    self, BlackForfeit, BlackWin, BothForfeit, Draw, RedForfeit, RedWin,
};
use qisai::tournament::knockout::Rival::{Better, Other};
use qisai::tournament::knockout::{Decision, Ladder, Played, Rival, Step};

use super::{armageddon, final_legs, games, round_legs, slow, some_games};

/// Plays outcomes down a ladder: lots and choices as given, in turn. Returns who was red in each game and
/// where it ended.
fn play(ladder: Ladder<'_>, outcomes: &[Outcome], decided: &[Rival]) -> (Vec<Rival>, Step) {
    let (mut played, mut sides) = (Vec::new(), BTreeMap::new());
    let (mut outcomes, mut decided) = (outcomes.iter(), decided.iter());
    loop {
        match ladder.step(&played, &sides) {
            Step::Next { red, .. } => match outcomes.next() {
                Some(outcome) => played.push(Played {
                    red,
                    outcome: Some(*outcome),
                }),
                None => break,
            },
            Step::Lot { game } | Step::Choice { game, .. } => match decided.next() {
                Some(red) => {
                    sides.insert(game, *red);
                }
                None => break,
            },
            Step::Playing { .. } | Step::Over(_) => break,
        }
    }
    let step = ladder.step(&played, &sides);
    (played.iter().map(|game| game.red).collect(), step)
}

fn won(rival: Rival) -> Step {
    Step::Over(Decision::Won(rival))
}

#[test]
fn a_round_of_wuhan_climbs_every_rung() {
    let legs = round_legs();
    let ladder = Ladder {
        legs: &legs,
        play_all: true,
    };
    // The better is red first, then the sides change; both games are played although the first is won.
    let (reds, end) = play(ladder, &[RedWin], &[]);
    assert_eq!(
        (reds, end),
        (
            vec![Better],
            Step::Next {
                game: 1,
                red: Other
            }
        )
    );
    assert_eq!(play(ladder, &[RedWin, Draw], &[]).1, won(Better));
    assert_eq!(play(ladder, &[BlackWin, Draw], &[]).1, won(Other));
    // 2-2: one rapid game, sides by lot.
    assert_eq!(
        play(ladder, &[RedWin, RedWin], &[]).1,
        Step::Lot { game: 2 }
    );
    let (reds, end) = play(ladder, &[Draw, Draw, RedWin], &[Other]);
    assert_eq!((reds, end), (vec![Better, Other, Other], won(Other)));
    // The rapid drawn: its black player chooses.
    let (_, end) = play(ladder, &[Draw, Draw, Draw], &[Other]);
    assert_eq!(
        end,
        Step::Choice {
            game: 3,
            by: Better
        }
    );
    let (reds, end) = play(ladder, &[Draw, Draw, Draw, Draw], &[Other, Other]);
    assert_eq!((reds[3], end), (Other, won(Better)));
    let (_, end) = play(ladder, &[Draw, Draw, Draw, RedWin], &[Other, Other]);
    assert_eq!(end, won(Other));
}

#[test]
fn the_final_of_wuhan_is_six_two_one() {
    let legs = final_legs();
    let ladder = Ladder {
        legs: &legs,
        play_all: true,
    };
    let (reds, end) = play(ladder, &[Draw; 6], &[]);
    assert_eq!(reds, [Better, Other, Better, Other, Better, Other]);
    assert_eq!(end, Step::Lot { game: 6 });
    let (reds, end) = play(ladder, &[Draw; 8], &[Other]);
    assert_eq!(reds[6..], [Other, Better]);
    assert_eq!(end, Step::Lot { game: 8 });
    let (_, end) = play(ladder, &[Draw; 9], &[Other, Better]);
    assert_eq!(end, won(Other));
    // Six games although four decided it.
    let (_, end) = play(ladder, &[RedWin, BlackWin, RedWin, BlackWin], &[]);
    assert_eq!(
        end,
        Step::Next {
            game: 4,
            red: Better
        }
    );
    let stopping = Ladder {
        play_all: false,
        ..ladder
    };
    let (_, end) = play(stopping, &[RedWin, BlackWin, RedWin], &[]);
    assert_eq!(
        end,
        Step::Next {
            game: 3,
            red: Other
        }
    );
    let (_, end) = play(stopping, &[RedWin, BlackWin, RedWin, BlackWin], &[]);
    assert_eq!(end, won(Better));
}

#[test]
fn a_match_that_can_still_be_turned_goes_on() {
    let legs = slow(2);
    let ladder = Ladder {
        legs: &legs,
        play_all: false,
    };
    // One game ahead with one to play: 2-2 is possible.
    assert!(matches!(
        play(ladder, &[RedWin], &[]).1,
        Step::Next { game: 1, .. }
    ));
}

#[test]
fn forfeits_count_as_losses_and_decide_the_armageddon() {
    let legs = round_legs();
    let ladder = Ladder {
        legs: &legs,
        play_all: true,
    };
    assert_eq!(play(ladder, &[RedForfeit, Draw], &[]).1, won(Other));
    assert_eq!(
        play(ladder, &[BothForfeit, BothForfeit], &[]).1,
        Step::Lot { game: 2 }
    );
    let up_to = [Draw, Draw, Draw];
    for (last, end) in [
        (BlackForfeit, won(Better)),
        (RedForfeit, won(Other)),
        (BothForfeit, Step::Over(Decision::Nobody)),
    ] {
        let outcomes = [&up_to[..], &[last]].concat();
        assert_eq!(
            play(ladder, &outcomes, &[Better, Better]).1,
            end,
            "{last:?}"
        );
    }
}

#[test]
fn an_open_game_is_waited_for() {
    let legs = round_legs();
    let ladder = Ladder {
        legs: &legs,
        play_all: true,
    };
    let games = games(&[(Better, Some(Draw)), (Other, None)]);
    assert_eq!(
        ladder.step(&games, &BTreeMap::new()),
        Step::Playing { game: 1 }
    );
    assert_eq!(ladder.called_for(&games, &BTreeMap::new()), 2);
}

#[test]
fn the_rungs_have_their_names() {
    let legs = final_legs();
    let ladder = Ladder {
        legs: &legs,
        play_all: true,
    };
    let rung = |game| {
        let rung = ladder.rung(game).expect("a rung");
        (rung.leg, rung.number, rung.of, rung.armageddon)
    };
    assert_eq!(rung(0), (0, 1, 6, false));
    assert_eq!(rung(7), (1, 2, 2, false));
    assert_eq!(rung(8), (2, 1, 1, true));
    assert_eq!(ladder.rung(9), None);
}

#[test]
fn a_lot_may_stand_at_the_very_start() {
    let legs = [Leg::Armageddon {
        first: FirstSide::Lot,
        time_control: String::new(),
    }];
    let ladder = Ladder {
        legs: &legs,
        play_all: false,
    };
    assert_eq!(ladder.step(&[], &BTreeMap::new()), Step::Lot { game: 0 });
    assert_eq!(play(ladder, &[Draw], &[Other]).1, won(Better));
}

const OUTCOMES: [Outcome; 6] = [
    RedWin,
    BlackWin,
    Draw,
    RedForfeit,
    BlackForfeit,
    BothForfeit,
];

/// Any ladder that a regulation may have: legs of games, then one for the draw.
fn any_legs() -> impl Strategy<Value = Vec<Leg>> {
    let first = |at: usize| {
        let all = [
            FirstSide::BetterSeed,
            FirstSide::Lot,
            FirstSide::LastBlackChooses,
        ];
        // Before the first game nobody has had black.
        (0..if at == 0 { 2 } else { 3_usize }).prop_map(move |first| all[first])
    };
    let games = (prop::collection::vec(1_u32..9, 0..4)).prop_flat_map(move |counts| {
        let legs: Vec<_> = counts
            .into_iter()
            .enumerate()
            .map(|(at, count)| first(at).prop_map(move |first| some_games(count, first)))
            .collect();
        legs
    });
    (games, 0..3_usize).prop_map(|(mut legs, last)| {
        let all = [
            FirstSide::BetterSeed,
            FirstSide::Lot,
            FirstSide::LastBlackChooses,
        ];
        let last = if legs.is_empty() { last % 2 } else { last };
        legs.push(armageddon(all[last]));
        legs
    })
}

fn points(red: Rival, outcome: Outcome) -> [u32; 2] {
    let (reds, blacks) = match outcome {
        RedWin | BlackForfeit => (2, 0),
        BlackWin | RedForfeit => (0, 2),
        Draw => (1, 1),
        _ => (0, 0),
    };
    if red == Better {
        [reds, blacks]
    } else {
        [blacks, reds]
    }
}

proptest! {
    /// Of any ladder, whatever happens in it: the match ends, no game too early or too late, the sides as the
    /// legs say.
    #[test]
    fn any_ladder_ends_with_the_sides_as_ruled(
        legs in any_legs(),
        play_all: bool,
        rolls in prop::collection::vec((0..6_usize, any::<bool>()), 60),
    ) {
        let ladder = Ladder { legs: &legs, play_all };
        let (mut played, mut sides) = (Vec::<Played>::new(), BTreeMap::new());
        let (mut asked, mut end) = (Vec::new(), None);
        for _ in 0..200 {
            match ladder.step(&played, &sides) {
                Step::Over(decision) => {
                    end = Some(decision);
                    break;
                }
                Step::Next { game, red } => {
                    prop_assert_eq!(game, played.len());
                    let outcome = Some(OUTCOMES[rolls[game].0]);
                    played.push(Played { red, outcome });
                }
                Step::Lot { game } => {
                    prop_assert_eq!(game, played.len());
                    asked.push((game, None));
                    sides.insert(game, if rolls[game].1 { Better } else { Other });
                }
                Step::Choice { game, by } => {
                    prop_assert_eq!(game, played.len());
                    asked.push((game, Some(by)));
                    sides.insert(game, if rolls[game].1 { Better } else { Other });
                }
                Step::Playing { .. } => unreachable!("every game is over when it is put down"),
            }
        }
        let end = end.expect("the match ends");
        // Leg by leg, counted anew.
        let (mut begin, mut decided) = (0, None);
        for leg in &legs {
            prop_assert!(decided.is_none() || begin >= played.len(), "a leg after the decision");
            if decided.is_some() || begin >= played.len() {
                break;
            }
            let (first, count) = match leg {
                Leg::Games { first, count, .. } => (*first, *count as usize),
                Leg::Armageddon { first, .. } => (*first, 1),
            };
            let of_leg = &played[begin..played.len().min(begin + count)];
            let reds: Vec<Rival> = of_leg.iter().map(|game| game.red).collect();
            for two in reds.windows(2) {
                prop_assert_ne!(two[0], two[1], "sides change from game to game");
            }
            let question = asked.iter().find(|(game, _)| *game == begin);
            match first {
                FirstSide::BetterSeed => {
                    prop_assert_eq!(reds[0], Better);
                    prop_assert!(question.is_none());
                }
                FirstSide::Lot => prop_assert_eq!(question, Some(&(begin, None))),
                FirstSide::LastBlackChooses => {
                    let black = played[begin - 1].red.other();
                    prop_assert_eq!(question, Some(&(begin, Some(black))));
                }
            }
            if question.is_some() {
                prop_assert_eq!(reds[0], sides[&begin]);
            }
            let outcome = |game: &Played| game.outcome.expect("over");
            if let Leg::Armageddon { .. } = leg {
                let game = &of_leg[0];
                decided = Some(match outcome(game) {
                    RedWin | BlackForfeit => Decision::Won(game.red),
                    BlackWin | RedForfeit | Draw => Decision::Won(game.red.other()),
                    _ => Decision::Nobody,
                });
                begin += 1;
                continue;
            }
            let mut lead: i64 = 0;
            for (at, game) in of_leg.iter().enumerate() {
                // It was still to be played: nothing was clear before it.
                let left = i64::try_from(2 * (count - at)).unwrap();
                prop_assert!(play_all || lead.abs() <= left, "a game that changes nothing");
                let [better, other] = points(game.red, outcome(game));
                lead += i64::from(better) - i64::from(other);
            }
            let left = i64::try_from(2 * (count - of_leg.len())).unwrap();
            prop_assert!(left == 0 || !play_all && lead.abs() > left, "a game is missing");
            if lead != 0 {
                decided = Some(Decision::Won(if lead > 0 { Better } else { Other }));
            }
            begin += of_leg.len();
        }
        prop_assert_eq!(decided, Some(end));
        prop_assert_eq!(begin, played.len());
        prop_assert_eq!(ladder.called_for(&played, &sides), played.len());
    }
}
