use std::collections::BTreeSet;

use chrono::{Datelike, NaiveDate};

use super::{Field, Form, by_arbiter};
use crate::config::{DocumentKind, Registration, Rule, Section, Test};
use crate::tournament::Document;
use crate::tournament::eligibility::{Answers, Clause, Verdict, holds, judge, refuses};

/// What the form is asked by.
#[derive(Debug, Clone, Copy)]
pub struct FormRules<'a> {
    /// At least one.
    pub sections: &'a [Section],
    /// The teams to choose from; none: no team competition.
    pub teams: &'a [String],
    pub registration: &'a Registration,
    /// The competition has places by one-time code.
    pub has_codes: bool,
    /// It has no others.
    pub by_code_only: bool,
    /// The event has other competitions too.
    pub several: bool,
    /// The day on which it is filled in, in the event's zone.
    pub today: NaiveDate,
}

impl<'a> FormRules<'a> {
    /// The section the form is for: the only one that fits, or the chosen one.
    pub fn section(&self, form: &Form) -> Option<&'a Section> {
        match self.fitting(form).as_slice() {
            [only] => Some(only),
            many => many
                .iter()
                .find(|section| Some(&section.key) == form.section.as_ref())
                .copied(),
        }
    }

    /// The sections that birth date, sex and title do not rule out; the only section in any case.
    pub fn fitting(&self, form: &Form) -> Vec<&'a Section> {
        if let [only] = self.sections {
            return vec![only];
        }
        let facts = self.facts(form);
        let fits = |section: &&Section| {
            let mut rules = section.eligibility.rules.iter();
            !rules.any(|rule| refuses(rule, &facts))
        };
        self.sections.iter().filter(fits).collect()
    }

    /// What nobody can choose: birth date, sex, title; and the code, where nobody registers without one.
    fn facts(&self, form: &Form) -> Answers {
        Answers {
            born: form.born(self.today),
            sex: form.sex(self.today),
            title: form.title,
            invited: self.needs_code(form) && matches!(form.code, Some(Some(_))),
            ..Answers::default()
        }
    }

    /// Nobody registers without a one-time code; an arbiter chooses the pool himself.
    pub fn needs_code(&self, form: &Form) -> bool {
        self.by_code_only && form.by_arbiter.is_none()
    }

    /// Whether players may prove who they are with this kind of document.
    pub fn takes(&self, kind: impl Into<DocumentKind>) -> bool {
        self.registration.documents.contains(&kind.into())
    }

    /// Whether the document of the form is of a kind that is taken.
    fn takes_document_of(&self, form: &Form) -> bool {
        match form.document(self.today) {
            Some(Document::Resident(_)) => self.takes(DocumentKind::IdCard),
            Some(Document::Other { kind, .. }) => self.takes(kind),
            None => false,
        }
    }

    /// A statement everyone agrees to, by its place from 0.
    pub fn statement(&self, index: usize) -> Option<&'a String> {
        self.registration.statements.get(index)
    }

    /// The fields this form has to fill, in order.
    pub fn fields(&self, form: &Form) -> Vec<Field> {
        let mut fields = Vec::new();
        if self.needs_code(form) {
            fields.push(Field::Code);
        }
        fields.extend([Field::Name, Field::Document]);
        if matches!(form.document(self.today), Some(Document::Other { .. })) {
            fields.extend([Field::Born, Field::Sex]);
        }
        fields.extend([Field::Phone, Field::Title]);
        if self.registration.ask_rating {
            fields.push(Field::Rating);
        }
        if self.fitting(form).len() > 1 {
            fields.push(Field::Section);
        }
        if !self.teams.is_empty() {
            fields.push(Field::Team);
        }
        let rules = self
            .section(form)
            .map_or(&[][..], |section| &section.eligibility.rules);
        for rule in rules {
            self.add_rule(rule, form, &mut fields);
        }
        if form.code.is_some() && !fields.contains(&Field::Code) {
            fields.push(Field::Code);
        }
        if self.is_minor(form) {
            fields.extend([
                Field::GuardianName,
                Field::GuardianPhone,
                Field::GuardianConsent,
            ]);
        }
        if self.wants_papers(form) {
            fields.push(Field::Papers);
        }
        fields.extend((0..self.registration.statements.len()).map(Field::Statement));
        by_arbiter::surround(form, &mut fields);
        fields
    }

    fn add_rule(&self, rule: &Rule, form: &Form, fields: &mut Vec<Field>) {
        let field = match &rule.test {
            Test::Born { .. } | Test::Sex(_) | Test::TitleBelow(_) | Test::TitleFrom(_) => return,
            Test::Insurance { .. } => Field::Months,
            Test::Invited => Field::Code,
            Test::Stated { .. } => Field::Stated(rule.key.clone()),
            Test::AnyOf(alternatives) => {
                let facts = self.facts(form);
                if alternatives.iter().any(|rule| holds(rule, &facts)) {
                    return;
                }
                fields.push(Field::Basis(rule.key.clone()));
                let basis = form.bases.get(&rule.key);
                let chosen = alternatives.iter().find(|rule| Some(&rule.key) == basis);
                // Choosing an alternative states it.
                match chosen.map(|rule| &rule.test) {
                    Some(Test::Insurance { .. }) => Field::Months,
                    Some(Test::Invited) => Field::Code,
                    _ => return,
                }
            }
        };
        if !fields.contains(&field) {
            fields.push(field);
        }
    }

    /// The alternatives of a rule to choose one of: those that are not ruled out already.
    pub fn alternatives(&self, form: &Form, group: &str) -> Vec<&'a Rule> {
        let facts = self.facts(form);
        match self.rule(form, group).map(|rule| &rule.test) {
            Some(Test::AnyOf(alternatives)) => alternatives
                .iter()
                .filter(|rule| !refuses(rule, &facts))
                .collect(),
            _ => Vec::new(),
        }
    }

    /// The rule or alternative of this key.
    pub fn rule(&self, form: &Form, key: &str) -> Option<&'a Rule> {
        self.every_rule(form).find(|rule| rule.key == key)
    }

    /// The rule of this kind that the form stands on: the chosen alternative, or one that all must meet.
    pub(super) fn find(&self, form: &Form, is: impl Fn(&Test) -> bool) -> Option<&'a Rule> {
        let mut chosen = form.bases.values().filter_map(|key| self.rule(form, key));
        chosen
            .find(|rule| is(&rule.test))
            .or_else(|| self.every_rule(form).find(|rule| is(&rule.test)))
    }

    fn every_rule(&self, form: &Form) -> impl Iterator<Item = &'a Rule> + use<'a> {
        let rules = self
            .section(form)
            .map_or(&[][..], |section| &section.eligibility.rules);
        let alternatives = rules.iter().flat_map(|rule| match &rule.test {
            Test::AnyOf(alternatives) => alternatives.as_slice(),
            _ => &[],
        });
        rules.iter().chain(alternatives)
    }

    /// Whether the field has its answer.
    pub fn is_answered(&self, form: &Form, field: &Field) -> bool {
        match field {
            Field::Section => self.section(form).is_some(),
            Field::Name => form.name.is_some(),
            Field::Document => form.permit.is_none() && self.takes_document_of(form),
            Field::Born => form.born.is_some(),
            Field::Sex => form.sex.is_some(),
            Field::Phone => form.phone.is_some(),
            Field::Title => form.title.is_some(),
            Field::Rating => form.rating.is_some(),
            Field::Team => form
                .team
                .as_ref()
                .is_some_and(|team| self.teams.contains(team)),
            Field::Basis(group) => self
                .alternatives(form, group)
                .iter()
                .any(|rule| Some(&rule.key) == form.bases.get(group)),
            Field::Months => form.months.is_some(),
            Field::Stated(key) => form.stated.contains_key(key),
            Field::Code if self.needs_code(form) => matches!(form.code, Some(Some(_))),
            Field::Code => form.code.is_some(),
            Field::GuardianName => form.guardian_name.is_some(),
            Field::GuardianPhone => form.guardian_phone.is_some(),
            Field::GuardianConsent => form.guardian_consents,
            Field::Papers => {
                form.papers_seen() || form.papers_complete && self.papers_suffice(form)
            }
            Field::LateReason | Field::Pool | Field::Granted(_) => {
                by_arbiter::is_answered(form, field)
            }
            Field::Statement(index) => self
                .statement(*index)
                .is_some_and(|statement| form.agreed_to.contains(statement)),
        }
    }

    /// The question to answer now; `None`: everything is answered.
    pub fn current(&self, form: &Form) -> Option<Field> {
        let fields = self.fields(form);
        if let Some(editing) = form.editing.as_ref().filter(|field| fields.contains(field)) {
            return Some(editing.clone());
        }
        fields
            .into_iter()
            .find(|field| !self.is_answered(form, field))
    }

    /// What the answers say to the section's rules. A code counts as an invitation: whoever keeps the
    /// codes checks it.
    pub fn verdict(&self, form: &Form) -> Verdict {
        let answers = self.answers(form);
        if let Some(section) = self.section(form) {
            return judge(&section.eligibility, &answers);
        }
        if !self.fitting(form).is_empty() {
            return Verdict::default();
        }
        // No section is open to this person: the one that comes nearest says why.
        let verdicts = self.sections.iter();
        let verdicts = verdicts.map(|section| judge(&section.eligibility, &answers));
        verdicts
            .min_by_key(|verdict| verdict.refused.len())
            .unwrap_or_default()
    }

    /// What the form says, as the rules ask it.
    pub fn answers(&self, form: &Form) -> Answers {
        let bases: BTreeSet<String> = form.bases.values().cloned().collect();
        let mut stated = form.stated.clone();
        stated.extend(bases.iter().map(|basis| (basis.clone(), true)));
        Answers {
            born: form.born(self.today),
            sex: form.sex(self.today),
            title: form.title,
            bases,
            insurance_months: form.months,
            stated,
            invited: matches!(form.code, Some(Some(_))),
            papers: Default::default(),
        }
    }

    /// Younger than the event's limit on its day.
    pub fn is_minor(&self, form: &Form) -> bool {
        form.born(self.today)
            .is_some_and(|born| is_minor(born, self.registration))
    }

    /// The clauses whose papers an arbiter reviews.
    pub fn needed_papers(&self, form: &Form) -> Vec<Clause> {
        self.verdict(form).needs_papers
    }

    /// A document other than the resident ID card proves birth date and sex only to the eye.
    pub fn needs_permit_photo(&self, form: &Form) -> bool {
        matches!(form.document(self.today), Some(Document::Other { .. }))
    }

    fn wants_papers(&self, form: &Form) -> bool {
        self.needs_permit_photo(form) || !self.needed_papers(form).is_empty()
    }

    /// Nothing asked for can be shown on paper: only an invitation without a code is open.
    pub fn papers_optional(&self, form: &Form) -> bool {
        let invited = |key: &str| {
            self.rule(form, key)
                .is_some_and(|rule| rule.test == Test::Invited)
        };
        !self.needs_permit_photo(form)
            && self
                .needed_papers(form)
                .iter()
                .all(|clause| invited(&clause.key))
    }

    pub(super) fn papers_suffice(&self, form: &Form) -> bool {
        !form.papers.is_empty() || self.papers_optional(form)
    }
}

/// Whether one born on this day is younger than the event's limit on its day.
pub fn is_minor(born: NaiveDate, registration: &Registration) -> bool {
    age(born, registration.minor_on) < i64::from(registration.minor_below)
}

/// Completed years on a day; one born on 29 February completes a year on 1 March.
fn age(born: NaiveDate, on: NaiveDate) -> i64 {
    let years = i64::from(on.year()) - i64::from(born.year());
    if (on.month(), on.day()) < (born.month(), born.day()) {
        years - 1
    } else {
        years
    }
}
