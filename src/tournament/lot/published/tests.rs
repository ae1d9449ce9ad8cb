mod bent;
mod damage;

use super::*;

const NAMES: [&str; 6] = [
    "张 三",
    "李四",
    "a_b*c",
    "𠮷田一郎",
    "O'Neil & Co",
    "<b>粗</b>",
];

fn name(id: u64) -> &'static str {
    NAMES[id as usize % NAMES.len()]
}

/// The message of a lot among these as the bot writes it.
fn message(seed: u8, salt: &str, ids: &[u64]) -> String {
    let secret = Secret::new([seed; 32]);
    let (promise, hex) = (commitment(&secret), secret.to_hex());
    let mut text = format!(
        "抽签结果\n承诺 {promise}\n秘密 {hex}\n盐 {salt}\n编号 报名号 姓名（共 {} 人）\n",
        ids.len()
    );
    for (no, id) in (1..).zip(order(&secret, salt, ids)) {
        text += &format!("{no} {id} {}\n", name(id));
    }
    text + "复算：回复本消息发 /verify，或转发给我私聊；也可存成文件，运行 qisai verify-draw 文件\n"
}

/// The message of a lot for sides between 25 and 32, and who has red and black.
fn sides(seed: u8) -> (String, &'static str, &'static str) {
    let salt = "天气晴 | 1-3 12:7=1-0";
    let secret = Secret::new([seed; 32]);
    let drawn = order(&secret, salt, &[25, 32]);
    let (red, black) = (name(drawn[0]), name(drawn[1]));
    let (promise, hex) = (commitment(&secret), secret.to_hex());
    let text = format!(
        "棋王决赛 1台 第7局 抽签：{red} 执红\n承诺 {promise}\n秘密 {hex}\n盐 {salt}\n\
         1 {} {red}\n2 {} {black}\n先出者执红。复算：回复本消息发 /verify，或转发给我私聊\n",
        drawn[0], drawn[1]
    );
    (text, red, black)
}

/// What a text comes to by itself, without a list of who was in the lot.
fn judged(text: &str) -> Result<Result<Published, LotFault>, PublishedFault> {
    let published: Published = text.parse()?;
    Ok(published.verify().map(|()| published))
}

fn without(text: &str, line: usize) -> String {
    let lines = text.lines().enumerate();
    let kept: Vec<&str> = lines
        .filter(|(at, _)| *at != line)
        .map(|(_, line)| line)
        .collect();
    kept.join("\n")
}

fn line(text: &str, at: usize) -> &str {
    text.lines().nth(at).unwrap()
}

#[test]
fn a_pasted_message_is_recomputed() {
    let text = message(9, "楚河 汉界", &[3, 5, 8, 13]);
    let published = judged(&text).unwrap().unwrap();
    assert!(!published.is_sides && published.has_red().is_none());
    // In two parts, each with the head; and the same part twice.
    let (first, second) = text.split_at(text.find("\n3 ").unwrap());
    let head = &text[..text.find("\n1 ").unwrap()];
    for parts in [
        format!("{first}\n{head}{second}"),
        format!("{head}{second}\n赛事, [05.10.2023 17:20]\n{first}"),
        format!("{text}\n{text}"),
    ] {
        assert_eq!(judged(&parts), Ok(Ok(published.clone())), "{parts}");
    }
    // As it was written before it said how many there are.
    let old = text.replace("（共 4 人）", "");
    assert_eq!(judged(&old), Ok(Ok(published)));
}

#[test]
fn fewer_rows_than_were_drawn_are_no_lot() {
    let (text, _, black) = sides(9);
    let two = line(&text, 5);
    assert_eq!(judged(&without(&text, 5)), Err(PublishedFault::Number(2)));
    assert_eq!(judged(&without(&text, 4)), Err(PublishedFault::Number(1)));
    // The loser as the only one, with and without all that says what is drawn.
    let forged = without(&text, 4).replace(two, &two.replacen('2', "1", 1));
    for text in [
        forged.clone(),
        forged.replace(line(&text, 0), &format!("1台 第7局 抽签：{black} 执红")),
        without(&forged, 0).replace("先出者执红。", ""),
        without(&text, 4).replace(two, "1 999 张三"),
    ] {
        assert_eq!(judged(&text), Err(PublishedFault::Number(2)), "{text}");
    }
    assert_eq!(
        judged(&text.replace(two, &format!("{two}\n3 999 张三"))),
        Err(PublishedFault::Surplus { of: 2, found: 3 })
    );
    // The foot alone tells that there are two.
    assert_eq!(
        judged(&without(&text, 0).replace(two, &format!("{two}\n3 999 张三"))),
        Err(PublishedFault::Surplus { of: 2, found: 3 })
    );
    // Of any other lot the message says how many they are.
    let text = message(9, "盐", &[3, 5, 8]);
    assert_eq!(judged(&without(&text, 7)), Err(PublishedFault::Number(3)));
    assert_eq!(judged(&without(&text, 6)), Err(PublishedFault::Number(2)));
    assert_eq!(
        judged(&text.replace("共 3 人", "共 2 人")),
        Err(PublishedFault::Surplus { of: 2, found: 3 })
    );
    let part = Pasted::all(&without(&text, 7)).remove(0).unwrap();
    assert_eq!(part.verify_among(&[3, 5, 8]), Ok(()));
    assert_eq!(part.verify_among(&[3, 6, 8]), Err(LotFault::Order));
}

