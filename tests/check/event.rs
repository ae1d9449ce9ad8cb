//! The event, its zone, its arbiters and its timetable.

use super::{WUHAN, refuses, refuses_all, told};

const ROUND_1: &str = "{ stage = \"points\", round = 1, starts = 09:00 }";

#[test]
fn unknown_zone() {
    refuses(
        "Asia/Shanghai",
        "Asia/Shangai",
        &[(
            "\"Asia/Shangai\"",
            "there is no time zone \"Asia/Shangai\" (时区): did you mean \"Asia/Shanghai\"?",
        )],
    );
    refuses(
        "Asia/Shanghai",
        "北京",
        &[(
            "\"北京\"",
            "there is no time zone \"北京\" (时区): write a name like \"Asia/Shanghai\".",
        )],
    );
}

#[test]
fn a_time_that_the_clocks_pass_over() {
    refuses_all(
        &[
            ("Asia/Shanghai", "Europe/Berlin"),
            ("closes = 2023-09-25", "closes = 2023-03-26T02:30"),
        ],
        &[(
            "2023-03-26T02:30",
            "2023-03-26 02:30:00 does not exist in Europe/Berlin, where the clocks go forward over \
             it: choose a time an hour earlier or later.",
        )],
    );
}

#[test]
fn the_last_second_that_comes_twice_is_the_later() {
    let text = WUHAN
        .replace("Asia/Shanghai", "Europe/Berlin")
        .replace("closes = 2023-09-25", "closes = 2022-10-30T02:30");
    let loaded = qisai::config::Config::parse("bot.toml", &text).expect("sound");
    let closes = loaded.config.event.registration.closes;
    assert_eq!(closes.to_rfc3339(), "2022-10-30T01:30:00+00:00");
}

#[test]
fn api_url() {
    for (url, why) in [
        ("127.0.0.1:8081", "relative URL without a base"),
        ("ftp://127.0.0.1", "ftp is neither http nor https"),
    ] {
        refuses(
            "# api_url = \"http://127.0.0.1:8081\"",
            &format!("api_url = \"{url}\""),
            &[(
                &format!("\"{url}\""),
                &format!(
                    "api_url \"{url}\" is no web address ({why}): write it like \
                     \"http://127.0.0.1:8081\", or take it out for Telegram's own."
                ),
            )],
        );
    }
    assert!(told(&WUHAN.replace("# api_url", "api_url")).is_empty());
}

#[test]
fn the_key_lies_apart_from_the_database() {
    refuses(
        "key = \"qisai.key\"",
        "key = \"qisai.db\"",
        &[(
            "\"qisai.db\"",
            "database and key are the same file: \
             give the key a file of its own, outside the database's backups.",
        )],
    );
}

#[test]
fn papers_lie_in_a_folder_of_their_own() {
    refuses(
        "# keep_papers = \"papers\"",
        "keep_papers = \"qisai.key\"",
        &[(
            "\"qisai.key\"\n\n# ── 图片和打印",
            "keep_papers names the file of the database or of the key: \
             name a folder of its own, like \"papers\".",
        )],
    );
    assert!(told(&WUHAN.replace("# keep_papers", "keep_papers")).is_empty());
}

#[test]
fn a_font_that_is_none_or_is_not_there() {
    let remedy = "name a TTF, OTF or TTC file such as that of fonts-noto-cjk, or leave the key out: \
                  then this machine's fonts are used.";
    refuses(
        "# font = \"fonts/NotoSansCJK-Regular.ttc\"",
        "font = \"Cargo.toml\"",
        &[(
            "\"Cargo.toml\"",
            &format!("the font \"Cargo.toml\" cannot be read: no font: unknown magic: {remedy}"),
        )],
    );
    let gone = WUHAN.replace("# font = \"fonts/", "font = \"no/such/folder/");
    assert_eq!(told(&gone).len(), 1);
    let latin = crate::render::tiny_font::TinyFont::of(&[(0x21, 0x2FF)]);
    let path = latin.path.display().to_string();
    let line = format!("font = {path:?}");
    let file = WUHAN.replace("# font = \"fonts/NotoSansCJK-Regular.ttc\"", &line);
    let told = told(&file);
    assert!(
        matches!(told.as_slice(), [one] if one.contains("has no Chinese letters")),
        "{told:?}"
    );
}

