//! Dependencies point one way: rehearsal -> telegram -> render -> desk -> store -> tournament -> config.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Each layer and the layers it may use.
const LAYERS: &[(&str, &[&str])] = &[
    ("config", &[]),
    ("tournament", &["config"]),
    ("trf", &["config", "tournament"]),
    ("sheet", &["tournament"]),
    ("store", &["config", "tournament"]),
    ("desk", &["config", "tournament", "trf", "sheet", "store"]),
    ("render", &["config", "tournament", "store", "desk"]),
    (
        "telegram",
        &["config", "tournament", "store", "desk", "render"],
    ),
    (
        "rehearsal",
        &[
            "config",
            "tournament",
            "store",
            "desk",
            "render",
            "telegram",
        ],
    ),
];

/// What the pure domain must not reach for.
const IMPURE: &[&str] = &[
    "std::fs",
    "std::net",
    "std::time::SystemTime",
    "std::time::Instant",
    "Utc::now",
    "Local::now",
    "rusqlite",
    "teloxide",
    "tokio",
    "getrandom",
    "println!",
];

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a source folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
    found
}

/// The lines of code, without comments.
fn code(path: &Path) -> String {
    let text = std::fs::read_to_string(path).expect("a source file");
    let lines = text
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

#[test]
fn every_layer_uses_only_those_below_it() {
    let known: BTreeSet<&str> = LAYERS.iter().map(|(layer, _)| *layer).collect();
    let mut seen = 0;
    for (layer, allowed) in LAYERS {
        for path in files(&source().join(layer)) {
            let code = code(&path);
            assert!(
                !code.contains("use crate::{"),
                "{}: name one layer a line",
                path.display()
            );
            for (at, _) in code.match_indices("crate::") {
                let rest = &code[at + "crate::".len()..];
                let name: String = rest
                    .chars()
                    .take_while(|letter| letter.is_alphanumeric() || *letter == '_')
                    .collect();
                seen += 1;
                let is_fine = !known.contains(name.as_str())
                    || name == *layer
                    || allowed.contains(&name.as_str());
                assert!(is_fine, "{} uses {name}", path.display());
            }
        }
    }
    assert!(
        seen > 100,
        "only {seen} uses were found: the test looks in the wrong place"
    );
}

#[test]
fn the_domain_is_pure() {
    for path in files(&source().join("tournament")) {
        let code = code(&path);
        for word in IMPURE {
            assert!(!code.contains(word), "{} uses {word}", path.display());
        }
    }
}
