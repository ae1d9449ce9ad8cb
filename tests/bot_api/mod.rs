//! The rehearsal's Bot API, called as the product calls it: by teloxide over
//! HTTP; its exact error texts are read from the wire.

mod chats;
mod editing;
mod faults;
mod files;
mod page;
mod people;
mod presses;
mod sending;
mod updates;

use std::{
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    },
    time::Duration,
};

use qisai::rehearsal::{ChatKind, Role, Server, World};
use serde_json::{Value, json};
use teloxide::prelude::*;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

const TOKEN: &str = "42:rehearsal";
const BOT: i64 = 42;
/// Has started the bot.
const ANNA: i64 = 501;
/// Is in the group, has never started the bot.
const BORIS: i64 = 502;
/// A basic group of both; the bot is an administrator.
const GROUP: i64 = -100_200;
/// A forum of both; the bot is an administrator.
const FORUM: i64 = -1_000_000_000_300;
const SOON: Duration = Duration::from_secs(5);

/// A PNG header: enough of a picture for whoever looks only at its sides.
fn png(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR".to_vec();
    bytes.extend(width.to_be_bytes());
    bytes.extend(height.to_be_bytes());
    bytes.extend([8, 2, 0, 0, 0]);
    bytes
}

/// The world above and a server for it. Its clock stands still unless moved.
struct Stage {
    world: World,
    server: Server,
    bot: Bot,
    now: Arc<AtomicI64>,
}

impl Stage {
    async fn new() -> Stage {
        let now = Arc::new(AtomicI64::new(1_700_000_000));
        let clock = now.clone();
        let world = World::scratch(Arc::new(move || clock.load(Ordering::SeqCst))).unwrap();
        world.register_bot(TOKEN, BOT, "qisai_bot").unwrap();
        for (id, name, username) in [(ANNA, "安娜", "anna"), (BORIS, "鲍里斯", "boris_b")] {
            world
                .add_user(id, name, Some("三"), Some(username), Some("zh-hans"))
                .unwrap();
        }
        for (group, kind, forum) in [
            (GROUP, ChatKind::Group, false),
            (FORUM, ChatKind::Supergroup, true),
        ] {
            world.add_group(group, "象棋赛", kind, forum).unwrap();
            world.join(group, ANNA, Role::Creator).unwrap();
            world.join(group, BORIS, Role::Member).unwrap();
            world.join_bot(group, Role::Administrator).unwrap();
        }
        world.start(ANNA).unwrap();
        let server = Server::start(world.clone(), ([127, 0, 0, 1], 0).into())
            .await
            .unwrap();
        let bot = Bot::new(TOKEN).set_api_url(server.url().parse().unwrap());
        let stage = Stage {
            world,
            server,
            bot,
            now,
        };
        // What setting the stage caused is behind us.
        stage
            .call("deleteWebhook", json!({"drop_pending_updates": true}))
            .await;
        stage
    }

    /// Calls a method with JSON and returns its result.
    async fn call(&self, method: &str, parameters: Value) -> Value {
        let answer = self.answer(method, parameters).await;
        assert_eq!(answer["ok"], json!(true), "{answer}");
        answer["result"].clone()
    }

    /// Calls a method that must be refused; returns its description after
    /// checking that the code is the one it begins with.
    async fn refusal(&self, method: &str, parameters: Value) -> String {
        let answer = self.answer(method, parameters).await;
        assert_eq!(answer["ok"], json!(false), "{answer}");
        let text = answer["description"].as_str().unwrap().to_owned();
        let code = match text.split(':').next().unwrap() {
            "Bad Request" => 400,
            "Unauthorized" => 401,
            "Forbidden" => 403,
            "Not Found" => 404,
            "Conflict" => 409,
            "Too Many Requests" => 429,
            other => panic!("{other}"),
        };
        assert_eq!(answer["error_code"], json!(code));
        text
    }

    async fn answer(&self, method: &str, parameters: Value) -> Value {
        let path = format!("/bot{TOKEN}/{method}");
        let (_, answer) = post(self.server.address(), &path, &parameters).await;
        answer
    }

    /// Sends a text to Anna and returns its id.
    async fn say(&self, text: &str) -> i64 {
        let sent = self
            .call("sendMessage", json!({"chat_id": ANNA, "text": text}))
            .await;
        sent["message_id"].as_i64().unwrap()
    }

    /// All updates that wait, confirmed by fetching them.
    async fn updates(&self) -> Vec<Value> {
        let updates = self.call("getUpdates", json!({})).await;
        let updates = updates.as_array().unwrap().clone();
        if let Some(last) = updates.last() {
            let next = last["update_id"].as_i64().unwrap() + 1;
            self.call("getUpdates", json!({"offset": next, "limit": 1}))
                .await;
        }
        updates
    }
}

/// One HTTP request on a connection of its own: status and body.
async fn http(address: SocketAddr, head: &str, body: &[u8]) -> (u16, Vec<u8>) {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let head = format!(
        "{head}\r\nconnection: close\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    stream.write_all(body).await.unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.unwrap();
    let end = answer
        .windows(4)
        .position(|four| four == b"\r\n\r\n")
        .unwrap();
    let status = String::from_utf8_lossy(&answer[9..12]).parse().unwrap();
    (status, answer[end + 4..].to_vec())
}

async fn post(address: SocketAddr, path: &str, body: &Value) -> (u16, Value) {
    let head = format!("POST {path} HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json");
    let (status, body) = http(address, &head, body.to_string().as_bytes()).await;
    (status, serde_json::from_slice(&body).unwrap_or(Value::Null))
}

async fn get(address: SocketAddr, path: &str) -> (u16, Vec<u8>) {
    http(
        address,
        &format!("GET {path} HTTP/1.1\r\nhost: {address}"),
        b"",
    )
    .await
}
