use std::str::FromStr;

use super::{LotFault, Secret, commitment, order, verify};

/// A lot as it stands in the group's message: `承诺 …`, `秘密 …`, `盐 …`, then a line for each number:
/// number, registration id, name. Before them may stand who has red by a lot for sides. Other lines are passed
/// over, so that the message can be pasted whole, also when it was sent in several parts.
///
/// Numbers and ids follow from the lot; the names do not, so whoever reads them compares them with the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Published {
    pub commitment: String,
    pub secret: Secret,
    pub salt: String,
    /// Registration ids in the order of their numbers.
    pub order: Vec<u64>,
    /// What stands behind each of them.
    pub names: Vec<String>,
    /// Who has red as the headline says, where there is one.
    pub red: Option<String>,
}

/// The same as far as it was pasted: one part of a long message may hold a part of the numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pasted {
    pub commitment: String,
    pub secret: Secret,
    pub salt: String,
    /// Ascending.
    pub rows: Vec<PastedRow>,
    /// Who has red as the headline says, where there is one.
    pub red: Option<String>,
}

/// A line of it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct PastedRow {
    /// From 1.
    pub no: u64,
    /// Registration.
    pub id: u64,
    pub name: String,
}

/// What the message lacks.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PublishedFault {
    #[error("no line begins with \"{0}\": paste the bot's whole message")]
    Missing(&'static str),
    #[error("the line \"秘密\" does not hold 64 hexadecimal digits")]
    Secret,
    #[error("number {0} is missing or stands twice: paste every part of the message")]
    Number(u64),
    #[error("no line holds a number, a registration id and a name")]
    NoNumbers,
}

impl Published {
    /// Recomputes the order, and compares the headline with it.
    ///
    /// # Errors
    /// The secret is not the one committed to, another order follows from it, or the headline gives red to
    /// another than the first.
    pub fn verify(&self) -> Result<(), LotFault> {
        verify(
            &self.commitment,
            &self.secret,
            &self.salt,
            &self.order,
            &self.order,
        )?;
        headline(self.red.as_deref(), self.names.first().map(String::as_str))
    }
}

impl Pasted {
    /// Whether a text looks like a published lot, or a part of one.
    pub fn is_in(text: &str) -> bool {
        let has = |label| text.lines().any(|line| line.trim().starts_with(label));
        has("承诺 ") && has("秘密 ")
    }

    /// The lot, if every number is here.
    ///
    /// # Errors
    /// [`PublishedFault::Number`] names the first number that is missing or stands twice.
    pub fn whole(&self) -> Result<Published, PublishedFault> {
        for (expected, row) in (1..).zip(&self.rows) {
            if row.no != expected {
                return Err(PublishedFault::Number(expected.min(row.no)));
            }
        }
        Ok(Published {
            commitment: self.commitment.clone(),
            secret: self.secret.clone(),
            salt: self.salt.clone(),
            order: self.rows.iter().map(|row| row.id).collect(),
            names: self.rows.iter().map(|row| row.name.clone()).collect(),
            red: self.red.clone(),
        })
    }

    /// Recomputes the order of `ids`, all that were in the lot, and compares the numbers pasted.
    ///
    /// # Errors
    /// The secret is not the one committed to, another order follows from it, or the headline gives red to
    /// another than the first.
    pub fn verify_among(&self, ids: &[u64]) -> Result<(), LotFault> {
        if !commitment(&self.secret).eq_ignore_ascii_case(self.commitment.trim()) {
            return Err(LotFault::Commitment);
        }
        let drawn = order(&self.secret, &self.salt, ids);
        let fits = |row: &PastedRow| {
            let place = row.no.checked_sub(1);
            let place = place.and_then(|place| usize::try_from(place).ok());
            place.and_then(|place| drawn.get(place)) == Some(&row.id)
        };
        if !self.rows.iter().all(fits) {
            return Err(LotFault::Order);
        }
        let first = self.rows.first().filter(|row| row.no == 1);
        match first {
            Some(first) => headline(self.red.as_deref(), Some(&first.name)),
            None => Ok(()),
        }
    }
}

impl FromStr for Published {
    type Err = PublishedFault;

    fn from_str(text: &str) -> Result<Published, PublishedFault> {
        text.parse::<Pasted>()?.whole()
    }
}

impl FromStr for Pasted {
    type Err = PublishedFault;

    fn from_str(text: &str) -> Result<Pasted, PublishedFault> {
        let labelled = |label: &'static str| {
            let lines = text.lines().map(str::trim);
            let found = lines.filter_map(|line| line.strip_prefix(label)).next();
            found.map(str::trim).ok_or(PublishedFault::Missing(label))
        };
        let commitment = labelled("承诺 ")?.to_owned();
        let secret = labelled("秘密 ")?
            .parse()
            .map_err(|_| PublishedFault::Secret)?;
        let salt = labelled("盐 ")?.to_owned();
        let mut rows: Vec<PastedRow> = text.lines().filter_map(row).collect();
        rows.sort_unstable();
        // What an arbiter typed as salt is no headline.
        let headlines = text.lines().filter(|line| !line.trim().starts_with("盐 "));
        let red = headlines.filter_map(red).next().map(str::to_owned);
        if rows.is_empty() {
            return Err(PublishedFault::NoNumbers);
        }
        Ok(Pasted {
            commitment,
            secret,
            salt,
            rows,
            red,
        })
    }
}

