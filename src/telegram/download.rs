use std::time::Duration;

use teloxide::net::Download;
use teloxide::prelude::Requester;
use teloxide::types::FileId;
use teloxide::{ApiError, Bot, RequestError};

use super::incoming::{Incoming, What};
use super::said::Attachment;
use crate::desk::Desk;

/// Bytes of a spreadsheet at most; a roster of 200 players has some 30 000.
pub const MOST_BYTES: usize = 1_000_000;

/// A file must not hold up the chat for longer.
const TIME: Duration = Duration::from_secs(30);

/// Why a file was not fetched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DownloadFault {
    TooBig,
    /// Telegram did not hand it out, or not in time.
    Unreachable,
}

/// The incoming update, with the content of a spreadsheet that an arbiter sent in private. Nothing else is
/// ever fetched.
pub async fn with_content(bot: &Bot, desk: &std::sync::Arc<Desk>, incoming: Incoming) -> Incoming {
    let Some(file) = wanted(&incoming) else {
        return incoming;
    };
    let (account, asked) = (incoming.actor.account, std::sync::Arc::clone(desk));
    let is_arbiter = tokio::task::spawn_blocking(move || asked.is_arbiter(account)).await;
    if !matches!(is_arbiter, Ok(Ok(true))) {
        return incoming;
    }
    let content = match tokio::time::timeout(TIME, fetch(bot, file)).await {
        Ok(fetched) => fetched,
        Err(_) => Err(DownloadFault::Unreachable),
    };
    let mut incoming = incoming;
    if let What::Said(said) = &mut incoming.what {
        said.content = Some(content);
    }
    incoming
}

/// The file id of a spreadsheet.
fn wanted(incoming: &Incoming) -> Option<String> {
    let What::Said(said) = &incoming.what else {
        return None;
    };
    match &said.attachment {
        Some(Attachment::Document { file, name, .. }) if incoming.actor.is_private() => {
            let name = name.as_deref().unwrap_or_default().to_lowercase();
            (name.ends_with(".csv") || name.ends_with(".xlsx")).then(|| file.clone())
        }
        _ => None,
    }
}

async fn fetch(bot: &Bot, file: String) -> Result<Vec<u8>, DownloadFault> {
    let file = bot
        .get_file(FileId(file))
        .await
        .map_err(|error| match error {
            // Telegram hands out 20 MB at most.
            RequestError::Api(ApiError::Unknown(text)) if text.contains("too big") => {
                DownloadFault::TooBig
            }
            other => {
                tracing::warn!("a file was not fetched: {other}");
                DownloadFault::Unreachable
            }
        })?;
    if usize::try_from(file.size).unwrap_or(usize::MAX) > MOST_BYTES {
        return Err(DownloadFault::TooBig);
    }
    let mut bytes = Vec::new();
    bot.download_file(&file.path, &mut bytes)
        .await
        .map_err(|error| {
            tracing::warn!("a file was not fetched: {error}");
            DownloadFault::Unreachable
        })?;
    if bytes.len() > MOST_BYTES {
        return Err(DownloadFault::TooBig);
    }
    Ok(bytes)
}
