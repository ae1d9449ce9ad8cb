use std::fmt;
use std::str::FromStr;

/// Points with one decimal, as TRF writes them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tenths(pub u32);

impl fmt::Display for Tenths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}.{}", self.0 / 10, self.0 % 10))
    }
}

impl FromStr for Tenths {
    type Err = ();

    /// `4`, `4.5` or `4,5`.
    fn from_str(text: &str) -> Result<Tenths, ()> {
        let (whole, part) = text.split_once(['.', ',']).unwrap_or((text, "0"));
        let digits =
            |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        if !digits(whole) || whole.len() > 6 || !digits(part) {
            return Err(());
        }
        let (first, rest) = part.split_at(1);
        if rest.bytes().any(|byte| byte != b'0') {
            return Err(());
        }
        let whole: u32 = whole.parse().map_err(drop)?;
        let first: u32 = first.parse().map_err(drop)?;
        Ok(Tenths(whole * 10 + first))
    }
}
