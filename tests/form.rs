//! The registration form on its own, by the rules of the Wuhan event.

use std::path::Path;

use chrono::NaiveDate;
use proptest::prelude::*;
use qisai::config::{Config, DocumentKind, Title};
use qisai::tournament::eligibility::Given;
use qisai::tournament::form::{
    Asked, Choice, Field, Form, FormRefusal, FormRules, Input, MOST_PAPERS, Question, Step,
};
use qisai::tournament::{IdCardFault, NameFault, PhoneFault};

use crate::id_number::id_number;

/// Its rules, but with any document.
fn wuhan() -> Config {
    let mut config = as_written();
    config.event.registration.documents = DocumentKind::ALL.to_vec();
    config
}

fn as_written() -> Config {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("bot.toml");
    Config::load(&path).expect("bot.toml is sound").config
}

fn rules(config: &Config) -> FormRules<'_> {
    FormRules {
        sections: &config.event.competitions[0].sections,
        registration: &config.event.registration,
        teams: &[],
        has_codes: true,
        by_code_only: false,
        several: false,
        today: NaiveDate::from_ymd_opt(2023, 9, 20).expect("a day"),
    }
}

/// A form being filled in.
pub struct Filling<'a> {
    pub rules: FormRules<'a>,
    pub form: Form,
}

impl<'a> Filling<'a> {
    /// An empty form asked by these rules.
    pub fn by(rules: FormRules<'a>) -> Self {
        let form = Form::new(1);
        Filling { rules, form }
    }

    pub fn new(config: &Config) -> Filling<'_> {
        Filling {
            rules: rules(config),
            form: Form::new(1),
        }
    }

    pub fn question(&self) -> Question {
        self.form.question(&self.rules)
    }

    pub fn types(&mut self, text: &str) -> &mut Self {
        self.takes(Input::Text(text))
    }

    pub fn picks(&mut self, wanted: impl Fn(&Choice) -> bool) -> &mut Self {
        let question = self.question();
        let at = question.choices.iter().position(wanted);
        let at = at.unwrap_or_else(|| panic!("no such choice: {question:?}"));
        self.takes(Input::Pick(at))
    }

    pub fn picks_basis(&mut self, wanted: &str) -> &mut Self {
        self.picks(|choice| matches!(choice, Choice::Basis { key, .. } if key == wanted))
    }

    pub fn takes(&mut self, input: Input<'_>) -> &mut Self {
        match self.form.answer(&self.rules, input) {
            Ok(Step::Next(next)) => {
                assert!(next.version > self.form.version, "{input:?}");
                self.form = *next;
            }
            other => panic!("{input:?} at {:?} led to {other:?}", self.question()),
        }
        self
    }

    pub fn is_refused(&self, input: Input<'_>) -> FormRefusal {
        match self.form.answer(&self.rules, input) {
            Err(refusal) => refusal,
            Ok(step) => panic!("{input:?} at {:?} led to {step:?}", self.question()),
        }
    }

    /// Name, ID number, phone, title.
    pub fn begins(&mut self, born: &str) -> &mut Self {
        self.types("张三")
            .types(&id_number(born, 1))
            .types("13900000001")
            .picks(|choice| *choice == Choice::Title(Title::None))
    }

    pub fn agrees(&mut self) -> &mut Self {
        while matches!(self.question().asked, Asked::Statement { .. }) {
            self.picks(|choice| *choice == Choice::Agree);
        }
        self
    }

    pub fn is_complete(&self) -> bool {
        matches!(self.question().asked, Asked::Summary(_))
    }
}

#[test]
fn a_resident_answers_every_question_and_submits() {
    let config = wuhan();
    let mut filling = Filling::new(&config);
    filling.begins("19900504").picks_basis("household");
    assert!(matches!(&filling.question().asked,
        Asked::Papers { clauses, permit: None, given: 0 } if clauses[0].clause == "第六条（三）1"));
    assert_eq!(
        filling.is_refused(Input::Text("完成")),
        FormRefusal::PapersWanted
    );
    filling
        .takes(Input::Photo("file-1"))
        .takes(Input::Document("file-2"))
        .types("完成")
        .agrees();
    let Asked::Summary(summary) = filling.question().asked else {
        panic!("{:?}", filling.question());
    };
    assert_eq!(
        summary.document,
        "9999**********0019".replace("0019", &id_number("19900504", 1)[14..])
    );
    assert_eq!(summary.phone, "139****0001");
    assert_eq!(
        filling.form.answer(&filling.rules, Input::Text("确认提交")),
        Ok(Step::Submit)
    );
    let entry = filling.form.entry(&filling.rules).expect("complete");
    assert_eq!(entry.to_review, ["household"]);
    assert_eq!(entry.papers.len(), 2);
    assert!(!entry.permit_to_review);
}

