//! The tree of a knockout.

use qisai::render::bracket::pages;
use qisai::render::bracket::{Bracket, BracketMatch, BracketRound, BracketSlot, bracket};
use qisai::render::draft::{Draft, FileForm};
use qisai::render::typeset::Typesetter;
use qisai::render::{Drawing, Fonts, Mark, RenderError, Sheet, png};

use super::tiny_font::TinyFont;

fn tree(size: usize) -> Bracket {
    let mut rounds = Vec::new();
    let mut matches = size / 2;
    while matches > 0 {
        let slot = |round: usize, at: usize, has_won| BracketSlot {
            number: u32::try_from(at).ok(),
            name: format!("棋手{round}-{at}"),
            score: if has_won { "2" } else { "1" }.to_owned(),
            has_won,
        };
        let round = rounds.len();
        rounds.push(BracketRound {
            title: format!("{}强", matches * 2),
            matches: (0..matches)
                .map(|at| BracketMatch {
                    slots: [slot(round, 2 * at, true), slot(round, 2 * at + 1, false)],
                })
                .collect(),
        });
        matches /= 2;
    }
    Bracket {
        event: "棋王赛".to_owned(),
        title: "淘汰赛".to_owned(),
        rounds,
        champion: Some("棋手0".to_owned()),
    }
}

#[test]
fn every_size_fits_a_picture_and_names_everyone() {
    let font = TinyFont::new();
    let fonts = font.fonts();
    for size in [2, 4, 8, 16, 32, 64] {
        let tree = tree(size);
        let drawing = bracket(&tree, &fonts).expect("a tree");
        assert!(drawing.width + drawing.height <= 10_000.0, "{size}");
        assert!(drawing.height / drawing.width < 20.0 && drawing.width / drawing.height < 20.0);
        let texts: Vec<&str> = drawing.texts().collect();
        for round in &tree.rounds {
            assert!(texts.contains(&round.title.as_str()));
            for slot in round.matches.iter().flat_map(|one| &one.slots) {
                assert!(
                    texts.contains(&slot.name.as_str()),
                    "{} of {size}",
                    slot.name
                );
            }
        }
        if size <= 16 {
            png::png(&drawing, &fonts).expect("a picture");
        }
    }
}

#[test]
fn slots_nobody_has_reached_and_an_empty_tree_are_drawn_too() {
    let font = TinyFont::new();
    let fonts = font.fonts();
    let mut open = tree(8);
    open.champion = None;
    for round in &mut open.rounds[1..] {
        for one in &mut round.matches {
            one.slots = Default::default();
        }
    }
    for tree in [open, Bracket::default()] {
        let drawing = bracket(&tree, &fonts).expect("a tree");
        let picture = png::png(&drawing, &fonts).expect("a picture");
        assert_eq!(
            Draft::Tree(tree.clone()).make(Some(&fonts)),
            Ok(vec![picture])
        );
        assert_eq!(Draft::Tree(tree).make(None), Err(RenderError::NoFont));
    }
}

/// A rectangle: left, top, right, bottom.
type Area = [f32; 4];

fn is_inside(inner: Area, outer: Area) -> bool {
    let near = 0.6;
    inner[0] >= outer[0] - near
        && inner[1] >= outer[1] - near
        && inner[2] <= outer[2] + near
        && inner[3] <= outer[3] + near
}

fn is_apart(one: Area, other: Area) -> bool {
    one[2] <= other[0] || other[2] <= one[0] || one[3] <= other[1] || other[3] <= one[1]
}

