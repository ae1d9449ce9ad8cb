//! `qisai verify-draw` and what people paste into it.

use qisai::tournament::lot::{Secret, commitment, order};

use crate::command_line::{Called, Folder};

/// The group's message of a lot for sides, with who has red and black.
pub fn sides(seed: u8) -> (String, &'static str, &'static str) {
    let secret = Secret::new([seed; 32]);
    let salt = "天气 | 晴 | 1-1 3:9=1/2";
    let drawn = order(&secret, salt, &[25, 31]);
    let name = |id: u64| if id == 25 { "严庚寅" } else { "a_b 𠮷田" };
    let (red, black) = (name(drawn[0]), name(drawn[1]));
    let (promise, hex) = (commitment(&secret), secret.to_hex());
    let text = format!(
        "棋王决赛 1台 第7局 抽签：{red} 执红\n承诺 {promise}\n秘密 {hex}\n盐 {salt}\n\
         1 {} {red}\n2 {} {black}\n先出者执红。复算：回复本消息发 /verify，或转发给我私聊\n",
        drawn[0], drawn[1],
    );
    (text, red, black)
}

fn verified(text: &str) -> Called {
    Folder::with(&[]).call_with("verify-draw -", text)
}

fn line(text: &str, at: usize) -> &str {
    text.lines().nth(at).expect("a line")
}

/// Without these lines, from 0.
fn without(text: &str, gone: &[usize]) -> String {
    let lines = text.lines().enumerate();
    let kept = lines.filter(|(at, _)| !gone.contains(at));
    kept.map(|(_, line)| format!("{line}\n")).collect()
}

#[test]
fn a_lot_is_recomputed_and_said_whom_it_gave_which_number() {
    let (text, red, black) = sides(5);
    let right = verified(&text);
    assert_eq!(right.code, 0, "{}", right.out);
    for said in [
        line(&text, 4).replacen("1 ", "1 = 报名号 ", 1),
        format!("执红：{red}\n"),
        "盐 / salt: 天气 | 晴 | 1-1 3:9=1/2".to_owned(),
        format!("commitment: {}", &line(&text, 1)["承诺 ".len()..]),
        "公开词：天气 | 晴。".to_owned(),
    ] {
        assert!(right.out.contains(&said), "{said}: {}", right.out);
    }
    // Who has red is said without a headline, too.
    let bare = verified(&without(&text, &[0]));
    assert!(bare.code == 0 && bare.out.contains(&format!("执红：{red}")));
    let wrong = verified(&text.replace(&format!("抽签：{red}"), &format!("抽签：{black}")));
    assert_eq!(wrong.code, 1, "{}", wrong.out);
    assert!(wrong.out.contains("headline"), "{}", wrong.out);
}

#[test]
fn a_forged_lot_is_never_right() {
    let (text, red, black) = sides(5);
    let (first, second) = (line(&text, 4), line(&text, 5));
    let winner = format!("抽签：{red} 执红");
    let loser = |words: &str| text.replace(&winner, &words.replace("他", black));
    let one_row = without(&text, &[4]).replace(second, &second.replacen('2', "1", 1));
    for forged in [
        one_row.clone(),
        one_row.replace(&winner, &format!("抽签：{black} 执红")),
        without(&one_row, &[0]).replace("先出者执红。", ""),
        without(&text, &[4]).replace(second, "1 999 张三"),
        without(&text, &[5]),
        without(&text, &[4]),
        text.replace(second, &format!("{second}\n3 999 张三")),
        text.replace(first, &format!("{first}\n1 999 张三")),
        loser("抽签:他 执红"),
        loser("抽签：他 执红。"),
        loser("抽签：他\u{a0}执红"),
        loser("抽签：他 执先"),
        loser("抽签：他 执红棋"),
        loser("抽签结果是他，执红"),
        text.replace("局 抽签：", "局抽签：")
            .replace(&format!("{red} 执红"), &format!("{black} 执红")),
        format!("{}\n{text}", line(&loser("抽签：他 执红"), 0)),
        format!("{text}\n{}", line(&loser("抽签：他 执红"), 0)),
        format!("{text}\n盐 1-1"),
    ] {
        let called = verified(&forged);
        assert_ne!(called.code, 0, "{forged}\n{}", called.out);
        assert!(!called.out.contains("相符"), "{forged}\n{}", called.out);
    }
}

