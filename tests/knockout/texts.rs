//! What the bot says of a knockout, as people read it; and the same of the largest, with the longest names.

use chrono::{DateTime, Utc};
use qisai::desk::correct::{Change, CorrectRefusal};
use qisai::desk::knockout::KnockoutRefusal;
use qisai::desk::notice::{
    Because, Bracket, BracketMoved, CardGame, Choice, ChoiceMoved, Commitment, Consequences,
    Correct, Corrected, Drawn, GameTag, Knockout, Later, LotFate, LotMoved, MatchPlace, MatchRound,
    MatchRow, MatchStanding, NoReplacement, Origin, PlaceTold, PlacedRow, PlayedRow, PlayerTag,
    Prize, PrizeList, PrizeRow, PrizesOf, RedBy, Rung, SignRow, SlotMoved, Timetable, TooEarly,
    Venue, Who, WhyMatch, WhySide, Winner,
};
use qisai::desk::{Notice, Refusal};
use qisai::tournament::{Outcome, Side, StartNumber};

use crate::texts::{config, written};

fn at(text: &str) -> DateTime<Utc> {
    format!("2023-10-06T{text}:00+08:00")
        .parse()
        .expect("an instant")
}

fn player(no: u32) -> PlayerTag {
    let name = match no % 3 {
        0 => "<b>粗体</b>",
        1 => "𠮷田 a_b",
        _ => "欧阳*娜娜",
    };
    PlayerTag {
        no: StartNumber(no),
        name: name.to_owned(),
        team: None,
    }
}

/// A name as long as a registration takes.
fn long(no: u32) -> PlayerTag {
    PlayerTag {
        no: StartNumber(no),
        name: "<𠮷&_".repeat(10),
        team: Some("武汉市汉阳区棋类协会&<b>".to_owned()),
    }
}

fn rung(number: u32, of: u32, time_control: &str) -> Rung {
    Rung {
        number,
        of,
        armageddon: time_control.starts_with("附加赛"),
        time_control: time_control.to_owned(),
    }
}

fn row(table: u32, name: fn(u32) -> PlayerTag, standing: MatchStanding) -> MatchRow {
    MatchRow {
        table,
        who: [Who::Player(name(table)), Who::Player(name(table + 100))],
        legs: vec![[2, 2], [1, 1]],
        standing,
    }
}

fn won(first: bool, walkover: bool) -> MatchStanding {
    MatchStanding::Won {
        first,
        walkover,
        drawn: first && !walkover,
    }
}

fn round(number: u32, rows: Vec<MatchRow>) -> MatchRound {
    MatchRound {
        number,
        name: format!("淘汰赛第{number}轮"),
        starts: Some(at("09:00")),
        venue: Venue::default(),
        rows,
    }
}

fn bracket() -> Bracket {
    let game = MatchStanding::Game {
        number: 2,
        rung: rung(2, 2, "慢棋：每方20分钟，每步加5秒"),
        red: Some(player(2)),
    };
    let choosing = MatchStanding::Choosing {
        number: 4,
        rung: rung(1, 1, "附加赛：红方6分钟，黑方4分钟，每步加3秒"),
    };
    let mut free = row(4, player, MatchStanding::Free);
    free.who[1] = Who::Nobody;
    free.legs = Vec::new();
    let first = vec![
        row(1, player, won(false, false)),
        row(2, player, game),
        row(3, player, choosing),
        free,
    ];
    let waiting = |table: u32| MatchRow {
        table,
        who: [Who::WinnerOf(table * 2 - 1), Who::WinnerOf(table * 2)],
        legs: Vec::new(),
        standing: MatchStanding::Waiting,
    };
    Bracket {
        name: "淘汰赛".to_owned(),
        rounds: vec![
            round(1, first),
            round(2, vec![waiting(1), row(2, player, won(true, true))]),
            round(3, vec![row(1, player, MatchStanding::Void)]),
        ],
        begun: 1,
        champion: None,
    }
}

/// One of 64, with everything in it that a line can hold.
fn whole() -> Bracket {
    let standing = MatchStanding::Choosing {
        number: 99,
        rung: rung(9, 9, &"慢".repeat(60)),
    };
    let rows = |count: u32| {
        let rows = (1..=count).map(|table| MatchRow {
            legs: vec![[18, 18]; 9],
            ..row(table, long, standing.clone())
        });
        rows.collect::<Vec<_>>()
    };
    Bracket {
        name: "淘汰赛".to_owned(),
        rounds: (0..6)
            .map(|number| round(number + 1, rows(32 >> number)))
            .collect(),
        begun: 1,
        champion: Some(long(1)),
    }
}

