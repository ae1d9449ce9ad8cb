//! What is said of players whom others enter, as people read it, and within the limits of a message.

use std::fmt::Write;

use qisai::config::{Config, Sex};
use qisai::desk::add::AddRefusal;
use qisai::desk::handover::HandoverRefusal;
use qisai::desk::import::ImportRefusal;
use qisai::desk::notice::{
    Add, Entrance, GameTag, Handover, Import, Leaving, PlayerTag, Standing, Unclaimed, Withdraw,
};
use qisai::desk::withdraw::WithdrawRefusal;
use qisai::desk::{Notice, Refusal};
use qisai::telegram::{Button, texts};
use qisai::tournament::IdCardFault;
use qisai::tournament::StartNumber;
use qisai::tournament::roster_file::{Column, Fault, Why};

const NAME: &str = "<b>粗体</b> a_b";

fn config() -> Config {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/bot.toml"));
    Config::parse("bot.toml", &text.expect("bot.toml"))
        .expect("it is sound")
        .config
}

fn player() -> PlayerTag {
    PlayerTag {
        no: StartNumber(25),
        name: NAME.to_owned(),
        team: Some("武汉".to_owned()),
    }
}

fn done(entered: Option<Entrance>) -> Notice {
    Add::Done {
        registration: 7,
        name: NAME.to_owned(),
        standing: Standing::Accepted,
        pool: "open".to_owned(),
        entered,
        code: Some("ABCDEFGHJK".to_owned()),
        again: false,
    }
    .into()
}

fn fault(row: u32, column: Column, value: &str, why: Why) -> Fault {
    Fault {
        row,
        column: Some(column),
        value: value.to_owned(),
        why,
    }
}

fn notices() -> Vec<Notice> {
    let name = || NAME.to_owned();
    let leaving = |registration| Leaving {
        registration,
        version: 1,
        name: name(),
        start_no: Some(25),
        competition: None,
    };
    let until = "2023-10-05T04:05:00Z".parse().expect("an instant");
    let mut notices: Vec<Notice> = vec![
        Add::Late {
            drawn: false,
            missed: 0,
        }
        .into(),
        Add::Late {
            drawn: true,
            missed: 0,
        }
        .into(),
        Add::Late {
            drawn: true,
            missed: 2,
        }
        .into(),
        Add::Left { version: 7 }.into(),
        done(None),
        done(Some(Entrance {
            start_no: 25,
            from: 3,
            outdated: Some(3),
        })),
        Add::Entered {
            player: player(),
            from: 3,
            granted: vec![(1, 0), (2, 1)],
        }
        .into(),
        Add::NoAccount {
            players: vec![player()],
        }
        .into(),
        Add::DrawToConfirm {
            has_left: false,
            game: GameTag {
                game: 7,
                version: 1,
                number: 3,
                table: 5,
                red: player(),
                black: player(),
                part: None,
                round_name: None,
            },
        }
        .into(),
        Handover::Code {
            name: name(),
            code: "ABCDEFGHJK".to_owned(),
            bot: "qisai_bot".to_owned(),
        }
        .into(),
        Handover::Codes {
            list: vec![Unclaimed {
                name: name(),
                start_no: Some(25),
                code: "ABCDEFGHJK".to_owned(),
            }],
        }
        .into(),
        Handover::Codes { list: Vec::new() }.into(),
        Handover::Which {
            players: vec![(7, name())],
            page: 0,
        }
        .into(),
        Handover::Claimed {
            name: name(),
            document: "9999**********0016".to_owned(),
            phone: "139****0001".to_owned(),
            standing: Standing::Accepted,
            pool: "open".to_owned(),
            start_no: Some(25),
        }
        .into(),
        Handover::Taken {
            name: name(),
            by: "<i>某人</i>".to_owned(),
        }
        .into(),
        Handover::Unknown { left: 4 }.into(),
        Handover::Used { mine: Some(name()) }.into(),
        Handover::Used { mine: None }.into(),
        Handover::Yours { name: name() }.into(),
        Import::Preview {
            batch: 7,
            file: "名单<i>.csv".to_owned(),
            count: 3,
            parts: vec![("棋王赛 个人".to_owned(), 3)],
            reason: Some("协会补报".to_owned()),
        }
        .into(),
        Import::Faulty {
            file: "名单.csv".to_owned(),
            good: 7,
            bad: 2,
            faults: vec![
                fault(
                    5,
                    Column::Document,
                    "9999**********0017",
                    Why::IdCard(IdCardFault::CheckCharacter),
                ),
                fault(9, Column::Sex, "男", Why::SexDiffers(Sex::Female)),
            ],
            more: 1,
        }
        .into(),
        Import::Loaded {
            count: 3,
            again: true,
        }
        .into(),
        Import::Dropped.into(),
        Import::Template {
            csv: "姓名".to_owned(),
        }
        .into(),
        Withdraw::List {
            players: vec![leaving(7)],
            page: 0,
        }
        .into(),
        Withdraw::Found {
            players: vec![leaving(7), leaving(8)],
        }
        .into(),
        Withdraw::ByArbiter { name: name() }.into(),
    ];
    let refusals: Vec<Refusal> = vec![
        AddRefusal::PoolFull {
            pool: "open".to_owned(),
            coded: 0,
        }
        .into(),
        AddRefusal::PoolFull {
            pool: "recommended".to_owned(),
            coded: 3,
        }
        .into(),
        AddRefusal::PapersFirst.into(),
        AddRefusal::StageOver { rounds: 7 }.into(),
        HandoverRefusal::TooMany { until }.into(),
        HandoverRefusal::NoneStands.into(),
        HandoverRefusal::Gone { name: name() }.into(),
        ImportRefusal::TooBig { most: 1_000_000 }.into(),
        ImportRefusal::NotFetched.into(),
        ImportRefusal::Unreadable.into(),
        ImportRefusal::TooLong { most: 2000 }.into(),
        ImportRefusal::NoHeadings {
            missing: vec![Column::Name, Column::Phone],
        }
        .into(),
        ImportRefusal::Empty.into(),
        ImportRefusal::Drawn.into(),
        ImportRefusal::ReasonWanted.into(),
        WithdrawRefusal::NoSuchPlayer {
            typed: "<u>无".to_owned(),
        }
        .into(),
    ];
    notices.extend(refusals.into_iter().map(Notice::Refused));
    notices
}

