//! Reply markups: inline keyboards, reply keyboards and their removal.

use serde_json::{Map, Value, json};

use super::{Refusal, limits};

/// Checks a reply markup and returns it as it is stored. Only an inline one
/// is allowed for an edit.
pub(crate) fn check(markup: &Value, inline_only: bool) -> Result<Option<Value>, Refusal> {
    let object = markup.as_object().ok_or(Refusal::MarkupNotObject)?;
    if let Some(rows) = object.get("inline_keyboard") {
        return inline(rows);
    }
    if inline_only {
        // Telegram ignores what is not an inline keyboard here.
        return Ok(None);
    }
    if let Some(rows) = object.get("keyboard") {
        keyboard(rows)?;
        return Ok(Some(markup.clone()));
    }
    let asks = |field: &str| object.get(field) == Some(&Value::Bool(true));
    if asks("remove_keyboard") || asks("force_reply") {
        return Ok(Some(markup.clone()));
    }
    Ok(None)
}

fn inline(rows: &Value) -> Result<Option<Value>, Refusal> {
    let expected = |what: &str| Refusal::InlineButton(what.to_owned());
    let rows = rows
        .as_array()
        .ok_or_else(|| expected("Field \"inline_keyboard\" must be of type Array"))?;
    let mut kept = Vec::new();
    let mut count = 0;
    for row in rows {
        let row = row
            .as_array()
            .ok_or_else(|| expected("expected an Array of InlineKeyboardButton"))?;
        let row: Vec<Value> = row.iter().map(inline_button).collect::<Result<_, _>>()?;
        count += row.len();
        if !row.is_empty() {
            kept.push(Value::Array(row));
        }
    }
    if count > limits::BUTTONS {
        return Err(Refusal::MarkupTooLong);
    }
    Ok((count > 0).then(|| json!({"inline_keyboard": kept})))
}

fn inline_button(button: &Value) -> Result<Value, Refusal> {
    let button = button
        .as_object()
        .ok_or_else(|| Refusal::InlineButton("expected an Object".to_owned()))?;
    let text = label(button)
        .ok_or_else(|| Refusal::InlineButton("Can't find field \"text\"".to_owned()))?;
    if let Some(data) = button.get("callback_data") {
        let data = data.as_str().unwrap_or_default();
        if data.is_empty() || data.len() > limits::CALLBACK_DATA {
            return Err(Refusal::ButtonData);
        }
    } else if let Some(url) = button.get("url") {
        let url = url.as_str().unwrap_or_default();
        if link(url).is_none() {
            let why = if url.is_empty() {
                "URL is empty"
            } else {
                "wrong HTTP URL"
            };
            return Err(Refusal::ButtonUrl(url.to_owned(), why));
        }
    } else {
        const OTHERS: [&str; 8] = [
            "login_url",
            "web_app",
            "switch_inline_query",
            "switch_inline_query_current_chat",
            "switch_inline_query_chosen_chat",
            "copy_text",
            "callback_game",
            "pay",
        ];
        if !OTHERS.iter().any(|kind| button.contains_key(*kind)) {
            return Err(Refusal::TextButton);
        }
    }
    if text.trim().is_empty() {
        return Err(Refusal::MarkupInvalid);
    }
    Ok(Value::Object(button.clone()))
}

fn keyboard(rows: &Value) -> Result<(), Refusal> {
    let expected = |what: &str| Refusal::KeyboardButton(what.to_owned());
    let rows = rows
        .as_array()
        .ok_or_else(|| expected("Field \"keyboard\" must be of type Array"))?;
    let mut count = 0;
    for row in rows {
        let row = row
            .as_array()
            .ok_or_else(|| expected("expected an Array of KeyboardButton"))?;
        for button in row {
            let text = button
                .as_str()
                .or_else(|| label(button.as_object()?))
                .ok_or_else(|| expected("Can't find field \"text\""))?;
            if text.trim().is_empty() {
                return Err(Refusal::MarkupInvalid);
            }
            count += 1;
        }
    }
    // Telegram allows 300 buttons of a reply keyboard.
    if count > 300 {
        return Err(Refusal::MarkupTooLong);
    }
    Ok(())
}

fn label(button: &Map<String, Value>) -> Option<&str> {
    button.get("text")?.as_str()
}

/// A link that Telegram opens, with its scheme; `None` if it is not one.
pub(crate) fn link(url: &str) -> Option<String> {
    let url = url.trim();
    if url.is_empty() || url.chars().any(|c| c.is_whitespace() || c.is_control()) {
        return None;
    }
    let (scheme, rest) = match url.split_once("://") {
        Some((scheme, rest)) => (scheme.to_ascii_lowercase(), rest),
        None => ("http".to_owned(), url),
    };
    match scheme.as_str() {
        "tg" | "ton" => (!rest.is_empty()).then(|| url.to_owned()),
        "http" | "https" => {
            let host = rest
                .split(['/', '?', '#'])
                .next()
                .unwrap_or_default()
                .rsplit('@')
                .next()
                .unwrap_or_default();
            let host = host.split_once(':').map_or(host, |(name, _)| name);
            // A host has a dot within, or is a machine's own.
            let named = host.split('.').all(|part| {
                !part.is_empty()
                    && part
                        .chars()
                        .all(|c| c.is_alphanumeric() || c == '-' || c == '_')
            });
            (named && host.contains('.')).then(|| format!("{scheme}://{rest}"))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(markup: Value) -> String {
        check(&markup, false).map_or_else(|refusal| refusal.to_string(), |kept| format!("{kept:?}"))
    }

    #[test]
    fn callback_data_is_one_to_64_bytes() {
        let button =
            |data: &str| json!({"inline_keyboard": [[{"text": "x", "callback_data": data}]]});
        assert!(check(&button(&"x".repeat(64)), false).is_ok());
        assert!(check(&button(&"棋".repeat(21)), false).is_ok());
        for data in ["", &"x".repeat(65), &"棋".repeat(22)] {
            assert_eq!(refusal(button(data)), "Bad Request: BUTTON_DATA_INVALID");
        }
    }

    #[test]
    fn an_inline_keyboard_has_at_most_100_buttons_with_labels() {
        let rows = |n: usize| json!({"inline_keyboard": vec![vec![json!({"text": "x", "callback_data": "d"})]; n]});
        assert!(check(&rows(100), false).is_ok());
        assert_eq!(refusal(rows(101)), "Bad Request: reply markup is too long");
        assert_eq!(
            refusal(json!({"inline_keyboard": [[{"text": " ", "callback_data": "d"}]]})),
            "Bad Request: REPLY_MARKUP_INVALID"
        );
        assert_eq!(
            refusal(json!({"inline_keyboard": [[{"text": "x"}]]})),
            "Bad Request: text buttons are unallowed in the inline keyboard"
        );
    }

    #[test]
    fn an_empty_inline_keyboard_is_none() {
        assert_eq!(check(&json!({"inline_keyboard": []}), false).unwrap(), None);
    }

    #[test]
    fn links_are_http_or_tg() {
        for good in [
            "https://example.org/x?y=1",
            "tg://user?id=1",
            "example.org",
            "http://1.2.3.4:80/",
        ] {
            assert!(link(good).is_some(), "{good}");
        }
        for bad in [
            "",
            "localhost",
            "ftp://example.org",
            "https://",
            "a b",
            "javascript://x.y",
        ] {
            assert_eq!(link(bad), None, "{bad}");
        }
    }
}
