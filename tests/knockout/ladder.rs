//! The ladder of games of one match, as regulation and rules say it.

use std::collections::BTreeMap;

use qisai::config::{FirstSide, Leg};
use qisai::tournament::Outcome::{
    self, BlackForfeit, BlackWin, BothForfeit, Draw, RedForfeit, RedWin,
};
use qisai::tournament::knockout::Rival::{Better, Other};
use qisai::tournament::knockout::{Decision, Ladder, Played, Rival, Step};

use super::{final_legs, games, round_legs, slow};

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