#[test]
fn the_texts_of_players_entered_by_others() {
    let config = config();
    let mut shown = String::new();
    for notice in notices() {
        for message in texts::phrase(&notice, &config) {
            let html = message.html.as_str();
            assert!(
                !["<b>粗体", "<i>某人", "<u>无", "<i>.csv"]
                    .iter()
                    .any(|raw| html.contains(raw)),
                "{html}"
            );
            let _ = writeln!(shown, "{html}");
            for row in &message.keyboard {
                let labels: Vec<&str> = row
                    .iter()
                    .map(|button| match button {
                        Button::Tap { label, .. } | Button::Link { label, .. } => label.as_str(),
                    })
                    .collect();
                let _ = writeln!(shown, "[{}]", labels.join("] ["));
            }
            shown.push_str("----\n");
        }
    }
    insta::assert_snapshot!(shown);
}

#[test]
fn long_lists_stay_within_a_message_and_its_buttons() {
    let config = config();
    let name = |no: u32| format!("欧阳<i>娜娜&{no}");
    let leaving: Vec<Leaving> = (1..=500)
        .map(|no| Leaving {
            registration: i64::MAX,
            version: i64::MAX,
            name: name(no),
            start_no: Some(no),
            competition: None,
        })
        .collect();
    let faults: Vec<Fault> = (1..=300)
        .map(|no| {
            fault(
                no,
                Column::Competition,
                &"&".repeat(40),
                Why::Unknown(vec![
                    "成渝双城（巴南 温江）团队交流赛".to_owned();
                    4
                ]),
            )
        })
        .collect();
    let long: Vec<Notice> = vec![
        Handover::Codes {
            list: (1..=500)
                .map(|no| Unclaimed {
                    name: name(no),
                    start_no: Some(no),
                    code: "ABCDEFGHJK".to_owned(),
                })
                .collect(),
        }
        .into(),
        Handover::Which {
            players: (1..=500).map(|no| (i64::MAX, name(no))).collect(),
            page: 7,
        }
        .into(),
        Add::NoAccount {
            players: vec![player(); 500],
        }
        .into(),
        Import::Faulty {
            file: "名单.csv".to_owned(),
            good: 0,
            bad: 300,
            faults,
            more: 0,
        }
        .into(),
        Withdraw::List {
            players: leaving.clone(),
            page: u32::MAX,
        }
        .into(),
        Withdraw::Found { players: leaving }.into(),
    ];
    for notice in &long {
        for message in texts::phrase(notice, &config) {
            let length = message.html.as_str().encode_utf16().count();
            assert!((1..=4096).contains(&length), "{length}: {}", message.html);
            let buttons: Vec<&Button> = message.keyboard.iter().flatten().collect();
            assert!(buttons.len() <= 100);
            for button in buttons {
                if let Button::Tap { label, tap, .. } = button {
                    assert!(!label.is_empty());
                    assert!((1..=64).contains(&tap.to_string().len()), "{tap}");
                }
            }
        }
    }
}
