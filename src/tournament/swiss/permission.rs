use std::collections::BTreeSet;

use super::criteria::freed;
use super::dossier::Dossier;
use super::pairing::Pair;
use crate::config::{Swiss, TeamAvoidance};
use crate::tournament::StartNumber;

/// Which pairs may be.
pub(super) struct Permission<'a> {
    rules: &'a Swiss,
    forbidden: &'a BTreeSet<Pair>,
    teams_apart: bool,
}

/// Why two players may not meet. In the order in which they are named.
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
            teams_apart: !freed(rules, round).frees_teams
                && match rules.team_avoidance {
                    TeamAvoidance::Never => false,
                    TeamAvoidance::FirstRounds(last) => round <= last,
                    TeamAvoidance::Always => true,
                },
        }
    }

    /// The first reason why two players may not meet.
    pub(super) fn bar(&self, one: &Dossier, other: &Dossier) -> Option<Bar> {
        if self.have_met(one, other) {
            Some(Bar::Met)
        } else if self.are_forbidden(one, other) {
            Some(Bar::Forbidden)
        } else if self.are_teammates(one, other) {
            Some(Bar::Teammates)
        } else {
            None
        }
    }

    /// All of them.
    pub(super) fn bars(&self, one: &Dossier, other: &Dossier) -> Vec<Bar> {
        [
            (self.have_met(one, other), Bar::Met),
            (self.are_forbidden(one, other), Bar::Forbidden),
            (self.are_teammates(one, other), Bar::Teammates),
        ]
        .into_iter()
        .filter_map(|(holds, bar)| holds.then_some(bar))
        .collect()
    }

    pub(super) fn have_met(&self, one: &Dossier, other: &Dossier) -> bool {
        one.met.contains_key(&other.no)
            || self.rules.forfeit_is_met && one.forfeited.contains_key(&other.no)
    }

    /// Whom a player does not meet for having met them.
    pub(super) fn met<'b>(&self, one: &'b Dossier) -> impl Iterator<Item = StartNumber> + use<'b> {
        let forfeited = self.rules.forfeit_is_met.then_some(&one.forfeited);
        let forfeited = forfeited.into_iter().flat_map(|games| games.keys());
        one.met.keys().chain(forfeited).copied()
    }

    /// Pairs an arbiter keeps apart.
    pub(super) fn forbidden(&self) -> &BTreeSet<Pair> {
        self.forbidden
    }

    pub(super) fn are_teams_apart(&self) -> bool {
        self.teams_apart
    }

    fn are_forbidden(&self, one: &Dossier, other: &Dossier) -> bool {
        self.forbidden.contains(&Pair::new(one.no, other.no))
    }

    fn are_teammates(&self, one: &Dossier, other: &Dossier) -> bool {
        self.teams_apart && one.team.is_some() && one.team == other.team
    }
}
