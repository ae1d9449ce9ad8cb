use std::collections::BTreeSet;

use super::dossier::{Dossier, dossiers};
use super::pairing::{Pair, Seat};
use super::past::{Past, pasts};
use super::permission::{Bar, Permission};
use crate::config::Swiss;
use crate::tournament::{History, Side, StartNumber};

/// What a seat or a bye breaks, with the earlier rounds that make it so.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Breach {
    /// The two have met. `swapped`: with the other sides.
    Rematch {
        seat: Seat,
        round: u32,
        swapped: bool,
    },
    /// An arbiter keeps the two apart.
    Forbidden { seat: Seat },
    /// The two are of one team, which the event keeps apart in this round.
    Teammates { seat: Seat, team: String },
    /// Plays a side a third time running: the two rounds before.
    ThirdRunning {
        who: StartNumber,
        side: Side,
        rounds: Vec<u32>,
    },
    /// Reaches a surplus of three with a side: the rounds with that side so far.
    SurplusOfThree {
        who: StartNumber,
        side: Side,
        rounds: Vec<u32>,
    },
    /// Gets a bye again: the rounds of those before.
    AnotherBye { who: StartNumber, rounds: Vec<u32> },
}

impl Breach {
    /// A pair that can never be, by the rules; the others are limits that the pairing keeps if it can.
    pub fn is_hard(&self) -> bool {
        matches!(
            self,
            Breach::Rematch { .. } | Breach::Forbidden { .. } | Breach::Teammates { .. }
        )
    }

    /// Whom it is about.
    pub fn players(&self) -> Vec<StartNumber> {
        match self {
            Breach::Rematch { seat, .. }
            | Breach::Forbidden { seat }
            | Breach::Teammates { seat, .. } => vec![seat.red, seat.black],
            Breach::ThirdRunning { who, .. }
            | Breach::SurplusOfThree { who, .. }
            | Breach::AnotherBye { who, .. } => vec![*who],
        }
    }
}

/// Everything that a next round breaks, in the order of its tables, the byes last.
pub fn breaches(
    history: &History,
    rules: &Swiss,
    forbidden: &BTreeSet<Pair>,
    games: &[Seat],
    byes: &[StartNumber],
) -> Vec<Breach> {
    let known: BTreeSet<StartNumber> = history.players.iter().map(|player| player.no).collect();
    let players = dossiers(history, &known, &rules.score).unwrap_or_default();
    let find = |no: StartNumber| {
        let found = players.binary_search_by_key(&no, |player| player.no);
        found.ok().and_then(|index| players.get(index))
    };
    let pasts = pasts(history);
    let nothing = Past::default();
    let past = |no: StartNumber| pasts.get(&no).unwrap_or(&nothing);
    let round = u32::try_from(history.rounds.len()).map_or(u32::MAX, |rounds| rounds + 1);
    let permission = Permission::new(rules, forbidden, round);

    let mut found = Vec::new();
    for &seat in games {
        let (Some(red), Some(black)) = (find(seat.red), find(seat.black)) else {
            continue;
        };
        found.extend(of_pair(
            &permission,
            rules,
            past(seat.red),
            seat,
            red,
            black,
        ));
        for (player, side) in [(red, Side::Red), (black, Side::Black)] {
            found.extend(of_side(player, past(player.no), side));
        }
    }
    for &who in byes {
        let rounds = past(who).byes.clone();
        if !rounds.is_empty() {
            found.push(Breach::AnotherBye { who, rounds });
        }
    }
    found
}

/// A pair may be barred for several reasons, and each is named.
fn of_pair(
    permission: &Permission,
    rules: &Swiss,
    past: &Past,
    seat: Seat,
    red: &Dossier,
    black: &Dossier,
) -> Vec<Breach> {
    let reasons = permission.bars(red, black).into_iter();
    reasons
        .filter_map(|bar| match bar {
            Bar::Met => {
                let meeting = past.meeting(black.no, rules.forfeit_is_met)?;
                Some(Breach::Rematch {
                    seat,
                    round: meeting.round,
                    swapped: meeting.side == Side::Black,
                })
            }
            Bar::Forbidden => Some(Breach::Forbidden { seat }),
            Bar::Teammates => Some(Breach::Teammates {
                seat,
                team: red.team.clone().unwrap_or_default(),
            }),
        })
        .collect()
}

fn of_side(player: &Dossier, past: &Past, side: Side) -> Vec<Breach> {
    let who = player.no;
    let mut found = Vec::new();
    if player.is_third_running(side) {
        let mut rounds: Vec<u32> = past.played().take(2).map(|game| game.round).collect();
        rounds.reverse();
        found.push(Breach::ThirdRunning { who, side, rounds });
    }
    if player.is_surplus_of_three(side) {
        let rounds = past.rounds_as(side);
        found.push(Breach::SurplusOfThree { who, side, rounds });
    }
    found
}
