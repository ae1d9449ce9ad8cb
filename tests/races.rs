//! Two people do at the same instant what cannot both be: over several connections to one database, many
//! times. Whoever is first, the event is whole afterwards.

mod discipline;

use std::sync::Arc;
use std::sync::Barrier;
use std::sync::atomic::{AtomicI64, Ordering};

use qisai::desk::correct::{self, Change, Ground};
use qisai::desk::notice::{Correct, Notice};
use qisai::desk::report::{self, Named, Said, Which};
use qisai::desk::{Desk, Halt, Handled, Turn, pair, publish, rule, undo, withdraw};
use qisai::store::Store;
use qisai::tournament::Outcome;

use crate::roles::appoint;
use crate::support::{Hall, private};

/// An event whose bot is stopped, with two programs' worth of connections to its database.
struct Arena {
    hall: Hall,
    desks: [Arc<Desk>; 2],
    chief: i64,
    officer: i64,
    update: AtomicI64,
}

type Act<'a> = &'a (dyn Fn(&mut Turn<'_>) -> Result<(), Halt> + Sync);

impl Arena {
    async fn of(players: usize) -> Arena {
        let mut hall = Hall::field(players).await;
        let chief = hall.arbiter().await.id;
        let officer = appoint(&hall, "编排乙", "编排长").await.id;
        hall.stop().await;
        let desk = || {
            let store = Store::open(&hall.config.database, &hall.config.key).unwrap();
            Desk::open(store, hall.config.clone(), hall.clock.means()).unwrap()
        };
        let desks = [desk(), desk()];
        Arena {
            hall,
            desks,
            chief,
            officer,
            update: AtomicI64::new(-1),
        }
    }

    fn does(&self, desk: usize, account: i64, act: Act<'_>) -> Handled {
        let update = self.update.fetch_sub(1, Ordering::SeqCst);
        self.desks[desk]
            .handle(update, &private(account), |turn| act(turn))
            .expect("the database")
    }

    /// Both at once.
    fn race(&self, one: (i64, Act<'_>), other: (i64, Act<'_>)) -> [Handled; 2] {
        let gate = Barrier::new(2);
        let run = |desk: usize, (account, act): (i64, Act<'_>)| {
            gate.wait();
            self.does(desk, account, act)
        };
        std::thread::scope(|scope| {
            let first = scope.spawn(|| run(0, one));
            let second = run(1, other);
            [first.join().expect("no panic"), second]
        })
    }

    fn count(&self, sql: &str) -> i64 {
        self.hall.count(sql)
    }

    /// Pairs and publishes.
    fn round(&self) {
        assert_eq!(self.does(0, self.chief, &pair::pair), Handled::Done);
        self.publish();
    }

    fn publish(&self) {
        let round = self.count("SELECT max(id) FROM round");
        let done = self.does(0, self.chief, &|turn| {
            publish::publish(turn, publish::What::Anyway(round))
        });
        assert_eq!(done, Handled::Done);
    }

    fn rule(&self, table: u32, outcome: Option<Outcome>) {
        let now = self.hall.clock.now();
        let done = self.does(0, self.chief, &|turn| {
            rule::rule(turn, Named::default(), table, outcome, now)
        });
        assert_eq!(done, Handled::Done);
        // A final result is opened again only as it was asked about.
        if outcome.is_none() && self.hall.state(table).starts_with("final") {
            self.change(table, None);
        }
    }

    /// Changes a final result, as it was asked about.
    fn overrule(&self, table: u32, outcome: Outcome) {
        self.rule(table, Some(outcome));
        self.change(table, Some(outcome));
    }

    fn change(&self, table: u32, outcome: Option<Outcome>) {
        let of_table =
            format!("FROM game WHERE table_no = {table} AND round = (SELECT max(id) FROM round)");
        let game = self.count(&format!("SELECT id {of_table}"));
        let version = self.count(&format!("SELECT version {of_table}"));
        let done = self.does(0, self.chief, &|turn| {
            rule::overrule(turn, game, version, Change::Result(outcome))
        });
        assert_eq!(done, Handled::Done);
    }

    /// The last correction that was shown to the chief: its version and what was shown.
    fn shown(&self) -> (i64, i64, Change, u32) {
        let notice = self.hall.database(|tx| {
            tx.query_row(
                "SELECT notice FROM outbox WHERE chat = ?1 ORDER BY id DESC LIMIT 1",
                [self.chief],
                |row| row.get::<_, String>(0),
            )
        });
        let notice: Notice = serde_json::from_str(&notice).expect("a notice");
        match notice {
            Notice::Correct(Correct::Asked(asked)) => {
                let game = &asked.corrected.game;
                (game.game, game.version, asked.change, asked.shown)
            }
            other => panic!("{other:?}"),
        }
    }

    /// Whatever happened: results are where they belong, and nobody sits twice or not at all.
    fn is_whole(&self) {
        for (what, sql) in [
            (
                "closed rounds with open games",
                "SELECT count(*) FROM game g JOIN round r ON r.id = g.round
                 WHERE r.state = 'closed' AND g.outcome IS NULL",
            ),
            (
                "rounds above an open one",
                "SELECT count(*) FROM round r WHERE EXISTS (SELECT 1 FROM round o
                 WHERE o.stage = r.stage AND o.number < r.number AND o.state <> 'closed')",
            ),
            (
                "games without both seats",
                "SELECT count(*) FROM game g
                 WHERE (SELECT count(*) FROM seat s WHERE s.game = g.id) <> 2",
            ),
            (
                "places held twice",
                "SELECT count(*) FROM (SELECT 1 FROM registration WHERE place IS NOT NULL
                 GROUP BY competition, pool, place HAVING count(*) > 1)",
            ),
            (
                "finals without their line in the journal",
                "SELECT count(*) FROM game g JOIN round r ON r.id = g.round
                 WHERE g.status = 'final' AND NOT EXISTS (SELECT 1 FROM journal j
                 WHERE j.subject = 'round ' || r.number || ' table ' || g.table_no
                   AND j.action IN ('game.settle', 'game.correct', 'game.sides'))",
            ),
        ] {
            assert_eq!(self.count(sql), 0, "{what}");
        }
    }
}

