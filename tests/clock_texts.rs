//! What the bot says of a round's start, of who is late, and of the timetable.

use chrono::{DateTime, Utc};
use qisai::config::{Config, ForfeitBy};
use qisai::desk::late::LateRefusal;
use qisai::desk::notice::{
    Absent, Clock, GameTag, Late, LateGame, LateTable, Moved, OwnGame, PlayerTag, Report, Reported,
    RoundStart, Slot, Timetable,
};
use qisai::desk::timetable::TimetableRefusal;
use qisai::desk::{Notice, Refusal};
use qisai::tournament::{Outcome, Side, StartNumber};

use crate::texts::written;

fn at(text: &str) -> DateTime<Utc> {
    format!("2023-10-05T{text}+08:00")
        .parse()
        .expect("an instant")
}

fn player(no: u32, name: &str) -> PlayerTag {
    PlayerTag {
        no: StartNumber(no),
        name: name.to_owned(),
        team: Some("武汉市汉阳区棋类协会".to_owned()),
    }
}

fn game(table: u32) -> GameTag {
    GameTag {
        game: i64::from(table) + 100,
        version: 3,
        number: 3,
        table,
        part: None,
        round_name: None,
        red: player(12, "<b>粗体</b>"),
        black: player(7, "𠮷田 a_b"),
    }
}

fn absent(table: u32, side: Side) -> Absent {
    Absent {
        game: game(table),
        side,
        noted_at: at("09:02:00"),
    }
}

fn roll(tables: u32, is_late: bool) -> Notice {
    Late::Roll {
        number: 3,
        starts: at("09:00:00"),
        from: at("09:10:00"),
        tables: (1..=tables)
            .map(|table| (i64::from(table), table, is_late))
            .collect(),
        total: usize::try_from(tables).expect("few"),
        absent: (1..=tables)
            .filter(|_| is_late)
            .flat_map(|table| [absent(table, Side::Red), absent(table, Side::Black)])
            .collect(),
        page: 1,
        pages: 3,
    }
    .into()
}

fn card(absent: Vec<Side>, forfeit: Option<Outcome>, is_over: bool, removes: bool) -> Notice {
    Late::Card(LateTable {
        game: game(5),
        absent,
        forfeit,
        from: at("09:10:00"),
        is_over,
        removes,
    })
    .into()
}

fn start(number: u32, hour: &str, is_moved: bool) -> RoundStart {
    RoundStart {
        competition: None,
        stage: "points".to_owned(),
        stage_name: "积分赛".to_owned(),
        number,
        name: None,
        game: 1,
        at: at(hour),
        is_moved,
    }
}

