//! A genuine text after whatever may happen to it on the way.

use proptest::prelude::*;

use super::*;

/// Something that happens to a text.
#[derive(Debug, Clone)]
enum Damage {
    LineGone(usize),
    LineTwice(usize),
    LinesSwapped(usize, usize),
    LineFrom(usize, usize),
    LetterGone(usize),
    LetterTwice(usize),
    LettersSwapped(usize, usize),
    Letter(usize, char),
    Inserted(usize, char),
}

fn damage() -> impl Strategy<Value = Damage> {
    let letter = prop_oneof![
        prop::sample::select(
            "0123456789abcf \n：:　盐承诺秘密执红抽签局台张三李四。\u{200b}"
                .chars()
                .collect::<Vec<_>>()
        ),
        any::<char>(),
    ];
    let at = || any::<usize>();
    prop_oneof![
        at().prop_map(Damage::LineGone),
        at().prop_map(Damage::LineTwice),
        (at(), at()).prop_map(|(one, other)| Damage::LinesSwapped(one, other)),
        (at(), at()).prop_map(|(one, other)| Damage::LineFrom(one, other)),
        at().prop_map(Damage::LetterGone),
        at().prop_map(Damage::LetterTwice),
        (at(), at()).prop_map(|(one, other)| Damage::LettersSwapped(one, other)),
        (at(), letter.clone()).prop_map(|(at, letter)| Damage::Letter(at, letter)),
        (at(), letter).prop_map(|(at, letter)| Damage::Inserted(at, letter)),
    ]
}

/// `other`: a genuine text of which lines are taken.
fn damaged(text: &str, other: &str, damage: &Damage) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    let mut letters: Vec<char> = text.chars().collect();
    if letters.is_empty() {
        return String::new();
    }
    let (line, letter) = (|at: usize| at % lines.len(), |at: usize| at % letters.len());
    match *damage {
        Damage::LineGone(at) => drop(lines.remove(line(at))),
        Damage::LineTwice(at) => lines.insert(line(at), lines[line(at)]),
        Damage::LinesSwapped(one, two) => {
            let (one, two) = (line(one), line(two));
            lines.swap(one, two);
        }
        Damage::LineFrom(at, from) => {
            let from: Vec<&str> = other
                .lines()
                .collect::<Vec<_>>()
                .into_iter()
                .cycle()
                .skip(from % 8)
                .take(1)
                .collect();
            lines.insert(line(at), from[0]);
        }
        Damage::LetterGone(at) => drop(letters.remove(letter(at))),
        Damage::LetterTwice(at) => letters.insert(letter(at), letters[letter(at)]),
        Damage::LettersSwapped(one, two) => {
            let (one, two) = (letter(one), letter(two));
            letters.swap(one, two);
        }
        Damage::Letter(at, with) => {
            let at = letter(at);
            letters[at] = with;
        }
        Damage::Inserted(at, what) => letters.insert(letter(at), what),
    }
    match damage {
        Damage::LineGone(_)
        | Damage::LineTwice(_)
        | Damage::LinesSwapped(..)
        | Damage::LineFrom(..) => lines.join("\n"),
        _ => letters.into_iter().collect(),
    }
}

proptest! {
    /// Where it is known who was in the lot and with which salt it was drawn, as in the chat.
    #[test]
    fn no_damage_makes_another_lot_right_where_it_is_known(
        seed in 0u8..40,
        is_sides: bool,
        damages in prop::collection::vec(damage(), 1..4),
    ) {
        let ids: &[u64] = if is_sides { &[25, 32] } else { &[3, 5, 8, 13, 21] };
        let text = if is_sides { sides(seed).0 } else { message(seed, "天气晴", ids) };
        let right: Published = text.parse().unwrap();
        let other = if is_sides { sides(seed + 1).0 } else { message(seed + 1, "天气晴", ids) };
        let broken = damages.iter().fold(text, |text, damage| damaged(&text, &other, damage));
        for lot in Pasted::all(&broken).into_iter().flatten() {
            if lot.commitment != right.commitment
                || lot.salt != right.salt
                || lot.verify_among(ids).is_err()
                || lot.rows.iter().any(|row| !same_name(&row.name, name(row.id)))
            {
                continue;
            }
            prop_assert_eq!(&lot.secret, &right.secret);
            for row in &lot.rows {
                prop_assert_eq!(row.id, right.order[row.no as usize - 1], "{}", broken);
            }
            if let Some(red) = &lot.red {
                prop_assert!(same_name(red, &right.names[0]), "{}", broken);
            }
        }
    }

    /// By itself a text vouches for its secret, its order, and who has red; of two players another salt may have
    /// drawn the same.
    #[test]
    fn no_damage_makes_another_order_right(
        seed in 0u8..40,
        is_sides: bool,
        damage in damage(),
    ) {
        let ids: Vec<u64> = (1..=14).map(|id| id * 7).collect();
        let text = if is_sides { sides(seed).0 } else { message(seed, "天气晴，风 和", &ids) };
        let right: Published = text.parse().unwrap();
        let broken = damaged(&text, &sides(seed + 1).0, &damage);
        if let Ok(Ok(read)) = judged(&broken) {
            prop_assert_eq!(&read.secret, &right.secret);
            prop_assert_eq!(&read.commitment, &right.commitment);
            let red = read.names.first().unwrap();
            if is_sides {
                prop_assert!(read.is_sides && read.order.len() == 2, "{}", broken);
                prop_assert!(same_name(red, &right.names[0]), "{}", broken);
            } else {
                prop_assert_eq!(&read.salt, &right.salt);
                // A registration can be another if it stands at the same place among all.
                let ranks = |order: &[u64]| -> Vec<usize> {
                    let below = |id: &u64| order.iter().filter(|other| *other < id).count();
                    order.iter().map(below).collect()
                };
                prop_assert_eq!(ranks(&read.order), ranks(&right.order), "{}", broken);
            }
        }
    }

    #[test]
    fn no_text_is_too_strange(text in "(承诺|秘密|盐|执红|抽签|[0-9a-f]{64}|[ :：\n0-9]|.){0,60}") {
        let _ = Pasted::is_in(&text);
        prop_assert!(!Pasted::all(&text).is_empty());
    }
}
