use chrono::{Datelike, NaiveDate};

use super::{Field, Form};
use crate::config::{Registration, Rule, Section, Test};
use crate::tournament::Document;
use crate::tournament::eligibility::{Answers, Clause, Verdict, judge};

/// What the form is asked by.
#[derive(Debug, Clone, Copy)]
pub struct FormRules<'a> {
    /// At least one.
    pub sections: &'a [Section],
    pub registration: &'a Registration,
    /// The competition has places by one-time code.
    pub has_codes: bool,
    /// The day on which it is filled in, in the event's zone.
    pub today: NaiveDate,
}

impl<'a> FormRules<'a> {
    /// The section the form is for: the chosen one, or the only one.
    pub fn section(&self, form: &Form) -> Option<&'a Section> {
        match self.sections {
            [only] => Some(only),
            many => many
                .iter()
                .find(|section| Some(&section.key) == form.section.as_ref()),
        }
    }

    /// The fields this form has to fill, in order.
    pub fn fields(&self, form: &Form) -> Vec<Field> {
        let mut fields = Vec::new();
        if self.sections.len() > 1 {
            fields.push(Field::Section);
        }
        fields.extend([Field::Name, Field::Document]);
        if matches!(form.document(self.today), Some(Document::Other { .. })) {
            fields.extend([Field::Born, Field::Sex]);
        }
        fields.extend([Field::Phone, Field::Title]);
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
        fields
    }

    fn add_rule(&self, rule: &Rule, form: &Form, fields: &mut Vec<Field>) {
        let field = match &rule.test {
            Test::Born { .. } | Test::Sex(_) | Test::TitleBelow(_) | Test::TitleFrom(_) => return,
            Test::Insurance { .. } => Field::Months,
            Test::Invited => Field::Code,
            Test::Stated { .. } => Field::Stated(rule.key.clone()),
            Test::AnyOf(alternatives) => {
                fields.push(Field::Basis);
                let chosen = alternatives
                    .iter()
                    .find(|rule| Some(&rule.key) == form.basis.as_ref());
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

    /// The alternatives to choose one of.
    pub fn alternatives(&self, form: &Form) -> &'a [Rule] {
        let rules = self
            .section(form)
            .map_or(&[][..], |section| &section.eligibility.rules);
        rules
            .iter()
            .find_map(|rule| match &rule.test {
                Test::AnyOf(alternatives) => Some(alternatives.as_slice()),
                _ => None,
            })
            .unwrap_or_default()
    }

    /// The rule or alternative of this key.
    pub fn rule(&self, form: &Form, key: &str) -> Option<&'a Rule> {
        self.every_rule(form).find(|rule| rule.key == key)
    }

    /// The rule of this kind that the form stands on: the chosen alternative, or one that all must meet.
    pub(super) fn find(&self, form: &Form, is: impl Fn(&Test) -> bool) -> Option<&'a Rule> {
        let chosen = form.basis.as_deref().and_then(|key| self.rule(form, key));
        chosen
            .filter(|rule| is(&rule.test))
            .or_else(|| self.every_rule(form).find(|rule| is(&rule.test)))
    }

    fn every_rule(&self, form: &Form) -> impl Iterator<Item = &'a Rule> + use<'a> {
        let rules = self
            .section(form)
            .map_or(&[][..], |section| &section.eligibility.rules);
        rules.iter().chain(self.alternatives(form))
    }

    /// Whether the field has its answer.
    pub fn is_answered(&self, form: &Form, field: &Field) -> bool {
        match field {
            Field::Section => self.section(form).is_some(),
            Field::Name => form.name.is_some(),
            Field::Document => form.permit.is_none() && form.document(self.today).is_some(),
            Field::Born => form.born.is_some(),
            Field::Sex => form.sex.is_some(),
            Field::Phone => form.phone.is_some(),
            Field::Title => form.title.is_some(),
            Field::Basis => self
                .alternatives(form)
                .iter()
                .any(|rule| Some(&rule.key) == form.basis.as_ref()),
            Field::Months => form.months.is_some(),
            Field::Stated(key) => form.stated.contains_key(key),
            Field::Code => form.code.is_some(),
            Field::GuardianName => form.guardian_name.is_some(),
            Field::GuardianPhone => form.guardian_phone.is_some(),
            Field::GuardianConsent => form.guardian_consents,
            Field::Papers => form.papers_complete && self.papers_suffice(form),
            Field::Statement(index) => form.agreed.contains(index),
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
        let Some(section) = self.section(form) else {
            return Verdict::default();
        };
        judge(&section.eligibility, &self.answers(form))
    }

    /// What the form says, as the rules ask it.
    pub fn answers(&self, form: &Form) -> Answers {
        let mut stated = form.stated.clone();
        if let Some(basis) = &form.basis {
            stated.insert(basis.clone(), true);
        }
        Answers {
            born: form.born(self.today),
            sex: form.sex(self.today),
            title: form.title,
            basis: form.basis.clone(),
            insurance_months: form.months,
            stated,
            invited: matches!(form.code, Some(Some(_))),
            papers: Default::default(),
        }
    }

    /// Younger than the event's limit on its day.
    pub fn is_minor(&self, form: &Form) -> bool {
        form.born(self.today).is_some_and(|born| {
            age(born, self.registration.minor_on) < i64::from(self.registration.minor_below)
        })
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

/// Completed years on a day; one born on 29 February completes a year on 1 March.
fn age(born: NaiveDate, on: NaiveDate) -> i64 {
    let years = i64::from(on.year()) - i64::from(born.year());
    if (on.month(), on.day()) < (born.month(), born.day()) {
        years - 1
    } else {
        years
    }
}
