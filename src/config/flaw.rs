use chrono::{NaiveDate, NaiveDateTime};

use super::token::token_in;

/// What can be wrong in a configuration file. Every word of it is in [`Flaw::reason`] and
/// [`Flaw::remedy`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Flaw {
    Unreadable {
        error: String,
    },
    NotUtf8,
    Syntax {
        message: String,
        /// A full-width sign on that line, the usual cause.
        full_width: Option<char>,
    },
    /// Something that looks like a bot token. It is never repeated.
    Token,

    UnknownKey {
        key: String,
        nearest: Option<&'static str>,
        known: &'static [&'static str],
    },
    MissingKey {
        key: &'static str,
    },
    WrongType {
        key: String,
        wanted: &'static str,
        found: &'static str,
    },
    UnknownWord {
        key: String,
        word: String,
        nearest: Option<&'static str>,
        known: &'static [&'static str],
    },
    OutOfRange {
        key: String,
        value: String,
        low: i64,
        high: i64,
    },
    Blank {
        key: String,
    },
    TooLong {
        key: String,
        length: usize,
        limit: usize,
    },
    EmptyList {
        key: String,
    },
    /// The penalties of the ladder do not climb.
    LadderOrder,
    /// A rule names a penalty that arbiters cannot give.
    PenaltyNotOnLadder,
    BadIdentifier {
        key: String,
        value: String,
    },
    /// Two things of one kind with one key.
    SameKey {
        kind: &'static str,
        key: String,
        first_line: u32,
    },

    ApiUrl {
        url: String,
        why: String,
    },
    SameFile,
    PapersInFile,
    /// The font of [render] is not there, or no font.
    FontUnreadable {
        path: String,
        why: String,
    },
    FontWithoutChinese {
        path: String,
    },
    UnknownZone {
        name: String,
        nearest: Option<&'static str>,
    },
    NoSuchDay {
        key: String,
    },
    DateMissing {
        key: String,
    },
    TimeMissing {
        key: String,
    },
    TimeSuperfluous {
        key: String,
    },
    /// The clocks go forward over this time.
    SkippedTime {
        time: NaiveDateTime,
        zone: &'static str,
    },

    ArbiterTwice {
        account: i64,
        first_line: u32,
    },
    NoChief,

    SlotEndsBeforeStart,
    /// A slot in which players check in has no end.
    CheckinWithoutEnd,
    /// A slot in which players check in has days and no hours.
    CheckinWithoutHours,
    /// One of a slot's start and end has an hour, the other is a day.
    HoursAndDays,
    /// No match of the round has so many games.
    UnknownGame {
        stage: String,
        round: u32,
        game: u32,
        games: u32,
    },
    UnknownStage {
        stage: String,
        nearest: Option<String>,
    },
    UnknownRound {
        stage: String,
        round: u32,
        rounds: u32,
    },
    RoundTwice {
        stage: String,
        round: u32,
        first_line: u32,
    },
    RoundOutsideSlot {
        stage: String,
        round: u32,
    },
    RoundsNotAscending {
        stage: String,
        round: u32,
        before: u32,
    },
    /// A round starts before the last one of a stage that is played first.
    StagesNotAscending {
        stage: String,
        round: u32,
        earlier: String,
        before: u32,
    },

    ClosesBeforeOpens,
    /// Registration goes on while the first round is played.
    ClosesAfterPlay,
    SeatsOverCapacity {
        seats: u64,
        capacity: u32,
    },
    /// A pool that names none of several competitions.
    PoolWithoutCompetition {
        pool: String,
    },
    UnknownCompetition {
        competition: String,
        nearest: Option<String>,
    },
    NoPoolOfCompetition {
        competition: String,
    },

    NoTest {
        rule: String,
    },
    ManyTests {
        rule: String,
        tests: Vec<&'static str>,
    },
    ProofWithoutQuestion {
        rule: String,
    },
    BirthWindowOpen,
    BirthWindowReversed {
        from: NaiveDate,
        to: NaiveDate,
    },
    NestedAnyOf {
        rule: String,
    },
    TitleBelowNone,
    /// Two rules that nobody meets together.
    Nobody {
        rule: String,
        other: String,
    },

    FirstStageNotSwiss,
    KnockoutNotLast,
    AdvanceMissing,
    AdvanceOnLast,
    AdvanceOverField {
        advance: u32,
        field: u32,
    },
    AdvanceNotSize {
        advance: u32,
        size: u32,
    },
    RoundsOverField {
        rounds: u32,
        field: u32,
        most: u32,
    },
    ScoreOrder {
        less: &'static str,
        less_value: u32,
        more: &'static str,
        more_value: u32,
        may_be_equal: bool,
    },
    RankKeyTwice {
        key: &'static str,
    },
    /// A ranking of a section that says nothing.
    SectionRankingEmpty,
    /// A ranking of the only section.
    SectionRankingAlone,
    PlayerTwice {
        no: u32,
    },
    /// A list of players of whom no two may meet, with one player in it.
    ForbiddenAlone {
        /// The start number.
        no: u32,
    },
    /// In two teams or sections.
    InTwo {
        /// "team" or "section".
        kind: &'static str,
        /// The start number.
        no: u32,
        /// The first of the two.
        one: String,
        /// The second.
        other: String,
    },
    /// A fixed table of two players.
    TableTwice {
        /// The table.
        table: u32,
        /// The start number of the first.
        no: u32,
    },
    /// A player whom the report file does not have.
    NotInReportFile {
        /// The start number.
        no: u32,
    },
    /// Fewer rounds than the report file has.
    FewerRounds {
        /// As the section file says.
        rounds: u32,
        /// Rounds of the report file with games.
        played: u32,
    },
    NoObjectionWindow,

    KnockoutRounds {
        size: u32,
        needed: u32,
        found: usize,
    },
    CountMissing,
    CountOnArmageddon,
    ArmageddonNotLast,
    LastLegNotArmageddon,
    NobodyToChoose,

    PlacesReversed {
        first: u32,
        last: u32,
    },
    PlacesOverlap {
        place: u32,
        first_line: u32,
    },
    PrizeOfNothing,
    PrizeOfUnknownSection {
        section: String,
    },
    TeamPrizeWithoutTeams,
    /// A key about teams in a competition that has none.
    WithoutTeams {
        key: &'static str,
    },
    /// A team competition that names fewer than two teams.
    FewTeams {
        teams: usize,
    },
    TeamTwice {
        name: String,
    },
    /// `short_team` where no size says which team is short.
    ShortTeamWithoutSize,
}

