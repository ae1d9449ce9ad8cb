//! Who may play, by the regulations of both events, as the registration form asks it: every clause met,
//! missed by a day or a month, and not known.

use std::path::Path;

use chrono::NaiveDate;
use proptest::prelude::*;
use qisai::config::{Config, Title};
use qisai::tournament::form::{
    Asked, Choice, Form, FormRefusal, FormRules, Input, Paper, Question, Step,
};

use crate::form::Filling;
use crate::id_number::id_number;

fn config(file: &str) -> Config {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    Config::load(&path).expect("the file is sound").config
}

fn rules<'a>(config: &'a Config, competition: &str) -> FormRules<'a> {
    let event = &config.event;
    let found = event.competitions.iter().find(|one| one.key == competition);
    let pools = || event.registration.pools_of(competition);
    let competition = found.expect("the competition");
    FormRules {
        sections: &competition.sections,
        teams: &competition.teams,
        registration: &event.registration,
        has_codes: pools().any(|pool| pool.by_code),
        by_code_only: pools().all(|pool| pool.by_code),
        several: event.competitions.len() > 1,
        today: NaiveDate::from_ymd_opt(2023, 9, 20).expect("a day"),
    }
}

/// What a player of a case answers where the form asks.
#[derive(Clone, Copy)]
struct Player {
    born: &'static str,
    woman: bool,
    title: Title,
    /// The section to play in, where it is asked.
    section: &'static str,
    /// Alternatives relied on, whatever rule lists them.
    bases: &'static [&'static str],
    months: u32,
    code: Option<&'static str>,
    team: &'static str,
    guardian: Option<&'static str>,
}

const ANYONE: Player = Player {
    born: "19900504",
    woman: false,
    title: Title::None,
    section: "男子组",
    bases: &[],
    months: 0,
    code: None,
    team: "温江",
    guardian: Some("监护人甲"),
};

/// What came of it: `Ok`, the section, and what an arbiter still looks at; `Err`, the clause that turned the
/// player away, or what is missing.
type Outcome = Result<(String, Vec<String>), String>;

/// Fills the form in as the player would, to its end or to what stops it.
fn fill(rules: FormRules<'_>, player: &Player) -> Outcome {
    let mut filling = Filling::by(rules);
    for _ in 0..40 {
        let question = filling.question();
        let card = id_number(player.born, if player.woman { 2 } else { 1 });
        let months = player.months.to_string();
        let input = match &question.asked {
            Asked::LateReason | Asked::Pool | Asked::Granted { .. } => {
                panic!("asked of arbiters only: {question:?}")
            }
            Asked::Section(_) => pick(
                &question,
                |one| matches!(one, Choice::Section { name, .. } if name == player.section),
            ),
            Asked::Team => pick(&question, |one| *one == Choice::Team(player.team.into())),
            Asked::Name => Input::Text("张三"),
            Asked::Document(_) => Input::Text(&card),
            Asked::Phone => Input::Text("13900000001"),
            Asked::Title => pick(&question, |one| *one == Choice::Title(player.title)),
            Asked::Basis(_) => pick(&question, |one| match one {
                Choice::Basis { key, .. } => player.bases.contains(&key.as_str()),
                other => *other == Choice::NoBasis,
            }),
            Asked::Months { .. } => Input::Text(&months),
            Asked::Stated { .. } => pick(&question, |one| *one == Choice::Yes),
            Asked::Code | Asked::NeededCode => match player.code {
                Some(code) => Input::Text(code),
                None => Input::Text("没有"),
            },
            Asked::GuardianName => match player.guardian {
                Some(guardian) => Input::Text(guardian),
                None => return Err("监护人".to_owned()),
            },
            Asked::GuardianPhone => Input::Text("13900000002"),
            Asked::GuardianConsent { .. } => pick(&question, |one| *one == Choice::Consent),
            Asked::Papers { given: 0, .. } => Input::Photo("file"),
            Asked::Papers { .. } => pick(&question, |one| *one == Choice::PapersDone),
            Asked::Statement { .. } => pick(&question, |one| *one == Choice::Agree),
            Asked::Summary(_) => {
                let entry = filling.form.entry(&filling.rules).expect("it is complete");
                return Ok((entry.section, entry.to_review));
            }
            Asked::Born | Asked::Sex | Asked::Rating | Asked::Change => {
                panic!("{question:?} was not expected")
            }
        };
        match filling.form.answer(&filling.rules, input) {
            Ok(Step::Next(next)) => filling.form = *next,
            Err(FormRefusal::Ineligible(refused)) => return Err(refused.clause.clause),
            Err(FormRefusal::CodeNeeded) => return Err("邀请码".to_owned()),
            other => panic!("{other:?} at {question:?}"),
        }
    }
    panic!("the form does not end")
}

