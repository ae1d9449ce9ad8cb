//! What the bot says from the draw to the final table, as people read it: one snapshot to look over, and
//! the limits no text may break.

use std::fmt::Write;

use chrono::{DateTime, Utc};
use qisai::config::{Config, RankKey};
use qisai::desk::hand::{Allowance, Change, Order, Pick, Way};
use qisai::desk::notice::{
    Absentee, Ahead, Alternative, Block, Checkin, Code, Down, Draw, Drawn, DutchBye, DutchTable,
    EarlyDraw, Entry, Explained, ExplainedDutch, ExplainedTable, Fee, FeeFilter, FeeList, FeeRow,
    FeeStanding, FlaggedGame, GameTag, Group, Hand, Held, Instead, Invite, Lot, Move, OfferedPlace,
    OneLot, OpenState, OpenTable, Placing, PlayerTag, Queue, RankingRule, Rated, Rating, Register,
    Report, Roster, Round, Row, Standings, Table, Tables, TooEarly, Upheld, Venue, Verified,
    Verify, WaitingList, Warning, Why,
};
use qisai::desk::rating::RatingRefusal;
use qisai::desk::{Notice, PlayRefusal, Refusal};
use qisai::store::registration::State;
use qisai::telegram::{Button, texts};
use qisai::tournament::dutch::why::{Bar, NoBye, Wish, WishStrength};
use qisai::tournament::lot::{Label, PublishedFault, Purpose};
use qisai::tournament::swiss::why::{Criterion, Difference, FloatReason, Obstacle};
use qisai::tournament::swiss::{Played, SideRule};
use qisai::tournament::{Outcome, Side, StartNumber};

pub fn config() -> Config {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/bot.toml"));
    Config::parse("bot.toml", &text.expect("bot.toml"))
        .expect("it is sound")
        .config
}

pub fn player(no: u32, name: &str, team: Option<&str>) -> PlayerTag {
    PlayerTag {
        no: StartNumber(no),
        name: name.to_owned(),
        team: team.map(str::to_owned),
    }
}

pub fn at(text: &str) -> DateTime<Utc> {
    text.parse().expect("an instant")
}

pub fn game() -> GameTag {
    GameTag {
        game: 77,
        version: 3,
        number: 3,
        table: 5,
        red: player(12, "<b>粗体</b>", Some("武汉")),
        black: player(7, "𠮷田一郎", None),
        part: None,
        round_name: None,
    }
}

/// On another day than it is said.
pub fn venue() -> Venue {
    Venue {
        place: Some("星空大楼<六楼>".to_owned()),
        is_another_day: true,
    }
}

fn tables(count: u32) -> Tables {
    let rows = (1..=count).map(|table| Table {
        table,
        red: player(
            table * 2 - 1,
            "a_b & 欧阳<i>娜娜",
            Some("武汉市汉阳区棋类协会"),
        ),
        black: player(table * 2, "𠮷田一郎二郎三郎四郎五郎", None),
        outcome: (table % 3 == 0).then_some(Outcome::BlackForfeit),
    });
    Tables {
        number: 3,
        of: 7,
        starts: Some(at("2023-10-05T03:00:00Z")),
        venue: Venue::default(),
        rows: rows.collect(),
        byes: vec![player(401, "轮空者", None)],
        absent: Vec::new(),
    }
}

fn standings(count: u32) -> Standings {
    let rows = (1..=count).map(|rank| Row {
        rank,
        shared: rank == 2,
        lot: (rank == 4).then_some(1),
        awaits_lot: false,
        goes_on: rank < 3,
        moved_up: rank == 2,
        player: player(rank, "a_b & 欧阳<i>娜娜", Some("武汉市汉阳区棋类协会")),
        out: rank == 3 || rank == 5,
        placeless: false,
        removed: rank == 5,
        open: 0,
        values: ["14", "57", "6"].map(str::to_owned).to_vec(),
    });
    Standings {
        section: None,
        after: 7,
        of: 7,
        open: 0,
        keys: vec![RankKey::Points, RankKey::Opponents, RankKey::Wins],
        rows: rows.collect(),
        advance: Some(16),
        is_final: true,
    }
}

