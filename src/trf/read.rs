use std::collections::HashMap;
use std::mem;

use super::columns::{Columns, Width};
use super::record::Record;
use super::team_line::{TeamCode, TeamLine};
use super::{Acceleration, Bye, Entry, Fault, Flaw, Forbidden, Format, Mark, Player, Trf, game};
use crate::tournament::{Side, StartNumber};

/// Reads a report file. Lines end in any of the usual ways; blanks at their end do not matter, nor does
/// the order of the players.
///
/// # Errors
/// Every fault found, in the order of the file.
pub fn read(text: &str) -> Result<Trf, Vec<Fault>> {
    read_noting(text).map(|(trf, _)| trf)
}

/// The same, with notices of what was left aside and is no fault, in the order of the file.
///
/// # Errors
/// Every fault found, in the order of the file.
pub fn read_noting(text: &str) -> Result<(Trf, Vec<Fault>), Vec<Fault>> {
    let lines = text
        .split('\n')
        .flat_map(|line| line.trim_end_matches('\r').split('\r'));
    let lines: Vec<&str> = lines
        .map(|line| line.trim_end_matches(|c: char| c.is_whitespace() || c == '\u{1a}'))
        .collect();
    let mut reader = Reader {
        widths: widths(&lines),
        ..Reader::default()
    };
    for (number, line) in (1..).zip(lines) {
        if !line.trim_start().is_empty()
            && let Err(fault) = reader.line(number, line)
        {
            reader.faults.push(fault);
        }
    }
    reader.finish()
}

/// The widths to try, that of the whole file first: a player's line alone may fit another one too, a
/// round too far to the left, where no rank stands in its columns.
fn widths(lines: &[&str]) -> [Width; 3] {
    let mut widths = Width::ALL;
    let ranked = |width: Width| -> Option<usize> {
        let players = lines.iter().filter(|line| line.starts_with("001"));
        let players = players.map(|line| player(&Columns::new(0, line, width)).ok());
        let ranks: Option<Vec<bool>> = players.map(|one| Some(one?.rank.is_some())).collect();
        Some(ranks?.into_iter().filter(|ranked| *ranked).count())
    };
    // Of equals the first.
    let best = widths.iter().enumerate().rev();
    let best = best.max_by_key(|(_, width)| ranked(**width));
    if let Some((place, _)) = best {
        widths.swap(0, place);
    }
    widths
}

#[derive(Default)]
struct Reader {
    trf: Trf,
    /// In the order in which they are tried.
    widths: [Width; 3],
    /// Of each player.
    lines: HashMap<StartNumber, u32>,
    /// Players named outside 001 records, to be looked up in the end.
    named: Vec<(Fault, StartNumber)>,
    /// Team and members, the first that was said of each.
    teams: HashMap<StartNumber, String>,
    /// What to say of members who are not in the file.
    members: Vec<(Fault, StartNumber)>,
    /// What to say if there are fewer rounds than have been played.
    rounds_at: Option<Fault>,
    notices: Vec<Fault>,
    faults: Vec<Fault>,
}

