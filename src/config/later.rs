use std::fmt;

use super::{Competition, Config, Language};

/// A feature that the file asks for and the program does not have yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Later {
    pub feature: &'static str,
}

/// Whether a file asks for a feature.
type Asks = fn(&Config) -> bool;

/// All of them. A feature that is finished is struck out here by deleting its line.
#[rustfmt::skip]
const LATER: &[(&str, Asks)] = &[
    ("a second points stage", |c| competitions(c).any(|x| x.swiss().count() > 1)),
    ("English texts: the bot speaks Chinese", |c| c.language == Language::English),
];

/// What `config` asks for in vain, in a fixed order.
pub fn later(config: &Config) -> Vec<Later> {
    let asked = LATER.iter().filter(|(_, asks)| asks(config));
    asked.map(|&(feature, _)| Later { feature }).collect()
}

fn competitions(config: &Config) -> impl Iterator<Item = &Competition> {
    config.event.competitions.iter()
}

impl fmt::Display for Later {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.feature)
    }
}