const ARBITERS: &str = "# [[arbiter]]\n# account = 1000000001\n# role = \"chief\"\n";

#[test]
fn the_same_arbiter_twice() {
    let twice = "[[arbiter]]\naccount = 1000000001\nrole = \"chief\"\n\
                 [[arbiter]]\naccount = 1000000001\nrole = \"arbiter\"\n";
    let line = WUHAN[..WUHAN.find(ARBITERS).expect("the example")]
        .lines()
        .count()
        + 2;
    refuses(
        ARBITERS,
        twice,
        &[(
            "1000000001\nrole = \"arbiter\"",
            &format!(
                "the arbiter (裁判) 1000000001 is named already in line {line}: \
                 keep one of the two, with the higher role."
            ),
        )],
    );
}

#[test]
fn arbiters_without_a_chief() {
    refuses(
        ARBITERS,
        "[[arbiter]]\naccount = 1000000001\nrole = \"pairing_officer\"\n",
        &[(
            "[[arbiter]]",
            "arbiters are named, but no chief arbiter (裁判长) is among them: give one of them role = \
             \"chief\", or name none: then the first with the start-up code is chief.",
        )],
    );
    assert!(
        told(&WUHAN.replace(ARBITERS, "[[arbiter]]\naccount = 1\nrole = \"chief\"\n")).is_empty()
    );
}

#[test]
fn a_committee_is_no_chief() {
    let member = "[[arbiter]]\naccount = 7\nrole = \"committee\"\n";
    refuses(
        ARBITERS,
        member,
        &[(
            "[[arbiter]]",
            "arbiters are named, but no chief arbiter (裁判长) is among them: give one of them role = \
             \"chief\", or name none: then the first with the start-up code is chief.",
        )],
    );
    let chief = "[[arbiter]]\naccount = 1\nrole = \"chief\"\n";
    assert!(told(&WUHAN.replace(ARBITERS, &format!("{chief}{member}"))).is_empty());
}

#[test]
fn a_slot_that_ends_before_it_starts() {
    refuses(
        "ends = 08:30",
        "ends = 07:30",
        &[(
            "07:30",
            "this slot of the timetable (日程) ends before it starts: \
             correct starts or ends; a time alone means the slot's own day.",
        )],
    );
}

#[test]
fn a_slot_without_a_day() {
    refuses(
        "starts = 2023-10-05T08:00",
        "starts = 08:00",
        &[(
            "08:00",
            "\"starts\" has no date: write it like 2023-10-05T09:00.",
        )],
    );
    refuses(
        "starts = 2023-10-05T08:00",
        "starts = 2023-10-05",
        &[(
            "08:30",
            "of this slot's start and end, one has an hour and the other is a date alone: write an hour \
             for both, or for none.",
        )],
    );
}

#[test]
fn a_round_of_no_stage() {
    refuses(
        ROUND_1,
        "{ stage = \"point\", round = 1, starts = 09:00 }",
        &[(
            "\"point\"",
            "no stage (阶段) has the key \"point\": did you mean \"points\"?",
        )],
    );
    refuses(
        ROUND_1,
        "{ stage = \"points\", round = 8, starts = 09:00 }",
        &[(
            "8,",
            "there is no round 8 in \"points\", which has 7: \
             correct the number, or the rounds of the stage.",
        )],
    );
}