impl Reader {
    fn line(&mut self, number: u32, line: &str) -> Result<(), Fault> {
        let code: String = line.chars().take(3).collect();
        let whole = code.chars().count() == 3;
        let ends = line.chars().nth(3).is_none_or(char::is_whitespace);
        let sound =
            code.chars().all(|c| c.is_ascii_alphanumeric()) && ends || line.starts_with("###");
        if !(whole && sound) {
            let found = line.chars().take(12).collect();
            return Err(Fault {
                line: number,
                column: 1,
                flaw: Flaw::NoCode { found },
            });
        }
        let mut record = Record::new(number, line);
        match code.as_str() {
            "001" => return self.player(number, line),
            "012" => {
                let name = line.chars().skip(4).collect::<String>();
                self.trf.name = Some(name.trim().to_owned());
            }
            "013" => self.team(number, line, TeamCode::Old),
            "310" => self.team(number, line, TeamCode::New),
            "XXR" => self.rounds(&mut record)?,
            "142" => {
                self.trf.format = Format::Trf26;
                self.rounds(&mut record)?;
            }
            "XXC" => self.options(&mut record)?,
            "152" => {
                self.trf.format = Format::Trf26;
                let word = record.needed("the first colour")?;
                let side = match word.to_ascii_lowercase().as_str() {
                    "w" => Side::Red,
                    "b" => Side::Black,
                    _ => {
                        let found = word.to_owned();
                        return Err(record.fault(Flaw::UnknownWord { found }));
                    }
                };
                self.first_side(side, &record)?;
            }
            "BBW" | "BBD" | "BBL" | "BBZ" | "BBF" | "BBU" => {
                let points = record.points()?;
                self.points(code.get(2..).unwrap_or_default(), points, &record)?;
                record.done()?;
            }
            "XXS" => self.point_system(&mut record)?,
            "162" => {
                self.trf.format = Format::Trf26;
                self.point_system_26(&mut record)?;
            }
            "XXZ" => {
                let players = self.names(&mut record)?;
                self.trf.absent.extend(players);
            }
            "240" => self.bye(&mut record)?,
            "XXP" => {
                let players = self.pair(&mut record)?;
                self.trf.forbidden.push(Forbidden {
                    players,
                    rounds: None,
                });
            }
            "260" => {
                record.filled("the first round", 7)?;
                let first = record.round()?;
                record.filled("the last round", 11)?;
                let rounds = in_order(first, &mut record)?;
                let players = self.pair(&mut record)?;
                self.trf.forbidden.push(Forbidden {
                    players,
                    rounds: Some(rounds),
                });
            }
            "XXA" => {
                let no = self.name(&mut record)?;
                let mut points = Vec::with_capacity(record.left());
                while record.left() > 0 {
                    points.push(record.points()?);
                }
                self.trf
                    .accelerations
                    .push(Acceleration::Player { no, points });
            }
            "250" => self.acceleration(&mut record)?,
            _ if self.trf.players.is_empty() => self.trf.head.push(line.to_owned()),
            _ => self.trf.tail.push(line.to_owned()),
        }
        Ok(())
    }

    fn player(&mut self, number: u32, line: &str) -> Result<(), Fault> {
        let columns = |width| Columns::new(number, line, width);
        let mut tries = self.widths.iter().map(|&width| player(&columns(width)));
        let first = tries.next();
        let player = match first {
            Some(Err(fault)) => match tries.find_map(Result::ok) {
                Some(player) => player,
                None => return Err(fault),
            },
            Some(Ok(player)) => player,
            None => return Ok(()),
        };
        if let Some(&line) = self.lines.get(&player.no) {
            let flaw = Flaw::Twice {
                what: "player",
                no: player.no,
                line,
            };
            return Err(columns(Width::Character).fault(5, 8, flaw));
        }
        self.lines.insert(player.no, number);
        self.trf.players.push(player);
        Ok(())
    }

    /// A team line of other columns is kept as it stands.
    fn team(&mut self, number: u32, line: &str, code: TeamCode) {
        let mut tries = self.widths.iter();
        match tries.find_map(|&width| TeamLine::read(number, line, width, code)) {
            Some(line) => self.enter_team(line),
            None => {
                let flaw = Flaw::TeamNotRead;
                self.notices
                    .push(Columns::new(number, line, Width::Character).fault(1, 1, flaw));
                self.trf.tail.push(line.to_owned());
            }
        }
        if code == TeamCode::New {
            self.trf.format = Format::Trf26;
        }
    }

