use super::drawing::{CHOSEN, CINNABAR, Color, Drawing, FAINT, INK, PAPER, RULE, Style, WHITE};
use super::typeset::Typesetter;
use super::{Fonts, RenderError};

/// A knockout as a tree: rounds from the first to the final.
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

/// Draws the tree, a picture. One of 64 players is about 2700 units wide and 4300 high.
///
/// # Errors
/// [`RenderError::NoFont`].
pub fn bracket(bracket: &Bracket, fonts: &Fonts) -> Result<Drawing, RenderError> {
    let setter = Typesetter::new(fonts)?;
    let rounds = bracket.rounds.len().max(1);
    let first = bracket
        .rounds
        .first()
        .map_or(1, |round| round.matches.len().max(1));
    let match_height = 2.0 * SLOT;
    let width = 2.0 * MARGIN + length(rounds) * BOX + length(rounds - 1) * LINK;
    let width = width.max(1080.0);
    let body = length(first) * (match_height + GAP);
    let foot = if bracket.champion.is_some() {
        110.0
    } else {
        MARGIN
    };
    let height = HEAD + ROUND + body + foot;
    let mut pen = Pen {
        drawing: Drawing::new(width, height, PAPER),
        setter: &setter,
    };
    pen.head(bracket);
    let mut before: Vec<f32> = Vec::new();
    for (index, round) in bracket.rounds.iter().enumerate() {
        let x = MARGIN + length(index) * (BOX + LINK);
        let title = Style::strong(TEXT, CINNABAR);
        pen.middle(x + BOX / 2.0, HEAD + ROUND * 0.68, title, &round.title);
        let middles = middles(&before, round.matches.len(), HEAD + ROUND, body);
        for (at, (one, middle)) in round.matches.iter().zip(&middles).enumerate() {
            for fed in [2 * at, 2 * at + 1] {
                if let Some(from) = before.get(fed) {
                    pen.link(x - LINK, *from, x, *middle);
                }
            }
            pen.game(one, x, middle - SLOT);
        }
        before = middles;
    }
    if let Some(champion) = &bracket.champion {
        let text = format!("冠军　{champion}");
        pen.middle(
            width / 2.0,
            height - 44.0,
            Style::strong(44.0, CINNABAR),
            &text,
        );
    }
    Ok(pen.drawing)
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
}

impl Pen<'_> {
    fn head(&mut self, bracket: &Bracket) {
        let width = self.drawing.width;
        self.drawing.fill(0.0, 0.0, width, HEAD - 24.0, CINNABAR);
        let room = width - 2.0 * MARGIN;
        self.fitted(MARGIN, 58.0, Style::plain(28.0, PALE), &bracket.event, room);
        self.fitted(
            MARGIN,
            124.0,
            Style::strong(56.0, WHITE),
            &bracket.title,
            room,
        );
    }

    fn link(&mut self, from: f32, above: f32, to: f32, below: f32) {
        let middle = (from + to) / 2.0;
        let (top, end) = (above.min(below), above.max(below));
        let half = LINE / 2.0;
        self.drawing
            .fill(from, above - half, middle - from, LINE, RULE);
        self.drawing
            .fill(middle - half, top - half, LINE, end - top + LINE, RULE);
        self.drawing
            .fill(middle, below - half, to - middle, LINE, RULE);
    }

    fn game(&mut self, one: &BracketMatch, x: f32, y: f32) {
        self.drawing.round(x, y, BOX, 2.0 * SLOT, 8.0, RULE);
        for (slot, top) in one.slots.iter().zip([y + 2.0, y + SLOT + 1.0]) {
            let ground = if slot.has_won { CHOSEN } else { WHITE };
            self.drawing
                .round(x + 2.0, top, BOX - 4.0, SLOT - 3.0, 6.0, ground);
            let line = top + SLOT * 0.5 + TEXT * 0.3;
            let color = if slot.has_won { CINNABAR } else { INK };
            let score = Style::strong(TEXT, color);
            let wide = self.setter.width(&slot.score, TEXT, true).min(BOX * 0.4);
            self.fitted(x + BOX - 14.0 - wide, line, score, &slot.score, wide + 0.5);
            let number = slot.number.map(|no| no.to_string()).unwrap_or_default();
            let small = Style::plain(TEXT * 0.75, FAINT);
            self.middle(x + 30.0, line, small, &number);
            let name = Style {
                strong: slot.has_won,
                ..Style::plain(TEXT, color)
            };
            self.fitted(x + 56.0, line, name, &slot.name, BOX - 84.0 - wide);
        }
    }

    fn fitted(&mut self, x: f32, line: f32, style: Style, text: &str, room: f32) {
        let wide = self.setter.width(text, style.size, style.strong);
        let style = style.sized(style.size * (room / wide.max(1.0)).clamp(0.7, 1.0));
        let text = self.setter.fitted(text, style.size, style.strong, room);
        self.drawing.write(x, line, style, &text);
    }

    fn middle(&mut self, x: f32, line: f32, style: Style, text: &str) {
        let wide = self.setter.width(text, style.size, style.strong);
        self.drawing.write(x - wide / 2.0, line, style, text);
    }
}

/// A count as a length. Counts here are far below the 2^24 that are exact.
fn length(count: usize) -> f32 {
    count as f32
}
