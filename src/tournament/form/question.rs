use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use super::{Field, Form, FormRules, MOST_PAPERS};
use crate::config::{DocumentKind, Sex, Test, Title};
use crate::tournament::eligibility::Clause;
use crate::tournament::{Document, PermitKind};

/// What is asked now, with everything needed to word it. No personal data in clear.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    pub asked: Asked,
    /// The buttons, in order.
    pub choices: Vec<Choice>,
    /// Which question of how many this is, from 1; none for the summary.
    pub place: Option<(usize, usize)>,
    /// The clause of the regulation it is asked for.
    #[serde(default)]
    pub why: Option<Clause>,
}

/// A question of the form.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Asked {
    /// The sections that are open to the player, each with the first of its rules.
    Section(Vec<(String, Option<String>)>),
    Team,
    Name,
    /// `None`: a resident ID number, or the choice of another document.
    Document(Option<PermitKind>),
    Born,
    Sex,
    Phone,
    Title,
    /// 等级分
    Rating,
    Basis(Vec<Clause>),
    /// Months of social insurance, and how many the rule wants.
    Months {
        clause: Clause,
        least: u32,
    },
    Stated {
        clause: Clause,
        question: String,
    },
    Code,
    /// The code without which nobody registers for this competition.
    NeededCode,
    GuardianName,
    GuardianPhone,
    GuardianConsent {
        player: String,
        guardian: String,
    },
    Papers {
        clauses: Vec<Clause>,
        permit: Option<PermitKind>,
        given: usize,
    },
    LateReason,
    Pool,
    /// The points for a round the player has missed.
    Granted {
        round: u32,
    },
    Statement {
        index: usize,
        of: usize,
        text: String,
    },
    Summary(Box<Summary>),
    /// Which field to change.
    Change,
}

/// All answers, masked where they are personal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    /// Only where there are several.
    pub section: Option<String>,
    #[serde(default)]
    pub team: Option<String>,
    pub name: String,
    /// `None`: resident ID card.
    pub permit: Option<PermitKind>,
    pub document: String,
    pub born: Option<NaiveDate>,
    pub sex: Option<Sex>,
    pub phone: String,
    pub title: Option<Title>,
    /// Where it is asked for; 0: has none.
    #[serde(default)]
    pub rating: Option<u32>,
    #[serde(default)]
    pub bases: Vec<Clause>,
    /// Yes-or-no questions of the event with their answers.
    #[serde(default)]
    pub stated: Vec<(Clause, bool)>,
    pub months: Option<u32>,
    pub code: Option<String>,
    /// Name and masked phone.
    pub guardian: Option<(String, String)>,
    pub papers: Option<usize>,
    pub statements: usize,
    /// What an arbiter settled who fills the form in.
    #[serde(default)]
    pub by_arbiter: Option<Settled>,
}

/// What an arbiter settled besides.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settled {
    /// Name of the pool, where he chose one.
    pub pool: Option<String>,
    /// Why after the deadline.
    pub reason: Option<String>,
    pub papers_seen: bool,
    /// Rounds missed and the points stated for them.
    pub granted: Vec<(u32, u32)>,
}

/// What a button of the form stands for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Choice {
    Section {
        key: String,
        name: String,
    },
    Team(String),
    Permit(PermitKind),
    /// A resident ID card after all.
    Resident,
    Sex(Sex),
    Title(Title),
    /// Has no rating.
    NoRating,
    /// An alternative by its place in the list from 1, with its sentence.
    Basis {
        key: String,
        number: usize,
        text: String,
    },
    /// None of the alternatives.
    NoBasis,
    Yes,
    No,
    NoCode,
    Consent,
    Agree,
    /// The guardian has consented in writing: an arbiter says so.
    ConsentSeen,
    /// The player has signed the statement: an arbiter says so.
    AgreeSigned,
    /// The arbiter has looked at the papers himself.
    PapersSeen,
    Pool {
        key: String,
        name: String,
    },
    /// So many points for a round missed.
    Points(u32),
    /// All photos are sent.
    PapersDone,
    /// There are no papers; the arbiters ask the organizer.
    NoPapers,
    /// Throw the photos away and begin anew.
    PapersAnew,
    Submit,
    Change,
    UseCode,
    Leave,
    /// Another competition of the event.
    Elsewhere,
    Field(Field),
    /// A field whose name the event gives.
    Named {
        field: Field,
        name: String,
    },
    /// Leave the answer as it is.
    Keep,
    Back,
}

const TITLES: [Title; 6] = [
    Title::None,
    Title::Graded,
    Title::LocalMaster,
    Title::AssociationMaster,
    Title::NationalMaster,
    Title::Grandmaster,
];

const PERMITS: [PermitKind; 5] = [
    PermitKind::Passport,
    PermitKind::HongKongMacao,
    PermitKind::Taiwan,
    PermitKind::PermanentResidence,
    PermitKind::Other,
];

