//! VCT proofs hold against every legal reply, by the slow rules; zones hold all that
//! matters.

use std::collections::HashSet;

use crate::board::{BoardSize, Key};
use crate::eval::weights;
use crate::rules::{Rule, forbidden};
use crate::solver::tests::{fives, random_position};
use crate::solver::vct::zone::Zone;
use crate::solver::{Proof, Vcf, Vct};
use crate::threats::{Threat, ThreatBoard};

/// Plays a winner's moves against every legal reply.
struct Referee {
    rule: Rule,
    vcf: Vcf,
    vct: Vct,
    /// Positions found won, with the attacker to move.
    won: HashSet<Key>,
}

impl Referee {
    fn new(rule: Rule) -> Self {
        Self { rule, vcf: Vcf::new(14), vct: Vct::new(1 << 22), won: HashSet::new() }
    }

    /// # Errors
    /// If the side to move, said to win, does not; with the moves up to there.
    fn check(&mut self, board: &mut ThreatBoard) -> Result<(), String> {
        let attacker = board.side_to_move();
        if !fives(board.position(), self.rule, attacker).is_empty()
            || self.won.contains(&board.position().key())
        {
            return Ok(());
        }
        let proof = match self.vcf.solve(board, 20_000) {
            Proof::Win(line) => Proof::Win(line),
            _ => self.vct.solve(board, 200_000),
        };
        let Proof::Win(line) = proof else { return Err(format!("{proof:?}")) };
        let winning = line[0];
        if forbidden::forbidden(board.position(), winning, attacker, self.rule).is_some() {
            return Err(format!("{winning} is forbidden"));
        }
        board.play(winning);
        let result = self.check_replies(board).map_err(|error| format!("{winning} {error}"));
        board.undo();
        self.won.insert(board.position().key());
        result
    }

    fn check_replies(&mut self, board: &mut ThreatBoard) -> Result<(), String> {
        let defender = board.side_to_move();
        if !fives(board.position(), self.rule, defender).is_empty() {
            return Err("leaves a five".to_owned());
        }
        for reply in board.position().empty() {
            if forbidden::forbidden(board.position(), reply, defender, self.rule).is_some() {
                continue;
            }
            board.play(reply);
            let result = self.check(board).map_err(|error| format!("{reply} {error}"));
            board.undo();
            result?;
        }
        Ok(())
    }
}

/// Every rule in turn on boards of different sizes, with a position that has rows in it.
fn positions(first_seed: u64, count: usize) -> impl Iterator<Item = (u64, Rule, ThreatBoard)> {
    (first_seed..).zip(Rule::ALL.into_iter().cycle()).take(count).map(|(seed, rule)| {
        let mut random = fastrand::Rng::with_seed(seed);
        let size = BoardSize::square(random.usize(6..=9));
        let position = random_position(&mut random, rule, size);
        (seed, rule, ThreatBoard::new(&position, weights::tables(rule)))
    })
}

#[test]
fn proofs_hold_against_every_reply() {
    let (mut fours, mut threats) = (0, 0);
    for (seed, rule, mut board) in positions(20_000, 500) {
        let before = board.clone();
        if matches!(Vcf::new(10).solve(&mut board, 10_000), Proof::Win(_)) {
            fours += 1;
            continue;
        }
        let mut solver = Vct::new(1 << 16);
        let proof = solver.solve(&mut board, 2_000);
        assert_eq!(board, before, "seed {seed}: the board is as before");
        let Proof::Win(line) = proof else { continue };
        assert!(
            line.len() > 3 && solver.proof_size() > 1,
            "seed {seed} {rule}: {line:?}\n{}",
            board.position()
        );
        threats += 1;
        let result = Referee::new(rule).check(&mut board);
        assert_eq!(result, Ok(()), "seed {seed} {rule}: {line:?}\n{}", board.position());
    }
    assert!(threats > 15, "{threats} wins by threats, {fours} by fours: too few");
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
                matches!(proof, Proof::Win(_)),
                "seed {seed} {rule}: {reply} against {proof:?}\n{}",
                board.position(),
            );
        }
    }
    assert!(zones > 250, "{zones} zones");
}
