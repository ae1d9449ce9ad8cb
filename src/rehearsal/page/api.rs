//! What the chat page asks for and sends, as JSON under `/people`.

use std::time::Duration;

use axum::{
    Json, Router,
    extract::{Multipart, Path, Query, State},
    http::{StatusCode, header},
    response::{IntoResponse, Response},
    routing::{get, post},
};
use serde::Deserialize;
use serde_json::{Value, json};

use super::view;
use crate::rehearsal::{
    image,
    server::Site,
    world::{Act, Done, Press, Role, World, WorldError},
};

/// How long the page waits for something new.
const PATIENCE: Duration = Duration::from_secs(25);

pub(super) fn routes() -> Router<Site> {
    Router::new()
        .route("/people", get(everybody).post(newcomer))
        .route("/people/changes", get(changes))
        .route("/people/file/{file}", get(file))
        .route("/people/toast/{query}", get(toast))
        .route("/people/{user}/{chat}", get(chat).post(act))
        .route("/people/{user}/{chat}/file", post(upload))
}

type Answer = Result<Json<Value>, Trouble>;

/// Something the page must show to whoever plays.
struct Trouble(StatusCode, String);

impl From<WorldError> for Trouble {
    fn from(error: WorldError) -> Trouble {
        let (status, text) = match &error {
            WorldError::Sql(_) | WorldError::Json(_) => (
                StatusCode::INTERNAL_SERVER_ERROR,
                format!("彩排服务出错：{error}"),
            ),
            other => (StatusCode::CONFLICT, view::trouble(other)),
        };
        Trouble(status, text)
    }
}

impl IntoResponse for Trouble {
    fn into_response(self) -> Response {
        (self.0, Json(json!({"error": self.1}))).into_response()
    }
}

async fn everybody(State(site): State<Site>) -> Answer {
    Ok(Json(view::everybody(&site.world)?))
}

#[derive(Deserialize)]
struct Newcomer {
    first_name: String,
    #[serde(default)]
    username: String,
}

/// Adds a person, who also enters every group.
async fn newcomer(State(site): State<Site>, Json(newcomer): Json<Newcomer>) -> Answer {
    let world = &site.world;
    let id = world.fresh_user_id()?;
    let username = newcomer.username.trim().trim_start_matches('@');
    if !username.is_empty()
        && world.people()?.iter().any(|other| {
            other
                .username
                .as_deref()
                .is_some_and(|name| name.eq_ignore_ascii_case(username))
        })
    {
        return Err(Trouble(
            StatusCode::CONFLICT,
            "这个用户名已有人用".to_owned(),
        ));
    }
    let username = (!username.is_empty()).then_some(username);
    world.add_user(
        id,
        newcomer.first_name.trim(),
        None,
        username,
        Some("zh-hans"),
    )?;
    for group in world.groups()? {
        if group.migrated_to.is_none() {
            world.join(group.id, id, Role::Member)?;
        }
    }
    Ok(Json(json!({"id": id})))
}

#[derive(Deserialize)]
struct Since {
    since: i64,
}

/// Waits for a change after `since`.
async fn changes(State(site): State<Site>, Query(Since { since }): Query<Since>) -> Answer {
    let mut stopping = site.stopping.clone();
    let news = |world: &World| world.seq().ok().filter(|seq| *seq > since);
    let seq = tokio::select! {
        seq = site.world.wait_for(news, PATIENCE) => seq.unwrap_or(since),
        _ = stopping.wait_for(|stop| *stop) => since,
    };
    Ok(Json(json!({"seq": seq})))
}

async fn chat(State(site): State<Site>, Path((user, chat)): Path<(i64, i64)>) -> Answer {
    Ok(Json(view::chat(&site.world, user, chat)?))
}

/// What a person does.
#[derive(Deserialize)]
#[serde(tag = "act", rename_all = "snake_case")]
enum Deed {
    Start,
    Says {
        text: String,
        thread: Option<i64>,
        reply_to: Option<i64>,
    },
    Edits {
        message: i64,
        text: String,
    },
    Taps {
        message: i64,
        row: usize,
        column: usize,
    },
    Contact {
        phone: String,
    },
    Reads {
        seq: i64,
    },
    Blocks,
    Unblocks,
}