impl Form {
    /// What to ask now.
    pub fn question(&self, rules: &FormRules<'_>) -> Question {
        let fields = rules.fields(self);
        if self.choosing {
            let mut choices: Vec<Choice> = fields
                .iter()
                .filter(|field| !matches!(field, Field::Statement(_) | Field::GuardianConsent))
                .map(|field| self.name_of(rules, field))
                .collect();
            if rules.several && self.by_arbiter.is_none() {
                choices.push(Choice::Elsewhere);
            }
            choices.push(Choice::Back);
            return Question {
                asked: Asked::Change,
                choices,
                place: None,
                why: None,
            };
        }
        let Some(field) = rules.current(self) else {
            let mut choices = vec![Choice::Submit, Choice::Change];
            let has_pool = rules.has_codes;
            if has_pool && !fields.contains(&Field::Code) {
                choices.push(Choice::UseCode);
            }
            choices.push(Choice::Leave);
            return Question {
                asked: Asked::Summary(Box::new(self.summary(rules))),
                choices,
                place: None,
                why: None,
            };
        };
        let at = fields.iter().position(|one| *one == field).unwrap_or(0);
        let mut choices = self.offers(rules, &field);
        if self.editing.as_ref() == Some(&field) && rules.is_answered(self, &field) {
            choices.push(Choice::Keep);
        }
        if at > 0 {
            choices.push(Choice::Back);
        } else if rules.several && self.editing.is_none() && self.by_arbiter.is_none() {
            choices.push(Choice::Elsewhere);
        }
        Question {
            asked: self.asked(rules, &field),
            choices,
            place: Some((at + 1, fields.len())),
            why: self.why(rules, &field),
        }
    }

    /// The field as a button of what can be changed.
    fn name_of(&self, rules: &FormRules<'_>, field: &Field) -> Choice {
        let rule = match field {
            Field::Basis(key) | Field::Stated(key) => rules.rule(self, key),
            _ => None,
        };
        let field = field.clone();
        match rule {
            Some(rule) => Choice::Named {
                field,
                name: rule.text.clone(),
            },
            None => Choice::Field(field),
        }
    }

    fn why(&self, rules: &FormRules<'_>, field: &Field) -> Option<Clause> {
        match field {
            Field::Basis(key) | Field::Stated(key) => rules.rule(self, key).map(Clause::of),
            Field::Title => rules
                .find(self, |test| {
                    matches!(test, Test::TitleBelow(_) | Test::TitleFrom(_))
                })
                .map(Clause::of),
            _ => None,
        }
    }

    fn offers(&self, rules: &FormRules<'_>, field: &Field) -> Vec<Choice> {
        match field {
            Field::Section => rules
                .fitting(self)
                .into_iter()
                .map(|section| Choice::Section {
                    key: section.key.clone(),
                    name: section.name.clone(),
                })
                .collect(),
            Field::Document if self.permit.is_some() => {
                let resident = rules.takes(DocumentKind::IdCard);
                resident.then_some(Choice::Resident).into_iter().collect()
            }
            Field::Document => {
                let taken = PERMITS.into_iter().filter(|kind| rules.takes(*kind));
                taken.map(Choice::Permit).collect()
            }
            Field::Sex => vec![Choice::Sex(Sex::Male), Choice::Sex(Sex::Female)],
            Field::Title => TITLES.map(Choice::Title).to_vec(),
            Field::Rating => vec![Choice::NoRating],
            Field::Team => rules.teams.iter().cloned().map(Choice::Team).collect(),
            Field::Basis(group) => rules
                .alternatives(self, group)
                .into_iter()
                .enumerate()
                .map(|(index, rule)| Choice::Basis {
                    key: rule.key.clone(),
                    number: index + 1,
                    text: rule.text.clone(),
                })
                .chain([Choice::NoBasis])
                .collect(),
            Field::Stated(_) => vec![Choice::Yes, Choice::No],
            Field::Code if rules.needs_code(self) => Vec::new(),
            Field::Code => vec![Choice::NoCode],
            Field::GuardianConsent if self.by_arbiter.is_some() => vec![Choice::ConsentSeen],
            Field::GuardianConsent => vec![Choice::Consent],
            Field::Pool => self
                .by_arbiter
                .iter()
                .flat_map(|by| by.pools.clone())
                .map(|(key, name)| Choice::Pool { key, name })
                .collect(),
            Field::Granted(_) => self
                .by_arbiter
                .iter()
                .flat_map(|by| &by.offers)
                .map(|points| Choice::Points(*points))
                .collect(),
            Field::Papers => {
                let mut choices = Vec::new();
                if self.by_arbiter.is_some() {
                    choices.push(Choice::PapersSeen);
                }
                if !self.papers.is_empty() {
                    choices.extend([Choice::PapersDone, Choice::PapersAnew]);
                } else if rules.papers_optional(self) {
                    choices.push(Choice::NoPapers);
                }
                choices
            }
            Field::Statement(_) if self.by_arbiter.is_some() => vec![Choice::AgreeSigned],
            Field::Statement(_) => vec![Choice::Agree],
            Field::LateReason
            | Field::Name
            | Field::Born
            | Field::Phone
            | Field::Months
            | Field::GuardianName
            | Field::GuardianPhone => Vec::new(),
        }
    }

