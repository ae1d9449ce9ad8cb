//! A field of players without the hour of registering them one by one.

use qisai::config::{Competition, Title};
use qisai::desk::{Actor, Chat, Halt, Handled, Turn};
use qisai::rehearsal::Act;
use qisai::store::competition::{self, Step};
use qisai::store::registration::{self, Answers, New, Personal, State};
use qisai::store::{StoreError, place};
use qisai::tournament::Phone;
use qisai::tournament::form::Identity;

use super::{Hall, Person};
use crate::id_number::id_number;

/// A table of the newest round.
pub struct Table<'a> {
    pub red: Person<'a>,
    pub black: Person<'a>,
    /// The players' names.
    pub names: [String; 2],
}

impl Hall {
    /// Registers players of these names, each in the account of this name, which presses Start if it is new.
    pub async fn enters(&self, players: &[(&str, &str)]) {
        let mut accounts = Vec::new();
        for (_, owner) in players {
            let owner = self.stranger(owner);
            if !self.world.chat(owner.id).expect("the chat").started {
                owner.does_quickly(owner.id, Act::Start(None));
            }
            accounts.push(owner.id);
        }
        self.settled().await;
        for ((name, _), account) in players.iter().zip(accounts) {
            self.enter(
                &self.config.event.competitions[0].sections[0].key,
                name,
                account,
            );
        }
    }

    /// The same into the section of this key, whatever the competition.
    pub async fn enters_section(&self, section: &str, players: &[(&str, &str)]) {
        for (name, owner) in players {
            let account = self.person(owner).await.id;
            self.enter(section, name, account);
        }
    }

    /// What a submitted form writes for a player whose papers need no look.
    fn enter(&self, section: &str, name: &str, account: i64) {
        let now = self.clock.now();
        let no = u32::try_from(self.count("SELECT count(*) FROM registration")).expect("few") + 1;
        let event = &self.config.event;
        let has_section = |one: &&Competition| one.sections.iter().any(|one| one.key == section);
        let competition = event.competitions.iter().find(has_section);
        let competition = competition.expect("the section's competition");
        let pool = event.registration.pools_of(&competition.key).next();
        let pool = &pool.expect("its pool").key;
        let card = id_number(
            &format!("1985{:02}{:02}", no / 28 % 12 + 1, no % 28 + 1),
            2 * no + 1,
        );
        let store = self.desk().store();
        let hash = store.sealer().fingerprint("person", &card);
        let personal = Personal {
            identity: Identity::Resident(card),
            phone: Phone::parse(&format!("139{no:08}")).expect("a telephone number"),
            guardian: None,
        };
        store
            .write(|tx| {
                let new = New {
                    competition: &competition.key,
                    section,
                    account: Some(account),
                    name,
                    sex: qisai::config::Sex::Male,
                    born: format!("1985-{:02}-{:02}", no / 28 % 12 + 1, no % 28 + 1)
                        .parse()
                        .expect("a date"),
                    title: Title::None,
                    team: None,
                    basis: None,
                    answers: &Answers::default(),
                    state: State::Accepted,
                    pool,
                    place: place::free(tx, &competition.key, pool)?,
                    personal: &personal,
                    person_hash: &hash,
                };
                registration::add(tx, store.sealer(), &new, now)
            })
            .expect("a registration");
    }

    /// Ends the registration.
    pub fn ends_registration(&self) {
        self.takes(Step::RegistrationClosed);
    }

    fn takes(&self, step: Step) {
        let (key, now) = (&self.config.event.competitions[0].key, self.clock.now());
        self.desk()
            .store()
            .write(|tx| competition::set(tx, key, step, Some(now)))
            .expect("a step");
    }

    /// Draws the start numbers.
    pub async fn draws(&self) {
        let chief = self.arbiter().await;
        chief.says("/draw").await;
        chief.says("/draw 楚河汉界").await;
        chief.sees("抽签完成").await;
    }

    /// An event of `players`, registered and drawn; each has an account of the player's name.
    pub async fn drawn(players: usize) -> Hall {
        let hall = Hall::open().await;
        hall.fills(players).await;
        hall.draws().await;
        hall
    }

    /// `players` named 棋手1, 棋手2, …, and the registration closed.
    pub async fn fills(&self, players: usize) {
        let names: Vec<String> = (1..=players).map(|no| format!("棋手{no}")).collect();
        let pairs: Vec<(&str, &str)> = names.iter().map(|name| (&**name, &**name)).collect();
        self.enters(&pairs).await;
        self.ends_registration();
    }

