//! Typed words brought to one form before they are compared.

use unicode_normalization::UnicodeNormalization;

/// A typed text as it was meant: full-width letters, digits and punctuation become half-width, runs of
/// white space one space, traditional characters of the bot's own vocabulary simplified, and trailing
/// exclamations (了, 啦, ！, 。) go.
pub fn normal(text: &str) -> String {
    let plain: String = text.nfkc().map(simplified).collect();
    let spaced = plain.split_whitespace().collect::<Vec<_>>().join(" ");
    spaced
        .trim_end_matches(['了', '啦', '!', '.', '。', '~', ' '])
        .to_owned()
}

/// The simplified form of the traditional characters that occur in commands and results.
fn simplified(letter: char) -> char {
    const TRADITIONAL: &str = "報勝負紅績臺檯輪對陣積規編簽審棄權贏輸獎賽導備記錄銷單開幫絕認異議處雙邀請碼綁換為迴確號們結獲無屬實戰遲時間調離訴譜這謝盤";
    const SIMPLIFIED: &str = "报胜负红绩台台轮对阵积规编签审弃权赢输奖赛导备记录销单开帮绝认异议处双邀请码绑换为回确号们结获无属实战迟时间调离诉谱这谢盘";
    TRADITIONAL
        .chars()
        .zip(SIMPLIFIED.chars())
        .find(|(traditional, _)| *traditional == letter)
        .map_or(letter, |(_, simplified)| simplified)
}

#[cfg(test)]
mod tests {
    use super::normal;

    #[test]
    fn what_people_type_becomes_what_they_mean() {
        for (typed, meant) in [
            ("　１２　紅勝！", "12 红胜"),
            ("我贏了！！", "我赢"),
            ("５：１－０", "5:1-0"),
            ("第5台  黑胜啦", "第5台 黑胜"),
            ("和棋。", "和棋"),
        ] {
            assert_eq!(normal(typed), meant);
        }
    }
}