    fn asked(&self, rules: &FormRules<'_>, field: &Field) -> Asked {
        match field {
            Field::Section => Asked::Section(
                rules
                    .fitting(self)
                    .into_iter()
                    .map(|section| {
                        let first = section.eligibility.rules.first();
                        (section.name.clone(), first.map(|rule| rule.text.clone()))
                    })
                    .collect(),
            ),
            Field::Team => Asked::Team,
            Field::Name => Asked::Name,
            Field::Document => Asked::Document(self.permit),
            Field::Born => Asked::Born,
            Field::Sex => Asked::Sex,
            Field::Phone => Asked::Phone,
            Field::Title => Asked::Title,
            Field::Rating => Asked::Rating,
            Field::Basis(group) => {
                let offered = rules.alternatives(self, group).into_iter();
                Asked::Basis(offered.map(Clause::of).collect())
            }
            Field::Months => {
                let found = rules.find(self, |test| matches!(test, Test::Insurance { .. }));
                match found.map(|rule| (Clause::of(rule), &rule.test)) {
                    Some((clause, Test::Insurance { months })) => Asked::Months {
                        clause,
                        least: *months,
                    },
                    _ => Asked::Months {
                        clause: Clause::default(),
                        least: 0,
                    },
                }
            }
            Field::Stated(key) => {
                let found = rules.rule(self, key);
                let question = match found.map(|rule| &rule.test) {
                    Some(Test::Stated { question, .. }) => question.clone(),
                    _ => String::new(),
                };
                Asked::Stated {
                    clause: found.map(Clause::of).unwrap_or_default(),
                    question,
                }
            }
            Field::Code if rules.needs_code(self) => Asked::NeededCode,
            Field::Code => Asked::Code,
            Field::GuardianName => Asked::GuardianName,
            Field::GuardianPhone => Asked::GuardianPhone,
            Field::GuardianConsent => Asked::GuardianConsent {
                player: text(self.name.as_ref()),
                guardian: text(self.guardian_name.as_ref()),
            },
            Field::Papers => Asked::Papers {
                clauses: rules.needed_papers(self),
                permit: self.permit_kind(rules.today),
                given: self.papers.len().min(MOST_PAPERS),
            },
            Field::LateReason => Asked::LateReason,
            Field::Pool => Asked::Pool,
            Field::Granted(round) => Asked::Granted { round: *round },
            Field::Statement(index) => Asked::Statement {
                index: *index,
                of: rules.registration.statements.len(),
                text: rules.statement(*index).cloned().unwrap_or_default(),
            },
        }
    }

    fn summary(&self, rules: &FormRules<'_>) -> Summary {
        let fields = rules.fields(self);
        let has = |field: Field| fields.contains(&field);
        Summary {
            section: rules
                .section(self)
                .filter(|_| rules.sections.len() > 1)
                .map(|section| section.name.clone()),
            team: self.team.clone().filter(|_| has(Field::Team)),
            name: text(self.name.as_ref()),
            permit: self.permit_kind(rules.today),
            document: self
                .document(rules.today)
                .map(|document| document.masked())
                .unwrap_or_default(),
            born: self.born(rules.today),
            sex: self.sex(rules.today),
            phone: self
                .phone
                .as_ref()
                .map(|phone| phone.masked())
                .unwrap_or_default(),
            title: self.title,
            rating: self.rating.filter(|_| has(Field::Rating)),
            bases: fields
                .iter()
                .filter_map(|field| match field {
                    Field::Basis(group) => self.bases.get(group),
                    _ => None,
                })
                .filter_map(|key| rules.rule(self, key))
                .map(Clause::of)
                .collect(),
            stated: fields
                .iter()
                .filter_map(|field| match field {
                    Field::Stated(key) => {
                        let rule = rules.rule(self, key)?;
                        Some((Clause::of(rule), *self.stated.get(key)?))
                    }
                    _ => None,
                })
                .collect(),
            months: self.months.filter(|_| has(Field::Months)),
            code: self.code.clone().flatten(),
            guardian: match (&self.guardian_name, &self.guardian_phone) {
                (Some(name), Some(phone)) if has(Field::GuardianName) => {
                    Some((name.as_str().to_owned(), phone.masked()))
                }
                _ => None,
            },
            papers: has(Field::Papers).then_some(self.papers.len()),
            statements: rules.registration.statements.len(),
            by_arbiter: self.by_arbiter.as_ref().map(|by| Settled {
                pool: by
                    .pool_name()
                    .filter(|_| has(Field::Pool))
                    .map(str::to_owned),
                reason: by.reason.clone().filter(|_| by.late),
                papers_seen: by.papers_seen && has(Field::Papers),
                granted: by
                    .granted
                    .iter()
                    .map(|(round, points)| (*round, *points))
                    .collect(),
            }),
        }
    }

    fn permit_kind(&self, today: NaiveDate) -> Option<PermitKind> {
        match self.document(today) {
            Some(Document::Other { kind, .. }) => Some(kind),
            _ => None,
        }
    }
}

fn text(name: Option<&crate::tournament::PersonName>) -> String {
    name.map(|name| name.as_str().to_owned())
        .unwrap_or_default()
}
