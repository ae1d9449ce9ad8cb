use super::drawing::{CHOSEN, CINNABAR, Color, Drawing, FAINT, INK, PAPER, RULE, Style, WHITE};
use super::typeset::Typesetter;
use super::{Fonts, RenderError};

/// A knockout as a tree: rounds from the first to the final. On a phone and on paper it is the same tree.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Bracket {
    /// The event, and the competition where it has several.
    pub event: String,
    /// What it is: 淘汰赛对阵.
    pub title: String,
    pub rounds: Vec<BracketRound>,
    /// Who has won it all.
    pub champion: Option<String>,
}

/// One round: matches from top to bottom, of which two each feed one of the next.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct BracketRound {
    /// 八强, 半决赛 …
    pub title: String,
    pub matches: Vec<BracketMatch>,
}

/// Two slots.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct BracketMatch {
    pub slots: [BracketSlot; 2],
}

/// One side of a match; all blank while nobody is known.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct BracketSlot {
    /// Seed or start number.
    pub number: Option<u32>,
    pub name: String,
    /// 2, 1.5, 弃权 …
    pub score: String,
    pub has_won: bool,
}

const MARGIN: f32 = 36.0;
const HEAD: f32 = 178.0;
const ROUND: f32 = 64.0;
const BOX: f32 = 360.0;
const LINK: f32 = 44.0;
const SLOT: f32 = 50.0;
/// Between two matches of the first round.
const GAP: f32 = 26.0;
const TEXT: f32 = 28.0;
const LINE: f32 = 3.0;
const PALE: Color = Color(0xF5, 0xD9, 0xB4);

/// 1080 units are the shorter side of A4, as of a printed sheet.
const A4_WIDTH: f32 = 1080.0;
/// The longer side of A4, in parts of the shorter.
const A4_LONG: f32 = 297.0 / 210.0;
/// Matches of the first round on a printed page: with more it would be too small to read.
const PAGE_MATCHES: usize = 16;
/// Matches of the first round on the page that shows how it ends.
const LAST_MATCHES: usize = 4;

/// Where everything stands.
struct Plan {
    width: f32,
    height: f32,
    head: f32,
    /// Where the first round begins, and from one round to the next.
    left: f32,
    step: f32,
    /// The height of the first round, below its title.
    body: f32,
    /// The line of the champion.
    champion: f32,
    is_printed: bool,
}

/// Draws the tree, a picture. One of 64 players is about 2700 units wide and 4300 high.
///
/// # Errors
/// [`RenderError::NoFont`].
pub fn bracket(bracket: &Bracket, fonts: &Fonts) -> Result<Drawing, RenderError> {
    let setter = Typesetter::new(fonts)?;
    Ok(draw(bracket, &Plan::of_a_picture(bracket), &setter))
}

/// Draws the same tree on pages of A4, upright or lying, whichever shows it larger. A large one takes several: the
/// parts of the first rounds, then how it ends.
///
/// # Errors
/// [`RenderError::NoFont`].
pub fn pages(bracket: &Bracket, fonts: &Fonts) -> Result<Vec<Drawing>, RenderError> {
    let setter = Typesetter::new(fonts)?;
    let parts = parts(bracket);
    let drawn = parts.iter().map(|part| {
        let upright = Plan::of_a_page(part, A4_LONG);
        let lying = Plan::of_a_page(part, 1.0 / A4_LONG);
        // Letters are larger on the page that has fewer units.
        let plan = match upright.width.min(upright.height) < lying.width.min(lying.height) {
            true => upright,
            false => lying,
        };
        draw(part, &plan, &setter)
    });
    Ok(drawn.collect())
}

