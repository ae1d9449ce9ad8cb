use crate::config::{Competition, Event, Knockout, Stage, Swiss};

/// A competition of the event, as the cast plays it.
#[derive(Debug, Clone)]
pub struct Played {
    pub key: String,
    /// As the bot names it above its messages.
    pub name: String,
    pub swiss: Swiss,
    /// What follows the points stage.
    pub knockout: Option<Knockout>,
    /// Nobody registers without a code.
    pub by_code_only: bool,
    pub teams: Vec<String>,
    /// The players of it are ranked in several sections: women and juniors come too.
    pub is_sectioned: bool,
    /// How many come for it who can play.
    pub players: usize,
}

/// Of those who come for open places, some are turned away after review or leave: so many hundredths of the
/// open places are enough to fill them, the invited counted in.
const OPEN: usize = 115;

/// Shares `players` out: first what every competition needs for all its rounds, then by places.
pub fn share(event: &Event, players: usize) -> Vec<Played> {
    let all: Vec<(&Competition, &Swiss)> = event
        .competitions
        .iter()
        .filter_map(|one| Some((one, one.swiss().next()?)))
        .collect();
    let mut shares: Vec<usize> = vec![0; all.len()];
    let caps: Vec<usize> = all.iter().map(|(one, _)| cap(event, one)).collect();
    // Twice the rounds and a few more can always be paired, also when some have left.
    let needs = all.iter().map(|(_, swiss)| swiss.rounds as usize * 2 + 4);
    let needs: Vec<usize> = needs.zip(&caps).map(|(need, cap)| need.min(*cap)).collect();
    for _ in 0..players {
        let below = |limits: &[usize]| {
            let open = (0..all.len()).filter(|at| shares[*at] < limits[*at]);
            open.min_by_key(|at| shares[*at] * 1000 / limits[*at].max(1))
        };
        let at = below(&needs).or_else(|| below(&caps)).unwrap_or(0);
        if let Some(share) = shares.get_mut(at) {
            *share += 1;
        }
    }
    all.into_iter()
        .zip(shares)
        .map(|((one, swiss), players)| Played {
            key: one.key.clone(),
            name: one.name.clone(),
            swiss: swiss.clone(),
            knockout: one.stages.iter().find_map(|stage| match stage {
                Stage::Knockout(knockout) => Some(knockout.clone()),
                Stage::Swiss(_) => None,
            }),
            by_code_only: event
                .registration
                .pools_of(&one.key)
                .all(|pool| pool.by_code),
            teams: one.teams.clone(),
            is_sectioned: one.sections.len() > 1,
            players,
        })
        .collect()
}

/// How many can be let in without a queue for the open places.
fn cap(event: &Event, competition: &Competition) -> usize {
    let pools = || event.registration.pools_of(&competition.key);
    let seats: usize = pools().map(|pool| pool.seats as usize).sum();
    let open: usize = pools()
        .filter(|pool| !pool.by_code)
        .map(|pool| pool.seats as usize)
        .sum();
    if open == 0 || event.competitions.len() == 1 {
        seats
    } else {
        seats.min(open * OPEN / 100)
    }
}
