//! The HTTP server: the Bot API, file downloads and the chat page.

use std::{io, net::SocketAddr, time::Duration};

use axum::{
    Router,
    body::{Body, Bytes},
    extract::{DefaultBodyLimit, FromRequest, Multipart, Path, Query, Request, State},
    http::{HeaderMap, StatusCode, header},
    response::Response,
    routing::{any, get},
    serve::ListenerExt,
};
use futures::stream;
use serde_json::{Map, Value, json};
use tokio::{net::TcpListener, sync::watch, task::JoinHandle};

use super::{
    Refusal, limits,
    method::{self, Params},
    page,
    world::{Fault, Upload, World},
};

/// A running server. It ends with [`Server::stop`], or when it is dropped.
pub struct Server {
    address: SocketAddr,
    stop: watch::Sender<bool>,
    task: JoinHandle<io::Result<()>>,
}

#[derive(Clone)]
pub(super) struct Site {
    pub(super) world: World,
    pub(super) stopping: watch::Receiver<bool>,
}

impl Server {
    /// Serves `world` on a loopback address; port 0 takes any free one.
    ///
    /// # Errors
    /// An address that is not loopback, or one that is taken.
    pub async fn start(world: World, address: SocketAddr) -> io::Result<Server> {
        if !address.ip().is_loopback() {
            return Err(io::Error::new(
                io::ErrorKind::InvalidInput,
                format!("the rehearsal serves only this machine, not {address}"),
            ));
        }
        let listener = TcpListener::bind(address).await?;
        let address = listener.local_addr()?;
        let (stop, stopping) = watch::channel(false);
        let site = Site {
            world,
            stopping: stopping.clone(),
        };
        let router = Router::new()
            .route("/file/{bot}/{*path}", get(download))
            .route("/{bot}/{method}", any(call))
            .merge(page::routes())
            .layer(DefaultBodyLimit::max(limits::FILE + 1024 * 1024))
            .with_state(site);
        let listener = listener.tap_io(|stream| {
            // Answers are small: do not wait to fill a packet.
            let _ = stream.set_nodelay(true);
        });
        let task = tokio::spawn(async move {
            axum::serve(listener, router)
                .with_graceful_shutdown(stopped(stopping))
                .await
        });
        Ok(Server {
            address,
            stop,
            task,
        })
    }

