//! The section file of the command line.

use qisai::config::{
    Config, FirstRed, FirstRound, LastRound, RankKey, SectionFile, Stage, TeamAvoidance,
};

use super::WUHAN;

fn faults(text: &str) -> Vec<String> {
    let faults = SectionFile::parse("stage.toml", text).expect_err("faults");
    faults.iter().map(ToString::to_string).collect()
}

#[test]
fn everything_may_be_missing() {
    let file = SectionFile::parse("stage.toml", "").expect("sound");
    assert_eq!(file.rounds, None);
    assert_eq!(file.swiss.first_round, FirstRound::Adjacent);
    assert_eq!(file.swiss.score.bye, 2);
    assert_eq!(file.swiss.ranking.keys[0], RankKey::Points);
    assert!(file.forbidden.is_empty());
}

#[test]
fn a_stage_of_a_bot_toml_can_stand_there() {
    let start = WUHAN.find("kind = \"swiss\"").expect("the stage");
    let end = start
        + WUHAN[start..]
            .find("[[competition.stage]]")
            .expect("the next stage");
    let stage = WUHAN[start..end].replace("[competition.stage.", "[");
    let file =
        SectionFile::parse("stage.toml", &stage).unwrap_or_else(|faults| panic!("{faults:?}"));
    assert_eq!(file.rounds, Some(7));
    assert_eq!(file.swiss.ranking.keys.len(), 7);
}

#[test]
fn single_players_are_named_by_number() {
    let text = "\
first_red = \"larger\"
team_avoidance = 2
last_round_frees = [\"sides\", \"floats\"]
forbidden = [[1, 2], [3, 4, 5]]
absent = [7]
[[team]]
name = \"东队\"
players = [1, 3]
[[section]]
key = \"women\"
players = [2, 4]
ranking = { bye_is_win = false, keys = [\"points\",\"direct\"], tie = \"shared\" }
[[fixed_table]]
player = 6
table = 1
[[foul]]
player = 4
count = 2
";
    let file = SectionFile::parse("stage.toml", text).unwrap_or_else(|faults| panic!("{faults:?}"));
    assert_eq!(file.swiss.first_red, FirstRed::Larger);
    assert_eq!(file.swiss.team_avoidance, TeamAvoidance::FirstRounds(2));
    let freed = LastRound {
        frees_sides: true,
        frees_teams: false,
        frees_floats: true,
    };
    assert_eq!(file.swiss.last_round, freed);
    assert_eq!(file.forbidden, [vec![1, 2], vec![3, 4, 5]]);
    assert_eq!(file.absent, [7]);
    assert_eq!(file.teams, [("东队".to_owned(), vec![1, 3])]);
    assert_eq!(file.sections, [("women".to_owned(), vec![2, 4])]);
    assert_eq!(file.fixed_tables.get(&6), Some(&1));
    assert_eq!(file.fouls.get(&4), Some(&2));
}

#[test]
fn faults_are_told_with_place_and_remedy() {
    assert!(faults("kind = \"knockout\"")[0].starts_with("stage.toml:1:8: "));
    let twice = "[[foul]]\nplayer = 4\ncount = 1\n[[foul]]\nplayer = 4\ncount = 2";
    assert_eq!(
        faults(twice),
        ["stage.toml:5:10: player 4 is named twice: take one of the two out."]
    );
    let unknown = faults("forbiden = [[1, 2]]");
    assert!(
        unknown[0].starts_with("stage.toml:1:1: ") && unknown[0].contains("forbidden"),
        "{unknown:?}"
    );
    assert!(faults("forbidden = [1, 2]")[0].starts_with("stage.toml:1:14: "));
    assert!(faults("last_round_frees = [\"byes\"]")[0].starts_with("stage.toml:1:21: "));
}

#[test]
fn a_bot_toml_says_the_same_of_a_stage() {
    let text = WUHAN.replace(
        "first_round =",
        "first_red = \"larger\"\nlast_round_frees = [\"teams\"]\nfirst_round =",
    );
    let loaded = Config::parse("bot.toml", &text).unwrap_or_else(|faults| panic!("{faults:?}"));
    let Stage::Swiss(swiss) = &loaded.config.event.competitions[0].stages[0] else {
        panic!("the points stage");
    };
    assert_eq!(swiss.first_red, FirstRed::Larger);
    assert!(swiss.last_round.frees_teams && !swiss.last_round.frees_sides);
}

#[test]
fn what_is_written_is_read_again() {
    let text = "\
rounds = 7
pairing = \"fide_dutch\"
first_round = \"first_last\"
first_red = \"larger\"
team_avoidance = 2
forfeit_is_met = true
last_round_frees = [\"sides\", \"floats\"]
absent = [7]
forbidden = [[1, 2], [3, 4, 5]]
score = { win = 3, draw = 1, loss = 0, bye = 2, forfeit_win = 3, absence = 1 }
[ranking]
keys = [\"points\", \"progressive\", \"forward_trim\"]
bye_in_opponents = \"lowest\"
forfeit_in_opponents = false
bye_in_progressive = false
forfeit_is_win = false
bye_is_win = true
bye_has_side = true
tie = \"lot\"
[[team]]
name = \"东\\\"队\\\\\"
players = [1, 3]
[[section]]
key = \"women\"
players = [2, 4]
[[fixed_table]]
player = 6
table = 1
[[foul]]
player = 4
count = 2
";
    let file = SectionFile::parse("stage.toml", text).unwrap_or_else(|faults| panic!("{faults:?}"));
    assert_eq!(file.write(), text);
    let plain = SectionFile::default();
    let again = SectionFile::parse("stage.toml", &plain.write()).expect("sound");
    assert_eq!(again.write(), plain.write());
}
