use std::collections::BTreeMap;

use super::game::{Meeting, meeting};
use super::{Mark, Trf};
use crate::config::Score;
use crate::tournament::{History, Player, Round, StartNumber};

impl Trf {
    /// What pairing and ranking know of the file up to a round. U and F are byes; H gives the points of a
    /// draw, to the ranking as a bye, and is none where the next one is given; + without an opponent is a win by forfeit; Z and - are absences. Fouls and
    /// lots are not in the file.
    pub fn history(&self, rounds: u32, score: &Score) -> History {
        let teams = self.teams_by_player();
        let players = self.players.iter().map(|player| Player {
            no: player.no,
            team: teams.get(&player.no).cloned(),
            rating: player.rating,
            fouls: 0,
        });
        History {
            players: players.collect(),
            rounds: (1..=rounds).map(|round| self.round(round, score)).collect(),
            lots: Vec::new(),
        }
    }

    /// The team of each player who has one.
    pub fn teams_by_player(&self) -> BTreeMap<StartNumber, String> {
        let members = self.teams.iter().flat_map(|team| {
            let players = team.players.iter();
            players.map(|&no| (no, team.name.clone()))
        });
        members.collect()
    }

    fn round(&self, number: u32, score: &Score) -> Round {
        let mut round = Round::default();
        let mut games = BTreeMap::new();
        for player in &self.players {
            let no = player.no;
            let Some(entry) = self.entry(no, number) else {
                continue;
            };
            if let Some(opponent) = entry.opponent {
                // The reader has seen to it that there is no flaw.
                match meeting(self, no, entry, opponent, number) {
                    Ok(Meeting::Game(game)) => {
                        games.insert(pair(no, opponent), game);
                    }
                    Ok(Meeting::Absent) | Err(_) => {
                        round.absent.insert(no);
                    }
                }
                continue;
            }
            match entry.mark {
                Some(Mark::FullBye | Mark::PairingBye) => {
                    round.byes.insert(no);
                }
                Some(Mark::HalfBye) => {
                    round.granted.insert(no, score.draw);
                    round.half_byes.insert(no);
                }
                Some(Mark::ForfeitWin) => {
                    round.walkovers.insert(no);
                }
                _ => {
                    round.absent.insert(no);
                }
            }
        }
        // Whose forfeit stands in the winner's line alone has a game all the same.
        for game in games.values() {
            round.absent.remove(&game.red);
            round.absent.remove(&game.black);
        }
        round.games = games.into_values().collect();
        round
    }
}

fn pair(one: StartNumber, other: StartNumber) -> (StartNumber, StartNumber) {
    (one.min(other), one.max(other))
}
