//! Changes and orders as short text: in the data of a button, and in the journal.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

/// A change of a proposed round. Players by start number, tables by number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    /// Two players change places; everyone else stays.
    Swap(u32, u32),
    /// The two meet; the rest is paired around them.
    Fix(u32, u32),
    /// This player has the bye; the rest is paired around it.
    Bye(u32),
    /// The two at a table change sides.
    Sides(u32),
    /// A board set by hand is given back to the pairing.
    Free(u32),
}

/// Something that holds beyond one proposal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// The two are kept apart in every round.
    Forbid(u32, u32),
    /// They may meet again.
    Lift(u32, u32),
    /// The player has leave from the round, for these points or the regulation's.
    Absent {
        no: u32,
        round: u32,
        points: Option<u32>,
    },
    /// Plays after all.
    Present { no: u32, round: u32 },
    /// The player has this table in every round; 0: any table again.
    OwnTable { no: u32, table: u32 },
}

/// What the board to be chosen is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Pick {
    /// To see it and to choose what to do.
    Open,
    /// To find whom this player changes places with.
    Swap(u32),
    /// To find whom this player meets.
    Fix(u32),
}

/// A way out where no complete pairing exists.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Way {
    /// All of this is allowed.
    Allow(Vec<Allowance>),
    /// More than a button can hold, named by its digest.
    Digest(u32),
    /// The stage ends here.
    End,
}

impl Way {
    /// Allowances whose code a button holds.
    const AT_ONCE: usize = 5;

    /// What stands for it on a button.
    pub fn on_button(&self) -> Way {
        match self {
            Way::Allow(all) if all.len() > Way::AT_ONCE => Way::Digest(self.digest()),
            short => short.clone(),
        }
    }

    /// Whether a button with `other` stands for this way.
    pub fn is(&self, other: &Way) -> bool {
        match other {
            Way::Digest(digest) => self.digest() == *digest,
            other => self == other,
        }
    }

    fn digest(&self) -> u32 {
        let [a, b, c, d, ..] = <[u8; 32]>::from(Sha256::digest(self.to_string()));
        u32::from_be_bytes([a, b, c, d])
    }
}

/// What an arbiter allows, for this round. Players by start number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Allowance {
    /// The two meet again; red first.
    Rematch(u32, u32),
    /// Two of one team meet.
    Teammates(u32, u32),
    /// A pair kept apart by an arbiter may meet: that is lifted.
    Lift(u32, u32),
    /// Two meet who must both have the same side, by the Dutch system.
    Sides(u32, u32),
    /// The player sits out with a bye, beside the one of an odd field.
    Bye(u32),
}

/// A text that is none of these.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnknownCode;

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Change::Swap(one, other) => write!(f, "s{one}-{other}"),
            Change::Fix(one, other) => write!(f, "f{one}-{other}"),
            Change::Bye(no) => write!(f, "b{no}"),
            Change::Sides(table) => write!(f, "c{table}"),
            Change::Free(table) => write!(f, "u{table}"),
        }
    }
}

impl FromStr for Change {
    type Err = UnknownCode;

    fn from_str(text: &str) -> Result<Change, UnknownCode> {
        match (letter(text)?, numbers(text)?.as_slice()) {
            ('s', &[one, other]) => Ok(Change::Swap(one, other)),
            ('f', &[one, other]) => Ok(Change::Fix(one, other)),
            ('b', &[no]) => Ok(Change::Bye(no)),
            ('c', &[table]) => Ok(Change::Sides(table)),
            ('u', &[table]) => Ok(Change::Free(table)),
            _ => Err(UnknownCode),
        }
    }
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Order::Forbid(one, other) => write!(f, "f{one}-{other}"),
            Order::Lift(one, other) => write!(f, "l{one}-{other}"),
            Order::Absent {
                no,
                round,
                points: None,
            } => write!(f, "a{no}-{round}"),
            Order::Absent {
                no,
                round,
                points: Some(points),
            } => write!(f, "a{no}-{round}-{points}"),
            Order::Present { no, round } => write!(f, "p{no}-{round}"),
            Order::OwnTable { no, table } => write!(f, "t{no}-{table}"),
        }
    }
}

impl FromStr for Order {
    type Err = UnknownCode;

    fn from_str(text: &str) -> Result<Order, UnknownCode> {
        match (letter(text)?, numbers(text)?.as_slice()) {
            ('f', &[one, other]) => Ok(Order::Forbid(one, other)),
            ('l', &[one, other]) => Ok(Order::Lift(one, other)),
            ('a', &[no, round]) => Ok(Order::Absent {
                no,
                round,
                points: None,
            }),
            ('a', &[no, round, points]) => Ok(Order::Absent {
                no,
                round,
                points: Some(points),
            }),
            ('p', &[no, round]) => Ok(Order::Present { no, round }),
            ('t', &[no, table]) => Ok(Order::OwnTable { no, table }),
            _ => Err(UnknownCode),
        }
    }
}

impl fmt::Display for Pick {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Pick::Open => f.write_str("o"),
            Pick::Swap(no) => write!(f, "s{no}"),
            Pick::Fix(no) => write!(f, "f{no}"),
        }
    }
}