    /// The address to give to `Bot::set_api_url`, and to open the chat page.
    pub fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers what waits and ends.
    pub async fn stop(mut self) {
        self.stop.send_replace(true);
        // A client that never finishes its request must not hold it up.
        if tokio::time::timeout(Duration::from_secs(1), &mut self.task)
            .await
            .is_err()
        {
            self.task.abort();
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop.send_replace(true);
    }
}

async fn stopped(mut stopping: watch::Receiver<bool>) {
    // An error means that the server's handle is gone, which is as good.
    let _ = stopping.wait_for(|stop| *stop).await;
}

async fn call(
    State(site): State<Site>,
    Path((bot, method)): Path<(String, String)>,
    request: Request,
) -> Response {
    if !is_bot(&site.world, &bot) {
        return refuse(&Refusal::Unauthorized);
    }
    let method = method.to_lowercase();
    let fault = site.world.strike(&method);
    match fault {
        Some(Fault::DropConnectionBefore) => return broken(),
        Some(Fault::TooManyRequests(seconds)) => {
            return refuse(&Refusal::TooManyRequests(seconds));
        }
        Some(Fault::ServerError(code)) => return server_error(code),
        _ => {}
    }
    let answer = match read(request).await {
        Ok(params) => carry_out(&site, &method, &params).await,
        Err(refusal) => refuse(&refusal),
    };
    match fault {
        Some(Fault::DropConnectionAfter) => broken(),
        Some(Fault::Delay(time)) => {
            tokio::time::sleep(time).await;
            answer
        }
        _ => answer,
    }
}

async fn carry_out(site: &Site, method: &str, params: &Params) -> Response {
    let result = if method == "getupdates" {
        method::get_updates::wait(&site.world, params, site.stopping.clone()).await
    } else {
        method::call(&site.world, method, params).map(|result| result.to_string())
    };
    match result {
        Ok(result) => answer(
            StatusCode::OK,
            format!("{{\"ok\":true,\"result\":{result}}}"),
        ),
        Err(refusal) => {
            if let Refusal::Fault(fault) = &refusal {
                tracing::error!(method, %fault, "the rehearsal's Telegram failed");
            }
            refuse(&refusal)
        }
    }
}

async fn download(State(site): State<Site>, Path((bot, path)): Path<(String, String)>) -> Response {
    if !is_bot(&site.world, &bot) {
        return refuse(&Refusal::Unauthorized);
    }
    match site.world.read(|tx| tx.file_at(&path)) {
        Ok(Some(bytes)) => {
            let mut response = Response::new(Body::from(bytes));
            response.headers_mut().insert(
                header::CONTENT_TYPE,
                header::HeaderValue::from_static("application/octet-stream"),
            );
            response
        }
        Ok(None) => refuse(&Refusal::NoSuchMethod),
        Err(error) => refuse(&Refusal::Fault(error)),
    }
}

/// Whether a path's first part is `bot` and the bot's token.
fn is_bot(world: &World, part: &str) -> bool {
    let Some(token) = part.strip_prefix("bot") else {
        return false;
    };
    world
        .read(|tx| Ok::<_, super::WorldError>(tx.bot()?.token == token))
        .unwrap_or(false)
}

/// Reads the parameters, however they were sent.
async fn read(request: Request) -> Result<Params, Refusal> {
    let mut params = Params::default();
    if let Ok(Query(fields)) =
        Query::<std::collections::HashMap<String, String>>::try_from_uri(request.uri())
    {
        params
            .fields
            .extend(fields.into_iter().map(|(name, text)| (name, json!(text))));
    }
    let kind = content_type(request.headers());
    if kind.starts_with("multipart/form-data") {
        let form = Multipart::from_request(request, &())
            .await
            .map_err(|_| Refusal::Parameter("multipart form"))?;
        return read_form(form, params).await;
    }
    let body = Bytes::from_request(request, &())
        .await
        .map_err(|_| Refusal::TooLarge)?;
    if body.is_empty() {
        return Ok(params);
    }
    if kind.starts_with("application/json") {
        let fields: Map<String, Value> = serde_json::from_slice(&body)
            .map_err(|_| Refusal::Parameter("request: JSON object expected"))?;
        params.fields.extend(fields);
    }
    Ok(params)
}

fn content_type(headers: &HeaderMap) -> String {
    headers
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default()
        .to_ascii_lowercase()
}

async fn read_form(mut form: Multipart, mut params: Params) -> Result<Params, Refusal> {
    const BROKEN: Refusal = Refusal::Parameter("multipart form");
    while let Some(part) = form.next_field().await.map_err(|_| BROKEN)? {
        let Some(name) = part.name().map(str::to_owned) else {
            continue;
        };
        let file = part.file_name().map(str::to_owned);
        let mime = part.content_type().map(str::to_owned);
        let bytes = part.bytes().await.map_err(|_| Refusal::TooLarge)?;
        match file {
            Some(file) => {
                let upload = Upload {
                    name: (!file.is_empty()).then_some(file),
                    mime,
                    bytes: bytes.to_vec(),
                };
                params.files.insert(name, upload);
            }
            None => {
                let text = String::from_utf8(bytes.to_vec())
                    .map_err(|_| Refusal::Parameter("strings: they must be encoded in UTF-8"))?;
                params.fields.insert(name, json!(text));
            }
        }
    }
    Ok(params)
}

fn answer(status: StatusCode, body: String) -> Response {
    let mut response = Response::new(Body::from(body));
    *response.status_mut() = status;
    response.headers_mut().insert(
        header::CONTENT_TYPE,
        header::HeaderValue::from_static("application/json"),
    );
    response
}

fn refuse(refusal: &Refusal) -> Response {
    let status = StatusCode::from_u16(refusal.code()).unwrap_or(StatusCode::BAD_REQUEST);
    answer(status, refusal.json().to_string())
}

fn server_error(code: u16) -> Response {
    let status = StatusCode::from_u16(code).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let reason = status.canonical_reason().unwrap_or("Internal Server Error");
    let body = json!({"ok": false, "error_code": status.as_u16(), "description": reason});
    answer(status, body.to_string())
}

/// An answer that breaks off in the middle, and the connection with it.
fn broken() -> Response {
    let cut = stream::iter([
        Ok(Bytes::from_static(b"{")),
        Err(io::Error::from(io::ErrorKind::ConnectionReset)),
    ]);
    Response::new(Body::from_stream(cut))
}