#[test]
fn who_has_red_is_read_however_it_is_written() {
    let (text, red, black) = sides(9);
    let published = judged(&text).unwrap().unwrap();
    assert_eq!(published.has_red(), Some(red));
    let head = line(&text, 0);
    for (before, after) in [
        ("：", ":"),
        ("：", " ： "),
        ("局 抽签", "局抽签"),
        (" 执红", "\u{a0}执红"),
        (" 执红", "\u{200b}执红。"),
        (" 执红", "执红！"),
        (" 执红", " 执先"),
        (" 执红", " 執紅"),
        ("抽签", "抽籤"),
        ("抽签", "抽 签"),
        ("棋王", "抽签杯 棋王"),
    ] {
        let changed = head.replace(before, after);
        let text = text.replace(head, &changed);
        let read = judged(&text).map(|right| right.map(|one| one.names));
        assert_eq!(read, Ok(Ok(published.names.clone())), "{changed}");
        let other = text.replace(&changed, &changed.replace(red, black));
        assert_eq!(judged(&other), Ok(Err(LotFault::Headline)), "{other}");
    }
    for unreadable in [
        format!("1台 第7局 抽签：{black} 执红方"),
        format!("1台 第7局 抽签：{black} 执黑"),
        format!("1台 第7局 抽签：{red} 执红，{black} 执黑"),
        format!("1台 第7局 抽签 {black}先手，执棋"),
        format!("第7局：{black} 执红"),
        format!("{black} 执红"),
        "抽签：执红".to_owned(),
    ] {
        let text = text.replace(head, &unreadable);
        let fault = Err(PublishedFault::Headline { line: 1 });
        assert_eq!(judged(&text), fault, "{unreadable}");
    }
    let other = head.replace(red, black);
    assert_eq!(
        judged(&format!("{head}\n{text}")).map(|right| right.is_ok()),
        Ok(true)
    );
    assert_eq!(
        judged(&format!("{other}\n{text}")),
        Err(PublishedFault::Headlines { line: 2 })
    );
    assert_eq!(
        judged(&format!("{text}\n{other}")),
        Err(PublishedFault::Headlines { line: 9 })
    );
    // Without it the rows tell.
    let bare = judged(&without(&text, 0)).unwrap().unwrap();
    assert_eq!((bare.red.as_deref(), bare.has_red()), (None, Some(red)));
}

#[test]
fn what_was_altered_is_wrong() {
    let (text, red, black) = sides(9);
    let exchanged = text.replace(&format!("{red}\n"), "x\n");
    let exchanged = exchanged.replace(&format!("{black}\n"), &format!("{red}\n"));
    let exchanged = exchanged.replace("x\n", &format!("{black}\n"));
    assert_eq!(judged(&exchanged), Ok(Err(LotFault::Headline)));
    let long = message(9, "盐", &[3, 5, 8, 13, 21, 34]);
    let secret = line(&long, 2);
    for (changed, fault) in [
        (long.replace("盐 盐", "盐 糖"), LotFault::Order),
        (
            long.replace("\n1 ", "\nx ")
                .replace("\n2 ", "\n1 ")
                .replace("\nx ", "\n2 "),
            LotFault::Order,
        ),
        (
            long.replace(secret, &format!("秘密 {}", "ab".repeat(32))),
            LotFault::Commitment,
        ),
        (
            long.replace(line(&long, 1), &format!("承诺 {}", "0".repeat(64))),
            LotFault::Commitment,
        ),
    ] {
        assert_eq!(judged(&changed), Ok(Err(fault)), "{changed}");
    }
}

#[test]
fn several_lots_are_told_apart() {
    let (one, two, three) = (sides(9).0, sides(10).0, message(11, "盐", &[3, 5, 8]));
    let all = format!("{one}\n{three}{two}");
    let read = Pasted::all(&all);
    let alone = [&one, &three, &two].map(|text| Pasted::all(text).remove(0));
    assert_eq!(read, alone);
    assert!(
        read.into_iter()
            .all(|lot| lot.unwrap().whole().unwrap().verify().is_ok())
    );
    assert_eq!(judged(&all), Err(PublishedFault::Several(3)));
    // The promise of a lot and the lot are one; a promise alone is no lot.
    let promise = |text: &str| format!("抽签承诺\n秘密已经定下：\n{}\n", line(text, 1));
    assert!(
        judged(&format!("{}{three}", promise(&three)))
            .unwrap()
            .is_ok()
    );
    let read = Pasted::all(&format!("{}{two}", promise(&three)));
    assert_eq!(read[0], Err(PublishedFault::Missing(Label::Secret)));
    assert!(read[1].is_ok() && read.len() == 2);
    // The second wrong, the third broken.
    let all = format!(
        "{one}{}{}",
        three.replace("盐 盐", "盐 糖"),
        without(&two, 5)
    );
    let read = Pasted::all(&all);
    let fault = |at: usize| read[at].clone().map(|lot| lot.whole().unwrap().verify());
    assert_eq!(
        [fault(0), fault(1), fault(2)],
        [
            Ok(Ok(())),
            Ok(Err(LotFault::Order)),
            Err(PublishedFault::Number(2))
        ]
    );
}

#[test]
fn a_lot_is_known_by_its_labels() {
    for text in ["承诺 x\n秘密 y", "> 承诺：ab\n秘密　cd", &sides(9).0] {
        assert!(Pasted::is_in(text), "{text}");
    }
    for text in ["承诺 x", "承诺书\n秘密已经定下", "我承诺 保守\n秘密 x", ""] {
        assert!(!Pasted::is_in(text), "{text}");
    }
}