/// The tree in parts that a page can hold.
fn parts(bracket: &Bracket) -> Vec<Bracket> {
    let count = |round: &BracketRound| round.matches.len();
    let sections = match bracket.rounds.first() {
        Some(first) if count(first) > PAGE_MATCHES => count(first).div_ceil(PAGE_MATCHES),
        _ => return vec![bracket.clone()],
    };
    let mut all = Vec::new();
    for section in 0..sections {
        let rounds = bracket.rounds.iter();
        let rounds = rounds.take_while(|round| count(round) >= sections);
        let rounds = rounds.map(|round| {
            let each = count(round).div_ceil(sections);
            let matches = round.matches.chunks(each).nth(section);
            BracketRound {
                title: round.title.clone(),
                matches: matches.unwrap_or_default().to_vec(),
            }
        });
        let which = match (sections, section) {
            (2, 0) => "（上半区）".to_owned(),
            (2, _) => "（下半区）".to_owned(),
            _ => format!("（第{}区）", section + 1),
        };
        all.push(Bracket {
            title: format!("{}{which}", bracket.title),
            rounds: rounds.collect(),
            champion: None,
            ..bracket.clone()
        });
    }
    let last = bracket.rounds.iter();
    let last = last.skip_while(|round| count(round) > sections.max(LAST_MATCHES));
    all.push(Bracket {
        rounds: last.cloned().collect(),
        ..bracket.clone()
    });
    all
}

impl Plan {
    fn of_a_picture(bracket: &Bracket) -> Plan {
        let (columns, body) = extent(bracket);
        let foot = if bracket.champion.is_some() {
            110.0
        } else {
            MARGIN
        };
        let width = (2.0 * MARGIN + columns).max(1080.0);
        let height = HEAD + ROUND + body + foot;
        Plan {
            width,
            height,
            head: HEAD,
            left: (width - columns) / 2.0,
            step: BOX + LINK,
            body,
            champion: height - 44.0,
            is_printed: false,
        }
    }

    /// A page `long` times as high as it is wide, filled.
    fn of_a_page(bracket: &Bracket, long: f32) -> Plan {
        const MARGIN: f32 = 64.0;
        /// For the champion and the number of the page.
        const FOOT: f32 = 190.0;
        let (columns, body) = extent(bracket);
        let least = A4_WIDTH / long.min(1.0);
        let width = (2.0 * MARGIN + columns).max(least);
        let width = width.max((HEAD + ROUND + body + FOOT) / long);
        let height = width * long;
        let rounds = length(bracket.rounds.len().max(1));
        // Links take the room that is left, but no box stands too far from the next.
        let spare = (width - 2.0 * MARGIN - columns) / (rounds - 1.0).max(1.0);
        let link = if rounds > 1.0 {
            LINK + spare.min(3.0 * LINK)
        } else {
            0.0
        };
        let taken = rounds * BOX + (rounds - 1.0) * link;
        Plan {
            width,
            height,
            head: HEAD,
            left: (width - taken) / 2.0,
            step: BOX + link,
            body: height - HEAD - ROUND - FOOT,
            champion: height - FOOT + 90.0,
            is_printed: true,
        }
    }
}

/// How wide the rounds are, and how high the first is, as close together as they can stand.
fn extent(bracket: &Bracket) -> (f32, f32) {
    let rounds = bracket.rounds.len().max(1);
    let first = bracket.rounds.first();
    let first = first.map_or(1, |round| round.matches.len().max(1));
    let columns = length(rounds) * BOX + length(rounds - 1) * LINK;
    (columns, length(first) * (2.0 * SLOT + GAP))
}

fn draw<'f>(bracket: &Bracket, plan: &Plan, setter: &'f Typesetter<'f>) -> Drawing {
    let paper = if plan.is_printed { WHITE } else { PAPER };
    let mut pen = Pen {
        drawing: Drawing::new(plan.width, plan.height, paper),
        setter,
        is_printed: plan.is_printed,
    };
    pen.head(bracket, plan);
    let mut before: Vec<f32> = Vec::new();
    for (index, round) in bracket.rounds.iter().enumerate() {
        let x = plan.left + length(index) * plan.step;
        let title = Style::strong(TEXT, CINNABAR);
        let line = plan.head + ROUND * 0.68;
        pen.middle(x + BOX / 2.0, line, title, &round.title, BOX + LINK * 0.7);
        let top = plan.head + ROUND;
        let middles = middles(&before, round.matches.len(), top, plan.body);
        for (at, (one, middle)) in round.matches.iter().zip(&middles).enumerate() {
            for fed in [2 * at, 2 * at + 1] {
                if let Some(from) = before.get(fed) {
                    pen.link(x + BOX - plan.step, *from, x, *middle);
                }
            }
            pen.game(one, x, middle - SLOT);
        }
        before = middles;
    }
    if let Some(champion) = &bracket.champion {
        let text = format!("冠军　{champion}");
        let style = Style::strong(44.0, CINNABAR);
        let room = plan.width - 2.0 * MARGIN;
        pen.middle(plan.width / 2.0, plan.champion, style, &text, room);
    }
    pen.drawing
}

