//! Tests that the quick verdicts agree with brute force: a claimed win holds against every defence,
//! and a move that is left out loses.

use crate::board::{BoardSize, Color, Point, Position};
use crate::eval::Score;
use crate::rules::Rule;
use crate::search::quick::{Situation, answers_to_open_four, situation};
use crate::tests::random_point;
use crate::threats::{Threat, ThreatBoard};

/// Returns whether the side to move wins within `plies` against every defence with the moves
/// that this test tries.
fn wins(board: &mut ThreatBoard, plies: i32) -> bool {
    let attacker = board.side_to_move();
    if board.count(attacker, Threat::Five) > 0 {
        return true;
    }
    if plies < 3 {
        return false;
    }
    let mut moves = board.points(attacker, Threat::OpenFour);
    if plies >= 5 {
        moves |= board.points_of_any(attacker, &[Threat::DoubleThree, Threat::FourThree]);
    }
    moves.iter().any(|point| {
        if board.is_forbidden(attacker, point) {
            return false;
        }
        board.play(point);
        let won = loses(board, plies - 1);
        board.undo();
        won
    })
}

/// Returns whether the side to move loses within `plies` whatever it does.
fn loses(board: &mut ThreatBoard, plies: i32) -> bool {
    let mover = board.side_to_move();
    board.count(mover, Threat::Five) == 0
        && legal_moves(board).into_iter().all(|point| loses_after(board, point, plies))
}

/// Returns whether the side to move loses within `plies` after this move.
fn loses_after(board: &mut ThreatBoard, point: Point, plies: i32) -> bool {
    board.play(point);
    let lost = wins(board, plies - 1);
    board.undo();
    lost
}

fn legal_moves(board: &mut ThreatBoard) -> Vec<Point> {
    let (mover, empty) = (board.side_to_move(), board.position().empty());
    board.legal(mover, empty).iter().collect()
}

/// Returns a board after a few random moves without a five. Most of them are near others and
/// some are by the wrong side, so that threats arise.
fn random_board(random: &mut fastrand::Rng, rule: Rule) -> ThreatBoard {
    let size = BoardSize::square(random.usize(7..=10));
    let mut board = ThreatBoard::new(&Position::new(size), rule);
    for _ in 0..random.usize(8..26) {
        let point = random_point(random, &board).expect("the board is not full");
        let color = if random.u8(0..4) == 0 { Color::Black } else { board.side_to_move() };
        if board.threat(color, point) != Threat::Five && !board.is_forbidden(color, point) {
            board.place(point, color);
        }
    }
    board
}

/// Checks one board and returns the number of moves and verdicts that it had to check.
fn check(board: &mut ThreatBoard, about: &str) -> usize {
    let about = format!("{about} {}\n{}", board.rule(), board.position());
    let mover = board.side_to_move();
    let (answers, plies) = match situation(board, 0) {
        Situation::Free => return 0,
        Situation::Decided(score) if score.is_win() => {
            let plies = score.plies_to_end().expect("a win has a length");
            assert!(wins(board, plies), "no win in {plies}: {about}");
            return 1;
        }
        Situation::Decided(score) => {
            assert_eq!(score, Score::loss_in(2), "{about}");
            assert!(loses(board, 2), "no loss: {about}");
            return 1;
        }
        Situation::MustAnswerFive(answers) => (answers, 2),
        Situation::MustAnswerOpenFour => (answers_to_open_four(board).all, 4),
    };
    let empty = board.position().empty().iter();
    let others: Vec<Point> = empty.filter(|&point| !answers.contains(point)).collect();
    for &point in &others {
        let is_lost = board.is_forbidden(mover, point) || loses_after(board, point, plies);
        assert!(is_lost, "{point} does not lose: {about}");
    }
    others.len()
}

#[test]
fn omitted_moves_lose_and_claims_hold() {
    check_boards(2_000, 300);
}

#[test]
#[ignore = "slow: the full sample"]
fn omitted_moves_lose_on_many_boards() {
    check_boards(12_000, 2_000);
}

/// Checks random boards, at least `min_boards` of which must have moves or verdicts to check.
fn check_boards(samples: u64, min_boards: usize) {
    for rule in Rule::ALL {
        let (mut boards, mut checked) = (0, 0);
        for seed in 0..samples {
            let mut random = fastrand::Rng::with_seed(seed);
            let mut board = random_board(&mut random, rule);
            let count = check(&mut board, &format!("seed {seed}"));
            boards += usize::from(count > 0);
            checked += count;
        }
        assert!(boards > min_boards, "{rule}: {boards} boards, {checked} moves and verdicts");
    }
}
