use toml::Spanned;

use super::super::faults::Faults;
use super::super::{self as config, ByeInOpponents, Flaw, RankKey, Tie};
use super::read::{Many, Span};
use super::table::table;
use super::word::words;

table! {
    /// `[competition.stage.ranking]`: how the stage is ranked (名次, 破同分).
    pub struct Ranking {
        /// What is compared, in order: "points" (积分), "opponents" (对手分), "progressive" (累进分),
        /// "wins" (胜局), "fouls" (犯规), "black_games" (后手局), "black_wins" (后走胜局),
        /// "reverse_trim" (积分逆减), "forward_trim" (积分顺减), "direct" (直胜), "median" (中间分),
        /// "rating" (等级分), "start_number" (编号), "lot" (抽签).
        pub keys: Many<Spanned<RankKey>>,
        /// What a bye (轮空) adds to the opponents' score: "zero" (default) or "lowest" in the field.
        pub bye_in_opponents: Option<ByeInOpponents>,
        /// A forfeited game (弃权) adds the opponent's points; default true.
        pub forfeit_in_opponents: Option<bool>,
        /// The points of a bye count in the progressive score; default true.
        pub bye_in_progressive: Option<bool>,
        /// A win by forfeit is a win (胜局); default true.
        pub forfeit_is_win: Option<bool>,
        /// A bye is a win; default false.
        pub bye_is_win: Option<bool>,
        /// A bye is a game with the side that was due (该执的一方), so that it can count as a game with
        /// black (后手局) and, where it is a win, as a win with black (后走胜局); default false.
        pub bye_has_side: Option<bool>,
        /// Level after everything: "shared" place (default) or "lot" (抽签).
        pub tie: Option<Tie>,
    }
}

table! {
    /// `[competition.section.ranking]`: where a section (组别) is ranked otherwise than its stage. What is
    /// missing is as in the stage.
    pub struct SectionRanking {
        /// As in a stage.
        pub keys: Option<Many<Spanned<RankKey>>>,
        /// As in a stage.
        pub bye_in_opponents: Option<ByeInOpponents>,
        /// As in a stage.
        pub forfeit_in_opponents: Option<bool>,
        /// As in a stage.
        pub bye_in_progressive: Option<bool>,
        /// As in a stage.
        pub forfeit_is_win: Option<bool>,
        /// As in a stage.
        pub bye_is_win: Option<bool>,
        /// As in a stage.
        pub bye_has_side: Option<bool>,
        /// As in a stage.
        pub tie: Option<Tie>,
    }
}

words! {
    RankKey {
        "points" => RankKey::Points,
        "opponents" => RankKey::Opponents,
        "progressive" => RankKey::Progressive,
        "wins" => RankKey::Wins,
        "fouls" => RankKey::Fouls,
        "black_games" => RankKey::BlackGames,
        "black_wins" => RankKey::BlackWins,
        "reverse_trim" => RankKey::ReverseTrim,
        "forward_trim" => RankKey::ForwardTrim,
        "direct" => RankKey::Direct,
        "median" => RankKey::Median,
        "rating" => RankKey::Rating,
        "start_number" => RankKey::StartNumber,
        "lot" => RankKey::Lot,
    }
}

words! {
    ByeInOpponents {
        "zero" => ByeInOpponents::Zero,
        "lowest" => ByeInOpponents::Lowest,
    }
}

words! {
    Tie {
        "shared" => Tie::Shared,
        "lot" => Tie::Lot,
    }
}

impl Ranking {
    pub fn check(self, faults: &mut Faults<'_>) -> config::Ranking {
        config::Ranking {
            keys: check_keys(self.keys, faults),
            bye_in_opponents: self.bye_in_opponents.unwrap_or(ByeInOpponents::Zero),
            forfeit_in_opponents: self.forfeit_in_opponents.unwrap_or(true),
            bye_in_progressive: self.bye_in_progressive.unwrap_or(true),
            forfeit_is_win: self.forfeit_is_win.unwrap_or(true),
            bye_is_win: self.bye_is_win.unwrap_or(false),
            bye_has_side: self.bye_has_side.unwrap_or(false),
            tie: self.tie.unwrap_or(Tie::Shared),
        }
    }
}

impl SectionRanking {
    /// `span`: of the table.
    pub fn check(self, span: &Span, faults: &mut Faults<'_>) -> config::SectionRanking {
        let checked = config::SectionRanking {
            keys: self.keys.map(|keys| check_keys(keys, faults)),
            bye_in_opponents: self.bye_in_opponents,
            forfeit_in_opponents: self.forfeit_in_opponents,
            bye_in_progressive: self.bye_in_progressive,
            forfeit_is_win: self.forfeit_is_win,
            bye_is_win: self.bye_is_win,
            bye_has_side: self.bye_has_side,
            tie: self.tie,
        };
        if checked == config::SectionRanking::default() {
            faults.add(span, Flaw::SectionRankingEmpty);
        }
        checked
    }
}

/// No key twice.
fn check_keys(keys: Many<Spanned<RankKey>>, faults: &mut Faults<'_>) -> Vec<RankKey> {
    let mut checked = Vec::new();
    for key in keys {
        if checked.contains(key.get_ref()) {
            let key_word = word(*key.get_ref());
            faults.add(&key.span(), Flaw::RankKeyTwice { key: key_word });
        }
        checked.push(key.into_inner());
    }
    checked
}

fn word(key: RankKey) -> &'static str {
    let mut words = RankKey::WORDS.iter();
    words.find(|(_, k)| *k == key).map_or("", |(word, _)| word)
}
