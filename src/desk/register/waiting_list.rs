use crate::desk::notice::Register;
use crate::desk::{Halt, Turn, review};
use crate::store::journal::Entry;
use crate::store::registration::{self, State};
use crate::store::{competition, place};

/// Gives every free place to the first who waits for it, until the lots are drawn.
pub(in crate::desk) fn promote(turn: &Turn<'_>) -> Result<(), Halt> {
    let competition = &turn.competition().key;
    if competition::progress(turn.tx, competition)?
        .drawn_at
        .is_some()
    {
        return Ok(());
    }
    for waiting in registration::in_state(turn.tx, competition, State::Waiting)? {
        let Some(free) = place::free(turn.tx, competition, &waiting.pool)? else {
            continue;
        };
        let in_review = registration::answers(turn.tx, waiting.id)?.needs_review();
        let state = if in_review {
            State::Review
        } else {
            State::Accepted
        };
        registration::promote(turn.tx, waiting.id, state, free)?;
        turn.journal(Entry {
            action: "registration.promote".to_owned(),
            subject: format!("registration {}", waiting.id),
            before: Some("waiting".to_owned()),
            after: Some(format!(
                "{} {} {free}",
                registration::state_word(state),
                waiting.pool
            )),
            ..Entry::default()
        })?;
        if let Some(account) = waiting.account {
            turn.tell(
                account,
                Register::Promoted {
                    name: waiting.name.clone(),
                    in_review,
                },
            )?;
        }
        turn.tell_arbiters(Register::PromotedFyi {
            name: waiting.name,
            in_review,
        })?;
        if in_review {
            review::show_queue(turn)?;
        }
    }
    Ok(())
}
