//! The tree of a knockout.

use qisai::render::bracket::{Bracket, BracketMatch, BracketRound, BracketSlot, bracket};
use qisai::render::draft::Draft;
use qisai::render::{RenderError, png};

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