async fn act(
    State(site): State<Site>,
    Path((user, chat)): Path<(i64, i64)>,
    Json(deed): Json<Deed>,
) -> Answer {
    let world = &site.world;
    let act = match deed {
        Deed::Start => Act::Start(None),
        Deed::Says {
            text,
            thread: None,
            reply_to: None,
        } => Act::Says(text),
        Deed::Says {
            text,
            reply_to: Some(to),
            ..
        } => Act::Replies { to, text },
        Deed::Says {
            text,
            thread: Some(thread),
            ..
        } => Act::SaysInTopic { thread, text },
        Deed::Edits { message, text } => Act::Edits { message, text },
        Deed::Taps {
            message,
            row,
            column,
        } => {
            let seen = world.message(chat, message)?;
            let button = seen.buttons.get(row).and_then(|row| row.get(column));
            match button.map(|button| &button.press) {
                Some(Press::Data(data)) if !seen.deleted => Act::TapsStale {
                    message,
                    data: data.clone(),
                },
                _ => {
                    return Err(Trouble(
                        StatusCode::CONFLICT,
                        "这个按钮已经没有了".to_owned(),
                    ));
                }
            }
        }
        Deed::Contact { phone } => Act::Contact { phone },
        Deed::Reads { seq } => {
            world.react(user, chat, seq, &[])?;
            return Ok(Json(json!({})));
        }
        Deed::Blocks => Act::Blocks,
        Deed::Unblocks => Act::Unblocks,
    };
    done(world.perform(user, chat, &act)?)
}

fn done(done: Done) -> Answer {
    Ok(Json(match done {
        Done::Message(id) => json!({"message": id}),
        Done::Query(id) => json!({"query": id}),
        Done::Nothing => json!({}),
    }))
}

/// Waits for the bot's answer to a press.
async fn toast(State(site): State<Site>, Path(query): Path<i64>) -> Answer {
    let mut stopping = site.stopping.clone();
    let answered = |world: &World| world.toast(query).ok().flatten();
    let toast = tokio::select! {
        toast = site.world.wait_for(answered, Duration::from_secs(10)) => toast.ok(),
        _ = stopping.wait_for(|stop| *stop) => None,
    };
    Ok(Json(match toast {
        Some(toast) => json!({"text": toast.text, "alert": toast.alert, "url": toast.url}),
        None => json!({"text": null}),
    }))
}

/// Sends a picture as a photo, anything else as a document.
async fn upload(
    State(site): State<Site>,
    Path((user, chat)): Path<(i64, i64)>,
    mut form: Multipart,
) -> Answer {
    let broken = |_| Trouble(StatusCode::BAD_REQUEST, "文件没有传完整".to_owned());
    let (mut caption, mut file) = (String::new(), None);
    while let Some(part) = form.next_field().await.map_err(broken)? {
        match part.name() {
            Some("caption") => caption = part.text().await.map_err(broken)?,
            Some("file") => {
                let name = part.file_name().unwrap_or("file").to_owned();
                file = Some((name, part.bytes().await.map_err(broken)?.to_vec()));
            }
            _ => {}
        }
    }
    let Some((name, bytes)) = file else {
        return Err(Trouble(StatusCode::BAD_REQUEST, "没有选文件".to_owned()));
    };
    let act = if image::size(&bytes).is_some() {
        Act::Photo { bytes, caption }
    } else {
        Act::Document {
            name,
            bytes,
            caption,
        }
    };
    done(site.world.perform(user, chat, &act)?)
}

async fn file(State(site): State<Site>, Path(file): Path<i64>) -> Result<Response, Trouble> {
    let bytes = site.world.file_bytes(file)?;
    // Only pictures are shown in the page; everything else is saved, never run.
    let (kind, place) = match image::kind(&bytes) {
        Some(kind) => (kind, "inline"),
        None => ("application/octet-stream", "attachment"),
    };
    let headers = [
        (header::CONTENT_TYPE, kind),
        (header::CONTENT_DISPOSITION, place),
        (header::CACHE_CONTROL, "max-age=3600"),
    ];
    Ok((headers, bytes).into_response())
}
