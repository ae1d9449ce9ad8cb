use super::{Outcome, Side};

/// What the two sides' reports make of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// Nobody has reported.
    Open,
    /// One side's report waits for the other side.
    Pending {
        by: Side,
        outcome: Outcome,
    },
    /// The reports contradict each other.
    Disputed,
    Final(Outcome, Ground),
}

/// What made a report final.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ground {
    /// Both sides say so.
    Agreed,
    /// The loser says so.
    Conceded,
    /// The event trusts winners.
    Trusted,
}

/// Weighs the reports of red and black. A report against one's own interest is final at once, also
/// against what the other side said; a win waits for the opponent unless `trust_winners`; a draw needs
/// both.
pub fn weigh(red: Option<Outcome>, black: Option<Outcome>, trust_winners: bool) -> Verdict {
    let conceded = |side: Side, said: Option<Outcome>| {
        said.filter(|outcome| outcome.winner() == Some(side.other()))
    };
    match (conceded(Side::Red, red), conceded(Side::Black, black)) {
        (Some(_), Some(_)) => return Verdict::Disputed,
        (Some(outcome), None) | (None, Some(outcome)) => {
            let agreed = red == black;
            return Verdict::Final(
                outcome,
                if agreed {
                    Ground::Agreed
                } else {
                    Ground::Conceded
                },
            );
        }
        (None, None) => {}
    }
    match (red, black) {
        (None, None) => Verdict::Open,
        (Some(one), Some(other)) if one == other => Verdict::Final(one, Ground::Agreed),
        (Some(_), Some(_)) => Verdict::Disputed,
        (Some(outcome), None) => single(Side::Red, outcome, trust_winners),
        (None, Some(outcome)) => single(Side::Black, outcome, trust_winners),
    }
}

fn single(by: Side, outcome: Outcome, trust_winners: bool) -> Verdict {
    if trust_winners && outcome.winner() == Some(by) {
        Verdict::Final(outcome, Ground::Trusted)
    } else {
        Verdict::Pending { by, outcome }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Outcome::{BlackWin, Draw, RedWin};

    #[test]
    fn the_two_reports_decide() {
        let pending = |by, outcome| Verdict::Pending { by, outcome };
        for (red, black, trust, verdict) in [
            (None, None, false, Verdict::Open),
            (Some(RedWin), None, false, pending(Side::Red, RedWin)),
            (
                Some(RedWin),
                None,
                true,
                Verdict::Final(RedWin, Ground::Trusted),
            ),
            (None, Some(BlackWin), false, pending(Side::Black, BlackWin)),
            (
                Some(BlackWin),
                None,
                false,
                Verdict::Final(BlackWin, Ground::Conceded),
            ),
            (
                None,
                Some(RedWin),
                false,
                Verdict::Final(RedWin, Ground::Conceded),
            ),
            (
                Some(RedWin),
                Some(RedWin),
                false,
                Verdict::Final(RedWin, Ground::Agreed),
            ),
            (Some(Draw), None, true, pending(Side::Red, Draw)),
            (
                Some(Draw),
                Some(Draw),
                false,
                Verdict::Final(Draw, Ground::Agreed),
            ),
            (Some(RedWin), Some(BlackWin), true, Verdict::Disputed),
            (Some(RedWin), Some(Draw), true, Verdict::Disputed),
            (
                Some(Draw),
                Some(RedWin),
                false,
                Verdict::Final(RedWin, Ground::Conceded),
            ),
            // Each says the other has won: nobody gains by it, but it cannot both be true.
            (Some(BlackWin), Some(RedWin), false, Verdict::Disputed),
        ] {
            assert_eq!(
                weigh(red, black, trust),
                verdict,
                "{red:?} {black:?} {trust}"
            );
        }
    }
}
