use std::io::Read;
use std::path::Path;
use std::process::ExitCode;

use qisai::tournament::History;
use qisai::trf::{self, Encoding, Trf};

/// Reads a report file and prints what it leaves aside, or prints its faults. `-` reads standard input.
pub fn read(path: &Path) -> Result<Trf, ExitCode> {
    let name = path.display();
    let mut bytes = Vec::new();
    let got = if path.as_os_str() == "-" {
        std::io::stdin().read_to_end(&mut bytes).map(drop)
    } else {
        std::fs::read(path).map(|read| bytes = read)
    };
    if let Err(error) = got {
        complain!("{name}: {error}");
        return Err(ExitCode::from(super::INVALID));
    }
    let (text, encoding) = trf::decode(&bytes);
    if encoding == Encoding::Latin1 {
        complain!("{name}: this is not UTF-8; read as Latin-1, so names may look wrong");
    }
    match trf::read_noting(&text) {
        Ok((trf, notices)) => {
            for notice in notices {
                complain!("notice: {name}:{notice}");
            }
            Ok(trf)
        }
        Err(faults) => {
            for fault in faults {
                complain!("{name}:{fault}");
            }
            Err(ExitCode::from(super::INVALID))
        }
    }
}

/// Names the games that have no result.
pub fn warn_of_open_games(history: &History) {
    for (number, played) in (1..).zip(&history.rounds) {
        for game in played.games.iter().filter(|game| game.outcome.is_none()) {
            complain!(
                "warning: round {number}: {} and {} have no result, which counts for no points",
                game.red,
                game.black
            );
        }
    }
}
