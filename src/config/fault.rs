use std::fmt;

use super::Flaw;

/// One thing wrong with a configuration file, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The file as it was named to the program.
    pub file: String,
    /// From 1; 0 where the fault is the file's as a whole.
    pub line: u32,
    /// In characters, from 1; 0 where the fault is the file's as a whole.
    pub column: u32,
    pub flaw: Flaw,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.file)?;
        if self.line > 0 {
            write!(f, "{}:{}:", self.line, self.column)?;
        }
        write!(f, " {}: {}", self.flaw.reason(), self.flaw.remedy())
    }
}
