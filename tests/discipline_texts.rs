//! What the bot says of penalties, early draws, game records and appeals, as people read it.

use qisai::config::PenaltyKind;
use qisai::desk::Notice;
use qisai::desk::appeal::About;
use qisai::desk::notice::{
    Appeal, AppealAbout, AppealChoice, AppealLine, AppealReader, AppealStep, Change, DrawDecision,
    DrawSaid, EarlyDraw, Exit, FlaggedGame, Leaving, Lost, LostMatch, MatchPlace, Penalty,
    PenaltyCard, PenaltyLine, PlaceChange, PrizeRow, PrizesOf, Record, RecordPage, RecordRow,
    Remedy, Removal, Rest, Restored, TeamChange, Winner, Withdraw,
};
use qisai::store::appeal::Verdict;
use qisai::store::game_record::{Kind, State};
use qisai::tournament::Outcome;
use qisai::tournament::penalty::Fate;

use crate::texts::{at, config, game, player, written};

fn line(kind: PenaltyKind, reason: &str) -> PenaltyLine {
    let is_removal = kind == PenaltyKind::Removal;
    PenaltyLine {
        penalty: 7,
        player: player(12, "<b>粗体</b>", Some("武汉")),
        kind,
        place: Some((3, 5)),
        part: None,
        clause: "五、3".to_owned(),
        rule: "不得携带电子设备进入赛场。".to_owned(),
        reason: reason.to_owned(),
        fate: is_removal.then_some(Fate::Annul),
        ban: is_removal.then(|| "禁赛一年".to_owned()),
        by: "裁判<甲>".to_owned(),
        at: at("2023-10-05T04:05:00Z"),
        struck_by: None,
    }
}

fn appeal(verdict: Option<Verdict>) -> AppealLine {
    AppealLine {
        appeal: 3,
        version: 2,
        player: player(7, "a_b", None),
        about: AppealAbout::Game {
            round: 3,
            table: 5,
            part: None,
        },
        text: "对方摸子<未走>".to_owned(),
        deposit: 500,
        filed_at: at("2023-10-05T04:05:00Z"),
        paid: verdict.is_some(),
        verdict: verdict.map(|verdict| (verdict, "照相为证。".to_owned())),
        decided_by: verdict.map(|_| "裁判<甲>".to_owned()),
        returned: false,
        withdrawn: false,
        remedy: (verdict == Some(Verdict::Upheld)).then_some(Remedy::Rule {
            round: 3,
            table: 5,
            part: None,
        }),
    }
}

fn record(state: State, pages: u32) -> RecordRow {
    RecordRow {
        game: game(),
        outcome: Some(Outcome::RedWin),
        player: Some(player(12, "<b>粗体</b>", Some("武汉"))),
        state,
        pages,
    }
}

/// What a leaving changes, in so many places.
fn exit(places: u32) -> Exit {
    let place = |number, name: &str, table| MatchPlace {
        number,
        name: name.to_owned(),
        table,
    };
    let prize = |rank| PrizeRow {
        rank,
        special: None,
        sharing: 1,
        who: Winner::Player(player(7, "a_b", None)),
        fen: 100_000,
        awards: vec!["荣誉<证书>".to_owned()],
        out: false,
    };
    Exit {
        lost: Some(LostMatch {
            place: place(3, "半决赛", 1),
            game: Some(2),
            winner: Some(player(7, "a_b", None)),
            next: Some(place(4, "棋王决赛", 1)),
        }),
        reserve: None,
        places: (1..=places)
            .map(|was| PlaceChange {
                player: player(9, "王五", Some("武汉")),
                was: Some(was + 1),
                is: (was % 2 == 1).then_some(was),
            })
            .collect(),
        prizes: (1..=places)
            .map(|rank| (PrizesOf::Everyone, prize(rank)))
            .collect(),
    }
}

/// Lists as long as they can be.
pub fn long_notices() -> Vec<Notice> {
    let long = line(PenaltyKind::Foul, &"长".repeat(600));
    all(long, 8, 200, 15, 150)
}