/// Where the middle of each match stands: between those that feed it, or spread evenly.
fn middles(before: &[f32], count: usize, top: f32, body: f32) -> Vec<f32> {
    let each = body / length(count.max(1));
    (0..count)
        .map(|at| match (before.get(2 * at), before.get(2 * at + 1)) {
            (Some(above), Some(below)) => (above + below) / 2.0,
            _ => top + each * (length(at) + 0.5),
        })
        .collect()
}

struct Pen<'p> {
    drawing: Drawing,
    setter: &'p Typesetter<'p>,
    is_printed: bool,
}

impl Pen<'_> {
    fn head(&mut self, bracket: &Bracket, plan: &Plan) {
        let room = plan.width - 2.0 * MARGIN;
        let (event, title) = if self.is_printed {
            (FAINT, INK)
        } else {
            let height = plan.head - 24.0;
            self.drawing.fill(0.0, 0.0, plan.width, height, CINNABAR);
            (PALE, WHITE)
        };
        let event = Style::plain(28.0, event);
        self.fitted(MARGIN, 58.0, event, &bracket.event, room);
        let title = Style::strong(56.0, title);
        self.fitted(MARGIN, 124.0, title, &bracket.title, room);
    }

    fn link(&mut self, from: f32, above: f32, to: f32, below: f32) {
        let color = if self.is_printed { FAINT } else { RULE };
        let middle = (from + to) / 2.0;
        let (top, end) = (above.min(below), above.max(below));
        let half = LINE / 2.0;
        self.drawing
            .fill(from, above - half, middle - from, LINE, color);
        self.drawing
            .fill(middle - half, top - half, LINE, end - top + LINE, color);
        self.drawing
            .fill(middle, below - half, to - middle, LINE, color);
    }

    fn game(&mut self, one: &BracketMatch, x: f32, y: f32) {
        let border = if self.is_printed { FAINT } else { RULE };
        self.drawing.round(x, y, BOX, 2.0 * SLOT, 8.0, border);
        for (slot, top) in one.slots.iter().zip([y + 2.0, y + SLOT + 1.0]) {
            let ground = if slot.has_won { CHOSEN } else { WHITE };
            self.drawing
                .round(x + 2.0, top, BOX - 4.0, SLOT - 3.0, 6.0, ground);
            let line = top + SLOT * 0.5 + TEXT * 0.3;
            let color = if slot.has_won { CINNABAR } else { INK };
            let score = Style::strong(TEXT, color);
            let wide = self.setter.width(&slot.score, TEXT, true).min(BOX * 0.4);
            self.fitted(x + BOX - 14.0 - wide, line, score, &slot.score, wide);
            let number = slot.number.map(|no| no.to_string()).unwrap_or_default();
            let small = Style::plain(TEXT * 0.75, FAINT);
            self.middle(x + 30.0, line, small, &number, 48.0);
            let name = Style {
                strong: slot.has_won,
                ..Style::plain(TEXT, color)
            };
            self.fitted(x + 56.0, line, name, &slot.name, BOX - 84.0 - wide);
        }
    }

    /// From `x`, smaller where the room is narrow, cut where it is too narrow for that.
    fn fitted(&mut self, x: f32, line: f32, style: Style, text: &str, room: f32) {
        let (style, text) = self.in_room(style, text, room);
        self.drawing.write(x, line, style, &text);
    }

    /// The same around `x`.
    fn middle(&mut self, x: f32, line: f32, style: Style, text: &str, room: f32) {
        let (style, text) = self.in_room(style, text, room);
        let wide = self.setter.width(&text, style.size, style.strong);
        self.drawing.write(x - wide / 2.0, line, style, &text);
    }

    fn in_room(&self, style: Style, text: &str, room: f32) -> (Style, String) {
        let wide = self.setter.width(text, style.size, style.strong);
        let style = style.sized(style.size * (room / wide.max(1.0)).clamp(0.7, 1.0));
        // What was made to fit exactly is not cut for a rounding.
        let text = self
            .setter
            .fitted(text, style.size, style.strong, room + 0.5);
        (style, text)
    }
}

/// A count as a length. Counts here are far below the 2^24 that are exact.
fn length(count: usize) -> f32 {
    count as f32
}
