use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use teloxide::Bot;
use teloxide::dispatching::{Dispatcher, UpdateHandler};
use teloxide::dptree;
use teloxide::prelude::Requester;
use teloxide::types::{CallbackQueryId, Update};

use super::download::with_content;
use super::handlers;
use super::html::Html;
use super::incoming::{self, Incoming, What};
use super::texts;
use crate::desk::{Actor, Chat, Desk, Handled, Notice, membership};
use crate::panics;
use crate::store::StoreError;

/// How long to wait when the database refused a transaction: from the first to the last, doubling. A full
/// disk or a long backup passes, and until then nothing later of the same chat overtakes the update.
const FIRST_WAIT: Duration = Duration::from_millis(200);
const LAST_WAIT: Duration = Duration::from_secs(30);

/// A toast holds 200 characters. Telegram documentation, answerCallbackQuery.
const TOAST: usize = 200;

/// Showing a toast must not hold up the chat for longer.
const TOAST_TIME: Duration = Duration::from_secs(5);

/// The dispatcher: one endpoint for every update, in the order in which they arrived.
pub fn dispatcher(
    bot: Bot,
    desk: Arc<Desk>,
    username: Arc<str>,
) -> Dispatcher<Bot, Infallible, i64> {
    let tree: UpdateHandler<Infallible> = dptree::entry().endpoint(endpoint);
    Dispatcher::builder(bot, tree)
        .dependencies(dptree::deps![desk, username])
        .default_handler(|_| async {})
        .distribution_function(incoming::lane)
        .build()
}

/// Lets the desk handle the update. Never fails and never panics: either would end the chat's worker.
async fn endpoint(
    update: Update,
    bot: Bot,
    desk: Arc<Desk>,
    username: Arc<str>,
) -> Result<(), Infallible> {
    let id = i64::from(update.id.0);
    let incoming = match incoming::read(&update) {
        Some(incoming) => Some(Arc::new(with_content(&bot, &desk, incoming).await)),
        None => None,
    };
    let mut wait = FIRST_WAIT;
    for attempt in 1_u64.. {
        let (desk_, incoming_, username) = (desk.clone(), incoming.clone(), Arc::clone(&username));
        let served = tokio::task::spawn_blocking(move || {
            if attempt == 1 {
                desk_.begin(id)?;
            }
            serve(&desk_, id, incoming_.as_deref(), &username)
        })
        .await;
        match served {
            Ok(Ok(handled)) => {
                // Telegram's answer to it must not hold up the updates behind it.
                if let Some(incoming) = incoming {
                    tokio::spawn(async move { show(&bot, &desk, &incoming, handled).await });
                }
                return Ok(());
            }
            Ok(Err(error)) => {
                tracing::error!(update = id, attempt, "the update was not handled: {error}");
                tokio::time::sleep(wait).await;
                wait = (wait * 2).min(LAST_WAIT);
            }
            Err(panic) => {
                tracing::error!(update = id, "{}", panics::ended(&panic));
                give_up(desk, id, incoming, "panic outside the use case").await;
                return Ok(());
            }
        }
    }
    Ok(())
}

/// Marks the update as handled and apologises.
pub(super) async fn give_up(
    desk: Arc<Desk>,
    id: i64,
    incoming: Option<Arc<Incoming>>,
    why: &'static str,
) {
    let given_up = tokio::task::spawn_blocking(move || {
        desk.give_up(id, incoming.as_deref().map(|incoming| &incoming.actor), why)
    });
    match given_up.await {
        Ok(Ok(_)) => {}
        Ok(Err(error)) => tracing::error!(update = id, "the update was not given up: {error}"),
        Err(panic) => tracing::error!(update = id, "{}", panics::ended(&panic)),
    }
}

/// One update in one transaction.
fn serve(
    desk: &Desk,
    id: i64,
    incoming: Option<&Incoming>,
    username: &str,
) -> Result<Handled, StoreError> {
    let Some(Incoming { actor, what }) = incoming else {
        desk.ignore(id)?;
        return Ok(Handled::Done);
    };
    if let (What::Said(said) | What::Anonymous(said), Chat::Group { id: group, .. }) =
        (what, actor.chat)
    {
        let is_bound = desk.group()? == Some(group);
        if !handlers::concerns_bot(said, username, is_bound) {
            desk.ignore(id)?;
            return Ok(Handled::Done);
        }
    }
    desk.handle(id, actor, |turn| match what {
        What::Said(said) if actor.is_private() => handlers::private(turn, said, username),
        What::Said(said) => handlers::group(turn, said, username),
        What::Anonymous(_) => handlers::anonymous(turn),
        What::Tapped { data, .. } => handlers::tapped(turn, data, username),
        What::Blocked(blocked) => membership::blocked(turn, *blocked),
        What::Standing { was, is } => membership::standing(turn, *was, *is),
        What::Migrated { from, to } => membership::migrated(turn, *from, *to),
    })
}

/// Ends the waiting of a pressed button, with the refusal if there is one.
async fn show(bot: &Bot, desk: &Arc<Desk>, incoming: &Incoming, handled: Handled) {
    let What::Tapped { query, .. } = &incoming.what else {
        return;
    };
    let notice = match handled {
        Handled::Refused(refusal) => Some(Notice::Refused(refusal)),
        Handled::Done | Handled::Repeated | Handled::Failed(_) => None,
    };
    let text = notice.as_ref().and_then(|notice| toast(notice, desk));
    let fits = text.is_some() || notice.is_none();
    let mut answer = bot.answer_callback_query(CallbackQueryId(query.clone()));
    answer.text = text;
    answer.show_alert = Some(answer.text.is_some());
    let shown = tokio::time::timeout(TOAST_TIME, answer).await;
    let was_shown = matches!(shown, Ok(Ok(_)));
    if !was_shown {
        tracing::debug!(account = incoming.actor.account, "a toast was not shown");
    }
    // A refusal must reach the person.
    if let Some(notice) = notice.filter(|_| !fits || !was_shown) {
        answer_by_message(desk, &incoming.actor, notice).await;
    }
}

async fn answer_by_message(desk: &Arc<Desk>, actor: &Actor, notice: Notice) {
    let (desk, actor) = (Arc::clone(desk), actor.clone());
    let answered = tokio::task::spawn_blocking(move || desk.answer(&actor, notice)).await;
    match answered {
        Ok(Ok(_)) => {}
        Ok(Err(error)) => tracing::error!("an answer was not kept: {error}"),
        Err(panic) => tracing::error!("{}", panics::ended(&panic)),
    }
}

/// The notice as a toast; `None` when it is too long for one.
fn toast(notice: &Notice, desk: &Desk) -> Option<String> {
    let messages = texts::phrase(notice, desk.config());
    let text = messages
        .first()
        .map(|message| &message.html)
        .map(Html::plain)?;
    let fits = messages.len() == 1 && text.encode_utf16().count() <= TOAST;
    fits.then_some(text).filter(|text| !text.is_empty())
}
