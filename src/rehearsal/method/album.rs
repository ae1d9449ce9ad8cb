//! `sendMediaGroup`: several photos or several documents as one album.

use serde_json::{Value, json};

use super::{Params, send};
use crate::rehearsal::{Refusal, world::Kind, world::World};

/// Bot API, sendMediaGroup: "must include 2-10 items".
const ITEMS: std::ops::RangeInclusive<usize> = 2..=10;

pub(super) fn album(world: &World, params: &Params) -> Result<Value, Refusal> {
    const MEDIA: Refusal = Refusal::Parameter("media");
    let media = params.value("media")?;
    let items = media.as_ref().and_then(Value::as_array).ok_or(MEDIA)?;
    if !ITEMS.contains(&items.len()) {
        return Err(MEDIA);
    }
    let first = items.first().and_then(|item| item["type"].as_str());
    let (kind, field, what) = match first {
        Some("photo") => (Kind::Photo, "photo", "photos"),
        Some("document") => (Kind::Document, "document", "documents"),
        _ => return Err(MEDIA),
    };
    let mut parts = Vec::new();
    for item in items {
        let fields = item.as_object().ok_or(MEDIA)?;
        // An album is of one sort, and has no buttons.
        if item["type"] != json!(field) || fields.contains_key("reply_markup") {
            return Err(MEDIA);
        }
        let mut own = Params {
            fields: fields.clone(),
            files: params.files.clone(),
        };
        own.fields.insert(field.to_owned(), item["media"].clone());
        parts.push((send::captioned(&own, kind)?, own));
    }
    let album = send::send_all(world, params, what, |tx| {
        let contents = parts
            .into_iter()
            .map(|(content, own)| send::with_file(tx, &own, content, field));
        let mut contents = contents.collect::<Result<Vec<_>, Refusal>>()?;
        // Of its own: no other album begins with that file.
        let first = contents.first().and_then(|content| content.file);
        let group = json!({ "media_group_id": first.unwrap_or_default().to_string() });
        for content in &mut contents {
            content.extra = Some(group.clone());
        }
        Ok(contents)
    })?;
    Ok(Value::Array(album))
}
