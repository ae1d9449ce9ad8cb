//! The knockout as the database has it.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};

use super::super::field::Field;
use super::super::notice::{
    Bracket as BracketTag, MatchPlace, MatchRound as RoundTag, MatchRow, MatchStanding, PlayerTag,
    Rung, Venue, Who,
};
use super::super::{Halt, Turn};
use crate::config::{Knockout, Stage, Vacancy};
use crate::store::duel::{self, Sides};
use crate::store::game::{self, Game};
use crate::store::round;
use crate::store::{bracket, frozen};
use crate::tournament::knockout::{
    Course, DuelGame, FinalTable, MatchNo, Pair, Rival, Slot, State, Step,
};
use crate::tournament::{Outcome, StartNumber};

/// A seeded knockout, with everything that happened in it.
pub struct Bracket<'a> {
    pub stage: i64,
    pub store: bracket::Bracket,
    pub course: Course<'a>,
    /// The frozen table of the points stage.
    pub table: Vec<frozen::Place>,
    /// The games behind those of the course.
    pub games: BTreeMap<MatchNo, Vec<Game>>,
    pub sides: Vec<Sides>,
    /// Removed by a penalty or for an absence: they hold no place.
    pub removed: BTreeSet<StartNumber>,
    /// When the rounds start that have a start.
    hours: BTreeMap<u32, DateTime<Utc>>,
    players: BTreeMap<i64, PlayerTag>,
    numbers: BTreeMap<i64, StartNumber>,
}

/// The knockout of the competition, as bot.toml has it.
pub fn rules<'a>(turn: &Turn<'a>) -> Option<&'a Knockout> {
    let mut stages = turn.competition().stages.iter();
    stages.find_map(|stage| match stage {
        Stage::Knockout(knockout) => Some(knockout),
        Stage::Swiss(_) => None,
    })
}

/// The name of a round of the seeded knockout; `None`: it has no such round.
pub fn round_name(turn: &Turn<'_>, number: u32) -> Result<Option<String>, Halt> {
    let Some(rules) = rules(turn) else {
        return Ok(None);
    };
    let seeds = bracket::seeds(turn.tx, stage_id(turn, rules)?)?.len();
    let planned = planned(rules, crate::tournament::knockout::rounds(seeds), number);
    let round = rules.rounds.get((planned as usize).wrapping_sub(1));
    Ok(round.map(|round| round.name.clone()))
}

/// The number that bot.toml gives a round of a bracket of `rounds`: the last is the final also of a smaller
/// bracket.
fn planned(rules: &Knockout, rounds: u32, number: u32) -> u32 {
    let planned = u32::try_from(rules.rounds.len()).unwrap_or(0);
    (planned + number).saturating_sub(rounds)
}

/// How many of the rounds of bot.toml, from the first on, are not played because the bracket is smaller.
pub fn left_out(turn: &Turn<'_>, rules: &Knockout) -> Result<u32, Halt> {
    let seeds = bracket::seeds(turn.tx, stage_id(turn, rules)?)?.len();
    let planned = u32::try_from(rules.rounds.len()).unwrap_or(0);
    match seeds {
        0 => Ok(0),
        seeds => Ok(planned.saturating_sub(crate::tournament::knockout::rounds(seeds))),
    }
}

/// Its stage in the database.
pub fn stage_id(turn: &Turn<'_>, rules: &Knockout) -> Result<i64, Halt> {
    Ok(round::stage(turn.tx, &turn.competition().key, &rules.key)?)
}

/// Whether the competition has come to its knockout: the table of the points stage is frozen.
pub fn is_seeded(turn: &Turn<'_>) -> Result<bool, Halt> {
    let Some(rules) = rules(turn) else {
        return Ok(false);
    };
    Ok(bracket::find(turn.tx, stage_id(turn, rules)?)?.is_some())
}

/// What becomes of the place of a qualifier who leaves before the first round.
pub fn vacancy(turn: &Turn<'_>) -> Vacancy {
    rules(turn).map_or(Vacancy::NextInRank, |rules| rules.vacancy)
}

