//! When a round starts, and what follows from that. The regulations give planned starts (日程) and the
//! minutes after which who is late forfeits; the rest is how an arbiter goes about it.

use chrono::{DateTime, TimeDelta, Utc};

/// The start of a published round: as planned, but never sooner than `notice` after its publication, on
/// the full minute; so nobody is late for a table that was not yet known. `None`: no start is planned,
/// an arbiter says when.
pub fn start(
    planned: Option<DateTime<Utc>>,
    published: DateTime<Utc>,
    notice: TimeDelta,
) -> Option<DateTime<Utc>> {
    planned.map(|planned| planned.max(full_minute(published + notice)))
}

/// When players are reminded of a round; `None`: they were told of it so shortly before that, or it is
/// not wanted.
pub fn reminder(
    starts: DateTime<Utc>,
    published: DateTime<Utc>,
    before: TimeDelta,
) -> Option<DateTime<Utc>> {
    let at = starts - before;
    (before > TimeDelta::zero() && published + before <= at).then_some(at)
}

/// The next full minute, or the instant itself where it is one.
fn full_minute(at: DateTime<Utc>) -> DateTime<Utc> {
    let over = at.timestamp_millis().rem_euclid(60_000);
    if over == 0 {
        at
    } else {
        at + TimeDelta::milliseconds(60_000 - over)
    }
}

/// The start of a round of one stage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Start {
    /// From 1.
    pub round: u32,
    pub at: DateTime<Utc>,
}

/// What moving a round's start comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Move {
    /// The later rounds that can be moved with it by as much: those of the same stage on the same day or
    /// after it. Empty where the round had no start before.
    pub following: Vec<(Start, Start)>,
    /// The round after it would start no later: it cannot be moved alone.
    pub runs_into: Option<Start>,
}

/// Looks what moving `round` to `to` comes to. `starts` are those known, in any order.
///
/// # Errors
/// The earlier round that starts at `to` or later.
pub fn shift(starts: &[Start], round: u32, to: DateTime<Utc>) -> Result<Move, Start> {
    let mut before = starts.iter().filter(|start| start.round < round);
    if let Some(late) = before.find(|start| start.at >= to) {
        return Err(*late);
    }
    let mut after: Vec<Start> = starts
        .iter()
        .filter(|start| start.round > round)
        .copied()
        .collect();
    after.sort_by_key(|start| start.round);
    let by = starts
        .iter()
        .find(|start| start.round == round)
        .map_or(TimeDelta::zero(), |start| to - start.at);
    // A postponed morning does not move the next day: twelve hours apart is another session.
    let mut following = Vec::new();
    let mut last = to - by;
    for start in &after {
        if start.at - last > TimeDelta::hours(12) {
            break;
        }
        last = start.at;
        if by != TimeDelta::zero() {
            let at = start.at + by;
            following.push((*start, Start { at, ..*start }));
        }
    }
    Ok(Move {
        following,
        runs_into: after.first().filter(|next| next.at <= to).copied(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> DateTime<Utc> {
        format!("2023-10-0{text}Z").parse().unwrap()
    }

    const FIVE: TimeDelta = TimeDelta::minutes(5);

    #[test]
    fn a_round_starts_as_planned_but_not_before_people_know_of_it() {
        let planned = Some(at("5T01:00:00"));
        let start = |published| start(planned, published, FIVE);
        assert_eq!(start(at("5T00:30:00")), planned);
        assert_eq!(start(at("5T00:55:00")), planned);
        assert_eq!(start(at("5T00:55:01")), Some(at("5T01:01:00")));
        assert_eq!(start(at("5T01:10:30")), Some(at("5T01:16:00")));
        assert_eq!(super::start(None, at("5T01:00:00"), FIVE), None);
    }

    #[test]
    fn who_was_just_told_is_not_reminded() {
        let starts = at("5T01:00:00");
        let at_five = Some(at("5T00:55:00"));
        assert_eq!(reminder(starts, at("5T00:30:00"), FIVE), at_five);
        assert_eq!(reminder(starts, at("5T00:50:00"), FIVE), at_five);
        assert_eq!(reminder(starts, at("5T00:50:01"), FIVE), None);
        assert_eq!(reminder(starts, at("5T00:30:00"), TimeDelta::zero()), None);
    }

    #[test]
    fn the_rounds_of_the_session_can_follow_and_the_order_stays() {
        let starts = [
            (1, "5T01:00:00"),
            (2, "5T02:00:00"),
            (3, "5T03:00:00"),
            (4, "6T01:00:00"),
        ]
        .map(|(round, text)| Start {
            round,
            at: at(text),
        });
        let late = shift(&starts, 2, at("5T02:15:00")).unwrap();
        assert_eq!(late.runs_into, None);
        let third = Start {
            round: 3,
            at: at("5T03:15:00"),
        };
        assert_eq!(late.following, [(starts[2], third)]);
        let very_late = shift(&starts, 2, at("5T03:00:00")).unwrap();
        assert_eq!(very_late.runs_into, Some(starts[2]));
        assert_eq!(shift(&starts, 2, at("5T01:00:00")), Err(starts[0]));
        // A round without a start moves nothing else.
        let new = shift(&starts[..1], 2, at("5T02:00:00")).unwrap();
        assert!(new.following.is_empty());
    }
}