#[test]
fn a_paste_that_was_only_bent_is_right() {
    let (text, red, _) = sides(5);
    let digits = &line(&text, 2)["秘密 ".len()..];
    let promise = line(&text, 1);
    let wide: String = digits
        .chars()
        .map(|digit| char::from_u32(digit as u32 + 0xfee0).expect("a wide digit"))
        .collect();
    for bent in [
        format!("\u{feff}{text}"),
        text.replace('\n', "\r\n"),
        text.replace(promise, &format!("{}\n{}", &promise[..40], &promise[40..])),
        text.replace(digits, &format!("{}\n{}", &digits[..40], &digits[40..])),
        text.replace(
            digits,
            &format!("{}\u{200b}{}", &digits[..40], &digits[40..]),
        ),
        text.replace(digits, &wide),
        text.replace("承诺 ", "承诺　")
            .replace("秘密 ", "秘密：")
            .replace("盐 ", "盐: "),
        format!("{text}\n{text}"),
    ] {
        let called = verified(&bent);
        assert_eq!(called.code, 0, "{bent}\n{}{}", called.out, called.err);
        assert!(
            called.out.contains(&format!("执红：{red}\n")),
            "{}",
            called.out
        );
        assert_eq!(called.out.matches("相符：2").count(), 1, "{}", called.out);
    }
}

#[test]
fn a_file_is_read_in_the_encodings_in_which_programs_save_text() {
    let (text, ..) = sides(5);
    let text = text.replace("𠮷", "吉");
    let utf16 = |bytes: fn(u16) -> [u8; 2]| -> Vec<u8> {
        let units = std::iter::once(0xfeff).chain(text.encode_utf16());
        units.flat_map(bytes).collect()
    };
    let folder = Folder::with(&[]);
    for (name, bytes) in [
        ("utf16le.txt", utf16(u16::to_le_bytes)),
        ("utf16be.txt", utf16(u16::to_be_bytes)),
        ("gbk.txt", encoding_rs::GBK.encode(&text).0.into_owned()),
    ] {
        std::fs::write(folder.path(name), bytes).expect("a file");
        let called = folder.call(&format!("verify-draw {name}"));
        assert_eq!(called.code, 0, "{name}: {}{}", called.out, called.err);
    }
    std::fs::write(folder.path("picture.png"), b"\x89PNG\r\n\x1a\n\0\0").expect("a file");
    let called = folder.call("verify-draw picture.png");
    assert!(
        called.code == 2 && called.err.contains("不是文本文件"),
        "{}",
        called.err
    );
}

#[test]
fn what_is_broken_is_called_broken_and_where() {
    let (text, ..) = sides(5);
    let promise = line(&text, 1);
    let long = |from: &str, to: &str| text.replacen(from, to, 1);
    for (broken, said) in [
        (
            text.replace(promise, &promise[..40]),
            "第2行“承诺”应是 64 位十六进制数字，这里有 33 个字符",
        ),
        (long("\n秘密", "秘密"), "第2行“承诺”应是 64 位"),
        (long("承诺", "诺言"), "没有以“承诺”开头的一行"),
        (
            long("盐 天气 | 晴", "盐 天气\n| 晴"),
            "第5行不该在这里，或者上一行断开了",
        ),
        (without(&text, &[4]), "号码 1 缺少"),
        (without(&text, &[4, 5]), "没有“号码 报名号 姓名”的行"),
        (long(" 执红\n", " 拿红棋执子\n"), "第1行的标题认不出谁执红"),
    ] {
        let called = verified(&broken);
        assert_eq!(called.code, 2, "{broken}\n{}", called.out);
        assert!(called.err.contains(said), "{said}: {}", called.err);
        assert!(!called.out.contains("不符"), "{}", called.out);
    }
}

#[test]
fn several_lots_in_one_file_have_a_result_each() {
    let ((one, ..), (two, ..), (three, ..)) = (sides(5), sides(6), sides(7));
    let all = verified(&format!("{one}\n{two}\n{three}"));
    assert_eq!(all.code, 0, "{}", all.out);
    assert_eq!(all.out.matches("相符：2").count(), 3, "{}", all.out);
    let wrong = two.replace(line(&two, 2), &format!("秘密 {}", "ab".repeat(32)));
    let mixed = verified(&format!("{one}\n{wrong}\n{}", without(&three, &[3])));
    assert_eq!(mixed.code, 1, "{}", mixed.out);
    assert_eq!(mixed.out.matches("相符：2").count(), 1, "{}", mixed.out);
    assert!(mixed.out.contains("第 2 份 / lot 2\n不符"), "{}", mixed.out);
    assert!(mixed.err.contains("没有以“盐”开头的一行"), "{}", mixed.err);
    let broken = verified(&format!("{one}\n{}", without(&three, &[3])));
    assert_eq!(broken.code, 2, "{}", broken.out);
}
