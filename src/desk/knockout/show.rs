//! The bracket and its rounds, for whoever asks.

use std::collections::BTreeSet;

use super::load::Bracket;
use super::{KnockoutRefusal, seed};
use crate::desk::Duty;
use crate::desk::field::Field;
use crate::desk::notice::{Form, Knockout as Said, MyGame, Next, PlacedRow, PlayedRow, Printable};
use crate::desk::{Actor, Halt, Notice, Turn, print};
use crate::store::registration;
use crate::store::round;
use crate::tournament::knockout::{Slot, State};
use crate::tournament::prize::Placed;
use crate::tournament::{Side, StartNumber};

/// The bracket; to an arbiter before the seeding, the seeding. As text, or in the form asked for.
pub fn show(turn: &mut Turn<'_>, form: Option<Form>) -> Result<(), Halt> {
    if super::rules(turn).is_none() {
        return Err(KnockoutRefusal::None.into());
    }
    if let Some(form) = form {
        let tables = tables(turn, form)?;
        return print::answer(turn, form, tables);
    }
    let field = Field::load(turn)?;
    let role = turn.role()?;
    let officer = role.is_some_and(|role| role >= Duty::Seed.least());
    let Some(bracket) = Bracket::load(turn, &field)? else {
        return if officer {
            seed::preview(turn)
        } else {
            Err(KnockoutRefusal::NotSeeded.into())
        };
    };
    let private = turn.actor().is_none_or(Actor::is_private);
    let desk = private && role.is_some();
    let shown = Said::Shown {
        bracket: bracket.shown(turn),
        desk,
        may_unseed: desk && officer && seed::is_untouched(turn, &bracket)?,
    };
    turn.reply(print::offered(turn, shown, Printable::Bracket))
}

/// After a decision, the bracket as the group's one picture of the round.
pub(super) fn picture(turn: &Turn<'_>, bracket: &Bracket<'_>) -> Result<(), Halt> {
    let slot = format!("knockout/tree/{}", bracket.store.begun);
    let shown = Said::Shown {
        bracket: bracket.shown(turn),
        desk: false,
        may_unseed: false,
    };
    print::announce_in(turn, &slot, vec![shown.into()])
}

/// The knockout to be printed; a picture holds the bracket alone.
pub(in crate::desk) fn tables(turn: &Turn<'_>, form: Form) -> Result<Vec<Notice>, Halt> {
    let field = Field::load(turn)?;
    let mut tables = book(turn, &field)?;
    if tables.is_empty() {
        return Err(KnockoutRefusal::NotSeeded.into());
    }
    if form == Form::Picture {
        tables.truncate(1);
    }
    Ok(tables)
}

/// The bracket, its games and the final places for the book of results; nothing before the seeding.
pub(in crate::desk) fn book(turn: &Turn<'_>, field: &Field) -> Result<Vec<Notice>, Halt> {
    let Some(bracket) = Bracket::load(turn, field)? else {
        return Ok(Vec::new());
    };
    let shown = Said::Shown {
        bracket: bracket.shown(turn),
        desk: false,
        may_unseed: false,
    };
    let mut rows = Vec::new();
    for (no, games) in &bracket.games {
        for (at, game) in games.iter().enumerate() {
            let Some(rung) = bracket.rung(*no, at) else {
                continue;
            };
            rows.push(PlayedRow {
                round: bracket.round_name(no.round),
                table: no.table,
                game: u32::try_from(at).unwrap_or(0) + 1,
                rung,
                red: field.tag_of(game.red),
                black: field.tag_of(game.black),
                outcome: game.outcome,
            });
        }
    }
    let mut tables: Vec<Notice> = vec![shown.into()];
    if !rows.is_empty() {
        let name = bracket.course.rules.name.clone();
        tables.push(Said::Games { name, rows }.into());
    }
    let Places {
        undecided, rows, ..
    } = places_of(&bracket);
    let placed = final_rows(field, &bracket, &rows, undecided);
    if !placed.is_empty() {
        let ranking = Said::Ranking {
            rows: placed,
            undecided,
            removed: bracket.placeless(),
        };
        tables.push(ranking.into());
    }
    Ok(tables)
}

/// The final places for the group: those with a prize, or at least those of the bracket.
pub(super) fn ranking(turn: &Turn<'_>, field: &Field, bracket: &Bracket<'_>) -> Said {
    let Places {
        undecided, rows, ..
    } = places_of(bracket);
    let inside = u32::try_from(bracket.inside().len()).unwrap_or(0);
    let last = super::course::last_prize(turn).max(inside);
    let mut rows = final_rows(field, bracket, &rows, undecided);
    rows.retain(|row| row.place <= last);
    Said::Ranking {
        rows,
        undecided,
        removed: bracket.placeless(),
    }
}

fn final_rows(
    field: &Field,
    bracket: &Bracket<'_>,
    rows: &[Placed<StartNumber>],
    undecided: u32,
) -> Vec<PlacedRow> {
    let active = field.active();
    let decided = rows.iter().filter(|row| row.rank > undecided);
    let shared = |rank: u32| rows.iter().filter(|row| row.rank == rank).count() > 1;
    let placed = decided.map(|row| PlacedRow {
        place: row.rank,
        shared: shared(row.rank),
        player: bracket.tag(row.who),
        out: !active.contains(&row.who),
    });
    placed.collect()
}

/// The bracket, if the competition has come to it.
pub(in crate::desk) fn beside(turn: &Turn<'_>, field: &Field) -> Result<(), Halt> {
    match Bracket::load(turn, field)? {
        Some(bracket) => turn.reply(Said::Shown {
            bracket: bracket.shown(turn),
            desk: false,
            may_unseed: false,
        }),
        None => Ok(()),
    }
}

