//! Tests that the stones that the search chooses make a position fair.

use crate::board::{Bitboard, BoardSize, Position};
use crate::eval::{Score, score};
use crate::rules::Rule;
use crate::search::tests::think;
use crate::search::{Balance, BalanceResult, Control, Limits, Memory, Request, Silent, balance};
use crate::tests::position;

fn to_depth(depth: u32) -> Request {
    Request::new(Limits { depth: Some(depth), ..Limits::unlimited() })
}

fn balanced(position: &Position, choice: Balance, request: &Request) -> Option<BalanceResult> {
    let control = Control::without_clock();
    let mut memory = Memory::new(1 << 20);
    balance(position, Rule::Freestyle, &mut memory, choice, request, &control, &mut Silent)
}

#[test]
fn the_stones_come_nearest_to_the_bias() {
    for moves in ["h8", "h8 i9 h10", "h8 i9 h10 h9 j9 g8"] {
        let position = position(&format!("15x15 {moves}"));
        let best = think(&position, Rule::Freestyle, &to_depth(5), &mut Memory::new(1 << 20));
        let best = best.summary.score.value();
        for (is_pair, bias) in [(false, 0), (false, -60), (true, 0), (true, 40)] {
            let choice = Balance { is_pair, bias: Score::new(bias) };
            let result = balanced(&position, choice, &to_depth(5)).expect("there is room");
            let stones: Bitboard = result.stones.iter().copied().collect();
            assert_eq!(stones.len(), if is_pair { 2 } else { 1 });
            assert!(stones.is_subset(&position.empty()));
            assert_eq!(result.summary.principal_variation[..stones.len()], result.stones);
            let off = (result.summary.score.value() - bias).abs();
            // Searches with different windows differ by a few percent of a win.
            assert!(
                off <= (best - bias).abs() + score::UNITS / 4,
                "{moves}: {best} {choice:?} {result:?}"
            );
        }
    }
}

#[test]
fn blocked_points_stay_free_and_full_boards_have_no_answer() {
    let empty = Position::new(BoardSize::square(9));
    let choice = Balance { is_pair: true, bias: Score::DRAW };
    let blocked = Bitboard::from_iter([empty.geometry().center()]);
    let result = balanced(&empty, choice, &Request { blocked, ..to_depth(2) }).expect("room");
    assert!(result.stones.iter().all(|&stone| !blocked.contains(stone)));

    let mut full = Position::new(BoardSize::square(5));
    for point in full.size().points().skip(1) {
        full.block(point).expect("an empty point");
    }
    assert_eq!(balanced(&full, choice, &to_depth(2)), None);
    let one = Balance { is_pair: false, ..choice };
    assert_eq!(balanced(&full, one, &to_depth(2)).expect("room").stones.len(), 1);
}
