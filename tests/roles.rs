//! Who may do what: every command by everyone.

use qisai::config::Role;
use qisai::desk::Duty;
use qisai::desk::hand::{Change, Order, Pick, Way};
use qisai::desk::journal::Filter;
use qisai::desk::notice::{Form, Printable};
use qisai::desk::panel::Step;
use qisai::rehearsal::Act;
use qisai::telegram::command::VERBS;
use qisai::telegram::tap::Tap;

use crate::registering::code_in;
use crate::support::{GROUP, Hall, Person};

/// Each command as it is typed, and the duty that it is. `None`: everyone's.
const COMMANDS: &[(&str, &str, Option<Duty>)] = &[
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
    ("bind", "", Some(Duty::BindGroup)),
    ("arbiter", "", None),
    ("arbiter", "ABCDEFGH", None),
    ("arbiter", "裁判员", Some(Duty::MakeArbiters)),
    ("desk", "", Some(Duty::ShowDesk)),
    ("desk", "武汉", Some(Duty::ShowDesk)),
    ("review", "", Some(Duty::Review)),
    ("review", "棋手1", Some(Duty::Review)),
    ("invite", "3", Some(Duty::Invite)),
    ("invite", "列表", Some(Duty::Invite)),
    ("add", "", Some(Duty::EnterPlayers)),
    ("add", "认领码", Some(Duty::EnterPlayers)),
    ("fees", "", Some(Duty::Fees)),
    ("fees", "棋手1", Some(Duty::Fees)),
    ("waiting", "", Some(Duty::ShowWaiting)),
    ("close", "", Some(Duty::CloseRegistration)),
    ("roster", "", None),
    ("draw", "", Some(Duty::Draw)),
    ("checkin", "", None),
    ("pair", "", Some(Duty::Pair)),
    ("publish", "", Some(Duty::Publish)),
    ("result", "1 红胜", Some(Duty::Rule)),
    ("open", "", Some(Duty::ShowOpen)),
    ("prizes", "", None),
    ("unpublish", "", Some(Duty::Unpublish)),
    ("why", "1", None),
    ("swap", "1 2", Some(Duty::SetByHand)),
    ("fix", "1 2", Some(Duty::SetByHand)),
    ("bye", "1", Some(Duty::SetByHand)),
    ("flip", "1", Some(Duty::SetByHand)),
    ("forbid", "1 2", Some(Duty::SetByHand)),
    ("absent", "1", Some(Duty::SetByHand)),
    ("table", "1 1", Some(Duty::SetByHand)),
    ("orders", "", Some(Duty::SetByHand)),
    ("sides", "1", Some(Duty::Correct)),
    ("journal", "", Some(Duty::ShowJournal)),
    ("journal", "棋手1", Some(Duty::ShowJournal)),
    ("journal", "3", Some(Duty::ShowJournal)),
    ("undo", "", Some(Duty::Undo)),
    ("foul", "1", Some(Duty::Penalize)),
    ("warn", "1", Some(Duty::Penalize)),
    ("expel", "1", Some(Duty::Expel)),
    // Alone it is what a player owes.
    ("record", "", None),
    ("rating", "", Some(Duty::Rate)),
    ("appeal", "", None),
    ("knockout", "", None),
    ("late", "", Some(Duty::Rule)),
    ("timetable", "", None),
    ("timetable", "2 10:15", Some(Duty::Timetable)),
    ("ranking", "", None),
    ("announce", "大家好", Some(Duty::Announce)),
    ("verify", "", None),
    ("export", "", Some(Duty::ExportList)),
    ("backup", "", Some(Duty::Backup)),
    ("purge", "", Some(Duty::Purge)),
];

