//! Why a pairing by the Dutch system is as it is, in sentences.

use qisai::tournament::dutch::why::{Bar, Barred, NoBye, WhyBye, WhyTable, Wish, WishStrength};
use qisai::tournament::{Side, StartNumber};

use super::explain::points;

/// How many players are named of those somebody cannot meet.
const NAMED: usize = 6;

/// A table in a paragraph.
pub fn of_table((table, why): (u32, &WhyTable)) -> String {
    let (red, black) = (why.seat.red, why.seat.black);
    let (of_red, of_black) = (u64::from(why.red_score), u64::from(why.black_score));
    let mut sentences = vec![format!(
        "table {table}: {red} (red, {}) and {black} (black, {})",
        points(of_red),
        points(of_black)
    )];
    if why.by_hand {
        sentences.push("an arbiter set this board".into());
    }
    sentences.push(match of_red.cmp(&of_black) {
        std::cmp::Ordering::Equal => format!("both in the bracket of {}", points(of_red)),
        std::cmp::Ordering::Greater => float(red, of_red, of_black),
        std::cmp::Ordering::Less => float(black, of_black, of_red),
    });
    sentences.push(side(red, Side::Red, why.red_wish));
    sentences.push(side(black, Side::Black, why.black_wish));
    sentences.extend(could_not_meet(red, &why.barred));
    sentences.extend(could_not_meet(black, &why.barred));
    sentences.join("; ")
}

/// The bye in a paragraph.
pub fn of_bye(why: &WhyBye) -> String {
    let mut sentences = vec![format!(
        "bye: {} ({}, rounds without a game: {})",
        why.who,
        points(why.score.into()),
        why.unplayed
    )];
    if why.by_hand {
        sentences.push("set by an arbiter".into());
    }
    let names = |reason: NoBye| {
        let of_reason = why.instead.iter().filter(|(_, why)| *why == reason);
        listed(of_reason.map(|(no, _)| no.to_string()).collect())
    };
    if let Some(names) = names(NoBye::Had) {
        sentences.push(format!(
            "not {names} with fewer points: had a bye, or a win's points without a game (C2)"
        ));
    }
    if let Some(names) = names(NoBye::NoCompletion) {
        sentences.push(format!(
            "not {names} with fewer points: the others could not be paired then (C4)"
        ));
    }
    sentences.join("; ")
}

fn float(who: StartNumber, from: u64, to: u64) -> String {
    format!(
        "{who} floats down from the bracket of {} to {}",
        points(from),
        points(to)
    )
}

fn name(side: Side) -> &'static str {
    match side {
        Side::Red => "red",
        Side::Black => "black",
    }
}

fn side(who: StartNumber, has: Side, wish: Option<Wish>) -> String {
    let Some(wish) = wish else {
        return format!("{who} has no preference yet");
    };
    let strength = match wish.strength {
        WishStrength::Mild => "mild",
        WishStrength::Strong => "strong",
        WishStrength::Absolute => "absolute",
    };
    let fate = if wish.side == has { "met" } else { "not met" };
    format!(
        "{who} has a {strength} preference for {}: {fate}",
        name(wish.side)
    )
}

fn could_not_meet(who: StartNumber, barred: &[Barred]) -> Option<String> {
    let of_who = barred.iter().filter(|one| one.who == who);
    let names = of_who.map(|one| format!("{} ({})", one.opponent, bar(&one.why)));
    let names = listed(names.collect())?;
    Some(format!("in the own bracket {who} cannot meet {names}"))
}

fn bar(bar: &Bar) -> String {
    match bar {
        Bar::Met(round) => format!("met in round {round}"),
        Bar::Forbidden => "kept apart by an arbiter".into(),
        Bar::Teammates(team) => format!("both of {team}"),
        Bar::MustHave(side) => format!("both must have {}", name(*side)),
    }
}

/// The first of them, and how many more; `None`: there are none.
fn listed(mut names: Vec<String>) -> Option<String> {
    let more = names.len().saturating_sub(NAMED);
    names.truncate(NAMED);
    if more > 0 {
        names.push(format!("{more} more"));
    }
    (!names.is_empty()).then(|| names.join(", "))
}
