//! Tests that first moves and shortest wins agree with the slow definition of wins by fours, and with solutions of
//! the positions after them.

use crate::board::BoardSize;
use crate::rules::Rule;
use crate::solver::tests::{fives, wins_by_fours, wins_with_four};
use crate::solver::{FirstMoves, Proof, ShortestVcf, Vcf, Vct};
use crate::tests::random_position;
use crate::threats::{Threat, ThreatBoard};

#[test]
fn fours_agree_with_the_slow_definition() {
    let (mut winning, mut losing, mut long) = (0, 0, 0);
    for (seed, rule) in (0..).zip(Rule::ALL.into_iter().cycle()).take(300) {
        let mut random = fastrand::Rng::with_seed(seed);
        let size = BoardSize::square(random.usize(6..=7));
        let mut position = random_position(&mut random, rule, size);
        let mut board = ThreatBoard::new(&position, rule);
        let shortest = (0..4).find(|&fours| wins_by_fours(&mut position, rule, fours));
        let found = ShortestVcf::new(1_000_000).moves(&mut board, 4);
        assert_eq!(found, shortest.map(|fours| fours + 1), "seed {seed} {rule}\n{position}");
        long += usize::from(found.is_some_and(|moves| moves > 2));
        if !fives(&position, rule, position.side_to_move()).is_empty() {
            continue;
        }
        let mut solver = Vcf::new(12);
        for point in solver.first_moves(&mut board) {
            let proof = solver.solve_after(&mut board, point, 1_000_000);
            // Seven fours are more than fit on these boards.
            let wins = wins_with_four(&mut position, rule, point, 7);
            assert_eq!(proof.is_win(), wins, "seed {seed} {rule} {point}\n{position}");
            winning += usize::from(wins);
            losing += usize::from(!wins);
        }
    }
    assert!(winning > 50 && losing > 100 && long > 5, "{winning} {losing} {long}");
}

#[test]
fn a_first_threat_wins_if_every_reply_loses() {
    check_first_threats(45);
}

#[test]
#[ignore = "slow: the full sample"]
fn first_threats_of_many_boards_win_if_every_reply_loses() {
    check_first_threats(90);
}

/// Checks the first threats of some random boards.
fn check_first_threats(boards: usize) {
    let (mut winning, mut losing) = (0, 0);
    for (seed, rule) in (0..).zip(Rule::ALL.into_iter().cycle()).take(boards) {
        let mut random = fastrand::Rng::with_seed(seed);
        let size = BoardSize::square(random.usize(7..=8));
        let position = random_position(&mut random, rule, size);
        let mut board = ThreatBoard::new(&position, rule);
        let attacker = board.side_to_move();
        if board.count(attacker, Threat::Five) > 0 {
            continue;
        }
        let mut solver = Vct::new(1 << 20);
        for point in solver.first_moves(&mut board) {
            let proof = solver.solve_after(&mut board, point, 20_000);
            if let Proof::Win(variation) = &proof {
                winning += 1;
                board.play(point);
                let replies = board.position().empty();
                for reply in board.legal(!attacker, replies) {
                    board.play(reply);
                    let after = Vct::new(1 << 20).solve(&mut board, 200_000);
                    assert!(after.is_win(), "seed {seed} {rule} {point} {reply}");
                    board.undo();
                }
                let is_legal = variation.first().is_some_and(|reply| replies.contains(*reply));
                assert!(is_legal, "seed {seed} {rule} {point} {variation:?}");
                board.undo();
            }
            losing += usize::from(proof == Proof::NoWin);
        }
    }
    assert!(winning > 2 * boards / 9 && losing > 10 * boards / 9, "{winning} {losing}");
}

#[test]
fn too_few_positions_tell_nothing() {
    let mut random = fastrand::Rng::with_seed(3);
    let position = random_position(&mut random, Rule::Freestyle, BoardSize::square(15));
    let mut board = ThreatBoard::new(&position, Rule::Freestyle);
    assert_eq!(ShortestVcf::new(0).moves(&mut board, 9), None);
}
