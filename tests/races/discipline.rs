//! A penalty, a forfeit and the clock against what players report at the same instant.

use chrono::{DateTime, Utc};
use qisai::config::PenaltyKind;
use qisai::desk::notice::{Notice, Penalty};
use qisai::desk::penalty::{self, Kind, Who};
use qisai::desk::report::{self, Named, Said, Which};
use qisai::desk::{Handled, late, tick};
use qisai::tournament::{Outcome, Side};

use super::{Act, Arena, is_refused};

fn at(time: &str) -> DateTime<Utc> {
    format!("2023-10-05T{time}+08:00")
        .parse()
        .expect("an instant")
}

/// The token of the card that the chief was shown last.
fn token(arena: &Arena) -> i64 {
    let notice = arena.hall.database(|tx| {
        tx.query_row(
            "SELECT notice FROM outbox WHERE chat = ?1 ORDER BY id DESC LIMIT 1",
            [arena.chief],
            |row| row.get::<_, String>(0),
        )
    });
    match serde_json::from_str(&notice).expect("a notice") {
        Notice::Penalty(Penalty::Card(card)) => card.token,
        other => panic!("{other:?}"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_second_foul_and_a_report() {
    const TIMES: usize = 150;
    let arena = Arena::of(4).await;
    arena.round();
    let now = arena.hall.clock.now();
    let (red, black) = (arena.hall.table(1).red.id, arena.hall.table(1).black.id);
    let no = arena.count(&format!(
        "SELECT start_no FROM registration WHERE account = {red}"
    ));
    let who = Who::Number(u32::try_from(no).expect("few"));
    let begins: Act<'_> = &|turn| penalty::begin(turn, PenaltyKind::Foul, &who, Some("响"), None);
    for round in 0..TIMES {
        assert_eq!(arena.does(0, arena.chief, begins), Handled::Done);
        let first = token(&arena);
        let given = arena.does(0, arena.chief, &|turn| {
            penalty::give(turn, first, None, Kind::Asks)
        });
        assert_eq!(given, Handled::Done);
        assert_eq!(arena.does(0, arena.chief, begins), Handled::Done);
        let second = token(&arena);
        let foul: Act<'_> = &|turn| penalty::give(turn, second, None, Kind::Asks);
        // Red claims to have won, or black concedes it.
        let (account, said) = match round % 2 {
            0 => (red, Said::IWon),
            _ => (black, Said::ILost),
        };
        let reporting: Act<'_> =
            &|turn| report::by_words(turn, Which::Mine, Named::default(), said, now);
        let [fouled, _] = arena.race((arena.chief, foul), (account, reporting));
        assert_eq!(fouled, Handled::Done);
        // Whoever was first: two fouls in one game lose it.
        assert_eq!(arena.hall.state(1), "final black_win");
        arena.is_whole();
        for _ in 0..2 {
            let newest = arena.count("SELECT max(id) FROM penalty WHERE struck_at IS NULL");
            let struck = arena.does(0, arena.chief, &|turn| penalty::strike(turn, newest));
            assert_eq!(struck, Handled::Done);
        }
        arena.rule(1, None);
        assert_eq!(arena.hall.state(1), "open -");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_forfeit_and_the_report_of_who_came_late() {
    const TIMES: usize = 150;
    let arena = Arena::of(4).await;
    arena.round();
    arena.hall.clock.set(at("09:15:00"));
    let now = arena.hall.clock.now();
    let red = arena.hall.table(1).red.id;
    let game = arena.count("SELECT id FROM game WHERE table_no = 1");
    let mut firsts = [0, 0];
    for _ in 0..TIMES {
        let noted = arena.does(0, arena.chief, &|turn| {
            late::note(turn, game, Side::Red, true)
        });
        assert_eq!(noted, Handled::Done);
        let version = arena.count("SELECT version FROM game WHERE table_no = 1");
        let forfeit: Act<'_> =
            &|turn| late::declare(turn, game, version, Outcome::RedForfeit, false);
        let winning: Act<'_> =
            &|turn| report::by_words(turn, Which::Mine, Named::default(), Said::IWon, now);
        let [declared, reported] = arena.race((arena.chief, forfeit), (red, winning));
        arena.is_whole();
        match (is_refused(&declared), is_refused(&reported)) {
            (false, true) => {
                firsts[0] += 1;
                assert_eq!(arena.hall.state(1), "final red_forfeit");
            }
            (true, false) => {
                firsts[1] += 1;
                assert_eq!(arena.hall.state(1), "pending - red:red_win");
            }
            other => panic!("{other:?}: {declared:?} {reported:?}"),
        }
        arena.rule(1, None);
    }
    assert_eq!(firsts[0] + firsts[1], TIMES);
}

#[tokio::test(flavor = "multi_thread")]
async fn two_looks_at_the_clock_call_once() {
    let arena = Arena::of(4).await;
    arena.round();
    let game = arena.count("SELECT id FROM game WHERE table_no = 1");
    let count = |what: &str| {
        arena.count(&format!(
            "SELECT count(*) FROM outbox WHERE notice LIKE '{what}%'"
        ))
    };
    let look = |desk: usize| arena.desks[desk].act(tick::tick).expect("a tick");
    let both = || {
        std::thread::scope(|scope| {
            scope.spawn(|| look(0));
            look(1);
        });
    };
    arena.hall.clock.set(at("08:55:00"));
    both();
    assert_eq!(count("{\"clock\":{\"soon\""), 1);
    assert_eq!(count("{\"clock\":{\"soon_at_table\""), 4);
    arena.hall.clock.set(at("09:00:00"));
    both();
    assert_eq!(count("{\"clock\":{\"started\""), 1);
    let noted = arena.does(0, arena.chief, &|turn| {
        late::note(turn, game, Side::Black, true)
    });
    assert_eq!(noted, Handled::Done);
    arena.hall.clock.set(at("09:10:00"));
    both();
    let arbiters = arena.count("SELECT count(*) FROM arbiter");
    assert_eq!(count("{\"late\":{\"due\""), arbiters);
}
