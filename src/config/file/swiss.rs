use toml::Spanned;
use toml::de::DeValue;

use super::super::faults::Faults;
use super::super::{
    self as config, FirstRed, FirstRound, Flaw, ForfeitBy, LastRound, Numbering, PairingSystem,
    TeamAvoidance,
};
use super::number::{self, Number, SpannedNumber};
use super::ranking::Ranking;
use super::read::{Read, Value};
use super::stage::Kind;
use super::table::table;
use super::text::{Identifier, Name};
use super::word::{self, words};

table! {
    /// `[[competition.stage]]` of `kind = "swiss"`: a points stage (积分编排制).
    pub struct Swiss {
        /// "swiss"
        #[expect(dead_code, reason = "it has chosen this table")]
        pub kind: Kind,
        /// Names the stage in the database and the timetable.
        pub key: Spanned<Identifier>,
        /// Names it to people.
        pub name: Name,
        /// How many rounds (轮) are played.
        pub rounds: Spanned<Number<1, 99>>,
        /// Time for one game, as people are told.
        pub time_control: Name,
        /// How many go on (晋级) to the next stage; missing where this is the last.
        pub advance: Option<Spanned<Number<2, 10_000>>>,
        /// "xiangqi" (积分编排制, default) or "fide_dutch".
        pub pairing: Option<PairingSystem>,
        /// Start numbers (编号) by "lot" (抽签, default), "rating" (等级分) or "entry", the order of
        /// registration.
        pub numbering: Option<Numbering>,
        /// Round 1 by start numbers: "adjacent" (近号, default), "fold" (拦腰) or "first_last" (首尾).
        pub first_round: Option<FirstRound>,
        /// Who has red at table 1 of round 1: the "smaller" start number (default) or the "larger".
        pub first_red: Option<FirstRed>,
        /// Whether players of one team are kept apart: "never" (default), "always", or the number of
        /// the last round in which they are.
        pub team_avoidance: Option<Avoidance>,
        /// Two who were paired for a forfeited game are not paired again; default false.
        pub forfeit_is_met: Option<bool>,
        /// What the last round may do without: "sides", the limits of three games with one side; "teams",
        /// keeping team-mates apart; "floats", not floating the same way twice. Default: nothing.
        pub last_round_frees: Option<Vec<Spanned<Freed>>>,
        /// Points for each result.
        pub score: Option<Spanned<Score>>,
        /// How the stage is ranked.
        pub ranking: Ranking,
        /// How results come in.
        pub reporting: Option<Reporting>,
        /// Lateness, absence and game records.
        pub conduct: Option<Conduct>,
    }
}

table! {
    /// `[competition.stage.score]`: points for each result (记分).
    pub struct Score {
        /// Default 2.
        pub win: Option<Number<1, 1000>>,
        /// Default 1.
        pub draw: Option<Number<0, 1000>>,
        /// Default 0.
        pub loss: Option<Number<0, 1000>>,
        /// A bye (轮空); default as a win.
        pub bye: Option<Number<0, 1000>>,
        /// A win by forfeit (弃权); default as a win.
        pub forfeit_win: Option<Number<0, 1000>>,
        /// A player with leave (请假); default 0.
        pub absence: Option<Number<0, 1000>>,
    }
}

table! {
    /// `[competition.stage.reporting]`: how results come in (报成绩).
    pub struct Reporting {
        /// Minutes the opponent has to object (异议); default 10.
        pub objection_minutes: Option<Spanned<Number<0, 1440>>>,
        /// A winner's report stands at once; default false.
        pub trust_winners: Option<bool>,
        /// A draw reported in the first minutes of a round is flagged to the arbiter; default 15, 0:
        /// never.
        pub early_draw_minutes: Option<Number<0, 1440>>,
        /// After a draw both players are asked whether they made so many moves (回合); default 0: nobody is.
        pub early_draw_moves: Option<Number<0, 300>>,
        /// A win reported in the first minutes of a round, where the loser may have resigned (认输), is
        /// flagged to the arbiter; default 0: never.
        pub early_loss_minutes: Option<Number<0, 1440>>,
    }
}

