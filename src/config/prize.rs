/// A line of the prize list: 奖励办法. Money is before tax.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prize {
    /// First and last place, from 1, both inclusive.
    pub places: (u32, u32),
    /// Yuan for each place.
    pub money: u32,
    pub awards: Vec<Award>,
    /// The prizes go to teams.
    pub team: bool,
}

impl Prize {
    /// Yuan for all its places.
    pub fn total(&self) -> u64 {
        let (first, last) = self.places;
        let places = u64::from(last.saturating_sub(first)) + 1;
        places * u64::from(self.money)
    }
}

/// What is handed over besides money, in the regulation's words: 奖杯, 奖牌, 荣誉证书.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Award(pub String);

/// Money where players share a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SharedPrize {
    /// The money of all the places they take, in equal parts.
    Split,
    /// Each receives the money of the best of these places.
    Full,
    /// All with the same points, whatever the later keys say, divide the money of the places they take.
    SplitPoints,
}