fn notices() -> Vec<Notice> {
    let moved = |number, was: Option<&str>, to| Moved {
        number,
        name: None,
        was: was.map(at),
        to: at(to),
    };
    let started = |late_minutes| Clock::Started {
        number: 3,
        starts: at("11:00:00"),
        late_minutes,
        from: at("11:10:00"),
        name: None,
        declared_by: ForfeitBy::Arbiter,
    };
    let due = |minutes| Late::Due {
        number: 3,
        minutes,
        absent: vec![
            absent(5, Side::Red),
            absent(5, Side::Black),
            absent(9, Side::Red),
        ],
        name: None,
        declared_by: ForfeitBy::Arbiter,
    };
    let call = |from: Option<&str>| Late::Call {
        number: 3,
        table: 5,
        player: player(12, "<b>粗体</b>"),
        from: from.map(at),
        part: None,
        declared_by: ForfeitBy::Arbiter,
    };
    let own = |table, side, reported| OwnGame {
        competition: None,
        game: game(table),
        side,
        reported,
    };
    vec![
        Clock::Soon {
            number: 3,
            starts: at("11:00:00"),
            venue: crate::texts::venue(),
            name: None,
        }
        .into(),
        Clock::Soon {
            number: 2,
            starts: at("13:00:00"),
            venue: crate::texts::venue(),
            name: Some("棋王决赛".to_owned()),
        }
        .into(),
        Late::Matches {
            name: "淘汰赛第1轮".to_owned(),
            games: vec![
                LateGame {
                    game: 1,
                    table: 1,
                    number: 1,
                    hours: Some((at("09:00:00"), at("09:10:00"))),
                    is_late: true,
                },
                LateGame {
                    game: 2,
                    table: 2,
                    number: 1,
                    hours: None,
                    is_late: false,
                },
            ],
            absent: vec![Absent {
                game: GameTag {
                    part: Some(1),
                    ..game(1)
                },
                ..absent(1, Side::Red)
            }],
        }
        .into(),
        Late::Call {
            number: 1,
            table: 2,
            player: player(12, "<b>粗体</b>"),
            from: None,
            part: Some(("淘汰赛第1轮".to_owned(), 2)),
            declared_by: ForfeitBy::Chief,
        }
        .into(),
        Clock::SoonAtTable {
            number: 3,
            starts: at("11:00:00"),
            venue: crate::texts::venue(),
            table: 5,
            side: Side::Red,
            player: player(12, "<b>粗体</b>"),
            opponent: player(7, "𠮷田 a_b"),
            name: None,
        }
        .into(),
        started(10).into(),
        started(0).into(),
        roll(10, false),
        roll(2, true),
        roll(0, false),
        card(vec![], None, false, false),
        card(vec![Side::Red], Some(Outcome::RedForfeit), false, true),
        card(
            vec![Side::Red, Side::Black],
            Some(Outcome::BothForfeit),
            true,
            false,
        ),
        call(Some("09:10:00")).into(),
        call(None).into(),
        due(10).into(),
        due(0).into(),
        Timetable::Shown {
            slots: vec![Slot {
                starts: at("09:00:00"),
                ends: Some(at("12:00:00")),
                is_by_day: false,
                what: "积分赛1至3轮<i>".to_owned(),
                place: Some("三楼会议室".to_owned()),
                rounds: vec![start(1, "09:00:00", false), start(2, "10:15:00", true)],
            }],
            others: vec![start(8, "19:00:00", true)],
        }
        .into(),
        Timetable::Asked {
            number: 2,
            name: None,
            was: Some(at("10:00:00")),
            to: at("11:00:00"),
            following: vec![moved(3, Some("11:00:00"), "12:00:00")],
            runs_into: Some(3),
        }
        .into(),
        Timetable::Asked {
            number: 2,
            name: None,
            was: None,
            to: at("11:00:00"),
            following: vec![],
            runs_into: None,
        }
        .into(),
        Timetable::Done {
            changes: vec![moved(2, Some("10:00:00"), "10:15:00")],
        }
        .into(),
        Timetable::Moved {
            changes: vec![
                moved(2, Some("10:00:00"), "10:15:00"),
                moved(3, None, "11:15:00"),
            ],
        }
        .into(),
        Timetable::Started {
            number: 3,
            at: at("11:00:00"),
        }
        .into(),
        Report::Card {
            games: vec![
                own(5, Some(Side::Red), Reported::Open),
                own(
                    6,
                    Some(Side::Black),
                    Reported::Waits {
                        by: Side::Red,
                        outcome: Outcome::RedWin,
                        until: Some(at("11:40:00")),
                    },
                ),
                own(7, None, Reported::Disputed),
                own(8, None, Reported::Final(Outcome::Draw)),
            ],
            total: 12,
            page: 0,
            pages: 2,
        }
        .into(),
    ]
}

fn refusals() -> Vec<Refusal> {
    let typed = || "<b>明天</b>".to_owned();
    vec![
        Refusal::Late(LateRefusal::NoStart {
            number: 3,
            who: vec!["裁判<长>".to_owned(), "编排长".to_owned()],
        }),
        Refusal::Late(LateRefusal::NoStart {
            number: 3,
            who: Vec::new(),
        }),
        Refusal::Late(LateRefusal::NotStarted {
            number: 3,
            starts: at("11:00:00"),
        }),
        Refusal::Late(LateRefusal::TooSoon {
            table: 5,
            from: at("11:10:00"),
        }),
        Refusal::Late(LateRefusal::Words { typed: typed() }),
        Refusal::Timetable(TimetableRefusal::Words { typed: typed() }),
        Refusal::Timetable(TimetableRefusal::NoSuchRound {
            number: 9,
            rounds: 7,
        }),
        Refusal::Timetable(TimetableRefusal::RoundOver { number: 1 }),
        Refusal::Timetable(TimetableRefusal::Past { at: at("08:00:00") }),
        Refusal::Timetable(TimetableRefusal::OutOfOrder {
            number: 2,
            earlier: 1,
            starts: at("09:00:00"),
        }),
        Refusal::Timetable(TimetableRefusal::Unchanged {
            number: 2,
            at: at("10:00:00"),
        }),
        Refusal::Timetable(TimetableRefusal::NoStart { number: 2 }),
        Refusal::Timetable(TimetableRefusal::NoSuchTime),
    ]
}

/// Those that grow with the field.
pub fn long_notices() -> Vec<Notice> {
    let mut long = notices();
    long.push(roll(40, true));
    let both = (1..=150).flat_map(|table| [absent(table, Side::Red), absent(table, Side::Black)]);
    long.push(
        Late::Due {
            number: 3,
            minutes: 10,
            absent: both.collect(),
            name: None,
            declared_by: ForfeitBy::Chief,
        }
        .into(),
    );
    long.extend(refusals().into_iter().map(Notice::Refused));
    long
}

#[test]
fn the_texts_of_the_clock() {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/bot.toml"));
    let config = Config::parse("bot.toml", &text.expect("bot.toml"))
        .expect("it is sound")
        .config;
    let refused = refusals().into_iter().map(Notice::Refused);
    let all: String = notices()
        .into_iter()
        .chain(refused)
        .map(|notice| written(&notice, &config))
        .collect();
    insta::assert_snapshot!(all);
}
