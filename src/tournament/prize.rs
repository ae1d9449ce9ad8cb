//! The prize list: who receives what, from the final table and the regulation's prizes.

use crate::config::{Award, Prize, SharedPrize};

/// Money in fen (hundredths of a yuan), before tax: a shared prize need not come out in whole yuan.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Money {
    pub fen: u64,
}

/// One who may receive a prize: a player or a team, with the place in the final table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Placed<T> {
    pub who: T,
    /// Place, from 1; those level after every key have the same.
    pub rank: u32,
    pub points: u32,
}

/// A line of the prize list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Winner<'a, T> {
    pub who: T,
    pub rank: u32,
    pub money: Money,
    /// Those of the place; who shares a place is named for the awards of the best of the places shared.
    pub awards: &'a [Award],
    /// How many share the money of these places; 1: nobody else.
    pub sharing: usize,
}

/// The prize list and what it comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PrizeList<'a, T> {
    /// In the order of places.
    pub winners: Vec<Winner<'a, T>>,
    /// What the winners receive together.
    pub total: Money,
    /// Money of places that nobody took, and the fen that cannot be shared in equal parts.
    pub left: Money,
}

impl Money {
    /// Whole yuan.
    pub fn yuan(yuan: u32) -> Money {
        Money {
            fen: u64::from(yuan) * 100,
        }
    }
}

impl std::fmt::Display for Money {
    /// Yuan, with fen only where there are any: `1000`, `333.33`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (yuan, fen) = (self.fen / 100, self.fen % 100);
        if fen == 0 {
            write!(f, "{yuan}")
        } else {
            write!(f, "{yuan}.{fen:02}")
        }
    }
}

impl std::iter::Sum for Money {
    fn sum<I: Iterator<Item = Money>>(amounts: I) -> Money {
        Money {
            fen: amounts.map(|amount| amount.fen).sum(),
        }
    }
}

/// Hands the prizes out. `table` is the final one, best first; `prizes` are of one list (a section's, the
/// competition's, the teams'), their places not overlapping.
///
/// Players who share places receive, by `shared`, the money of these places in equal parts, rounded down
/// to the fen, or each that of the best of them. By [`SharedPrize::SplitPoints`] all with the same points
/// divide the money of the places they take, whatever the later keys say.
pub fn prize_list<'a, T: Copy>(
    prizes: &'a [Prize],
    shared: SharedPrize,
    table: &[Placed<T>],
) -> PrizeList<'a, T> {
    let level = |one: &Placed<T>, other: &Placed<T>| match shared {
        SharedPrize::Split | SharedPrize::Full => one.rank == other.rank,
        SharedPrize::SplitPoints => one.points == other.points,
    };
    let mut winners = Vec::new();
    let mut left = Money::default();
    let mut place: u32 = 1;
    for group in table.chunk_by(level) {
        let size = u32::try_from(group.len()).unwrap_or(u32::MAX);
        let places = place..place.saturating_add(size);
        place = places.end;
        let paid: Vec<Money> = places
            .clone()
            .map(|place| of_place(prizes, place).map_or(Money::default(), money))
            .collect();
        let whole: Money = paid.iter().copied().sum();
        let (best, sharing) = (paid.first().copied().unwrap_or_default(), group.len());
        let each = match shared {
            SharedPrize::Full => best,
            SharedPrize::Split | SharedPrize::SplitPoints => Money {
                fen: whole.fen / sharing as u64,
            },
        };
        if !matches!(shared, SharedPrize::Full) {
            left.fen += whole.fen - each.fen * sharing as u64;
        }
        for (member, own) in group.iter().zip(places.clone()) {
            // Those level on points keep the awards of their own place.
            let place = match shared {
                SharedPrize::SplitPoints => own,
                SharedPrize::Split | SharedPrize::Full => places.start,
            };
            let awards = of_place(prizes, place).map_or(&[][..], |prize| &prize.awards);
            if each.fen > 0 || !awards.is_empty() {
                winners.push(Winner {
                    who: member.who,
                    rank: member.rank,
                    money: each,
                    awards,
                    sharing,
                });
            }
        }
    }
    for prize in prizes {
        let (first, last) = prize.places;
        let untaken = u64::from(last.saturating_add(1).saturating_sub(place.max(first)));
        left.fen += untaken * money(prize).fen;
    }
    PrizeList {
        total: winners.iter().map(|winner| winner.money).sum(),
        winners,
        left,
    }
}