fn place() -> MatchPlace {
    MatchPlace {
        number: 1,
        name: "淘汰赛第1轮".to_owned(),
        table: 3,
    }
}

fn game(part: u32) -> GameTag {
    GameTag {
        game: 77,
        version: 3,
        number: 1,
        table: 3,
        red: player(3),
        black: player(14),
        part: Some(part),
        round_name: Some("淘汰赛第1轮".to_owned()),
    }
}

fn choice() -> Choice {
    Choice {
        place: place(),
        game: 4,
        registration: 31,
        player: player(14),
        opponent: player(3),
        rung: rung(1, 1, "附加赛：红方6分钟，黑方4分钟，每步加3秒"),
        until: Some(at("10:05")),
    }
}

fn placed(from: u32, to: u32, name: fn(u32) -> PlayerTag) -> Vec<PlacedRow> {
    let rows = (from..=to).map(|place| PlacedRow {
        place,
        shared: place == 18,
        player: name(place),
        out: place == 17,
    });
    rows.collect()
}

fn signed(count: u32, name: fn(u32) -> PlayerTag) -> Vec<SignRow> {
    let row = |row: PlayedRow| SignRow {
        table: row.table,
        game: row.game,
        rung: row.rung,
        red: (row.game != 3).then_some(row.red),
        black: (row.game != 3).then_some(row.black),
        outcome: row.outcome,
    };
    played(count, name).into_iter().map(row).collect()
}

fn played(count: u32, name: fn(u32) -> PlayerTag) -> Vec<PlayedRow> {
    let rows = (1..=count).map(|number| PlayedRow {
        round: "淘汰赛第1轮".to_owned(),
        table: number,
        game: 1,
        rung: rung(1, 2, "慢棋：每方20分钟，每步加5秒"),
        red: name(number),
        black: name(number + 100),
        outcome: (number % 2 == 0).then_some(Outcome::BlackForfeit),
    });
    rows.collect()
}

fn why(name: fn(u32) -> PlayerTag) -> Vec<WhyMatch> {
    let sides = [
        RedBy::Better,
        RedBy::Turn,
        RedBy::Lot,
        RedBy::Choice(name(14)),
    ];
    let sides = (1..).zip(sides).map(|(game, by)| WhySide {
        game,
        red: name(3),
        by,
    });
    vec![
        WhyMatch {
            row: row(3, name, won(true, false)),
            from: [
                Origin::Seed { seed: 3, rank: 3 },
                Origin::Seed { seed: 14, rank: 15 },
            ],
            sides: sides.collect(),
            size: 16,
        },
        WhyMatch {
            row: row(2, name, won(true, false)),
            from: [Origin::WinnerOf(3), Origin::Seed { seed: 2, rank: 2 }],
            sides: Vec::new(),
            size: 16,
        },
        WhyMatch {
            row: MatchRow {
                who: [Who::Player(name(1)), Who::Nobody],
                legs: Vec::new(),
                standing: MatchStanding::Free,
                ..row(1, name, MatchStanding::Free)
            },
            from: [Origin::Seed { seed: 1, rank: 1 }, Origin::Nobody],
            sides: Vec::new(),
            size: 5,
        },
    ]
}

fn prizes(name: fn(u32) -> PlayerTag, count: u32) -> Vec<PrizeList> {
    let rows = (17..17 + count).map(|rank| PrizeRow {
        rank,
        special: None,
        sharing: 1,
        who: Winner::Player(name(rank)),
        fen: 30_000,
        awards: vec!["荣誉证书".to_owned()],
        out: rank == 18,
    });
    vec![PrizeList {
        of: PrizesOf::Everyone,
        rows: rows.collect(),
        total: 60_000,
        left: 0,
        undecided: None,
    }]
}

fn card(games: u32) -> Knockout {
    Knockout::Card {
        row: row(3, player, won(true, true)),
        number: 1,
        round: "淘汰赛第1轮".to_owned(),
        games: (1..=games)
            .map(|part| CardGame {
                game: game(part),
                outcome: (part == 1).then_some(Outcome::Draw),
            })
            .collect(),
        can_quit: vec![(31, player(3))],
        can_stay: vec![(32, player(14))],
        can_annul: true,
        can_choose: Some(77),
    }
}

