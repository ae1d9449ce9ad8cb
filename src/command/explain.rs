//! Why a pairing is as it is, in sentences.

use qisai::tournament::Side;
use qisai::tournament::swiss::why::{
    Criterion, Difference, FloatDown, FloatReason, Instead, Obstacle, WhyBye, WhyTable,
};
use qisai::tournament::swiss::{Played, SideRule, Vector};

/// The sums of the criteria.
pub fn criteria(vector: &Vector) -> String {
    let floaters: u64 = vector.groups.iter().map(|group| group.floaters).sum();
    format!(
        "side limits broken: {}; floats down: {floaters}; players who float the same way as last: {}; claims to a \
         side denied: {} strong, {} mild; off the pattern: {}",
        vector.side_limits,
        vector.repeated_floats,
        vector.strong_denied,
        vector.mild_denied,
        vector.pattern
    )
}

/// A table in a paragraph.
pub fn of_table(table: u32, why: &WhyTable) -> String {
    let seat = why.seat;
    let mut sentences = vec![format!(
        "table {table}: {} (red, {}) and {} (black, {})",
        seat.red,
        points(why.red_score),
        seat.black,
        points(why.black_score)
    )];
    sentences.push(match &why.float {
        None => "one score group".into(),
        Some(float) => of_float(float),
    });
    sentences.push(of_side(&why.side, why));
    sentences.extend(why.instead.iter().map(of_instead));
    sentences.join("; ")
}

pub fn points(points: u64) -> String {
    match points {
        1 => "1 point".into(),
        _ => format!("{points} points"),
    }
}

fn of_float(float: &FloatDown) -> String {
    let who = float.who;
    let reason = match float.why {
        FloatReason::ByHand => "an arbiter set this board".into(),
        FloatReason::Alone => "nobody else has as many points".into(),
        FloatReason::NobodyLeft { others } => {
            format!("may meet none of the {others} others of the group")
        }
        FloatReason::OddGroup { size, up, bye } => {
            let gone = match (up, bye) {
                (0, 0) => String::new(),
                (up, 0) => format!(", {up} of them meeting more points"),
                (0, _) => ", one of them with the bye".into(),
                (up, _) => format!(", {up} of them meeting more points and one with the bye"),
            };
            format!("the group of {size}{gone} leaves an odd number")
        }
        FloatReason::Unpairable { size, down } => {
            format!("the group of {size} cannot be paired with each other: {down} must leave it")
        }
        FloatReason::ForTheRest { size, down } => format!(
            "the group of {size} could stay together, but the others could not be paired as well: {down} leave it"
        ),
    };
    format!(
        "{who} floats down from {} to {}: {reason}",
        float.from, float.to
    )
}

fn of_side(rule: &SideRule, why: &WhyTable) -> String {
    let (red, black) = (why.seat.red, why.seat.black);
    let had = |game: &Option<Played>| match game {
        Some(game) => format!(
            "{} in round {}",
            match game.side {
                Side::Red => "red",
                Side::Black => "black",
            },
            game.round
        ),
        None => "no game so far back".into(),
    };
    match rule {
        SideRule::ByHand => "sides set by an arbiter".into(),
        SideRule::FirstRound => "sides change from table to table".into(),
        SideRule::MoreBlack {
            red: one,
            black: other,
        } => {
            format!("{red} has red, having had black {one} times against {other}")
        }
        SideRule::Alternate {
            red: one,
            black: other,
        } => format!(
            "{red} has red: counts are level, and where sides last differed {red} had {}, {black} {}",
            had(one),
            had(other)
        ),
        SideRule::Number { round } => {
            let number = if red < black { "smaller" } else { "larger" };
            format!(
                "{red} has red: sides so far are alike, and the {number} number has red in round {round}"
            )
        }
        SideRule::Swapped { round } => format!("sides of round {round} swapped"),
    }
}

/// The bye in a paragraph.
pub fn of_bye(why: &WhyBye) -> String {
    let mut sentences = vec![format!(
        "bye: {} ({}, byes before: {})",
        why.who,
        points(why.score),
        why.byes
    )];
    if why.by_hand {
        sentences.push("set by an arbiter".into());
    }
    sentences.extend(why.instead.iter().map(of_instead));
    sentences.join("; ")
}

fn of_instead(instead: &Instead) -> String {
    let what = match instead.opponent {
        Some(opponent) => format!("not {}–{opponent}", instead.who),
        None => format!("not {} with the bye", instead.who),
    };
    let reason = match &instead.obstacle {
        Obstacle::Met { round } => format!("they have met in round {round}"),
        Obstacle::Forbidden => "an arbiter keeps them apart".into(),
        Obstacle::Teammates { team } => format!("both are of {team}"),
        Obstacle::SetByHand => "an arbiter set the board of one of them".into(),
        Obstacle::NoCompletion => "then the others cannot be paired".into(),
        Obstacle::Costlier(difference) => format!("then {}", of_difference(difference)),
        Obstacle::Level => "level in everything, and later in the list".into(),
        Obstacle::Better(difference) => {
            format!("it would be better: {}", of_difference(difference))
        }
    };
    format!("{what}: {reason}")
}

fn of_difference(difference: &Difference) -> String {
    let what = match difference.criterion {
        Criterion::SideLimits => "players beyond a side limit".into(),
        Criterion::ByesBefore => "byes had by who gets it".into(),
        Criterion::ByeScore => "points of who gets the bye".into(),
        Criterion::ByeRank => "players with a larger number than who gets the bye".into(),
        Criterion::Floaters { score } => format!("floats down from {}", points(score)),
        Criterion::Distance { score } => format!("squares of the drops from {}", points(score)),
        Criterion::StrongDenied => "strong claims to a side denied".into(),
        Criterion::MildDenied => "mild claims to a side denied".into(),
        Criterion::RepeatedFloats => "floats the same way as last".into(),
        Criterion::Pattern => "off the pattern".into(),
    };
    format!("{what}: {} instead of {}", difference.other, difference.one)
}
