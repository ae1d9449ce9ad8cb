//! The knockout loaded once for as long as nothing is written: one use case asks for it many times.

use std::cell::RefCell;
use std::rc::Rc;

use super::KnockoutRefusal;
use super::load::Bracket;
use crate::desk::field::Field;
use crate::desk::{Halt, Turn};

/// A seeded knockout with the field behind it.
pub struct Loaded<'a> {
    pub field: Field,
    pub bracket: Bracket<'a>,
}

/// What was loaded last, in which competition, and how many rows the connection had changed by then.
#[derive(Default)]
pub struct Memo<'a>(RefCell<Option<(u64, String, Rc<Loaded<'a>>)>>);

impl<'a> Loaded<'a> {
    /// The knockout as it stands in the transaction; `None` while it is not seeded.
    pub fn find(turn: &Turn<'a>) -> Result<Option<Rc<Loaded<'a>>>, Halt> {
        let changes = turn.tx.total_changes();
        let key = &turn.competition().key;
        if let Some((at, of, loaded)) = &*turn.knockout.0.borrow()
            && (*at, of) == (changes, key)
        {
            return Ok(Some(Rc::clone(loaded)));
        }
        if !super::is_seeded(turn)? {
            return Ok(None);
        }
        let field = Field::load(turn)?;
        let Some(bracket) = Bracket::load(turn, &field)? else {
            return Ok(None);
        };
        let loaded = Rc::new(Loaded { field, bracket });
        let changes = turn.tx.total_changes();
        turn.knockout
            .0
            .replace(Some((changes, key.clone(), Rc::clone(&loaded))));
        Ok(Some(loaded))
    }

    /// The same where it has to be seeded.
    pub fn of(turn: &Turn<'a>) -> Result<Rc<Loaded<'a>>, Halt> {
        Ok(Loaded::find(turn)?.ok_or(KnockoutRefusal::NotSeeded)?)
    }
}