impl Flaw {
    /// What is wrong, naming the value. No full stop.
    pub fn reason(&self) -> String {
        match self {
            Flaw::Unreadable { error } => format!("the file cannot be read ({error})"),
            Flaw::NotUtf8 => "this line is not UTF-8 text".into(),
            Flaw::Syntax { message, .. } => format!("this is not TOML ({message})"),
            Flaw::Token => {
                "this looks like a bot token, and a token must not be in the file".into()
            }

            Flaw::UnknownKey { key, .. } => format!("unknown key {}", quote(key)),
            Flaw::MissingKey { key } => format!("the key {} is missing in this table", quote(key)),
            Flaw::WrongType { key, wanted, found } => {
                format!("{} wants {wanted}, here is {found}", quote(key))
            }
            Flaw::UnknownWord { key, word, .. } => {
                format!("{} cannot be {}", quote(key), quote(word))
            }
            Flaw::OutOfRange { key, value, .. } => format!("{} cannot be {value}", quote(key)),
            Flaw::Blank { key } => format!("{} is blank", quote(key)),
            Flaw::TooLong { key, length, .. } => {
                format!("{} has {length} characters", quote(key))
            }
            Flaw::EmptyList { key } => format!("{} is an empty list", quote(key)),
            Flaw::LadderOrder => "the penalties (处罚) of the ladder do not climb".into(),
            Flaw::PenaltyNotOnLadder => "the rule's penalty (处罚) is not on the ladder".into(),
            Flaw::BadIdentifier { value, .. } => format!("{} is no key", quote(value)),
            Flaw::SameKey { kind, key, .. } => {
                format!("a second {kind} has the key {}", quote(key))
            }

            Flaw::ApiUrl { url, why } => {
                format!("api_url {} is no web address ({why})", quote(url))
            }
            Flaw::SameFile => "database and key are the same file".into(),
            Flaw::PapersInFile => "keep_papers names the file of the database or of the key".into(),
            Flaw::FontUnreadable { path, why } => {
                format!("the font {path:?} cannot be read: {why}")
            }
            Flaw::FontWithoutChinese { path } => {
                format!("the font {path:?} has no Chinese letters")
            }
            Flaw::UnknownZone { name, .. } => {
                format!("there is no time zone {} (时区)", quote(name))
            }
            Flaw::NoSuchDay { key } => {
                format!("{} names a day or time that does not exist", quote(key))
            }
            Flaw::DateMissing { key } => format!("{} has no date", quote(key)),
            Flaw::TimeMissing { key } => format!("{} has no time of day", quote(key)),
            Flaw::TimeSuperfluous { key } => {
                format!("{} is a day and has a time of day", quote(key))
            }
            Flaw::SkippedTime { time, zone } => {
                format!("{time} does not exist in {zone}, where the clocks go forward over it")
            }

            Flaw::ArbiterTwice {
                account,
                first_line,
            } => {
                format!("the arbiter (裁判) {account} is named already in line {first_line}")
            }
            Flaw::NoChief => {
                "arbiters are named, but no chief arbiter (裁判长) is among them".into()
            }

            Flaw::SlotEndsBeforeStart => {
                "this slot of the timetable (日程) ends before it starts".into()
            }
            Flaw::CheckinWithoutEnd => {
                "players check in (报到) during this slot, and it has no end".into()
            }
            Flaw::CheckinWithoutHours => {
                "players check in (报到) during this slot, and it has no hours".into()
            }
            Flaw::HoursAndDays => {
                "of this slot's start and end, one has an hour and the other is a date alone".into()
            }
            Flaw::UnknownGame {
                stage,
                round,
                game,
                games,
            } => format!(
                "there is no game {game} in round {round} of {}, whose matches have at most {games}",
                quote(stage)
            ),
            Flaw::UnknownStage { stage, .. } => {
                format!("no stage (阶段) has the key {}", quote(stage))
            }
            Flaw::UnknownRound {
                stage,
                round,
                rounds,
            } => {
                format!(
                    "there is no round {round} in {}, which has {rounds}",
                    quote(stage)
                )
            }
            Flaw::RoundTwice {
                stage,
                round,
                first_line,
            } => format!(
                "round {round} of {} is planned already in line {first_line}",
                quote(stage)
            ),
            Flaw::RoundOutsideSlot { stage, round } => {
                format!("round {round} of {} starts outside its slot", quote(stage))
            }
            Flaw::RoundsNotAscending {
                stage,
                round,
                before,
            } => format!(
                "round {round} of {} does not start after round {before}",
                quote(stage)
            ),
            Flaw::StagesNotAscending {
                stage,
                round,
                earlier,
                before,
            } => format!(
                "round {round} of {} does not start after round {before} of {}, which is played before it",
                quote(stage),
                quote(earlier)
            ),

            Flaw::ClosesBeforeOpens => "registration (报名) closes before it opens".into(),
            Flaw::ClosesAfterPlay => {
                "registration (报名) closes after the first round is planned to start".into()
            }
            Flaw::SeatsOverCapacity { seats, capacity } => {
                format!("the pools (名额) have {seats} seats in all, the capacity is {capacity}")
            }

            Flaw::PoolWithoutCompetition { pool } => format!(
                "the pool (名额) {} names none of the competitions (项目)",
                quote(pool)
            ),
            Flaw::UnknownCompetition { competition, .. } => {
                format!("no competition (项目) has the key {}", quote(competition))
            }
            Flaw::NoPoolOfCompetition { competition } => format!(
                "the competition (项目) {} has no pool (名额), so that nobody could register",
                quote(competition)
            ),

            Flaw::NoTest { rule } => format!("the rule {} tests nothing", quote(rule)),
            Flaw::ManyTests { rule, tests } => {
                format!(
                    "the rule {} has several tests ({})",
                    quote(rule),
                    tests.join(", ")
                )
            }
            Flaw::ProofWithoutQuestion { rule } => {
                format!("the rule {} has a proof and no question", quote(rule))
            }
            Flaw::BirthWindowOpen => "born has neither from nor to".into(),
            Flaw::BirthWindowReversed { from, to } => {
                format!("nobody is born from {from} to {to}")
            }
            Flaw::NestedAnyOf { rule } => {
                format!(
                    "the rule {} has alternatives inside an alternative",
                    quote(rule)
                )
            }
            Flaw::TitleBelowNone => "no title (称号) is below \"none\"".into(),
            Flaw::Nobody { rule, other } => format!(
                "nobody can meet both the rule {} and the rule {}",
                quote(rule),
                quote(other)
            ),

            Flaw::FirstStageNotSwiss => {
                "the first stage is a knockout (淘汰赛) without a table to seed it".into()
            }
            Flaw::KnockoutNotLast => "a stage follows a knockout (淘汰赛)".into(),
            Flaw::AdvanceMissing => {
                "a stage follows, and this one does not say how many go on (晋级)".into()
            }
            Flaw::AdvanceOnLast => "advance (晋级) is given, but no stage follows".into(),
            Flaw::AdvanceOverField { advance, field } => {
                format!("{advance} of at most {field} players go on (晋级)")
            }
            Flaw::AdvanceNotSize { advance, size } => format!(
                "the knockout (淘汰赛) has {size} places, but {advance} go on from the stage before"
            ),
            Flaw::RoundsOverField { rounds, field, .. } => format!(
                "{rounds} rounds (轮) are more than {field} players can play without meeting twice"
            ),
            Flaw::ScoreOrder {
                less,
                less_value,
                more,
                more_value,
                ..
            } => {
                format!("a {less} scores {less_value} and a {more} {more_value}")
            }
            Flaw::RankKeyTwice { key } => {
                format!("the ranking (名次) compares {} twice", quote(key))
            }
            Flaw::SectionRankingEmpty => {
                "this ranking (名次) of the section changes nothing".into()
            }
            Flaw::SectionRankingAlone => {
                "the competition's only section (组别) is ranked as its stage is".into()
            }
            Flaw::PlayerTwice { no } => format!("player {no} is named twice"),
            Flaw::ForbiddenAlone { no } => format!("player {no} is to be kept apart from nobody"),
            Flaw::InTwo {
                kind,
                no,
                one,
                other,
            } => format!(
                "player {no} is in two {kind}s, {} and {}",
                quote(one),
                quote(other)
            ),
            Flaw::TableTwice { table, no } => {
                format!("table {table} is player {no}'s own table already")
            }
            Flaw::NotInReportFile { no } => format!("the report file has no player {no}"),
            Flaw::FewerRounds { rounds, played } => {
                format!("rounds = {rounds}, but the report file has {played} rounds already")
            }
            Flaw::NoObjectionWindow => "the opponent has 0 minutes to object (异议)".into(),

            Flaw::KnockoutRounds {
                size,
                needed,
                found,
            } => {
                format!("{size} players need {needed} rounds to the final, here are {found}")
            }
            Flaw::CountMissing => "a leg of games (对局) does not say how many".into(),
            Flaw::CountOnArmageddon => {
                "an armageddon (附加赛) is one game and takes no count".into()
            }
            Flaw::ArmageddonNotLast => {
                "a leg follows an armageddon (附加赛), which always decides".into()
            }
            Flaw::LastLegNotArmageddon => "the match can still be level after its last leg".into(),
            Flaw::NobodyToChoose => {
                "in the first leg there is no game before whose black player could choose".into()
            }

            Flaw::PlacesReversed { first, last } => {
                format!("the places {first} to {last} are none")
            }
            Flaw::PlacesOverlap { place, first_line } => {
                format!("place {place} has a prize (奖励) already in line {first_line}")
            }
            Flaw::PrizeOfNothing => "this prize (奖励) is neither money nor an award".into(),
            Flaw::PrizeOfUnknownSection { section } => {
                format!(
                    "this prize (单项奖) is for section \"{section}\", which the competition does not have"
                )
            }
            Flaw::TeamPrizeWithoutTeams => {
                "this prize goes to teams (团体), and the competition has none".into()
            }
            Flaw::WithoutTeams { key } => {
                format!("{key} speaks of teams (团体), and the competition has none")
            }
            Flaw::FewTeams { teams } => {
                format!(
                    "a team competition (团体) with {teams} teams: players could not say which is theirs"
                )
            }
            Flaw::TeamTwice { name } => format!("the team {} is named twice", quote(name)),
            Flaw::ShortTeamWithoutSize => {
                "short_team says what becomes of a short team, and no size says which is short"
                    .into()
            }
        }
    }

