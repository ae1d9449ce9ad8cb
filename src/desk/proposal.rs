//! A proposed round, and what it is paired from.

use std::collections::{BTreeMap, BTreeSet};

use super::field::Field;
use super::notice::{Placing, Warning};
use super::paired_with::PairedWith;
use super::{Halt, PlayRefusal, Turn};
use crate::config::PairingSystem;
use crate::store::game::{self, Rest};
use crate::store::hand;
use crate::store::round::{self, Round};
use crate::tournament::swiss::{self, Breach, Fixed, NoPairing, Pair, Pairing, Seat};
use crate::tournament::{StartNumber, dutch};

/// What the arbiters have ordered for a round: who plays, who may not meet, who needs which table.
pub(super) struct Basis {
    pub(super) number: u32,
    /// To be paired.
    pub(super) active: BTreeSet<StartNumber>,
    /// With leave, and for which points if not the regulation's.
    pub(super) absent: BTreeMap<StartNumber, Option<u32>>,
    /// Known to be away in the round after it.
    pub(super) away_next: BTreeSet<StartNumber>,
    pub(super) forbidden: BTreeSet<Pair>,
    own_tables: BTreeMap<StartNumber, u32>,
}

/// The boards of a round as they are worked on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Draft {
    pub(super) boards: Vec<Board>,
    /// The bye of an odd field.
    pub(super) bye: Option<Bye>,
    /// Byes beside it, approved because no complete pairing existed.
    pub(super) sit_out: BTreeSet<StartNumber>,
    /// The way out an arbiter approved, where no complete pairing existed.
    pub(super) approval: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Board {
    pub(super) table: u32,
    pub(super) seat: Seat,
    /// An arbiter set it.
    pub(super) by_hand: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Bye {
    pub(super) no: StartNumber,
    pub(super) by_hand: bool,
}

impl Basis {
    pub(super) fn load(turn: &Turn<'_>, field: &Field, number: u32) -> Result<Basis, Halt> {
        let competition = &turn.competition().key;
        let mut active = field.active();
        let mut absent = BTreeMap::new();
        for (player, points) in hand::absent(turn.tx, turn.stage_id()?, number)? {
            if let Some(no) = field.number(player)
                && active.remove(&no)
            {
                absent.insert(no, points);
            }
        }
        let away_next = hand::absent(turn.tx, turn.stage_id()?, number + 1)?.into_iter();
        let both = |(one, other)| Some(Pair::new(field.number(one)?, field.number(other)?));
        let own = |(player, table)| Some((field.number(player)?, table));
        Ok(Basis {
            number,
            active,
            absent,
            away_next: away_next
                .filter_map(|(player, _)| field.number(player))
                .collect(),
            forbidden: hand::forbidden(turn.tx, competition)?
                .into_iter()
                .filter_map(both)
                .collect(),
            own_tables: hand::own_tables(turn.tx, competition)?
                .into_iter()
                .filter_map(own)
                .collect(),
        })
    }

    /// Players who need a table of their own, by number.
    pub(super) fn own_tables(&self) -> impl Iterator<Item = (StartNumber, u32)> {
        self.own_tables.iter().map(|(&no, &table)| (no, table))
    }

    pub(super) fn pair(
        &self,
        turn: &Turn<'_>,
        field: &Field,
        fixed: &Fixed,
        sit_out: &BTreeSet<StartNumber>,
    ) -> Result<Pairing, NoPairing> {
        let rules = turn.swiss();
        let active = &self.active - sit_out;
        let (history, forbidden) = (&field.history, &self.forbidden);
        match rules.system {
            PairingSystem::Xiangqi => swiss::pair_around(history, &active, rules, forbidden, fixed),
            PairingSystem::FideDutch => {
                dutch::pair_around(history, &active, rules, forbidden, fixed, None)
            }
        }
    }
}

impl Draft {
    /// A computed pairing, at its tables.
    pub(super) fn of(
        pairing: &Pairing,
        fixed: &Fixed,
        basis: &Basis,
        sit_out: BTreeSet<StartNumber>,
    ) -> Draft {
        let tables = swiss::table_numbers(&pairing.games, &basis.own_tables);
        let mut boards: Vec<Board> = pairing
            .games
            .iter()
            .zip(tables)
            .map(|(seat, table)| Board {
                table,
                seat: *seat,
                by_hand: fixed.games.contains(seat),
            })
            .collect();
        boards.sort_by_key(|board| board.table);
        let bye = pairing.bye.map(|no| Bye {
            no,
            by_hand: fixed.bye == Some(no),
        });
        Draft {
            boards,
            bye,
            sit_out,
            approval: None,
        }
    }

    pub(super) fn load(turn: &Turn<'_>, field: &Field, round: &Round) -> Result<Draft, Halt> {
        let marked: BTreeSet<i64> = hand::marked(turn.tx, round.id)?.into_iter().collect();
        let mut boards = Vec::new();
        for game in game::of_round(turn.tx, round.id)? {
            if let (Some(red), Some(black)) = (field.number(game.red), field.number(game.black)) {
                boards.push(Board {
                    table: game.table,
                    seat: Seat { red, black },
                    by_hand: marked.contains(&game.red),
                });
            }
        }
        let resting = game::resting(turn.tx, round.id)?;
        let mut byes: Vec<Bye> = resting
            .into_iter()
            .filter(|(_, rest)| *rest == Rest::Bye)
            .filter_map(|(player, _)| {
                Some(Bye {
                    no: field.number(player)?,
                    by_hand: marked.contains(&player),
                })
            })
            .collect();
        // Byes come in pairs beside the one of an odd field, and those were marked.
        byes.sort_by_key(|bye| bye.by_hand);
        let is_odd = byes.len() % 2 == 1;
        let sit_out = byes.iter().skip(usize::from(is_odd)).map(|bye| bye.no);
        let sit_out = sit_out.collect();
        let bye = byes.first().copied().filter(|_| is_odd);
        Ok(Draft {
            boards,
            bye,
            sit_out,
            approval: hand::approval(turn.tx, round.id)?,
        })
    }

    /// Writes it as the proposed round, in the place of an earlier proposal.
    pub(super) fn save(
        &self,
        turn: &Turn<'_>,
        field: &Field,
        basis: &Basis,
        instead_of: Option<&Round>,
    ) -> Result<Round, Halt> {
        if let Some(old) = instead_of
            && !round::discard(turn.tx, old.id)?
        {
            let number = old.number;
            return Err(PlayRefusal::AlreadyPublished { number }.into());
        }
        let stage = turn.stage_id()?;
        let id = round::propose(turn.tx, stage, basis.number, turn.account()?, turn.now)?;
        for board in &self.boards {
            let (red, black) = (
                id_of(field, board.seat.red)?,
                id_of(field, board.seat.black)?,
            );
            let game = game::seat(turn.tx, id, board.table, red, black)?;
            if board.by_hand {
                hand::mark_game(turn.tx, game)?;
            }
        }
        if let Some(bye) = self.bye {
            let player = id_of(field, bye.no)?;
            game::rest(turn.tx, id, player, Rest::Bye)?;
            if bye.by_hand {
                hand::mark_rest(turn.tx, id, player)?;
            }
        }
        for no in &self.sit_out {
            let player = id_of(field, *no)?;
            game::rest(turn.tx, id, player, Rest::Bye)?;
            hand::mark_rest(turn.tx, id, player)?;
        }
        for (no, points) in &basis.absent {
            let player = id_of(field, *no)?;
            game::rest(turn.tx, id, player, Rest::Absent)?;
            if let Some(points) = points {
                hand::set_rest_points(turn.tx, id, player, *points)?;
            }
        }
        PairedWith::now(turn, field, basis).save(turn, id)?;
        if let Some(approval) = &self.approval {
            hand::approve(turn.tx, id, approval)?;
        }
        Ok(round::find(turn.tx, id)?.ok_or(PlayRefusal::NothingProposed)?)
    }

    /// The boards set by hand.
    pub(super) fn fixed(&self) -> Fixed {
        let by_hand = self.boards.iter().filter(|board| board.by_hand);
        Fixed {
            games: by_hand.map(|board| board.seat).collect(),
            bye: self.bye.filter(|bye| bye.by_hand).map(|bye| bye.no),
        }
    }

    pub(super) fn games(&self) -> Vec<Seat> {
        self.boards.iter().map(|board| board.seat).collect()
    }

    pub(super) fn players(&self) -> BTreeSet<StartNumber> {
        let seated = self
            .boards
            .iter()
            .flat_map(|board| [board.seat.red, board.seat.black]);
        let resting = self.bye.iter().map(|bye| &bye.no).chain(&self.sit_out);
        seated.chain(resting.copied()).collect()
    }

    pub(super) fn at(&self, table: u32) -> Option<&Board> {
        self.boards.iter().find(|board| board.table == table)
    }

    pub(super) fn board_of(&self, no: StartNumber) -> Option<&Board> {
        self.boards
            .iter()
            .find(|board| board.seat.red == no || board.seat.black == no)
    }

    /// What it breaks.
    pub(super) fn breaches(&self, turn: &Turn<'_>, field: &Field, basis: &Basis) -> Vec<Breach> {
        let byes = self.bye.iter().map(|bye| &bye.no).chain(&self.sit_out);
        let byes: Vec<StartNumber> = byes.copied().collect();
        swiss::breaches(
            &field.history,
            turn.swiss(),
            &basis.forbidden,
            &self.games(),
            &byes,
        )
    }

    /// What people see of a board.
    pub(super) fn placing(&self, field: &Field, board: &Board) -> Placing {
        Placing {
            table: board.table,
            red: field.tag(board.seat.red),
            black: field.tag(board.seat.black),
            by_hand: board.by_hand,
        }
    }

    /// As a line of the journal: `1-2 4-3! bye 5`; `!` marks what was set by hand.
    pub(super) fn written(&self) -> String {
        let mark = |by_hand| if by_hand { "!" } else { "" };
        let mut words: Vec<String> = self
            .boards
            .iter()
            .map(|board| {
                format!(
                    "{}-{}{}",
                    board.seat.red,
                    board.seat.black,
                    mark(board.by_hand)
                )
            })
            .collect();
        if let Some(bye) = self.bye {
            words.push(format!("bye {}{}", bye.no, mark(bye.by_hand)));
        }
        words.extend(self.sit_out.iter().map(|no| format!("bye {no}!")));
        words.join(" ")
    }
}

/// Whether a proposed round is what the arbiters have ordered since: the same players, the same leave.
pub(super) fn is_current(turn: &Turn<'_>, field: &Field, round: &Round) -> Result<bool, Halt> {
    let basis = Basis::load(turn, field, round.number)?;
    let draft = Draft::load(turn, field, round)?;
    let points: BTreeMap<i64, u32> = hand::rest_points(turn.tx, round.id)?.into_iter().collect();
    let absent: BTreeMap<StartNumber, Option<u32>> = game::resting(turn.tx, round.id)?
        .into_iter()
        .filter(|(_, rest)| *rest == Rest::Absent)
        .filter_map(|(player, _)| Some((field.number(player)?, points.get(&player).copied())))
        .collect();
    Ok(draft.players() == basis.active && absent == basis.absent)
}

pub(super) fn id_of(field: &Field, no: StartNumber) -> Result<i64, Halt> {
    match field.player(no) {
        Some(player) => Ok(player.id),
        None => Err(PlayRefusal::NoSuchPlayer { no: no.0 }.into()),
    }
}

/// A breach with the names of those concerned.
pub(super) fn told(field: &Field, breach: &Breach) -> Warning {
    match breach.clone() {
        Breach::Rematch {
            seat,
            round,
            swapped,
        } => Warning::Rematch {
            red: field.tag(seat.red),
            black: field.tag(seat.black),
            round,
            swapped,
        },
        Breach::Forbidden { seat } => Warning::Forbidden {
            red: field.tag(seat.red),
            black: field.tag(seat.black),
        },
        Breach::Teammates { seat, team } => Warning::Teammates {
            red: field.tag(seat.red),
            black: field.tag(seat.black),
            team,
        },
        Breach::ThirdRunning { who, side, rounds } => Warning::ThirdRunning {
            player: field.tag(who),
            side,
            rounds,
        },
        Breach::SurplusOfThree { who, side, rounds } => Warning::SurplusOfThree {
            player: field.tag(who),
            side,
            rounds,
        },
        Breach::AnotherBye { who, rounds } => Warning::AnotherBye {
            player: field.tag(who),
            had: u32::try_from(rounds.len()).unwrap_or(u32::MAX),
            rounds,
        },
    }
}
