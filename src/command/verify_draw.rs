use std::io::Read;
use std::path::Path;
use std::process::ExitCode;

use qisai::tournament::lot::{Published, side_salt_parts};

/// Recomputes a draw from what the group was told. Exit code 1: the lines do not belong together.
pub fn verify_draw(file: &Path) -> ExitCode {
    let mut text = String::new();
    let read = if file.as_os_str() == "-" {
        std::io::stdin().read_to_string(&mut text).map(drop)
    } else {
        std::fs::read_to_string(file).map(|read| text = read)
    };
    if let Err(error) = read {
        complain!("{}: {error}", file.display());
        return ExitCode::from(super::INVALID);
    }
    let published = match text.parse::<Published>() {
        Ok(published) => published,
        Err(error) => {
            complain!("{}: {error}", file.display());
            return ExitCode::from(super::INVALID);
        }
    };
    match published.verify() {
        Ok(()) => {
            let rows = (1..).zip(published.order.iter().zip(&published.names));
            for (no, (id, name)) in rows {
                super::say(&format!("{no} = 报名号 {id} {name}"));
            }
            if let (Some(_), Some(first)) = (&published.red, published.names.first()) {
                super::say(&format!("执红：{first}"));
            }
            if let (Some(_), (Some(word), _)) = (&published.red, side_salt_parts(&published.salt)) {
                super::say(&format!(
                    "公开词：{word}。请核对群里先前公布的是不是这一句。 / Compare the public word with the one the group was told."
                ));
            }
            super::say(
                "姓名不由抽签算出，请与公布的名单核对。 / The names do not follow from the lot: compare them with the list.",
            );
            super::say(&format!(
                "相符：{} 个编号都由秘密与盐算出。",
                published.order.len()
            ));
            super::say(&format!(
                "The draw is right: all {} numbers follow.",
                published.order.len()
            ));
            ExitCode::SUCCESS
        }
        Err(error) => {
            super::say(&format!("不符 / wrong: {error}"));
            ExitCode::FAILURE
        }
    }
}