/// One of each kind.
fn notices() -> Vec<Notice> {
    all(line(PenaltyKind::Foul, "手机又响"), 2, 2, 2, 2)
}

fn all(
    other: PenaltyLine,
    penalties: usize,
    missing: usize,
    records: usize,
    moves: usize,
) -> Vec<Notice> {
    let foul = || line(PenaltyKind::Foul, "手机响");
    let change = Change {
        player: player(7, "a_b", None),
        points: (6, 4),
        rank: (2, 5),
    };
    vec![
        Penalty::Card(Box::new(PenaltyCard {
            token: i64::MAX,
            kind: PenaltyKind::Foul,
            player: player(12, "<b>粗体</b>", Some("武汉")),
            reason: Some("手机响".to_owned()),
            place: Some((3, 5)),
            part: None,
            in_game: true,
            loses: true,
            ban: None,
            earlier: vec![other.clone(); penalties],
        }))
        .into(),
        Penalty::Removal(Box::new(Removal {
            token: i64::MAX,
            player: player(12, "<b>粗体</b>", Some("武汉")),
            clause: "规程十".to_owned(),
            reason: "代打".to_owned(),
            open_table: Some(5),
            options: vec![
                (Fate::Keep, Vec::new()),
                (Fate::Annul, vec![change.clone(), change.clone()]),
                (Fate::Forfeit, vec![change.clone()]),
            ],
            rest: vec![
                Rest::default(),
                Rest {
                    others: 30,
                    teams: Vec::new(),
                },
                Rest {
                    others: 0,
                    teams: vec![
                        TeamChange {
                            team: "武<b>汉".to_owned(),
                            points: (20, 16),
                            rank: (Some(1), Some(2)),
                        };
                        14
                    ],
                },
            ],
            exit: None,
            ban: Some("禁赛一年".to_owned()),
        }))
        .into(),
        Penalty::Removal(Box::new(Removal {
            token: i64::MAX,
            player: player(12, "<b>粗体</b>", Some("武汉")),
            clause: "规程十".to_owned(),
            reason: "代打".to_owned(),
            open_table: None,
            options: vec![(Fate::Keep, Vec::new())],
            rest: vec![Rest::default()],
            exit: Some(exit(40)),
            ban: None,
        }))
        .into(),
        Penalty::Given {
            penalty: foul(),
            lost: Some(Lost::Now),
            ranks_anew: true,
        }
        .into(),
        Penalty::Told {
            penalty: line(PenaltyKind::Removal, "代打"),
            lost: None,
        }
        .into(),
        Penalty::RemovalStruck {
            penalty: line(PenaltyKind::Removal, "代打"),
            plays_on: true,
        }
        .into(),
        Penalty::Removed {
            penalty: line(PenaltyKind::Removal, "代打"),
            exit: None,
        }
        .into(),
        Penalty::Removed {
            penalty: line(PenaltyKind::Removal, "代打"),
            exit: Some(Box::new(exit(1))),
        }
        .into(),
        Withdraw::Confirm {
            player: Leaving {
                registration: 7,
                version: 1,
                name: "a_b".to_owned(),
                start_no: Some(7),
                competition: None,
            },
            in_play: true,
            open_table: None,
            exit: Some(Box::new(exit(1))),
        }
        .into(),
        Penalty::Recounted {
            removed: player(12, "<b>粗体</b>", None),
            change,
        }
        .into(),
        Penalty::List {
            count: 8,
            penalties: vec![other; penalties],
            page: 1,
            pages: 3,
        }
        .into(),
        Penalty::Struck {
            penalty: foul(),
            restored: Some(Restored::Earlier),
        }
        .into(),
        Penalty::NotUsual {
            token: 7,
            rule: 0,
            player: player(12, "<b>粗体</b>", None),
            clause: "五、3".to_owned(),
            text: "不得携带电子设备".to_owned(),
            usual: PenaltyKind::Foul,
            chosen: PenaltyKind::Warning,
        }
        .into(),
        EarlyDraw::Flagged(Box::new(FlaggedGame {
            game: game(),
            minutes: None,
            unannounced: false,
            said: vec![(player(7, "𠮷田一郎", None), DrawSaid::TooFew)],
            won: None,
        }))
        .into(),
        EarlyDraw::Flagged(Box::new(FlaggedGame {
            game: game(),
            minutes: None,
            unannounced: false,
            said: vec![
                (player(7, "𠮷田一郎", None), DrawSaid::TooFew),
                (player(12, "<b>粗体</b>", None), DrawSaid::Enough),
            ],
            won: None,
        }))
        .into(),
        EarlyDraw::Flagged(Box::new(FlaggedGame {
            game: game(),
            minutes: Some(3),
            unannounced: false,
            said: Vec::new(),
            won: Some(Outcome::BlackWin),
        }))
        .into(),
        EarlyDraw::AskMoves {
            game: game(),
            moves: 20,
        }
        .into(),
        EarlyDraw::Decided {
            game: game(),
            decision: DrawDecision::Fouls,
            won: None,
            discarded: Some(4),
        }
        .into(),
        EarlyDraw::Stands {
            game: game(),
            won: Some(Outcome::BlackWin),
        }
        .into(),
        Record::Asked {
            game: game(),
            player: player(12, "<b>粗体</b>", None),
            again: true,
        }
        .into(),
        Record::Missing {
            number: 3,
            given: 2,
            rows: vec![record(State::Due, 0); missing],
            name: None,
        }
        .into(),
        Record::List {
            tables: 5,
            rows: vec![record(State::Given, 2); records],
            page: 0,
            pages: 14,
        }
        .into(),
        Record::View {
            row: record(State::Given, 1),
            pages: vec![RecordPage {
                kind: Kind::Text,
                content: "1. 炮二平五 马8进7\n".repeat(moves),
            }],
        }
        .into(),
        Appeal::Which {
            token: i64::MAX,
            choices: vec![
                AppealChoice {
                    registration: i64::MAX,
                    name: "a_b & 欧阳<i>娜娜".to_owned(),
                    about: About::Game(1_000_000),
                    what: AppealAbout::Game {
                        round: 3,
                        table: 5,
                        part: None,
                    },
                },
                AppealChoice {
                    registration: 7,
                    name: "a_b".to_owned(),
                    about: About::Other,
                    what: AppealAbout::Other,
                },
            ],
            several: true,
            deposit: 500,
        }
        .into(),
        Appeal::Card {
            appeal: appeal(None),
            reader: AppealReader::default(),
        }
        .into(),
        Appeal::Card {
            appeal: appeal(None),
            reader: AppealReader::Party,
        }
        .into(),
        Appeal::FromCommittee {
            appeal: appeal(Some(Verdict::Upheld)),
            step: AppealStep::Decided,
        }
        .into(),
        Appeal::FromCommittee {
            appeal: appeal(None),
            step: AppealStep::VerdictUndone,
        }
        .into(),
        Appeal::Told {
            appeal: appeal(None),
            step: AppealStep::VerdictUndone,
        }
        .into(),
        Appeal::Told {
            appeal: appeal(Some(Verdict::Rejected)),
            step: AppealStep::Decided,
        }
        .into(),
        Appeal::Mine {
            appeals: vec![appeal(Some(Verdict::Upheld)), appeal(None)],
        }
        .into(),
        Appeal::List {
            received: 1000,
            returned: 0,
            to_return: 500,
            kept: 500,
            appeals: vec![
                appeal(Some(Verdict::Upheld)),
                appeal(Some(Verdict::Rejected)),
            ],
            page: 0,
            pages: 1,
        }
        .into(),
    ]
}

#[test]
fn the_texts_of_discipline() {
    let config = config();
    let all: String = notices()
        .iter()
        .map(|notice| written(notice, &config))
        .collect();
    insta::assert_snapshot!(all);
}