/// One of each kind.
fn notices() -> Vec<Notice> {
    let red = || player(12, "<b>粗体</b>", Some("武汉"));
    let black = || player(7, "𠮷田一郎", None);
    let until = Some(at("2023-10-05T04:05:00Z"));
    vec![
        Draw::Committed {
            commitment: "c0ffee".to_owned(),
        }
        .into(),
        Draw::Drawn {
            commitment: "c0ffee".to_owned(),
            secret: "5ec2e7".to_owned(),
            salt: "楚河<汉界>".to_owned(),
            rows: vec![Drawn {
                no: StartNumber(1),
                id: 17,
                name: "a_b".to_owned(),
            }],
        }
        .into(),
        Lot::Committed {
            purpose: Purpose::Sides {
                games: "knockout/1/3".to_owned(),
            },
            commitment: "c0ffee".to_owned(),
            entries: vec!["a_b".to_owned(), "<b>粗体</b>".to_owned()],
        }
        .into(),
        Lot::Drawn {
            purpose: Purpose::Ranking {
                stage: "points".to_owned(),
                nth: 1,
            },
            commitment: "c0ffee".to_owned(),
            secret: "5ec2e7".to_owned(),
            salt: "楚河<汉界>".to_owned(),
            rows: vec![Drawn {
                no: StartNumber(1),
                id: 17,
                name: "a_b".to_owned(),
            }],
        }
        .into(),
        Lot::PlacesLevel {
            players: vec![red(), black()],
        }
        .into(),
        RankingRule::Preview {
            old: vec![RankKey::Points, RankKey::Opponents],
            new: vec![RankKey::Points, RankKey::Wins],
            from_file: true,
            after: 3,
            moves: vec![Move {
                player: red(),
                section: None,
                before: 3,
                after: 2,
                figures: Vec::new(),
            }],
            stay: 5,
            teams: Vec::new(),
            changes: Vec::new(),
            prizes: false,
            version: 1,
            shown: 7,
        }
        .into(),
        Draw::Rated {
            rows: vec![Drawn {
                no: StartNumber(1),
                id: 17,
                name: "a_b".to_owned(),
            }],
            ratings: vec![Some(1850)],
        }
        .into(),
        Rating::List {
            rows: vec![Rated {
                registration: 17,
                no: None,
                name: "<b>粗体</b>".to_owned(),
                rating: None,
            }],
        }
        .into(),
        Notice::Refused(Refusal::Rating(RatingRefusal::Several {
            name: "a_b".to_owned(),
            ids: vec![3, 17],
        })),
        Verify::How.into(),
        Verify::Right(Verified {
            numbers: 4,
            of: 5,
            commitment: "c0ffee".to_owned(),
            purpose: Some(Purpose::StartNumbers),
            red: None,
            word: None,
        })
        .into(),
        Verify::Right(Verified {
            numbers: 2,
            of: 2,
            commitment: "c0ffee".to_owned(),
            purpose: Some(Purpose::Sides {
                games: "knockout/1/3/3/1".to_owned(),
            }),
            red: Some("<b>严</b>".to_owned()),
            word: Some("天气晴 <b>".to_owned()),
        })
        .into(),
        Verify::OtherSecret.into(),
        Verify::OtherSalt.into(),
        Verify::OtherHeadline.into(),
        Verify::OtherName {
            no: 1,
            id: 25,
            written: "<b>严</b>".to_owned(),
            registered: "𠮷田".to_owned(),
        }
        .into(),
        Verify::Broken {
            fault: PublishedFault::Number(2),
        }
        .into(),
        several_lots().into(),
        Checkin::Call {
            registration: 17,
            player: red(),
            again: true,
            venue: venue(),
        }
        .into(),
        Checkin::Preview {
            here: 30,
            missing: vec![red(), black()],
            digest: 7,
            earliest: Some(at("2023-10-05T00:20:00Z")),
            planned: Some(at("2023-10-05T00:30:00Z")),
            teams: vec![("巴<南>".to_owned(), 16), ("温江".to_owned(), 14)],
        }
        .into(),
        Round::Proposed {
            round: 9,
            tables: tables(1),
            warnings: vec![
                Warning::ThirdRunning {
                    player: red(),
                    side: Side::Red,
                    rounds: vec![1, 2],
                },
                Warning::AnotherBye {
                    player: black(),
                    had: 1,
                    rounds: vec![1],
                },
            ],
            by_hand: vec![1],
            bye_by_hand: false,
            approved: false,
            ahead: Some(Ahead {
                stuck: vec![vec![red()], vec![black()]],
                alternative: Alternative::Better,
            }),
            bye_can_be_spared: true,
            undecided: vec![
                Block::EarlyDraws {
                    tables: vec![(2, 5), (2, 7)],
                    matches: Vec::new(),
                },
                Block::Appeals { count: 1 },
                Block::Upheld {
                    appeals: vec![Upheld {
                        appeal: 2,
                        deposit: 500,
                        strike: true,
                    }],
                },
            ],
        }
        .into(),
        Hand::Preview {
            round: 9,
            number: 3,
            change: Change::Swap(12, 7),
            boards: vec![Placing {
                table: 5,
                red: red(),
                black: black(),
                by_hand: true,
            }],
            bye: None,
            warnings: vec![Warning::Rematch {
                red: red(),
                black: black(),
                round: 1,
                swapped: false,
            }],
            broken: 1,
        }
        .into(),
        Hand::Asked {
            order: Order::Forbid(12, 7),
            players: vec![red(), black()],
            met: Some(1),
            points: 0,
            waiting: Some(3),
        }
        .into(),
        Hand::Leave {
            player: red(),
            number: 3,
            points: Some(1),
        }
        .into(),
        ExplainedDutch {
            number: 3,
            proposed: false,
            tables: vec![DutchTable {
                table: 5,
                red: red(),
                black: black(),
                red_score: 4,
                black_score: 3,
                by_hand: false,
                red_wish: Some(Wish {
                    side: Side::Red,
                    strength: WishStrength::Absolute,
                }),
                black_wish: None,
                barred: vec![
                    (red(), player(1, "一号", None), Bar::Met(2)),
                    (red(), player(2, "二号", None), Bar::MustHave(Side::Red)),
                ],
            }],
            bye: Some(DutchBye {
                who: black(),
                by_hand: false,
                score: 1,
                unplayed: 0,
                instead: vec![(player(1, "一号", None), NoBye::Had)],
            }),
        }
        .into(),
        Explained {
            number: 3,
            proposed: true,
            exact: true,
            tables: vec![ExplainedTable {
                table: 5,
                red: red(),
                black: black(),
                red_score: 4,
                black_score: 3,
                by_hand: false,
                float: Some(Down {
                    who: red(),
                    from: 4,
                    to: 3,
                    why: FloatReason::OddGroup {
                        size: 7,
                        up: 0,
                        bye: 0,
                    },
                }),
                side: SideRule::Alternate {
                    red: Some(Played {
                        round: 2,
                        side: Side::Black,
                    }),
                    black: None,
                },
                instead: vec![Instead {
                    who: red(),
                    opponent: Some(player(1, "一号", None)),
                    obstacle: Obstacle::Costlier(Difference {
                        criterion: Criterion::Floaters { score: 4 },
                        one: 1,
                        other: 3,
                    }),
                }],
            }],
            bye: None,
        }
        .into(),
        Round::TakenBack { number: 3 }.into(),
        Round::Published { tables: tables(2) }.into(),
        Round::Seat {
            number: 3,
            table: 5,
            side: Side::Black,
            player: black(),
            opponent: red(),
            starts: Some(at("2023-10-05T01:00:00Z")),
            venue: venue(),
            game: 77,
            part: None,
        }
        .into(),
        Round::Progress {
            number: 3,
            tables: 50,
            open: vec![5, 12],
            waiting: vec![8],
        }
        .into(),
        Round::Open {
            number: 3,
            name: None,
            games: vec![OpenTable {
                game: 17,
                table: 5,
                part: None,
                red: red(),
                black: black(),
                state: OpenState::Reported(Outcome::RedWin),
            }],
            before_pairing: false,
            choosing: Vec::new(),
            word: None,
        }
        .into(),
        Round::Open {
            number: 1,
            name: Some("淘汰赛".to_owned()),
            games: vec![OpenTable {
                game: 17,
                table: 5,
                part: Some(("淘汰赛第1轮".to_owned(), 2)),
                red: red(),
                black: black(),
                state: OpenState::Silent,
            }],
            before_pairing: false,
            choosing: Vec::new(),
            word: None,
        }
        .into(),
        Round::Reminder {
            number: 1,
            table: 5,
            part: Some(("淘汰赛第1轮".to_owned(), 2)),
            opponent: black(),
        }
        .into(),
        Report::AbsenceAsked {
            early: Some(TooEarly { from: None }),
            game: game(),
            before: None,
            forfeit: Outcome::RedForfeit,
            removed: Vec::new(),
            reinstated: Vec::new(),
        }
        .into(),
        Report::Ruled {
            game: game(),
            before: Some(Outcome::RedWin),
            outcome: Some(Outcome::RedWin),
        }
        .into(),
        Report::AbsenceAsked {
            early: Some(TooEarly {
                from: Some(at("2023-10-05T01:10:00Z")),
            }),
            game: game(),
            before: Some(Outcome::RedWin),
            forfeit: Outcome::BlackForfeit,
            removed: vec![player(7, "𠮷田一郎", None)],
            reinstated: vec![player(12, "<b>粗体</b>", Some("武汉"))],
        }
        .into(),
        refused(PlayRefusal::OwnTable {
            game: game(),
            who: vec!["裁<判>甲".to_owned(), "裁判乙".to_owned()],
        }),
        refused(PlayRefusal::OwnTable {
            game: game(),
            who: Vec::new(),
        }),
        Report::Received {
            alone: true,
            game: game(),
            outcome: Outcome::Draw,
            until: None,
            held: None,
        }
        .into(),
        Report::Received {
            alone: false,
            game: game(),
            outcome: Outcome::RedWin,
            until: None,
            held: Some(Held::Absent),
        }
        .into(),
        Report::Received {
            alone: false,
            game: game(),
            outcome: Outcome::RedWin,
            until: None,
            held: until.map(|starts| Held::BeforeStart { starts }),
        }
        .into(),
        qisai::desk::notice::Withdraw::OpponentLeft {
            number: 3,
            table: 5,
            player: player(7, "𠮷田一郎", None),
        }
        .into(),
        Report::Received {
            alone: false,
            game: game(),
            outcome: Outcome::RedWin,
            until,
            held: None,
        }
        .into(),
        Report::Prompt {
            game: game(),
            outcome: Outcome::RedWin,
            by: Side::Red,
            until,
        }
        .into(),
        Report::Settled {
            game: game(),
            outcome: Outcome::RedWin,
            why: Why::Unopposed,
        }
        .into(),
        Report::DisputeToRule {
            game: game(),
            said: vec![
                (Side::Red, Outcome::RedWin),
                (Side::Black, Outcome::BlackWin),
            ],
        }
        .into(),
        EarlyDraw::Flagged(Box::new(FlaggedGame {
            game: game(),
            minutes: Some(4),
            unannounced: false,
            said: Vec::new(),
            won: None,
        }))
        .into(),
        standings(3).into(),
        refused(PlayRefusal::CommitFirst),
        refused(PlayRefusal::TablesOpen {
            number: 3,
            tables: vec![5, 12],
        }),
        refused(PlayRefusal::AlreadyFinal {
            game: game(),
            outcome: Outcome::Draw,
        }),
        refused(PlayRefusal::ResultWords {
            typed: "<b>?".to_owned(),
        }),
        Round::TooFew {
            number: 3,
            active: 1,
        }
        .into(),
        Round::Stuck {
            left_out: 9,
            number: 3,
            stuck: vec![vec![red()], vec![black()]],
            ways: vec![
                (
                    Way::Allow(vec![Allowance::Rematch(7, 12)]),
                    vec![black(), red()],
                ),
                (
                    Way::Allow(vec![Allowance::Lift(7, 12), Allowance::Bye(7)]),
                    vec![black(), red(), black()],
                ),
                (Way::End, Vec::new()),
            ],
        }
        .into(),
    ]
}

