use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use qisai::rehearsal::Rehearsal;

#[derive(Args)]
pub struct Rehearse {
    /// The event
    #[arg(long, default_value = "bot.toml")]
    config: PathBuf,
    /// Simulated people play by themselves; without it a chat page is served
    #[arg(long)]
    auto: bool,
    /// How many people get in; some more are refused
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u16).range(2..=2000))]
    players: u16,
    /// Decides everything the people do
    #[arg(long, default_value_t = 7)]
    seed: u64,
    /// Where the databases go; an unfinished rehearsal there is gone on with
    #[arg(long, default_value = "rehearsal")]
    folder: PathBuf,
    /// Port of the chat page on 127.0.0.1; 0 takes any free one
    #[arg(long, default_value_t = 0)]
    port: u16,
}

pub async fn rehearse(arguments: Rehearse) -> ExitCode {
    let config = match super::load(&arguments.config) {
        Ok(config) => config,
        Err(code) => return code,
    };
    let rehearsal = Rehearsal {
        config,
        folder: arguments.folder,
        auto: arguments.auto,
        players: arguments.players.into(),
        seed: arguments.seed,
        port: arguments.port,
    };
    match rehearsal.run().await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            complain!("{error}");
            ExitCode::FAILURE
        }
    }
}
