//! Sections ranked otherwise than their stage.

use qisai::config::{ByeInOpponents, Config, RankKey, Tie};

use super::{refuses, told};

const KEY: &str = "key = \"individual\"\n";

#[test]
fn the_only_section_is_ranked_by_the_stage() {
    refuses(
        KEY,
        "key = \"individual\"\nranking = { keys = [\"points\"] }\n",
        &[(
            "{ keys = [\"points\"] }",
            "the competition's only section (组别) is ranked as its stage is: \
             write it in [competition.stage.ranking].",
        )],
    );
}

const CHENGYU: &str = include_str!("../../examples/chengyu.toml");

fn women(ranking: &str) -> String {
    let key = "key = \"women-juniors\"\n";
    assert!(CHENGYU.contains(key));
    CHENGYU.replacen(key, &format!("{key}ranking = {ranking}\n"), 1)
}

#[test]
fn what_it_says_takes_the_place_of_what_the_stage_says() {
    let text = women(
        "{ keys = [\"points\", \"progressive\"], bye_in_opponents = \"lowest\", tie = \"lot\" }",
    );
    let loaded = Config::parse("bot.toml", &text).unwrap_or_else(|faults| panic!("{faults:?}"));
    let challenge = &loaded.config.event.competitions[0];
    let swiss = challenge.swiss().next().expect("a points stage");
    let rankings = challenge.rankings(swiss);
    assert_eq!(rankings.of(None), swiss.ranking);
    assert_eq!(rankings.of(Some("men")), swiss.ranking);
    let women = rankings.of(Some("women-juniors"));
    assert_eq!(women.keys, [RankKey::Points, RankKey::Progressive]);
    assert_eq!(women.bye_in_opponents, ByeInOpponents::Lowest);
    assert_eq!(women.tie, Tie::Lot);
    assert_eq!(women.forfeit_is_win, swiss.ranking.forfeit_is_win);
    // As it is kept with the stage, and as an older program kept it.
    let kept = serde_json::to_string(&rankings).expect("JSON");
    assert_eq!(
        serde_json::from_str::<qisai::config::Rankings>(&kept).expect("the same"),
        rankings
    );
    let older = serde_json::to_string(&swiss.ranking).expect("JSON");
    let older = older.replace("\"bye_has_side\":false,", "");
    let read: qisai::config::Rankings = serde_json::from_str(&older).expect("readable");
    assert_eq!(
        (read.stage, read.sections.len()),
        (swiss.ranking.clone(), 0)
    );
}

#[test]
fn faults_name_line_and_reason() {
    let line = CHENGYU[..CHENGYU.find("key = \"women-juniors\"").expect("there")]
        .lines()
        .count()
        + 2;
    let fault = |ranking: &str| told(&women(ranking)).join("\n");
    assert_eq!(
        fault("{}"),
        format!(
            "bot.toml:{line}:11: this ranking (名次) of the section changes nothing: \
             write keys or another setting, or take the table out."
        )
    );
    let twice = fault("{ keys = [\"points\", \"wins\", \"points\"] }");
    assert!(
        twice.starts_with(&format!(
            "bot.toml:{line}:39: the ranking (名次) compares \"points\" twice"
        )),
        "{twice}"
    );
    assert!(fault("{ key = [\"points\"] }").contains("keys"));
    assert!(fault("{ keys = [] }").contains("is an empty list"));
}