/// `12 34 张三`
fn row(line: &str) -> Option<PastedRow> {
    let (no, rest) = line.trim().split_once(char::is_whitespace)?;
    let (id, name) = rest.trim_start().split_once(char::is_whitespace)?;
    let name = name.trim().to_owned();
    let (no, id) = (no.parse().ok()?, id.parse().ok()?);
    (!name.is_empty()).then_some(PastedRow { no, id, name })
}

/// `棋王决赛 1台 第7局 抽签：张三 执红`: the name.
fn red(line: &str) -> Option<&str> {
    let line = line.trim();
    let (_, red) = line.split_once("局 抽签：")?;
    red.strip_suffix(" 执红").map(str::trim)
}

/// Of a lot for sides the first has red.
fn headline(red: Option<&str>, first: Option<&str>) -> Result<(), LotFault> {
    let same = |one: &str, other: &str| one.split_whitespace().eq(other.split_whitespace());
    match (red, first) {
        (Some(red), Some(first)) if !same(red, first) => Err(LotFault::Headline),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(salt: &str, ids: &[u64]) -> String {
        let secret = Secret::new([9; 32]);
        let mut text = format!(
            "抽签结果\n承诺 {}\n秘密 {}\n盐 {salt}\n编号 报名号 姓名\n",
            commitment(&secret),
            secret.to_hex()
        );
        for (no, id) in (1..).zip(order(&secret, salt, ids)) {
            text.push_str(&format!("{no} {id} 赵 甲子\n"));
        }
        text
    }

    #[test]
    fn a_pasted_message_is_recomputed() {
        let text = message("楚河 汉界", &[3, 5, 8, 13]);
        let published: Published = text.parse().unwrap();
        assert_eq!(published.verify(), Ok(()));
        // In two parts, each with the head.
        let (first, second) = text.split_at(text.find("\n3 ").unwrap());
        let head = &text[..text.find("\n1 ").unwrap()];
        let parts = format!("{first}\n{head}{second}");
        assert_eq!(parts.parse::<Published>().unwrap(), published);
    }

    #[test]
    fn a_headline_with_the_other_name_is_found_out() {
        let sides = message("1-3 12:7=1-0", &[25, 31])
            .replace("抽签结果", "棋王决赛 1台 第7局 抽签：严 庚寅 执红");
        let mut lines: Vec<String> = sides.lines().map(str::to_owned).collect();
        for (line, name) in lines.iter_mut().rev().zip(["华癸卯", "严 庚寅"]) {
            *line = line.replace("赵 甲子", name);
        }
        let text = lines.join("\n");
        let right: Published = text.parse().unwrap();
        assert_eq!(right.red.as_deref(), Some("严 庚寅"));
        assert_eq!(right.names, ["严 庚寅", "华癸卯"]);
        assert_eq!(right.verify(), Ok(()));
        let other = text.replace("抽签：严 庚寅", "抽签：华癸卯");
        let wrong: Pasted = other.parse().unwrap();
        assert_eq!(wrong.verify_among(&[25, 31]), Err(LotFault::Headline));
        assert_eq!(wrong.whole().unwrap().verify(), Err(LotFault::Headline));
        // The names exchanged in the rows do not fit the headline any more.
        let rows = text
            .replace(&format!("1 {} 严 庚寅", right.order[0]), "1 0 x")
            .replace("华癸卯", "严 庚寅")
            .replace("1 0 x", &format!("1 {} 华癸卯", right.order[0]));
        let exchanged: Published = rows.parse().unwrap();
        assert_eq!(exchanged.verify(), Err(LotFault::Headline));
    }

    #[test]
    fn an_altered_message_is_found_out() {
        let text = message("盐", &[3, 5, 8, 13]);
        let mut swapped: Published = text.parse().unwrap();
        swapped.order.swap(0, 1);
        assert_eq!(swapped.verify(), Err(LotFault::Order));
        let other: Published = text.replace("盐 盐", "盐 糖").parse().unwrap();
        assert_eq!(other.verify(), Err(LotFault::Order));
        assert_eq!(
            "承诺 x\n秘密 y\n盐 z".parse::<Published>(),
            Err(PublishedFault::Secret)
        );
        let cut = text
            .lines()
            .filter(|line| !line.starts_with("2 "))
            .collect::<Vec<_>>()
            .join("\n");
        assert_eq!(cut.parse::<Published>(), Err(PublishedFault::Number(2)));
        // A part is right by itself, once it is known who was in the lot.
        let part: Pasted = cut.parse().unwrap();
        assert_eq!(part.verify_among(&[3, 5, 8, 13]), Ok(()));
        assert_eq!(part.verify_among(&[3, 5, 9, 13]), Err(LotFault::Order));
        assert_eq!(
            "".parse::<Published>(),
            Err(PublishedFault::Missing("承诺 "))
        );
    }
}
