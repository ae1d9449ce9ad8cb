use std::collections::{BTreeMap, BTreeSet};

use super::value::{self, fault};
use super::{Cell, Column, Fault, Line, RosterRules, Row, Why, date};
use crate::config::{Competition, DocumentKind, Rule, Section, Sex, Test, Title};
use crate::tournament::eligibility::{Answers, judge};
use crate::tournament::form::{Guardian, Identity, is_minor};
use crate::tournament::{HIGHEST_RATING, IdCard, PermitNumber, PersonName, Phone, parse_rating};

/// Letters of a team's name at most.
const LONGEST_TEAM: usize = 20;

/// Reads one row. All of its faults, not only the first.
pub(super) fn row(
    line: &Line,
    columns: &BTreeMap<Column, usize>,
    rules: &RosterRules<'_>,
) -> Result<Row, Vec<Fault>> {
    let mut reading = Reading {
        line,
        columns,
        rules,
        faults: Vec::new(),
    };
    let row = reading.row();
    match row {
        Some(row) if reading.faults.is_empty() => Ok(row),
        _ => Err(reading.faults),
    }
}

struct Reading<'a> {
    line: &'a Line,
    columns: &'a BTreeMap<Column, usize>,
    rules: &'a RosterRules<'a>,
    faults: Vec<Fault>,
}

impl<'a> Reading<'a> {
    /// `None` always comes with a fault.
    fn row(&mut self) -> Option<Row> {
        let competition = self.competition();
        let section = competition.and_then(|competition| self.section(competition));
        let pool = competition.map(|competition| self.pool(competition));
        let team = competition.and_then(|competition| self.team(competition));
        let name = self.needed(Column::Name, |text| {
            PersonName::parse(text).map_err(Why::Name)
        });
        let phone = self.needed(Column::Phone, |text| Phone::parse(text).map_err(Why::Phone));
        let title = self.title();
        let rating = self.rating();
        let person = self.person();
        let (identity, born, sex) = person?;
        let guardian = self.guardian(name.as_ref(), is_minor(born, self.rules.registration));
        let (competition, section) = (competition?, section?);
        self.judge(section, born, sex, title?);
        Some(Row {
            row: self.line.row,
            competition: competition.key.clone(),
            section: section.key.clone(),
            name: name?,
            identity,
            born,
            sex,
            phone: phone?,
            title: title?,
            team,
            rating: rating?,
            pool: pool?,
            guardian,
        })
    }