#[test]
fn birth_dates_at_the_limits_of_the_regulation() {
    let config = wuhan();
    for (born, may) in [
        ("19571231", false),
        ("19580101", true),
        ("20111231", true),
        ("20120101", false),
    ] {
        let mut filling = Filling::new(&config);
        filling.types("张三");
        let number = id_number(born, 1);
        if may {
            filling.types(&number);
            assert_eq!(filling.question().asked, Asked::Phone, "{born}");
        } else {
            let FormRefusal::Ineligible(refused) = filling.is_refused(Input::Text(&number)) else {
                panic!("{born}");
            };
            assert_eq!(refused.clause.clause, "第六条（一）");
            assert!(matches!(refused.value, Given::Born(_)));
            // The slip can be mended.
            filling.types(&id_number("19900504", 1));
        }
    }
}

#[test]
fn every_title_and_the_months_at_their_limits() {
    let config = wuhan();
    for (title, may) in [
        (Title::None, true),
        (Title::Graded, true),
        (Title::LocalMaster, true),
        (Title::AssociationMaster, true),
        (Title::NationalMaster, false),
        (Title::Grandmaster, false),
    ] {
        let mut filling = Filling::new(&config);
        filling
            .types("张三")
            .types(&id_number("19900504", 1))
            .types("13900000001");
        let question = filling.question();
        let at = question
            .choices
            .iter()
            .position(|choice| *choice == Choice::Title(title))
            .expect("offered");
        if may {
            filling.takes(Input::Pick(at));
            assert!(matches!(filling.question().asked, Asked::Basis(_)));
        } else {
            let FormRefusal::Ineligible(refused) = filling.is_refused(Input::Pick(at)) else {
                panic!("{title:?}");
            };
            assert_eq!(refused.clause.clause, "第六条（二）");
        }
    }

    let mut filling = Filling::new(&config);
    filling.begins("19900504").picks_basis("insurance");
    let FormRefusal::Ineligible(refused) = filling.is_refused(Input::Text("11")) else {
        panic!("11 months");
    };
    assert_eq!(refused.clause.clause, "第六条（三）2");
    assert_eq!(refused.value, Given::Months(11));
    for text in ["十二", "-1", "601", "12.5", ""] {
        assert_eq!(
            filling.is_refused(Input::Text(text)),
            FormRefusal::Months,
            "{text}"
        );
    }
    filling.types("１２ 个月");
    assert!(matches!(filling.question().asked, Asked::Papers { .. }));
    assert_eq!(filling.form.months, Some(12));
}

#[test]
fn every_alternative_and_what_it_asks_for() {
    let config = wuhan();
    for (basis, asks_papers) in [("household", true), ("student", true)] {
        let mut filling = Filling::new(&config);
        filling.begins("19900504").picks_basis(basis);
        assert_eq!(
            matches!(filling.question().asked, Asked::Papers { .. }),
            asks_papers,
            "{basis}"
        );
    }
    // Invited with a code: nothing is left to prove.
    let mut filling = Filling::new(&config);
    filling.begins("19900504").picks_basis("invited");
    assert_eq!(filling.question().asked, Asked::Code);
    for text in ["没听说过", "ABCD", "ABCD12345"] {
        assert_eq!(
            filling.is_refused(Input::Text(text)),
            FormRefusal::Code,
            "{text}"
        );
    }
    filling.types("abcd-efgh").agrees();
    assert!(filling.is_complete());
    let entry = filling.form.entry(&filling.rules).expect("complete");
    assert_eq!(entry.code.as_deref(), Some("ABCDEFGH"));
    assert!(entry.to_review.is_empty());
    // Invited without a code: an arbiter asks the association; papers need not exist.
    let mut filling = Filling::new(&config);
    filling
        .begins("19900504")
        .picks_basis("invited")
        .types("没有");
    assert!(matches!(filling.question().asked, Asked::Papers { .. }));
    filling.picks(|choice| *choice == Choice::NoPapers).agrees();
    let entry = filling.form.entry(&filling.rules).expect("complete");
    assert_eq!(entry.to_review, ["invited"]);
    assert!(entry.papers.is_empty());
}

