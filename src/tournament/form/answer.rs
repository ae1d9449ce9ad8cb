use super::{ByArbiter, Choice, Field, Form, FormRefusal, FormRules, Identity, MOST_PAPERS, Paper};
use crate::config::DocumentKind;
use crate::config::{Sex, Title};
use crate::tournament::eligibility::{Clause, Given, Refused};
use crate::tournament::id_card::half_width;
use crate::tournament::{
    HIGHEST_RATING, IdCard, IdCardFault, PermitKind, PermitNumber, PersonName, Phone,
    parse_birth_date, parse_rating,
};

/// What a person did at a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Input<'a> {
    Text(&'a str),
    /// The button at this place of the question's choices, from 0.
    Pick(usize),
    Photo(&'a str),
    Document(&'a str),
    /// Something else; Telegram's word for it.
    Other(&'a str),
    Forwarded,
    Edited,
}

/// What an answer leads to.
#[derive(Debug, Clone, PartialEq)]
pub enum Step {
    /// The form with the answer in it; the next question is its [`Form::question`].
    Next(Box<Form>),
    /// Everything is answered and the person submits.
    Submit,
    /// Leaves for now; the answers stay.
    Leave,
    /// Another competition of the event is to be chosen; the answers stay.
    Elsewhere,
}

impl Form {
    /// Takes an answer to the present question. On `Err` nothing has changed.
    pub fn answer(&self, rules: &FormRules<'_>, input: Input<'_>) -> Result<Step, FormRefusal> {
        let mut step = self.step(rules, input)?;
        if let Step::Next(next) = &mut step {
            let sections = (rules.section(self), rules.section(next));
            if let (Some(old), Some(new)) = sections
                && old.key != new.key
            {
                next.forget_section();
            }
        }
        Ok(step)
    }

    /// Forgets what was answered to the rules of a section that is another now.
    pub fn forget_section(&mut self) {
        self.bases.clear();
        self.stated.clear();
        self.months = None;
        self.reopen_papers();
    }

    fn step(&self, rules: &FormRules<'_>, input: Input<'_>) -> Result<Step, FormRefusal> {
        let question = self.question(rules);
        match input {
            Input::Edited => return Err(FormRefusal::Edited),
            Input::Other(what) => {
                return Err(if self.wants_papers_now(rules) {
                    FormRefusal::PapersWanted
                } else {
                    FormRefusal::TextWanted {
                        got: what.to_owned(),
                    }
                });
            }
            Input::Forwarded => return Err(FormRefusal::Forwarded),
            Input::Pick(index) => {
                let choice = question.choices.get(index).ok_or(FormRefusal::Choose)?;
                return self.choose(rules, choice);
            }
            Input::Photo(file) => return self.hand_in(rules, Paper::Photo(file.to_owned())),
            Input::Document(file) => return self.hand_in(rules, Paper::Document(file.to_owned())),
            Input::Text(_) => {}
        }
        let Input::Text(text) = input else {
            return Err(FormRefusal::Choose);
        };
        let plain = plain(text);
        if let Some(choice) = question
            .choices
            .iter()
            .find(|choice| choice.is_said_by(&plain))
        {
            return self.choose(rules, choice);
        }
        if matches!(plain.as_str(), "返回" | "上一步") {
            return Err(FormRefusal::NothingBefore);
        }
        match rules.current(self).filter(|_| !self.choosing) {
            Some(field) => self.write(rules, &field, text, &plain),
            None => Err(FormRefusal::Choose),
        }
    }

    fn write(
        &self,
        rules: &FormRules<'_>,
        field: &Field,
        text: &str,
        plain: &str,
    ) -> Result<Step, FormRefusal> {
        let mut form = self.clone();
        match field {
            Field::Name => form.name = Some(PersonName::parse(text).map_err(FormRefusal::Name)?),
            Field::Document => {
                require_taken(rules, self.permit, text)?;
                form.identity = Some(match self.permit {
                    None => Identity::Resident(
                        IdCard::parse(text, rules.today)
                            .map_err(FormRefusal::IdCard)?
                            .number()
                            .to_owned(),
                    ),
                    Some(kind) => Identity::Permit(
                        kind,
                        PermitNumber::parse(text)
                            .map_err(FormRefusal::Permit)?
                            .as_str()
                            .to_owned(),
                    ),
                });
                form.permit = None;
                let permits = [&self.identity, &form.identity];
                if permits
                    .iter()
                    .any(|one| matches!(one, Some(Identity::Permit(..))))
                {
                    form.reopen_papers();
                }
            }
            Field::Born => {
                let born = parse_birth_date(text, rules.today).map_err(FormRefusal::BirthDate)?;
                form.born = Some(born);
            }
            Field::Phone => form.phone = Some(Phone::parse(text).map_err(FormRefusal::Phone)?),
            Field::Rating => {
                let rating = parse_rating(plain).ok_or(FormRefusal::Rating(HIGHEST_RATING))?;
                form.rating = Some(rating.unwrap_or(0));
            }
            Field::Months => form.months = Some(months(plain).ok_or(FormRefusal::Months)?),
            Field::Code => {
                form.code = Some(Some(code(plain).ok_or(if rules.needs_code(self) {
                    FormRefusal::CodeNeeded
                } else {
                    FormRefusal::Code
                })?))
            }
            Field::GuardianName => {
                let name = PersonName::parse(text).map_err(FormRefusal::Name)?;
                if Some(&name) == self.name.as_ref() {
                    return Err(FormRefusal::OwnGuardian);
                }
                form.guardian_consents &= Some(&name) == self.guardian_name.as_ref();
                form.guardian_name = Some(name);
            }
            Field::GuardianPhone => {
                form.guardian_phone = Some(Phone::parse(text).map_err(FormRefusal::Phone)?);
            }
            Field::LateReason => {
                let length = text.trim().chars().count();
                if !(1..=ByArbiter::LONGEST_REASON).contains(&length) {
                    return Err(FormRefusal::Reason(ByArbiter::LONGEST_REASON));
                }
                if let Some(by) = &mut form.by_arbiter {
                    by.reason = Some(text.trim().to_owned());
                }
            }
            Field::Papers => return Err(FormRefusal::PapersWanted),
            Field::Section
            | Field::Sex
            | Field::Title
            | Field::Team
            | Field::Basis(_)
            | Field::Stated(_)
            | Field::GuardianConsent
            | Field::Pool
            | Field::Granted(_)
            | Field::Statement(_) => return Err(FormRefusal::Choose),
        }
        form.settle(rules)
    }

    fn choose(&self, rules: &FormRules<'_>, choice: &Choice) -> Result<Step, FormRefusal> {
        let mut form = self.clone();
        let current = rules.current(self);
        match choice {
            Choice::Submit => return Ok(Step::Submit),
            Choice::Leave => return Ok(Step::Leave),
            Choice::Elsewhere => return Ok(Step::Elsewhere),
            Choice::Section { key, .. } => form.section = Some(key.clone()),
            Choice::Team(team) => form.team = Some(team.clone()),
            Choice::NoBasis => {
                let group = match &current {
                    Some(Field::Basis(group)) => rules.rule(self, group),
                    _ => None,
                };
                return Err(FormRefusal::Ineligible(Box::new(Refused {
                    clause: group.map(Clause::of).unwrap_or_default(),
                    value: Given::NoAlternative,
                })));
            }
            Choice::Permit(kind) => {
                require_taken(rules, Some(*kind), "")?;
                form.permit = Some(*kind);
                return Ok(form.next());
            }
            Choice::Resident => {
                form.permit = None;
                if form.identity.is_some() {
                    form.editing = Some(Field::Document);
                }
                return Ok(form.next());
            }
            Choice::Sex(sex) => form.sex = Some(*sex),
            Choice::Title(title) => form.title = Some(*title),
            Choice::NoRating => form.rating = Some(0),
            Choice::Basis { key, .. } => {
                let Some(Field::Basis(group)) = current else {
                    return Err(FormRefusal::Choose);
                };
                if form.bases.get(&group) != Some(key) {
                    form.reopen_papers();
                    // The answers that belong to one alternative only.
                    form.months = None;
                    if !rules.needs_code(self) {
                        form.code = None;
                    }
                }
                form.bases.insert(group, key.clone());
            }
            Choice::Yes | Choice::No => {
                if let Some(Field::Stated(key)) = &current {
                    form.stated.insert(key.clone(), *choice == Choice::Yes);
                }
            }
            Choice::NoCode => {
                form.code = None;
                // Only where the code is asked for by a rule the answer "none" is one.
                if rules.fields(&form).contains(&Field::Code) {
                    form.code = Some(None);
                }
            }
            Choice::Consent | Choice::ConsentSeen => form.guardian_consents = true,
            Choice::PapersSeen => {
                if let Some(by) = &mut form.by_arbiter {
                    by.papers_seen = true;
                }
            }
            Choice::Pool { key, .. } => {
                if let Some(by) = &mut form.by_arbiter {
                    by.pool = Some(key.clone());
                }
            }
            Choice::Points(points) => {
                if let (Some(Field::Granted(round)), Some(by)) = (&current, &mut form.by_arbiter) {
                    by.granted.insert(*round, *points);
                }
            }
            Choice::Agree | Choice::AgreeSigned => {
                if let Some(Field::Statement(index)) = &current {
                    form.agreed_to.extend(rules.statement(*index).cloned());
                }
            }
            Choice::PapersDone | Choice::NoPapers => {
                if !rules.papers_suffice(self) {
                    return Err(FormRefusal::NoPapers);
                }
                form.papers_complete = true;
            }
            Choice::PapersAnew => {
                form.papers.clear();
                form.reopen_papers();
                form.editing = None;
                return Ok(form.next());
            }
            Choice::Change => {
                form.choosing = true;
                return Ok(form.next());
            }
            Choice::UseCode => {
                form.editing = Some(Field::Code);
                form.code = Some(None);
                return Ok(form.next());
            }
            Choice::Field(field) | Choice::Named { field, .. } => {
                form.choosing = false;
                form.editing = Some(field.clone());
                return Ok(form.next());
            }
            Choice::Keep => {
                form.editing = None;
                return Ok(form.next());
            }
            Choice::Back => return Ok(self.back(rules)),
        }
        form.settle(rules)
    }

    /// To the question before, its answer kept until another is given.
    fn back(&self, rules: &FormRules<'_>) -> Step {
        let mut form = self.clone();
        if self.choosing {
            form.choosing = false;
            return form.next();
        }
        if form.permit.take().is_some() {
            if form.identity.is_some() {
                form.editing = Some(Field::Document);
            }
            return form.next();
        }
        let fields = rules.fields(self);
        let at = rules
            .current(self)
            .and_then(|field| fields.iter().position(|one| *one == field));
        form.editing = at
            .and_then(|at| at.checked_sub(1))
            .and_then(|before| fields.get(before))
            .cloned();
        form.next()
    }

    fn hand_in(&self, rules: &FormRules<'_>, paper: Paper) -> Result<Step, FormRefusal> {
        if !self.wants_papers_now(rules) {
            return Err(FormRefusal::NotNow);
        }
        if self.papers.len() >= MOST_PAPERS {
            return Err(FormRefusal::TooManyPapers(MOST_PAPERS));
        }
        let mut form = self.clone();
        form.papers.push(paper);
        Ok(form.next())
    }

    /// Whether photos and files are what is asked for now.
    pub fn wants_papers_now(&self, rules: &FormRules<'_>) -> bool {
        !self.choosing && rules.current(self) == Some(Field::Papers)
    }

    /// An answer is in: the regulation may turn it away, else the next open question follows.
    fn settle(mut self, rules: &FormRules<'_>) -> Result<Step, FormRefusal> {
        if let Some(refused) = rules.verdict(&self).refused.into_iter().next() {
            return Err(FormRefusal::Ineligible(Box::new(refused)));
        }
        self.editing = None;
        Ok(self.next())
    }

    fn next(mut self) -> Step {
        self.version += 1;
        Step::Next(Box::new(self))
    }
}

impl Choice {
    /// Whether a typed text means this choice.
    fn is_said_by(&self, plain: &str) -> bool {
        let words: &[&str] = match self {
            Choice::Section { name, .. } | Choice::Pool { name, .. } | Choice::Team(name) => {
                return name == plain;
            }
            Choice::Points(points) => {
                return plain.trim_end_matches('分').trim() == points.to_string();
            }
            Choice::Basis { number, text, .. } => {
                return plain == number.to_string() || plain == text;
            }
            Choice::Sex(Sex::Male) => &["男", "男性"],
            Choice::Sex(Sex::Female) => &["女", "女性"],
            Choice::Title(Title::None) => &["无", "没有", "无称号"],
            Choice::Title(Title::Graded) => &["等级棋士", "棋士"],
            Choice::Title(Title::LocalMaster) => &["地方大师"],
            Choice::Title(Title::AssociationMaster) => &["棋协大师"],
            Choice::Title(Title::NationalMaster) => &["国家大师", "象棋大师"],
            Choice::Title(Title::Grandmaster) => &["特级大师"],
            Choice::NoRating => &["无", "没有", "没有等级分"],
            Choice::Yes => &["是", "是的", "对"],
            Choice::No => &["否", "不是"],
            Choice::NoCode => &["没有", "无", "没有邀请码"],
            Choice::Consent | Choice::Agree | Choice::ConsentSeen | Choice::AgreeSigned => {
                &["同意", "我同意"]
            }
            Choice::PapersSeen => &["已核实", "已当面核实"],
            Choice::PapersDone => &["完成", "好了", "发完了"],
            Choice::NoPapers => &["没有", "没有材料"],
            Choice::PapersAnew => &["重发", "重新发送"],
            Choice::Submit => &["确认提交", "提交", "确认"],
            Choice::Change => &["修改"],
            Choice::UseCode => &["邀请码", "使用邀请码"],
            Choice::Keep => &["不变", "保留不变"],
            Choice::Back => &["返回", "上一步"],
            Choice::NoBasis => &["都不符合", "都不是"],
            Choice::Permit(_)
            | Choice::Resident
            | Choice::Leave
            | Choice::Elsewhere
            | Choice::Named { .. }
            | Choice::Field(_) => &[],
        };
        words.contains(&plain)
    }
}

/// Refuses a document of a kind that the event does not take. A text of another
/// length is the number of another document.
fn require_taken(
    rules: &FormRules<'_>,
    permit: Option<PermitKind>,
    text: &str,
) -> Result<(), FormRefusal> {
    let taken = &rules.registration.documents;
    let is_another = || {
        let fault = IdCard::parse(text, rules.today).err();
        *taken == [DocumentKind::IdCard] && matches!(fault, Some(IdCardFault::Length(_)))
    };
    let kind = permit.map_or(DocumentKind::IdCard, DocumentKind::from);
    if taken.contains(&kind) && (permit.is_some() || !is_another()) {
        return Ok(());
    }
    Err(FormRefusal::DocumentNotTaken {
        taken: taken.clone(),
        clause: rules.registration.documents_clause.clone(),
    })
}

fn plain(text: &str) -> String {
    let half: String = text.chars().map(half_width).collect();
    half.trim().trim_end_matches(['!', '.', '。']).to_owned()
}

/// `14`, `14个月`, `14 个月`.
fn months(plain: &str) -> Option<u32> {
    let digits = plain.trim_end_matches('月').trim_end_matches('个').trim();
    let months: u32 = digits.parse().ok()?;
    (months <= 600).then_some(months)
}

/// Eight letters and digits as they are handed out; spaces and hyphens between are read over.
fn code(plain: &str) -> Option<String> {
    let code: String = plain
        .chars()
        .filter(|c| !c.is_whitespace() && *c != '-')
        .map(|c| c.to_ascii_uppercase())
        .collect();
    (code.len() == 8 && code.bytes().all(|byte| byte.is_ascii_alphanumeric())).then_some(code)
}
