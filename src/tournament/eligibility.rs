use std::collections::{BTreeMap, BTreeSet};

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use crate::config::{Eligibility, Proof, Rule, Sex, Test, Title};

/// What the rules say about one person, clause by clause.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Verdict {
    /// Clauses that turn the person away.
    pub refused: Vec<Refused>,
    /// Clauses that hold if an arbiter accepts papers. A chosen alternative of an any-of stands here by
    /// its own key, clause and text.
    pub needs_papers: Vec<Clause>,
    /// Clauses that cannot be judged before the person answers.
    pub needs_answers: Vec<Unanswered>,
}

/// A clause that turns the person away, with the value it looked at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refused {
    pub clause: Clause,
    /// What the person gave that the clause turns away.
    pub value: Given,
}

/// A clause that cannot be decided before this question is answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unanswered {
    pub clause: Clause,
    pub question: Question,
}

/// Which rule, where the regulation says it, and its sentence.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clause {
    pub key: String,
    pub clause: String,
    pub text: String,
}

impl Clause {
    /// The rule's own clause.
    pub fn of(rule: &Rule) -> Clause {
        Clause {
            key: rule.key.clone(),
            clause: rule.clause.clone(),
            text: rule.text.clone(),
        }
    }
}

/// An answer that a clause turns away.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Given {
    Born(NaiveDate),
    Sex(Sex),
    Title(Title),
    /// Months of social insurance.
    Months(u32),
    /// "No" to what must be so.
    Denied,
    /// None of the alternatives.
    NoAlternative,
}

/// What to ask.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Question {
    Born,
    Sex,
    Title,
    Months,
    /// The question as the event words it.
    Stated(String),
    /// Which of these rule keys the person relies on.
    Basis(Vec<String>),
}

/// What a person has told so far, and what an arbiter has accepted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Answers {
    pub born: Option<NaiveDate>,
    pub sex: Option<Sex>,
    pub title: Option<Title>,
    /// Keys of the alternatives the person relies on where one of several is enough: one a group.
    pub bases: BTreeSet<String>,
    /// Consecutive months of social insurance, counted back from the registration deadline.
    pub insurance_months: Option<u32>,
    /// By rule key.
    pub stated: BTreeMap<String, bool>,
    /// Holds a valid one-time code of the organizer.
    pub invited: bool,
    /// Keys of the rules whose papers an arbiter has accepted. It settles them.
    pub papers: BTreeSet<String>,
}

impl Verdict {
    /// Every rule holds.
    pub fn is_clear(&self) -> bool {
        self.refused.is_empty() && self.needs_papers.is_empty() && self.needs_answers.is_empty()
    }

    fn add(&mut self, rule: &Rule, finding: Finding) {
        let clause = Clause::of(rule);
        match finding {
            Finding::Holds => {}
            Finding::Refused(value) => self.refused.push(Refused { clause, value }),
            Finding::Papers => self.needs_papers.push(clause),
            Finding::Ask(question) => self.needs_answers.push(Unanswered { clause, question }),
        }
    }
}

/// Whether the rule holds by these answers, with nothing left to ask or to prove.
pub fn holds(rule: &Rule, answers: &Answers) -> bool {
    matches!(find(rule, answers), Finding::Holds)
}

/// Whether the rule turns the person away by these answers.
pub fn refuses(rule: &Rule, answers: &Answers) -> bool {
    matches!(find(rule, answers), Finding::Refused(_))
}

/// Judges a person by the rules of a section: all must hold. Days and months at the limit are inside.
pub fn judge(rules: &Eligibility, answers: &Answers) -> Verdict {
    let mut verdict = Verdict::default();
    for rule in &rules.rules {
        match &rule.test {
            Test::AnyOf(alternatives) => {
                let (decisive, finding) = choose(rule, alternatives, answers);
                verdict.add(decisive, finding);
            }
            _ => verdict.add(rule, find(rule, answers)),
        }
    }
    verdict
}

enum Finding {
    Holds,
    Refused(Given),
    Papers,
    Ask(Question),
}

/// One of several alternatives is enough. An alternative that holds already settles it; else the one
/// the person relies on decides. Returns the rule to name and what was found of it.
fn choose<'a>(group: &'a Rule, alternatives: &'a [Rule], answers: &Answers) -> (&'a Rule, Finding) {
    if let Some(rule) = alternatives.iter().find(|rule| holds(rule, answers)) {
        return (rule, Finding::Holds);
    }
    let chosen = alternatives
        .iter()
        .find(|rule| answers.bases.contains(&rule.key));
    if let Some(rule) = chosen {
        return (rule, find(rule, answers));
    }
    let open: Vec<String> = alternatives
        .iter()
        .filter(|rule| !refuses(rule, answers))
        .map(|rule| rule.key.clone())
        .collect();
    if open.is_empty() {
        (group, Finding::Refused(Given::NoAlternative))
    } else {
        (group, Finding::Ask(Question::Basis(open)))
    }
}

