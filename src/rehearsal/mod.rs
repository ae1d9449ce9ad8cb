//! Rehearsal 彩排: a Telegram of our own, on this machine, with people in it.
//!
//! - [`world`]: the simulated Telegram's state (accounts, chats, messages,
//!   updates, files) in one SQLite database, and what people do in it.
//! - `server`: the Bot API over HTTP on loopback, strict as the real one;
//!   `method/` holds one file per group of its methods.
//! - `html`, `markup`, `limits`, `image`, `mention`: what Telegram checks and finds.
//! - [`Refusal`]: Telegram's own error texts, all in one place.
//! - `run`: `qisai rehearse`; `cast/` holds its people and its director, `time` its clock, `screen` what
//!   it prints.
//! - `page`: the chat page, to be one of the people by hand.
//!
//! ```no_run
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! use std::{sync::Arc, time::Duration};
//! use qisai::rehearsal::{ChatKind, Role, Server, World};
//! use teloxide::prelude::*;
//!
//! let world = World::scratch(Arc::new(|| 1_700_000_000))?;
//! world.register_bot("1:token", 1, "qisai_bot")?;
//! world.add_user(501, "张三", None, None, Some("zh-hans"))?;
//! world.add_group(-100_123, "象棋赛", ChatKind::Group, false)?;
//! world.join(-100_123, 501, Role::Creator)?;
//! world.join_bot(-100_123, Role::Administrator)?;
//! let server = Server::start(world.clone(), ([127, 0, 0, 1], 0).into()).await?;
//! let bot = Bot::new("1:token").set_api_url(server.url().parse()?);
//!
//! world.start(501)?;
//! bot.send_message(ChatId(501), "您好").await?;
//! let unread = world
//!     .wait_for(|world| world.unread(501, false).ok().flatten(), Duration::from_secs(5))
//!     .await?;
//! assert_eq!(unread.message.text, "您好");
//! world.says(501, 501, "报名")?;
//! server.stop().await;
//! # Ok(())
//! # }
//! ```

pub mod world;

mod cast;
mod html;
mod image;
mod limits;
mod markup;
mod mention;
mod method;
mod page;
mod refusal;
mod run;
mod screen;
mod server;
mod time;

pub use refusal::Refusal;
pub use run::{Rehearsal, RehearsalError};
pub use server::Server;
pub use world::{
    Act, Button, Change, Chat, ChatKind, Clock, Done, Entity, Fault, FileInfo, Kind, Member,
    Message, Press, Revision, Rights, Role, Timeout, Toast, Unread, User, What, World, WorldError,
};
