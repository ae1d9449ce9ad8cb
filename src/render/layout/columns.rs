//! Where each column stands, and how wide.

use super::super::sheet::{Kind, Look, Sheet};
use super::super::typeset::Typesetter;
use super::{Measures, Paper};

/// The smallest that letters become before a text is cut.
const SMALLEST: f32 = 0.6;

/// A column on the page.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Place {
    /// Which of the sheet's columns.
    pub column: usize,
    /// The one that stands small behind it.
    pub aside: Option<usize>,
    pub kind: Kind,
    pub x: f32,
    pub width: f32,
    /// How much smaller its letters are than usual.
    pub scale: f32,
}

impl Place {
    /// The width for letters.
    pub(super) fn inner(&self) -> f32 {
        self.width
    }

    pub(super) fn is_centred(&self) -> bool {
        matches!(self.kind, Kind::Figure | Kind::Main | Kind::Result)
    }

    fn is_elastic(&self) -> bool {
        !self.is_centred()
    }
}

/// Places the columns, and says how wide the page is.
pub(super) fn places(sheet: &Sheet, paper: Paper, setter: &Typesetter<'_>) -> (Vec<Place>, f32) {
    let m = paper.measures();
    let mut places = chosen(sheet, paper);
    for place in &mut places {
        place.width = natural(sheet, place, m, setter);
    }
    let gap = m.small;
    let sides = 2.0 * m.margin + gap;
    let gaps = gap * places.len().saturating_sub(1) as f32;
    let needed: f32 = places.iter().map(|place| place.width).sum();
    let width = (needed + gaps + sides).clamp(m.width, m.widest).ceil();
    let room = width - sides - gaps;
    if needed <= room {
        stretch(&mut places, room - needed);
    } else {
        squeeze(&mut places, room);
    }
    let mut x = m.margin + gap / 2.0;
    for place in &mut places {
        place.x = x;
        x += place.width + gap;
    }
    (places, width)
}

/// The columns that are shown, small ones joined to those before.
fn chosen(sheet: &Sheet, paper: Paper) -> Vec<Place> {
    let mut places: Vec<Place> = Vec::new();
    for (column, one) in sheet.columns.iter().enumerate() {
        if one.kind == Kind::Aside
            && let Some(before) = places.last_mut()
            && before.aside.is_none()
        {
            before.aside = Some(column);
            continue;
        }
        // On paper a result can still be written by hand.
        if one.kind == Kind::Result && paper == Paper::Phone && sheet.is_blank(column) {
            continue;
        }
        places.push(Place {
            column,
            aside: None,
            kind: one.kind,
            x: 0.0,
            width: 0.0,
            scale: 1.0,
        });
    }
    places
}

/// How wide the column would be if there were room for everything.
fn natural(sheet: &Sheet, place: &Place, m: &Measures, setter: &Typesetter<'_>) -> f32 {
    let title = sheet
        .columns
        .get(place.column)
        .map(|one| one.title.as_str());
    let title = setter.width(title.unwrap_or_default(), m.small, true);
    let strong = matches!(place.kind, Kind::Main | Kind::Result);
    let cells = sheet.rows.iter().filter(|row| row.look != Look::Heading);
    let widths = cells.map(|row| {
        let own = setter.width(&row.cell(place.column).shown(), m.text, strong);
        let aside = place.aside.map(|aside| row.cell(aside).shown());
        match aside.filter(|aside| !aside.is_empty()) {
            Some(aside) => own + m.small * 0.4 + setter.width(&aside, m.small, false),
            None => own,
        }
    });
    // Room to write a result by hand.
    let least = if place.kind == Kind::Result {
        5.0 * m.text
    } else {
        title
    };
    let longest = if place.is_elastic() {
        18.0 * m.text
    } else {
        9.0 * m.text
    };
    widths.fold(least.max(title), f32::max).min(longest)
}

/// Gives room that is left to names first.
fn stretch(places: &mut [Place], left: f32) {
    let names = places.iter().filter(|place| place.is_elastic()).count();
    let all = names == 0;
    let count = if all { places.len() } else { names };
    let share = left / count.max(1) as f32;
    for place in places.iter_mut().filter(|place| all || place.is_elastic()) {
        place.width += share;
    }
}

/// Takes what is missing from the names, and where that is too much from all.
fn squeeze(places: &mut [Place], room: f32) {
    let of = |places: &[Place], elastic: bool| -> f32 {
        let some = places.iter().filter(|place| place.is_elastic() == elastic);
        some.map(|place| place.width).sum()
    };
    let (names, figures) = (of(places, true), of(places, false));
    let left = room - figures;
    if left >= names * SMALLEST {
        let part = left / names.max(1.0);
        for place in places.iter_mut().filter(|place| place.is_elastic()) {
            place.width *= part;
            place.scale = part.max(SMALLEST);
        }
        return;
    }
    let part = room / (names + figures).max(1.0);
    for place in places {
        place.width *= part;
        place.scale = part.max(SMALLEST);
    }
}