/// Each kind of button by its code, and the duty that it is. `None`: a player's, or only of use to whom it
/// was shown.
#[rustfmt::skip]
const BUTTONS: &[(&str, Option<Duty>)] = &[
    ("ch", None),
    ("ck", Some(Duty::CheckIn)),
    ("cc", Some(Duty::CheckIn)),
    ("cp", Some(Duty::CloseCheckIn)),
    ("cx", Some(Duty::CloseCheckIn)),
    ("cm", Some(Duty::CheckIn)),
    ("ct", Some(Duty::CheckIn)),
    ("uf", None),
    ("nc", Some(Duty::RankingRule)),
    ("nk", Some(Duty::RankingRule)),
    ("pf", None),
    ("pz", Some(Duty::PublishPrizes)),
    ("dk", Some(Duty::ShowDesk)),
    ("ds", Some(Duty::Pair)),
    ("dp", Some(Duty::Publish)),
    ("dd", Some(Duty::Pair)),
    ("dm", Some(Duty::Publish)),
    ("ot", Some(Duty::ShowOpen)),
    ("dc", Some(Duty::ShowDesk)),
    ("pp", Some(Duty::Publish)),
    ("pd", Some(Duty::Pair)),
    ("pa", Some(Duty::Publish)),
    ("pl", Some(Duty::Pair)),
    ("pb", Some(Duty::SetByHand)),
    ("pn", Some(Duty::Pair)),
    ("pr", Some(Duty::Pair)),
    ("pw", Some(Duty::Pair)),
    ("hl", Some(Duty::SetByHand)),
    ("hb", Some(Duty::SetByHand)),
    ("ht", Some(Duty::SetByHand)),
    ("ha", Some(Duty::SetByHand)),
    ("hk", None),
    ("hg", Some(Duty::SetByHand)),
    ("hn", Some(Duty::ExplainRound)),
    ("hy", Some(Duty::ExplainRound)),
    ("hx", Some(Duty::SetByHand)),
    ("he", Some(Duty::SetByHand)),
    ("pu", Some(Duty::Unpublish)),
    ("rr", Some(Duty::Rule)),
    ("rb", Some(Duty::Rule)),
    ("lr", Some(Duty::Rule)),
    ("lt", Some(Duty::Rule)),
    ("lm", Some(Duty::Rule)),
    ("lf", Some(Duty::Rule)),
    ("tm", Some(Duty::Timetable)),
    ("ts", Some(Duty::Timetable)),
    ("db", Some(Duty::Timetable)),
    ("kp", Some(Duty::Seed)),
    ("ks", Some(Duty::Seed)),
    ("ku", Some(Duty::Seed)),
    ("kU", Some(Duty::Seed)),
    ("kb", Some(Duty::Publish)),
    ("kt", Some(Duty::Publish)),
    ("kl", Some(Duty::Rule)),
    ("km", Some(Duty::Rule)),
    ("kg", Some(Duty::Rule)),
    ("rv", Some(Duty::Rule)),
    ("kc", None),
    ("kq", Some(Duty::Rule)),
    ("kQ", Some(Duty::Rule)),
    ("kr", Some(Duty::Rule)),
    ("ka", Some(Duty::AnnulMatch)),
    ("kA", Some(Duty::AnnulMatch)),
    ("kn", Some(Duty::Rule)),
    ("lc", Some(Duty::Correct)),
    ("ln", None),
    ("lp", Some(Duty::ShowJournal)),
    ("lu", Some(Duty::Undo)),
    ("lk", None),
    ("or", Some(Duty::ShowOpen)),
    ("rc", None),
    ("rk", None),
    ("rg", None),
    ("ro", None),
    ("rx", None),
    ("fb", None),
    ("fi", None),
    ("fm", None),
    ("fd", None),
    ("ad", Some(Duty::EnterPlayers)),
    ("al", Some(Duty::EnterPlayers)),
    ("ho", None),
    ("hw", None),
    ("ij", Some(Duty::ImportRoster)),
    ("id", None),
    ("gc", Some(Duty::CloseRegistration)),
    ("gl", Some(Duty::PublishRoster)),
    ("vx", Some(Duty::Review)),
    ("va", Some(Duty::Review)),
    ("vk", Some(Duty::Review)),
    ("vo", Some(Duty::Review)),
    ("vu", Some(Duty::Review)),
    ("vf", Some(Duty::Review)),
    ("an", Some(Duty::Announce)),
    ("ax", None),
    ("xp", Some(Duty::ExportPersonal)),
    ("xt", Some(Duty::ExportList)),
    ("xy", Some(Duty::ExportPersonal)),
    ("vq", Some(Duty::Review)),
    ("vn", Some(Duty::Review)),
    ("vr", Some(Duty::Review)),
    ("vs", None),
    ("vd", None),
    ("ii", Some(Duty::Invite)),
    ("il", Some(Duty::Invite)),
    ("ir", Some(Duty::Invite)),
    ("fr", None),
    ("fl", Some(Duty::Fees)),
    ("fc", Some(Duty::Fees)),
    ("ft", Some(Duty::Fees)),
    ("fp", Some(Duty::Fees)),
    ("fw", Some(Duty::Fees)),
    ("fu", Some(Duty::Fees)),
    ("wl", Some(Duty::ShowWaiting)),
    ("we", Some(Duty::EndWaiting)),
    ("wx", Some(Duty::EndWaiting)),
    ("oc", None),
    ("od", None),
    ("wc", None),
    ("wy", None),
    ("wk", None),
    ("wg", Some(Duty::WithdrawPlayers)),
    ("yl", Some(Duty::Penalize)),
    ("yg", Some(Duty::Penalize)),
    ("yp", Some(Duty::Penalize)),
    ("yw", None),
    ("yk", None),
    ("yo", None),
    ("yr", None),
    ("ya", None),
    ("yn", None),
    ("yi", None),
    ("yz", None),
    ("yd", None),
    ("yb", None),
    ("yf", None),
    ("yu", Some(Duty::Penalize)),
    ("yx", Some(Duty::Penalize)),
    ("yc", Some(Duty::Penalize)),
    ("jl", Some(Duty::ShowAppeals)),
    ("jc", Some(Duty::ShowAppeals)),
    ("ja", None),
    ("jf", None),
    ("jw", None),
    ("jp", Some(Duty::Appeals)),
    // There is a committee, which the arbiters are referred to.
    ("jd", Some(Duty::ShowAppeals)),
    ("jr", Some(Duty::Appeals)),
    ("ju", Some(Duty::ShowAppeals)),
    ("zd", Some(Duty::Rule)),
    ("zm", None),
    ("zx", Some(Duty::Expel)),
    ("ru", None),
    ("qg", None),
    ("qw", Some(Duty::Records)),
    ("qf", Some(Duty::Records)),
    ("qv", Some(Duty::Records)),
    ("ql", Some(Duty::Records)),
    ("qc", Some(Duty::Records)),
];

