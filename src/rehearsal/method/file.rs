//! `getFile`.

use serde_json::Value;

use super::Params;
use crate::rehearsal::{Refusal, limits, world::World};

pub(super) fn get_file(world: &World, params: &Params) -> Result<Value, Refusal> {
    let id = params.text("file_id").unwrap_or_default();
    let file = world
        .read(|tx| tx.file_by_id(id))?
        .ok_or(Refusal::WrongFile)?;
    if file.size > limits::DOWNLOAD {
        return Err(Refusal::FileTooBig);
    }
    Ok(file.file_json())
}
