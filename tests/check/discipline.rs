//! Penalties and the rules they name.

use qisai::config::{Config, PenaltyKind, RuleAbout};

use super::{WUHAN, refuses};

const LADDER: &str = "ladder = [\"warning\", \"foul\", \"loss\", \"removal\"]";

#[test]
fn the_ladder_climbs() {
    refuses(
        LADDER,
        "ladder = [\"foul\", \"warning\"]",
        &[(
            "[\"foul\", \"warning\"]",
            "the penalties (处罚) of the ladder do not climb: write each once, in the order warning, \
             foul, loss, removal.",
        )],
    );
    refuses(
        LADDER,
        "ladder = []",
        &[(
            "[]",
            "\"ladder\" is an empty list: put at least one entry into it.",
        )],
    );
}

#[test]
fn a_rule_names_a_penalty_of_the_ladder() {
    refuses(
        LADDER,
        "ladder = [\"warning\"]\n[[discipline.rule]]\nclause = \"五、3\"\ntext = \"手机\"\npenalty = \"foul\"",
        &[(
            "\"foul\"",
            "the rule's penalty (处罚) is not on the ladder: choose one of the ladder, or add it there.",
        )],
    );
}

#[test]
fn without_the_table_every_penalty_can_be_given() {
    let text = WUHAN.replace(LADDER, "").replace("[discipline]", "");
    let discipline = Config::parse("bot.toml", &text)
        .expect("sound")
        .config
        .event
        .discipline;
    assert_eq!(discipline.ladder, PenaltyKind::ALL);
    assert!(discipline.rules.is_empty());
}

#[test]
fn chengyu_names_its_rules() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/chengyu.toml");
    let loaded = Config::load(path.as_ref()).expect("sound");
    let discipline = loaded.config.event.discipline;
    assert_eq!(discipline.ban.as_deref(), Some("禁赛一年"));
    let record = discipline
        .rule_about(RuleAbout::GameRecord)
        .expect("a rule");
    assert_eq!(record.usual, Some(PenaltyKind::Foul));
    assert!(discipline.rule_about(RuleAbout::EarlyDraw).is_some());
}
