use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

mod command;

/// 棋赛：在 Telegram 群里办象棋比赛。Runs a xiangqi tournament in a Telegram group.
#[derive(Parser)]
#[command(version, about)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Run the bot with the token from TELOXIDE_TOKEN (the default)
    Run(command::run::Run),
    /// Check a bot.toml: every fault with line, reason and remedy
    Check {
        #[arg(default_value = "bot.toml")]
        file: PathBuf,
    },
    /// The key that seals personal data: make it, check it, rotate it
    Key(command::key::Key),
    /// Write a list to a file
    Export(command::export::Export),
    /// Remove the personal data after the event; results, names and start numbers stay
    Purge(command::purge::Purge),
    /// Rehearse the event on a Bot API server inside this process, without a token
    Rehearse(command::rehearse::Rehearse),
    /// Pair the next round of a report file (TRF)
    Pair(command::pair::Pair),
    /// Rank the players of a report file (TRF)
    Rank(command::rank::Rank),
    /// Recompute a draw from the lines the bot published
    VerifyDraw {
        /// The published message; - reads standard input
        file: PathBuf,
    },
}

#[tokio::main]
async fn main() -> ExitCode {
    tracing_subscriber::fmt()
        .with_env_filter(
            tracing_subscriber::EnvFilter::try_from_default_env().unwrap_or_else(|_| "info".into()),
        )
        .with_writer(std::io::stderr)
        .init();
    qisai::panics::hush();
    match Arguments::parse().command {
        None => command::run::run(command::run::Run::default()).await,
        Some(Command::Run(run)) => command::run::run(run).await,
        Some(Command::Check { file }) => command::check::check(&file),
        Some(Command::Key(key)) => command::key::key(&key),
        Some(Command::Export(export)) => command::export::export(&export),
        Some(Command::Purge(purge)) => command::purge::purge(&purge),
        Some(Command::Rehearse(rehearse)) => command::rehearse::rehearse(rehearse).await,
        Some(Command::Pair(pair)) => command::pair::pair(&pair),
        Some(Command::Rank(rank)) => command::rank::rank(&rank),
        Some(Command::VerifyDraw { file }) => command::verify_draw::verify_draw(&file),
    }
}