impl FromStr for Pick {
    type Err = UnknownCode;

    fn from_str(text: &str) -> Result<Pick, UnknownCode> {
        match (letter(text)?, numbers(text)?.as_slice()) {
            ('o', &[]) => Ok(Pick::Open),
            ('s', &[no]) => Ok(Pick::Swap(no)),
            ('f', &[no]) => Ok(Pick::Fix(no)),
            _ => Err(UnknownCode),
        }
    }
}

impl fmt::Display for Allowance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Allowance::Rematch(red, black) => write!(f, "r{red}-{black}"),
            Allowance::Teammates(one, other) => write!(f, "t{one}-{other}"),
            Allowance::Lift(one, other) => write!(f, "l{one}-{other}"),
            Allowance::Sides(one, other) => write!(f, "s{one}-{other}"),
            Allowance::Bye(no) => write!(f, "b{no}"),
        }
    }
}

impl FromStr for Allowance {
    type Err = UnknownCode;

    fn from_str(text: &str) -> Result<Allowance, UnknownCode> {
        match (letter(text)?, numbers(text)?.as_slice()) {
            ('r', &[red, black]) => Ok(Allowance::Rematch(red, black)),
            ('t', &[one, other]) => Ok(Allowance::Teammates(one, other)),
            ('l', &[one, other]) => Ok(Allowance::Lift(one, other)),
            ('s', &[one, other]) => Ok(Allowance::Sides(one, other)),
            ('b', &[no]) => Ok(Allowance::Bye(no)),
            _ => Err(UnknownCode),
        }
    }
}

/// What joins the allowances of a way.
const AND: &str = ".";

impl fmt::Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Way::Allow(all) => {
                let all: Vec<String> = all.iter().map(Allowance::to_string).collect();
                f.write_str(&all.join(AND))
            }
            Way::Digest(digest) => write!(f, "d{digest}"),
            Way::End => f.write_str("e"),
        }
    }
}

impl FromStr for Way {
    type Err = UnknownCode;

    fn from_str(text: &str) -> Result<Way, UnknownCode> {
        if text == "e" {
            return Ok(Way::End);
        }
        if let Some(digest) = text.strip_prefix('d') {
            let digest = digest.parse().map_err(|_| UnknownCode)?;
            return Ok(Way::Digest(digest));
        }
        let all: Result<Vec<Allowance>, UnknownCode> = text.split(AND).map(str::parse).collect();
        Ok(Way::Allow(all?))
    }
}

fn letter(text: &str) -> Result<char, UnknownCode> {
    text.chars().next().ok_or(UnknownCode)
}

/// The numbers behind the first letter.
fn numbers(text: &str) -> Result<Vec<u32>, UnknownCode> {
    let rest = text.get(1..).ok_or(UnknownCode)?;
    if rest.is_empty() {
        return Ok(Vec::new());
    }
    rest.split('-')
        .map(|number| number.parse().map_err(|_| UnknownCode))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_read_back() {
        for change in [
            Change::Swap(3, 7),
            Change::Fix(170, 12),
            Change::Bye(1),
            Change::Sides(100),
            Change::Free(9),
        ] {
            assert_eq!(change.to_string().parse(), Ok(change));
        }
        let absent = |points| Order::Absent {
            no: 12,
            round: 3,
            points,
        };
        for order in [
            Order::Forbid(3, 7),
            Order::Lift(3, 7),
            absent(None),
            absent(Some(2)),
            Order::Present { no: 12, round: 3 },
            Order::OwnTable { no: 5, table: 0 },
        ] {
            assert_eq!(order.to_string().parse(), Ok(order));
        }
        for pick in [Pick::Open, Pick::Swap(3), Pick::Fix(200)] {
            assert_eq!(pick.to_string().parse(), Ok(pick));
        }
        for way in [
            Way::Allow(vec![Allowance::Rematch(3, 7), Allowance::Teammates(2, 9)]),
            Way::Allow(vec![Allowance::Lift(1, 2), Allowance::Bye(12)]),
            Way::Allow(vec![Allowance::Sides(4, 1)]),
            Way::Digest(u32::MAX),
            Way::End,
        ] {
            assert_eq!(way.to_string().parse(), Ok(way));
        }
        let long = |first: u32| {
            let all = (0..60).map(|no| Allowance::Rematch(first + no, 200 - no));
            Way::Allow(all.collect())
        };
        let button = long(1).on_button();
        assert!(button.to_string().len() < 12 && long(1).is(&button));
        assert!(!long(2).is(&button) && !Way::End.is(&button));
        assert!(Way::End.is(&Way::End.on_button()));
        for text in ["", "s3", "s3-x", "s3-7-9", "号", "z1"] {
            assert_eq!(text.parse::<Change>(), Err(UnknownCode), "{text}");
        }
        for text in ["", "r", "r3", "e1", "r1-2.", "b1-2"] {
            assert_eq!(text.parse::<Way>(), Err(UnknownCode), "{text}");
        }
    }
}
