use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::card::{Card, cards};
use super::deadlock::Deadlocked;
use super::field::{Field, Terms};
use super::rounds;
use crate::config::{FirstRed, Swiss, TeamAvoidance};
use crate::tournament::swiss::{Concern, Fixed, NoPairing, Pair, Pairing, Seat, Vector, Warning};
use crate::tournament::{History, Side, StartNumber};

/// Pairs the next round of a points stage by the Dutch system. A game without an outcome counts as met
/// and played, and for no points.
///
/// `active` are the players of the next round, `forbidden` the pairs an arbiter keeps apart; rules that
/// are not of the Dutch system are left alone but for the points, the number of rounds, whether a forfeit
/// counts as having met, teams to be kept apart, and who has red first. `first_side` is the side drawn for
/// the first player in round 1; if it is not given, it is taken from the first games, else from the rules.
///
/// The vector of the pairing is empty: its criteria are not those of the Dutch system.
pub fn pair(
    history: &History,
    active: &BTreeSet<StartNumber>,
    rules: &Swiss,
    forbidden: &BTreeSet<Pair>,
    first_side: Option<Side>,
) -> Result<Pairing, NoPairing> {
    let fixed = Fixed::default();
    pair_around(history, active, rules, forbidden, &fixed, first_side)
}

/// The same with boards set by hand: those who sit at them, and who has the bye by hand, are left out of
/// the brackets.
pub fn pair_around(
    history: &History,
    active: &BTreeSet<StartNumber>,
    rules: &Swiss,
    forbidden: &BTreeSet<Pair>,
    fixed: &Fixed,
    first_side: Option<Side>,
) -> Result<Pairing, NoPairing> {
    if active.len() < 2 {
        return Err(NoPairing::TooFew(active.len()));
    }
    let mut cards = cards(history, active, &rules.score).map_err(NoPairing::Unknown)?;
    let mut take = |no: StartNumber| {
        let place = cards.iter().position(|card| card.no == no);
        let place = place.ok_or(NoPairing::NotFixable(no))?;
        Ok(cards.remove(place))
    };
    let mut tables = Vec::new();
    for seat in &fixed.games {
        tables.push((take(seat.red)?, take(seat.black)?));
    }
    if let Some(no) = fixed.bye {
        take(no)?;
        if active.len().is_multiple_of(2) {
            return Err(NoPairing::NotFixable(no));
        }
    }
    let apart = kept_apart(history, active, rules);
    let barred: BTreeSet<Pair> = forbidden.union(&apart).copied().collect();
    let field = Field::new(cards, &terms(history, rules, &barred, first_side));
    let complete = rounds::pair(&field).map_err(|deficit| {
        let none = Deadlocked {
            history,
            active,
            rules,
            forbidden,
            fixed,
            field: &field,
        };
        NoPairing::Impossible(none.explain(&deficit))
    })?;
    for (u, v) in complete.pairs {
        let [one, other] = [u, v].map(|player| field.cards[player].clone());
        tables.push(match field.side(u, v) {
            Side::Red => (one, other),
            Side::Black => (other, one),
        });
    }
    let bye = complete.bye.map(|player| field.cards[player].no);
    Ok(publish(tables, bye.or(fixed.bye)))
}

/// What the cards do not tell of the next round.
pub(super) fn terms<'a>(
    history: &History,
    rules: &Swiss,
    forbidden: &'a BTreeSet<Pair>,
    first_side: Option<Side>,
) -> Terms<'a> {
    let rounds = u32::try_from(history.rounds.len()).unwrap_or(u32::MAX);
    let is_last = rounds.saturating_add(1) >= rules.rounds;
    let most = rounds.saturating_mul(rules.score.win.max(rules.score.draw));
    let by_rules = match rules.first_red {
        FirstRed::Smaller => Side::Red,
        FirstRed::Larger => Side::Black,
    };
    Terms {
        initial: first_side
            .or_else(|| side_of_first(history))
            .unwrap_or(by_rules),
        topscorers_above: is_last.then_some(most / 2),
        forbidden,
    }
}

/// Pairs that the regulation bars, and not the Dutch system.
pub(super) fn kept_apart(
    history: &History,
    active: &BTreeSet<StartNumber>,
    rules: &Swiss,
) -> BTreeSet<Pair> {
    let rounds = u32::try_from(history.rounds.len()).unwrap_or(u32::MAX);
    let mut apart = BTreeSet::new();
    if rules.forfeit_is_met {
        let games = history.rounds.iter().flat_map(|round| &round.games);
        apart.extend(games.map(|game| Pair::new(game.red, game.black)));
    }
    let teams_apart = match rules.team_avoidance {
        TeamAvoidance::Never => false,
        TeamAvoidance::FirstRounds(last) => rounds < last,
        TeamAvoidance::Always => true,
    };
    if teams_apart {
        let players: Vec<_> = history
            .players
            .iter()
            .filter(|player| player.team.is_some() && active.contains(&player.no))
            .collect();
        for (index, one) in players.iter().enumerate() {
            let mates = players[index + 1..]
                .iter()
                .filter(|other| other.team == one.team);
            apart.extend(mates.map(|other| Pair::new(one.no, other.no)));
        }
    }
    apart
}

/// The side that the first player had in the first round with games, or would have had.
fn side_of_first(history: &History) -> Option<Side> {
    let first = history
        .rounds
        .iter()
        .position(|round| !round.games.is_empty())?;
    let past = &history.rounds[..=first];
    let games = &history.rounds[first].games;
    let entered = history
        .players
        .iter()
        .filter(|player| past.iter().any(|round| round.pairs(player.no)));
    entered.zip(0..).find_map(|(player, index)| {
        let side = games.iter().find_map(|game| game.side_of(player.no))?;
        Some(if index % 2 == 0 { side } else { side.other() })
    })
}

/// Tables of red and black.
fn publish(mut tables: Vec<(Card, Card)>, bye: Option<StartNumber>) -> Pairing {
    tables.sort_by_key(|(red, black)| {
        let place = |card: &Card| (Reverse(card.score), card.rank);
        let (higher, lower) = (place(red).min(place(black)), place(red).max(place(black)));
        (higher.0, lower.0, higher.1)
    });
    let mut games = Vec::with_capacity(tables.len());
    let mut warnings = Vec::new();
    for (red, black) in tables {
        games.push(Seat {
            red: red.no,
            black: black.no,
        });
        for (card, side) in [(red, Side::Red), (black, Side::Black)] {
            let mut warn = |why| warnings.push(Warning { who: card.no, why });
            if card.is_third_running(side) {
                warn(Concern::ThirdRunning(side));
            }
            if card.is_out_of_balance(side) {
                warn(Concern::SurplusOfThree(side));
            }
        }
    }
    warnings.sort_unstable();
    Pairing {
        games,
        bye,
        warnings,
        vector: Vector::default(),
    }
}
