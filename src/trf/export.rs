use std::collections::BTreeMap;

use super::{Entry, Mark, Player, PointSystem, Team, Tenths, Trf};
use crate::config::Score;
use crate::tournament::{History, Outcome, Round, Side, StartNumber};

impl Trf {
    /// A points stage as a report file. Names are asked of the caller; points are those of the rounds.
    ///
    /// Points an arbiter stated for a round are H where they are a draw's, F where they are a win's, else
    /// Z: other numbers TRF cannot say.
    pub fn of(history: &History, score: &Score, name: impl Fn(StartNumber) -> String) -> Trf {
        let mut trf = Trf {
            points: point_system(score),
            ..Trf::default()
        };
        let mut teams: BTreeMap<&str, Vec<StartNumber>> = BTreeMap::new();
        for about in &history.players {
            let mut player = Player::new(about.no);
            player.name = name(about.no);
            player.rating = about.rating;
            player.rounds = vec![None; history.rounds.len()];
            if let Some(team) = &about.team {
                teams.entry(team).or_default().push(about.no);
            }
            trf.players.push(player);
        }
        trf.players.sort_by_key(|player| player.no);
        trf.teams = teams
            .into_iter()
            .map(|(name, players)| Team::new(name.to_owned(), players))
            .collect();
        for (number, round) in (1..).zip(&history.rounds) {
            trf.enter_round(number, round, score);
        }
        for player in &mut trf.players {
            let marks = player
                .rounds
                .iter()
                .flatten()
                .filter_map(|entry| entry.mark);
            let points = marks.map(|mark| trf.points.points(mark).0).sum();
            player.points = Some(Tenths(points));
        }
        trf
    }

    fn enter_round(&mut self, number: u32, round: &Round, score: &Score) {
        for game in &round.games {
            for side in [Side::Red, Side::Black] {
                let entry = Entry {
                    opponent: Some(game.player(side.other())),
                    side: Some(side),
                    mark: game.outcome.map(|outcome| mark(outcome, side)),
                };
                self.put(game.player(side), number, entry);
            }
        }
        let alone = |mark| Entry {
            opponent: None,
            side: None,
            mark: Some(mark),
        };
        for no in round
            .annulled
            .iter()
            .flat_map(|game| [game.red, game.black])
        {
            self.put(no, number, alone(Mark::ZeroBye));
        }
        for &no in &round.byes {
            self.put(no, number, alone(Mark::PairingBye));
        }
        for &no in &round.absent {
            self.put(no, number, alone(Mark::ZeroBye));
        }
        for &no in &round.walkovers {
            self.put(no, number, alone(Mark::ForfeitWin));
        }
        for (&no, &points) in &round.granted {
            let mark = match points {
                points if points == score.draw => Mark::HalfBye,
                points if points == score.win => Mark::FullBye,
                _ => Mark::ZeroBye,
            };
            self.put(no, number, alone(mark));
        }
    }
}

fn mark(outcome: Outcome, side: Side) -> Mark {
    match (outcome.is_played(), outcome.winner()) {
        (true, None) if outcome == Outcome::BothLose => Mark::Loss,
        (true, None) => Mark::Draw,
        (true, Some(winner)) if winner == side => Mark::Win,
        (true, Some(_)) => Mark::Loss,
        (false, Some(winner)) if winner == side => Mark::ForfeitWin,
        (false, _) => Mark::ForfeitLoss,
    }
}

/// What a stage gives; nothing where that is what FIDE takes.
fn point_system(score: &Score) -> PointSystem {
    let points = |points: u32| Some(Tenths(points.saturating_mul(10)));
    PointSystem {
        win: points(score.win),
        draw: points(score.draw),
        loss: points(score.loss),
        zero_bye: points(score.absence),
        forfeit_loss: points(0),
        forfeit_win: points(score.forfeit_win).filter(|_| score.forfeit_win != score.win),
        pairing_bye: points(score.bye),
        half_bye: None,
        full_bye: None,
    }
}