#[test]
fn a_minor_on_the_first_day_of_play_needs_a_guardian() {
    let config = wuhan();
    for (born, minor) in [("20051005", false), ("20051006", true)] {
        let mut filling = Filling::new(&config);
        filling.begins(born).picks_basis("household");
        let asks = filling
            .rules
            .fields(&filling.form)
            .contains(&Field::GuardianConsent);
        assert_eq!(asks, minor, "{born}");
    }
    let mut filling = Filling::new(&config);
    filling.begins("20051006").picks_basis("household");
    assert_eq!(filling.question().asked, Asked::GuardianName);
    assert_eq!(
        filling.is_refused(Input::Text("张三")),
        FormRefusal::OwnGuardian
    );
    filling.types("张父").types("13900000002");
    assert!(matches!(
        filling.question().asked,
        Asked::GuardianConsent { .. }
    ));
    assert_eq!(filling.is_refused(Input::Text("随便")), FormRefusal::Choose);
    filling.picks(|choice| *choice == Choice::Consent);
    filling.takes(Input::Photo("f")).types("完成").agrees();
    let guardian = filling
        .form
        .entry(&filling.rules)
        .expect("complete")
        .guardian;
    assert_eq!(guardian.expect("a guardian").name.as_str(), "张父");
}

#[test]
fn a_passport_holder_gives_birth_date_and_sex_and_shows_the_passport() {
    let config = wuhan();
    let mut filling = Filling::new(&config);
    filling
        .types("John O'Neil")
        .picks(|choice| matches!(choice, Choice::Permit(_)))
        .types("x9999 0001");
    assert_eq!(filling.question().asked, Asked::Born);
    let FormRefusal::Ineligible(refused) = filling.is_refused(Input::Text("2012-01-01")) else {
        panic!("too young");
    };
    assert_eq!(refused.clause.clause, "第六条（一）");
    filling
        .types("2011年12月31日")
        .types("男")
        .types("+85255500001")
        .types("无")
        .picks_basis("invited")
        .types("ABCDEFGH")
        .types("张父")
        .types("13900000002")
        .types("同意");
    assert!(matches!(
        filling.question().asked,
        Asked::Papers {
            permit: Some(_),
            ..
        }
    ));
    assert_eq!(
        filling.is_refused(Input::Text("没有材料")),
        FormRefusal::PapersWanted
    );
    filling.takes(Input::Photo("f")).types("完成").agrees();
    let entry = filling.form.entry(&filling.rules).expect("complete");
    assert!(entry.permit_to_review);
}

/// Wuhan regulation, clause 6.4.
#[test]
fn only_the_resident_id_card_is_taken() {
    let mut config = as_written();
    let refusal = FormRefusal::DocumentNotTaken {
        taken: vec![DocumentKind::IdCard],
        clause: "第六条（四）".to_owned(),
    };
    let mut filling = Filling::new(&config);
    filling.types("张三");
    let offered = filling.question().choices;
    let permit = |choice: &Choice| matches!(choice, Choice::Permit(_) | Choice::Resident);
    assert!(!offered.iter().any(permit), "{offered:?}");
    for number in ["E12345678", "H0123456789", "12345678"] {
        assert_eq!(filling.is_refused(Input::Text(number)), refusal, "{number}");
    }
    filling.types(&id_number("19900504", 1));
    // A form that was begun while other documents were taken asks again.
    config.event.registration.documents = DocumentKind::ALL.to_vec();
    let mut begun = Filling::new(&config);
    begun
        .types("John O'Neil")
        .picks(|choice| matches!(choice, Choice::Permit(_)))
        .types("x9999 0001");
    let form = begun.form.clone();
    let config = as_written();
    let again = Filling {
        rules: rules(&config),
        form,
    };
    assert_eq!(again.question().asked, Asked::Document(None));
}

#[test]
fn names_and_numbers_that_are_none() {
    let config = wuhan();
    let mut filling = Filling::new(&config);
    for (text, fault) in [
        ("  ", NameFault::Empty),
        ("张\n三", NameFault::Unseen),
        (
            "一二三四五六七八九十一二三四五六七八九十一",
            NameFault::Long(21),
        ),
    ] {
        assert_eq!(
            filling.is_refused(Input::Text(text)),
            FormRefusal::Name(fault)
        );
    }
    for name in ["<b>", "a_b", "𠮷田"] {
        let mut filling = Filling::new(&config);
        filling.types(name);
        assert_eq!(filling.question().asked, Asked::Document(None), "{name}");
    }
    filling.types("张三");
    let number = id_number("19900504", 1);
    let wrong_check = format!(
        "{}{}",
        &number[..17],
        if number.ends_with('1') { '2' } else { '1' }
    );
    for (text, fault) in [
        ("12345", IdCardFault::Length(5)),
        ("999999900504001", IdCardFault::FirstGeneration),
        (wrong_check.as_str(), IdCardFault::CheckCharacter),
    ] {
        assert_eq!(
            filling.is_refused(Input::Text(text)),
            FormRefusal::IdCard(fault),
            "{text}"
        );
    }
    filling.types(&number);
    assert_eq!(
        filling.is_refused(Input::Text("12345")),
        FormRefusal::Phone(PhoneFault::Length(5))
    );
    filling.types("１３９　００００　０００１");
}

