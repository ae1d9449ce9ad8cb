//! Commands, mentions and links that Telegram finds in plain text by itself.

use super::{limits::units, world::Entity};

/// The commands, mentions and links in `text`, in order.
pub(crate) fn entities(text: &str) -> Vec<Entity> {
    let mut found = Vec::new();
    let mut previous = None;
    let mut skip_to = 0;
    for (at, c) in text.char_indices() {
        if at >= skip_to {
            let fresh = previous.is_none_or(|c: char| !c.is_alphanumeric() && c != '/' && c != '@');
            let rest = text.get(at..).unwrap_or_default();
            let hit = match c {
                '/' if fresh => command(rest).map(|length| ("bot_command", length)),
                '@' if fresh => mention(rest).map(|length| ("mention", length)),
                'h' if fresh => link(rest).map(|length| ("url", length)),
                _ => None,
            };
            if let Some((kind, length)) = hit {
                found.push(Entity {
                    kind: kind.to_owned(),
                    offset: units(text.get(..at).unwrap_or_default()),
                    length: units(rest.get(..length).unwrap_or_default()),
                    url: None,
                    language: None,
                    custom_emoji_id: None,
                });
                skip_to = at + length;
            }
        }
        previous = Some(c);
    }
    found
}

/// Length in bytes of the word characters a username or command is made of.
fn word(text: &str) -> usize {
    text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .unwrap_or(text.len())
}

fn command(rest: &str) -> Option<usize> {
    let name = word(rest.get(1..)?);
    let end = 1 + name;
    if name == 0 || name > 64 || rest.get(end..)?.starts_with('/') {
        return None;
    }
    match mention(rest.get(end..)?) {
        Some(addressee) => Some(end + addressee),
        None => Some(end),
    }
}

fn mention(rest: &str) -> Option<usize> {
    let name = word(rest.strip_prefix('@')?);
    (3..=32).contains(&name).then_some(1 + name)
}

fn link(rest: &str) -> Option<usize> {
    let scheme = ["https://", "http://"]
        .into_iter()
        .find(|scheme| rest.starts_with(scheme))?;
    let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
    (end > scheme.len()).then_some(end)
}

#[cfg(test)]
mod tests {
    use super::entities;

    fn found(text: &str) -> Vec<(String, usize, usize)> {
        entities(text)
            .into_iter()
            .map(|entity| (entity.kind, entity.offset, entity.length))
            .collect()
    }

    #[test]
    fn commands_and_mentions_are_found_at_utf16_offsets() {
        assert_eq!(found("/start a"), [("bot_command".into(), 0, 6)]);
        assert_eq!(
            found("😀 /me@qisai_bot，@abc"),
            [("bot_command".into(), 3, 13), ("mention".into(), 17, 4)]
        );
        assert_eq!(
            found("看 https://example.org/x 吧"),
            [("url".into(), 2, 21)]
        );
    }

    #[test]
    fn slashes_within_words_are_no_commands() {
        assert_eq!(found("1/2 a/b 38/50 // a@b.c"), []);
    }
}
