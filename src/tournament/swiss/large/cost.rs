pub(super) use super::super::criteria::Criterion;
use super::super::criteria::Field;
use super::super::dossier::Float;
use crate::tournament::Side;

/// Criteria with weights: what a pair costs.
pub(super) struct Cost<'a> {
    field: &'a Field,
    /// Of each player: with red, with black.
    sides: Vec<[i128; 2]>,
    /// Of the receiver of the bye.
    bye: Vec<i128>,
    /// Between the upper and the lower of two groups.
    steps: Vec<Vec<i128>>,
    /// Of each player: where he is the upper one of a pair across groups, and the lower one.
    floats: Vec<[i128; 2]>,
    pub(super) pattern: i128,
    /// The most that a complete pairing can cost.
    pub(super) most: u128,
}

impl<'a> Cost<'a> {
    /// The first criterion weighs more than all that the later ones can add up to, and so on.
    pub(super) fn new(field: &'a Field, criteria: &[Criterion]) -> Cost<'a> {
        let mut weighted = Vec::with_capacity(criteria.len());
        let mut weight = 1u128;
        for &criterion in criteria.iter().rev() {
            weighted.push((criterion, weight as i128));
            weight *= most(field, criterion) + 1;
        }
        Cost::with_weights(field, &weighted, weight - 1)
    }

    /// For the choice of a few pairs to look at: what is better by itself.
    pub(super) fn of_pairs(field: &'a Field) -> Cost<'a> {
        let weighted = [
            (Criterion::SideLimits, 1 << 70),
            (Criterion::StrongDenied, 1 << 65),
            (Criterion::MildDenied, 1 << 60),
            (Criterion::Pattern, 1),
        ];
        Cost::with_weights(field, &weighted, 0)
    }

    fn with_weights(field: &'a Field, weighted: &[(Criterion, i128)], most: u128) -> Cost<'a> {
        let players = field.players.len();
        let groups = field.scores().len();
        let mut cost = Cost {
            field,
            sides: vec![[0; 2]; players],
            bye: vec![0; players],
            steps: vec![vec![0; groups]; groups],
            floats: vec![[0; 2]; players],
            pattern: 0,
            most,
        };
        for &(criterion, weight) in weighted {
            cost.add(criterion, weight);
        }
        cost
    }

    fn add(&mut self, criterion: Criterion, weight: i128) {
        let field = self.field;
        match criterion {
            Criterion::SideLimits => self.add_flaw(0, weight),
            Criterion::StrongDenied => self.add_flaw(1, weight),
            Criterion::MildDenied => self.add_flaw(2, weight),
            Criterion::ByesBefore => self.add_bye(weight, |player| field.players[player].byes),
            Criterion::ByeScore => self.add_bye(weight, |player| field.players[player].score),
            Criterion::ByeRank => {
                self.add_bye(weight, |player| (field.players.len() - 1 - player) as u64)
            }
            Criterion::Floaters(group) => self.add_steps(group, |_| weight),
            Criterion::Distance(group) => {
                self.add_steps(group, |drop| weight * i128::from(drop.pow(2)));
            }
            Criterion::RepeatedFloats => {
                for (player, floats) in self.floats.iter_mut().enumerate() {
                    match field.last_float(player) {
                        Some(Float::Down) => floats[0] += weight,
                        Some(Float::Up) => floats[1] += weight,
                        None => {}
                    }
                }
            }
            Criterion::Pattern => self.pattern += weight,
        }
    }

    fn add_flaw(&mut self, flaw: usize, weight: i128) {
        for (player, sides) in self.sides.iter_mut().enumerate() {
            for (cost, side) in sides.iter_mut().zip([Side::Red, Side::Black]) {
                *cost += weight * i128::from(self.field.flaws(player, side)[flaw]);
            }
        }
    }

    fn add_bye(&mut self, weight: i128, value: impl Fn(usize) -> u64) {
        for (player, cost) in self.bye.iter_mut().enumerate() {
            *cost += weight * i128::from(value(player));
        }
    }

    fn add_steps(&mut self, upper: usize, value: impl Fn(u64) -> i128) {
        let scores = self.field.scores();
        for lower in upper + 1..scores.len() {
            self.steps[upper][lower] += value(scores[upper] - scores[lower]);
        }
    }

    /// At most what a pair of these groups costs, the upper first; the bye's group comes after all.
    pub(super) fn least(&self, upper: usize, lower: usize) -> i128 {
        self.steps[upper].get(lower).copied().unwrap_or(0)
    }

    /// Of a player: with red, with black.
    pub(super) fn sides(&self, player: usize) -> [i128; 2] {
        self.sides[player]
    }

    /// Of a player: as the upper one of a pair across groups, as the lower one.
    pub(super) fn floats(&self, player: usize) -> [i128; 2] {
        self.floats[player]
    }

    pub(super) fn of(&self, u: usize, v: usize) -> i128 {
        let (u, v) = (u.min(v), u.max(v));
        if self.field.is_bye(v) {
            return self.bye[u];
        }
        let (red, black) = self.field.seated(u, v);
        let mut cost = self.sides[red][0] + self.sides[black][1];
        let (one, other) = (self.field.group(u), self.field.group(v));
        if one != other {
            let (upper, lower) = if one < other { (u, v) } else { (v, u) };
            cost += self.steps[one.min(other)][one.max(other)];
            cost += self.floats[upper][0] + self.floats[lower][1];
        }
        if self.pattern > 0 {
            cost += self.pattern * i128::from(self.field.off_pattern(u, v));
        }
        cost
    }
}

/// At least the largest sum of a criterion over a complete pairing.
pub(super) fn most(field: &Field, criterion: Criterion) -> u128 {
    let players = field.players.len();
    let count = |holds: &dyn Fn(usize) -> bool| (0..players).filter(|&one| holds(one)).count();
    let flawed = |flaw: usize| {
        count(&|player| {
            let sides = [Side::Red, Side::Black];
            sides.iter().any(|&side| field.flaws(player, side)[flaw])
        })
    };
    let size = |group: usize| count(&|player| field.group(player) == group);
    let scores = field.scores();
    let of_receiver = |value: &dyn Fn(usize) -> u64| (0..players).map(value).max().unwrap_or(0);
    match criterion {
        Criterion::SideLimits => flawed(0) as u128,
        Criterion::StrongDenied => flawed(1) as u128,
        Criterion::MildDenied => flawed(2) as u128,
        Criterion::ByesBefore => u128::from(of_receiver(&|player| field.players[player].byes)),
        Criterion::ByeScore => u128::from(of_receiver(&|player| field.players[player].score)),
        Criterion::ByeRank => players as u128,
        Criterion::Floaters(group) => floaters(field, group, size(group)),
        Criterion::Distance(group) => {
            let deepest = scores[group] - scores.last().copied().unwrap_or(0);
            floaters(field, group, size(group)) * u128::from(deepest).pow(2)
        }
        Criterion::RepeatedFloats => count(&|player| field.last_float(player).is_some()) as u128,
        Criterion::Pattern => {
            let largest = (0..scores.len()).map(size).max().unwrap_or(0) as u128;
            players as u128 * largest * largest
        }
    }
}

/// Nobody floats down from the last group.
fn floaters(field: &Field, group: usize, size: usize) -> u128 {
    if group + 1 < field.scores().len() {
        size as u128
    } else {
        0
    }
}
