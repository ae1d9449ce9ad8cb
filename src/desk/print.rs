//! Tables as pictures in the group, and as files for whoever asks. What is owed holds the tables themselves: they
//! are drawn when they are sent.

use super::field::Field;
use super::notice::{Form, Print, Printable};
use super::{Duty, Halt, Notice, PlayRefusal, Turn, knockout, pair, pairings, prizes, table};
use crate::config::Role;
use crate::store::{account, arbiter, competition, setting};

/// After tables in the group, the same as a picture, where the event has pictures.
pub(super) fn announce(turn: &Turn<'_>, tables: Vec<Notice>) -> Result<(), Halt> {
    if !turn.config.render.pictures || tables.is_empty() {
        return Ok(());
    }
    turn.tell_group(Print::Tables {
        form: Form::Picture,
        tables: named(turn, tables),
        at: turn.now,
        asked: false,
    })
}

/// The same in the group's one picture of this slot: the newest takes the place of the one before it.
pub(super) fn announce_in(turn: &Turn<'_>, slot: &str, tables: Vec<Notice>) -> Result<(), Halt> {
    if !turn.config.render.pictures || tables.is_empty() {
        return Ok(());
    }
    let picture = Print::Tables {
        form: Form::Picture,
        tables: named(turn, tables),
        at: turn.now,
        asked: false,
    };
    turn.show_group(slot, picture)
}

/// Answers with tables as a picture or a file.
pub(super) fn answer(turn: &Turn<'_>, form: Form, tables: Vec<Notice>) -> Result<(), Halt> {
    turn.reply(Print::Tables {
        form,
        tables: named(turn, tables),
        at: turn.now,
        asked: true,
    })
}

/// What a button under a table asks for, of the turn's competition as it stands now.
pub fn print(turn: &mut Turn<'_>, what: Printable, form: Form) -> Result<(), Halt> {
    let tables = match what {
        Printable::Standings => {
            let field = Field::load(turn)?;
            if field.rounds.is_empty() {
                return Err(PlayRefusal::NoRound.into());
            }
            table::tables(turn, &field)
        }
        Printable::Round(number) => vec![pairings::round(turn, Some(number))?.into()],
        Printable::Prizes => vec![prizes::list(turn)?],
        Printable::Bracket => knockout::show::tables(turn, form)?,
        Printable::Book => return book(turn, form),
    };
    answer(turn, form, tables)
}

/// Sends an arbiter the book of results (成绩册): for every competition the roster, the rounds, the standings,
/// the knockout, and the prize list once it is final.
pub fn book(turn: &mut Turn<'_>, form: Form) -> Result<(), Halt> {
    turn.require(Duty::ExportList)?;
    turn.require_private()?;
    let own = turn.competition().key.clone();
    let mut all = Vec::new();
    for one in turn.competitions() {
        turn.enter(&one.key)?;
        let field = Field::load(turn)?;
        let mut tables = Vec::new();
        let progress = competition::progress(turn.tx, &one.key)?;
        if progress.roster_at.is_some() {
            tables.push(super::roster::book(turn)?.into());
        }
        for round in &field.rounds {
            let tables_of = pair::tables(turn, &field, round)?;
            tables.push(super::notice::Round::Published { tables: tables_of }.into());
        }
        if !field.rounds.is_empty() {
            tables.extend(table::tables(turn, &field));
        }
        tables.extend(knockout::show::book(turn, &field)?);
        match prizes::list(turn) {
            Ok(list) => tables.push(list),
            Err(Halt::Refused(_)) => {}
            Err(fault) => return Err(fault),
        }
        all.extend(named(turn, tables));
    }
    turn.enter(&own)?;
    if all.is_empty() {
        return Err(PlayRefusal::NoRound.into());
    }
    turn.reply(Print::Tables {
        form,
        tables: all,
        at: turn.now,
        asked: true,
    })
}

/// The table with buttons for its picture and files; in a group without: they would fill it.
pub(super) fn offered(turn: &Turn<'_>, table: impl Into<Notice>, what: Printable) -> Notice {
    let table = table.into();
    if turn.actor().is_some_and(super::Actor::is_private) {
        Notice::Offered {
            notice: Box::new(table),
            what,
        }
    } else {
        table
    }
}

/// The tables with the competition they are of, where the event has several.
fn named(turn: &Turn<'_>, tables: Vec<Notice>) -> Vec<Notice> {
    if !turn.is_one_of_several() {
        return tables;
    }
    let competition = &turn.competition().key;
    let tables = tables.into_iter().map(|notice| Notice::Of {
        competition: competition.clone(),
        notice: Box::new(notice),
    });
    tables.collect()
}

/// No font has Chinese letters: the chief arbiter is told, once.
pub fn no_font(turn: &mut Turn<'_>) -> Result<(), Halt> {
    if setting::get(turn.tx, setting::FONT_MISSED)?.is_some() {
        return Ok(());
    }
    let mut told = false;
    for (id, role) in arbiter::all(turn.tx)? {
        let is_reachable = account::find(turn.tx, id)?.is_some_and(|one| one.reachable);
        if role == Role::Chief && is_reachable {
            turn.tell(id, Print::NoFont)?;
            told = true;
        }
    }
    if told {
        setting::set(turn.tx, setting::FONT_MISSED, "told")?;
    }
    Ok(())
}

/// A font was found: should it be missed again, that is said again.
pub fn font_found(turn: &mut Turn<'_>) -> Result<(), Halt> {
    if setting::get(turn.tx, setting::FONT_MISSED)?.is_some() {
        setting::clear(turn.tx, setting::FONT_MISSED)?;
    }
    Ok(())
}
