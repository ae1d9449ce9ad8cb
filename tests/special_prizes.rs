//! Prizes that do not go by the place.

use qisai::config::{Award, Config, Fault, Prize, Sex, SpecialPrize, SpecialTo, Stage};
use qisai::tournament::special_prize::{Candidate, winners};

use crate::support::Hall;

fn special(name: &str, to: SpecialTo) -> SpecialPrize {
    SpecialPrize {
        name: name.to_owned(),
        money: 500,
        awards: vec![Award("证书".to_owned())],
        to,
        sex: None,
        section: None,
        team: None,
        born_from: None,
        born_to: None,
    }
}

#[test]
fn each_goes_to_whom_it_is_meant_for() {
    let candidate = |who: u32, rank, sex, born: &str, team| Candidate {
        who,
        rank,
        sex,
        born: born.parse().unwrap(),
        section: if who.is_multiple_of(2) { "even" } else { "odd" },
        team,
    };
    let field = [
        candidate(1, 1, Sex::Male, "1990-01-01", Some("汉阳")),
        candidate(2, 2, Sex::Female, "1960-05-05", None),
        candidate(3, 2, Sex::Female, "2010-02-28", Some("汉阳")),
        candidate(4, 4, Sex::Male, "1960-05-05", Some("武昌")),
    ];
    let won = |prize: &SpecialPrize| winners(prize, &field);
    let best = special("", SpecialTo::Best);
    assert_eq!(won(&best), [1]);
    let women = SpecialPrize {
        sex: Some(Sex::Female),
        ..best.clone()
    };
    assert_eq!(won(&women), [2, 3], "they share the place");
    let even = SpecialPrize {
        section: Some("even".to_owned()),
        ..best.clone()
    };
    assert_eq!(won(&even), [2]);
    let district = SpecialPrize {
        team: Some("武昌".to_owned()),
        ..best.clone()
    };
    assert_eq!(won(&district), [4]);
    let born = |from: Option<&str>, to: Option<&str>| SpecialPrize {
        born_from: from.map(|day| day.parse().unwrap()),
        born_to: to.map(|day| day.parse().unwrap()),
        ..best.clone()
    };
    assert_eq!(won(&born(Some("2010-02-28"), None)), [3]);
    assert_eq!(won(&born(None, Some("1960-05-05"))), [2]);
    assert!(won(&born(Some("2010-03-01"), None)).is_empty());
    assert_eq!(won(&special("", SpecialTo::Oldest)), [2, 4]);
    assert_eq!(won(&special("", SpecialTo::Youngest)), [3]);
    assert!(won(&special("", SpecialTo::Arbiter)).is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn they_stand_in_the_list_and_one_is_given_by_choice() {
    let hall = Hall::with(|config| {
        let competition = &mut config.event.competitions[0];
        competition.stages.truncate(1);
        if let Stage::Swiss(swiss) = &mut competition.stages[0] {
            (swiss.rounds, swiss.advance) = (1, None);
        }
        competition.prizes = vec![Prize {
            places: (1, 1),
            money: 1000,
            awards: Vec::new(),
            team: false,
        }];
        competition.special_prizes = vec![
            special("最年长<甲>", SpecialTo::Oldest),
            special("道德风尚奖", SpecialTo::Arbiter),
            SpecialPrize {
                sex: Some(Sex::Female),
                ..special("风采奖", SpecialTo::Arbiter)
            },
        ];
    })
    .await;
    hall.arbiter().await.says_in_group("/bind").await;
    hall.fills(4).await;
    hall.draws().await;
    hall.checks_all_in();
    hall.round().await;
    hall.rules_all("红胜").await;
    let chief = hall.arbiter().await;
    chief.says("/prizes").await;
    let told = chief.sees("　单项奖").await.text;
    // Born on the first of the days the test field is born on.
    assert!(told.contains("最年长<甲>："), "{told}");
    assert!(told.contains("棋手1　500 元　证书"), "{told}");
    assert!(told.contains("道德风尚奖：待定"), "{told}");
    assert!(told.contains("奖金合计 500 元"), "{told}");

    let player = hall.person("棋手2").await;
    player.says("/prizes 道德风尚奖 2").await;
    player.sees("只有编排长能做").await;
    chief.says("/prizes 进步奖 2").await;
    chief.sees("由裁判选定的有：道德风尚奖、风采奖").await;
    chief.says("/prizes 道德风尚奖 99").await;
    chief.sees("没有（或不止一位）“99”").await;
    chief.says("/prizes 风采奖 2").await;
    chief.sees("不在“风采奖”的范围内").await;
    chief.says("/prizes 道德风尚奖 棋手2").await;
    chief.sees("已选定：道德风尚奖 ").await;
    chief.says("奖励").await;
    let told = chief.sees("　单项奖").await.text;
    assert!(told.contains("奖金合计 1000 元"), "{told}");
    assert_eq!(
        hall.count("SELECT count(*) FROM journal WHERE action = 'prizes.choose'"),
        1
    );
    chief.taps("发到群里").await;
    hall.group().sees("道德风尚奖：").await;
}

#[test]
fn the_file_says_whom_it_is_for_and_a_wrong_section_is_refused() {
    let wuhan = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/bot.toml")).unwrap();
    let with = |lines: &str| format!("{wuhan}\n[[competition.special_prize]]\n{lines}\n");
    let sound = with(
        "name = \"最佳少年\"\nmoney = 300\nto = \"youngest\"\nsection = \"individual\"\n\
         born = { from = 2007-01-01 }",
    );
    let config = Config::parse("bot.toml", &sound).expect("sound").config;
    let prize = &config.event.competitions[0].special_prizes[0];
    assert_eq!((prize.to, prize.money), (SpecialTo::Youngest, 300));
    assert_eq!(prize.born_from, "2007-01-01".parse().ok());
    let faults = |lines: &str| -> String {
        let faults: Vec<Fault> = Config::parse("bot.toml", &with(lines)).expect_err("faulty");
        faults.iter().map(ToString::to_string).collect()
    };
    assert!(faults("name = \"奖\"\nmoney = 1\nsection = \"women\"").contains("section \"women\""));
    assert!(faults("name = \"奖\"").contains("neither money nor an award"));
}
