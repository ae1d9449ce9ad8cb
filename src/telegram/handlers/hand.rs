use crate::desk::hand::{Asked, Change, HandRefusal};
use crate::desk::{Halt, Turn, correct, hand};
use crate::telegram::normal::normal;

/// `/swap 3 7`
pub fn swap(turn: &mut Turn<'_>, rest: &str) -> Result<(), Halt> {
    let [one, other] = two("swap", rest)?;
    hand::preview(turn, Change::Swap(one, other))
}

/// `/fix 3 7`
pub fn fix(turn: &mut Turn<'_>, rest: &str) -> Result<(), Halt> {
    let [one, other] = two("fix", rest)?;
    hand::preview(turn, Change::Fix(one, other))
}

/// `/bye 12`
pub fn bye(turn: &mut Turn<'_>, rest: &str) -> Result<(), Halt> {
    let no = one("bye", rest)?;
    hand::preview(turn, Change::Bye(no))
}

/// `/flip 5`: a table of the proposal; `/flip 3 5`: of a round that is over.
pub fn flip(turn: &mut Turn<'_>, rest: &str) -> Result<(), Halt> {
    if let Some(&[round, table]) = numbers(&rest.replace('轮', " ")).as_deref() {
        return correct::sides(turn, Some(round), table);
    }
    let table = one("flip", rest)?;
    hand::preview(turn, Change::Sides(table))
}

/// `/forbid 3 7`, or all orders.
pub fn forbid(turn: &mut Turn<'_>, rest: &str) -> Result<(), Halt> {
    if rest.trim().is_empty() {
        return hand::list(turn);
    }
    let [one, other] = two("forbid", rest)?;
    hand::ask(turn, Asked::Forbid(one, other))
}

/// `/absent 12`, `/absent 12 1`, or all orders.
pub fn absent(turn: &mut Turn<'_>, rest: &str) -> Result<(), Halt> {
    match numbers(rest).as_deref() {
        Some([]) => hand::list(turn),
        Some(&[no]) => hand::ask(turn, Asked::Absent { no, points: None }),
        Some(&[no, points]) => hand::ask(
            turn,
            Asked::Absent {
                no,
                points: Some(points),
            },
        ),
        _ => Err(unread("absent", rest)),
    }
}

/// `/table 12 1`, or all orders.
pub fn own_table(turn: &mut Turn<'_>, rest: &str) -> Result<(), Halt> {
    if rest.trim().is_empty() {
        return hand::list(turn);
    }
    let [no, table] = two("table", rest)?;
    hand::ask(turn, Asked::OwnTable { no, table })
}

fn one(command: &str, rest: &str) -> Result<u32, Halt> {
    match numbers(rest).as_deref() {
        Some(&[only]) => Ok(only),
        _ => Err(unread(command, rest)),
    }
}

fn two(command: &str, rest: &str) -> Result<[u32; 2], Halt> {
    match numbers(rest).as_deref() {
        Some(&[one, other]) => Ok([one, other]),
        _ => Err(unread(command, rest)),
    }
}

fn unread(command: &str, rest: &str) -> Halt {
    HandRefusal::Words {
        command: command.to_owned(),
        typed: rest.to_owned(),
    }
    .into()
}

/// The numbers of `3 7`, `3-7`, `3号 7号`, `第5台`; `None` where something else stands there too.
fn numbers(rest: &str) -> Option<Vec<u32>> {
    const BETWEEN: [char; 14] = [
        ' ', '-', '–', '—', ',', '、', '和', '与', '对', '号', '第', '台', '分', '.',
    ];
    normal(rest)
        .split(BETWEEN)
        .filter(|word| !word.is_empty())
        .map(|word| word.parse().ok())
        .collect()
}
