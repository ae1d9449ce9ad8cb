use std::io::Read;
use std::path::Path;
use std::process::ExitCode;

use qisai::sheet;
use qisai::telegram::texts;
use qisai::tournament::lot::{Pasted, Published, PublishedFault, side_salt_parts};

/// What a lot came to, from best to worst.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Verdict {
    Right,
    /// The text is not whole: nothing is known of the lot.
    Broken,
    Wrong,
}

/// Recomputes the lots in a text from what the group was told. Exit code 1: the lines of one do not belong together;
/// 2: one is not readable.
pub fn verify_draw(file: &Path) -> ExitCode {
    let bytes = match read(file) {
        Ok(bytes) => bytes,
        Err(error) => {
            complain!("{}: {error}", file.display());
            return ExitCode::from(super::INVALID);
        }
    };
    let Ok(text) = sheet::decode(&bytes) else {
        complain!(
            "{}: 不是文本文件，请存成 UTF-8 文本 / no text: save it as UTF-8",
            file.display()
        );
        return ExitCode::from(super::INVALID);
    };
    let lots = Pasted::all(&text);
    let several = lots.len() > 1;
    let mut worst = Verdict::Right;
    for (no, lot) in (1..).zip(lots) {
        if several {
            super::say(&format!("── 第 {no} 份 / lot {no}"));
        }
        let whole = lot.and_then(|lot| lot.whole());
        let verdict = match &whole {
            Ok(published) => recompute(published),
            Err(fault) => broken(file, fault),
        };
        worst = worst.max(verdict);
    }
    match worst {
        Verdict::Right => ExitCode::SUCCESS,
        Verdict::Broken => ExitCode::from(super::INVALID),
        Verdict::Wrong => ExitCode::FAILURE,
    }
}

fn read(file: &Path) -> std::io::Result<Vec<u8>> {
    if file.as_os_str() != "-" {
        return std::fs::read(file);
    }
    let mut bytes = Vec::new();
    std::io::stdin().read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn broken(file: &Path, fault: &PublishedFault) -> Verdict {
    let meaning = texts::broken_lot(fault).plain();
    complain!(
        "{}: 读不出 / not readable: {meaning} / {fault}",
        file.display()
    );
    Verdict::Broken
}

fn recompute(lot: &Published) -> Verdict {
    if let Err(fault) = lot.verify() {
        super::say(&format!("不符 / wrong: {fault}"));
        return Verdict::Wrong;
    }
    for (no, (id, name)) in (1..).zip(lot.order.iter().zip(&lot.names)) {
        super::say(&format!("{no} = 报名号 {id} {name}"));
    }
    if let Some(red) = lot.has_red() {
        super::say(&format!("执红：{red}"));
    }
    if let (true, (Some(word), _)) = (lot.is_sides, side_salt_parts(&lot.salt)) {
        super::say(&format!(
            "公开词：{word}。请核对群里先前公布的是不是这一句。 / Compare the public word with the one the group was told."
        ));
    }
    let (promise, salt) = (&lot.commitment, &lot.salt);
    super::say(&format!("承诺 / commitment: {promise}\n盐 / salt: {salt}"));
    super::say(
        "承诺、盐和姓名请与群里公布的核对。 / Compare commitment, salt and names with what the group was told.",
    );
    let numbers = lot.order.len();
    super::say(&format!("相符：{numbers} 个编号都由秘密与盐算出。"));
    super::say(&format!("The draw is right: all {numbers} numbers follow."));
    Verdict::Right
}