/// Asked for only where an event has no committee, or leaves forfeits to the chief arbiter: tests/appeal.rs and
/// tests/late.rs try them.
const OTHER_EVENTS: [Duty; 2] = [Duty::DecideAppeals, Duty::Forfeit];

/// A field of a button as it is written: what is real where there is one, and never the version that is
/// shown, so that who may is told that it is of another day.
fn field(name: &str, kind: &str, (round, game): (i64, i64)) -> String {
    match (name, kind) {
        ("round", "i64") => round.to_string(),
        ("game", "i64") => game.to_string(),
        ("registration", "i64") => "1".to_owned(),
        (_, "i64") => "987654".to_owned(),
        (_, "u32") => "1".to_owned(),
        (_, "usize") => "0".to_owned(),
        (_, "bool") => "true".to_owned(),
        ("competition", "String") => "players".to_owned(),
        (_, "String") => "ABCDEFGH".to_owned(),
        (_, "OutcomeCode" | "Correction") => "rw".to_owned(),
        (_, "SideCode") => "r".to_owned(),
        (_, "Ground") => "entry".to_owned(),
        (_, "Step") => Step::Pair.to_string(),
        (_, "Pick") => Pick::Open.to_string(),
        (_, "Change") => Change::Swap(1, 2).to_string(),
        (_, "Order") => Order::Forbid(1, 2).to_string(),
        (_, "Way") => Way::End.to_string(),
        (_, "Filter") => Filter::All.to_string(),
        (_, "Printable") => Printable::Standings.to_string(),
        (_, "Form") => Form::Json.to_string(),
        (_, "KindCode") => "f".to_owned(),
        (_, "FateCode") => "k".to_owned(),
        (_, "AboutCode") => "o".to_owned(),
        (_, "DecisionCode") => "s".to_owned(),
        (_, "SaidCode") => "e".to_owned(),
        (_, "FilterCode") => "o".to_owned(),
        other => panic!("{other:?}: how is this field written?"),
    }
}

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
    let code = code_in(&chief.sees("一次性裁判码").await.text);
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
    for (command, rest, duty) in COMMANDS {
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
            let least = duty.map(Duty::least);
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

#[test]
fn every_button_and_every_duty_has_a_line() {
    for (code, _) in Tap::KINDS {
        let lines = BUTTONS.iter().filter(|(known, _)| known == code);
        assert_eq!(
            lines.count(),
            1,
            "button {code}: who may? Give it a line in BUTTONS"
        );
    }
    assert_eq!(BUTTONS.len(), Tap::KINDS.len(), "a button that is no more");
    let commands = COMMANDS.iter().filter_map(|(_, _, duty)| *duty);
    let buttons = BUTTONS.iter().filter_map(|(_, duty)| *duty);
    let known: Vec<Duty> = commands.chain(buttons).chain(OTHER_EVENTS).collect();
    for duty in Duty::ALL {
        assert!(
            known.contains(duty),
            "{duty:?}: by which command or button?"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn each_button_is_refused_to_whose_role_is_too_low() {
    let hall = Hall::field(4).await;
    appoint(&hall, "仲裁丁", "仲裁").await;
    appoint(&hall, "裁判甲", "裁判员").await;
    appoint(&hall, "编排乙", "编排长").await;
    hall.round().await;
    let game = hall.count("SELECT min(id) FROM game");
    let real = (hall.count("SELECT max(id) FROM round"), game);
    let mut wrong = Vec::new();
    // The lowest first: what those who may do changes nothing for those who may not.
    for (name, role) in ROLES {
        let person = hall.person(name).await;
        person.says("/help").await;
        let lines = || {
            hall.count(&format!(
                "SELECT count(*) FROM journal WHERE account = {} AND action NOT LIKE 'report.%'",
                person.id
            ))
        };
        for (code, duty) in BUTTONS {
            let fields = Tap::KINDS.iter().find(|(known, _)| known == code);
            let fields = fields.map_or(&[][..], |(_, fields)| *fields);
            let written: Vec<String> = std::iter::once((*code).to_owned())
                .chain(fields.iter().map(|(name, kind)| field(name, kind, real)))
                .collect();
            let data = written.join(":");
            let before = lines();
            let told = person.taps_stale(&data).await.text.unwrap_or_default();
            let refused = told.contains("才能做") || told.contains("能做，您的账号");
            // A place on offer is its player's, whose registration the button names, and the arbiters'.
            let of_another = ["oc", "od"].contains(code) && name != ROLES[0].0;
            let duty = duty.or(of_another.then_some(Duty::ShowWaiting));
            let least = duty.map(Duty::least);
            let may = least.is_none_or(|least| role >= Some(least));
            if refused == may {
                wrong.push(format!("{data} by {role:?}: {told}"));
            }
            if let Some(least) = least.filter(|_| refused) {
                assert!(told.contains(named(least)), "{data}: {told}");
                assert_eq!(lines(), before, "{data} was done by {role:?}");
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
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
    let code = code_in(&chief.last().text).to_lowercase();
    let new = hall.person("裁判甲").await;
    new.says(&format!(" {code} ")).await;
    new.sees("您现在是裁判员").await;
    chief.sees("裁判甲").await;
    let other = hall.person("路人").await;
    other.says(&code).await;
    other.sees("不存在或已用过").await;
    assert_eq!(hall.count("SELECT count(*) FROM arbiter"), 2);
}
