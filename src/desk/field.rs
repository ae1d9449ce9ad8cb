//! The players and the rounds of a points stage, loaded for pairing and ranking.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

use super::absence::ABSENCE;
use super::notice::PlayerTag;
use super::{Halt, Turn, knockout, ranking_rule};
use crate::config::{Ranking, Rankings, Score, Section, Vacancy};
use crate::store::frozen::Basis;
use crate::store::registration::{Registration, State};
use crate::store::round::{self, Round};
use crate::store::{frozen, game, granted, hand, lot, penalty, rating, registration};
use crate::tournament::lot::Purpose;
use crate::tournament::penalty::apply;
use crate::tournament::standings::Standing;
use crate::tournament::{self, History, StartNumber};

/// The points stage as it stands: everyone with a start number, and the published rounds.
pub struct Field {
    pub history: History,
    /// Published and closed rounds, from round 1.
    pub rounds: Vec<Round>,
    /// How the stage and its sections are ranked.
    pub rankings: Rankings,
    /// What each result counts.
    pub score: Score,
    /// The stage is over, after its last round or before.
    pub has_ended: bool,
    /// The final table, best first, once the next stage is seeded from it: nothing ranks it anew.
    pub frozen: Vec<frozen::Place>,
    /// Registrations in the bracket, once the knockout is seeded.
    pub seeded: Option<Vec<i64>>,
    /// How many go on to the next stage, and who takes the place of one who has left.
    pub cut: Option<(u32, Vacancy)>,
    /// Removed by a penalty or for an absence: no prize is theirs.
    pub removed: BTreeSet<StartNumber>,
    /// Of them, those without a place in the table: removed before it was frozen.
    pub placeless: BTreeSet<StartNumber>,
    players: BTreeMap<StartNumber, Registration>,
    numbers: HashMap<i64, StartNumber>,
    /// The key of everyone's section.
    sections: BTreeMap<StartNumber, String>,
    /// Tables ranked so far: nothing is ranked twice.
    tables: RefCell<BTreeMap<Option<String>, Rc<[Standing]>>>,
}

impl Field {
    /// Loads the stage of the turn's competition.
    pub fn load(turn: &Turn<'_>) -> Result<Field, Halt> {
        let mut players = BTreeMap::new();
        let mut numbers = HashMap::new();
        for player in registration::numbered(turn.tx, &turn.competition().key)? {
            if let Some(no) = player.start_no {
                numbers.insert(player.id, no);
                players.insert(no, player);
            }
        }
        let stage = turn.stage_id()?;
        let rounds: Vec<Round> = round::all(turn.tx, stage)?
            .into_iter()
            .filter(|round| round.state != round::State::Proposed)
            .collect();
        let fouls = penalty::fouls(turn.tx, stage)?;
        let mut history = History::default();
        let mut seen = BTreeSet::new();
        for round in &rounds {
            let round = round_of(turn, round.id, &numbers)?;
            seen.extend(round.games.iter().flat_map(|game| [game.red, game.black]));
            seen.extend(round.byes.union(&round.absent));
            seen.extend(round.granted.keys());
            history.rounds.push(round);
        }
        let ratings = rating::of_competition(turn.tx, &turn.competition().key)?;
        for (no, player) in &players {
            // Who left before the first round was never in the field.
            if player.state == State::Accepted || seen.contains(no) {
                history.players.push(tournament::Player {
                    no: *no,
                    team: player.team.clone(),
                    rating: ratings.get(&player.id).copied(),
                    fouls: fouls.get(&player.id).copied().unwrap_or(0),
                });
            }
        }
        history.lots = lots(turn, &numbers)?;
        let is_absent = |player: &Registration| {
            player.state == State::Withdrawn && player.reason.as_deref() == Some(ABSENCE)
        };
        let absent = players.iter().filter(|(_, player)| is_absent(player));
        let mut removed: BTreeSet<StartNumber> = absent.map(|(no, _)| *no).collect();
        for (player, fate) in penalty::removals(turn.tx, &turn.competition().key)? {
            if let Some(no) = numbers.get(&player) {
                removed.insert(*no);
                for round in &mut history.rounds {
                    apply(round, *no, fate);
                }
            }
        }
        let sections = players.iter();
        let sections = sections.map(|(no, player)| (*no, player.section.clone()));
        // Once the next stage is seeded, the tables stay as they were, whatever is entered afterwards.
        let basis = match frozen::basis(turn.tx, stage)? {
            Some(basis) => basis,
            None => Basis {
                history,
                score: turn.swiss().score,
                rankings: ranking_rule::in_force(turn)?,
                sections: sections.collect(),
                removed: removed.clone(),
            },
        };
        Ok(Field {
            history: basis.history,
            rankings: basis.rankings,
            score: basis.score,
            sections: basis.sections,
            placeless: basis.removed,
            rounds,
            has_ended: round::stage_finished(turn.tx, stage)?.is_some(),
            frozen: frozen::table(turn.tx, stage)?,
            seeded: knockout::seeded(turn)?,
            cut: turn
                .swiss()
                .advance
                .map(|places| (places, knockout::vacancy(turn))),
            removed,
            players,
            numbers,
            tables: RefCell::default(),
        })
    }

    /// The final table is out and still follows what is entered.
    pub(super) fn ranks_anew(&self) -> bool {
        self.has_ended && self.frozen.is_empty()
    }