/// What is said of places: the waiting list, fees, codes, the roster, check-in by the timetable.
/// As they come from one text: a lot of the event, a foreign one, a wrong one, and what is none.
fn several_lots() -> Verify {
    let right = |purpose, red| {
        Verify::Right(Verified {
            numbers: 2,
            of: 2,
            commitment: "c0ffee".repeat(10) + "c0de",
            purpose,
            red,
            word: None,
        })
    };
    let games = "knockout/1/3/3/1".to_owned();
    let faults = [
        PublishedFault::Missing(Label::Salt),
        PublishedFault::Digits {
            label: Label::Commitment,
            line: 2,
            digits: 37,
        },
        PublishedFault::Contradiction {
            label: Label::Secret,
            line: 9,
        },
        PublishedFault::Line { line: 5 },
        PublishedFault::Headline { line: 1 },
        PublishedFault::Headlines { line: 2 },
        PublishedFault::NumberTwice(3),
        PublishedFault::RegistrationTwice(25),
        PublishedFault::Surplus { of: 2, found: 3 },
        PublishedFault::NoNumbers,
    ];
    let broken = faults.map(|fault| Verify::Broken { fault });
    let read = [
        right(Some(Purpose::Sides { games }), Some("<b>严</b>".to_owned())),
        right(None, None),
        Verify::OtherOrder,
    ];
    let lot = |commitment: Option<&str>| {
        let commitment = commitment.map(str::to_owned);
        move |verdict| OneLot {
            commitment: commitment.clone(),
            verdict,
        }
    };
    let read = read.into_iter().map(lot(Some("c0ffeec0ffee")));
    Verify::Several {
        lots: read.chain(broken.into_iter().map(lot(None))).collect(),
        left: 4,
    }
}