#[test]
fn whatever_comes_at_whatever_step_changes_nothing_it_should_not() {
    let config = wuhan();
    let mut filling = Filling::new(&config);
    let number = id_number("20101006", 1);
    let mut answers = vec![
        "张三",
        &number,
        "13900000001",
        "无",
        "2",
        "12",
        "张父",
        "13900000002",
        "同意",
        "完成",
    ];
    answers.extend(config.event.registration.statements.iter().map(|_| "同意"));
    for answer in answers {
        let before = filling.form.clone();
        let papers = matches!(filling.question().asked, Asked::Papers { .. });
        for (input, refusal) in [
            (Input::Edited, FormRefusal::Edited),
            (Input::Forwarded, FormRefusal::Forwarded),
            (Input::Pick(99), FormRefusal::Choose),
            (
                Input::Other("sticker"),
                if papers {
                    FormRefusal::PapersWanted
                } else {
                    FormRefusal::TextWanted {
                        got: "sticker".into(),
                    }
                },
            ),
        ] {
            assert_eq!(
                filling.is_refused(input),
                refusal,
                "{:?}",
                filling.question()
            );
        }
        if !papers {
            assert_eq!(filling.is_refused(Input::Photo("f")), FormRefusal::NotNow);
        }
        let _ = filling.is_refused(Input::Text("\u{0}"));
        assert_eq!(filling.form, before);
        if papers {
            for file in 0..MOST_PAPERS {
                filling.takes(Input::Photo(&file.to_string()));
            }
            assert_eq!(
                filling.is_refused(Input::Photo("one more")),
                FormRefusal::TooManyPapers(MOST_PAPERS)
            );
        }
        filling.types(answer);
    }
    assert!(filling.is_complete(), "{:?}", filling.question());
    assert_eq!(filling.is_refused(Input::Text("你好")), FormRefusal::Choose);
}

#[test]
fn going_back_and_changing_a_field_loses_nothing() {
    let config = wuhan();
    let mut filling = Filling::new(&config);
    assert_eq!(
        filling.is_refused(Input::Text("返回")),
        FormRefusal::NothingBefore
    );
    filling.types("张三").types("返回");
    assert_eq!(filling.question().asked, Asked::Name);
    filling.picks(|choice| *choice == Choice::Keep);
    filling
        .types(&id_number("19900504", 1))
        .types("上一步")
        .types("返回");
    assert_eq!(filling.question().asked, Asked::Name);
    filling.types("张叁");
    assert_eq!(
        filling.question().asked,
        Asked::Phone,
        "the ID number stayed"
    );
    filling
        .types("13900000001")
        .types("无")
        .picks_basis("household")
        .takes(Input::Photo("f"))
        .types("完成")
        .agrees();
    assert!(filling.is_complete());
    // Another basis asks for what belongs to it, and for its papers again.
    filling
        .types("修改")
        .picks(|choice| {
            matches!(
                choice,
                Choice::Named {
                    field: Field::Basis(_),
                    ..
                }
            )
        })
        .picks_basis("insurance");
    assert!(matches!(
        filling.question().asked,
        Asked::Months { least: 12, .. }
    ));
    filling.types("30");
    assert!(matches!(
        filling.question().asked,
        Asked::Papers { given: 1, .. }
    ));
    filling.types("完成");
    assert!(filling.is_complete());
    // A younger player's number brings the guardian in.
    filling
        .types("修改")
        .picks(|choice| *choice == Choice::Field(Field::Document))
        .types(&id_number("20101006", 1));
    assert_eq!(filling.question().asked, Asked::GuardianName);
    filling.types("修改");
    assert_eq!(
        filling
            .form
            .guardian_name
            .as_ref()
            .map(|name| name.as_str()),
        Some("修改")
    );
}

