//! Whose places a pool's are.

use qisai::config::{Config, Fault};

const CHENGYU: &str = include_str!("../../examples/chengyu.toml");

/// What is wrong once `from` is replaced, without the place.
fn told(from: &str, to: &str) -> Vec<String> {
    assert!(CHENGYU.contains(from), "{from}");
    let text = CHENGYU.replacen(from, to, 1);
    let faults = Config::parse("bot.toml", &text).err().unwrap_or_default();
    let sentence = |fault: &Fault| {
        let fault = fault.to_string();
        fault.split_once(": ").map(|(_, told)| told.to_owned())
    };
    faults.iter().filter_map(sentence).collect()
}

#[test]
fn every_pool_names_one_of_several_competitions() {
    assert_eq!(
        told("competition = \"cities\"\nname", "name"),
        [
            "the pool (名额) \"cities\" names none of the competitions (项目): \
             add competition = \"…\" to it."
        ]
    );
    assert_eq!(
        told(
            "competition = \"cities\"\nname",
            "competition = \"citys\"\nname"
        ),
        ["no competition (项目) has the key \"citys\": did you mean \"cities\"?"]
    );
}

#[test]
fn every_competition_has_a_pool() {
    assert_eq!(
        told(
            "competition = \"cities\"\nname",
            "competition = \"everyone\"\nname"
        ),
        [
            "the competition (项目) \"cities\" has no pool (名额), so that nobody could register: \
             add a [[registration.pool]] with competition = \"cities\"."
        ]
    );
}

#[test]
fn each_competition_has_its_own_pools() {
    let registration = Config::parse("bot.toml", CHENGYU)
        .expect("it is sound")
        .config
        .event
        .registration;
    let pools: Vec<&str> = registration
        .pools_of("cities")
        .map(|pool| pool.key.as_str())
        .collect();
    assert_eq!(pools, ["cities"]);
}
