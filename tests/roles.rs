//! Who may do what: every command by everyone.

use qisai::config::Role;
use qisai::rehearsal::Act;
use qisai::telegram::command::VERBS;

use crate::support::{GROUP, Hall, Person};

/// Each command as it is typed, and the lowest role that may. `None`: everyone.
const COMMANDS: &[(&str, &str, Option<Role>)] = &[
    ("start", "", None),
    ("help", "", None),
    ("register", "", None),
    ("me", "", None),
    ("pairings", "", None),
    ("standings", "", None),
    ("rules", "", None),
    ("report", "", None),
    ("withdraw", "", None),
    ("withdraw", "1", None),
    ("cancel", "", None),
    ("bind", "", Some(Role::Chief)),
    ("arbiter", "", None),
    ("arbiter", "ABCDEFGH", None),
    ("arbiter", "裁判员", Some(Role::Chief)),
    ("desk", "", Some(Role::Committee)),
    ("desk", "武汉", Some(Role::Committee)),
    ("review", "", Some(Role::Arbiter)),
    ("review", "棋手1", Some(Role::Arbiter)),
    ("invite", "3", Some(Role::Arbiter)),
    ("invite", "列表", Some(Role::Arbiter)),
    ("add", "", Some(Role::Arbiter)),
    ("add", "认领码", Some(Role::Arbiter)),
    ("fees", "", Some(Role::Arbiter)),
    ("fees", "棋手1", Some(Role::Arbiter)),
    ("waiting", "", Some(Role::Arbiter)),
    ("close", "", Some(Role::PairingOfficer)),
    ("roster", "", None),
    ("draw", "", Some(Role::PairingOfficer)),
    ("checkin", "", None),
    ("pair", "", Some(Role::PairingOfficer)),
    ("publish", "", Some(Role::PairingOfficer)),
    ("result", "1 红胜", Some(Role::Arbiter)),
    ("open", "", Some(Role::Arbiter)),
    ("prizes", "", None),
    ("unpublish", "", Some(Role::PairingOfficer)),
    ("why", "1", None),
    ("swap", "1 2", Some(Role::PairingOfficer)),
    ("fix", "1 2", Some(Role::PairingOfficer)),
    ("bye", "1", Some(Role::PairingOfficer)),
    ("flip", "1", Some(Role::PairingOfficer)),
    ("forbid", "1 2", Some(Role::PairingOfficer)),
    ("absent", "1", Some(Role::PairingOfficer)),
    ("table", "1 1", Some(Role::PairingOfficer)),
    ("orders", "", Some(Role::PairingOfficer)),
    ("sides", "1", Some(Role::Arbiter)),
    ("journal", "", Some(Role::Arbiter)),
    ("journal", "棋手1", Some(Role::Arbiter)),
    ("journal", "3", Some(Role::Arbiter)),
    ("undo", "", Some(Role::Arbiter)),
    ("foul", "1", Some(Role::Arbiter)),
    ("warn", "1", Some(Role::Arbiter)),
    ("expel", "1", Some(Role::Chief)),
    // Alone it is what a player owes.
    ("record", "", None),
    ("rating", "", Some(Role::Arbiter)),
    ("appeal", "", None),
    ("knockout", "", None),
    ("late", "", Some(Role::Arbiter)),
    ("timetable", "", None),
    ("timetable", "2 10:15", Some(Role::PairingOfficer)),
    ("ranking", "", None),
    ("announce", "大家好", Some(Role::Arbiter)),
    ("verify", "", None),
    ("export", "", Some(Role::Arbiter)),
    ("backup", "", Some(Role::Chief)),
    ("purge", "", Some(Role::Chief)),
];

const ROLES: [(&str, Option<Role>); 5] = [
    ("棋手1", None),
    ("仲裁丁", Some(Role::Committee)),
    ("裁判甲", Some(Role::Arbiter)),
    ("编排乙", Some(Role::PairingOfficer)),
    ("裁判长", Some(Role::Chief)),
];

fn named(role: Role) -> &'static str {
    match role {
        // Where the committee may, the arbiters are named, who are nearer.
        Role::Committee | Role::Arbiter => "裁判员",
        Role::PairingOfficer => "编排长",
        Role::Chief => "裁判长",
    }
}

