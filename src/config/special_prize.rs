use chrono::NaiveDate;

use super::{Award, Sex};

/// A prize that goes by something else than the place (单项奖): 最佳女棋手, 最年长, 体育道德风尚奖.
/// Money is before tax.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SpecialPrize {
    /// Names it to people and in the database; unique in the competition.
    pub name: String,
    /// Yuan.
    pub money: u32,
    /// What is handed over besides.
    pub awards: Vec<Award>,
    /// Who of those below receives it.
    pub to: SpecialTo,
    /// Only players of this sex.
    pub sex: Option<Sex>,
    /// Only players of the section with this key.
    pub section: Option<String>,
    /// Only players of this team or place.
    pub team: Option<String>,
    /// Only players born on this day or later.
    pub born_from: Option<NaiveDate>,
    /// Only players born on this day or earlier.
    pub born_to: Option<NaiveDate>,
}

/// Who receives a special prize.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SpecialTo {
    /// The best placed.
    Best,
    /// 最年长
    Oldest,
    /// 最年幼
    Youngest,
    /// Whom an arbiter names.
    Arbiter,
}
