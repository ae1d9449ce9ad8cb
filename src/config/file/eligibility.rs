use chrono::NaiveDate;
use toml::Spanned;

use super::super::faults::Faults;
use super::super::{self as config, Flaw, Proof, Sex, Test, Title};
use super::date::Day;
use super::number::Number;
use super::read::{Many, Read, Span, Try};
use super::table::table;
use super::text::{Identifier, Name, Sentence, Unique};
use super::word::words;

table! {
    /// `[[competition.section.rule]]`: one clause on who may play (参赛资格). All rules of a section
    /// must hold. Besides key, clause and text, exactly one of the other keys says what is tested.
    pub struct Rule {
        /// Names the rule in the database.
        pub key: Spanned<Identifier>,
        /// Where the regulation says it, e.g. "第六条（一）".
        pub clause: Name,
        /// The sentence told to someone it turns away.
        pub text: Sentence,
        /// Born in a window: `{ from = 1958-01-01, to = 2011-12-31 }`, both days included.
        pub born: Option<Spanned<Born>>,
        /// "male" or "female".
        pub sex: Option<Sex>,
        /// The player's title (称号) is below this one: "graded" (等级棋士), "local_master" (地方大师),
        /// "association_master" (棋协大师), "national_master" (国家大师), "grandmaster" (特级大师).
        pub title_below: Option<Spanned<Title>>,
        /// The player's title is this one or above.
        pub title_from: Option<Title>,
        /// `[[competition.section.rule.any_of]]`: alternatives, one of which is enough.
        pub any_of: Option<Many<Try<Alternative>>>,
        /// At least so many months of social insurance (社保) without a gap, counted back from the
        /// close of registration; proved by papers.
        pub insurance_months: Option<Number<1, 600>>,
        /// true: the player is invited (邀请), by a one-time code or by an arbiter's word.
        pub invited: Option<bool>,
        /// A question the player answers with yes.
        pub question: Option<Name>,
        /// What proves the answer: "papers" (default; an arbiter reviews a photo) or "word".
        pub proof: Option<Proof>,
    }
}

table! {
    /// `born`
    pub struct Born {
        /// The earliest birth date; missing: no limit.
        pub from: Option<Day>,
        /// The latest birth date; missing: no limit.
        pub to: Option<Day>,
    }
}

words! {
    Sex {
        "male" => Sex::Male,
        "female" => Sex::Female,
    }
}

words! {
    Title {
        "none" => Title::None,
        "graded" => Title::Graded,
        "local_master" => Title::LocalMaster,
        "association_master" => Title::AssociationMaster,
        "national_master" => Title::NationalMaster,
        "grandmaster" => Title::Grandmaster,
    }
}

words! {
    Proof {
        "papers" => Proof::Papers,
        "word" => Proof::Word,
    }
}

/// A rule inside `any_of`.
#[derive(Debug)]
pub struct Alternative(Box<Rule>);

impl Read for Alternative {
    fn read(key: &str, value: &super::read::Value<'_>, faults: &mut Faults<'_>) -> Option<Self> {
        Rule::read(key, value, faults).map(|rule| Alternative(Box::new(rule)))
    }
}

/// The rules of one section.
pub fn check_rules(rules: Vec<Try<Rule>>, faults: &mut Faults<'_>) -> Option<config::Eligibility> {
    let mut keys = Unique::new("rule (参赛资格)");
    let mut checked: Vec<Option<config::Rule>> = Vec::new();
    for rule in rules {
        let Some(rule) = rule.ok() else {
            checked.push(None);
            continue;
        };
        let span = rule.key.span();
        let rule = rule.check(&mut keys, false, faults);
        if let Some(rule) = &rule {
            let mut earlier = checked.iter().flatten();
            if let Some(other) = earlier.find(|other| exclusive(&other.test, &rule.test)) {
                let flaw = Flaw::Nobody {
                    rule: rule.key.clone(),
                    other: other.key.clone(),
                };
                faults.add(&span, flaw);
            }
        }
        checked.push(rule);
    }
    let rules = checked.into_iter().collect::<Option<_>>()?;
    Some(config::Eligibility { rules })
}