/// Checks that nothing on the page is cut off or stands on something else; returns the boxes of the matches.
fn matches_on(drawing: &Drawing, fonts: &Fonts) -> Vec<Area> {
    let setter = Typesetter::new(fonts).expect("a font");
    let page = [0.0, 0.0, drawing.width, drawing.height];
    let (mut boxes, mut texts) = (Vec::new(), Vec::new());
    for mark in &drawing.marks {
        match mark {
            Mark::Box {
                x,
                y,
                width,
                height,
                corner,
                ..
            } => {
                let area = [*x, *y, x + width, y + height];
                assert!(is_inside(area, page), "{mark:?}");
                if *corner == 8.0 {
                    boxes.push(area);
                }
            }
            Mark::Text {
                x,
                y,
                size,
                strong,
                text,
                ..
            } => {
                let wide = setter.width(text, *size, *strong);
                let area = [*x, y - size * 0.8, x + wide, y + size * 0.2];
                assert!(is_inside(area, page), "{mark:?}");
                texts.push(area);
            }
        }
    }
    for (at, one) in boxes.iter().enumerate() {
        assert!(boxes[at + 1..].iter().all(|other| is_apart(*one, *other)));
    }
    for (at, one) in texts.iter().enumerate() {
        assert!(texts[at + 1..].iter().all(|other| is_apart(*one, *other)));
        let holds = |area: &&Area| is_inside(*one, **area);
        let touches = |area: &&Area| !is_apart(*one, **area);
        // In a match, or clear of all of them.
        assert_eq!(boxes.iter().find(holds), boxes.iter().find(touches));
    }
    boxes
}

#[test]
fn on_paper_every_size_is_whole_and_names_everyone() {
    let font = TinyFont::new();
    let fonts = font.fonts();
    for size in [2, 4, 8, 16, 32, 64] {
        let mut tree = tree(size);
        tree.champion = Some("128 𠮷田阿卜杜拉买买提江一二".to_owned());
        for round in &mut tree.rounds {
            round.title = "淘汰赛第3轮（半决赛）".to_owned();
            for slot in round.matches.iter_mut().flat_map(|one| &mut one.slots) {
                slot.number = Some(188);
                // Twelve letters.
                slot.name = format!("𠮷田阿卜杜拉{:>6}", slot.name.replace("棋手", ""));
                slot.score = "12 4 0".to_owned();
            }
        }
        let drawings = pages(&tree, &fonts).expect("pages");
        assert_eq!(drawings.len(), if size > 32 { 3 } else { 1 }, "{size}");
        let mut drawn = 0;
        for drawing in &drawings {
            let (short, long) = if drawing.width < drawing.height {
                (drawing.width, drawing.height)
            } else {
                (drawing.height, drawing.width)
            };
            assert!((long / short - 297.0 / 210.0).abs() < 0.001, "{size}");
            // 28 units of letters are at least 2.5 millimetres.
            assert!(28.0 / short * 210.0 >= 2.5, "{size}: {short}");
            drawn += matches_on(drawing, &fonts).len();
            for text in drawing.texts().filter(|text| text.starts_with('𠮷')) {
                let is_whole = text.chars().count() == 12;
                assert!(is_whole || text.ends_with('…'), "{text}");
                assert!(text.chars().count() >= 6, "{text}");
            }
        }
        // The quarter-finals and semi-finals of a large one stand on two pages.
        let twice = if size > 32 { 4 + 2 } else { 0 };
        assert_eq!(drawn, size - 1 + twice, "{size}");
        let last = drawings.last().expect("a page");
        assert!(last.texts().any(|text| text.starts_with("冠军　128 𠮷田")));
        // A picture is the same tree.
        let picture = bracket(&tree, &fonts).expect("a picture");
        assert_eq!(matches_on(&picture, &fonts).len(), size - 1);
    }
}

#[test]
fn a_file_to_print_has_the_tree_in_the_place_of_its_table() {
    let font = TinyFont::new();
    let fonts = font.fonts();
    let mut sheet = Sheet {
        title: "淘汰赛对阵".to_owned(),
        tree: Some(Box::new(tree(64))),
        ..Sheet::default()
    };
    let printed = |sheet: &Sheet| {
        let file = Draft::File {
            form: FileForm::Pdf,
            sheets: vec![sheet.clone()],
        };
        let bytes = file.make(Some(&fonts)).expect("a file").remove(0);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        text.matches("/MediaBox").count()
    };
    assert_eq!(printed(&sheet), 3);
    sheet.tree = None;
    assert_eq!(printed(&sheet), 1);
}