fn find(rule: &Rule, answers: &Answers) -> Finding {
    let accepted = answers.papers.contains(&rule.key);
    match &rule.test {
        Test::Born { from, to } => match answers.born {
            None => Finding::Ask(Question::Born),
            Some(born) => check(
                from.is_none_or(|from| from <= born) && to.is_none_or(|to| born <= to),
                Given::Born(born),
            ),
        },
        Test::Sex(wanted) => match answers.sex {
            None => Finding::Ask(Question::Sex),
            Some(sex) => check(sex == *wanted, Given::Sex(sex)),
        },
        Test::TitleBelow(limit) => match answers.title {
            None => Finding::Ask(Question::Title),
            Some(title) => check(title < *limit, Given::Title(title)),
        },
        Test::TitleFrom(limit) => match answers.title {
            None => Finding::Ask(Question::Title),
            Some(title) => check(title >= *limit, Given::Title(title)),
        },
        Test::Insurance { .. } | Test::Invited | Test::Stated { .. } if accepted => Finding::Holds,
        Test::Insurance { months } => match answers.insurance_months {
            None => Finding::Ask(Question::Months),
            Some(stated) if stated < *months => Finding::Refused(Given::Months(stated)),
            Some(_) => Finding::Papers,
        },
        Test::Invited if answers.invited => Finding::Holds,
        Test::Invited => Finding::Papers,
        Test::Stated { question, proof } => match (answers.stated.get(&rule.key), proof) {
            (None, _) => Finding::Ask(Question::Stated(question.clone())),
            (Some(false), _) => Finding::Refused(Given::Denied),
            (Some(true), Proof::Word) => Finding::Holds,
            (Some(true), Proof::Papers) => Finding::Papers,
        },
        Test::AnyOf(alternatives) => choose(rule, alternatives, answers).1,
    }
}

