use toml::Spanned;
use url::Url;

use super::super::faults::Faults;
use super::super::{self as config, Flaw};
use super::number::Number;
use super::table::table;
use super::text::Text;

table! {
    /// `[telegram]`: how Telegram is reached. The token is not in the file but in `TELOXIDE_TOKEN`.
    #[derive(Default)]
    pub struct Telegram {
        /// Address of a self-hosted Bot API server; default: Telegram's own.
        pub api_url: Option<Spanned<Text<200>>>,
        /// Messages a second at most, over all chats; default 25.
        pub messages_per_second: Option<Number<1, 30>>,
        /// Messages a minute to the group at most; default 20.
        pub group_messages_per_minute: Option<Number<1, 20>>,
    }
}

impl Telegram {
    pub fn check(self, faults: &mut Faults<'_>) -> Option<config::Telegram> {
        let api_url = match self.api_url {
            Some(url) => Some(address(&url, faults)?),
            None => None,
        };
        Some(config::Telegram {
            api_url,
            messages_per_second: self.messages_per_second.map_or(25, Number::get),
            group_messages_per_minute: self.group_messages_per_minute.map_or(20, Number::get),
        })
    }
}

fn address(written: &Spanned<Text<200>>, faults: &mut Faults<'_>) -> Option<String> {
    let url = written.get_ref().as_str();
    let why = match Url::parse(url) {
        Ok(parsed) if matches!(parsed.scheme(), "http" | "https") => return Some(url.to_owned()),
        Ok(parsed) => format!("{} is neither http nor https", parsed.scheme()),
        Err(error) => error.to_string(),
    };
    let url = url.to_owned();
    faults.add(&written.span(), Flaw::ApiUrl { url, why });
    None
}
