//! `setMyCommands`, `getMyCommands`, `deleteMyCommands`, and the bot's descriptions.

use serde_json::{Value, json};

use super::Params;
use crate::rehearsal::{Refusal, limits, world::World};

pub(super) fn set(world: &World, params: &Params) -> Result<Value, Refusal> {
    let list = params
        .value("commands")?
        .ok_or(Refusal::Parameter("commands"))?;
    let commands = list.as_array().ok_or(Refusal::Parameter("commands"))?;
    if commands.len() > limits::COMMANDS {
        return Err(Refusal::TooManyCommands);
    }
    for command in commands {
        let name = command["command"].as_str().unwrap_or_default();
        let name = name.strip_prefix('/').unwrap_or(name);
        let letters = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
        if name.is_empty() || name.len() > 32 || !name.chars().all(letters) {
            return Err(Refusal::CommandInvalid);
        }
        let description = command["description"].as_str().unwrap_or_default();
        if !(1..=256).contains(&limits::units(description)) {
            return Err(Refusal::CommandDescription);
        }
    }
    let (scope, language) = place(params)?;
    world.act(|tx| tx.set_commands(&scope, &language, &list))?;
    Ok(json!(true))
}

pub(super) fn get(world: &World, params: &Params) -> Result<Value, Refusal> {
    let (scope, language) = place(params)?;
    Ok(world.read(|tx| tx.commands(&scope, &language))?)
}

pub(super) fn delete(world: &World, params: &Params) -> Result<Value, Refusal> {
    let (scope, language) = place(params)?;
    world.act(|tx| tx.set_commands(&scope, &language, &json!([])))?;
    Ok(json!(true))
}

pub(super) fn describe(world: &World, method: &str, params: &Params) -> Result<Value, Refusal> {
    let (field, longest) = match method {
        "setmydescription" => ("description", 512),
        _ => ("short_description", 120),
    };
    let text = params.text(field).unwrap_or_default();
    if limits::units(text) > longest {
        return Err(Refusal::DescriptionTooLong);
    }
    let language = params.text("language_code").unwrap_or_default();
    world.act(|tx| tx.set_description(field, language, text))?;
    Ok(json!(true))
}

/// Scope (as text) and language of a list of commands.
fn place(params: &Params) -> Result<(String, String), Refusal> {
    let scope = params
        .value("scope")?
        .unwrap_or_else(|| json!({"type": "default"}));
    let language = params.text("language_code").unwrap_or_default();
    Ok((scope.to_string(), language.to_owned()))
}
