//! Stages, rankings and prizes.

use qisai::config::{Config, ForfeitBy};

use super::{WUHAN, refuses, refuses_all};

const SMALL: [(&str, &str); 3] = [
    ("capacity = 200", "capacity = 16"),
    ("seats = 170", "seats = 10"),
    ("seats = 30", "seats = 6"),
];

#[test]
fn more_rounds_than_opponents() {
    let edits = [&SMALL[..], &[("rounds = 7", "rounds = 16")]].concat();
    refuses_all(
        &edits,
        &[(
            "16\n",
            "16 rounds (轮) are more than 16 players can play without meeting twice: \
             play at most 15 rounds.",
        )],
    );
}

#[test]
fn advance() {
    let edits = [
        &SMALL[..],
        &[("advance = 16", "advance = 17"), ("size = 16", "size = 17")],
    ]
    .concat();
    refuses_all(
        &edits,
        &[
            (
                "17\n# 编号",
                "17 of at most 16 players go on (晋级): write an advance of at most 16.",
            ),
            (
                "17\n# 开赛前",
                "17 players need 5 rounds to the final, here are 4: \
                 describe 5 rounds, the final last, or correct size.",
            ),
        ],
    );
    refuses(
        "size = 16",
        "size = 12",
        &[(
            "12",
            "the knockout (淘汰赛) has 12 places, but 16 go on from the stage before: \
             make size equal to the advance of the stage before.",
        )],
    );
    refuses(
        "advance = 16\n",
        "",
        &[(
            "^[[competition.stage]]",
            "a stage follows, and this one does not say how many go on (晋级): \
             add advance, the number of players that go on.",
        )],
    );
}

#[test]
fn size_of_the_knockout() {
    for size in ["1", "65"] {
        refuses(
            "size = 16",
            &format!("size = {size}"),
            &[(
                &format!("{size}\n"),
                &format!("\"size\" cannot be {size}: write a number from 2 to 64."),
            )],
        );
    }
}

#[test]
fn a_knockout_comes_last_and_not_alone() {
    let start = WUHAN
        .find("[[competition.stage]]")
        .expect("the points stage");
    let end = start
        + 1
        + WUHAN[start + 1..]
            .find("[[competition.stage]]")
            .expect("the knockout");
    let told = super::told(&[&WUHAN[..start], &WUHAN[end..]].concat());
    // The timetable names the stage that is gone, seven times.
    assert_eq!(told.len(), 8, "{told:#?}");
    assert!(
        told[7].ends_with(
            "the first stage is a knockout (淘汰赛) without a table to seed it: \
             put a stage of kind \"swiss\" before it."
        ),
        "{}",
        told[7]
    );
}

#[test]
fn legs() {
    refuses(
        "    { kind = \"armageddon\", first = \"last_black_chooses\", time_control = \"附加赛：红方6分钟，黑方4分钟，每步加3秒\" },\n",
        "",
        &[(
            "^{ kind = \"games\", count = 1, first = \"lot\"",
            "the match can still be level after its last leg: \
             add a last leg of kind \"armageddon\" (附加赛).",
        )],
    );
    refuses(
        "count = 2, first = \"better_seed\"",
        "count = 2, first = \"last_black_chooses\"",
        &[(
            "{ kind = \"games\", count = 2, first = \"last_black",
            "in the first leg there is no game before whose black player could choose: \
             write first = \"better_seed\" or \"lot\".",
        )],
    );
    refuses(
        "kind = \"games\", count = 2, ",
        "kind = \"games\", ",
        &[(
            "{ kind = \"games\", first",
            "a leg of games (对局) does not say how many: add count = 1 or more.",
        )],
    );
    refuses(
        "kind = \"armageddon\", first",
        "kind = \"armageddon\", count = 1, first",
        &[(
            "{ kind = \"armageddon\", count",
            "an armageddon (附加赛) is one game and takes no count: take count out.",
        )],
    );
    refuses(
        "{ kind = \"games\", count = 1, ",
        "{ kind = \"armageddon\", ",
        &[(
            "{ kind = \"armageddon\", first = \"lot\"",
            "a leg follows an armageddon (附加赛), which always decides: \
             make the armageddon the last leg.",
        )],
    );
}

