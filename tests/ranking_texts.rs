//! What the bot says of the order of comparison, of games that are not over, and of the prizes behind those who go on.

use qisai::config::{ByeInOpponents, Config, RankKey, Ranking, Swiss, TeamScoring, Tie};
use qisai::desk::Notice;
use qisai::desk::notice::{
    Figure, Hello, Move, OrderChange, PlayerTag, Prize, PrizeList, PrizeRow, PrizesOf, RankingRule,
    SectionOrder, Summand, TeamMove, TeamRow, Teams, Unfolded, Winner,
};
use qisai::tournament::StartNumber;
use qisai::tournament::standings::Reason;

use crate::texts::{config, player, written};

fn red() -> PlayerTag {
    player(12, "<b>粗体</b>", Some("武汉"))
}

fn black() -> PlayerTag {
    player(7, "𠮷田 a_b", None)
}

fn unusual() -> Ranking {
    Ranking {
        keys: vec![RankKey::Points, RankKey::Progressive, RankKey::Lot],
        bye_in_opponents: ByeInOpponents::Lowest,
        forfeit_in_opponents: false,
        bye_in_progressive: false,
        forfeit_is_win: false,
        bye_is_win: true,
        bye_has_side: true,
        tie: Tie::Lot,
    }
}

fn order(may_change: bool) -> Notice {
    let ranking = Swiss::default().ranking;
    RankingRule::Order {
        keys: ranking.keys.clone(),
        may_change,
        ranking: Some(ranking),
        sections: vec![SectionOrder {
            section: "女子<组>".into(),
            ranking: unusual(),
        }],
    }
    .into()
}

fn moved(player: PlayerTag, section: &str, before: u32, after: u32) -> Move {
    Move {
        player,
        section: Some(section.into()),
        before,
        after,
        figures: vec![
            (RankKey::Points, "4".into()),
            (RankKey::Opponents, "17".into()),
            (RankKey::Wins, "2".into()),
            (RankKey::Fouls, "0".into()),
        ],
    }
}

fn preview() -> Notice {
    let old = Swiss::default().ranking;
    RankingRule::Preview {
        old: old.keys.clone(),
        new: old.keys.clone(),
        from_file: false,
        after: 3,
        moves: vec![
            moved(red(), "男子组", 3, 2),
            moved(black(), "男子组", 2, 3),
            moved(red(), "女子<组>", 1, 2),
        ],
        stay: 41,
        teams: vec![TeamMove {
            team: "a_b & <队>".into(),
            before: 1,
            after: 2,
        }],
        changes: vec![OrderChange {
            section: Some("女子<组>".into()),
            old,
            new: unusual(),
        }],
        prizes: true,
        version: 1,
        shown: 7,
    }
    .into()
}

fn prizes() -> Notice {
    let row = PrizeRow {
        rank: 18,
        special: None,
        sharing: 1,
        who: Winner::Player(red()),
        out: false,
        fen: 30_000,
        awards: Vec::new(),
    };
    Prize::List {
        lists: vec![PrizeList {
            of: PrizesOf::Everyone,
            rows: vec![row],
            total: 30_000,
            left: 0,
            undecided: None,
        }],
        undecided: Some(16),
        publish: Some(3),
        open: Vec::new(),
        outdated: "2023-10-08T10:00:00Z".parse().ok(),
    }
    .into()
}

fn sums() -> Notice {
    let summand = |round, opponent: Option<PlayerTag>, amount, why, is_open| Summand {
        round: Some(round),
        opponent,
        amount,
        why,
        is_open,
    };
    Unfolded {
        player: red(),
        section: None,
        rank: 1,
        shared: false,
        placeless: false,
        lot: None,
        awaits_lot: false,
        after: 2,
        open: 1,
        figures: vec![
            Figure {
                key: RankKey::Points,
                value: "2".into(),
                terms: vec![
                    summand(1, Some(black()), 2, Reason::Win, false),
                    summand(2, Some(black()), 0, Reason::Open, false),
                ],
            },
            Figure {
                key: RankKey::Opponents,
                value: "1".into(),
                terms: vec![summand(1, Some(black()), 1, Reason::Win, true)],
            },
        ],
        fouls: Vec::new(),
        penalties: Vec::new(),
        above: None,
        below: None,
    }
    .into()
}

fn teams() -> Notice {
    Teams {
        after: 2,
        of: 7,
        open: 1,
        is_final: false,
        scoring: TeamScoring::PointsThenBestRank,
        rows: vec![TeamRow {
            rank: Some(1),
            shared: false,
            team: "a_b & <队>".into(),
            points: 3,
            ranks: 3,
            members: vec![(red(), 1, 2), (black(), 2, 1)],
            unfinished: vec![StartNumber(7)],
            missing: 0,
        }],
    }
    .into()
}

#[test]
fn the_texts_of_the_ranking() {
    let config: Config = config();
    let stage = config.event.competitions[0]
        .swiss()
        .next()
        .expect("a stage");
    let mut rankings = config.event.competitions[0].rankings(stage);
    rankings.stage.keys = vec![RankKey::Points, RankKey::BlackWins];
    let rules = Hello::RulesPart {
        part: 5,
        rankings: [(stage.key.clone(), rankings)].into(),
    };
    let rules = written(&rules.into(), &config);
    let in_force = rules.lines().filter(|line| line.contains("依次比较"));
    let mut all = in_force.collect::<Vec<_>>().join("\n") + "\n--\n";
    for notice in [
        order(true),
        order(false),
        preview(),
        prizes(),
        sums(),
        teams(),
    ] {
        all += &written(&notice, &config);
    }
    insta::assert_snapshot!(all);
}
