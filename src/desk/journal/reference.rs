//! What the subject of a line of the journal names.

use crate::config::Role;
use crate::tournament::knockout::MatchNo;

/// What the subject of a line names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::desk) enum Reference {
    Round(u32),
    Table(u32, u32),
    Registration(i64),
    /// An appeal and its player's registration.
    Appeal(i64, i64),
    Role(Role),
    KnockoutRound(u32),
    /// A match, and the game of it that is meant, from 1.
    Match {
        no: MatchNo,
        game: Option<u32>,
    },
}

impl Reference {
    /// Reads `round 3`, `round 3 table 12`, `registration 17`, `appeal 2, registration 17`, `role arbiter`,
    /// `knockout round 2`, `match 1-3`, `match 1-3 game 2`, `sides/knockout/1/3/3/1`.
    pub(in crate::desk) fn read(written: &str) -> Option<Reference> {
        if let Some(sides) = written.strip_prefix("sides/knockout/") {
            let parts = sides.split('/').map(|part| part.parse().ok());
            let parts = parts.collect::<Option<Vec<u32>>>()?;
            let [round, table, game, ..] = *parts.as_slice() else {
                return None;
            };
            let no = MatchNo { round, table };
            let game = Some(game);
            return Some(Reference::Match { no, game });
        }
        let words: Vec<&str> = written.split(' ').collect();
        match words.as_slice() {
            ["round", number] => Some(Reference::Round(number.parse().ok()?)),
            ["round", number, "table", table] => {
                Some(Reference::Table(number.parse().ok()?, table.parse().ok()?))
            }
            ["knockout", "round", number] => Some(Reference::KnockoutRound(number.parse().ok()?)),
            ["match", place, rest @ ..] => {
                let (round, table) = place.split_once('-')?;
                let no = MatchNo {
                    round: round.parse().ok()?,
                    table: table.parse().ok()?,
                };
                let game = match rest {
                    [] => None,
                    ["game", game] => Some(game.parse().ok()?),
                    _ => return None,
                };
                Some(Reference::Match { no, game })
            }
            ["appeal", appeal, "registration", id] => {
                let appeal = appeal.strip_suffix(',')?;
                Some(Reference::Appeal(appeal.parse().ok()?, id.parse().ok()?))
            }
            ["role", role] => {
                let role = serde_json::from_value((*role).into()).ok()?;
                Some(Reference::Role(role))
            }
            ["registration", id] => Some(Reference::Registration(id.parse().ok()?)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subjects_are_read() {
        assert_eq!(
            Reference::read("round 3 table 12"),
            Some(Reference::Table(3, 12))
        );
        assert_eq!(Reference::read("round 3"), Some(Reference::Round(3)));
        assert_eq!(
            Reference::read("registration 17"),
            Some(Reference::Registration(17))
        );
        let no = MatchNo { round: 1, table: 3 };
        let read = |written| Reference::read(written);
        assert_eq!(read("match 1-3"), Some(Reference::Match { no, game: None }));
        let game = Some(2);
        assert_eq!(
            read("match 1-3 game 2"),
            Some(Reference::Match { no, game })
        );
        assert_eq!(read("knockout round 4"), Some(Reference::KnockoutRound(4)));
        assert_eq!(
            read("sides/knockout/1/3/2/1"),
            Some(Reference::Match { no, game })
        );
        assert_eq!(
            read("appeal 2, registration 17"),
            Some(Reference::Appeal(2, 17))
        );
        assert_eq!(
            read("role pairing_officer"),
            Some(Reference::Role(Role::PairingOfficer))
        );
        assert_eq!(read("role king"), None);
        assert_eq!(read("match 1"), None);
        assert_eq!(read("match 1-3 leg 2"), None);
        assert_eq!(Reference::read("group"), None);
    }
}