/// An arbiter of this role by a code of the chief's.
pub async fn appoint<'a>(hall: &'a Hall, name: &str, role: &str) -> Person<'a> {
    let chief = hall.arbiter().await;
    chief.says(&format!("/arbiter {role}")).await;
    let text = chief.last().text;
    let code = text
        .split(|letter: char| !letter.is_ascii_alphanumeric())
        .find(|word| word.len() == 8)
        .unwrap_or_else(|| panic!("no code in {text:?}"))
        .to_owned();
    let arbiter = hall.person(name).await;
    arbiter.says(&format!("/arbiter {code}")).await;
    arbiter.sees("您现在是").await;
    arbiter
}

#[test]
fn every_command_has_a_line() {
    for (latin, _, _) in VERBS {
        let has_line = COMMANDS.iter().any(|(command, _, _)| command == latin);
        assert!(has_line, "/{latin}: who may? Give it a line in COMMANDS");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn each_command_is_refused_to_whose_role_is_too_low() {
    let hall = Hall::drawn(4).await;
    appoint(&hall, "仲裁丁", "仲裁").await;
    appoint(&hall, "裁判甲", "裁判员").await;
    appoint(&hall, "编排乙", "编排长").await;
    for (command, rest, least) in COMMANDS {
        for (name, role) in ROLES {
            let person = hall.person(name).await;
            let before = person.count("");
            person.says(format!("/{command} {rest}").trim()).await;
            let shown = person.screen();
            assert!(
                person.count("") > before,
                "/{command} {rest}: no answer\n{shown}"
            );
            let text = person.last().text;
            let refused = text.contains("才能做") || text.contains("能做，您的账号");
            let may = least.is_none_or(|least| role >= Some(least));
            assert_eq!(refused, !may, "/{command} {rest} by {role:?}\n{shown}");
            let Some(least) = least.filter(|_| refused) else {
                continue;
            };
            // The role needed, and somebody who has it.
            assert!(text.contains(named(least)), "{text}");
            let has_it = match least {
                Role::Committee | Role::Arbiter => "裁判甲",
                Role::PairingOfficer => "编排乙",
                Role::Chief => "裁判长",
            };
            assert!(text.contains(&format!("请联系{has_it}")), "{text}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_role_raised_by_a_code_survives_a_restart_and_the_file_raises_too() {
    let mut hall = Hall::open().await;
    let raised = appoint(&hall, "裁判甲", "编排长").await.id;
    let other = hall.person("裁判丙").await.id;
    hall.stop().await;
    let entry = |account, role| qisai::config::Arbiter { account, role };
    hall.config.event.arbiters = vec![
        entry(raised, Role::Arbiter),
        entry(other, Role::PairingOfficer),
    ];
    hall.start().await;
    let role = |hall: &Hall, account: i64| {
        hall.database(|tx| {
            tx.query_row(
                "SELECT role FROM arbiter WHERE account = ?1",
                [account],
                |row| row.get::<_, String>(0),
            )
        })
    };
    assert_eq!(role(&hall, raised), "pairing_officer");
    assert_eq!(role(&hall, other), "pairing_officer");
    // What the file alone gave, the file takes back.
    hall.stop().await;
    hall.config.event.arbiters = vec![entry(raised, Role::Chief), entry(other, Role::Arbiter)];
    hall.start().await;
    assert_eq!(role(&hall, raised), "chief");
    assert_eq!(role(&hall, other), "arbiter");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_arbiters_command_in_the_groups_name_is_asked_into_the_private_chat() {
    let hall = Hall::field(4).await;
    hall.round().await;
    let chief = hall.arbiter().await;
    for said in ["/result 1 红胜", "/desk", "/pair", "1台红胜"] {
        chief
            .does(GROUP, Act::SaysAnonymously(said.to_owned()))
            .await;
        hall.group().sees("匿名").await;
        assert_eq!(hall.state(1), "open -", "{said}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_code_is_understood_without_the_command() {
    let hall = Hall::open().await;
    let chief = hall.arbiter().await;
    chief.says("/arbiter 裁判员").await;
    let text = chief.last().text;
    let code = text
        .split(|letter: char| !letter.is_ascii_alphanumeric())
        .find(|word| word.len() == 8)
        .expect("a code")
        .to_lowercase();
    let new = hall.person("裁判甲").await;
    new.says(&format!(" {code} ")).await;
    new.sees("您现在是裁判员").await;
    chief.sees("裁判甲").await;
    let other = hall.person("路人").await;
    other.says(&code).await;
    other.sees("不存在或已用过").await;
    assert_eq!(hall.count("SELECT count(*) FROM arbiter"), 2);
}
