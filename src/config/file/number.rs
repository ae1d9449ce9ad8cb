use toml::Spanned;
use toml::de::DeValue;

use super::super::Flaw;
use super::super::faults::Faults;
use super::read::{Read, Value, wrong_type};

/// A whole number from `LOW` to `HIGH`, both inclusive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Number<const LOW: u32, const HIGH: u32>(u32);

impl<const LOW: u32, const HIGH: u32> Number<LOW, HIGH> {
    pub fn get(self) -> u32 {
        self.0
    }
}

impl<const LOW: u32, const HIGH: u32> Read for Number<LOW, HIGH> {
    fn read(key: &str, value: &Value<'_>, faults: &mut Faults<'_>) -> Option<Self> {
        read(key, value, LOW.into(), HIGH.into(), faults)
            .and_then(|number| u32::try_from(number).ok())
            .map(Number)
    }
}

/// Spares the two steps from a number and its place to the number.
pub trait SpannedNumber {
    fn value(&self) -> u32;
}

impl<const LOW: u32, const HIGH: u32> SpannedNumber for Spanned<Number<LOW, HIGH>> {
    fn value(&self) -> u32 {
        self.get_ref().get()
    }
}

/// A whole number from `low` to `high`.
pub fn read(
    key: &str,
    value: &Value<'_>,
    low: i64,
    high: i64,
    faults: &mut Faults<'_>,
) -> Option<i64> {
    let DeValue::Integer(integer) = value.get_ref() else {
        faults.add(&value.span(), wrong_type(key, "a whole number", value));
        return None;
    };
    let number = i64::from_str_radix(integer.as_str(), integer.radix()).ok();
    let within = number.filter(|number| (low..=high).contains(number));
    if within.is_none() {
        let flaw = Flaw::OutOfRange {
            key: key.to_owned(),
            value: integer.as_str().chars().take(20).collect(),
            low,
            high,
        };
        faults.add(&value.span(), flaw);
    }
    within
}
