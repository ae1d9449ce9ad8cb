//! Files that were sent.

use rusqlite::{OptionalExtension, params};
use serde_json::{Value, json};

use super::{Kind, Tx, World, WorldError};

/// A file of a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileInfo {
    /// Number in this world; [`World::file_bytes`] takes it.
    pub id: i64,
    /// Name it was sent under.
    pub name: Option<String>,
    /// Media type.
    pub mime: Option<String>,
    /// Size in bytes.
    pub size: i64,
    /// Width in pixels; 0 where it has none.
    pub width: i64,
    /// Height in pixels; 0 where it has none.
    pub height: i64,
}

/// A file about to be kept.
#[derive(Debug, Clone, Default)]
pub(crate) struct Upload {
    pub(crate) name: Option<String>,
    pub(crate) mime: Option<String>,
    pub(crate) bytes: Vec<u8>,
}

/// A kept file, without its bytes.
#[derive(Debug, Clone)]
pub(crate) struct Stored {
    pub(crate) id: i64,
    pub(crate) kind: Kind,
    pub(crate) name: Option<String>,
    pub(crate) mime: Option<String>,
    pub(crate) path: String,
    pub(crate) width: i64,
    pub(crate) height: i64,
    pub(crate) size: i64,
}

impl World {
    /// The bytes of a file.
    ///
    /// # Errors
    /// [`WorldError::NoSuchFile`].
    pub fn file_bytes(&self, id: i64) -> Result<Vec<u8>, WorldError> {
        self.read(|tx| {
            tx.db
                .prepare_cached("SELECT bytes FROM file WHERE id = ?")?
                .query_row([id], |row| row.get(0))
                .optional()?
                .ok_or(WorldError::NoSuchFile(id))
        })
    }

    /// What is known of a file.
    ///
    /// # Errors
    /// [`WorldError::NoSuchFile`].
    pub fn file(&self, id: i64) -> Result<FileInfo, WorldError> {
        self.read(|tx| Ok(tx.file(id)?.info()))
    }
}

impl Stored {
    pub(crate) fn info(self) -> FileInfo {
        FileInfo {
            id: self.id,
            name: self.name,
            mime: self.mime,
            size: self.size,
            width: self.width,
            height: self.height,
        }
    }

    /// The `file_id` the bot knows it by.
    pub(crate) fn file_id(&self) -> String {
        format!("rehearsal-{}-{}", self.kind.name(), self.id)
    }

    fn meta(&self) -> Value {
        json!({
            "file_id": self.file_id(),
            "file_unique_id": format!("unique{}", self.id),
            "file_size": self.size,
        })
    }

    /// The `File` object of the Bot API.
    pub(crate) fn file_json(&self) -> Value {
        let mut value = self.meta();
        value["file_path"] = json!(self.path);
        value
    }

    /// The field of the message object that holds the file, and its value.
    pub(crate) fn json(&self) -> (&'static str, Value) {
        let mut value = self.meta();
        if let Some(mime) = &self.mime {
            value["mime_type"] = json!(mime);
        }
        match self.kind {
            Kind::Photo => {
                let mut sizes = Vec::new();
                // Telegram keeps smaller copies besides the photo itself.
                let longest = self.width.max(self.height).max(1);
                if longest > 90 {
                    sizes.push(json!({
                        "file_id": format!("rehearsal-thumbnail-{}", self.id),
                        "file_unique_id": format!("thumbnail{}", self.id),
                        "file_size": self.size.min(1500),
                        "width": (self.width * 90 / longest).max(1),
                        "height": (self.height * 90 / longest).max(1),
                    }));
                }
                let mut whole = self.meta();
                whole["width"] = json!(self.width);
                whole["height"] = json!(self.height);
                sizes.push(whole);
                ("photo", Value::Array(sizes))
            }
            Kind::Sticker => {
                value["width"] = json!(512);
                value["height"] = json!(512);
                value["type"] = json!("regular");
                value["is_animated"] = json!(false);
                value["is_video"] = json!(false);
                value["emoji"] = json!("👍");
                ("sticker", value)
            }
            Kind::Voice => {
                value["duration"] = json!(3);
                ("voice", value)
            }
            _ => {
                if let Some(name) = &self.name {
                    value["file_name"] = json!(name);
                }
                ("document", value)
            }
        }
    }
}

impl Tx<'_> {
    /// Keeps a file sent as a message of `kind`.
    pub(crate) fn keep_file(
        &self,
        kind: Kind,
        upload: &Upload,
        (width, height): (i64, i64),
    ) -> Result<i64, WorldError> {
        let id: i64 = self
            .db
            .prepare_cached("SELECT coalesce(max(id), 0) + 1 FROM file")?
            .query_row([], |row| row.get(0))?;
        let extension = upload
            .name
            .as_deref()
            .and_then(|name| name.rsplit_once('.'))
            .map(|(_, extension)| extension)
            .filter(|text| text.len() <= 8 && text.chars().all(|c| c.is_ascii_alphanumeric()))
            .unwrap_or(match kind {
                Kind::Photo => "jpg",
                Kind::Sticker => "webp",
                Kind::Voice => "oga",
                _ => "bin",
            });
        let path = format!("{}s/file_{id}.{extension}", kind.name());
        self.db
            .prepare_cached("INSERT INTO file VALUES (?, ?, ?, ?, ?, ?, ?, ?)")?
            .execute(params![
                id,
                kind.name(),
                upload.name,
                upload.mime,
                path,
                width,
                height,
                upload.bytes
            ])?;
        Ok(id)
    }

    pub(crate) fn file(&self, id: i64) -> Result<Stored, WorldError> {
        self.find_file(id)?.ok_or(WorldError::NoSuchFile(id))
    }

    fn find_file(&self, id: i64) -> Result<Option<Stored>, WorldError> {
        Ok(self
            .db
            .prepare_cached(
                "SELECT kind, name, mime, path, width, height, length(bytes) FROM file WHERE id = ?",
            )?
            .query_row([id], |row| {
                Ok(Stored {
                    id,
                    kind: Kind::from_name(row.get_ref(0)?.as_str()?),
                    name: row.get(1)?,
                    mime: row.get(2)?,
                    path: row.get(3)?,
                    width: row.get(4)?,
                    height: row.get(5)?,
                    size: row.get(6)?,
                })
            })
            .optional()?)
    }

    /// The file the bot means by a `file_id`.
    pub(crate) fn file_by_id(&self, file_id: &str) -> Result<Option<Stored>, WorldError> {
        let id = file_id
            .strip_prefix("rehearsal-")
            .and_then(|rest| rest.rsplit_once('-'))
            .and_then(|(_, number)| number.parse().ok());
        match id {
            Some(id) => self.find_file(id),
            None => Ok(None),
        }
    }

    /// The bytes at a `file_path`.
    pub(crate) fn file_at(&self, path: &str) -> Result<Option<Vec<u8>>, WorldError> {
        Ok(self
            .db
            .prepare_cached("SELECT bytes FROM file WHERE path = ?")?
            .query_row([path], |row| row.get(0))
            .optional()?)
    }
}
