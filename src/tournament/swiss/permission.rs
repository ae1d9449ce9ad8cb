use std::collections::BTreeSet;

use super::dossier::Dossier;
use super::pairing::Pair;
use crate::config::{Swiss, TeamAvoidance};

/// Which pairs may be.
pub(super) struct Permission<'a> {
    rules: &'a Swiss,
    forbidden: &'a BTreeSet<Pair>,
    teams_apart: bool,
}

/// Why two players may not meet. A pair with several reasons is barred by the first of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bar {
    /// They have met.
    Met,
    /// An arbiter keeps them apart.
    Forbidden,
    /// They are of one team.
    Teammates,
}

impl<'a> Permission<'a> {
    /// In a round, counted from 1.
    pub(super) fn new(rules: &'a Swiss, forbidden: &'a BTreeSet<Pair>, round: u32) -> Self {
        Permission {
            rules,
            forbidden,
            teams_apart: match rules.team_avoidance {
                TeamAvoidance::Never => false,
                TeamAvoidance::FirstRounds(last) => round <= last,
                TeamAvoidance::Always => true,
            },
        }
    }

    pub(super) fn bar(&self, one: &Dossier, other: &Dossier) -> Option<Bar> {
        if self.have_met(one, other) {
            Some(Bar::Met)
        } else if self.forbidden.contains(&Pair::new(one.no, other.no)) {
            Some(Bar::Forbidden)
        } else if self.teams_apart && one.team.is_some() && one.team == other.team {
            Some(Bar::Teammates)
        } else {
            None
        }
    }

    pub(super) fn have_met(&self, one: &Dossier, other: &Dossier) -> bool {
        one.met.contains_key(&other.no)
            || self.rules.forfeit_is_met && one.forfeited.contains_key(&other.no)
    }

    /// Barred by nothing but having met.
    pub(super) fn is_only_rematch(&self, one: &Dossier, other: &Dossier) -> bool {
        let apart = self.teams_apart && one.team.is_some() && one.team == other.team;
        self.have_met(one, other)
            && !apart
            && !self.forbidden.contains(&Pair::new(one.no, other.no))
    }
}
