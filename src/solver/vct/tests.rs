//! Tests that zones contain every point that matters, and that a search can be continued.

use crate::board::BoardSize;
use crate::rules::Rule;
use crate::solver::vct::zone::Zone;
use crate::solver::{Proof, Vcf, Vct};
use crate::tests::random_position;
use crate::threats::{Threat, ThreatBoard};

/// Returns random positions under each rule in turn, on boards of different sizes.
fn positions(first_seed: u64, count: usize) -> impl Iterator<Item = (u64, Rule, ThreatBoard)> {
    (first_seed..).zip(Rule::ALL.into_iter().cycle()).take(count).map(|(seed, rule)| {
        let mut random = fastrand::Rng::with_seed(seed);
        let size = BoardSize::square(random.usize(6..=9));
        let position = random_position(&mut random, rule, size);
        (seed, rule, ThreatBoard::new(&position, rule))
    })
}

#[test]
fn moves_outside_the_zone_lose_to_fours() {
    let mut zones = 0;
    for (seed, rule, mut board) in positions(40_000, 3_000) {
        let defender = board.side_to_move();
        let mut solver = Vct::new(1 << 10);
        solver.attacker = !defender;
        if board.count(defender, Threat::Five) + board.count(!defender, Threat::Five) > 0 {
            continue;
        }
        let Zone::Points(zone) = solver.threat_zone(&mut board) else { continue };
        zones += 1;
        let outside = board.position().empty() - zone;
        for reply in board.legal(defender, outside) {
            board.play(reply);
            let proof = Vcf::new(10).solve(&mut board, 100_000);
            board.undo();
            assert!(
                proof.is_win(),
                "seed {seed} {rule}: {reply} against {proof:?}\n{}",
                board.position(),
            );
        }
    }
    assert!(zones > 250, "{zones} zones");
}

#[test]
fn another_call_continues_the_search() {
    let mut wins = 0;
    for (seed, rule, mut board) in positions(60_000, 300) {
        let mut whole = Vct::new(1 << 20);
        let Proof::Win(_) = whole.solve(&mut board, 20_000) else { continue };
        wins += 1;
        let mut parts = Vct::new(1 << 20);
        let mut calls = 0;
        while !parts.solve(&mut board, 100).is_win() {
            calls += 1;
            assert!(calls < 1_000, "seed {seed} {rule}\n{}", board.position());
        }
        // A solved position stays solved.
        assert!(parts.solve(&mut board, 100).is_win(), "seed {seed} {rule}");
    }
    assert!(wins > 30, "{wins} wins");
}

#[test]
fn verdicts_have_three_values() {
    let position = crate::board::Position::new(BoardSize::square(9));
    let mut board = ThreatBoard::new(&position, Rule::Freestyle);
    assert_eq!(Vct::new(1 << 10).solve(&mut board, 1_000), Proof::NoWin);
    let unknown = positions(60_000, 300)
        .any(|(_, _, mut board)| matches!(Vct::new(1 << 10).solve(&mut board, 10), Proof::Unknown));
    assert!(unknown, "a budget of ten positions is too small for some position");
}
