//! Several lines are as good as one alone, and blocked points stay free.

use crate::board::{Bitboard, BoardSize, Color, Point, Position, diagram};
use crate::eval::Score;
use crate::rules::Rule;
use crate::search::{Control, Detail, Limits, Memory, Observer, Progress, SearchResult, search};

/// Remembers all it is told.
#[derive(Default)]
struct Listener {
    lines: Vec<Progress>,
    details: Vec<Detail>,
}

impl Observer for Listener {
    fn progress(&mut self, progress: &Progress) {
        self.lines.truncate(progress.rank);
        self.lines.push(progress.clone());
    }

    fn detail(&mut self, detail: Detail) {
        self.details.push(detail);
    }
}

fn think(position: &Position, limits: &Limits) -> (SearchResult, Listener) {
    let (mut listener, control) = (Listener::default(), Control::default());
    let mut memory = Memory::new(1 << 20);
    let rule = Rule::Freestyle;
    let result = search(position, rule, &mut memory, (limits, &control), &mut listener);
    (result.expect("a point is empty"), listener)
}

fn position(moves: &str) -> Position {
    let mut position = Position::new(BoardSize::square(15));
    for name in moves.split(' ') {
        position.play(name.parse().expect("a point")).expect("an empty point");
    }
    position
}

fn with_lines(lines: usize) -> Limits {
    Limits { lines, depth: Some(6), ..Limits::unlimited() }
}

#[test]
fn lines_are_ranked_and_differ() {
    let position = position("h8 i9 h10 h9 j9 g8");
    let (result, heard) = think(&position, &with_lines(4));
    assert_eq!(heard.lines.len(), 4);
    let moves: Bitboard = heard.lines.iter().map(|line| line.principal_variation[0]).collect();
    assert_eq!(moves.len(), 4, "no move has two lines");
    assert!(heard.lines.is_sorted_by(|a, b| a.score >= b.score));
    assert_eq!(result.best, heard.lines[0].principal_variation[0]);
    assert_eq!(result.summary.score, heard.lines[0].score);
    for (rank, line) in heard.lines.iter().enumerate() {
        assert_eq!((line.rank, line.depth), (rank, 6));
    }
}

#[test]
fn there_are_no_more_lines_than_moves() {
    let four = "X X X X . O
                . . . . . .
                . . O O . .
                . . . . . .
                . O . . . .
                . . . . . .";
    let mut diagram = diagram::parse(four).expect("a board");
    diagram.set_side_to_move(Color::White);
    let (result, heard) = think(&diagram, &with_lines(5));
    assert_eq!((result.best, heard.lines.len()), (Point::new(4, 0), 1));
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
    let (result, heard) = think(&position, &with_lines(3));
    let fives = [Point::new(0, 1), Point::new(5, 1)];
    assert!(fives.contains(&result.best));
    let scores: Vec<Score> = heard.lines.iter().map(|line| line.score).collect();
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
            let (result, _) = think(&position, &Limits { blocked, ..with_lines(1) });
            assert_eq!(five.contains(result.best), is_played, "{color} {}", result.best);
        }
        let limits = Limits { blocked: position.empty(), ..with_lines(1) };
        assert!(five.contains(think(&position, &limits).0.best));
    }
    let board = Position::new(BoardSize::square(9));
    let blocked = Bitboard::from_iter([board.geometry().center()]);
    let (result, _) = think(&board, &Limits { blocked, ..with_lines(1) });
    assert!(!blocked.contains(result.best));
}

#[test]
fn each_move_that_is_entered_is_left() {
    let position = position("h8 i9 h10 h9 j9 g8");
    let (_, heard) = think(&position, &with_lines(1));
    let mut entered = None;
    let mut iterations = 0;
    for detail in heard.details {
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
        };
    }
    assert_eq!(iterations, 6);
}