fn place_notices() -> Vec<Notice> {
    let until = at("2023-10-05T00:30:00Z");
    let offer = |again| OfferedPlace {
        registration: 17,
        version: 3,
        name: "a_b <i>𠮷田</i>".to_owned(),
        until,
        again,
    };
    let row = |standing| FeeRow {
        registration: 17,
        name: "a_b <i>𠮷田</i>".to_owned(),
        state: State::Accepted,
        standing,
    };
    let group = |pool: &str, name: &str| Group {
        section: None,
        pool: Some(pool.to_owned()),
        players: vec![Entry {
            name: name.to_owned(),
            team: Some("武汉".to_owned()),
        }],
    };
    vec![
        WaitingList::Offered(offer(false)).into(),
        WaitingList::Offered(offer(true)).into(),
        WaitingList::Ask {
            offer: offer(false),
            has_account: false,
        }
        .into(),
        WaitingList::Lapsed {
            name: "甲".to_owned(),
            position: Some(3),
        }
        .into(),
        WaitingList::List {
            offers: 1,
            waits: 1,
            rows: vec![
                Queue {
                    name: "a_b <i>𠮷田</i>".to_owned(),
                    pool: "open".to_owned(),
                    position: 0,
                    offer: Some(offer(false)),
                },
                Queue {
                    name: "乙".to_owned(),
                    pool: "open".to_owned(),
                    position: 1,
                    offer: None,
                },
            ],
            page: 1,
            pages: 3,
            ended: false,
        }
        .into(),
        Fee::List(FeeList {
            filter: FeeFilter::Owed,
            counts: FeeFilter::ALL.map(|filter| (filter, 2)).to_vec(),
            received: 200,
            rows: vec![
                row(FeeStanding::Owed { receipts: 0 }),
                row(FeeStanding::Owed { receipts: 2 }),
            ],
            page: 0,
            pages: 2,
            sought: None,
        })
        .into(),
        Fee::Told {
            name: "甲".to_owned(),
            standing: FeeStanding::Waived {
                reason: "特邀<嘉宾>".to_owned(),
            },
        }
        .into(),
        Invite::List {
            unused: 1,
            used: 1,
            rows: vec![
                Code {
                    code: "ABCDEFGH".to_owned(),
                    pool: "recommended".to_owned(),
                    used_by: None,
                    revoked: false,
                },
                Code {
                    code: "HGFEDCBA".to_owned(),
                    pool: "recommended".to_owned(),
                    used_by: Some("甲".to_owned()),
                    revoked: false,
                },
            ],
            page: 0,
            pages: 1,
        }
        .into(),
        Roster::List {
            groups: vec![group("公开报名", "甲")],
            waiting: vec![group("公开报名", "乙")],
            left: Vec::new(),
            again: false,
        }
        .into(),
        Register::Opened { closes: until }.into(),
        Register::Unfinished { closes: until }.into(),
        Checkin::Calling {
            missing: vec![player(12, "<b>粗体</b>", None)],
            ends: until,
        }
        .into(),
        Checkin::TimeUp {
            here: 30,
            missing: 1,
        }
        .into(),
        Checkin::Missing {
            rows: vec![Absentee {
                registration: 17,
                player: player(12, "<b>粗体</b>", None),
                has_account: false,
                owes_fee: true,
            }],
            total: 21,
            page: 0,
            pages: 2,
            closed: false,
        }
        .into(),
        refused(PlayRefusal::CheckinTooBrief { earliest: until }),
        refused(PlayRefusal::OffersOpen { count: 2, until }),
    ]
}