fn notices() -> Vec<Notice> {
    let all: Vec<Knockout> = vec![
        Knockout::Preview {
            bracket: bracket(),
            seeds: vec![Some(player(1)), None, Some(player(3))],
            planned: 16,
            tied: vec![player(3)],
            reserve: Some(player(17)),
            shown: 9,
            undecided: Vec::new(),
        },
        Knockout::Seeded { bracket: bracket() },
        Knockout::SeededToArbiter,
        Knockout::UnseedAsked,
        Knockout::Unseeded,
        Knockout::Shown {
            bracket: bracket(),
            desk: true,
            may_unseed: true,
        },
        Knockout::RoundPreview {
            round: bracket().rounds.remove(0),
        },
        Knockout::RoundBegun {
            round: bracket().rounds.remove(0),
            to_arbiter: true,
        },
        Knockout::RoundBegun {
            round: bracket().rounds.remove(0),
            to_arbiter: false,
        },
        Knockout::RoundTakeBackAsked {
            number: 1,
            name: "淘汰赛第1轮".to_owned(),
        },
        Knockout::RegulationKept {
            round: "半决赛".to_owned(),
        },
        Knockout::RoundTakenBack {
            name: "淘汰赛第1轮".to_owned(),
        },
        Knockout::Progress {
            round: bracket().rounds.remove(0),
            mine: vec![2],
        },
        Knockout::Committed {
            round: "淘汰赛第1轮".to_owned(),
            lots: vec![Commitment {
                table: 3,
                game: 3,
                commitment: "ab".repeat(32),
            }],
            word: None,
        },
        Knockout::Committed {
            round: "淘汰赛第1轮".to_owned(),
            lots: vec![Commitment {
                table: 3,
                game: 3,
                commitment: "ef".repeat(32),
            }],
            word: Some("天气晴 <b>".to_owned()),
        },
        Knockout::Lot {
            place: place(),
            game: 3,
            commitment: "ab".repeat(32),
            secret: "cd".repeat(32),
            salt: "天气晴 <b> | 1-3 3:14=1-0 14:3=1-0".to_owned(),
            rows: vec![
                Drawn {
                    no: StartNumber(1),
                    id: 31,
                    name: "<b>粗体</b>".to_owned(),
                },
                Drawn {
                    no: StartNumber(2),
                    id: 7,
                    name: "𠮷田 a_b".to_owned(),
                },
            ],
        },
        Knockout::LotKept {
            place: place(),
            game: 3,
            commitment: "ab".repeat(32),
            red: player(3),
        },
        Knockout::Choose { choice: choice() },
        Knockout::ChooseForThem {
            choice: choice(),
            has_account: true,
        },
        Knockout::ChooseForThem {
            choice: choice(),
            has_account: false,
        },
        Knockout::Chosen {
            choice: choice(),
            side: Side::Black,
            by_arbiter: false,
        },
        Knockout::Decided {
            row: row(3, player, won(true, false)),
            round: "淘汰赛第1轮".to_owned(),
            corrected: true,
        },
        Knockout::Reopened {
            row: row(3, player, MatchStanding::Waiting),
            round: "淘汰赛第1轮".to_owned(),
        },
        Knockout::GameTakenBack {
            game: game(3),
            because: Because::Corrected,
        },
        Knockout::GameTakenBack {
            game: game(3),
            because: Because::Replaced,
        },
        Knockout::GameTakenBack {
            game: game(4),
            because: Because::ChosenAgain,
        },
        Knockout::RoundOver {
            name: "淘汰赛第1轮".to_owned(),
            last: false,
        },
        Knockout::RoundOver {
            name: "棋王决赛".to_owned(),
            last: true,
        },
        Knockout::Placed {
            rows: placed(16, 18, player),
            corrected: false,
            removed: Vec::new(),
        },
        Knockout::Placed {
            rows: placed(16, 17, player),
            corrected: true,
            removed: vec![player(14)],
        },
        Knockout::Walkover {
            left: player(14),
            removed: true,
            place: place(),
            next: Some(place()),
        },
        Knockout::Walkover {
            left: player(14),
            removed: false,
            place: place(),
            next: None,
        },
        Knockout::Champion {
            player: player(3),
            title: "棋王决赛".to_owned(),
        },
        Knockout::Ranking {
            rows: placed(15, 18, player),
            undecided: 14,
            removed: vec![player(14)],
        },
        Knockout::ToSign {
            round: "半决赛".to_owned(),
            starts: None,
            rows: signed(3, player),
        },
        Knockout::Games {
            name: "淘汰赛".to_owned(),
            rows: played(2, player),
        },
        Knockout::Why {
            round: "淘汰赛第1轮".to_owned(),
            rows: why(player),
        },
        Knockout::Replaced {
            left: player(3),
            came: player(17),
            seed: 3,
        },
        Knockout::Left {
            player: player(3),
            cause: NoReplacement::Begun,
            opponent: Some(player(14)),
        },
        Knockout::Left {
            player: player(3),
            cause: NoReplacement::Nobody,
            opponent: None,
        },
        Knockout::Left {
            player: player(3),
            cause: NoReplacement::Rule,
            opponent: None,
        },
        Knockout::Returned {
            player: player(3),
            seed: 3,
            instead_of: Some(player(17)),
        },
        Knockout::Returned {
            player: player(3),
            seed: 0,
            instead_of: None,
        },
        Knockout::SeedGone {
            player: player(3),
            reserve: player(17),
        },
        Knockout::Quit { player: player(3) },
        card(2),
        Knockout::Correct { game: game(2) },
        Knockout::QuitAsked {
            registration: 31,
            player: player(3),
            number: 1,
            table: 3,
            early: None,
        },
        Knockout::QuitAsked {
            registration: 31,
            player: player(3),
            number: 1,
            table: 3,
            early: Some(TooEarly {
                from: Some(at("09:10")),
            }),
        },
        Knockout::AnnulAsked {
            number: 1,
            table: 3,
            games: 2,
            newest: 77,
        },
        Knockout::ChosenAgain {
            place: place(),
            game: 4,
        },
        Knockout::Annulled {
            row: row(3, player, MatchStanding::Waiting),
            round: "淘汰赛第1轮".to_owned(),
        },
    ];
    let mut all: Vec<Notice> = all.into_iter().map(Notice::from).collect();
    all.extend(corrections(player));
    all.push(
        Prize::Ceremony {
            what: "颁奖(17至32名)".to_owned(),
            place: Some("三楼会议室".to_owned()),
            lists: prizes(player, 2),
        }
        .into(),
    );
    all.push(
        Prize::CeremonyWaits {
            what: "颁奖(17至32名)".to_owned(),
            places: (17, 32),
        }
        .into(),
    );
    all.push(
        Timetable::Called {
            what: "开幕式".to_owned(),
            place: Some("三楼会议室".to_owned()),
            ends: Some(at("09:00")),
        }
        .into(),
    );
    all
}

