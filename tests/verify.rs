//! A lot recomputed in chat, by anyone, from what the group was told.

use qisai::rehearsal::Act;

use crate::support::{GROUP, Hall};

#[tokio::test(flavor = "multi_thread")]
async fn anyone_recomputes_the_draw_by_reply_by_forward_and_by_paste() {
    let hall = Hall::open().await;
    hall.fills(5).await;
    let chief = hall.arbiter().await;
    let onlooker = hall.person("看棋人").await;
    onlooker.says("验证").await;
    onlooker.sees("回复“抽签结果”那条消息").await;
    chief.says("/draw").await;
    let committed = hall.group().sees("抽签承诺").await;
    chief.says("/draw 盐 1 2 <b>三</b>").await;
    let drawn = hall.group().sees("抽签结果").await;
    assert!(drawn.text.contains("/verify"), "{}", drawn.text);

    // In the group, as a reply; the bot answers there.
    onlooker.joins_group();
    let reply = |to: i64, text: &str| Act::Replies {
        to,
        text: text.to_owned(),
    };
    onlooker.does(GROUP, reply(drawn.id, "/verify")).await;
    let right = hall.group().sees("相符：5 个号码都由秘密与盐算出").await;
    let words: Vec<&str> = right.text.split_whitespace().collect();
    assert!(committed.text.contains(words.last().unwrap()));
    assert!(right.text.contains("是本赛事的抽签（参赛编号）"));
    onlooker.does(GROUP, reply(committed.id, "/verify")).await;
    hall.group().sees("没有以“秘密”开头的一行").await;

    // In private: forwarded, and pasted with and without the command.
    let forward = Act::Forwards {
        from_chat: GROUP,
        message: drawn.id,
    };
    onlooker.does(onlooker.id, forward).await;
    onlooker.sees("相符：5 个号码").await;
    onlooker.says(&drawn.text).await;
    onlooker.sees("相符：5 个号码").await;
    onlooker.says(&format!("/verify\n{}", drawn.text)).await;
    onlooker.sees("相符：5 个号码").await;

    // One part of a long message.
    let part: Vec<&str> = drawn
        .text
        .lines()
        .filter(|line| !line.starts_with("2 "))
        .collect();
    onlooker.says(&part.join("\n")).await;
    onlooker.sees("这一部分的 4 个号码（全部 5 个）").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lot_that_was_altered_or_made_up_is_found_out() {
    let hall = Hall::open().await;
    hall.fills(4).await;
    let chief = hall.arbiter().await;
    chief.says("/draw").await;
    chief.says("/draw 天气晴").await;
    let drawn = hall.group().sees("抽签结果").await.text;
    let player = hall.person("棋手1").await;

    player.says(&drawn.replace("盐 天气晴", "盐 天气阴")).await;
    player.sees("不符：由秘密与盐算出的号码与所写的不同").await;
    let row = |no: &str| drawn.lines().find(|line| line.starts_with(no)).unwrap();
    let swapped = drawn
        .replace(row("1 "), "x")
        .replace(row("2 "), &row("2 ").replacen("2 ", "1 ", 1))
        .replace(
            "\nx\n",
            &format!("\n{}\n", row("1 ").replacen("1 ", "2 ", 1)),
        );
    player.says(&swapped).await;
    player.sees("不符").await;
    let secret = drawn
        .lines()
        .find(|line| line.starts_with("秘密 "))
        .unwrap();
    let other = format!("秘密 {}", "ab".repeat(32));
    player.says(&drawn.replace(secret, &other)).await;
    player.sees("不符：秘密的 SHA-256 不是所写的承诺").await;
    player.says(&drawn.replace(secret, "秘密 abc")).await;
    player.sees("64 位十六进制").await;

    let first = row("1 ");
    let name = first.split_whitespace().last().unwrap();
    player
        .says(&drawn.replace(first, &first.replace(name, "严庚寅")))
        .await;
    let other = player.sees("1号写的是“严庚寅”").await.text;
    assert!(other.contains(&format!("登记的是“{name}”")), "{other}");

    // Right in itself, but nothing this event ever committed to.
    let secret = qisai::tournament::lot::Secret::new([3; 32]);
    let ids = qisai::tournament::lot::order(&secret, "盐", &[4, 9]);
    let foreign = format!(
        "承诺 {}\n秘密 {}\n盐 盐\n1 {} 甲\n2 {} 乙",
        qisai::tournament::lot::commitment(&secret),
        secret.to_hex(),
        ids[0],
        ids[1]
    );
    player.says(&foreign).await;
    player.sees("这不是本赛事的抽签").await;
    // An empty command, and a word of everyday use in the group.
    player.says("/verify 这是什么").await;
    player.sees("没有以“承诺”开头的一行").await;
    player.says_in_group("验证").await;
    assert_eq!(hall.group().count("验算抽签"), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_chat_calls_broken_what_is_broken_and_looks_at_each_of_several() {
    let hall = Hall::open().await;
    hall.fills(4).await;
    let chief = hall.arbiter().await;
    chief.says("/draw").await;
    let promise = hall.group().sees("抽签承诺").await.text;
    chief.says("/draw 天气晴").await;
    let drawn = hall.group().sees("抽签结果").await.text;
    assert!(drawn.contains("（共 4 人）"), "{drawn}");
    let player = hall.person("棋手1").await;
    let label = drawn.find("承诺 ").expect("a promise") + "承诺 ".len();
    let (start, end) = drawn.split_at(label + 20);
    for bent in [
        format!("{start}\n{end}"),
        drawn.replace("承诺 ", "承诺：").replace("秘密 ", "秘密　"),
        format!("{promise}\n{drawn}"),
        format!("{drawn}\n{drawn}"),
    ] {
        player.says(&bent).await;
        player.sees("相符：4 个号码").await;
    }
    player.says(&format!("{start}\n略\n{end}")).await;
    player.sees("读不出：第").await;

    let (sides, red, black) = crate::verify_draw::sides(5);
    player.says(&sides).await;
    let foreign = player.sees("这不是本赛事的抽签").await.text;
    assert!(foreign.contains(&format!("执红：{red}")), "{foreign}");
    let second = sides
        .lines()
        .find(|line| line.starts_with("2 "))
        .expect("a row");
    player
        .says(&sides.replace(&format!("{second}\n"), ""))
        .await;
    player.sees("号码 2 缺少").await;
    player
        .says(&sides.replace(&format!("抽签：{red}"), &format!("抽签:{black}")))
        .await;
    player.sees("标题写的执红者不是1号").await;
    player.says(&sides.replace(" 执红\n", " 执红方\n")).await;
    player.sees("第1行的标题认不出谁执红").await;

    let wrong = crate::verify_draw::sides(6).0;
    let secret = wrong.lines().find(|line| line.starts_with("秘密 "));
    let other = format!("秘密 {}", "ab".repeat(32));
    let wrong = wrong.replace(secret.expect("a secret"), &other);
    let cut = crate::verify_draw::sides(7).0.replace("\n盐 ", "\n");
    player.says(&format!("{drawn}\n{sides}{wrong}{cut}")).await;
    let several = player.sees("共 4 份").await.text;
    let line = |no: &str| {
        several
            .lines()
            .find(|line| line.starts_with(no))
            .expect("a line")
    };
    assert!(line("1. ").contains("相符，4 个号码"), "{several}");
    assert!(line("2. ").contains(&format!("执红：{red}")), "{several}");
    assert!(line("3. ").contains("不符"), "{several}");
    assert!(line("4. ").contains("没有以“盐”开头的一行"), "{several}");
}
