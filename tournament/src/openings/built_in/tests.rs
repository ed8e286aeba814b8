//! The sets as they are, and what other boards get of them.

use std::collections::HashSet;

use dolmen::board::BoardSize;
use dolmen::rules::Rule;

use super::{built_in, sets};
use crate::openings::{check, shape};

#[test]
fn every_set_is_whole() {
    for rule in Rule::ALL {
        for &(side, text) in sets(rule) {
            let size = BoardSize::square(side);
            let openings = built_in(rule, size);
            let lines = text.lines().filter(|line| !line.starts_with('#')).count();
            assert_eq!(openings.len(), lines, "every opening of {rule} {side} can be played");
            assert!(lines >= 50, "{rule} {side} has {lines}");
            let shapes: HashSet<_> = openings.iter().map(|opening| shape(opening, size)).collect();
            assert_eq!(shapes.len(), lines, "{rule} {side} repeats itself");
            let command = format!("tournament openings --rule {rule} --size {side} ");
            assert!(text.contains(&command), "{rule} {side} does not tell its command");
        }
    }
}

#[test]
fn every_board_has_openings_that_can_be_played() {
    for rule in Rule::ALL {
        for (width, height) in (5..=22).flat_map(|side| [(side, side), (side, 27 - side)]) {
            let size = BoardSize::new(width, height).expect("in range");
            let openings = built_in(rule, size);
            assert!(!openings.is_empty(), "{rule} {size}");
            for opening in openings {
                assert_eq!(check(&opening, size, rule), Ok(()), "{rule} {size} {}", opening.name);
            }
        }
    }
}

#[test]
fn other_boards_get_the_nearest_set() {
    let check = |rule, width, height, first: &str| {
        let size = BoardSize::new(width, height).expect("in range");
        assert_eq!(built_in(rule, size)[0].name, first, "{rule} {size}");
    };
    check(Rule::Standard, 15, 15, "standard-15:1");
    check(Rule::Standard, 17, 22, "standard-15:1");
    check(Rule::Standard, 19, 20, "standard-20:1");
    check(Rule::Omok, 19, 19, "omok-19:1");
    check(Rule::Omok, 22, 22, "omok-19:1");
    assert!(built_in(Rule::Renju, BoardSize::square(19)).len() >= 50);
}