    fn enter_team(&mut self, line: TeamLine) {
        for (no, from) in line.members() {
            let name = &line.team.name;
            match self.teams.get(&no) {
                Some(one) if one != name => {
                    let (one, other) = (one.clone(), name.clone());
                    let flaw = Flaw::InTwoTeams { no, one, other };
                    self.faults.push(line.fault(from, flaw));
                }
                _ => {
                    self.teams.insert(no, name.clone());
                    let notice = line.fault(from, Flaw::TeamOfStranger { no });
                    self.members.push((notice, no));
                }
            }
        }
        self.trf.teams.push(line.team);
    }

    fn rounds(&mut self, record: &mut Record<'_>) -> Result<(), Fault> {
        let rounds = record.number("the number of rounds", 1, 999)?;
        if self.trf.rounds.is_some_and(|before| before != rounds) {
            let what = "the number of rounds";
            return Err(record.fault(Flaw::Contradiction { what }));
        }
        self.trf.rounds = Some(rounds);
        let played = 0;
        self.rounds_at = Some(record.fault(Flaw::FewerRounds { rounds, played }));
        record.done()
    }

    fn options(&mut self, record: &mut Record<'_>) -> Result<(), Fault> {
        while let Some(word) = record.word() {
            match word.to_ascii_lowercase().as_str() {
                "white1" => self.first_side(Side::Red, record)?,
                "black1" => self.first_side(Side::Black, record)?,
                "rank" => self.trf.by_rank = true,
                _ => self.trf.options.push(word.to_owned()),
            }
        }
        Ok(())
    }

    fn first_side(&mut self, side: Side, record: &Record<'_>) -> Result<(), Fault> {
        if self.trf.first_side.is_some_and(|before| before != side) {
            let what = "the colour of the first player";
            return Err(record.fault(Flaw::Contradiction { what }));
        }
        self.trf.first_side = Some(side);
        Ok(())
    }

    fn points(
        &mut self,
        name: &str,
        points: super::Tenths,
        record: &Record<'_>,
    ) -> Result<(), Fault> {
        let Some(place) = self.trf.points.named(name) else {
            let found = name.to_owned();
            return Err(record.fault(Flaw::UnknownWord { found }));
        };
        if place.is_some_and(|before| before != points) {
            let what = "the number of points for this result";
            return Err(record.fault(Flaw::Contradiction { what }));
        }
        *place = Some(points);
        Ok(())
    }

    /// `XXS W=2.0 D=1.0`
    fn point_system(&mut self, record: &mut Record<'_>) -> Result<(), Fault> {
        while let Some(word) = record.word() {
            let unknown = || Flaw::UnknownWord {
                found: word.to_owned(),
            };
            let (name, points) = word
                .split_once('=')
                .ok_or_else(|| record.fault(unknown()))?;
            let points = points.parse().map_err(|()| {
                record.fault(Flaw::NotPoints {
                    found: points.to_owned(),
                })
            })?;
            self.points(&name.to_ascii_uppercase(), points, record)?;
        }
        Ok(())
    }

    /// `162  W 2.0    D 1.0`
    fn point_system_26(&mut self, record: &mut Record<'_>) -> Result<(), Fault> {
        while let Some(word) = record.word() {
            let (letter, rest) = word.split_at(word.chars().next().map_or(0, char::len_utf8));
            let points = if rest.is_empty() {
                record.points()?
            } else {
                rest.parse().map_err(|()| {
                    record.fault(Flaw::NotPoints {
                        found: rest.to_owned(),
                    })
                })?
            };
            match letter.to_ascii_uppercase().as_str() {
                "W" | "D" | "L" => self.points(&letter.to_ascii_uppercase(), points, record)?,
                "P" => self.points("PAB", points, record)?,
                "A" => {
                    self.points("ZPB", points, record)?;
                    self.points("FL", points, record)?;
                }
                // A result that is not known is no result here.
                "X" => {}
                _ => {
                    let found = word.to_owned();
                    return Err(record.fault(Flaw::UnknownWord { found }));
                }
            }
        }
        Ok(())
    }