#[test]
fn a_round_twice() {
    let line = WUHAN[..WUHAN.find(ROUND_1).expect("round 1")]
        .lines()
        .count();
    refuses(
        "{ stage = \"points\", round = 2, starts = 10:00 }",
        "{ stage = \"points\", round = 1, starts = 10:00 }",
        &[(
            "10:00",
            &format!(
                "round 1 of \"points\" is planned already in line {line}: take one of the two out."
            ),
        )],
    );
}

#[test]
fn rounds_out_of_order() {
    refuses(
        "round = 2, starts = 10:00",
        "round = 2, starts = 09:00",
        &[(
            "09:00 },\n    { stage = \"points\", round = 3",
            "round 2 of \"points\" does not start after round 1: put the rounds in the order of play.",
        )],
    );
}

#[test]
fn a_round_outside_its_slot() {
    refuses(
        "round = 3, starts = 11:00",
        "round = 3, starts = 12:00",
        &[(
            "12:00",
            "round 3 of \"points\" starts outside its slot: \
             move its start between the slot's starts and ends.",
        )],
    );
}

#[test]
fn a_stage_that_begins_before_the_one_before_it_is_over() {
    refuses(
        "{ stage = \"knockout\", round = 1, starts = 09:00 }",
        "{ stage = \"knockout\", round = 1, starts = 2023-10-05T16:00 }",
        &[
            (
                "2023-10-05T16:00",
                "round 1 of \"knockout\" starts outside its slot: \
                 move its start between the slot's starts and ends.",
            ),
            (
                "2023-10-05T16:00",
                "round 1 of \"knockout\" does not start after round 7 of \"points\", which is played \
                 before it: correct the day or the hour of one of the two.",
            ),
        ],
    );
}

#[test]
fn a_slot_with_an_hour_at_one_end_only() {
    refuses(
        "starts = 2023-10-05T08:30\nends = 09:00",
        "starts = 2023-10-05\nends = 09:00",
        &[(
            "09:00",
            "of this slot's start and end, one has an hour and the other is a date alone: write an hour \
             for both, or for none.",
        )],
    );
}

#[test]
fn a_slot_of_days() {
    let text = WUHAN.replace(
        "starts = 2023-10-05T08:30\nends = 09:00",
        "starts = 2023-10-05\nends = 2023-10-06\ncompetition = \"king\"",
    );
    let loaded = qisai::config::Config::parse("bot.toml", &text).expect("sound");
    let slot = &loaded.config.event.timetable[0];
    assert!(slot.is_by_day);
    assert_eq!(slot.competition.as_deref(), Some("king"));
    assert_eq!(slot.starts.to_rfc3339(), "2023-10-04T16:00:00+00:00");
    let ends = slot.ends.expect("an end").to_rfc3339();
    assert_eq!(ends, "2023-10-06T15:59:59+00:00");
}

#[test]
fn check_in_on_a_day_without_hours() {
    refuses(
        "starts = 2023-10-05T08:00\nends = 08:30",
        "starts = 2023-10-05",
        &[(
            "{ calls",
            "players check in (报到) during this slot, and it has no hours: write starts and ends with \
             the hour, or take checkin out.",
        )],
    );
}

#[test]
fn a_game_that_no_match_has() {
    refuses(
        "round = 4, game = 4",
        "round = 4, game = 10",
        &[(
            "10",
            "there is no game 10 in round 4 of \"knockout\", whose matches have at most 9: correct the \
             number, or take it out.",
        )],
    );
}

#[test]
fn a_slot_of_an_unknown_competition() {
    refuses(
        "what = \"开幕式\"",
        "what = \"开幕式\"\ncompetition = \"kings\"",
        &[(
            "\"kings\"",
            "no competition (项目) has the key \"kings\": did you mean \"king\"?",
        )],
    );
}

#[test]
fn prizes_that_are_given_from_the_last_place_to_the_first() {
    refuses(
        "prizes = [17, 32]",
        "prizes = [32, 17]",
        &[(
            "[32, 17]",
            "the places 32 to 17 are none: write the better place first.",
        )],
    );
}
