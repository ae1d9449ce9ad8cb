use super::register::input;
use crate::desk::game_record;
use crate::desk::paper::{LARGEST, PaperRefusal};
use crate::desk::{Halt, Refusal, Turn};
use crate::telegram::normal::normal;
use crate::telegram::said::{Attachment, Said};

/// `/record`, by an arbiter also `/record 12` or `/record 3 12`, `/record 第3轮 12台`: the record of this table
/// is wanted, of the newest round or of the one named.
pub fn record(turn: &mut Turn<'_>, rest: &str) -> Result<(), Halt> {
    if turn.role()?.is_none() {
        return game_record::own(turn);
    }
    let typed = normal(rest);
    let words = typed.split([' ', '-', '第', '轮', '台', '桌']);
    let words = words.filter(|word| !word.is_empty());
    let numbers: Result<Vec<u32>, _> = words.map(str::parse).collect();
    match numbers.as_deref() {
        Ok([]) => game_record::list(turn, 0),
        Ok([table]) => game_record::name(turn, None, *table),
        Ok([round, table]) => game_record::name(turn, Some(*round), *table),
        Ok(_) | Err(_) => {
            let typed = rest.to_owned();
            Err(Refusal::NumberWanted { typed }.into())
        }
    }
}

/// A photo or file that nobody asked for. False: the account owes no record.
pub fn offered(turn: &mut Turn<'_>, said: &Said) -> Result<bool, Halt> {
    check(said)?;
    game_record::offered(turn, input(said))
}

/// Refuses a file that the bot could never hand on.
pub fn check(said: &Said) -> Result<(), Halt> {
    match said.attachment {
        Some(Attachment::Document {
            size: Some(size), ..
        }) if size > LARGEST => {
            let most = LARGEST;
            Err(PaperRefusal::TooBig { size, most }.into())
        }
        _ => Ok(()),
    }
}