fn pick<'a>(question: &Question, wanted: impl Fn(&Choice) -> bool) -> Input<'a> {
    let at = question.choices.iter().position(wanted);
    Input::Pick(at.unwrap_or_else(|| panic!("no such choice: {question:?}")))
}

fn accepted(section: &str, to_review: &[&str]) -> Outcome {
    let to_review = to_review.iter().map(|key| (*key).to_owned()).collect();
    Ok((section.to_owned(), to_review))
}

fn refused(clause: &str) -> Outcome {
    Err(clause.to_owned())
}

#[test]
fn the_wuhan_regulation_clause_by_clause() {
    let config = config("bot.toml");
    let household = Player {
        bases: &["household"],
        ..ANYONE
    };
    let born = |born| Player { born, ..household };
    let title = |title| Player { title, ..household };
    let insured = |months| Player {
        bases: &["insurance"],
        months,
        ..ANYONE
    };
    let invited = |code| Player {
        bases: &["invited"],
        code,
        ..ANYONE
    };
    let minor = |born, guardian| Player {
        born,
        guardian,
        ..household
    };
    let to_review = |keys: &[&str]| accepted("individual", keys);
    let table = [
        // Clause 6.1, both days included.
        (born("19571231"), refused("第六条（一）")),
        (born("19580101"), to_review(&["household"])),
        (born("20111231"), to_review(&["household"])),
        (born("20120101"), refused("第六条（一）")),
        // Clause 6.2.
        (title(Title::None), to_review(&["household"])),
        (title(Title::Graded), to_review(&["household"])),
        (title(Title::LocalMaster), to_review(&["household"])),
        (title(Title::AssociationMaster), to_review(&["household"])),
        (title(Title::NationalMaster), refused("第六条（二）")),
        (title(Title::Grandmaster), refused("第六条（二）")),
        // Clause 6.3: any of four, and none of them.
        (insured(0), refused("第六条（三）2")),
        (insured(11), refused("第六条（三）2")),
        (insured(12), to_review(&["insurance"])),
        (insured(13), to_review(&["insurance"])),
        (
            Player {
                bases: &["student"],
                ..ANYONE
            },
            to_review(&["student"]),
        ),
        (invited(Some("ABCD2345")), to_review(&[])),
        (invited(None), to_review(&["invited"])),
        (ANYONE, refused("第六条（三）")),
        // Of age on the first day of play, and a day short of it.
        (minor("20051005", None), to_review(&["household"])),
        (minor("20051006", None), refused("监护人")),
        (
            minor("20051006", Some("监护人甲")),
            to_review(&["household"]),
        ),
    ];
    for (at, (player, expected)) in table.iter().enumerate() {
        assert_eq!(fill(rules(&config, "king"), player), *expected, "case {at}");
    }
}