fn check(holds: bool, given: Given) -> Finding {
    if holds {
        Finding::Holds
    } else {
        Finding::Refused(given)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(year: i32, month: u32, day: u32) -> NaiveDate {
        NaiveDate::from_ymd_opt(year, month, day).unwrap()
    }

    fn rule(key: &str, clause: &str, test: Test) -> Rule {
        Rule {
            key: key.into(),
            clause: clause.into(),
            text: format!("sentence of {clause}"),
            test,
        }
    }

    fn stated(key: &str, clause: &str) -> Rule {
        rule(
            key,
            clause,
            Test::Stated {
                question: format!("{key}?"),
                proof: Proof::Papers,
            },
        )
    }

    /// Wuhan regulation, clause 6.
    fn wuhan() -> Eligibility {
        Eligibility {
            rules: vec![
                rule(
                    "age",
                    "6.1",
                    Test::Born {
                        from: Some(day(1958, 1, 1)),
                        to: Some(day(2011, 12, 31)),
                    },
                ),
                rule("title", "6.2", Test::TitleBelow(Title::NationalMaster)),
                rule(
                    "tie",
                    "6.3",
                    Test::AnyOf(vec![
                        stated("household", "6.3.1"),
                        rule("insurance", "6.3.2", Test::Insurance { months: 12 }),
                        stated("student", "6.3.3"),
                        rule("invited", "6.3.4", Test::Invited),
                    ]),
                ),
            ],
        }
    }

    /// Someone all of whose papers are accepted.
    fn resident() -> Answers {
        Answers {
            born: Some(day(1990, 5, 4)),
            sex: Some(Sex::Female),
            title: Some(Title::None),
            bases: BTreeSet::from(["household".into()]),
            stated: BTreeMap::from([("household".into(), true)]),
            papers: BTreeSet::from(["household".into()]),
            ..Answers::default()
        }
    }

    fn refused(answers: &Answers) -> Vec<(String, Given)> {
        judge(&wuhan(), answers)
            .refused
            .into_iter()
            .map(|refused| (refused.clause.clause, refused.value))
            .collect()
    }

    #[test]
    fn birth_dates_at_the_limits() {
        let table = [
            (day(1957, 12, 31), false),
            (day(1958, 1, 1), true),
            (day(2011, 12, 31), true),
            (day(2012, 1, 1), false),
        ];
        for (born, clear) in table {
            let answers = Answers {
                born: Some(born),
                ..resident()
            };
            assert_eq!(judge(&wuhan(), &answers).is_clear(), clear, "{born}");
            if !clear {
                assert_eq!(
                    refused(&answers),
                    [("6.1".to_string(), Given::Born(born))],
                    "{born}"
                );
            }
        }
    }

    #[test]
    fn titles_below_national_master() {
        let table = [
            (Title::None, true),
            (Title::Graded, true),
            (Title::LocalMaster, true),
            (Title::AssociationMaster, true),
            (Title::NationalMaster, false),
            (Title::Grandmaster, false),
        ];
        for (title, clear) in table {
            let answers = Answers {
                title: Some(title),
                ..resident()
            };
            assert_eq!(judge(&wuhan(), &answers).is_clear(), clear, "{title:?}");
            if !clear {
                assert_eq!(
                    refused(&answers),
                    [("6.2".to_string(), Given::Title(title))]
                );
            }
        }
    }

    #[test]
    fn months_of_insurance() {
        let insured = |months| Answers {
            bases: BTreeSet::from(["insurance".into()]),
            insurance_months: months,
            stated: BTreeMap::new(),
            papers: BTreeSet::new(),
            ..resident()
        };
        assert_eq!(
            refused(&insured(Some(11))),
            [("6.3.2".to_string(), Given::Months(11))]
        );
        let verdict = judge(&wuhan(), &insured(Some(12)));
        assert_eq!(verdict.refused, []);
        assert_eq!(verdict.needs_papers.len(), 1);
        assert_eq!(verdict.needs_papers[0].clause, "6.3.2");
        assert_eq!(verdict.needs_papers[0].text, "sentence of 6.3.2");
        let verdict = judge(&wuhan(), &insured(None));
        assert_eq!(verdict.needs_answers[0].question, Question::Months);

        let mut accepted = insured(Some(12));
        accepted.papers.insert("insurance".into());
        assert!(judge(&wuhan(), &accepted).is_clear());
    }

    #[test]
    fn an_invitation_is_proved_by_a_code_or_by_an_arbiter() {
        let mut guest = Answers {
            bases: BTreeSet::from(["invited".into()]),
            stated: BTreeMap::new(),
            papers: BTreeSet::new(),
            ..resident()
        };
        assert_eq!(judge(&wuhan(), &guest).needs_papers[0].clause, "6.3.4");
        guest.invited = true;
        assert!(judge(&wuhan(), &guest).is_clear());
        guest.bases.clear();
        assert!(
            judge(&wuhan(), &guest).is_clear(),
            "a code settles it without a choice"
        );
        guest.invited = false;
        guest.papers.insert("invited".into());
        assert!(judge(&wuhan(), &guest).is_clear());
    }

    #[test]
    fn a_denied_alternative_is_refused_by_its_own_clause() {
        let mut answers = resident();
        answers.papers.clear();
        answers.stated.insert("household".into(), false);
        assert_eq!(
            refused(&answers),
            [("6.3.1".to_string(), Given::Denied)],
            "papers not accepted"
        );
        answers.bases = BTreeSet::from(["student".into()]);
        answers.stated.insert("student".into(), true);
        let verdict = judge(&wuhan(), &answers);
        assert_eq!(verdict.refused, []);
        assert_eq!(verdict.needs_papers[0].key, "student");
    }

    #[test]
    fn asks_for_what_is_missing() {
        let verdict = judge(&wuhan(), &Answers::default());
        let questions: Vec<Question> = verdict
            .needs_answers
            .into_iter()
            .map(|unanswered| unanswered.question)
            .collect();
        let keys = ["household", "insurance", "student", "invited"];
        assert_eq!(
            questions,
            [
                Question::Born,
                Question::Title,
                Question::Basis(keys.map(String::from).to_vec()),
            ]
        );
        assert_eq!(verdict.refused, []);
    }

    #[test]
    fn no_alternative_left() {
        let mut rules = wuhan();
        if let Test::AnyOf(alternatives) = &mut rules.rules[2].test {
            alternatives.retain(|rule| rule.key != "invited");
        }
        let mut answers = Answers {
            bases: BTreeSet::new(),
            insurance_months: Some(0),
            ..resident()
        };
        answers.papers.clear();
        answers.stated.insert("household".into(), false);
        answers.stated.insert("student".into(), false);
        let verdict = judge(&rules, &answers);
        assert_eq!(verdict.refused[0].clause.clause, "6.3");
        assert_eq!(verdict.refused[0].value, Given::NoAlternative);
    }

    #[test]
    fn sex_and_least_title() {
        let rules = Eligibility {
            rules: vec![
                rule("women", "2.1", Test::Sex(Sex::Female)),
                rule("strong", "2.2", Test::TitleFrom(Title::LocalMaster)),
            ],
        };
        let mut answers = Answers {
            sex: Some(Sex::Male),
            title: Some(Title::Graded),
            ..Answers::default()
        };
        let verdict = judge(&rules, &answers);
        assert_eq!(verdict.refused.len(), 2);
        assert_eq!(verdict.refused[0].value, Given::Sex(Sex::Male));
        answers.sex = Some(Sex::Female);
        answers.title = Some(Title::LocalMaster);
        assert!(judge(&rules, &answers).is_clear());
    }
}
