//! Keys, types, words and signs.

use std::fs;

use qisai::config::Config;

use super::{WUHAN, refuses, refuses_all, told};

#[test]
fn unknown_key() {
    refuses(
        "rounds = 7",
        "rond = 7",
        &[("rond", "unknown key \"rond\": did you mean \"rounds\"?")],
    );
    refuses(
        "amount = 100",
        "amount = 100\ncolour = 1",
        &[(
            "colour",
            "unknown key \"colour\": the keys here are amount, note.",
        )],
    );
}

#[test]
fn missing_key() {
    refuses(
        "capacity = 200\n",
        "",
        &[(
            "^[registration]",
            "the key \"capacity\" is missing in this table: add capacity.",
        )],
    );
    refuses(
        "kind = \"swiss\"\n",
        "",
        &[(
            "^[[competition.stage]]",
            "the key \"kind\" is missing in this table: add kind.",
        )],
    );
}

#[test]
fn wrong_type() {
    refuses(
        "capacity = 200",
        "capacity = \"200\"",
        &[(
            "\"200\"",
            "\"capacity\" wants a whole number, here is a text: write a whole number.",
        )],
    );
    refuses(
        "closes = 2023-09-25",
        "closes = \"2023-09-25\"",
        &[(
            "\"2023-09-25\"",
            "\"closes\" wants a date and time without quotes, here is a text: \
             write a date and time without quotes.",
        )],
    );
    refuses(
        "30\nby_code = true",
        "30\nby_code = 1",
        &[(
            "1\n",
            "\"by_code\" wants true or false, here is a whole number: write true or false.",
        )],
    );
}

#[test]
fn unknown_word() {
    refuses(
        "numbering = \"lot\"",
        "numbering = \"lots\"",
        &[(
            "\"lots\"",
            "\"numbering\" cannot be \"lots\": did you mean \"lot\"?",
        )],
    );
    refuses(
        "tie = \"shared\"",
        "tie = \"抽签\"",
        &[(
            "\"抽签\"",
            "\"tie\" cannot be \"抽签\": write one of shared, lot.",
        )],
    );
}

#[test]
fn number_out_of_range() {
    for wrong in ["0", "-3", "99999999999999999999"] {
        refuses(
            "capacity = 200",
            &format!("capacity = {wrong}"),
            &[(
                wrong,
                &format!("\"capacity\" cannot be {wrong}: write a number from 2 to 10000."),
            )],
        );
    }
    refuses(
        "promotion_minutes = 720",
        "promotion_minutes = 20161",
        &[(
            "20161\n",
            "\"promotion_minutes\" cannot be 20161: write a number from 0 to 20160.",
        )],
    );
}

#[test]
fn texts_have_a_length() {
    refuses(
        "\"武汉棋王赛\"",
        "\"  \"",
        &[(
            "\"  \"",
            "\"short_name\" is blank: write the text, or take the key out if it may be missing.",
        )],
    );
    refuses(
        "\"武汉棋王赛\"",
        "\"武汉市第一届象棋棋王赛积分赛淘汰赛\"",
        &[(
            "\"武汉市第一届",
            "\"short_name\" has 17 characters: shorten it to 16.",
        )],
    );
    refuses(
        "key = \"open\"",
        "key = \"公开\"",
        &[(
            "\"公开\"",
            "\"公开\" is no key: use 1 to 20 of the signs a-z, 0-9, _ and -.",
        )],
    );
}

#[test]
fn not_toml() {
    refuses(
        "capacity = 200",
        "capacity 200",
        &[(
            "200",
            "this is not TOML (key with no value, expected `=`): \
             compare the line with its neighbours or the examples.",
        )],
    );
    let told = told(&WUHAN.replace("key = \"open\"", "key = “open”"));
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(
        told[0].ends_with("type “ as a half-width sign (半角)."),
        "{told:?}"
    );
}

#[test]
fn a_key_twice_is_named_once() {
    let told = told(&WUHAN.replace("capacity = 200", "capacity = 200\ncapacity = 100"));
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].contains("duplicate key"), "{told:?}");
}

#[test]
fn all_faults_are_told_together() {
    refuses_all(
        &[
            ("organizer", "organiser"),
            ("seats = 30", "seats = 31"),
            ("numbering = \"lot\"", "numbering = \"lots\""),
            ("money = 300\n", "money = -300\n"),
        ],
        &[
            (
                "organiser",
                "unknown key \"organiser\": did you mean \"organizer\"?",
            ),
            (
                "200\n# 不满",
                "the pools (名额) have 201 seats in all, the capacity is 200: \
                 lower the seats of a pool, or raise capacity to 201.",
            ),
            (
                "\"lots\"",
                "\"numbering\" cannot be \"lots\": did you mean \"lot\"?",
            ),
            (
                "-300",
                "\"money\" cannot be -300: write a number from 0 to 100000000.",
            ),
        ],
    );
}

#[test]
fn a_token_is_refused_and_never_repeated() {
    let token = format!("{}:{}", "1000000001", "AbCdEf".repeat(6));
    let sentence = "this looks like a bot token, and a token must not be in the file: \
                    take it out, let BotFather revoke it, and hand the new one over in TELOXIDE_TOKEN.";
    refuses(
        "language = \"zh-CN\"",
        &format!("language = \"{token}\""),
        &[
            (
                "\"1000",
                "\"language\" cannot be \"…\": write one of zh-CN, en.",
            ),
            ("1000000001", sentence),
        ],
    );
    refuses(
        "# api_url",
        &format!("# {token}\n# api_url"),
        &[("1000000001", sentence)],
    );
    let told = told(&WUHAN.replace("[telegram]", &format!("[telegram]\ntoken = \"{token}\"")));
    assert_eq!(told.len(), 2, "{told:?}");
    assert!(told[0].ends_with("the token is handed over in TELOXIDE_TOKEN alone."));
    assert!(told.iter().all(|told| !told.contains("AbCdEf")));
}

#[test]
fn text_of_another_encoding() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("bot.toml");
    // GBK for 名.
    fs::write(&path, b"language = \"zh-CN\"\n# \xc3\xfb\n").expect("written");
    let faults = Config::load(&path).expect_err("not UTF-8");
    assert_eq!((faults[0].line, faults[0].column), (2, 3));
    let told = faults[0].to_string();
    assert!(
        told.ends_with("this line is not UTF-8 text: save the file as UTF-8 in the editor."),
        "{told}"
    );
}

#[test]
fn the_mark_of_windows_editors_is_passed_over() {
    assert!(told(&format!("\u{feff}{WUHAN}")).is_empty());
    assert!(told(&WUHAN.replace('\n', "\r\n")).is_empty());
}