table! {
    /// `[competition.stage.conduct]`: lateness, absence and game records.
    pub struct Conduct {
        /// Minutes after the start at which an arbiter may declare a forfeit (迟到判负); default 10.
        pub late_minutes: Option<Number<0, 1440>>,
        /// Who declares a forfeit (弃权判负): "arbiter" (any arbiter, default) or "chief" (以裁判长宣布为准).
        pub forfeit_by: Option<ForfeitBy>,
        /// Minutes before the start at which the players are reminded (开赛提醒), in private and in the
        /// group; default 5, 0: never.
        pub remind_minutes: Option<Number<0, 1440>>,
        /// Minutes a round starts after its publication at the earliest, however late it is published;
        /// default 5.
        pub notice_minutes: Option<Number<0, 1440>>,
        /// One unexcused absence (无故弃权) removes the player; default false.
        pub absence_removes: Option<bool>,
        /// From table 1 to this one the winner hands in the game record (录谱); default 0, none.
        pub recorded_tables: Option<Number<0, 1000>>,
        /// So many fouls (犯规) in one game lose it; default 2, 0: never.
        pub fouls_lose_game: Option<Number<0, 10>>,
    }
}

words! {
    PairingSystem {
        "xiangqi" => PairingSystem::Xiangqi,
        "fide_dutch" => PairingSystem::FideDutch,
    }
}

words! {
    Numbering {
        "lot" => Numbering::Lot,
        "rating" => Numbering::Rating,
        "entry" => Numbering::Entry,
    }
}

words! {
    FirstRound {
        "adjacent" => FirstRound::Adjacent,
        "fold" => FirstRound::Fold,
        "first_last" => FirstRound::FirstLast,
    }
}

words! {
    ForfeitBy {
        "arbiter" => ForfeitBy::Arbiter,
        "chief" => ForfeitBy::Chief,
    }
}

words! {
    FirstRed {
        "smaller" => FirstRed::Smaller,
        "larger" => FirstRed::Larger,
    }
}

/// What the last round can be freed of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Freed {
    Sides,
    Teams,
    Floats,
}

words! {
    Freed {
        "sides" => Freed::Sides,
        "teams" => Freed::Teams,
        "floats" => Freed::Floats,
    }
}

pub fn last_round(freed: Option<Vec<Spanned<Freed>>>) -> LastRound {
    let freed = freed.unwrap_or_default();
    let has = |what| freed.iter().any(|freed| *freed.get_ref() == what);
    LastRound {
        frees_sides: has(Freed::Sides),
        frees_teams: has(Freed::Teams),
        frees_floats: has(Freed::Floats),
    }
}

/// "never", "always" or a number of rounds.
#[derive(Debug, Clone, Copy)]
pub struct Avoidance(TeamAvoidance);

impl Avoidance {
    pub fn get(self) -> TeamAvoidance {
        self.0
    }
}

impl Read for Avoidance {
    fn read(key: &str, value: &Value<'_>, faults: &mut Faults<'_>) -> Option<Self> {
        if let DeValue::Integer(_) = value.get_ref() {
            let rounds = number::read(key, value, 1, 99, faults)?;
            let rounds = u32::try_from(rounds).ok()?;
            return Some(Avoidance(TeamAvoidance::FirstRounds(rounds)));
        }
        Some(Avoidance(
            match word::read(key, value, &["never", "always"], faults)? {
                "always" => TeamAvoidance::Always,
                _ => TeamAvoidance::Never,
            },
        ))
    }
}