/// A correction that moves everything there is.
fn corrections(name: fn(u32) -> PlayerTag) -> Vec<Notice> {
    let place = |number: u32| MatchPlace {
        number,
        name: format!("淘汰赛第{number}轮"),
        table: 2,
    };
    let game = |part: u32| GameTag {
        red: name(3),
        black: name(103),
        ..game(part)
    };
    let open = MatchStanding::Choosing {
        number: 4,
        rung: rung(1, 1, "附加赛：红方6分钟，黑方4分钟，每步加3秒"),
    };
    let corrected = |sides: bool| Corrected {
        game: game(2),
        before: Some(Outcome::RedWin),
        after: Some(if sides {
            Outcome::BlackWin
        } else {
            Outcome::Draw
        }),
        sides,
    };
    let slot = |number: u32, announced: bool| SlotMoved {
        place: place(number),
        rows: [
            row(2, name, MatchStanding::Waiting),
            row(3, name, MatchStanding::Waiting),
        ],
        announced,
    };
    let lot = |game: u32, fate: LotFate| LotMoved {
        place: place(1),
        game,
        fate,
    };
    let choice = |by: [Option<u32>; 2]| ChoiceMoved {
        place: place(1),
        game: 4,
        by: by.map(|no| no.map(name)),
    };
    let bracket = |after: MatchStanding| {
        Box::new(BracketMoved {
            round: "淘汰赛第1轮".to_owned(),
            rows: [row(3, name, won(true, false)), row(3, name, after)],
            dropped: (1..=6).map(game).collect(),
            slots: vec![
                slot(2, true),
                slot(3, false),
                slot(4, false),
                slot(5, false),
            ],
            choices: vec![
                choice([Some(3), Some(103)]),
                choice([None, Some(3)]),
                choice([Some(3), None]),
            ],
            lots: vec![
                lot(3, LotFate::Renewed),
                lot(4, LotFate::Drawn),
                lot(5, LotFate::Kept),
                lot(6, LotFate::Awaited),
            ],
            places: (1..=12)
                .map(|no| PlaceTold {
                    place: no,
                    players: [
                        vec![name(no)],
                        if no > 2 {
                            vec![name(no + 1)]
                        } else {
                            Vec::new()
                        },
                    ],
                })
                .collect(),
            others: 20,
        })
    };
    let asked = |sides: bool, after: MatchStanding| {
        let change = match sides {
            true => Change::Sides,
            false => Change::Result(Some(Outcome::Draw)),
        };
        Correct::Asked(Box::new(Consequences {
            corrected: corrected(sides),
            later: Later::default(),
            moves: Vec::new(),
            others: 0,
            removed: Vec::new(),
            reinstated: Vec::new(),
            prizes: true,
            bracket: Some(bracket(after)),
            change,
            shown: u32::MAX,
        }))
    };
    let told = |after: MatchStanding| Correct::Told {
        corrected: corrected(false),
        stands: Some(Box::new(row(3, name, after))),
    };
    let announced = |sides: bool, after: MatchStanding| Correct::Announced {
        corrected: corrected(sides),
        moves: Vec::new(),
        bracket: Some(bracket(after)),
    };
    let no_result = Refusal::from(CorrectRefusal::NoResult { game: game(2) });
    let all = [
        asked(false, won(false, false)).into(),
        asked(true, won(true, false)).into(),
        asked(false, open.clone()).into(),
        told(won(false, false)).into(),
        announced(false, won(false, false)).into(),
        announced(true, won(true, false)).into(),
        announced(false, open).into(),
        Notice::Refused(no_result),
    ];
    all.into()
}