#[test]
fn score() {
    refuses(
        "draw = 1",
        "draw = 3",
        &[(
            "^[competition.stage.score]",
            "a draw scores 3 and a win 2: a draw must not score more than a win.",
        )],
    );
    refuses(
        "loss = 0",
        "loss = 2",
        &[
            (
                "^[competition.stage.score]",
                "a loss scores 2 and a win 2: a loss must score less than a win.",
            ),
            (
                "^[competition.stage.score]",
                "a loss scores 2 and a draw 1: a loss must not score more than a draw.",
            ),
        ],
    );
}

#[test]
fn ranking() {
    refuses(
        "    \"wins\",",
        "    \"points\",",
        &[(
            "\"points\",",
            "the ranking (名次) compares \"points\" twice: take the second one out, it can decide nothing.",
        )],
    );
    let start = WUHAN.find("keys = [").expect("the keys");
    let end = start + WUHAN[start..].find(']').expect("their end") + 1;
    refuses(
        &WUHAN[start..end],
        "keys = []",
        &[(
            "[]",
            "\"keys\" is an empty list: put at least one entry into it.",
        )],
    );
}

#[test]
fn no_time_to_object() {
    refuses(
        "objection_minutes = 10",
        "objection_minutes = 0",
        &[(
            "0\n",
            "the opponent has 0 minutes to object (异议): \
             give at least 1 minute, or write trust_winners = true.",
        )],
    );
}

#[test]
fn prizes() {
    let line = WUHAN[..WUHAN.find("[5, 8]").expect("a prize")]
        .lines()
        .count();
    refuses(
        "places = [9, 16]",
        "places = [8, 16]",
        &[(
            "[8, 16]",
            &format!(
                "place 8 has a prize (奖励) already in line {line}: \
                 let the places of one list follow each other."
            ),
        )],
    );
    refuses(
        "places = [9, 16]",
        "places = [16, 9]",
        &[(
            "[16, 9]",
            "the places 16 to 9 are none: write the better place first.",
        )],
    );
    refuses(
        "money = 600",
        "money = 0",
        &[(
            "[9, 16]\nmoney = 0",
            "this prize (奖励) is neither money nor an award: give it money or awards.",
        )],
    );
    refuses(
        "money = 600",
        "money = 600\nteam = true",
        &[(
            "[9, 16]\nmoney = 600\nteam",
            "this prize goes to teams (团体), and the competition has none: \
             take team = true out, or give the competition its team scoring.",
        )],
    );
}

#[test]
fn teams() {
    refuses(
        "shared_prize = \"split\"",
        "team_size = 4",
        &[(
            "4",
            "team_size speaks of teams (团体), and the competition has none: \
             take team_size out, or give the competition its team scoring.",
        )],
    );
    refuses(
        "shared_prize = \"split\"",
        "team = \"ranks\"\nteams = [\"甲\", \"乙\"]\nshort_team = \"counts_last\"",
        &[(
            "\"counts_last\"",
            "short_team says what becomes of a short team, and no size says which is short: \
             add team_size, or take short_team out.",
        )],
    );
    refuses(
        "shared_prize = \"split\"",
        "team = \"ranks\"\nteams = [\"甲\"]",
        &[(
            "[\"甲\"]",
            "a team competition (团体) with 1 teams: players could not say which is theirs: \
             name at least two in teams = [\"…\", \"…\"].",
        )],
    );
    refuses(
        "shared_prize = \"split\"",
        "team = \"ranks\"\nteams = [\"甲\", \"甲\"]",
        &[(
            "[\"甲\"",
            "the team \"甲\" is named twice: take one of the two out.",
        )],
    );
    refuses(
        "shared_prize = \"split\"",
        "teams = [\"甲\", \"乙\"]",
        &[(
            "[\"甲\"",
            "teams speaks of teams (团体), and the competition has none: \
             take teams out, or give the competition its team scoring.",
        )],
    );
}

#[test]
fn who_declares_a_forfeit() {
    refuses(
        "forfeit_by = \"arbiter\"",
        "forfeit_by = \"player\"",
        &[(
            "\"player\"",
            "\"forfeit_by\" cannot be \"player\": write one of arbiter, chief.",
        )],
    );
    let text = WUHAN.replace("forfeit_by = \"arbiter\"", "forfeit_by = \"chief\"");
    let config = Config::parse("bot.toml", &text)
        .expect("it is sound")
        .config;
    let conduct = config.event.competitions[0]
        .swiss()
        .next()
        .map(|one| one.conduct.forfeit_by);
    assert_eq!(conduct, Some(ForfeitBy::Chief));
}