fn of_place(prizes: &[Prize], place: u32) -> Option<&Prize> {
    let mut prizes = prizes.iter();
    prizes.find(|prize| (prize.places.0..=prize.places.1).contains(&place))
}

fn money(prize: &Prize) -> Money {
    Money::yuan(prize.money)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prize(places: (u32, u32), money: u32, awards: &[&str]) -> Prize {
        Prize {
            places,
            money,
            awards: awards
                .iter()
                .map(|&award| Award(award.to_owned()))
                .collect(),
            team: false,
        }
    }

    /// Ranks and points, named by their index.
    fn table(rows: &[(u32, u32)]) -> Vec<Placed<usize>> {
        (0..)
            .zip(rows)
            .map(|(who, &(rank, points))| Placed { who, rank, points })
            .collect()
    }

    fn paid(list: &PrizeList<'_, usize>) -> Vec<(usize, String)> {
        let line = |winner: &Winner<'_, usize>| (winner.who, winner.money.to_string());
        list.winners.iter().map(line).collect()
    }

    /// Money alone: 1000, 500, 200 for each of the next two.
    fn four() -> Vec<Prize> {
        vec![
            prize((1, 1), 1000, &["cup"]),
            prize((2, 2), 500, &[]),
            prize((3, 4), 200, &[]),
        ]
    }

    #[test]
    fn every_place_its_own() {
        let prizes = four();
        let table = table(&[(1, 12), (2, 11), (3, 11), (4, 10), (5, 9)]);
        let list = prize_list(&prizes, SharedPrize::Split, &table);
        let want = [(0, "1000"), (1, "500"), (2, "200"), (3, "200")];
        assert_eq!(
            paid(&list),
            want.map(|(who, money)| (who, money.to_owned()))
        );
        assert_eq!(list.winners[0].awards, [Award("cup".into())]);
        assert_eq!(
            (list.total, list.left),
            (Money::yuan(1900), Money::default())
        );
    }

    #[test]
    fn a_shared_place_is_split_or_paid_in_full() {
        let prizes = four();
        // Three share the places 2 to 4: 500 + 200 + 200.
        let shared = table(&[(1, 12), (2, 11), (2, 11), (2, 11), (5, 9)]);
        let list = prize_list(&prizes, SharedPrize::Split, &shared);
        let want = [(0, "1000"), (1, "300"), (2, "300"), (3, "300")];
        assert_eq!(
            paid(&list),
            want.map(|(who, money)| (who, money.to_owned()))
        );
        assert_eq!(list.winners[1].sharing, 3);
        let list = prize_list(&prizes, SharedPrize::Full, &shared);
        assert_eq!(paid(&list)[3], (3, "500".to_owned()));
        assert_eq!(list.total, Money::yuan(2500));
        // Two share the places 4 and 5, of which only the fourth pays.
        let edge = table(&[(1, 12), (2, 11), (3, 10), (4, 9), (4, 9), (6, 8)]);
        let list = prize_list(&prizes, SharedPrize::Split, &edge);
        assert_eq!(
            paid(&list)[3..],
            [(3, "100".to_owned()), (4, "100".to_owned())]
        );
        assert_eq!(list.total, Money::yuan(1900));
    }

    #[test]
    fn the_level_on_points_divide_whatever_the_later_keys_say() {
        let prizes = four();
        let table = table(&[(1, 12), (2, 11), (3, 11), (4, 11)]);
        let list = prize_list(&prizes, SharedPrize::SplitPoints, &table);
        assert_eq!(
            paid(&list)[1..],
            [1, 2, 3].map(|who| (who, "300".to_owned()))
        );
    }

    #[test]
    fn what_cannot_be_divided_and_what_nobody_took_is_left() {
        let prizes = [prize((1, 1), 100, &[]), prize((2, 8), 10, &[])];
        let table = table(&[(1, 5), (1, 5), (1, 5)]);
        let list = prize_list(&prizes, SharedPrize::Split, &table);
        // 120 yuan over three, five places of 10 untaken.
        assert_eq!(list.winners[0].money, Money::yuan(40));
        assert_eq!(list.left, Money::yuan(50));
        let odd = [prize((1, 1), 100, &[])];
        let list = prize_list(&odd, SharedPrize::Split, &table[..3]);
        assert_eq!(list.winners[2].money.to_string(), "33.33");
        assert_eq!(list.left.fen, 1);
        assert_eq!(list.total.fen + list.left.fen, 10_000);
        assert!(
            prize_list(&odd, SharedPrize::Split, &[] as &[Placed<u8>])
                .winners
                .is_empty()
        );
    }
}