fn the_place() -> MatchPlace {
    MatchPlace {
        number: 1,
        name: "淘汰赛第1轮".to_owned(),
        table: 4,
    }
}

fn refusals() -> Vec<KnockoutRefusal> {
    let name = || "淘汰赛第1轮".to_owned();
    vec![
        KnockoutRefusal::None,
        KnockoutRefusal::NotYet {
            after: 7,
            of: 7,
            open: 2,
        },
        KnockoutRefusal::NotYet {
            after: 3,
            of: 7,
            open: 0,
        },
        KnockoutRefusal::LotDue { players: 3 },
        KnockoutRefusal::NotSeeded,
        KnockoutRefusal::AlreadySeeded,
        KnockoutRefusal::TooFew { there: 1 },
        KnockoutRefusal::Changed,
        KnockoutRefusal::Frozen,
        KnockoutRefusal::RoundOpen {
            name: name(),
            tables: vec![1, 3],
        },
        KnockoutRefusal::AlreadyBegun { name: name() },
        KnockoutRefusal::NothingBegun,
        KnockoutRefusal::RoundTouched {
            name: name(),
            tables: vec![2],
        },
        KnockoutRefusal::Over,
        KnockoutRefusal::NoSuchTable {
            table: 9,
            by_player: false,
        },
        KnockoutRefusal::NoSuchTable {
            table: 9,
            by_player: true,
        },
        KnockoutRefusal::Bye {
            place: the_place(),
            player: Some(player(3)),
        },
        KnockoutRefusal::Bye {
            place: the_place(),
            player: None,
        },
        KnockoutRefusal::NotAnnounced { place: the_place() },
        KnockoutRefusal::GameNotBegun {
            round: name(),
            game: 4,
            row: row(3, player, won(true, false)),
        },
        KnockoutRefusal::GameNotBegun {
            round: name(),
            game: 4,
            row: bracket().rounds.remove(0).rows.remove(1),
        },
        KnockoutRefusal::WhichStage {
            number: 1,
            table: 3,
            game: 2,
            outcome: Some(Outcome::RedWin),
        },
        KnockoutRefusal::WhichSides {
            number: 1,
            table: 3,
            game: 2,
        },
        KnockoutRefusal::ScoreWords,
        KnockoutRefusal::OtherGame {
            game: 1,
            open: game(2),
        },
        KnockoutRefusal::OtherGame {
            game: 3,
            open: game(2),
        },
        KnockoutRefusal::LaterBegun { game: game(1) },
        KnockoutRefusal::MustDecide,
        KnockoutRefusal::ChoiceIsTheirs { until: at("10:05") },
        KnockoutRefusal::NoGameOpen {
            game: game(2),
            outcome: Some(Outcome::RedWin),
            chooser: None,
        },
        KnockoutRefusal::NoGameOpen {
            game: game(2),
            outcome: None,
            chooser: Some(player(14)),
        },
        KnockoutRefusal::ChoiceOver,
        KnockoutRefusal::JustSettled {
            before: game(1),
            outcome: Outcome::RedWin,
            next: game(2),
            by_arbiter: true,
        },
        KnockoutRefusal::JustSettled {
            before: game(1),
            outcome: Outcome::Draw,
            next: game(2),
            by_arbiter: false,
        },
        KnockoutRefusal::NotYourChoice,
        KnockoutRefusal::OwnMatch {
            place: place(),
            who: Vec::new(),
        },
        KnockoutRefusal::OwnMatch {
            place: place(),
            who: vec!["裁判 <b>".to_owned(), "𠮷田 a_b".to_owned()],
        },
        KnockoutRefusal::ReserveBegun { player: player(17) },
    ]
}