/// The newest round's matches; false: none has begun.
pub(in crate::desk) fn round(turn: &Turn<'_>) -> Result<bool, Halt> {
    let field = Field::load(turn)?;
    let Some(bracket) = Bracket::load(turn, &field)? else {
        return Ok(false);
    };
    let number = bracket.store.begun;
    if number == 0 {
        return Ok(false);
    }
    let own: Vec<_> = registration::of_account(turn.tx, turn.account()?)?
        .into_iter()
        .filter_map(|player| bracket.number(player.id))
        .collect();
    let pairs = bracket.course.pairs();
    let is_mine = |slot: &Slot| matches!(slot, Slot::Player(no) if own.contains(no));
    let of_round = pairs.get(number as usize - 1).into_iter().flatten();
    let mine = of_round
        .filter(|pair| pair.slots.iter().any(is_mine))
        .map(|pair| pair.no.table)
        .collect();
    turn.reply(Said::Progress {
        round: bracket.round(turn, number),
        mine,
    })?;
    Ok(true)
}

/// The games a player has played in matches.
pub(in crate::desk) fn games_of(
    turn: &Turn<'_>,
    field: &Field,
    player: i64,
) -> Result<Vec<MyGame>, Halt> {
    let Some(bracket) = Bracket::load(turn, field)? else {
        return Ok(Vec::new());
    };
    let mut mine = Vec::new();
    let pairs = bracket.course.pairs();
    let begun = pairs.iter().take(bracket.store.begun as usize);
    for pair in begun.flatten() {
        let no = pair.no;
        let games = bracket.games.get(&no).map_or(&[][..], Vec::as_slice);
        if games.is_empty()
            && let Slot::Player(winner) = pair.state.slot()
            && bracket.number(player) == Some(winner)
        {
            mine.push(MyGame::Through {
                round: bracket.round_name(no.round),
                forfeited: matches!(pair.state, State::Won { .. }),
            });
        }
        for game in games {
            let Some(side) = game.side_of(player) else {
                continue;
            };
            let part = round::find(turn.tx, game.round)?.and_then(|round| round.part);
            mine.push(MyGame::Match {
                round: bracket.round_name(no.round),
                table: no.table,
                game: part.map_or(0, |part| part.game),
                side,
                opponent: field.tag_of(game.player(Side::other(side))),
                outcome: game.outcome,
            });
        }
    }
    Ok(mine)
}

/// What comes next at the desk; `None`: the points stage is not over, or there is no knockout.
pub(in crate::desk) fn next(turn: &Turn<'_>) -> Result<Option<Next>, Halt> {
    if super::rules(turn).is_none() {
        return Ok(None);
    }
    let field = Field::load(turn)?;
    let Some(bracket) = Bracket::load(turn, &field)? else {
        let counted = crate::desk::table::counted(turn, &field);
        let level = !crate::desk::ranking_lot::level(turn, &field).is_empty();
        let over = counted.is_final && !field.rounds.is_empty() && !level;
        return Ok(over.then_some(Next::Seed));
    };
    let begun = bracket.store.begun;
    if bracket.complete() < begun {
        let pairs = bracket.course.pairs();
        let under = pairs.iter().take(begun as usize).flatten();
        let open: Vec<u32> = under
            .filter(|pair| !pair.state.is_over())
            .map(|pair| pair.no.table)
            .collect();
        let tables = pairs.get(begun as usize - 1).map_or(0, Vec::len);
        let name = bracket.round_name(begun);
        return Ok(Some(Next::Matches {
            number: begun,
            name,
            open,
            tables,
        }));
    }
    Ok(Some(if begun >= bracket.course.rounds() {
        Next::Crowned
    } else {
        let number = begun + 1;
        let name = bracket.round_name(number);
        Next::BeginRound { number, name }
    }))
}

/// The final places of the whole event, as far as they go.
pub(in crate::desk) struct Places {
    /// Places from 1 to this one are still played for; 0: none.
    pub undecided: u32,
    /// Who plays for them.
    pub open: Vec<StartNumber>,
    pub rows: Vec<Placed<StartNumber>>,
    /// Who came into the bracket.
    pub inside: BTreeSet<StartNumber>,
}

/// The final places; `None` before the seeding.
pub(in crate::desk) fn places(turn: &Turn<'_>, field: &Field) -> Result<Option<Places>, Halt> {
    Ok(Bracket::load(turn, field)?.map(|bracket| places_of(&bracket)))
}

/// The same of a bracket as it stands, or would.
pub(in crate::desk) fn places_of(bracket: &Bracket<'_>) -> Places {
    let table = bracket.final_table();
    let inside = bracket.inside();
    let points = |no: StartNumber| {
        let id = bracket.id(no);
        let row = bracket.table.iter().find(|row| Some(row.player) == id);
        row.map_or(0, |row| row.points)
    };
    let rows = table.rows.iter().map(|row| Placed {
        who: row.no,
        rank: row.place,
        // Places of the bracket are nobody else's, whatever the points before.
        points: if inside.contains(&row.no) {
            u32::MAX - row.place
        } else {
            points(row.no)
        },
    });
    let rows: Vec<Placed<StartNumber>> = rows.collect();
    let placed = |no: &StartNumber| rows.iter().any(|row| row.who == *no);
    let plays = |no: &&StartNumber| !placed(no) && !bracket.removed.contains(no);
    let open = inside.iter().filter(plays).copied();
    Places {
        undecided: table.undecided,
        open: open.collect(),
        rows,
        inside: inside.into_iter().collect(),
    }
}
