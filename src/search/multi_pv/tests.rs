//! Tests that multi-PV finds distinct variations in order, and leaves blocked points free.

use crate::board::{Bitboard, BoardSize, Color, Point, Position, diagram};
use crate::eval::Score;
use crate::rules::Rule;
use crate::search::{
    Control, Detail, Limits, Memory, Observer, Progress, Request, SearchResult, search,
};
use crate::tests::position;

/// An observer that records everything.
#[derive(Default)]
struct Recorder {
    variations: Vec<Progress>,
    details: Vec<Detail>,
}

impl Observer for Recorder {
    fn progress(&mut self, progress: &Progress) {
        self.variations.truncate(progress.rank);
        self.variations.push(progress.clone());
    }

    fn detail(&mut self, detail: Detail) {
        self.details.push(detail);
    }
}

/// Searches a position and returns the result with the record.
fn think(position: &Position, request: &Request) -> (SearchResult, Recorder) {
    let (mut recorder, control) = (Recorder::default(), Control::without_clock());
    let mut memory = Memory::new(1 << 20);
    let rule = Rule::Freestyle;
    let result = search(position, rule, &mut memory, request, &control, &mut recorder);
    (result.expect("a point is empty"), recorder)
}

fn with_multi_pv(multi_pv: usize) -> Request {
    let limits = Limits { depth: Some(6), ..Limits::unlimited() };
    Request { multi_pv, ..Request::new(limits) }
}

#[test]
fn variations_are_ranked_and_differ() {
    let position = position("15x15 h8 i9 h10 h9 j9 g8");
    let (result, record) = think(&position, &with_multi_pv(4));
    assert_eq!(record.variations.len(), 4);
    let moves: Bitboard =
        record.variations.iter().map(|variation| variation.principal_variation[0]).collect();
    assert_eq!(moves.len(), 4, "no move has two variations");
    assert!(record.variations.is_sorted_by(|a, b| a.score >= b.score));
    assert_eq!(result.best, record.variations[0].principal_variation[0]);
    assert_eq!(result.summary.score, record.variations[0].score);
    for (rank, variation) in record.variations.iter().enumerate() {
        assert_eq!((variation.rank, variation.depth), (rank, 6));
    }
}

#[test]
fn there_are_no_more_variations_than_moves() {
    let four = "X X X X . O
                . . . . . .
                . . O O . .
                . . . . . .
                . O . . . .
                . . . . . .";
    let mut diagram = diagram::parse(four).expect("a board");
    diagram.set_side_to_move(Color::White);
    let (result, record) = think(&diagram, &with_multi_pv(5));
    assert_eq!((result.best, record.variations.len()), (Point::new(4, 0), 1));
}

#[test]
fn a_win_that_needs_no_search_is_the_first_of_several() {
    let four = ". . . . . . .
                . X X X X . .
                . O . O . O .
                . . . O . . .
                . . . . . . .
                . . . . . . .
                . . . . . . .";
    let position = diagram::parse(four).expect("a board");
    let (result, record) = think(&position, &with_multi_pv(3));
    let fives = [Point::new(0, 1), Point::new(5, 1)];
    assert!(fives.contains(&result.best));
    let scores: Vec<Score> = record.variations.iter().map(|variation| variation.score).collect();
    assert_eq!(scores[..2], [Score::win_in(1), Score::win_in(1)]);
    assert!(scores[2] < scores[1]);
}

#[test]
fn blocked_points_are_chosen_only_if_no_other_is_left() {
    let four = ". . . . .
                X X X X .
                O O . O .
                . . . . .
                . . . . .";
    let mut position = diagram::parse(four).expect("a board");
    let five = Bitboard::from_iter([Point::new(4, 1)]);
    for color in Color::ALL {
        position.set_side_to_move(color);
        for (blocked, is_played) in [(Bitboard::EMPTY, true), (five, false)] {
            let (result, _) = think(&position, &Request { blocked, ..with_multi_pv(1) });
            assert_eq!(five.contains(result.best), is_played, "{color} {}", result.best);
        }
        let request = Request { blocked: position.empty(), ..with_multi_pv(1) };
        assert!(five.contains(think(&position, &request).0.best));
    }
    let board = Position::new(BoardSize::square(9));
    let blocked = Bitboard::from_iter([board.geometry().center()]);
    let (result, _) = think(&board, &Request { blocked, ..with_multi_pv(1) });
    assert!(!blocked.contains(result.best));
}

#[test]
fn each_move_that_is_entered_is_left() {
    let position = position("15x15 h8 i9 h10 h9 j9 g8");
    let (_, record) = think(&position, &with_multi_pv(1));
    let mut entered = None;
    let mut iterations = 0;
    for detail in record.details {
        entered = match detail {
            Detail::Iteration => {
                iterations += 1;
                assert_eq!(entered, None);
                None
            }
            Detail::Entered(point) => Some(point),
            Detail::Left(point) | Detail::Lost(point) => {
                assert_eq!(entered, Some(point));
                None
            }
            Detail::Solving(_) | Detail::Proving(_) => panic!("nothing is to be proved"),
        };
    }
    assert_eq!(iterations, 6);
}
