use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use qisai::desk::Means;
use qisai::telegram;

#[derive(Args)]
pub struct Run {
    /// The event
    #[arg(long, default_value = "bot.toml")]
    config: PathBuf,
    /// A Bot API server of your own instead of Telegram's
    #[arg(long)]
    api_url: Option<String>,
}

impl Default for Run {
    fn default() -> Run {
        Run {
            config: "bot.toml".into(),
            api_url: None,
        }
    }
}

pub async fn run(arguments: Run) -> ExitCode {
    let config = match super::load(&arguments.config) {
        Ok(config) => config,
        Err(code) => return code,
    };
    let Some(token) = std::env::var("TELOXIDE_TOKEN")
        .ok()
        .filter(|token| !token.trim().is_empty())
    else {
        complain!(
            "TELOXIDE_TOKEN is not set: put the token @BotFather gave you into it, \
             or try without one: qisai rehearse --auto"
        );
        return ExitCode::FAILURE;
    };
    let api_url = arguments.api_url.as_deref();
    match telegram::run(config, Means::real(), token.trim(), api_url).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            complain!("{error}");
            ExitCode::FAILURE
        }
    }
}
