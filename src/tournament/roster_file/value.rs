use super::{Cell, Column, Fault, Why};
use crate::config::{Sex, Title};
use crate::tournament::PermitKind;
use crate::tournament::form::Identity;
use crate::tournament::id_card::half_width;

/// What stands in a cell as text, trimmed; whole numbers without a decimal point.
pub(super) fn text(cell: &Cell) -> String {
    match cell {
        Cell::Text(text) => text.trim().to_owned(),
        Cell::Number(number) => format!("{number}"),
        Cell::Date(day) => day.to_string(),
    }
}

/// A number of more than 15 digits is no longer the one that was typed, nor is text like `4.20106E+17`.
pub(super) fn is_rounded(cell: &Cell) -> bool {
    match cell {
        Cell::Number(number) => number.abs() >= 1e15,
        Cell::Text(text) => {
            let plain: String = text.trim().chars().map(half_width).collect();
            let (digits, power) = plain.split_once(['E', 'e']).unwrap_or_default();
            digits.contains('.') && digits.parse::<f64>().is_ok() && power.parse::<i32>().is_ok()
        }
        Cell::Date(_) => false,
    }
}

pub(super) fn sex(text: &str) -> Option<Sex> {
    match text.to_lowercase().as_str() {
        "男" | "男性" | "男子" | "m" | "male" => Some(Sex::Male),
        "女" | "女性" | "女子" | "f" | "female" => Some(Sex::Female),
        _ => None,
    }
}

pub(super) fn title(text: &str) -> Option<Title> {
    match text {
        "" | "无" | "没有" | "无称号" | "-" | "/" | "none" => Some(Title::None),
        "等级棋士" | "棋士" | "一级棋士" | "二级棋士" | "三级棋士" | "graded" => {
            Some(Title::Graded)
        }
        "地方大师" | "local_master" => Some(Title::LocalMaster),
        "棋协大师" | "association_master" => Some(Title::AssociationMaster),
        "国家大师" | "象棋大师" | "运动健将" | "national_master" => {
            Some(Title::NationalMaster)
        }
        "特级大师" | "国际级运动健将" | "grandmaster" => Some(Title::Grandmaster),
        _ => None,
    }
}

/// `Ok(None)`: a resident ID card.
pub(super) fn permit(text: &str) -> Result<Option<PermitKind>, ()> {
    Ok(match text.to_lowercase().as_str() {
        "" | "身份证" | "居民身份证" | "二代身份证" | "id" | "resident" => None,
        "护照" | "passport" => Some(PermitKind::Passport),
        "港澳居民来往内地通行证" | "港澳通行证" | "回乡证" | "hong_kong_macao" => {
            Some(PermitKind::HongKongMacao)
        }
        "台湾居民来往大陆通行证" | "台胞证" | "taiwan" => Some(PermitKind::Taiwan),
        "外国人永久居留身份证" | "永久居留证" | "permanent_residence" => {
            Some(PermitKind::PermanentResidence)
        }
        "其他" | "其他证件" | "other" => Some(PermitKind::Other),
        _ => return Err(()),
    })
}

/// A key by which the same document is known again inside one file.
pub(super) fn identity(identity: &Identity) -> String {
    match identity {
        Identity::Resident(number) => number.clone(),
        Identity::Permit(kind, number) => format!("{kind:?} {number}"),
    }
}

/// A fault of one cell; what is personal is masked.
pub(super) fn fault(row: u32, column: Column, cell: Option<&Cell>, why: Why) -> Fault {
    let text = cell.map(text).unwrap_or_default();
    Fault {
        row,
        column: Some(column),
        value: if column.is_personal() {
            mask(&text)
        } else {
            text.chars().take(40).collect()
        },
        why,
    }
}

/// The first and last letters of something personal: four each of a long one, else one and none.
fn mask(text: &str) -> String {
    let letters: Vec<char> = text.chars().take(40).collect();
    let (first, last) = if letters.len() >= 15 {
        (4, 4)
    } else if letters.len() >= 9 {
        (3, 2)
    } else {
        (1, 0)
    };
    letters
        .iter()
        .enumerate()
        .map(|(at, letter)| {
            if at < first || at + last >= letters.len() {
                *letter
            } else {
                '*'
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounded_numbers_are_known() {
        for cell in [
            Cell::Number(999_999_199_005_040_016.0),
            Cell::Text("9.99999E+17".to_owned()),
            Cell::Text("９.99999Ｅ+17".to_owned()),
        ] {
            assert!(is_rounded(&cell), "{cell:?}");
        }
        for cell in [
            Cell::Number(13_900_000_001.0),
            Cell::Text("999999199005040016".to_owned()),
            Cell::Text("E1234567".to_owned()),
            Cell::Text("12E45678".to_owned()),
        ] {
            assert!(!is_rounded(&cell), "{cell:?}");
        }
        assert_eq!(text(&Cell::Number(13_900_000_001.0)), "13900000001");
    }

    #[test]
    fn personal_values_are_masked() {
        assert_eq!(mask("999999199005040016"), "9999**********0016");
        assert_eq!(mask("13900000001"), "139******01");
        assert_eq!(mask("123"), "1**");
        assert_eq!(mask(""), "");
    }
}
