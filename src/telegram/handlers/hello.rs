use crate::desk::notice::Hello;
use crate::desk::{Halt, Turn, arbiter, hello};
use crate::telegram::command::nearest;
use crate::telegram::normal::normal;
use crate::telegram::said::{Attachment, Said};

/// Who I am, what next; in the group a button that leads to the private chat.
pub fn welcome(turn: &mut Turn<'_>, bot: &str) -> Result<(), Halt> {
    if turn.actor().is_some_and(|actor| !actor.is_private()) {
        return door(turn, bot, None);
    }
    hello::welcome(turn)
}

/// A button that leads from the group into the private chat.
pub fn door(turn: &mut Turn<'_>, bot: &str, payload: Option<&str>) -> Result<(), Halt> {
    turn.reply(Hello::Door {
        bot: bot.to_owned(),
        payload: payload.map(str::to_owned),
    })
}

/// Nothing in the bot answers to this: the next step all the same.
pub fn unknown(turn: &mut Turn<'_>, said: &Said) -> Result<(), Halt> {
    match (&said.text, &said.attachment) {
        (Some(text), _) => {
            let code = normal(text).to_uppercase();
            if hello::code(turn, &code)? || arbiter::redeem_bare(turn, &code)? {
                return Ok(());
            }
            let word = normal(text.trim_start_matches(['/', '／']));
            let nearest = nearest(&word).map(str::to_owned);
            turn.reply(Hello::Unknown { nearest })
        }
        (None, Some(attachment)) => {
            let kind = match attachment {
                Attachment::Photo(_) => "photo",
                Attachment::Document { .. } => "document",
                Attachment::Other(kind) => kind,
            };
            let kind = kind.to_owned();
            turn.reply(Hello::Attachment { kind })
        }
        (None, None) => turn.reply(Hello::Unknown { nearest: None }),
    }
}
