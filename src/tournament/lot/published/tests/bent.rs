//! What copying does to a genuine text: changes nothing, or breaks it, and then it says so.

use super::*;

fn wide(text: &str) -> String {
    let wide = |letter| match letter {
        '!'..='~' => char::from_u32(letter as u32 + 0xfee0).unwrap(),
        other => other,
    };
    text.chars().map(wide).collect()
}

#[test]
fn what_copying_does_to_a_message_changes_nothing() {
    for text in [
        sides(9).0,
        sides(10).0,
        message(9, "楚河，汉界", &[3, 5, 8]),
    ] {
        let right = judged(&text).unwrap().unwrap();
        let digits = &line(&text, 2)["秘密 ".len()..];
        let first = text.lines().find(|line| line.starts_with("1 ")).unwrap();
        let wrap = |label: &str| {
            let start = text.find(label).unwrap() + label.len() + 30;
            format!("{}\n{}", &text[..start], &text[start..])
        };
        let quoted: Vec<String> = text.lines().map(|line| format!("> {line}")).collect();
        for changed in [
            text.replace('\n', "\r\n"),
            text.replace('\n', "\u{2028}"),
            text.replace('\n', "\n\n"),
            format!("\u{feff}{text}"),
            quoted.join("\n"),
            without(&format!("\u{feff}\n{text}"), 1),
            text.replace("承诺 ", "承诺　")
                .replace("秘密 ", "秘密　")
                .replace("盐 ", "盐　"),
            text.replace("承诺 ", "承诺：")
                .replace("秘密 ", "秘密: ")
                .replace("盐 ", "盐："),
            text.replace("承诺 ", "承诺\u{a0}").replace("秘密 ", "秘密"),
            text.replace("承诺 ", "承诺\n")
                .replace("秘密 ", "秘密\n\n")
                .replace("盐 ", "盐\n"),
            text.replace(digits, &digits.to_uppercase()),
            text.replace(digits, &wide(digits)),
            text.replace(digits, &format!("`{digits}`")),
            text.replace(digits, &digits.replacen('9', "9\u{200b} ", 3)),
            text.replace(first, &wide(first)),
            wrap("承诺 "),
            wrap("秘密 "),
            text.replacen("盐 ", "盐 \u{200b}", 1),
        ] {
            // Without its headline, the second of them.
            let read = judged(&changed)
                .map(|read| read.map(|read| (read.secret, read.salt, read.order, read.is_sides)));
            let same = right.clone();
            let same = (same.secret, same.salt, same.order, same.is_sides);
            assert_eq!(read, Ok(Ok(same)), "{changed}");
        }
    }
}

#[test]
fn what_is_broken_is_called_broken() {
    let (text, red, _) = sides(9);
    let long = message(9, "楚河汉界", &[3, 5, 8]);
    let digits = |label, line, digits| {
        Err(PublishedFault::Digits {
            label,
            line,
            digits,
        })
    };
    let cut = |at| text.replace(line(&text, at), &line(&text, at)[..40]);
    let shown = |bytes: usize| bytes - "承诺 ".len();
    assert_eq!(judged(&cut(1)), digits(Label::Commitment, 2, shown(40)));
    assert_eq!(judged(&cut(2)), digits(Label::Secret, 3, shown(40)));
    let apart = format!("{}\n略\n{}", &line(&text, 1)[..40], &line(&text, 1)[40..]);
    let apart = text.replace(line(&text, 1), &apart);
    assert_eq!(judged(&apart), digits(Label::Commitment, 2, shown(40)));
    let more = text.replace(line(&text, 1), &format!("{}0", line(&text, 1)));
    assert_eq!(judged(&more), digits(Label::Commitment, 2, 65));
    let joined = text.replacen("\n秘密", "秘密", 1);
    assert!(matches!(
        judged(&joined),
        Err(PublishedFault::Digits { line: 2, .. })
    ));
    for (at, label) in [(1, Label::Commitment), (2, Label::Secret), (3, Label::Salt)] {
        assert_eq!(
            judged(&without(&text, at)),
            Err(PublishedFault::Missing(label))
        );
    }
    for text in ["", "\0\u{1}", "抽签：张三 执红", "承诺书\n秘密已经定下"] {
        let missing = Err(PublishedFault::Missing(Label::Commitment));
        assert_eq!(judged(text), missing, "{text:?}");
    }
    let (first, second) = (line(&long, 5), line(&long, 6));
    let split = |row: &str| {
        let end = row.len() - row.chars().next_back().unwrap().len_utf8();
        long.replace(row, &format!("{}\n{}", &row[..end], &row[end..]))
    };
    assert_eq!(judged(&split(first)), Err(PublishedFault::Line { line: 7 }));
    assert_eq!(
        judged(&split(second)),
        Err(PublishedFault::Line { line: 8 })
    );
    let salt = long.replace("盐 楚河汉界", "盐 楚河\n汉界");
    assert_eq!(judged(&salt), Err(PublishedFault::Line { line: 5 }));
    let lost = long.replace("盐 楚河汉界\n", "盐 楚河汉界");
    assert_eq!(judged(&lost), Err(PublishedFault::Line { line: 4 }));
    let headline = text.replace(&format!("{red} 执红\n"), &format!("\n{red} 执红\n"));
    assert_eq!(judged(&headline), Err(PublishedFault::Headline { line: 2 }));
    let salts = format!("{text}盐 另一句");
    let other = PublishedFault::Contradiction {
        label: Label::Salt,
        line: 8,
    };
    assert_eq!(judged(&salts), Err(other));
    let same_no = long.replace(first, &format!("{first}\n1 77 王五"));
    assert_eq!(judged(&same_no), Err(PublishedFault::NumberTwice(1)));
    let id = first.split(' ').nth(1).unwrap();
    let same_id = long.replace(second, &format!("2 {id} 王五"));
    let id = id.parse().unwrap();
    assert_eq!(judged(&same_id), Err(PublishedFault::RegistrationTwice(id)));
    for row in [
        "18446744073709551615 1 a",
        "99999999999999999999 1 a",
        "+4 1 a",
        "0 1 a",
    ] {
        let text = long.replace(second, &format!("{second}\n{row}"));
        assert!(judged(&text).is_err(), "{row}");
    }
}