/// Registrations in the bracket; `None` before the seeding.
pub fn seeded(turn: &Turn<'_>) -> Result<Option<Vec<i64>>, Halt> {
    let Some(rules) = rules(turn) else {
        return Ok(None);
    };
    let stage = stage_id(turn, rules)?;
    if bracket::find(turn.tx, stage)?.is_none() {
        return Ok(None);
    }
    let seeds = bracket::seeds(turn.tx, stage)?;
    Ok(Some(seeds.into_iter().flatten().collect()))
}

impl<'a> Bracket<'a> {
    /// `None` while it is not seeded.
    pub fn load(turn: &Turn<'a>, field: &Field) -> Result<Option<Bracket<'a>>, Halt> {
        let Some(rules) = rules(turn) else {
            return Ok(None);
        };
        let stage = stage_id(turn, rules)?;
        let Some(store) = bracket::find(turn.tx, stage)? else {
            return Ok(None);
        };
        let table = frozen::table(turn.tx, turn.stage_id()?)?;
        let mut numbers = BTreeMap::new();
        let mut players = BTreeMap::new();
        for row in &table {
            if let Some(no) = field.number(row.player) {
                numbers.insert(row.player, no);
                players.insert(row.player, field.tag(no));
            }
        }
        let number = |player: i64| numbers.get(&player).copied();
        let seeds = bracket::seeds(turn.tx, stage)?;
        let quitters = bracket::quitters(turn.tx, stage)?;
        let mut course = Course {
            rules,
            seeds: seeds
                .into_iter()
                .map(|seed| seed.and_then(number))
                .collect(),
            table: table.iter().filter_map(|row| number(row.player)).collect(),
            duels: BTreeMap::new(),
            kept: super::regulation::kept(turn, stage, store.begun)?,
            out: quitters.into_iter().filter_map(number).collect(),
        };
        let mut games: BTreeMap<MatchNo, Vec<Game>> = BTreeMap::new();
        for (no, id) in duel::games(turn.tx, stage)? {
            let Some(game) = game::find(turn.tx, id)? else {
                continue;
            };
            if let (Some(red), Some(black)) = (number(game.red), number(game.black)) {
                course.duels.entry(no).or_default().games.push(DuelGame {
                    red,
                    black,
                    outcome: game.outcome,
                });
                games.entry(no).or_default().push(game);
            }
        }
        let sides = duel::sides(turn.tx, stage)?;
        for one in &sides {
            if let Some(red) = one.red.and_then(number) {
                let duel = course.duels.entry(one.no).or_default();
                duel.sides
                    .insert(one.number.saturating_sub(1) as usize, red);
            }
        }
        let mut hours = BTreeMap::new();
        for number in 1..=course.rounds() {
            if let Some(starts) = super::hours::of_round(turn, rules, stage, number)? {
                hours.insert(number, starts);
            }
        }
        Ok(Some(Bracket {
            stage,
            store,
            course,
            table,
            games,
            sides,
            removed: field.removed.clone(),
            hours,
            players,
            numbers,
        }))
    }

    /// The bracket of a seeding that is not stored.
    pub fn planned_from(
        stage: i64,
        course: Course<'a>,
        table: Vec<frozen::Place>,
        field: &Field,
    ) -> Bracket<'a> {
        let mut numbers = BTreeMap::new();
        let mut players = BTreeMap::new();
        for row in &table {
            if let Some(no) = field.number(row.player) {
                numbers.insert(row.player, no);
                players.insert(row.player, field.tag(no));
            }
        }
        Bracket {
            stage,
            store: bracket::Bracket {
                begun: 0,
                undecided: None,
                complete: 0,
            },
            course,
            table,
            games: BTreeMap::new(),
            sides: Vec::new(),
            removed: field.removed.clone(),
            hours: BTreeMap::new(),
            players,
            numbers,
        }
    }

    /// Everyone of the points stage in its order, with the rank there.
    pub fn rest(&self) -> Vec<(StartNumber, u32)> {
        let rows = self.table.iter();
        rows.filter_map(|row| Some((self.number(row.player)?, row.rank)))
            .collect()
    }

    /// The places of the whole event, as far as they are final.
    pub fn final_table(&self) -> FinalTable {
        self.course.final_table(&self.rest(), &self.removed)
    }

    /// Who holds the first place, once it is final.
    pub fn champion(&self) -> Option<StartNumber> {
        let table = self.final_table();
        let first = table.rows.first().filter(|_| table.undecided == 0);
        first.map(|row| row.no)
    }

