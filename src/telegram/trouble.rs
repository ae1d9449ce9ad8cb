use std::time::Duration;

use teloxide::{ApiError, RequestError};

/// Why a message did not go out, by what to do about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Trouble {
    /// The message reads like this already: as good as done.
    Unmodified,
    /// The message to be edited is gone or may not be edited: send a new one.
    EditLost,
    /// The message to be edited carries a photo or file: its caption is edited instead.
    IsCaption,
    /// This chat is written to too often.
    TooFast(Duration),
    /// The group has another id now.
    Moved(i64),
    /// The topic is gone: the group's general one is left.
    TopicGone,
    /// The person never started the bot, blocked it, or is no more.
    Unreachable(String),
    /// The group does not let the bot write.
    Shut(String),
    /// Telegram does not accept this message, now or later.
    Refused(String),
    /// The network or Telegram itself: later, everything.
    Offline(String),
}

/// Reads Telegram's error. Its texts are not documented; those here are the ones its servers send.
pub fn trouble(error: &RequestError, is_private: bool) -> Trouble {
    let text = match error {
        RequestError::RetryAfter(wait) => return Trouble::TooFast(wait.duration()),
        RequestError::MigrateToChatId(chat) => return Trouble::Moved(chat.0),
        RequestError::Api(ApiError::Unknown(text)) => text.clone(),
        RequestError::Api(error) => error.to_string(),
        RequestError::InvalidJson { source, .. } => {
            return Trouble::Offline(format!("unreadable answer: {source}"));
        }
        RequestError::Network(_) | RequestError::Io(_) => {
            return Trouble::Offline(error.to_string());
        }
    };
    let lower = text.to_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| lower.contains(word));
    if has(&["message is not modified"]) {
        Trouble::Unmodified
    } else if has(&["there is no text in the message to edit"]) {
        Trouble::IsCaption
    } else if has(&[
        "message to edit not found",
        "message can't be edited",
        "message_id_invalid",
    ]) {
        Trouble::EditLost
    } else if has(&["thread not found", "topic_deleted", "topic_closed"]) {
        Trouble::TopicGone
    } else if has(&[
        "forbidden",
        "chat not found",
        "user not found",
        "peer_id_invalid",
        "bot was kicked",
        "can't initiate conversation",
        "can't send messages to bots",
    ]) {
        if is_private {
            Trouble::Unreachable(text)
        } else {
            Trouble::Shut(text)
        }
    } else if !is_private
        && has(&[
            "not enough rights",
            "have no rights to send",
            "chat_write_forbidden",
            "need administrator rights",
            "chat_restricted",
            "group is deactivated",
        ])
    {
        Trouble::Shut(text)
    } else if has(&["bad request", "request entity too large"])
        || matches!(
            error,
            RequestError::Api(ApiError::CantParseEntities(_) | ApiError::TooMuchMessages)
        )
    {
        Trouble::Refused(text)
    } else {
        Trouble::Offline(text)
    }
}

#[cfg(test)]
mod tests {
    use teloxide::types::{ChatId, Seconds};

    use super::*;

    fn of(text: &str, is_private: bool) -> Trouble {
        let error: ApiError = serde_json::from_value(text.into()).unwrap();
        trouble(&RequestError::Api(error), is_private)
    }

    #[test]
    fn telegrams_own_texts_are_told_apart() {
        let own = |text: &str| text.to_owned();
        let blocked = "Forbidden: bot was blocked by the user";
        assert_eq!(of(blocked, true), Trouble::Unreachable(own(blocked)));
        let never = "Forbidden: bot can't initiate conversation with a user";
        assert_eq!(of(never, true), Trouble::Unreachable(own(never)));
        let kicked = "Forbidden: bot was kicked from the supergroup chat";
        assert_eq!(of(kicked, false), Trouble::Shut(own(kicked)));
        let silenced = "Bad Request: not enough rights to send text messages to the chat";
        assert_eq!(of(silenced, false), Trouble::Shut(own(silenced)));
        let same = "Bad Request: message is not modified: specified new message content and reply \
                    markup are exactly the same as a current content and reply markup of the message";
        assert_eq!(of(same, true), Trouble::Unmodified);
        assert_eq!(
            of("Bad Request: message to edit not found", true),
            Trouble::EditLost
        );
        assert_eq!(
            of("Bad Request: there is no text in the message to edit", true),
            Trouble::IsCaption
        );
        assert_eq!(
            of("Bad Request: message thread not found", false),
            Trouble::TopicGone
        );
        let markup = "Bad Request: can't parse entities: unclosed tag at byte offset 3";
        assert!(matches!(of(markup, true), Trouble::Refused(_)));
        assert!(matches!(
            of("Bad Request: message is too long", true),
            Trouble::Refused(_)
        ));
        for outage in ["Internal Server Error", "Bad Gateway", "Unauthorized"] {
            assert!(matches!(of(outage, true), Trouble::Offline(_)), "{outage}");
        }
        assert_eq!(
            trouble(&RequestError::RetryAfter(Seconds::from_seconds(3)), true),
            Trouble::TooFast(Duration::from_secs(3))
        );
        assert_eq!(
            trouble(&RequestError::MigrateToChatId(ChatId(-1009)), false),
            Trouble::Moved(-1009)
        );
    }
}