    fn bye(&mut self, record: &mut Record<'_>) -> Result<(), Fault> {
        let word = record.needed("the kind of bye")?;
        let mark = match word.to_ascii_uppercase().as_str() {
            "F" => Mark::FullBye,
            "H" => Mark::HalfBye,
            "Z" => Mark::ZeroBye,
            _ => {
                let found = word.to_owned();
                return Err(record.fault(Flaw::UnknownWord { found }));
            }
        };
        record.filled("the round", 9)?;
        let round = record.round()?;
        let mut players = vec![self.name(record)?];
        players.extend(self.names(record)?);
        self.trf.format = Format::Trf26;
        self.trf.byes.push(Bye {
            mark,
            round,
            players,
        });
        Ok(())
    }

    /// `250 MMMM GGGG RRF RRL PPPF PPPL`, the match points blank in an individual tournament.
    fn acceleration(&mut self, record: &mut Record<'_>) -> Result<(), Fault> {
        if record.left() > 5 {
            record.points()?;
        }
        let points = record.points()?;
        let rounds = span(record)?;
        let first = self.name(record)?;
        let last = self.name(record)?;
        record.done()?;
        self.trf.format = Format::Trf26;
        self.trf.accelerations.push(Acceleration::Range {
            first,
            last,
            rounds,
            points,
        });
        Ok(())
    }

    fn name(&mut self, record: &mut Record<'_>) -> Result<StartNumber, Fault> {
        let no = record.player()?;
        self.named
            .push((record.fault(Flaw::NoSuchPlayer { no }), no));
        Ok(no)
    }

    /// Those who may not meet: at least two.
    fn pair(&mut self, record: &mut Record<'_>) -> Result<Vec<StartNumber>, Fault> {
        let mut names = vec![self.name(record)?, self.name(record)?];
        names.extend(self.names(record)?);
        Ok(names)
    }

    fn names(&mut self, record: &mut Record<'_>) -> Result<Vec<StartNumber>, Fault> {
        let mut names = Vec::with_capacity(record.left());
        while record.left() > 0 {
            names.push(self.name(record)?);
        }
        Ok(names)
    }

    fn finish(mut self) -> Result<(Trf, Vec<Fault>), Vec<Fault>> {
        if self.trf.players.is_empty() && self.faults.is_empty() {
            self.faults.push(Fault {
                line: 1,
                column: 1,
                flaw: Flaw::NoPlayers,
            });
        }
        self.trf.players.sort_by_key(|player| player.no);
        for (fault, no) in mem::take(&mut self.named) {
            if !self.lines.contains_key(&no) {
                self.faults.push(fault);
            }
        }
        for (notice, no) in mem::take(&mut self.members) {
            if !self.lines.contains_key(&no) {
                self.notices.push(notice);
            }
        }
        // A line that could not be read makes its opponents look wrong.
        if self.faults.is_empty() {
            self.faults = game::faults(&self.trf, &self.lines);
            self.faults.extend(self.too_few_rounds());
        }
        if self.faults.is_empty() {
            self.notices
                .sort_by_key(|notice| (notice.line, notice.column));
            return Ok((self.trf, self.notices));
        }
        self.faults.sort_by_key(|fault| (fault.line, fault.column));
        Err(self.faults)
    }

    fn too_few_rounds(&self) -> Option<Fault> {
        let (rounds, at) = (self.trf.rounds?, self.rounds_at.as_ref()?);
        let played = self.trf.played();
        (rounds < played).then(|| Fault {
            flaw: Flaw::FewerRounds { rounds, played },
            ..at.clone()
        })
    }
}

fn span(record: &mut Record<'_>) -> Result<(u32, u32), Fault> {
    let first = record.round()?;
    in_order(first, record)
}

