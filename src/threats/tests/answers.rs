//! Tests of forbidden points and of answers to threats, against the rules and brute force.

use crate::board::{Bitboard, BoardSize, Color};
use crate::rules::{Rule, forbidden, outcome};
use crate::tests::sizes;
use crate::threats::tests::random_game;
use crate::threats::{Threat, ThreatBoard};

#[test]
fn forbidden_points_are_those_of_the_rules() {
    let mut found = 0;
    for (seed, size) in (3_000..).zip(sizes()) {
        let mut random = fastrand::Rng::with_seed(seed);
        for rule in [Rule::Renju, Rule::Omok] {
            let plies = size.area().min(random.usize(10..70));
            let mut board = random_game(&mut random, (rule, size), plies, |_| {});
            for color in Color::ALL {
                let expected = forbidden::forbidden_points(board.position(), color, rule);
                let fast: Bitboard = board
                    .position()
                    .empty()
                    .iter()
                    .filter(|&point| board.is_forbidden(color, point))
                    .collect();
                assert_eq!(fast, expected, "seed {seed} {rule} {color}\n{}", board.position());
                found += expected.len();
            }
        }
    }
    assert!(found > 500, "{found} forbidden points");
}

/// Plays many short games, to reach boards with some class of threat.
fn boards_with(threat: Threat, mut check: impl FnMut(&mut ThreatBoard, Color, u64)) {
    let mut checked = 0;
    for seed in 4_000..8_000 {
        let mut random = fastrand::Rng::with_seed(seed);
        let rule = Rule::ALL[random.usize(0..6)];
        let size = BoardSize::square(random.usize(6..=15));
        let plies = random.usize(5..25);
        let mut board = random_game(&mut random, (rule, size), plies, |_| {});
        for color in Color::ALL {
            if board.count(color, threat) > 0 {
                check(&mut board, color, seed);
                checked += 1;
            }
        }
    }
    assert!(checked > 200, "{checked} boards");
}

#[test]
fn answers_to_five_leave_no_five() {
    boards_with(Threat::Five, |board, color, seed| {
        let mut expected = Bitboard::EMPTY;
        let mut position = board.position().clone();
        for point in board.position().empty() {
            position.place(point, !color).expect("the point is empty");
            if outcome::five_points(&position, color, board.rule()).is_empty() {
                expected.insert(point);
            }
            position.undo();
        }
        let answers = board.answers_to_five(color);
        assert_eq!(answers, expected, "seed {seed} {}\n{}", board.rule(), board.position());
    });
}

#[test]
fn answers_to_an_open_four_remove_all_open_fours() {
    boards_with(Threat::OpenFour, |board, color, seed| {
        let threats = board.points(color, Threat::OpenFour);
        let answers = board.answers_to_open_four(color);
        let mut expected = Bitboard::EMPTY;
        for point in board.position().empty() {
            board.place(point, !color);
            if threats.is_disjoint(&board.points(color, Threat::OpenFour)) {
                expected.insert(point);
            }
            board.undo();
        }
        assert_eq!(answers, expected, "seed {seed} {}\n{}", board.rule(), board.position());
    });
}
