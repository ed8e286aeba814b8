//! Tests of the built-in sets, and of the choice of a set for a board of another size.

use std::collections::HashSet;

use dolmen::board::{BoardSize, Point};
use dolmen::rules::Rule;
use sha2::{Digest, Sha256};

use super::{built_in, sets};
use crate::openings::testing::groups;
use crate::openings::{Opening, OpeningStyle};
use crate::openings::{check, shape};

/// Every square board from 5×5 to 22×22, and a rectangle for each side.
fn boards() -> impl Iterator<Item = BoardSize> {
    let boards = (5..=22).flat_map(|side| [(side, side), (side, 27 - side)]);
    boards.map(|(width, height)| {
        BoardSize::new(width, height).expect("a board has 5 to 22 columns and rows")
    })
}

/// Returns the number of lines between a stone and the nearest edge.
fn to_edge(point: Point, size: BoardSize) -> usize {
    let across = point.column().min(size.width() - 1 - point.column());
    let down = point.row().min(size.height() - 1 - point.row());
    across.min(down)
}

fn check_set(style: OpeningStyle, rule: Rule, least: usize, options: &str) {
    for set in sets(style, rule) {
        let size = BoardSize::square(set.side);
        let name = format!("{style} {rule} {}", set.side);
        let openings = built_in(style, rule, size);
        let lines = set.text.lines().filter(|line| !line.starts_with('#')).count();
        assert_eq!(openings.len(), lines, "every opening of {name} can be played");
        assert!(lines >= least, "{name} has {lines}");
        let shapes: HashSet<_> = openings.iter().map(|opening| shape(opening, size)).collect();
        assert_eq!(shapes.len(), lines, "{name} repeats itself");
        let command = format!("tournament openings --rule {rule} --size {}{options} ", set.side);
        assert!(set.text.contains(&command), "{name} does not name its command");
    }
}

#[test]
fn every_set_is_whole() {
    for rule in Rule::ALL {
        check_set(OpeningStyle::Middle, rule, 50, "");
        check_set(OpeningStyle::Contest, rule, 40, " --style contest");
    }
}

#[test]
fn every_board_has_openings_that_can_be_played() {
    for style in OpeningStyle::ALL {
        for rule in Rule::ALL {
            for size in boards() {
                let openings = built_in(style, rule, size);
                assert!(!openings.is_empty(), "{style} {rule} {size}");
                for opening in openings {
                    let name = &opening.name;
                    assert_eq!(check(&opening, size, rule), Ok(()), "{rule} {size} {name}");
                }
            }
        }
    }
}

#[test]
fn other_boards_get_the_nearest_set() {
    let check = |style, rule, width, height, first: &str| {
        let size = BoardSize::new(width, height).expect("a board has 5 to 22 columns and rows");
        assert_eq!(built_in(style, rule, size)[0].name, first, "{style} {rule} {size}");
    };
    let [middle, contest] = OpeningStyle::ALL;
    check(middle, Rule::Standard, 15, 15, "middle-standard-15:1");
    check(middle, Rule::Standard, 17, 22, "middle-standard-15:1");
    check(middle, Rule::Standard, 19, 20, "middle-standard-20:1");
    check(middle, Rule::Omok, 19, 19, "middle-omok-19:1");
    check(middle, Rule::Omok, 22, 22, "middle-omok-19:1");
    check(contest, Rule::Renju, 15, 15, "contest-renju-15:1");
    check(contest, Rule::Freestyle, 20, 20, "contest-freestyle-20:1");
    check(contest, Rule::Omok, 22, 22, "contest-omok-19:1");
    for style in OpeningStyle::ALL {
        assert!(built_in(style, Rule::Renju, BoardSize::square(19)).len() >= 40);
    }
}

/// On all boards with room for them, more than half of the openings of contests have a stone near an
/// edge, but not all.
#[test]
fn openings_of_contests_keep_to_the_edges() {
    for rule in Rule::ALL {
        for side in 12..=22 {
            let size = BoardSize::square(side);
            let openings = built_in(OpeningStyle::Contest, rule, size);
            let is_near =
                |opening: &&Opening| opening.moves.iter().any(|&point| to_edge(point, size) <= 1);
            let near = openings.iter().filter(is_near).count();
            assert!(2 * near > openings.len(), "{rule} {size}: {near} of {}", openings.len());
            assert!(near < openings.len(), "{rule} {size}: all at the edge");
        }
    }
}

/// The stones of an opening of a contest form one to three groups, at least five king's moves
/// apart, and sets have openings with each number of groups.
#[test]
fn openings_of_contests_have_one_to_three_groups() {
    for rule in Rule::ALL {
        for set in sets(OpeningStyle::Contest, rule) {
            let openings = built_in(OpeningStyle::Contest, rule, BoardSize::square(set.side));
            let counts = openings.iter().map(|opening| groups(&opening.moves, 5).len());
            let counts: HashSet<usize> = counts.collect();
            assert_eq!(counts, HashSet::from([1, 2, 3]), "{rule} {}", set.side);
        }
    }
}

/// Tournaments play the sets round the middle unless an option names other openings. The openings are
/// part of a tournament's identity: a change to them would make files of results useless.
#[test]
fn the_usual_openings_stay_as_they_are() {
    let mut hasher = Sha256::new();
    for rule in Rule::ALL {
        for size in boards() {
            for opening in built_in(OpeningStyle::default(), rule, size) {
                let moves: String = opening.moves.iter().map(Point::to_string).collect();
                hasher.update(format!("{rule} {size} {moves}\n"));
            }
        }
    }
    let hash: String = hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(hash, "55b3bc6bdc875cc73a923e3f9694dd5d85f2781b2a32122b5959719e25af9d44");
}