impl Rule {
    fn check(
        self,
        keys: &mut Unique,
        alternative: bool,
        faults: &mut Faults<'_>,
    ) -> Option<config::Rule> {
        keys.note(&self.key, faults);
        let span = self.key.span();
        let key = String::from(self.key.into_inner());
        if self.proof.is_some() && self.question.is_none() {
            faults.add(&span, Flaw::ProofWithoutQuestion { rule: key.clone() });
        }
        if alternative && self.any_of.is_some() {
            faults.add(&span, Flaw::NestedAnyOf { rule: key });
            return None;
        }
        let tests = [
            ("born", self.born.map(|born| check_born(&born, faults))),
            ("sex", self.sex.map(|sex| Some(Test::Sex(sex)))),
            (
                "title_below",
                self.title_below.map(|title| check_below(&title, faults)),
            ),
            (
                "title_from",
                self.title_from.map(|title| Some(Test::TitleFrom(title))),
            ),
            (
                "any_of",
                self.any_of.map(|any| check_any(any, keys, faults)),
            ),
            (
                "insurance_months",
                self.insurance_months.map(|months| {
                    let months = months.get();
                    Some(Test::Insurance { months })
                }),
            ),
            (
                "invited",
                self.invited.filter(|yes| *yes).map(|_| Some(Test::Invited)),
            ),
            (
                "question",
                self.question.map(|question| {
                    let question = question.into();
                    let proof = self.proof.unwrap_or(Proof::Papers);
                    Some(Test::Stated { question, proof })
                }),
            ),
        ];
        let mut given = tests
            .into_iter()
            .filter_map(|(name, test)| Some((name, test?)));
        let Some((name, test)) = given.next() else {
            faults.add(&span, Flaw::NoTest { rule: key });
            return None;
        };
        let further: Vec<&str> = given.map(|(name, _)| name).collect();
        if !further.is_empty() {
            let tests = [vec![name], further].concat();
            faults.add(&span, Flaw::ManyTests { rule: key, tests });
            return None;
        }
        Some(config::Rule {
            key,
            clause: self.clause.into(),
            text: self.text.into(),
            test: test?,
        })
    }
}

fn check_born(born: &Spanned<Born>, faults: &mut Faults<'_>) -> Option<Test> {
    let (from, to) = born.get_ref().window(&born.span(), faults)?;
    Some(Test::Born { from, to })
}

impl Born {
    /// Its first and last day, of which one may be missing.
    pub fn window(
        &self,
        span: &Span,
        faults: &mut Faults<'_>,
    ) -> Option<(Option<NaiveDate>, Option<NaiveDate>)> {
        let from = self.from.as_ref().map(|day| day.0);
        let to = self.to.as_ref().map(|day| day.0);
        let flaw = match (from, to) {
            (None, None) => Flaw::BirthWindowOpen,
            (Some(from), Some(to)) if from > to => Flaw::BirthWindowReversed { from, to },
            _ => return Some((from, to)),
        };
        faults.add(span, flaw);
        None
    }
}

fn check_below(title: &Spanned<Title>, faults: &mut Faults<'_>) -> Option<Test> {
    if *title.get_ref() == Title::None {
        faults.add(&title.span(), Flaw::TitleBelowNone);
        return None;
    }
    Some(Test::TitleBelow(*title.get_ref()))
}

fn check_any(
    alternatives: Many<Try<Alternative>>,
    keys: &mut Unique,
    faults: &mut Faults<'_>,
) -> Option<Test> {
    let mut checked = Vec::new();
    for alternative in alternatives {
        let alternative = alternative.ok();
        checked.push(alternative.and_then(|a| a.0.check(keys, true, faults)));
    }
    let rules = checked.into_iter().collect::<Option<_>>()?;
    Some(Test::AnyOf(rules))
}

/// No player can pass both tests.
fn exclusive(a: &Test, b: &Test) -> bool {
    match (a, b) {
        (Test::Sex(a), Test::Sex(b)) => a != b,
        (Test::TitleBelow(below), Test::TitleFrom(from))
        | (Test::TitleFrom(from), Test::TitleBelow(below)) => from >= below,
        (Test::Born { from: a, to: b }, Test::Born { from: c, to: d }) => {
            ends_before(*b, *c) || ends_before(*d, *a)
        }
        _ => false,
    }
}

fn ends_before(to: Option<NaiveDate>, from: Option<NaiveDate>) -> bool {
    matches!((to, from), (Some(to), Some(from)) if to < from)
}
