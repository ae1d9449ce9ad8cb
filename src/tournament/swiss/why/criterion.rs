use serde::{Deserialize, Serialize};

use crate::tournament::swiss::{GroupCost, Vector};

/// What a [`Vector`] compares, by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Criterion {
    SideLimits,
    ByesBefore,
    ByeScore,
    ByeRank,
    /// Players of the group with this score who meet fewer points.
    Floaters {
        score: u64,
    },
    /// How far they drop, squared.
    Distance {
        score: u64,
    },
    StrongDenied,
    MildDenied,
    RepeatedFloats,
    Pattern,
}

/// Where two vectors first differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub struct Difference {
    pub criterion: Criterion,
    /// Of the one, and of the other.
    pub one: u64,
    pub other: u64,
}

/// The first difference of two vectors over score groups of these scores; `None`: they are equal.
pub(super) fn difference(one: &Vector, other: &Vector, scores: &[u64]) -> Option<Difference> {
    let named = |vector: &Vector| -> Vec<(Criterion, u64)> {
        let Vector {
            side_limits,
            byes_before,
            bye_score,
            bye_rank,
            groups,
            strong_denied,
            mild_denied,
            repeated_floats,
            pattern,
        } = vector;
        let group = |(&score, cost): (&u64, &GroupCost)| {
            [
                (Criterion::Floaters { score }, cost.floaters),
                (Criterion::Distance { score }, cost.distance),
            ]
        };
        let mut list = vec![
            (Criterion::SideLimits, *side_limits),
            (Criterion::ByesBefore, *byes_before),
            (Criterion::ByeScore, *bye_score),
            (Criterion::ByeRank, *bye_rank),
        ];
        list.extend(scores.iter().zip(groups).flat_map(group));
        list.extend([
            (Criterion::StrongDenied, *strong_denied),
            (Criterion::MildDenied, *mild_denied),
            (Criterion::RepeatedFloats, *repeated_floats),
            (Criterion::Pattern, *pattern),
        ]);
        list
    };
    named(one)
        .into_iter()
        .zip(named(other))
        .find(|((_, one), (_, other))| one != other)
        .map(|((criterion, one), (_, other))| Difference {
            criterion,
            one,
            other,
        })
}