/// The largest knockout, of the longest names, with 200 players behind it.
pub fn long_notices() -> Vec<Notice> {
    let whole_round = || whole().rounds.remove(0);
    let seeds: Vec<Option<PlayerTag>> = (1..=64).map(|no| Some(long(no))).collect();
    let all = vec![
        Knockout::Preview {
            bracket: whole(),
            tied: seeds.iter().flatten().cloned().collect(),
            seeds,
            planned: 64,
            reserve: Some(long(65)),
            shown: u32::MAX,
            undecided: Vec::new(),
        },
        Knockout::Shown {
            bracket: whole(),
            desk: true,
            may_unseed: true,
        },
        Knockout::Seeded { bracket: whole() },
        Knockout::RoundPreview {
            round: whole_round(),
        },
        Knockout::Progress {
            round: whole_round(),
            mine: (1..=32).collect(),
        },
        Knockout::Committed {
            round: "淘汰赛第1轮".to_owned(),
            lots: (1..=96)
                .map(|table| Commitment {
                    table,
                    game: 3,
                    commitment: "ab".repeat(32),
                })
                .collect(),
            word: Some("𠮷".repeat(64)),
        },
        Knockout::Placed {
            rows: placed(1, 200, long),
            corrected: true,
            removed: (1..=200).map(long).collect(),
        },
        Knockout::Ranking {
            rows: placed(1, 200, long),
            undecided: 64,
            removed: (1..=200).map(long).collect(),
        },
        Knockout::ToSign {
            round: "半决赛".to_owned(),
            starts: None,
            rows: signed(600, long),
        },
        Knockout::Games {
            name: "淘汰赛".to_owned(),
            rows: played(600, long),
        },
        Knockout::Why {
            round: "淘汰赛第1轮".to_owned(),
            rows: (0..11).flat_map(|_| why(long)).collect(),
        },
        card(30),
    ];
    let mut all: Vec<Notice> = all.into_iter().map(Notice::from).collect();
    all.push(
        Prize::Ceremony {
            what: "颁奖".to_owned(),
            place: Some("三楼会议室".to_owned()),
            lists: prizes(long, 184),
        }
        .into(),
    );
    let tables: Vec<u32> = (1..=32).collect();
    let name = "淘汰赛第1轮".to_owned();
    all.extend(
        [
            KnockoutRefusal::RoundOpen {
                name: name.clone(),
                tables: tables.clone(),
            },
            KnockoutRefusal::RoundTouched { name, tables },
        ]
        .map(|refusal| Notice::Refused(Refusal::from(refusal))),
    );
    all.extend(corrections(long));
    all.extend(super::word::notices(&"长".repeat(64), 32));
    all.extend(notices());
    all
}

#[test]
fn the_texts_of_a_knockout() {
    let config = config();
    let refused = refusals().into_iter();
    let refused = refused.map(|refusal| Notice::Refused(Refusal::from(refusal)));
    let all: String = notices()
        .into_iter()
        .chain(super::word::notices("天气晴", 2))
        .chain(refused)
        .map(|notice| written(&notice, &config))
        .collect();
    insta::assert_snapshot!(all);
}
