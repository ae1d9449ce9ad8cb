//! A deadlock in words.

use qisai::tournament::StartNumber;
use qisai::tournament::swiss::{Deadlock, MOST_WAYS, Relaxation};

/// How many ways of one kind are named, and groups of the proof.
const NAMED: usize = 10;
/// How many players of a group, or other things to be allowed together.
const LISTED: usize = 20;

/// Why there is no complete pairing, and what an arbiter can allow.
pub fn lines(deadlock: &Deadlock) -> Vec<String> {
    let mut lines = vec!["no complete pairing exists".to_owned()];
    lines.extend(reasons(&deadlock.groups, &deadlock.outsiders));
    lines.extend(choices(deadlock));
    lines.push("or: end the stage".into());
    lines
}

/// The proof.
pub fn reasons(groups: &[Vec<StartNumber>], outsiders: &[StartNumber]) -> Vec<String> {
    let mut lines: Vec<String> = groups
        .iter()
        .take(NAMED)
        .map(|group| {
            let whom = match (group.as_slice(), outsiders) {
                ([_], []) => "has nobody left to meet".to_owned(),
                ([_], _) => format!("can meet only {}", list(outsiders)),
                (_, []) => "can meet only each other".to_owned(),
                (_, _) => format!("can meet only each other or {}", list(outsiders)),
            };
            format!("  {} {whom}", list(group))
        })
        .collect();
    if groups.len() > NAMED {
        lines.push(format!("  and so on: {} more groups", groups.len() - NAMED));
    }
    lines.push(format!(
        "  these are {}, each odd in number, and too few others for them",
        match groups.len() {
            1 => "1 group".to_owned(),
            count => format!("{count} groups"),
        }
    ));
    lines
}

/// The ways out.
pub fn choices(deadlock: &Deadlock) -> Vec<String> {
    let mut lines = Vec::new();
    let mut named = 0;
    let mut kind = None;
    let mut more = 0;
    for way in &deadlock.ways {
        let this = way.first().map(std::mem::discriminant);
        if this != kind {
            lines.extend(left_out(more));
            (kind, named, more) = (this, 0, 0);
        }
        if named == NAMED {
            more += 1;
            continue;
        }
        named += 1;
        let mut parts: Vec<String> = way.iter().take(LISTED).map(relaxation).collect();
        if way.len() > LISTED {
            parts.push(format!("{} more such things", way.len() - LISTED));
        }
        lines.push(format!("or: {}", parts.join(", and ")));
    }
    lines.extend(left_out(more));
    lines
}

fn left_out(more: usize) -> Option<String> {
    // Where sets are counted, the search ends with so many.
    let at_least = if NAMED + more == MOST_WAYS {
        "at least "
    } else {
        ""
    };
    (more > 0).then(|| format!("    ({at_least}{more} more of this kind)"))
}

fn relaxation(relaxation: &Relaxation) -> String {
    match relaxation {
        Relaxation::Rematch(seat) => format!(
            "{} (red) meets {} (black) again, sides swapped",
            seat.red, seat.black
        ),
        Relaxation::Teammates(pair) => {
            format!("team-mates {} and {} meet", pair.smaller(), pair.larger())
        }
        Relaxation::Forbidden(pair) => format!(
            "the forbidden pair {}-{} is lifted",
            pair.smaller(),
            pair.larger()
        ),
        Relaxation::Sides(pair) => format!(
            "{} and {} meet, though both must have the same side (C3)",
            pair.smaller(),
            pair.larger()
        ),
        Relaxation::Bye { who, had: 0 } => format!("{who} has a bye"),
        Relaxation::Bye { who, had: 1 } => format!("second bye for {who}"),
        Relaxation::Bye { who, had } => format!("another bye for {who}, who has had {had}"),
    }
}

pub fn list(numbers: &[StartNumber]) -> String {
    let named = numbers.iter().take(LISTED).map(StartNumber::to_string);
    let named = named.collect::<Vec<_>>().join(", ");
    match numbers.len().saturating_sub(LISTED) {
        0 => named,
        more => format!("{named} and {more} others"),
    }
}