#[test]
fn a_code_can_be_brought_at_the_end_and_taken_back() {
    let config = wuhan();
    let mut filling = Filling::new(&config);
    filling
        .begins("19900504")
        .picks_basis("household")
        .takes(Input::Photo("f"))
        .types("完成")
        .agrees();
    filling.types("使用邀请码");
    assert_eq!(filling.question().asked, Asked::Code);
    filling.picks(|choice| *choice == Choice::NoCode);
    assert!(filling.is_complete());
    assert_eq!(filling.form.code, None);
    filling.types("使用邀请码").types("ABCDEFGH");
    assert!(filling.is_complete());
    let entry = filling.form.entry(&filling.rules).expect("complete");
    assert_eq!(entry.code.as_deref(), Some("ABCDEFGH"));
    // The code makes an invitation of it: nothing is left to prove.
    assert!(entry.to_review.is_empty());
}

#[test]
fn a_form_survives_its_stored_form() {
    let config = wuhan();
    let mut filling = Filling::new(&config);
    filling
        .begins("19900504")
        .picks_basis("invited")
        .types("没有");
    let json = serde_json::to_string(&filling.form).expect("JSON");
    let again: Form = serde_json::from_str(&json).expect("the form");
    assert_eq!(again, filling.form);
    let older: Form = serde_json::from_str(r#"{"version":5}"#).expect("an older program's form");
    assert_eq!(older, Form::new(5));
}

/// Anything someone may do at a question.
#[derive(Debug, Clone)]
enum Doing {
    Types(String),
    Picks(usize),
    SendsPhoto,
    SendsSticker,
}

fn doing() -> impl Strategy<Value = Doing> {
    let born = prop_oneof![
        Just("19571231"),
        Just("19580101"),
        Just("19900504"),
        Just("20101006"),
        Just("20111231"),
        Just("20120101"),
    ];
    let words = prop_oneof![
        Just("张三"),
        Just("13900000001"),
        Just("2011-12-31"),
        Just("2012-01-01"),
        Just("男"),
        Just("11"),
        Just("12"),
        Just("ABCDEFGH"),
        Just("X99990001"),
        Just("返回"),
        Just("修改"),
        Just("同意"),
        Just("完成"),
        Just("使用邀请码"),
    ];
    prop_oneof![
        8 => (0_usize..9).prop_map(Doing::Picks),
        6 => words.prop_map(|text| Doing::Types(text.to_owned())),
        3 => (born, 1_u32..5).prop_map(|(born, no)| Doing::Types(id_number(born, no))),
        2 => Just(Doing::SendsPhoto),
        1 => Just(Doing::SendsSticker),
        1 => ".{0,30}".prop_map(Doing::Types),
    ]
}

proptest! {
    /// Whatever is typed and pressed: nobody the regulation turns away gets to submit, every change counts
    /// the version up, and the form can always be stored and gone on with.
    #[test]
    fn no_path_through_the_form_submits_what_the_regulation_turns_away(
        doings in prop::collection::vec(doing(), 1..120)
    ) {
        let config = wuhan();
        let rules = rules(&config);
        let mut form = Form::new(1);
        for doing in doings {
            let input = match &doing {
                Doing::Types(text) => Input::Text(text),
                Doing::Picks(choice) => Input::Pick(*choice),
                Doing::SendsPhoto => Input::Photo("file"),
                Doing::SendsSticker => Input::Other("sticker"),
            };
            let question = form.question(&rules);
            match form.answer(&rules, input) {
                Ok(Step::Next(next)) => {
                    prop_assert!(next.version > form.version);
                    form = *next;
                }
                Ok(Step::Submit) => {
                    let entry = form.entry(&rules).expect("all is answered");
                    prop_assert!(rules.verdict(&form).needs_answers.is_empty());
                    let from = NaiveDate::from_ymd_opt(1958, 1, 1).expect("a day");
                    let to = NaiveDate::from_ymd_opt(2011, 12, 31).expect("a day");
                    prop_assert!((from..=to).contains(&entry.born));
                    prop_assert!(entry.title < Title::NationalMaster);
                    prop_assert!(entry.code.is_some() || !entry.to_review.is_empty());
                    prop_assert!(!rules.is_minor(&form) || entry.guardian.is_some());
                }
                Ok(Step::Leave) => {
                    prop_assert!(matches!(question.asked, Asked::Summary(_)));
                }
                Ok(Step::Elsewhere) => prop_assert!(false, "there is one competition"),
                Err(_) => {}
            }
            prop_assert!(rules.verdict(&form).refused.is_empty());
            prop_assert!(!form.question(&rules).choices.is_empty() || form.name.is_none());
            let stored = serde_json::to_string(&form).expect("JSON");
            prop_assert_eq!(&serde_json::from_str::<Form>(&stored).expect("the form"), &form);
        }
    }
}