/// The span from the first round to the one that comes next in the record.
fn in_order(first: u32, record: &mut Record<'_>) -> Result<(u32, u32), Fault> {
    let last = record.round()?;
    if last < first {
        return Err(record.fault(Flaw::RoundsReversed));
    }
    Ok((first, last))
}

/// The column of the first round, and how many columns each takes.
pub(super) const ROUNDS: usize = 92;
pub(super) const ROUND: usize = 10;

fn player(columns: &Columns) -> Result<Player, Fault> {
    let number = columns.number(5, 8, "the start number")?;
    let Some(no) = number else {
        let what = "the start number";
        return Err(columns.fault(5, 5, Flaw::Missing { what }));
    };
    if !(1..=9999).contains(&no) {
        let flaw = Flaw::OutOfRange {
            what: "the start number",
            found: no.to_string(),
            least: 1,
            most: 9999,
        };
        return Err(columns.fault(5, 8, flaw));
    }
    for column in [9, 14, 48, 53, 80, 85, 90, 91] {
        columns.blank(column)?;
    }
    let points = columns.text(81, 84);
    let points = if points.is_empty() {
        None
    } else {
        let parsed = points.parse();
        Some(parsed.map_err(|()| columns.fault(81, 84, Flaw::NotPoints { found: points }))?)
    };
    let mut rounds = Vec::new();
    for from in (ROUNDS..=columns.len()).step_by(ROUND) {
        rounds.push(entry(columns, from)?);
    }
    Ok(Player {
        no: StartNumber(no),
        sex: Some(columns.character(10)).filter(|sex| *sex != ' '),
        title: columns.text(11, 13),
        name: columns.text(15, 47),
        rating: columns
            .number(49, 52, "the rating")?
            .filter(|&rating| rating > 0),
        federation: columns.text(54, 56),
        fide_number: columns.text(58, 68),
        birth: columns.text(70, 79),
        points,
        rank: columns.number(86, 89, "the rank")?,
        rounds,
    })
}

fn entry(columns: &Columns, from: usize) -> Result<Option<Entry>, Fault> {
    let (side_at, mark_at) = (from + 5, from + 7);
    let opponent = columns.number(from, from + 3, "the opponent")?;
    for column in [from + 4, from + 6, from + 8, from + 9] {
        columns.blank(column)?;
    }
    let side = match columns.character(side_at).to_ascii_lowercase() {
        'w' => Some(Side::Red),
        'b' => Some(Side::Black),
        '-' | ' ' => None,
        found => return Err(columns.fault(side_at, side_at, Flaw::NotASide { found })),
    };
    let mark = match columns.character(mark_at) {
        ' ' => None,
        letter => Some(
            Mark::from_letter(letter)
                .ok_or_else(|| columns.fault(mark_at, mark_at, Flaw::NotAMark { found: letter }))?,
        ),
    };
    let opponent = opponent.filter(|&no| no > 0).map(StartNumber);
    let Some(opponent) = opponent else {
        let mark = match mark {
            // Nothing, or 0000 without a result.
            None if columns.text(from, from + ROUND - 1).is_empty() => return Ok(None),
            None => Mark::ZeroBye,
            // The half bye of older programs.
            Some(Mark::Draw) => Mark::HalfBye,
            Some(mark) if mark.is_played() => {
                let mark = mark.letter();
                let flaw = Flaw::ResultWithoutOpponent { mark };
                return Err(columns.fault(mark_at, mark_at, flaw));
            }
            Some(mark) => mark,
        };
        return Ok(Some(Entry {
            opponent: None,
            side: None,
            mark: Some(mark),
        }));
    };
    if let Some(bye @ (Mark::HalfBye | Mark::FullBye | Mark::PairingBye | Mark::ZeroBye)) = mark {
        let mark = bye.letter();
        return Err(columns.fault(from, from + 3, Flaw::ByeWithOpponent { mark }));
    }
    Ok(Some(Entry {
        opponent: Some(opponent),
        side,
        mark,
    }))
}
