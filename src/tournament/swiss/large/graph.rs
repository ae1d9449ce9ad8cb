use std::collections::{BTreeSet, HashMap};

use super::super::dossier::Dossier;
use super::super::permission::Permission;

/// Who may meet, by whom each may not: of a large field a player may meet nearly all. The bye, if there is
/// one, is the vertex after the players.
pub(in crate::tournament::swiss) struct Graph {
    /// Of each player: who has been met or is kept apart otherwise, ascending.
    apart: Vec<Vec<u32>>,
    /// Of each player: the team that is kept apart; 0: none.
    team: Vec<u32>,
    /// Players of each team.
    sizes: Vec<usize>,
    may_have_bye: Vec<bool>,
}

impl Graph {
    /// `avoided` are more pairs that may not be, each smaller vertex first.
    pub(in crate::tournament::swiss) fn new(
        players: &[Dossier],
        permission: &Permission<'_>,
        avoided: &BTreeSet<(usize, usize)>,
        may_have_bye: impl Fn(&Dossier) -> bool,
    ) -> Graph {
        let find = |no| {
            let found = players.binary_search_by_key(&no, |player| player.no);
            found.ok().map(|vertex| vertex as u32)
        };
        let met = |player| permission.met(player).filter_map(find).collect();
        let mut apart: Vec<Vec<u32>> = players.iter().map(met).collect();
        for pair in permission.forbidden() {
            if let (Some(one), Some(other)) = (find(pair.smaller()), find(pair.larger())) {
                apart[one as usize].push(other);
                apart[other as usize].push(one);
            }
        }
        let mut may_have_bye: Vec<bool> = players.iter().map(may_have_bye).collect();
        for &(u, v) in avoided {
            if v >= players.len() {
                may_have_bye[u] = false;
            } else {
                apart[u].push(v as u32);
                apart[v].push(u as u32);
            }
        }
        for list in &mut apart {
            list.sort_unstable();
            list.dedup();
        }
        let mut numbers = HashMap::new();
        let mut sizes = vec![0];
        let mut team = Vec::with_capacity(players.len());
        for player in players {
            let number = match &player.team {
                Some(team) if permission.are_teams_apart() => {
                    *numbers.entry(team.as_str()).or_insert_with(|| {
                        sizes.push(0);
                        sizes.len() as u32 - 1
                    })
                }
                _ => 0,
            };
            if number > 0 {
                sizes[number as usize] += 1;
            }
            team.push(number);
        }
        Graph {
            apart,
            team,
            sizes,
            may_have_bye,
        }
    }

    /// Whether everyone may meet at least half of the vertices, which are even in number. By Dirac there is
    /// a cycle through all of them then, and every second step of it is a complete pairing.
    pub(super) fn is_surely_complete(&self, vertices: usize) -> bool {
        let has_bye = vertices > self.team.len();
        let byes = self.may_have_bye.iter().filter(|&&may| may).count();
        let is_rich = |player: usize| {
            let mates = self.sizes[self.team[player] as usize].saturating_sub(1);
            let bye = usize::from(has_bye && !self.may_have_bye[player]);
            2 * (self.apart[player].len() + mates + bye + 1) <= vertices
        };
        (!has_bye || 2 * byes >= vertices) && (0..self.team.len()).all(is_rich)
    }

    /// Two vertices.
    pub(in crate::tournament::swiss) fn allows(&self, u: usize, v: usize) -> bool {
        let (u, v) = (u.min(v), u.max(v));
        if v >= self.team.len() {
            return self.may_have_bye[u];
        }
        let are_teammates = self.team[u] != 0 && self.team[u] == self.team[v];
        !are_teammates && self.apart[u].binary_search(&(v as u32)).is_err()
    }
}