    fn cell(&self, column: Column) -> Option<&'a Cell> {
        self.columns
            .get(&column)
            .and_then(|at| self.line.cells.get(at))
    }

    fn text(&self, column: Column) -> String {
        self.cell(column).map(value::text).unwrap_or_default()
    }

    fn fault(&mut self, column: Column, why: Why) {
        let cell = self.cell(column);
        self.faults.push(fault(self.line.row, column, cell, why));
    }

    fn needed<T>(&mut self, column: Column, read: impl Fn(&str) -> Result<T, Why>) -> Option<T> {
        let text = self.text(column);
        if text.is_empty() {
            self.fault(column, Why::Missing);
            return None;
        }
        match read(&text) {
            Ok(value) => Some(value),
            Err(why) => {
                self.fault(column, why);
                None
            }
        }
    }

    fn competition(&mut self) -> Option<&'a Competition> {
        let wanted = self.text(Column::Competition);
        let all = self.rules.competitions;
        let found = all.iter().find(|one| {
            if wanted.is_empty() {
                one.key == self.rules.competition
            } else {
                one.key.eq_ignore_ascii_case(&wanted) || one.name == wanted
            }
        });
        if found.is_none() {
            let names = all.iter().map(|one| one.name.clone()).collect();
            self.fault(Column::Competition, Why::Unknown(names));
        }
        found
    }

    fn section(&mut self, competition: &'a Competition) -> Option<&'a Section> {
        let wanted = self.text(Column::Section);
        let all = competition.sections.as_slice();
        let found = match all {
            [only] if wanted.is_empty() => Some(only),
            many => many
                .iter()
                .find(|one| one.key.eq_ignore_ascii_case(&wanted) || one.name == wanted),
        };
        if found.is_none() {
            let why = if wanted.is_empty() {
                Why::Missing
            } else {
                Why::Unknown(all.iter().map(|one| one.name.clone()).collect())
            };
            self.fault(Column::Section, why);
        }
        found
    }

    fn pool(&mut self, competition: &Competition) -> Option<String> {
        let wanted = self.text(Column::Pool);
        if wanted.is_empty() {
            return None;
        }
        let mut pools = self.rules.registration.pools_of(&competition.key);
        let found =
            pools.find(|pool| pool.key.eq_ignore_ascii_case(&wanted) || pool.name == wanted);
        if let Some(pool) = found {
            return Some(pool.key.clone());
        }
        let pools = self.rules.registration.pools_of(&competition.key);
        let names = pools.map(|pool| pool.name.clone()).collect();
        self.fault(Column::Pool, Why::Unknown(names));
        None
    }

    fn title(&mut self) -> Option<Title> {
        let found = value::title(&self.text(Column::Title));
        if found.is_none() {
            self.fault(Column::Title, Why::Title);
        }
        found
    }

    /// `Some(None)`: nothing stands there, or that there is none.
    fn rating(&mut self) -> Option<Option<u32>> {
        let found = parse_rating(&self.text(Column::Rating));
        if found.is_none() {
            self.fault(Column::Rating, Why::Rating(HIGHEST_RATING));
        }
        found
    }

    /// Free text; in a team competition one of its teams.
    fn team(&mut self, competition: &Competition) -> Option<String> {
        let team = self.text(Column::Team);
        let team = team.split_whitespace().collect::<Vec<_>>().join(" ");
        if !competition.teams.is_empty() && !competition.teams.contains(&team) {
            let why = if team.is_empty() {
                Why::Missing
            } else {
                Why::Unknown(competition.teams.clone())
            };
            self.fault(Column::Team, why);
        } else if team.chars().count() > LONGEST_TEAM {
            self.fault(Column::Team, Why::Long(LONGEST_TEAM));
        }
        (!team.is_empty()).then_some(team)
    }

    /// Document, birth date and sex; what the resident ID number says must agree with what is written.
    fn person(&mut self) -> Option<(Identity, chrono::NaiveDate, Sex)> {
        let kind = value::permit(&self.text(Column::DocumentKind));
        let Ok(kind) = kind else {
            self.fault(Column::DocumentKind, Why::DocumentKind);
            return None;
        };
        let registration = self.rules.registration;
        let taken = &registration.documents;
        if !taken.contains(&kind.map_or(DocumentKind::IdCard, DocumentKind::from)) {
            let why = Why::NotTaken {
                taken: taken.clone(),
                clause: registration.documents_clause.clone(),
            };
            self.fault(Column::DocumentKind, why);
            return None;
        }
        if self.cell(Column::Document).is_some_and(value::is_rounded) {
            self.fault(Column::Document, Why::Rounded);
            return None;
        }
        let born = self.born();
        let sex = self.sex();
        let today = self.rules.today;
        if let Some(kind) = kind {
            let number = self.needed(Column::Document, |text| {
                PermitNumber::parse(text).map_err(Why::Permit)
            });
            if born == Some(None) {
                self.fault(Column::Born, Why::Missing);
            }
            if sex == Some(None) {
                self.fault(Column::Sex, Why::Missing);
            }
            let number = number?.as_str().to_owned();
            return Some((Identity::Permit(kind, number), born??, sex??));
        }
        let card = self.needed(Column::Document, |text| {
            IdCard::parse(text, today).map_err(Why::IdCard)
        })?;
        if born.flatten().is_some_and(|born| born != card.born()) {
            self.fault(Column::Born, Why::BornDiffers(card.born()));
        }
        if sex.flatten().is_some_and(|sex| sex != card.sex()) {
            self.fault(Column::Sex, Why::SexDiffers(card.sex()));
        }
        let identity = Identity::Resident(card.number().to_owned());
        Some((identity, card.born(), card.sex()))
    }

    /// `Some(None)`: nothing stands there; `None`: a fault.
    fn born(&mut self) -> Option<Option<chrono::NaiveDate>> {
        let Some(cell) = self.cell(Column::Born) else {
            return Some(None);
        };
        match date::birth_date(cell, self.rules.today) {
            Ok(day) => Some(Some(day)),
            Err(why) => {
                self.fault(Column::Born, Why::BirthDate(why));
                None
            }
        }
    }

    /// Likewise.
    fn sex(&mut self) -> Option<Option<Sex>> {
        let text = self.text(Column::Sex);
        if text.is_empty() {
            return Some(None);
        }
        let sex = value::sex(&text);
        if sex.is_none() {
            self.fault(Column::Sex, Why::Sex);
            return None;
        }
        Some(sex)
    }

    fn guardian(&mut self, player: Option<&PersonName>, is_minor: bool) -> Option<Guardian> {
        let (name, phone) = (
            self.text(Column::GuardianName),
            self.text(Column::GuardianPhone),
        );
        if !is_minor {
            return None;
        }
        if name.is_empty() || phone.is_empty() {
            let column = if name.is_empty() {
                Column::GuardianName
            } else {
                Column::GuardianPhone
            };
            self.fault(column, Why::GuardianNeeded);
            return None;
        }
        let name = self.needed(Column::GuardianName, |text| {
            PersonName::parse(text).map_err(Why::Name)
        });
        let phone = self.needed(Column::GuardianPhone, |text| {
            Phone::parse(text).map_err(Why::Phone)
        });
        let (name, phone) = (name?, phone?);
        if Some(&name) == player {
            self.fault(Column::GuardianName, Why::OwnGuardian);
        }
        Some(Guardian { name, phone })
    }

    /// What the rules say of birth date, sex and title. The list itself is the invitation, and settles what
    /// else papers would have to prove.
    fn judge(&mut self, section: &Section, born: chrono::NaiveDate, sex: Sex, title: Title) {
        let rules = &section.eligibility;
        let answers = Answers {
            born: Some(born),
            sex: Some(sex),
            title: Some(title),
            invited: true,
            papers: keys(&rules.rules),
            ..Answers::default()
        };
        for refused in judge(rules, &answers).refused {
            self.faults.push(Fault {
                row: self.line.row,
                column: Some(Column::Name),
                value: self.text(Column::Name),
                why: Why::Ineligible(Box::new(refused)),
            });
        }
    }
}

/// The keys of all rules, the alternatives among them.
fn keys(rules: &[Rule]) -> BTreeSet<String> {
    rules
        .iter()
        .flat_map(|rule| match &rule.test {
            Test::AnyOf(alternatives) => keys(alternatives),
            _ => BTreeSet::from([rule.key.clone()]),
        })
        .collect()
}