#[test]
fn the_chengyu_regulation_clause_by_clause() {
    let config = config("examples/chengyu.toml");
    let man = |bases| Player { bases, ..ANYONE };
    let woman = |bases| Player {
        woman: true,
        bases,
        ..ANYONE
    };
    let junior = |bases| Player {
        born: "20120504",
        section: "女子及少儿组",
        bases,
        ..ANYONE
    };
    let coded = |player: Player| Player {
        code: Some("ABCD2345"),
        ..player
    };
    let men = |keys: &[&str]| accepted("men", keys);
    let women = |keys: &[&str]| accepted("women-juniors", keys);
    let table = [
        // Clause 3.1: any of four.
        ("challenge", man(&["city"]), men(&["city"])),
        ("challenge", man(&["cup"]), men(&["cup"])),
        ("challenge", man(&["master"]), men(&["master"])),
        ("challenge", man(&["invited"]), men(&["invited"])),
        ("challenge", coded(man(&["invited"])), men(&[])),
        ("challenge", man(&[]), refused("第三条（一）")),
        // The supplement's two sections: a woman's is decided by the ID number.
        ("challenge", woman(&["city"]), women(&["city"])),
        ("challenge", woman(&[]), refused("第三条（一）")),
        // A boy's by his papers, which an arbiter looks at beside those of his results.
        (
            "challenge",
            junior(&["junior", "city"]),
            women(&["junior", "city"]),
        ),
        (
            "challenge",
            junior(&["city"]),
            refused("补充规定第三条（一）1"),
        ),
        ("challenge", junior(&["junior"]), refused("第三条（一）")),
        (
            "challenge",
            Player {
                guardian: None,
                ..junior(&["junior", "city"])
            },
            refused("监护人"),
        ),
        // Clause 3.2: invited, which a code shows.
        ("cities", ANYONE, refused("邀请码")),
        ("cities", coded(ANYONE), accepted("cities", &[])),
        ("everyone", ANYONE, refused("邀请码")),
        ("everyone", coded(woman(&[])), accepted("everyone", &[])),
        ("everyone", coded(ANYONE), accepted("everyone", &[])),
    ];
    for (at, (competition, player, expected)) in table.iter().enumerate() {
        let outcome = fill(rules(&config, competition), player);
        assert_eq!(outcome, *expected, "case {at}");
    }
}

#[test]
fn a_mans_section_is_asked_and_a_womans_is_not() {
    let config = config("examples/chengyu.toml");
    let mut filling = Filling::by(rules(&config, "challenge"));
    filling.begins("19900504");
    let Asked::Section(offered) = filling.question().asked else {
        panic!("{:?}", filling.question());
    };
    let names: Vec<&str> = offered.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["男子组", "女子及少儿组"]);
    // The woman of the other ID number is not asked, and what she relied on as a man is asked anew.
    filling.types("男子组").picks_basis("city");
    filling.picks(|choice| *choice == Choice::Back);
    let mut woman = Filling::by(rules(&config, "challenge"));
    woman
        .types("李四")
        .types(&id_number("19900504", 2))
        .types("13900000001")
        .picks(|choice| *choice == Choice::Title(Title::None));
    let question = woman.question();
    assert!(matches!(question.asked, Asked::Basis(_)), "{question:?}");
    assert_eq!(question.why.expect("a clause").clause, "第三条（一）");
}

#[test]
fn a_section_that_fits_no_more_is_left_and_its_answers_with_it() {
    let config = config("examples/chengyu.toml");
    let mut filling = Filling::by(rules(&config, "challenge"));
    filling
        .begins("19900504")
        .types("男子组")
        .picks_basis("city")
        .takes(Input::Photo("file"))
        .picks(|choice| *choice == Choice::PapersDone)
        .agrees();
    assert!(filling.is_complete());
    filling
        .picks(|choice| *choice == Choice::Change)
        .picks(|choice| *choice == Choice::Field(qisai::tournament::form::Field::Document))
        .types(&id_number("19900504", 2));
    let question = filling.question();
    assert!(matches!(question.asked, Asked::Basis(_)), "{question:?}");
    filling
        .picks_basis("cup")
        .picks(|choice| *choice == Choice::PapersDone);
    let entry = filling.form.entry(&filling.rules).expect("complete");
    assert_eq!(entry.section, "women-juniors");
    assert_eq!(entry.papers, [Paper::Photo("file".to_owned())]);
    assert_eq!(entry.to_review, ["cup"]);
}

