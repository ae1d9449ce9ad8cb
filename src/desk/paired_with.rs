//! What a round was paired with: so that it is judged by that, and not by what is set or corrected later.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::field::Field;
use super::proposal::Basis;
use super::{Halt, Turn};
use crate::config::{FirstRed, FirstRound, LastRound, PairingSystem, Score, Swiss, TeamAvoidance};
use crate::store::paired_with;
use crate::tournament::swiss::Pair;
use crate::tournament::{Game, History, Outcome, StartNumber};

/// Settings, orders and results at the time of the pairing. Players by start number.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct PairedWith {
    rounds: u32,
    score: Score,
    system: PairingSystem,
    first_round: FirstRound,
    first_red: FirstRed,
    team_avoidance: TeamAvoidance,
    forfeit_is_met: bool,
    last_round: LastRound,
    forbidden: Vec<(u32, u32)>,
    /// Of each round before: red, black, outcome.
    games: Vec<Vec<(u32, u32, Option<Outcome>)>>,
}

impl PairedWith {
    /// As it is now.
    pub(super) fn now(turn: &Turn<'_>, field: &Field, basis: &Basis) -> PairedWith {
        let rules = turn.swiss();
        let game = |game: &Game| (game.red.0, game.black.0, game.outcome);
        let rounds = field.history.rounds.iter();
        let forbidden = basis.forbidden.iter();
        PairedWith {
            rounds: rules.rounds,
            score: rules.score,
            system: rules.system,
            first_round: rules.first_round,
            first_red: rules.first_red,
            team_avoidance: rules.team_avoidance,
            forfeit_is_met: rules.forfeit_is_met,
            last_round: rules.last_round,
            forbidden: forbidden
                .map(|pair| (pair.smaller().0, pair.larger().0))
                .collect(),
            games: rounds
                .map(|round| round.games.iter().map(game).collect())
                .collect(),
        }
    }

    /// Keeps it beside a round.
    pub(super) fn save(&self, turn: &Turn<'_>, round: i64) -> Result<(), Halt> {
        paired_with::save(turn.tx, round, &serde_json::to_string(self)?)?;
        Ok(())
    }

    /// What is kept beside a round; `None` for one of a time when it was not.
    pub(super) fn of(turn: &Turn<'_>, round: i64) -> Result<Option<PairedWith>, Halt> {
        let kept = paired_with::of_round(turn.tx, round)?;
        Ok(kept.map(|kept| serde_json::from_str(&kept)).transpose()?)
    }

    /// The settings then; what does not concern pairing is as today.
    pub(super) fn rules(&self, today: &Swiss) -> Swiss {
        Swiss {
            rounds: self.rounds,
            score: self.score,
            system: self.system,
            first_round: self.first_round,
            first_red: self.first_red,
            team_avoidance: self.team_avoidance,
            forfeit_is_met: self.forfeit_is_met,
            last_round: self.last_round,
            ..today.clone()
        }
    }

    pub(super) fn forbidden(&self) -> BTreeSet<Pair> {
        let pairs = self.forbidden.iter();
        pairs
            .map(|&(one, other)| Pair::new(StartNumber(one), StartNumber(other)))
            .collect()
    }

    /// The rounds before as they stood then: their games and results.
    pub(super) fn history(&self, mut today: History) -> History {
        for (round, games) in today.rounds.iter_mut().zip(&self.games) {
            let games = games.iter().map(|&(red, black, outcome)| Game {
                red: StartNumber(red),
                black: StartNumber(black),
                outcome,
            });
            round.games = games.collect();
        }
        today
    }
}
