use std::cmp::Reverse;

use super::instead::{Instead, Obstacle};
use super::{NAMED, View, WhyBye};
use crate::tournament::StartNumber;
use crate::tournament::swiss::{Dossier, NoPairing};

impl View<'_> {
    pub(super) fn bye(&self, who: StartNumber, exact: bool) -> Result<WhyBye, NoPairing> {
        let vertex = self.vertex(who)?;
        let players = &self.field.players;
        let Some(receiver) = players.get(vertex) else {
            return Err(NoPairing::Unknown(who));
        };
        let by_hand = self.paired.fixed.bye == Some(who);
        let order = |player: &Dossier| (player.byes, player.score, Reverse(player.no));
        let mut rather: Vec<&Dossier> = players
            .iter()
            .filter(|player| order(player) < order(receiver))
            .collect();
        rather.sort_by_key(|player| order(player));
        let mut instead = Vec::new();
        for player in rather.into_iter().take(NAMED) {
            if by_hand || !(exact || self.is_set(player.no)) {
                continue;
            }
            let obstacle = if self.is_set(player.no) {
                Obstacle::SetByHand
            } else {
                let mut fixed = self.paired.fixed.clone();
                fixed.bye = Some(player.no);
                self.compare(&fixed)?
            };
            instead.push(Instead {
                who: player.no,
                opponent: None,
                obstacle,
            });
        }
        Ok(WhyBye {
            who,
            byes: receiver.byes,
            score: receiver.score,
            by_hand,
            instead,
        })
    }
}