fn refused(refusal: PlayRefusal) -> Notice {
    Notice::Refused(Refusal::from(refusal))
}

/// The text with its buttons below.
pub fn written(notice: &Notice, config: &Config) -> String {
    let mut out = String::new();
    for message in texts::phrase(notice, config) {
        writeln!(out, "{}", message.html).expect("a string");
        for row in &message.keyboard {
            for button in row {
                let label = match button {
                    Button::Tap { label, .. } | Button::Link { label, .. } => label,
                };
                write!(out, "[{label}]").expect("a string");
            }
            out.push('\n');
        }
        out.push_str("--\n");
    }
    out
}

#[test]
fn the_texts_of_a_round() {
    let config = config();
    let all: String = notices()
        .iter()
        .map(|notice| written(notice, &config))
        .collect();
    insta::assert_snapshot!(all);
}

#[test]
fn the_texts_of_places() {
    let config = config();
    let all: String = place_notices()
        .iter()
        .map(|notice| written(notice, &config))
        .collect();
    insta::assert_snapshot!(all);
}

#[test]
fn no_text_breaks_telegrams_limits() {
    let config = config();
    let mut long = notices();
    long.extend(place_notices());
    long.extend(crate::discipline_texts::long_notices());
    long.extend(crate::clock_texts::long_notices());
    long.extend(crate::knockout::texts::long_notices());
    long.push(
        Round::Published {
            tables: tables(300),
        }
        .into(),
    );
    long.push(standings(600).into());
    let drawn = (1..=600).map(|no| Drawn {
        no: StartNumber(no),
        id: i64::from(no),
        name: "欧阳<i>娜娜&".to_owned(),
    });
    long.push(
        Draw::Drawn {
            commitment: "0".repeat(64),
            secret: "0".repeat(64),
            salt: "<盐>".repeat(16),
            rows: drawn.collect(),
        }
        .into(),
    );
    let missing: Vec<PlayerTag> = (1..=600)
        .map(|no| player(no, "欧阳<i>娜娜&", None))
        .collect();
    long.push(
        Checkin::Preview {
            here: 0,
            missing: missing.clone(),
            digest: u32::MAX,
            earliest: None,
            planned: None,
            teams: Vec::new(),
        }
        .into(),
    );
    long.push(
        Checkin::Closed {
            here: 0,
            removed: missing,
        }
        .into(),
    );
    let many = |from: u32, count: u32| -> Vec<PlayerTag> {
        (from..from + count)
            .map(|no| {
                player(
                    no,
                    "a_b & 欧阳<i>娜娜娜娜娜娜",
                    Some("武汉市汉阳区棋类协会"),
                )
            })
            .collect()
    };
    let placings: Vec<Placing> = many(1, 100)
        .chunks(2)
        .zip(51..)
        .map(|(two, table)| Placing {
            table,
            red: two[0].clone(),
            black: two[1].clone(),
            by_hand: true,
        })
        .collect();
    let warnings: Vec<Warning> = many(101, 100)
        .chunks(2)
        .map(|two| Warning::Rematch {
            red: two[0].clone(),
            black: two[1].clone(),
            round: 12,
            swapped: true,
        })
        .collect();
    long.push(
        Hand::Preview {
            round: i64::MAX,
            number: 12,
            change: Change::Fix(199, 200),
            boards: placings.clone(),
            bye: Some(player(201, "轮空者", None)),
            warnings: warnings.clone(),
            broken: 50,
        }
        .into(),
    );
    long.push(
        Hand::Changed {
            round: i64::MAX,
            number: 12,
            boards: placings.clone(),
            bye: None,
            warnings: warnings.clone(),
            by_hand: (1..=100).collect(),
        }
        .into(),
    );
    long.push(
        Hand::Boards {
            round: i64::MAX,
            number: 12,
            page: 1,
            pages: 5,
            pick: Pick::Swap(200),
            rows: placings[..20].to_vec(),
            bye: Some(player(201, "轮空者", None)),
        }
        .into(),
    );
    let pairs = |count: u32| {
        many(101, 2 * count)
            .chunks(2)
            .map(|two| (two[0].clone(), two[1].clone()))
            .collect()
    };
    long.push(
        Hand::Orders {
            number: Some(12),
            forbidden: pairs(60),
            absent: many(1, 60).into_iter().map(|who| (who, 2)).collect(),
            own_tables: many(1, 60).into_iter().map(|who| (who, 100)).collect(),
        }
        .into(),
    );
    let allowed = |first: u32| {
        (0..5)
            .map(|no| Allowance::Rematch(first + no, 190 + no))
            .collect()
    };
    long.push(
        Round::Stuck {
            left_out: 99,
            number: 12,
            stuck: (0..30).map(|no| many(101 + no, 31)).collect(),
            ways: (0..12)
                .map(|first| (Way::Allow(allowed(100 + first)), many(100 + first, 5)))
                .chain([(Way::End, Vec::new())])
                .collect(),
        }
        .into(),
    );
    let instead = |no: u32| Instead {
        who: player(no, "欧阳<i>娜娜&", Some("武汉市汉阳区棋类协会")),
        opponent: Some(player(no + 1, "欧阳<i>娜娜&", None)),
        obstacle: Obstacle::Met { round: 3 },
    };
    let explained = (1..=100).map(|table| ExplainedTable {
        table,
        red: player(2 * table, "a_b & 欧阳<i>娜娜", Some("武汉市汉阳区棋类协会")),
        black: player(2 * table + 1, "a_b & 欧阳<i>娜娜", None),
        red_score: 4,
        black_score: 3,
        by_hand: table % 9 == 0,
        float: Some(Down {
            who: player(2 * table, "a_b & 欧阳<i>娜娜", None),
            from: 4,
            to: 3,
            why: FloatReason::OddGroup {
                size: 7,
                up: 1,
                bye: 1,
            },
        }),
        side: SideRule::MoreBlack { red: 3, black: 2 },
        instead: (0..6).map(instead).collect(),
    });
    long.push(
        Explained {
            number: 12,
            proposed: true,
            exact: false,
            tables: explained.collect(),
            bye: None,
        }
        .into(),
    );
    let open = (1..=300).collect::<Vec<u32>>();
    let waiting = open.clone();
    long.push(
        Round::Progress {
            number: 3,
            tables: 600,
            open,
            waiting,
        }
        .into(),
    );
    for notice in &long {
        for message in texts::phrase(notice, &config) {
            let length = message.html.as_str().encode_utf16().count();
            assert!((1..=4096).contains(&length), "{length}: {}", message.html);
            for button in message.keyboard.iter().flatten() {
                if let Button::Tap { label, tap, .. } = button {
                    assert!(!label.is_empty());
                    assert!((1..=64).contains(&tap.to_string().len()), "{tap}");
                }
            }
        }
    }
}