    /// An event of `players` of whom all have checked in: ready for the first round.
    pub async fn field(players: usize) -> Hall {
        let hall = Hall::drawn(players).await;
        hall.checks_all_in();
        hall
    }

    /// Everyone has come, and check-in is over.
    pub fn checks_all_in(&self) {
        self.takes(Step::CheckinOpened);
        let now = self.clock.now();
        let key = &self.config.event.competitions[0].key;
        self.desk()
            .store()
            .write(|tx| {
                for player in registration::numbered(tx, key)? {
                    registration::set_checked_in(tx, player.id, Some(now))?;
                }
                Ok::<_, StoreError>(())
            })
            .expect("check-in");
        self.takes(Step::CheckinClosed);
    }

    /// Pairs and publishes the next round.
    pub async fn round(&self) {
        let chief = self.arbiter().await;
        chief.says("/pair").await;
        chief.sees("棋手现在还看不到").await;
        let publish = match chief.last().button("破例公布") {
            Some(_) => "破例公布",
            None => "公布",
        };
        chief.taps(publish).await;
        chief.sees("已公布").await;
    }

    /// The first round has begun long ago: nobody is called any more, and a win stands when its window ends.
    pub fn has_begun(&self) {
        let next_day = "2023-10-06T09:00:00+08:00";
        self.clock.set(next_day.parse().expect("an instant"));
    }

    /// The arbiter rules every open table of the newest round.
    pub async fn rules_all(&self, result: &str) {
        let chief = self.arbiter().await;
        let open = self.database(|tx| {
            tx.prepare(
                "SELECT table_no FROM game WHERE round = (SELECT max(id) FROM round)
                 AND outcome IS NULL ORDER BY table_no",
            )?
            .query_map([], |row| row.get::<_, u32>(0))?
            .collect::<Result<Vec<_>, _>>()
        });
        for table in open {
            chief.rules(&format!("/result {table} {result}")).await;
        }
    }

    /// Who sits at a table of the newest round.
    pub fn table(&self, table: u32) -> Table<'_> {
        let seat = |kind: &str| {
            self.database(|tx| {
                tx.query_row(
                    "SELECT r.account, r.name FROM registration r
                     JOIN seat s ON s.player = r.id JOIN game g ON g.id = s.game
                     WHERE g.round = (SELECT max(id) FROM round) AND g.table_no = ?1 AND s.kind = ?2",
                    (table, kind),
                    |row| Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?)),
                )
            })
        };
        let ((red, red_name), (black, black_name)) = (seat("red"), seat("black"));
        Table {
            red: self.known(red),
            black: self.known(black),
            names: [red_name, black_name],
        }
    }

    /// The chief arbiter's account.
    pub fn arbiter_id(&self) -> i64 {
        self.count("SELECT account FROM arbiter WHERE role = 'chief'")
    }

    /// Someone by Telegram's user id.
    pub fn known(&self, id: i64) -> Person<'_> {
        Person { hall: self, id }
    }

    /// The state of a table of the newest round: status, outcome, what red says, what black says.
    pub fn state(&self, table: u32) -> String {
        self.database(|tx| {
            tx.query_row(
                "SELECT status || ' ' || coalesce(outcome, '-')
                   || coalesce(' red:' || (SELECT outcome FROM claim WHERE game = g.id AND side = 'red'), '')
                   || coalesce(' black:' || (SELECT outcome FROM claim WHERE game = g.id AND side = 'black'), '')
                 FROM game g WHERE round = (SELECT max(id) FROM round) AND table_no = ?1",
                [table],
                |row| row.get(0),
            )
        })
    }

    /// A use case in someone's name, past Telegram. `update` is any number not used before.
    pub fn acts(
        &self,
        update: i64,
        account: i64,
        act: impl FnOnce(&mut Turn<'_>) -> Result<(), Halt>,
    ) -> Handled {
        self.desk()
            .handle(-update, &private(account), act)
            .expect("the database")
    }
}

/// Someone in their private chat.
pub fn private(account: i64) -> Actor {
    Actor {
        account,
        name: String::new(),
        username: None,
        chat: Chat::Private,
        message: None,
        tapped: false,
    }
}