    /// Those of the table who hold no place any more.
    pub fn placeless(&self) -> Vec<PlayerTag> {
        let table = self.course.table.iter();
        let removed = table.filter(|no| self.removed.contains(no));
        removed.map(|no| self.tag(*no)).collect()
    }

    pub fn tag(&self, no: StartNumber) -> PlayerTag {
        self.id(no)
            .and_then(|id| self.players.get(&id).cloned())
            .unwrap_or_else(|| PlayerTag::unknown(no))
    }

    /// The registration of a player.
    pub fn id(&self, no: StartNumber) -> Option<i64> {
        let mut all = self.numbers.iter();
        all.find(|(_, number)| **number == no).map(|(id, _)| *id)
    }

    /// The start number of a registration.
    pub fn number(&self, registration: i64) -> Option<StartNumber> {
        self.numbers.get(&registration).copied()
    }

    /// The name of a round.
    pub fn round_name(&self, number: u32) -> String {
        let rules = self.course.rules_of(number);
        rules.map_or_else(String::new, |round| round.name.clone())
    }

    /// The number that bot.toml gives a round: the last is the final also of a smaller bracket.
    pub fn planned(&self, number: u32) -> u32 {
        planned(self.course.rules, self.course.rounds(), number)
    }

    pub fn place(&self, no: MatchNo) -> MatchPlace {
        MatchPlace {
            number: no.round,
            name: self.round_name(no.round),
            table: no.table,
        }
    }

    /// Both players' registrations, the better first.
    pub fn ids(&self, pair: &Pair) -> Option<[i64; 2]> {
        let [better, other] = pair.players()?;
        Some([self.id(better)?, self.id(other)?])
    }

    /// The newest game of each match of the rounds that have begun: those that can be reported.
    pub fn newest(&self) -> Vec<(MatchNo, &Game)> {
        let begun = |no: &MatchNo| no.round <= self.store.begun;
        let matches = self.games.iter().filter(|(no, _)| begun(no));
        matches
            .filter_map(|(no, games)| Some((*no, games.last()?)))
            .collect()
    }

    /// The game that a table's number means: in the round that is named, else one that is not over, else the
    /// newest round's.
    pub fn at_table(&self, named: Option<u32>, table: u32) -> Option<&Game> {
        let newest = self.newest();
        let is_there =
            |no: &MatchNo| no.table == table && named.is_none_or(|named| named == no.round);
        let mut here = newest.iter().filter(|(no, _)| is_there(no));
        let open = here.clone().find(|(_, game)| game.outcome.is_none());
        open.or(here.next_back()).map(|(_, game)| *game)
    }

    /// How a game of a match is called.
    pub fn rung(&self, no: MatchNo, game: usize) -> Option<Rung> {
        let rung = self.course.ladder(no.round).rung(game)?;
        Some(Rung {
            number: rung.number,
            of: rung.of,
            armageddon: rung.armageddon,
            time_control: rung.time_control.to_owned(),
        })
    }

    /// Who has red in a game of the match that is opened or comes next, from 0.
    fn red(&self, pair: &Pair, game: usize) -> Option<PlayerTag> {
        let opened = self.games.get(&pair.no).and_then(|games| games.get(game));
        let red = match (opened, pair.state) {
            (Some(opened), _) => self.number(opened.red)?,
            (None, State::Under(Step::Next { red, .. })) => of(red, pair.players()?),
            (None, _) => return None,
        };
        Some(self.tag(red))
    }

