//! The parameters of a call, from JSON, a form or the address.

use std::collections::HashMap;

use serde_json::{Map, Value};

use crate::rehearsal::{Refusal, world::Upload};

/// Parameters of one call. Telegram takes numbers and objects as strings too.
#[derive(Debug, Default)]
pub(crate) struct Params {
    pub(crate) fields: Map<String, Value>,
    /// Uploaded parts that are files.
    pub(crate) files: HashMap<String, Upload>,
}

impl Params {
    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        self.fields.get(name)?.as_str()
    }

    pub(crate) fn number(&self, name: &'static str) -> Result<Option<i64>, Refusal> {
        match self.fields.get(name) {
            None | Some(Value::Null) => return Ok(None),
            Some(Value::Number(number)) => number.as_i64().map(Some),
            Some(Value::String(text)) if text.is_empty() => return Ok(None),
            Some(Value::String(text)) => text.trim().parse().ok().map(Some),
            Some(_) => None,
        }
        .ok_or(Refusal::Parameter(name))
    }

    pub(crate) fn flag(&self, name: &str) -> bool {
        match self.fields.get(name) {
            Some(Value::Bool(flag)) => *flag,
            Some(Value::String(text)) => {
                matches!(text.to_ascii_lowercase().as_str(), "true" | "yes" | "1")
            }
            Some(Value::Number(number)) => number.as_i64() == Some(1),
            _ => false,
        }
    }

    /// An object or list, also where it comes as a string.
    pub(crate) fn value(&self, name: &'static str) -> Result<Option<Value>, Refusal> {
        match self.fields.get(name) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) if text.is_empty() => Ok(None),
            Some(Value::String(text)) => serde_json::from_str(text)
                .map(Some)
                .map_err(|_| Refusal::Parameter(name)),
            Some(value) => Ok(Some(value.clone())),
        }
    }
}
