//! Texts and captions as the bot hands them in.

use serde_json::Value;

use super::Params;
use crate::rehearsal::{Refusal, html, world::Entity};

/// A text with its entities known.
pub(super) struct Text {
    pub(super) text: String,
    pub(super) raw: String,
    pub(super) entities: Vec<Entity>,
}

/// Reads the text in field `name`, its mark-up by `parse_mode` or else by the
/// entities in field `entities`. White space around it is cut off.
pub(super) fn read(params: &Params, name: &str, entities: &'static str) -> Result<Text, Refusal> {
    let raw = params.text(name).unwrap_or_default().to_owned();
    let (text, entities) = match params.text("parse_mode").unwrap_or_default() {
        "" => {
            let given = params.value(entities)?.unwrap_or(Value::Null);
            let given = match given {
                Value::Null => Vec::new(),
                list => serde_json::from_value(list).map_err(|_| Refusal::Parameter(entities))?,
            };
            (raw.replace('\r', ""), given)
        }
        mode if mode.eq_ignore_ascii_case("html") => {
            let parsed = html::parse(&raw.replace('\r', "")).map_err(Refusal::Entities)?;
            (parsed.text, parsed.entities)
        }
        _ => return Err(Refusal::ParseMode),
    };
    let (text, entities) = trim(&text, entities);
    Ok(Text {
        text,
        raw,
        entities,
    })
}

/// Cuts white space off both ends and moves the entities along.
fn trim(text: &str, entities: Vec<Entity>) -> (String, Vec<Entity>) {
    let cut = text.len() - text.trim_start().len();
    let before = text
        .get(..cut)
        .map_or(0, |space| space.encode_utf16().count());
    let kept = text.trim();
    let length = kept.encode_utf16().count();
    let entities = entities
        .into_iter()
        .filter_map(|mut entity| {
            let end = (entity.offset + entity.length)
                .saturating_sub(before)
                .min(length);
            entity.offset = entity.offset.saturating_sub(before);
            entity.length = end.checked_sub(entity.offset).filter(|rest| *rest > 0)?;
            Some(entity)
        })
        .collect();
    (kept.to_owned(), entities)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn params(text: &str, mode: &str) -> Params {
        let mut params = Params::default();
        params.fields.insert("text".into(), json!(text));
        params.fields.insert("parse_mode".into(), json!(mode));
        params
    }

    #[test]
    fn white_space_around_is_cut_off_and_entities_follow() {
        let text = read(&params("\n <b> 棋赛 </b> \n", "HTML"), "text", "entities").unwrap();
        assert_eq!(text.text, "棋赛");
        assert_eq!((text.entities[0].offset, text.entities[0].length), (0, 2));
        let text = read(&params("x <b> </b>", "html"), "text", "entities").unwrap();
        assert_eq!((text.text.as_str(), text.entities.len()), ("x", 0));
    }

    #[test]
    fn other_modes_are_refused() {
        let refusal = read(&params("*x*", "MarkdownV2"), "text", "entities")
            .err()
            .unwrap();
        assert_eq!(refusal.to_string(), "Bad Request: unsupported parse_mode");
    }
}
