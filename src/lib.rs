//! Qisai 棋赛: a Telegram bot that runs a xiangqi tournament in its group.
//!
//! Dependencies point one way: `rehearsal` -> `telegram` -> `render` -> `desk` -> `store` -> `tournament` -> `config`.
//! `trf` stands beside the store: it knows the domain, and only the command line knows it.

/// `bot.toml` turned into a validated [`config::Config`].
pub mod config;
/// The use cases, one transaction each.
pub mod desk;
/// Panics, logged without what people typed.
pub mod panics;
/// Rehearsal 彩排: a strict Bot API server on loopback, the people in it, a chat page.
pub mod rehearsal;
/// Tables as files.
pub mod render;
/// Spreadsheets people send: CSV and XLSX as lines of cells.
pub mod sheet;
/// One SQLite file: schema, queries, sealing, the boxes for updates and messages.
pub mod store;
/// Telegram: updates in, texts out.
pub mod telegram;
/// The domain: pairing, ranking, eligibility, lots. Pure: nothing here reads a clock, a file or a network.
pub mod tournament;
/// TRF, the report file that pairing programs exchange.
pub mod trf;
