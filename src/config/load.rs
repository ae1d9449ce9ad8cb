use std::fs;
use std::path::Path;

use toml::Spanned;
use toml::de::DeTable;

use super::faults::Faults;
use super::file::{self, File};
use super::later::later;
use super::token::token_in;
use super::{Config, Fault, Flaw, Later, SectionFile};

/// A file without a fault.
#[derive(Debug, Clone)]
pub struct Loaded {
    pub config: Config,
    /// What the file asks for and the program does not have yet.
    pub later: Vec<Later>,
}

impl Config {
    /// Reads and checks a configuration file.
    ///
    /// # Errors
    /// Every fault found, in the order of the file; a file that is no TOML at all tells of that alone.
    pub fn load(path: &Path) -> Result<Loaded, Vec<Fault>> {
        let name = path.display().to_string();
        Config::parse(&name, &read_file(&name, path)?)
    }

    /// Checks the text of a configuration file. `name` is what its faults call the file.
    ///
    /// # Errors
    /// As for [`Config::load`].
    pub fn parse(name: &str, text: &str) -> Result<Loaded, Vec<Fault>> {
        // Windows editors put this mark before UTF-8 text.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut faults = Faults::new(name, text);
        let config = read(text, &mut faults);
        let faults = withhold_tokens(name, text, faults);
        match config {
            Some(config) if faults.is_empty() => {
                let later = later(&config);
                Ok(Loaded { config, later })
            }
            _ => Err(faults),
        }
    }
}

impl SectionFile {
    /// Reads and checks a section file.
    ///
    /// # Errors
    /// As for [`Config::load`].
    pub fn load(path: &Path) -> Result<SectionFile, Vec<Fault>> {
        let name = path.display().to_string();
        SectionFile::parse(&name, &read_file(&name, path)?)
    }

    /// Checks the text of a section file. `name` is what its faults call the file.
    ///
    /// # Errors
    /// As for [`Config::load`].
    pub fn parse(name: &str, text: &str) -> Result<SectionFile, Vec<Fault>> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut faults = Faults::new(name, text);
        let section = document(text, &mut faults)
            .and_then(|document| file::read_section(document, &mut faults))
            .and_then(|section| section.check(&mut faults));
        match section {
            Some(section) if !faults.any() => Ok(section),
            _ => Err(faults.into_sorted()),
        }
    }
}

/// The text of a file that people have written.
fn read_file(name: &str, path: &Path) -> Result<String, Vec<Fault>> {
    let bytes = fs::read(path).map_err(|error| {
        let error = error.to_string();
        vec![Fault {
            file: name.to_owned(),
            line: 0,
            column: 0,
            flaw: Flaw::Unreadable { error },
        }]
    })?;
    String::from_utf8(bytes).map_err(|error| {
        let valid = error.utf8_error().valid_up_to();
        let bytes = error.into_bytes();
        let sound = String::from_utf8_lossy(bytes.get(..valid).unwrap_or_default());
        let mut faults = Faults::new(name, &sound);
        faults.add(&(sound.len()..sound.len()), Flaw::NotUtf8);
        faults.into_sorted()
    })
}

fn read(text: &str, faults: &mut Faults<'_>) -> Option<Config> {
    let table = document(text, faults)?;
    let file: File = file::read_document(table, faults)?;
    file.check(faults)
}

fn document<'t>(text: &'t str, faults: &mut Faults<'_>) -> Option<Spanned<DeTable<'t>>> {
    let (table, errors) = DeTable::parse_recoverable(text);
    for error in &errors {
        let span = error.span().unwrap_or_default();
        faults.add(&span, syntax(text, error.message(), span.start));
    }
    if faults.any() {
        return None;
    }
    Some(table)
}

fn syntax(text: &str, message: &str, byte: usize) -> Flaw {
    let (before, after) = text.split_at(text.floor_char_boundary(byte));
    let begun = before.rsplit('\n').next().unwrap_or_default();
    let rest = after.split('\n').next().unwrap_or_default();
    Flaw::Syntax {
        message: message.split_whitespace().collect::<Vec<_>>().join(" "),
        full_width: full_width_sign(begun.chars().chain(rest.chars())),
    }
}

/// The first full-width sign of a line that stands outside quotes and comments.
fn full_width_sign(line: impl Iterator<Item = char>) -> Option<char> {
    let mut quoted = false;
    for sign in line {
        match sign {
            '"' => quoted = !quoted,
            _ if quoted => {}
            '#' => return None,
            '“' | '”' | '‘' | '’' | '＝' | '，' | '［' | '］' | '｛' | '｝' | '＃' =>
            {
                return Some(sign);
            }
            _ => {}
        }
    }
    None
}

/// Adds a fault for every token in the text and sees to it that no other fault repeats one.
fn withhold_tokens(name: &str, text: &str, faults: Faults<'_>) -> Vec<Fault> {
    let mut tokens = Faults::new(name, text);
    let mut from = 0;
    while let Some(token) = token_in(&text[from..]) {
        tokens.add(&(from + token.start..from + token.end), Flaw::Token);
        from += token.end;
    }
    let mut all = faults.into_sorted();
    for fault in &mut all {
        if token_in(&fault.to_string()).is_some() {
            fault.flaw = Flaw::Token;
        }
    }
    all.extend(tokens.into_sorted());
    all.sort_by_key(|fault| (fault.line, fault.column));
    all.dedup_by(|a, b| a.flaw == Flaw::Token && b.flaw == Flaw::Token && a.line == b.line);
    all
}
