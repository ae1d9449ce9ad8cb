/// The highest rating (等级分) that is believed.
pub const HIGHEST_RATING: u32 = 9999;

/// A rating as people write it: a whole number from 1 to [`HIGHEST_RATING`]; `Some(None)` for a zero or a word
/// that says there is none. `None`: it cannot be read.
pub fn parse_rating(text: &str) -> Option<Option<u32>> {
    let plain: String = text
        .chars()
        .map(super::id_card::half_width)
        .filter(|letter| !letter.is_whitespace())
        .collect();
    let plain = plain.trim_end_matches('分');
    if ["", "无", "没有", "暂无", "-", "/"].contains(&plain) {
        return Some(None);
    }
    let points: u32 = plain.parse().ok()?;
    (points <= HIGHEST_RATING).then_some(Some(points).filter(|points| *points > 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_people_write() {
        for (text, rating) in [
            ("1850", Some(Some(1850))),
            (" ２１００ 分", Some(Some(2100))),
            ("9999", Some(Some(9999))),
            ("10000", None),
            ("0", Some(None)),
            ("无", Some(None)),
            ("", Some(None)),
            ("1850.5", None),
            ("-3", None),
            ("高", None),
        ] {
            assert_eq!(parse_rating(text), rating, "{text}");
        }
    }
}
