use std::io::Read;
use std::path::Path;
use std::process::ExitCode;

use qisai::trf::{self, Encoding, Trf};

/// Reads a report file, or prints its faults. `-` reads standard input.
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
    trf::read(&text).map_err(|faults| {
        for fault in faults {
            complain!("{name}:{fault}");
        }
        ExitCode::from(super::INVALID)
    })
}