    /// The table of this section, or of all: ranked by `rank` when it is first asked for.
    pub(super) fn table(
        &self,
        section: Option<&str>,
        rank: impl FnOnce() -> Vec<Standing>,
    ) -> Rc<[Standing]> {
        let key = section.map(str::to_owned);
        let mut tables = self.tables.borrow_mut();
        tables.entry(key).or_insert_with(|| rank().into()).clone()
    }

    /// Who can be paired: accepted, with a start number.
    pub fn active(&self) -> BTreeSet<StartNumber> {
        self.players
            .iter()
            .filter(|(_, player)| player.state == State::Accepted)
            .map(|(no, _)| *no)
            .collect()
    }

    /// As it would be without this player: `removed`, or withdrawn.
    pub(super) fn let_go(&mut self, no: StartNumber, removed: bool) {
        if let Some(player) = self.players.get_mut(&no) {
            player.state = State::Withdrawn;
        }
        if removed {
            self.removed.insert(no);
        }
        self.tables.take();
    }

    /// Everyone of the field who plays in this section.
    pub fn of_section(&self, section: &str) -> BTreeSet<StartNumber> {
        let players = self.history.players.iter().map(|player| player.no);
        let is_in = |no: &StartNumber| self.section_of(*no) == Some(section);
        players.filter(is_in).collect()
    }

    /// The key of a player's section.
    pub fn section_of(&self, no: StartNumber) -> Option<&str> {
        self.sections.get(&no).map(String::as_str)
    }

    /// What ranks a section, or everyone.
    pub fn ranking(&self, section: Option<&Section>) -> Ranking {
        self.rankings
            .of(section.map(|section| section.key.as_str()))
    }

    /// What the tables are made of, to be kept with them.
    pub(super) fn basis(&self) -> Basis {
        Basis {
            history: self.history.clone(),
            score: self.score,
            rankings: self.rankings.clone(),
            sections: self.sections.clone(),
            removed: self.placeless.clone(),
        }
    }

    /// Who has this start number, also after leaving.
    pub fn player(&self, no: StartNumber) -> Option<&Registration> {
        self.players.get(&no)
    }

    /// Everyone with a start number, those who are out included.
    pub fn everyone(&self) -> impl Iterator<Item = StartNumber> {
        self.players.keys().copied()
    }

    /// Everyone of the field with this name.
    pub fn named(&self, name: &str) -> Vec<StartNumber> {
        let players = self.players.iter();
        players
            .filter(|(_, player)| player.name == name)
            .map(|(no, _)| *no)
            .collect()
    }

    /// Everyone of the field whose name has this in it.
    pub fn with_in_name(&self, part: &str) -> Vec<StartNumber> {
        let players = self.players.iter();
        players
            .filter(|(_, player)| player.name.contains(part))
            .map(|(no, _)| *no)
            .collect()
    }

    /// The start number of a registration.
    pub fn number(&self, registration: i64) -> Option<StartNumber> {
        self.numbers.get(&registration).copied()
    }

    /// How a player is named to people.
    pub fn tag(&self, no: StartNumber) -> PlayerTag {
        self.players
            .get(&no)
            .map_or_else(|| PlayerTag::unknown(no), PlayerTag::of)
    }

    /// The same by registration id.
    pub fn tag_of(&self, registration: i64) -> PlayerTag {
        self.number(registration)
            .map_or_else(|| PlayerTag::unknown(StartNumber(0)), |no| self.tag(no))
    }
}

/// The lots for final ties of the stage, oldest first.
fn lots(
    turn: &Turn<'_>,
    numbers: &HashMap<i64, StartNumber>,
) -> Result<Vec<Vec<StartNumber>>, Halt> {
    let competition = &turn.competition().key;
    let prefix = Purpose::rankings_of(&turn.swiss().key);
    let mut lots = Vec::new();
    for (purpose, drawn) in lot::beginning(turn.tx, competition, &prefix)? {
        if drawn {
            let order = lot::order(turn.tx, competition, &purpose)?.into_iter();
            lots.push(order.filter_map(|id| numbers.get(&id).copied()).collect());
        }
    }
    Ok(lots)
}

fn round_of(
    turn: &Turn<'_>,
    round: i64,
    numbers: &HashMap<i64, StartNumber>,
) -> Result<tournament::Round, Halt> {
    let mut read = tournament::Round::default();
    for game in game::of_round(turn.tx, round)? {
        if let (Some(red), Some(black)) = (numbers.get(&game.red), numbers.get(&game.black)) {
            read.games.push(tournament::Game {
                red: *red,
                black: *black,
                outcome: game.outcome,
            });
        }
    }
    for (player, points) in granted::of_round(turn.tx, round)? {
        if let Some(no) = numbers.get(&player) {
            read.granted.insert(*no, points);
        }
    }
    for (player, points) in hand::rest_points(turn.tx, round)? {
        if let Some(no) = numbers.get(&player) {
            read.granted.insert(*no, points);
        }
    }
    for (player, rest) in game::resting(turn.tx, round)? {
        if let Some(no) = numbers.get(&player) {
            match rest {
                // It counts the points stated above.
                game::Rest::Absent if read.granted.contains_key(no) => false,
                game::Rest::Bye => read.byes.insert(*no),
                game::Rest::Absent => read.absent.insert(*no),
            };
        }
    }
    Ok(read)
}
