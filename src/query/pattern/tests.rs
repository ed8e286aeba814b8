//! Line queries against a plain scan of every cell.

use crate::board::{Bitboard, BoardSize, Color, Direction, Point, Position, View};
use crate::query::{Letter, LineQuery, Orientation, ParseLineQueryError};
use crate::tests::sizes;

/// Returns whether the cell `steps` away from a point satisfies a letter.
fn fits(position: &Position, color: Color, letter: Letter, cell: Option<Point>) -> bool {
    let stone = cell.and_then(|point| position.color_at(point));
    match letter {
        Letter::Own => stone == Some(color),
        Letter::Opponent => stone == Some(!color),
        Letter::Empty => cell.is_some_and(|point| position.is_empty_at(point)),
        Letter::Edge => cell.is_none(),
        Letter::OpponentOrEdge => cell.is_none() || stone == Some(!color),
        Letter::NotOwn => stone != Some(color),
        Letter::Any => true,
    }
}

/// Returns the anchors of all matches and the points under cells with these letters.
fn scan(
    query: &LineQuery,
    (position, color): (&Position, Color),
    direction: Direction,
    orientation: Orientation,
    letters: &[Letter],
) -> (Bitboard, Bitboard) {
    let size = position.size();
    let first = query
        .letters()
        .iter()
        .position(|letter| [Letter::Own, Letter::Opponent, Letter::Empty].contains(letter))
        .expect("a query has a cell on the board") as i32;
    let (mut anchors, mut cells) = (Bitboard::EMPTY, Bitboard::EMPTY);
    for sense in orientation.senses() {
        for anchor in size.points() {
            let row = query.letters().iter().zip(0_i32..).map(|(&letter, index)| {
                (letter, anchor.offset(direction, sense * (index - first), size))
            });
            if row.clone().all(|(letter, cell)| fits(position, color, letter, cell)) {
                anchors.insert(anchor);
                cells |= row
                    .filter(|(letter, _)| letters.contains(letter))
                    .filter_map(|(_, cell)| cell)
                    .collect();
            }
        }
    }
    (anchors, cells)
}

/// Checks a query in every direction and orientation, for both colours, and returns the
/// number of matches.
fn check_scan(query: &LineQuery, position: &Position, letters: &[Letter]) -> usize {
    let mut count = 0;
    for color in Color::ALL {
        let view = View::new(position, color);
        for direction in Direction::ALL {
            for orientation in Orientation::ALL {
                let (anchors, cells) =
                    scan(query, (position, color), direction, orientation, letters);
                let at = || format!("{query} {color} {direction:?} {orientation:?}\n{position}");
                assert_eq!(query.matches(&view, direction, orientation), anchors, "{}", at());
                let spread = query.cells(&view, direction, orientation, letters);
                assert_eq!(spread, cells, "{letters:?} {}", at());
                count += anchors.len();
            }
        }
    }
    count
}

fn random_position(random: &mut fastrand::Rng, size: BoardSize) -> Position {
    let mut position = Position::new(size);
    let stones = random.u8(10..=90);
    for point in size.points() {
        if random.u8(0..100) < stones {
            match random.u8(0..20) {
                0..10 => position.place(point, Color::Black).expect("free"),
                10..19 => position.place(point, Color::White).expect("free"),
                _ => position.block(point).expect("free"),
            }
        }
    }
    position
}

/// Returns a random pattern, with frequent letters that make matches likely.
fn random_query(random: &mut fastrand::Rng) -> LineQuery {
    loop {
        let len = random.usize(1..=8);
        let text: String = (0..len)
            .map(|_| char::from(random.choice(*b"OOX__#xxoo...").expect("there are letters")))
            .collect();
        if let Ok(query) = text.parse() {
            return query;
        }
    }
}

#[test]
fn queries_agree_with_a_plain_scan() {
    let mut random = fastrand::Rng::with_seed(1);
    let mut count = 0;
    for size in sizes() {
        let position = random_position(&mut random, size);
        for _ in 0..4 {
            let query = random_query(&mut random);
            let letters: Vec<_> = Letter::ALL.into_iter().filter(|_| random.bool()).collect();
            count += check_scan(&query, &position, &letters);
        }
    }
    assert!(count > 100_000, "{count} matches are too few");
}

#[test]
fn cells_behind_the_edge_are_not_the_far_side() {
    // On the widest board, the cell two steps to the left of a row has the index of the last
    // point of the row above.
    let size = BoardSize::square(BoardSize::MAX);
    let mut position = Position::new(size);
    for column in 0..3 {
        position.place(Point::new(column, 5), Color::Black).expect("free");
    }
    for text in ["_.OOO", "__OOO", "_xOOO", "Xo_OOO", "..OOO", "#.OOO", "##OOO", "x#OOO_"] {
        let query: LineQuery = text.parse().expect("a pattern");
        check_scan(&query, &position, &Letter::ALL);
    }
    let view = View::new(&position, Color::Black);
    let count = |text: &str| {
        let query: LineQuery = text.parse().expect("a pattern");
        query.matches(&view, Direction::Horizontal, Orientation::Forward).len()
    };
    assert_eq!(count("_.OOO"), 0);
    assert_eq!(count("##OOO_"), 1);
}

#[test]
fn patterns_read_what_they_write() {
    for text in ["O", "_OOOO_", "xXo.#_OO", "...._xOoX#.OOO"] {
        match text.parse::<LineQuery>() {
            Ok(query) => assert_eq!(query.to_string(), text),
            Err(error) => assert_eq!(error, ParseLineQueryError::NoPoint(text.to_owned())),
        }
    }
    let check = |text: &str, message: &str| {
        let error = text.parse::<LineQuery>().expect_err("no pattern");
        assert_eq!(error.to_string(), message);
    };
    check("_O?O_", "invalid letter '?' in pattern \"_O?O_\": expected one of OX_#xo.");
    check("", "invalid pattern \"\": expected at least one of O, X and _");
    check("x.o", "invalid pattern \"x.o\": expected at least one of O, X and _");
    let long = "O".repeat(25);
    check(&long, &format!("invalid pattern {long:?}: expected at most 24 cells"));
}