impl Swiss {
    /// `field`: how many play at most, where it is known; `None` as result: a fault is noted.
    pub fn check(self, field: Option<u32>, faults: &mut Faults<'_>) -> Option<config::Swiss> {
        let rounds = self.rounds.value();
        if let Some(field) = field {
            // With an odd field everyone can have the bye once besides meeting all the others.
            let most = if field.is_multiple_of(2) {
                field - 1
            } else {
                field
            };
            if rounds > most {
                let flaw = Flaw::RoundsOverField {
                    rounds,
                    field,
                    most,
                };
                faults.add(&self.rounds.span(), flaw);
            }
        }
        let score = check_score(self.score, faults);
        let reporting = check_reporting(self.reporting, faults);
        let ranking = self.ranking.check(faults);
        let conduct = self.conduct;
        let usual = config::Conduct::default();
        let number = |number: Option<Number<0, 1440>>, usual| number.map_or(usual, Number::get);
        Some(config::Swiss {
            key: self.key.into_inner().into(),
            name: self.name.into(),
            rounds,
            score: score?,
            system: self.pairing.unwrap_or(PairingSystem::Xiangqi),
            numbering: self.numbering.unwrap_or(Numbering::Lot),
            first_round: self.first_round.unwrap_or(FirstRound::Adjacent),
            first_red: self.first_red.unwrap_or(FirstRed::Smaller),
            team_avoidance: self
                .team_avoidance
                .map_or(TeamAvoidance::Never, Avoidance::get),
            forfeit_is_met: self.forfeit_is_met.unwrap_or(false),
            last_round: last_round(self.last_round_frees),
            ranking,
            reporting: reporting?,
            conduct: config::Conduct {
                late_minutes: number(
                    conduct.as_ref().and_then(|c| c.late_minutes),
                    usual.late_minutes,
                ),
                remind_minutes: number(
                    conduct.as_ref().and_then(|c| c.remind_minutes),
                    usual.remind_minutes,
                ),
                notice_minutes: number(
                    conduct.as_ref().and_then(|c| c.notice_minutes),
                    usual.notice_minutes,
                ),
                forfeit_by: conduct
                    .as_ref()
                    .and_then(|c| c.forfeit_by)
                    .unwrap_or(usual.forfeit_by),
                absence_removes: conduct
                    .as_ref()
                    .and_then(|c| c.absence_removes)
                    .unwrap_or(false),
                recorded_tables: conduct
                    .as_ref()
                    .and_then(|c| c.recorded_tables)
                    .map_or(0, Number::get),
                fouls_lose_game: conduct
                    .and_then(|c| c.fouls_lose_game)
                    .map_or(config::Conduct::default().fouls_lose_game, Number::get),
            },
            advance: self.advance.map(|advance| advance.value()),
            time_control: self.time_control.into(),
        })
    }
}

pub fn check_score(
    written: Option<Spanned<Score>>,
    faults: &mut Faults<'_>,
) -> Option<config::Score> {
    let Some(written) = written else {
        return Some(config::Score::default());
    };
    let span = written.span();
    let given = written.into_inner();
    let default = config::Score::default();
    let win = given.win.map_or(default.win, Number::get);
    let or = |number: Option<Number<0, 1000>>, other: u32| number.map_or(other, Number::get);
    let score = config::Score {
        win,
        draw: or(given.draw, default.draw),
        loss: or(given.loss, default.loss),
        bye: or(given.bye, win),
        forfeit_win: or(given.forfeit_win, win),
        absence: or(given.absence, default.absence),
    };
    let orders = [
        ("loss", score.loss, "win", win, false),
        ("draw", score.draw, "win", win, true),
        ("loss", score.loss, "draw", score.draw, true),
        ("bye", score.bye, "win", win, true),
        ("win by forfeit", score.forfeit_win, "win", win, true),
        ("leave of absence", score.absence, "win", win, true),
    ];
    let mut sound = true;
    for (less, less_value, more, more_value, may_be_equal) in orders {
        if less_value > more_value || (less_value == more_value && !may_be_equal) {
            let flaw = Flaw::ScoreOrder {
                less,
                less_value,
                more,
                more_value,
                may_be_equal,
            };
            faults.add(&span, flaw);
            sound = false;
        }
    }
    sound.then_some(score)
}

fn check_reporting(
    written: Option<Reporting>,
    faults: &mut Faults<'_>,
) -> Option<config::Reporting> {
    let default = config::Reporting::default();
    let Some(written) = written else {
        return Some(default);
    };
    let trust_winners = written.trust_winners.unwrap_or(default.trust_winners);
    let mut objection_minutes = default.objection_minutes;
    if let Some(minutes) = written.objection_minutes {
        objection_minutes = minutes.value();
        if objection_minutes == 0 && !trust_winners {
            faults.add(&minutes.span(), Flaw::NoObjectionWindow);
            return None;
        }
    }
    Some(config::Reporting {
        objection_minutes,
        trust_winners,
        early_draw_minutes: written
            .early_draw_minutes
            .map_or(default.early_draw_minutes, Number::get),
        early_draw_moves: written
            .early_draw_moves
            .map_or(default.early_draw_moves, Number::get),
        early_loss_minutes: written
            .early_loss_minutes
            .map_or(default.early_loss_minutes, Number::get),
    })
}