fn is_refused(handled: &Handled) -> bool {
    matches!(handled, Handled::Refused(_))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_ruling_and_a_report() {
    const TIMES: usize = 1000;
    let arena = Arena::of(4).await;
    arena.round();
    let now = arena.hall.clock.now();
    let red = arena.hall.table(1).red.id;
    let ruling: Act<'_> =
        &|turn| rule::rule(turn, Named::default(), 1, Some(Outcome::BlackWin), now);
    let winning: Act<'_> =
        &|turn| report::by_words(turn, Which::Mine, Named::default(), Said::IWon, now);
    for _ in 0..TIMES {
        let [_, ruled] = arena.race((red, winning), (arena.chief, ruling));
        assert_eq!(ruled, Handled::Done);
        // The arbiter has the last word, whoever was first.
        assert_eq!(arena.hall.state(1), "final black_win");
        arena.is_whole();
        arena.rule(1, None);
    }
    assert_eq!(
        arena.count("SELECT count(*) FROM journal WHERE action = 'game.reopen'"),
        i64::try_from(TIMES).unwrap()
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn two_arbiters_pair() {
    const TIMES: usize = 1000;
    let arena = Arena::of(8).await;
    for _ in 0..TIMES {
        let made = arena.race((arena.chief, &pair::pair), (arena.officer, &pair::pair));
        assert_eq!(made, [Handled::Done, Handled::Done]);
        assert_eq!(arena.count("SELECT count(*) FROM round"), 1);
        assert_eq!(arena.count("SELECT count(*) FROM game"), 4);
        arena.is_whole();
        let round = arena.count("SELECT max(id) FROM round");
        let discard: Act<'_> = &|turn| pair::discard(turn, round);
        let thrown = arena.race((arena.chief, discard), (arena.officer, discard));
        assert_eq!(thrown.iter().filter(|one| is_refused(one)).count(), 1);
        assert_eq!(arena.count("SELECT count(*) FROM round"), 0);
    }
    // The same of publishing: once, and every player hears of it once.
    assert_eq!(arena.does(0, arena.chief, &pair::pair), Handled::Done);
    let round = arena.count("SELECT max(id) FROM round");
    let publish: Act<'_> = &|turn| publish::publish(turn, publish::What::Anyway(round));
    let published = arena.race((arena.chief, publish), (arena.officer, publish));
    assert_eq!(published.iter().filter(|one| is_refused(one)).count(), 1);
    let seats = "SELECT count(*) FROM outbox WHERE notice LIKE '{\"round\":{\"seat\"%'";
    assert_eq!(arena.count(seats), 8);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_withdrawal_during_a_game_and_its_result() {
    const TIMES: usize = 1000;
    let arena = Arena::of(4).await;
    arena.round();
    let now = arena.hall.clock.now();
    let red = arena.hall.table(1).red.id;
    let find = format!("SELECT id FROM registration WHERE account = {red}");
    let id = arena.count(&find);
    let winning: Act<'_> =
        &|turn| report::by_words(turn, Which::Mine, Named::default(), Said::ILost, now);
    for _ in 0..TIMES {
        let version = arena.count(&format!("SELECT version FROM registration WHERE id = {id}"));
        let leaving: Act<'_> = &|turn| withdraw::confirm(turn, id, version);
        let done = arena.race((red, winning), (arena.chief, leaving));
        assert_eq!(done, [Handled::Done, Handled::Done]);
        // Who leaves keeps the game: the loser's word stands before and after.
        assert_eq!(arena.hall.state(1), "final black_win red:black_win");
        let state =
            format!("SELECT count(*) FROM registration WHERE id = {id} AND state = 'withdrawn'");
        assert_eq!(arena.count(&state), 1);
        arena.is_whole();
        // Back to where it was: the withdrawal is taken back, the game opened.
        let asked = arena.does(0, arena.chief, &undo::ask);
        assert_eq!(asked, Handled::Done);
        let step =
            arena.count("SELECT max(id) FROM journal WHERE action = 'registration.withdraw'");
        let undone = arena.does(0, arena.chief, &|turn| undo::confirm(turn, step, 0));
        assert_eq!(undone, Handled::Done);
        assert_eq!(arena.count(&state), 0);
        arena.rule(1, None);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_correction_and_the_next_round_published() {
    const TIMES: usize = 1000;
    let arena = Arena::of(6).await;
    arena.round();
    let now = arena.hall.clock.now();
    for table in 1..=3 {
        arena.rule(table, Some(Outcome::RedWin));
    }
    let mut firsts = [0, 0];
    let mut outcome = Outcome::BlackWin;
    for _ in 0..TIMES {
        assert_eq!(arena.does(0, arena.chief, &pair::pair), Handled::Done);
        let asked = arena.does(0, arena.chief, &|turn| {
            rule::rule(
                turn,
                Named {
                    round: Some(1),
                    ..Named::default()
                },
                1,
                Some(outcome),
                now,
            )
        });
        assert_eq!(asked, Handled::Done);
        let (game, version, change, shown) = arena.shown();
        let round = arena.count("SELECT max(id) FROM round");
        let correct: Act<'_> =
            &|turn| correct::confirm(turn, game, version, change, Ground::Entry, shown);
        let publish: Act<'_> = &|turn| publish::publish(turn, publish::What::Anyway(round));
        let [corrected, published] = arena.race((arena.chief, correct), (arena.officer, publish));
        arena.is_whole();
        // Exactly one of them: the round is published on the result it was paired on, or the
        // correction is made and the proposal is gone.
        match (is_refused(&corrected), is_refused(&published)) {
            (false, true) => {
                firsts[0] += 1;
                assert_eq!(arena.count("SELECT count(*) FROM round"), 1);
                outcome = match outcome {
                    Outcome::BlackWin => Outcome::RedWin,
                    _ => Outcome::BlackWin,
                };
            }
            (true, false) => {
                firsts[1] += 1;
                assert_eq!(
                    arena.count("SELECT count(*) FROM round WHERE state = 'published'"),
                    1
                );
                let back = arena.does(0, arena.chief, &|turn| {
                    qisai::desk::unpublish::unpublish(turn, round)
                });
                assert_eq!(back, Handled::Done);
                let gone = arena.does(0, arena.chief, &|turn| pair::discard(turn, round));
                assert_eq!(gone, Handled::Done);
            }
            other => panic!("{other:?}: {corrected:?} {published:?}"),
        }
    }
    assert_eq!(firsts[0] + firsts[1], TIMES);
}

#[tokio::test(flavor = "multi_thread")]
async fn two_arbiters_take_back() {
    const TIMES: usize = 1000;
    let arena = Arena::of(4).await;
    arena.round();
    for _ in 0..TIMES {
        arena.rule(1, Some(Outcome::RedWin));
        arena.overrule(1, Outcome::Draw);
        let step = arena.count("SELECT max(id) FROM journal");
        let back: Act<'_> = &|turn| undo::confirm(turn, step, 0);
        let done = arena.race((arena.chief, back), (arena.officer, back));
        assert_eq!(done.iter().filter(|one| is_refused(one)).count(), 1);
        assert_eq!(arena.hall.state(1), "final red_win");
        arena.is_whole();
        arena.rule(1, None);
    }
}