    /// What to do about it. Ends with its stop.
    pub fn remedy(&self) -> String {
        match self {
            Flaw::Unreadable { .. } => "check the path and who may read it.".into(),
            Flaw::NotUtf8 => "save the file as UTF-8 in the editor.".into(),
            Flaw::Syntax { full_width: Some(sign), .. } => {
                format!("type {sign} as a half-width sign (半角).")
            }
            Flaw::Syntax { .. } => "compare the line with its neighbours or the examples.".into(),
            Flaw::Token => {
                "take it out, let BotFather revoke it, and hand the new one over in TELOXIDE_TOKEN.".into()
            }

            Flaw::UnknownKey { key, .. } if key.to_lowercase().contains("token") => {
                "the token is handed over in TELOXIDE_TOKEN alone.".into()
            }
            Flaw::UnknownKey { nearest: Some(nearest), .. }
            | Flaw::UnknownWord { nearest: Some(nearest), .. } => {
                format!("did you mean {}?", quote(nearest))
            }
            Flaw::UnknownKey { known, .. } => format!("the keys here are {}.", known.join(", ")),
            Flaw::MissingKey { key } => format!("add {key}."),
            Flaw::WrongType { wanted, .. } => format!("write {wanted}."),
            Flaw::UnknownWord { known, .. } => format!("write one of {}.", known.join(", ")),
            Flaw::OutOfRange { low, high, .. } => format!("write a number from {low} to {high}."),
            Flaw::Blank { .. } => "write the text, or take the key out if it may be missing.".into(),
            Flaw::TooLong { limit, .. } => format!("shorten it to {limit}."),
            Flaw::EmptyList { .. } => "put at least one entry into it.".into(),
            Flaw::LadderOrder => {
                "write each once, in the order warning, foul, loss, removal.".into()
            }
            Flaw::PenaltyNotOnLadder => "choose one of the ladder, or add it there.".into(),
            Flaw::BadIdentifier { .. } => {
                "use 1 to 20 of the signs a-z, 0-9, _ and -.".into()
            }
            Flaw::SameKey { first_line, .. } => {
                format!("give it a key of its own; the first is in line {first_line}.")
            }

            Flaw::ApiUrl { .. } => "write it like \"http://127.0.0.1:8081\", or take it out for Telegram's own.".into(),
            Flaw::PapersInFile => "name a folder of its own, like \"papers\".".into(),
            Flaw::FontUnreadable { .. } | Flaw::FontWithoutChinese { .. } => {
                "name a TTF, OTF or TTC file such as that of fonts-noto-cjk, or leave the key out: \
                 then this machine's fonts are used."
                    .into()
            }
            Flaw::SameFile => "give the key a file of its own, outside the database's backups.".into(),
            Flaw::UnknownZone { nearest: Some(nearest), .. } => format!("did you mean {}?", quote(nearest)),
            Flaw::UnknownZone { .. } => "write a name like \"Asia/Shanghai\".".into(),
            Flaw::NoSuchDay { .. } => "correct it after the calendar.".into(),
            Flaw::DateMissing { .. } => "write it like 2023-10-05T09:00.".into(),
            Flaw::TimeMissing { .. } => "write it like 2023-10-05T09:00.".into(),
            Flaw::TimeSuperfluous { .. } => "write the date alone, like 2023-10-05.".into(),
            Flaw::SkippedTime { .. } => "choose a time an hour earlier or later.".into(),

            Flaw::ArbiterTwice { .. } => "keep one of the two, with the higher role.".into(),
            Flaw::NoChief => "give one of them role = \"chief\", or name none: then the first with the start-up code is chief.".into(),

            Flaw::SlotEndsBeforeStart => "correct starts or ends; a time alone means the slot's own day.".into(),
            Flaw::CheckinWithoutEnd => "add ends, or take checkin out.".into(),
            Flaw::CheckinWithoutHours => "write starts and ends with the hour, or take checkin out.".into(),
            Flaw::HoursAndDays => "write an hour for both, or for none.".into(),
            Flaw::UnknownGame { .. } => "correct the number, or take it out.".into(),
            Flaw::UnknownStage { nearest: Some(nearest), .. } => format!("did you mean {}?", quote(nearest)),
            Flaw::UnknownStage { .. } => "write the key of a stage of this file.".into(),
            Flaw::UnknownRound { .. } => "correct the number, or the rounds of the stage.".into(),
            Flaw::RoundTwice { .. } => "take one of the two out.".into(),
            Flaw::RoundOutsideSlot { .. } => "move its start between the slot's starts and ends.".into(),
            Flaw::RoundsNotAscending { .. } => "put the rounds in the order of play.".into(),
            Flaw::StagesNotAscending { .. } => "correct the day or the hour of one of the two.".into(),

            Flaw::ClosesBeforeOpens => "correct opens or closes.".into(),
            Flaw::ClosesAfterPlay => "correct closes, or the start of the round in the timetable.".into(),
            Flaw::SeatsOverCapacity { seats, .. } => {
                format!("lower the seats of a pool, or raise capacity to {seats}.")
            }

            Flaw::PoolWithoutCompetition { .. } => "add competition = \"…\" to it.".into(),
            Flaw::UnknownCompetition { nearest: Some(nearest), .. } => format!("did you mean {}?", quote(nearest)),
            Flaw::UnknownCompetition { .. } => "write the key of a competition of this file.".into(),
            Flaw::NoPoolOfCompetition { competition } => format!("add a [[registration.pool]] with competition = {}.", quote(competition)),

            Flaw::NoTest { .. } => format!("give it one of {}.", TESTS.join(", ")),
            Flaw::ManyTests { .. } => "keep one and make further rules of the others.".into(),
            Flaw::ProofWithoutQuestion { .. } => "add the question, or take proof out.".into(),
            Flaw::BirthWindowOpen => "give the first birth date, the last one, or both.".into(),
            Flaw::BirthWindowReversed { .. } => "exchange from and to.".into(),
            Flaw::NestedAnyOf { .. } => "write all alternatives side by side in one any_of.".into(),
            Flaw::TitleBelowNone => "name the lowest title that is turned away.".into(),
            Flaw::Nobody { .. } => "correct one of them, or make both alternatives of one any_of.".into(),

            Flaw::FirstStageNotSwiss => "put a stage of kind \"swiss\" before it.".into(),
            Flaw::KnockoutNotLast => "make the knockout the last stage.".into(),
            Flaw::AdvanceMissing => "add advance, the number of players that go on.".into(),
            Flaw::AdvanceOnLast => "take advance out, or add the stage that follows.".into(),
            Flaw::AdvanceOverField { field, .. } => format!("write an advance of at most {field}."),
            Flaw::AdvanceNotSize { .. } => "make size equal to the advance of the stage before.".into(),
            Flaw::RoundsOverField { most, .. } => format!("play at most {most} rounds."),
            Flaw::ScoreOrder { less, more, may_be_equal: true, .. } => {
                format!("a {less} must not score more than a {more}.")
            }
            Flaw::ScoreOrder { less, more, may_be_equal: false, .. } => {
                format!("a {less} must score less than a {more}.")
            }
            Flaw::RankKeyTwice { .. } => "take the second one out, it can decide nothing.".into(),
            Flaw::SectionRankingEmpty => "write keys or another setting, or take the table out.".into(),
            Flaw::SectionRankingAlone => "write it in [competition.stage.ranking].".into(),
            Flaw::PlayerTwice { .. } => "take one of the two out.".into(),
            Flaw::ForbiddenAlone { .. } => "name at least two different players in the list.".into(),
            Flaw::InTwo { .. } => "take the player out of one of the two.".into(),
            Flaw::TableTwice { .. } => "give one of the two another table.".into(),
            Flaw::NotInReportFile { .. } => "correct the number, or add the player to the report file.".into(),
            Flaw::FewerRounds { played, .. } => format!("write {played} or more, or take it out."),
            Flaw::NoObjectionWindow => "give at least 1 minute, or write trust_winners = true.".into(),

            Flaw::KnockoutRounds { needed, .. } => {
                format!("describe {needed} rounds, the final last, or correct size.")
            }
            Flaw::CountMissing => "add count = 1 or more.".into(),
            Flaw::CountOnArmageddon => "take count out.".into(),
            Flaw::ArmageddonNotLast => "make the armageddon the last leg.".into(),
            Flaw::LastLegNotArmageddon => "add a last leg of kind \"armageddon\" (附加赛).".into(),
            Flaw::NobodyToChoose => "write first = \"better_seed\" or \"lot\".".into(),

            Flaw::PlacesReversed { .. } => "write the better place first.".into(),
            Flaw::PlacesOverlap { .. } => "let the places of one list follow each other.".into(),
            Flaw::PrizeOfNothing => "give it money or awards.".into(),
            Flaw::PrizeOfUnknownSection { .. } => "write the key of one of its sections (组别).".into(),
            Flaw::TeamPrizeWithoutTeams => "take team = true out, or give the competition its team scoring.".into(),
            Flaw::WithoutTeams { key } => {
                format!("take {key} out, or give the competition its team scoring.")
            }
            Flaw::FewTeams { .. } => "name at least two in teams = [\"…\", \"…\"].".into(),
            Flaw::TeamTwice { .. } => "take one of the two out.".into(),
            Flaw::ShortTeamWithoutSize => "add team_size, or take short_team out.".into(),
        }
    }
}

/// The keys of a rule that test something; exactly one stands in each rule.
pub const TESTS: [&str; 8] = [
    "born",
    "sex",
    "title_below",
    "title_from",
    "any_of",
    "insurance_months",
    "invited",
    "question",
];

/// What was typed, short enough to be repeated in a sentence. A token is not.
fn quote(typed: &str) -> String {
    const SHOWN: usize = 40;
    if token_in(typed).is_some() {
        return "\"…\"".to_owned();
    }
    let mut shown: String = typed.chars().take(SHOWN).collect();
    if typed.chars().nth(SHOWN).is_some() {
        shown.push('…');
    }
    format!("\"{}\"", shown.escape_debug())
}