#[test]
fn a_statement_that_is_worded_anew_is_asked_anew() {
    let before = config("examples/chengyu.toml");
    let mut filling = Filling::by(rules(&before, "everyone"));
    filling.types("ABCD2345").begins("19900504").agrees();
    assert!(filling.is_complete());
    let mut after = before.clone();
    after.event.registration.statements[1].push_str("违者三年内不得参赛。");
    let form = filling.form.clone();
    let rules = rules(&after, "everyone");
    let question = form.question(&rules);
    let Asked::Statement { index: 1, text, .. } = question.asked else {
        panic!("{question:?}");
    };
    assert!(text.ends_with("违者三年内不得参赛。"), "{text}");
    assert!(form.entry(&rules).is_none());
}

#[test]
fn a_team_that_is_no_more_is_asked_anew() {
    let before = config("examples/chengyu.toml");
    let mut filling = Filling::by(rules(&before, "cities"));
    filling.types("ABCD2345").begins("19900504");
    assert_eq!(filling.question().asked, Asked::Team);
    filling.types("巴南").agrees();
    let entry = filling.form.entry(&filling.rules).expect("complete");
    assert_eq!(entry.team.as_deref(), Some("巴南"));
    let mut after = before.clone();
    let cities = after.event.competitions.iter_mut();
    for competition in cities.filter(|one| one.key == "cities") {
        competition.teams = vec!["渝中".to_owned(), "温江".to_owned()];
    }
    let rules = rules(&after, "cities");
    assert_eq!(filling.form.question(&rules).asked, Asked::Team);
}

#[derive(Debug, Clone)]
enum Doing {
    Types(String),
    Picks(usize),
    SendsPhoto,
}

fn doing() -> impl Strategy<Value = Doing> {
    let text = prop_oneof![
        Just("张三".to_owned()),
        Just("李四".to_owned()),
        Just("13900000001".to_owned()),
        Just("ABCD2345".to_owned()),
        Just("没有".to_owned()),
        (1940_u32..2023, 1_u32..=12, 1_u32..=28, 1_u32..=2).prop_map(
            |(year, month, day, sequence)| id_number(
                &format!("{year}{month:02}{day:02}"),
                sequence
            )
        ),
    ];
    prop_oneof![
        3 => text.prop_map(Doing::Types),
        4 => (0_usize..6).prop_map(Doing::Picks),
        1 => Just(Doing::SendsPhoto),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn no_path_through_the_form_lets_in_whom_the_regulation_turns_away(
        competition in prop_oneof![Just("challenge"), Just("cities"), Just("everyone")],
        doings in prop::collection::vec(doing(), 1..120),
    ) {
        let config = config("examples/chengyu.toml");
        let rules = rules(&config, competition);
        let mut form = Form::new(1);
        for doing in &doings {
            let input = match doing {
                Doing::Types(text) => Input::Text(text),
                Doing::Picks(choice) => Input::Pick(*choice),
                Doing::SendsPhoto => Input::Photo("file"),
            };
            match form.answer(&rules, input) {
                Ok(Step::Next(next)) => form = *next,
                Ok(Step::Submit) => {
                    let entry = form.entry(&rules).expect("all is answered");
                    prop_assert!(rules.verdict(&form).needs_answers.is_empty());
                    prop_assert!(rules.verdict(&form).refused.is_empty());
                    let is_man = entry.sex == qisai::config::Sex::Male;
                    prop_assert!(entry.section != "men" || is_man);
                    let is_junior = entry.to_review.iter().any(|key| key == "junior");
                    prop_assert!(entry.section != "women-juniors" || !is_man || is_junior);
                    prop_assert!(competition == "challenge" || entry.code.is_some());
                    prop_assert_eq!(entry.team.is_some(), competition == "cities");
                    prop_assert!(!rules.is_minor(&form) || entry.guardian.is_some());
                }
                Ok(Step::Leave | Step::Elsewhere) | Err(_) => {}
            }
            prop_assert!(rules.verdict(&form).refused.is_empty());
        }
    }
}
