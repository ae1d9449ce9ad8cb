//! Registration and eligibility.

use super::{WUHAN, refuses};

#[test]
fn closes_before_it_opens() {
    refuses(
        "closes = 2023-09-25",
        "opens = 2023-09-26\ncloses = 2023-09-25",
        &[(
            "2023-09-25",
            "registration (报名) closes before it opens: correct opens or closes.",
        )],
    );
}

#[test]
fn closes_after_the_first_round() {
    refuses(
        "closes = 2023-09-25",
        "closes = 2023-10-05",
        &[(
            "2023-10-05",
            "registration (报名) closes after the first round is planned to start: correct closes, or \
             the start of the round in the timetable.",
        )],
    );
}

#[test]
fn check_in_without_an_end() {
    refuses(
        "ends = 08:30\nwhat = \"运动员报到\"",
        "what = \"运动员报到\"",
        &[(
            "{ calls",
            "players check in (报到) during this slot, and it has no end: add ends, or take checkin out.",
        )],
    );
}

#[test]
fn more_seats_than_places() {
    refuses(
        "capacity = 200",
        "capacity = 150",
        &[(
            "150",
            "the pools (名额) have 200 seats in all, the capacity is 150: \
             lower the seats of a pool, or raise capacity to 200.",
        )],
    );
}

#[test]
fn no_pools() {
    let start = WUHAN.find("[[registration.pool]]").expect("pools");
    let end = WUHAN.find("[registration.fee]").expect("the fee");
    let pools = &WUHAN[start..end];
    refuses(
        pools,
        "",
        &[(
            "^[registration]",
            "the key \"pool\" is missing in this table: add pool.",
        )],
    );
    let statements = WUHAN.find("statements").expect("statements");
    let rest = &WUHAN[statements..end];
    refuses(
        rest,
        "pool = []\n",
        &[(
            "[]",
            "\"pool\" is an empty list: put at least one entry into it.",
        )],
    );
}

#[test]
fn the_same_key_twice() {
    let first = |key: &str| {
        let at = WUHAN.find(key).expect("the first key");
        WUHAN[..at].lines().count() + 1
    };
    refuses(
        "key = \"recommended\"",
        "key = \"open\"",
        &[(
            "\"open\"",
            &format!(
                "a second pool (名额) has the key \"open\": give it a key of its own; the first is in \
                 line {}.",
                first("key = \"open\"")
            ),
        )],
    );
    refuses(
        "key = \"household\"",
        "key = \"title\"",
        &[(
            "\"title\"",
            &format!(
                "a second rule (参赛资格) has the key \"title\": give it a key of its own; the first \
                 is in line {}.",
                first("key = \"title\"")
            ),
        )],
    );
}

#[test]
fn birth_window() {
    refuses(
        "{ from = 1958-01-01, to = 2011-12-31 }",
        "{ from = 2011-12-31, to = 1958-01-01 }",
        &[(
            "{ from",
            "nobody is born from 2011-12-31 to 1958-01-01: exchange from and to.",
        )],
    );
    refuses(
        "{ from = 1958-01-01, to = 2011-12-31 }",
        "{}",
        &[(
            "{}",
            "born has neither from nor to: give the first birth date, the last one, or both.",
        )],
    );
    refuses(
        "from = 1958-01-01,",
        "from = 1958-01-01T00:00,",
        &[(
            "1958-01-01T00:00",
            "\"from\" is a day and has a time of day: write the date alone, like 2023-10-05.",
        )],
    );
}

#[test]
fn insurance_of_no_month() {
    refuses(
        "insurance_months = 12",
        "insurance_months = 0",
        &[(
            "0\n",
            "\"insurance_months\" cannot be 0: write a number from 1 to 600.",
        )],
    );
}

#[test]
fn no_alternatives() {
    let start = WUHAN
        .find("[[competition.section.rule.any_of]]")
        .expect("alternatives");
    let end = WUHAN.find("[[competition.stage]]").expect("stages");
    let alternatives = &WUHAN[start..end];
    refuses(
        alternatives,
        "any_of = []\n",
        &[(
            "[]",
            "\"any_of\" is an empty list: put at least one entry into it.",
        )],
    );
    refuses(
        alternatives,
        "",
        &[(
            "\"basis\"",
            "the rule \"basis\" tests nothing: give it one of born, sex, title_below, title_from, \
             any_of, insurance_months, invited, question.",
        )],
    );
}

#[test]
fn nested_alternatives() {
    refuses(
        "question = \"您是武汉市户籍吗？\"\nproof = \"papers\"",
        "any_of = [{ key = \"x\", clause = \"x\", text = \"x\", invited = true }]",
        &[(
            "\"household\"",
            "the rule \"household\" has alternatives inside an alternative: \
             write all alternatives side by side in one any_of.",
        )],
    );
}

#[test]
fn one_test_a_rule() {
    refuses(
        "insurance_months = 12",
        "insurance_months = 12\ninvited = true",
        &[(
            "\"insurance\"",
            "the rule \"insurance\" has several tests (insurance_months, invited): \
             keep one and make further rules of the others.",
        )],
    );
    refuses(
        "insurance_months = 12",
        "insurance_months = 12\nproof = \"word\"",
        &[(
            "\"insurance\"",
            "the rule \"insurance\" has a proof and no question: add the question, or take proof out.",
        )],
    );
}

#[test]
fn titles_that_nobody_has() {
    refuses(
        "title_below = \"national_master\"",
        "title_below = \"none\"",
        &[(
            "\"none\"",
            "no title (称号) is below \"none\": name the lowest title that is turned away.",
        )],
    );
    refuses(
        "title_below = \"national_master\"",
        "title_below = \"national_master\"\n\
         [[competition.section.rule]]\nkey = \"strong\"\nclause = \"x\"\ntext = \"x\"\n\
         title_from = \"national_master\"",
        &[(
            "\"strong\"",
            "nobody can meet both the rule \"strong\" and the rule \"title\": \
             correct one of them, or make both alternatives of one any_of.",
        )],
    );
}

#[test]
fn a_document_that_is_none() {
    refuses(
        "documents = [\"id_card\"]",
        "documents = [\"id_cart\"]",
        &[(
            "\"id_cart\"",
            "\"documents\" cannot be \"id_cart\": did you mean \"id_card\"?",
        )],
    );
    refuses(
        "documents = [\"id_card\"]",
        "documents = []",
        &[(
            "[]",
            "\"documents\" is an empty list: put at least one entry into it.",
        )],
    );
}
