//! Tests of the ends of games on the board, and of rejected moves.

use dolmen::board::{BoardSize, Position};
use dolmen::protocol::coordinate::Coordinate;
use dolmen::rules::Rule;

use super::{check, verdict};
use crate::record::{Reason, Score};

fn position(size: usize, moves: &str) -> Position {
    let mut position = Position::new(BoardSize::square(size));
    for text in moves.split_whitespace() {
        position.play(text.parse().expect("the name is a point")).expect("the point is empty");
    }
    position
}

/// Checks the loss that a move causes, or `None`.
fn check_move(rule: Rule, moves: &str, at: (i64, i64), loss: Option<(Reason, &str)>) {
    let at = Coordinate { x: at.0, y: at.1 };
    let found = check(&position(15, moves), at, rule).err();
    let found = found.as_ref().map(|fault| (fault.reason, fault.detail.as_str()));
    assert_eq!(found, loss, "{rule} {moves} {at}");
}

#[test]
fn moves() {
    let cross = "g8 a1 f8 a3 h7 a5 h6 a7";
    let outside = |text| Some((Reason::Illegal, text));
    check_move(Rule::Standard, "", (7, 7), None);
    check_move(Rule::Standard, "", (15, 0), outside("played 15,0, which is off the board"));
    check_move(Rule::Standard, "", (0, -1), outside("played 0,-1, which is off the board"));
    let occupied = Some((Reason::Illegal, "played 7,7, which is occupied"));
    check_move(Rule::Standard, "h8", (7, 7), occupied);
    let foul = Some((Reason::Foul, "played 7,7, a double three"));
    check_move(Rule::Standard, cross, (7, 7), None);
    check_move(Rule::Renju, cross, (7, 7), foul);
    check_move(Rule::Omok, cross, (7, 7), foul);
    let white = "a1 g8 a3 f8 a5 h7 a7 h6 a9";
    check_move(Rule::Renju, white, (7, 7), None);
    check_move(Rule::Omok, white, (7, 7), foul);
    let overline = "c8 a1 d8 a3 e8 a5 g8 a7 h8 a9";
    check_move(Rule::Renju, overline, (5, 7), Some((Reason::Foul, "played 5,7, an overline")));
}

/// Checks how a game ended.
fn check_end(rule: Rule, moves: &str, draw_after: Option<usize>, end: Option<(Score, Reason)>) {
    assert_eq!(verdict(&position(15, moves), rule, draw_after), end, "{rule} {moves}");
}

#[test]
fn ends() {
    let five = "a1 h8 b1 h9 c1 h10 d1 h11 e1";
    for rule in Rule::ALL {
        check_end(rule, five, Some(9), Some((Score::Black, Reason::Five)));
    }
    check_end(Rule::Standard, "a1 h8 b1 h9", Some(4), Some((Score::Draw, Reason::MoveLimit)));
    check_end(Rule::Standard, "a1 h8 b1 h9", Some(5), None);
    let six = "a1 h8 b1 h9 c1 h10 e1 h12 f1 k1 d1";
    check_end(Rule::Freestyle, six, None, Some((Score::Black, Reason::Five)));
    check_end(Rule::Standard, six, None, None);
    check_end(Rule::Caro, six, None, None);
    check_end(Rule::Caro6, six, None, Some((Score::Black, Reason::Five)));
    let closed = "b1 a1 c1 g1 d1 h9 e1 h10 f1";
    check_end(Rule::Standard, closed, None, Some((Score::Black, Reason::Five)));
    check_end(Rule::Caro, closed, None, None);
    check_end(Rule::Caro6, closed, None, None);
}

#[test]
fn full_boards_are_drawn() {
    // Rows in which pairs alternate hold no five in any direction.
    let size = BoardSize::square(5);
    let of_black = |column: usize, row: usize| (column / 2 + row).is_multiple_of(2);
    let mut position = Position::new(size);
    let (black, white): (Vec<_>, Vec<_>) =
        size.points().partition(|point| of_black(point.column(), point.row()));
    for (color, points) in dolmen::board::Color::ALL.into_iter().zip([black, white]) {
        for point in points {
            assert_eq!(verdict(&position, Rule::Standard, None), None);
            position.place(point, color).expect("the point is empty");
        }
    }
    let draw = Some((Score::Draw, Reason::BoardFull));
    assert_eq!(verdict(&position, Rule::Standard, None), draw);
}

#[test]
fn black_without_an_allowed_point_draws() {
    // Black's row of six lacks one stone, and no other point is empty.
    let mut position = Position::new(BoardSize::square(6));
    let hole = position.size().point(2, 0).expect("on the board");
    for point in position.size().points().filter(|&point| point != hole) {
        let is_black = point.row() == 0;
        let (column, row) = (point.column(), point.row());
        let color = if is_black || (column / 2 + row).is_multiple_of(2) && row > 1 {
            dolmen::board::Color::Black
        } else {
            dolmen::board::Color::White
        };
        position.place(point, color).expect("the point is empty");
    }
    position.set_side_to_move(dolmen::board::Color::Black);
    let last = position.last_move().expect("the position has stones");
    assert_eq!(last.point.row(), 5);
    assert_eq!(verdict(&position, Rule::Renju, None), Some((Score::Draw, Reason::BoardFull)));
    assert_eq!(verdict(&position, Rule::Standard, None), None);
}
