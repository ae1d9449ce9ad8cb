use toml::Spanned;

use super::super::faults::Faults;
use super::super::{self as config, Award, Flaw, Sex, SpecialTo};
use super::eligibility::Born;
use super::number::Number;
use super::read::Try;
use super::table::table;
use super::text::{Identifier, Name, strings};
use super::word::words;

table! {
    /// `[[competition.special_prize]]`: a prize that does not go by the place (单项奖).
    pub struct SpecialPrize {
        /// Names it to people, once in a competition.
        pub name: Spanned<Name>,
        /// Yuan, before tax; default 0.
        pub money: Option<Number<0, 100_000_000>>,
        /// What is handed over besides, one text each.
        pub awards: Option<Vec<Name>>,
        /// Who receives it: "best" placed (名次最好, default), "oldest" (最年长), "youngest" (最年幼), or
        /// whom the "arbiter" names (裁判选定).
        pub to: Option<SpecialTo>,
        /// Only players of this sex.
        pub sex: Option<Sex>,
        /// Only players of this section (组别), by its key.
        pub section: Option<Spanned<Identifier>>,
        /// Only players of this team or place (单位).
        pub team: Option<Name>,
        /// Only players born in a window: `{ from = 2008-01-01 }`.
        pub born: Option<Spanned<Born>>,
    }
}

words! {
    SpecialTo {
        "best" => SpecialTo::Best,
        "oldest" => SpecialTo::Oldest,
        "youngest" => SpecialTo::Youngest,
        "arbiter" => SpecialTo::Arbiter,
    }
}

/// The special prizes of a competition with these sections.
pub fn check_special_prizes(
    prizes: Vec<Try<SpecialPrize>>,
    sections: &[String],
    faults: &mut Faults<'_>,
) -> Option<Vec<config::SpecialPrize>> {
    let mut checked: Vec<Option<config::SpecialPrize>> = Vec::new();
    for prize in prizes {
        let prize = prize.ok().and_then(|prize| prize.check(sections, faults));
        checked.push(prize);
    }
    checked.into_iter().collect()
}

impl SpecialPrize {
    fn check(self, sections: &[String], faults: &mut Faults<'_>) -> Option<config::SpecialPrize> {
        let money = self.money.map_or(0, Number::get);
        let awards = strings(self.awards);
        if money == 0 && awards.is_empty() {
            faults.add(&self.name.span(), Flaw::PrizeOfNothing);
        }
        let section = match self.section {
            None => None,
            Some(section) => {
                let key = String::from(section.get_ref().clone());
                if !sections.contains(&key) {
                    faults.add(
                        &section.span(),
                        Flaw::PrizeOfUnknownSection { section: key },
                    );
                    return None;
                }
                Some(key)
            }
        };
        let (born_from, born_to) = match &self.born {
            None => (None, None),
            Some(born) => born.get_ref().window(&born.span(), faults)?,
        };
        Some(config::SpecialPrize {
            name: self.name.into_inner().into(),
            money,
            awards: awards.into_iter().map(Award).collect(),
            to: self.to.unwrap_or(SpecialTo::Best),
            sex: self.sex,
            section,
            team: self.team.map(String::from),
            born_from,
            born_to,
        })
    }
}