    /// A match as people see it.
    pub fn row(&self, pair: &Pair) -> MatchRow {
        let under = pair.no.table * 2;
        let who =
            [(pair.slots[0], under - 1), (pair.slots[1], under)].map(|(slot, table)| match slot {
                Slot::Player(no) => Who::Player(self.tag(no)),
                Slot::Nobody => Who::Nobody,
                Slot::Open => Who::WinnerOf(table),
            });
        let game = |game: usize, choosing: bool| match self.rung(pair.no, game) {
            Some(rung) => {
                let number = u32::try_from(game).unwrap_or(0) + 1;
                if choosing {
                    MatchStanding::Choosing { number, rung }
                } else {
                    let red = self.red(pair, game);
                    MatchStanding::Game { number, rung, red }
                }
            }
            None => MatchStanding::Waiting,
        };
        let standing = match pair.state {
            State::Waiting => MatchStanding::Waiting,
            State::Free(_) => MatchStanding::Free,
            State::Under(Step::Playing { game: at } | Step::Next { game: at, .. }) => {
                game(at, false)
            }
            // A lot is drawn at once unless the word is missing.
            State::Under(Step::Lot { game: at }) if pair.no.round <= self.store.begun => {
                match self.rung(pair.no, at) {
                    Some(rung) => MatchStanding::AwaitingWord {
                        number: u32::try_from(at).unwrap_or(0) + 1,
                        rung,
                    },
                    None => MatchStanding::Waiting,
                }
            }
            State::Under(Step::Lot { game: at } | Step::Choice { game: at, .. }) => game(at, true),
            State::Under(Step::Over(_)) | State::Void(_) => MatchStanding::Void,
            State::Won {
                winner, walkover, ..
            } => MatchStanding::Won {
                first: pair.slots[0] == Slot::Player(winner),
                walkover,
                drawn: !walkover && self.is_drawn(pair.no),
            },
        };
        MatchRow {
            table: pair.no.table,
            who,
            legs: self.course.score(pair),
            standing,
        }
    }

    /// Whether the game that decides the draw was drawn itself.
    fn is_drawn(&self, no: MatchNo) -> bool {
        let duel = self.course.duels.get(&no);
        let games = duel.map_or(&[][..], |duel| duel.games.as_slice());
        let last = games.len().checked_sub(1);
        let rung = last.and_then(|last| self.course.ladder(no.round).rung(last));
        let is_last = rung.is_some_and(|rung| rung.armageddon);
        is_last && games.last().and_then(|game| game.outcome) == Some(Outcome::Draw)
    }

    /// A round as people see it.
    pub fn round(&self, turn: &Turn<'_>, number: u32) -> RoundTag {
        let pairs = self.course.pairs();
        let of_round = pairs.get(number.saturating_sub(1) as usize);
        let (stage, planned) = (&self.course.rules.key, self.planned(number));
        let starts = self.starts(turn, number);
        RoundTag {
            number,
            name: self.round_name(number),
            starts,
            venue: Venue::of(turn, stage, (planned, 1), starts),
            rows: of_round
                .into_iter()
                .flatten()
                .map(|pair| self.row(pair))
                .collect(),
        }
    }

    /// When a round starts; `None`: nobody has said.
    pub fn starts(&self, turn: &Turn<'_>, number: u32) -> Option<DateTime<Utc>> {
        let planned = || {
            let event = &turn.config.event;
            event.round_starts(&self.course.rules.key, self.planned(number))
        };
        self.hours.get(&number).copied().or_else(planned)
    }

    /// The whole bracket as people see it.
    pub fn shown(&self, turn: &Turn<'_>) -> BracketTag {
        let rounds = 1..=self.course.rounds();
        BracketTag {
            name: self.course.rules.name.clone(),
            rounds: rounds.map(|number| self.round(turn, number)).collect(),
            begun: self.store.begun,
            champion: self.champion().map(|no| self.tag(no)),
        }
    }

    /// Whether the game was touched: reported or ruled.
    pub fn is_begun(turn: &Turn<'_>, game: &Game) -> Result<bool, Halt> {
        let claims = crate::store::claim::of_game(turn.tx, game.id)?;
        Ok(game.status != game::Status::Open || !claims.is_empty())
    }

    /// The rounds that are over from the first on.
    pub fn complete(&self) -> u32 {
        let pairs = self.course.pairs();
        let over = pairs
            .iter()
            .take_while(|round| round.iter().all(|pair| pair.state.is_over()));
        u32::try_from(over.count()).unwrap_or(0)
    }

    /// Everyone in the bracket.
    pub fn inside(&self) -> BTreeSet<StartNumber> {
        self.course.seeds.iter().flatten().copied().collect()
    }
}

/// One of the two players of a match.
pub fn of(rival: Rival, players: [StartNumber; 2]) -> StartNumber {
    match rival {
        Rival::Better => players[0],
        Rival::Other => players[1],
    }
}
