//! A published round's tables, for whoever asks.

use super::field::Field;
use super::notice::{Form, Printable, Round as Said};
use super::pair::tables;
use super::{Duty, Halt, Notice, PlayRefusal, Turn, competition, knockout, print};
use crate::store::registration;

/// Shows a round (`None`: the newest) of every competition that concerns the asker, their own tables
/// marked; as text, or in the form asked for.
pub fn show(turn: &mut Turn<'_>, number: Option<u32>, form: Option<Form>) -> Result<(), Halt> {
    let mut refused = None;
    let mut shown = false;
    for competition in competition::concerning(turn)? {
        turn.enter(&competition.key)?;
        match show_one(turn, number, form) {
            Err(Halt::Refused(refusal)) => refused = refused.or(Some(refusal)),
            other => {
                other?;
                shown = true;
            }
        }
    }
    match refused {
        Some(refusal) if !shown => Err(Halt::Refused(refusal)),
        _ => Ok(()),
    }
}

/// A published round, as the group has seen it; `None`: the newest.
pub(super) fn round(turn: &Turn<'_>, number: Option<u32>) -> Result<Said, Halt> {
    let field = Field::load(turn)?;
    let round = match number {
        None => field.rounds.last().ok_or(PlayRefusal::NoRound)?,
        Some(number) => field
            .rounds
            .iter()
            .find(|round| round.number == number)
            .ok_or(PlayRefusal::NoSuchRound { number })?,
    };
    Ok(Said::Published {
        tables: tables(turn, &field, round)?,
    })
}

/// The sheet on which both players of a table sign the result (成绩单), for arbiters; as a file to print and
/// as a workbook unless one form is asked for. Chengdu-Chongqing regulation, supplement, clause 5.4.
pub fn to_sign(turn: &mut Turn<'_>, number: Option<u32>, form: Option<Form>) -> Result<(), Halt> {
    turn.require(Duty::ShowOpen)?;
    turn.require_private()?;
    let of_match = match number {
        None => knockout::sign::to_sign(turn)?,
        Some(_) => None,
    };
    let sheet: Notice = match of_match {
        Some(sheet) => sheet.into(),
        None => match round(turn, number)? {
            Said::Published { tables } => Said::ToSign { tables }.into(),
            _ => return Ok(()),
        },
    };
    let forms = form.map_or_else(|| vec![Form::Pdf, Form::Xlsx], |form| vec![form]);
    for form in forms {
        print::answer(turn, form, vec![sheet.clone()])?;
    }
    Ok(())
}

fn show_one(turn: &Turn<'_>, number: Option<u32>, form: Option<Form>) -> Result<(), Halt> {
    if number.is_none() && form.is_none() && knockout::show::round(turn)? {
        return Ok(());
    }
    let said = round(turn, number)?;
    if let Some(form) = form {
        return print::answer(turn, form, vec![said.into()]);
    }
    let Said::Published { tables } = said else {
        return Ok(());
    };
    let account = turn.account()?;
    let own: Vec<_> = registration::of_account(turn.tx, account)?
        .into_iter()
        .filter(|player| player.competition == turn.competition().key)
        .filter_map(|player| player.start_no)
        .collect();
    let mine = tables
        .rows
        .iter()
        .filter(|row| own.contains(&row.red.no) || own.contains(&row.black.no))
        .map(|row| row.table)
        .collect();
    let what = Printable::Round(tables.number);
    turn.reply(print::offered(turn, Said::Shown { tables, mine }, what))
}
