use std::collections::{BTreeMap, BTreeSet};

use toml::Spanned;

use super::super::faults::Faults;
use super::super::{Flaw, Mention};
use super::number::{Number, SpannedNumber};
use super::section_file::{FixedTable, Foul};

/// A start number.
pub type Player = Number<1, 1_000_000>;

/// Enters the orders of a section file, notes those that contradict each other, and remembers where each
/// player is named.
pub(super) struct Book<'f, 't> {
    faults: &'f mut Faults<'t>,
    pub(super) mentions: Vec<Mention>,
}

impl<'f, 't> Book<'f, 't> {
    pub(super) fn new(faults: &'f mut Faults<'t>) -> Self {
        Book {
            faults,
            mentions: Vec::new(),
        }
    }

    /// Players of a list, each once.
    pub(super) fn list(&mut self, players: &[Spanned<Player>], team: Option<&str>) -> Vec<u32> {
        let mut seen = BTreeSet::new();
        for player in players {
            let no = self.mention(player, team);
            if !seen.insert(no) {
                self.faults.add(&player.span(), Flaw::PlayerTwice { no });
            }
        }
        players.iter().map(SpannedNumber::value).collect()
    }

    /// Players of whom no two may meet: at least two.
    pub(super) fn apart(&mut self, list: &Spanned<Vec<Spanned<Player>>>) -> Vec<u32> {
        let players = self.list(list.get_ref(), None);
        if let &[no] = players.as_slice() {
            self.faults.add(&list.span(), Flaw::ForbiddenAlone { no });
        }
        players
    }

    /// Teams or sections, each with a name of its own and players who are in no other.
    pub(super) fn groups<Name: Into<String>>(
        &mut self,
        kind: &'static str,
        groups: impl Iterator<Item = (Spanned<Name>, Vec<Spanned<Player>>)>,
    ) -> Vec<(String, Vec<u32>)> {
        let mut names: BTreeMap<String, u32> = BTreeMap::new();
        let mut places: BTreeMap<u32, String> = BTreeMap::new();
        let mut all = Vec::new();
        for (name, players) in groups {
            let span = name.span();
            let name: String = name.into_inner().into();
            let line = self.faults.line(&span);
            if let Some(&first_line) = names.get(&name) {
                let key = name.clone();
                let flaw = Flaw::SameKey {
                    kind,
                    key,
                    first_line,
                };
                self.faults.add(&span, flaw);
            }
            names.entry(name.clone()).or_insert(line);
            let team = (kind == "team").then_some(name.as_str());
            let list = self.list(&players, team);
            for player in &players {
                let no = player.value();
                match places.get(&no) {
                    Some(other) if *other != name => {
                        let (one, other) = (other.clone(), name.clone());
                        let flaw = Flaw::InTwo {
                            kind,
                            no,
                            one,
                            other,
                        };
                        self.faults.add(&player.span(), flaw);
                    }
                    Some(_) => {}
                    None => {
                        places.insert(no, name.clone());
                    }
                }
            }
            all.push((name, list));
        }
        all
    }

    /// A table for a player, and no two of them at one.
    pub(super) fn fixed_tables(&mut self, tables: &[FixedTable]) -> BTreeMap<u32, u32> {
        let mut of: BTreeMap<u32, u32> = BTreeMap::new();
        for fixed in tables {
            let table = fixed.table.value();
            if let Some((&no, _)) = of.iter().find(|&(_, &other)| other == table) {
                let flaw = Flaw::TableTwice { table, no };
                self.faults.add(&fixed.table.span(), flaw);
            }
            self.once(&mut of, &fixed.player, table);
        }
        of
    }

    pub(super) fn fouls(&mut self, fouls: &[Foul]) -> BTreeMap<u32, u32> {
        let mut of = BTreeMap::new();
        for foul in fouls {
            self.once(&mut of, &foul.player, foul.count.get());
        }
        of
    }

    fn once(&mut self, of: &mut BTreeMap<u32, u32>, player: &Spanned<Player>, value: u32) {
        let no = self.mention(player, None);
        if of.insert(no, value).is_some() {
            self.faults.add(&player.span(), Flaw::PlayerTwice { no });
        }
    }

    fn mention(&mut self, player: &Spanned<Player>, team: Option<&str>) -> u32 {
        let no = player.value();
        self.mentions.push(Mention {
            no,
            team: team.map(str::to_owned),
            place: self.faults.place(&player.span()),
        });
        no
    }
}