#[test]
fn a_table_breaks_between_rows_and_repeats_its_head() {
    let config = config();
    let messages = texts::phrase(
        &Round::Published {
            tables: tables(300),
        }
        .into(),
        &config,
    );
    assert!(messages.len() > 1);
    let mut rows = 0;
    for message in &messages {
        let text = message.html.as_str();
        assert!(text.starts_with("<b>第3轮对阵</b>"), "{text}");
        rows += text
            .lines()
            .filter(|line| line.contains(" — ") && !line.contains("红方"))
            .count();
    }
    assert_eq!(rows, 300);
}

/// Review, papers, lists and the purge: one of each kind.
fn notices_of_the_office() -> Vec<Notice> {
    use qisai::desk::notice::{Backup, Decision, Export, Found, Gone, Paper, Purge, Review};
    use qisai::desk::paper::PaperRefusal;
    use qisai::desk::purge::PurgeRefusal;
    use qisai::desk::review::ReviewRefusal;
    use qisai::store::registration::State;
    use qisai::tournament::eligibility::Clause;

    let name = || "<b>粗体</b>".to_owned();
    let decided = Some(at("2023-09-21T04:05:00Z"));
    let clause = Clause {
        key: "household".to_owned(),
        clause: "第六条（三）1".to_owned(),
        text: "拥有武汉市户籍。".to_owned(),
    };
    let count = Gone {
        people: 200,
        papers: 310,
        drafts: 3,
        messages: 4100,
        accounts: 205,
    };
    let reason = |asks| Review::Reason {
        registration: 17,
        version: 3,
        name: name(),
        asks,
        clauses: vec![clause.clone()],
    };
    let told = |decision| Review::Told {
        registration: 17,
        name: name(),
        decision,
    };
    let found = |state, asked: bool, can_reopen: bool| Found {
        registration: 17,
        version: 3,
        name: name(),
        born: "1990-05-04".parse().expect("a date"),
        state,
        asked,
        by: can_reopen.then(|| "王裁判".to_owned()),
        at: decided.filter(|_| can_reopen),
        reason: asked.then(|| "材料不全，请补齐".to_owned()),
        can_reopen,
    };
    let refused = |refusal: Refusal| Notice::Refused(refusal);
    vec![
        reason(true).into(),
        reason(false).into(),
        told(Decision::Accepted).into(),
        told(Decision::Asked {
            reason: "照片不清楚，请重拍".to_owned(),
        })
        .into(),
        told(Decision::Refused {
            reason: "没有按要求补齐材料".to_owned(),
        })
        .into(),
        Review::Decided {
            name: name(),
            decision: Decision::Accepted,
            registration: 17,
            version: 4,
        }
        .into(),
        Review::Reopened { name: name() }.into(),
        Review::ReopenedByYou { name: name() }.into(),
        Review::Found {
            rows: vec![
                found(State::Accepted, false, true),
                found(State::Review, true, true),
                found(State::Review, false, false),
                found(State::Waiting, false, false),
            ],
        }
        .into(),
        Review::Empty {
            asked: 2,
            section: Some("女子组".to_owned()),
            elsewhere: 5,
        }
        .into(),
        refused(Refusal::Review(ReviewRefusal::AlreadyDecided {
            name: name(),
            by: Some("a_b".to_owned()),
            at: decided,
            state: State::Refused,
            asked: false,
        })),
        refused(Refusal::Review(ReviewRefusal::NoPlaceLeft {
            name: name(),
            pool: "open".to_owned(),
        })),
        refused(Refusal::Review(ReviewRefusal::CameAgain { name: name() })),
        refused(Refusal::Review(ReviewRefusal::NotDecided { name: name() })),
        refused(Refusal::Review(ReviewRefusal::NobodyFound {
            typed: name(),
        })),
        refused(Refusal::Review(ReviewRefusal::Purged { name: name() })),
        Paper::NotKept {
            name: name(),
            why: "文件太大".to_owned(),
        }
        .into(),
        Paper::Trouble {
            why: "paper papers: No space left on device".to_owned(),
        }
        .into(),
        Paper::KeptAgain { waiting: 3 }.into(),
        refused(Refusal::Paper(PaperRefusal::TooBig {
            size: 21 * 1024 * 1024,
            most: 20 * 1024 * 1024,
        })),
        refused(Refusal::Paper(PaperRefusal::Type {
            ending: "exe".to_owned(),
        })),
        Export::ReportFile {
            competition: "公开组".to_owned(),
            rounds: 3,
            inexact: true,
            trf: "012 公开组\n".to_owned(),
            section: "rounds = 7\n".to_owned(),
        }
        .into(),
        Export::Formats {
            typed: "<b>pfd".to_owned(),
        }
        .into(),
        Export::Offer.into(),
        Export::Ask.into(),
        Export::Sent.into(),
        Purge::Preview {
            count,
            type_this: "武汉棋王赛".to_owned(),
        }
        .into(),
        Purge::Done { count }.into(),
        Purge::Nothing.into(),
        Purge::Scrubbed.into(),
        Backup::OnTheWay.into(),
        Backup::Made {
            name: "a_b.db.backup-20230923-010203".to_owned(),
            bytes: 5_300_000,
        }
        .into(),
        Backup::Failed {
            name: "a_b.db.backup-20230923-010203".to_owned(),
        }
        .into(),
        refused(Refusal::Purge(PurgeRefusal::TooEarly {
            ends: at("2023-10-07T08:30:00Z"),
        })),
        refused(Refusal::Purge(PurgeRefusal::NoEnd)),
        refused(Refusal::Purge(PurgeRefusal::Confirmation {
            wanted: "武汉棋王赛".to_owned(),
            typed: "<武汉>".to_owned(),
        })),
    ]
}

#[test]
fn the_texts_of_the_office() {
    let config = config();
    let all: String = notices_of_the_office()
        .iter()
        .map(|notice| written(notice, &config))
        .collect();
    insta::assert_snapshot!(all);
}
