//! Tests that VCF proofs hold against every defence, and that the verdicts agree with a plain
//! search.

use crate::board::{BoardSize, Color, Point, Position};
use crate::rules::{Rule, forbidden, outcome};
use crate::solver::{Proof, Vcf};
use crate::tests::random_position;
use crate::threats::ThreatBoard;

/// Returns the points where a colour makes a five, by the rules alone.
pub(super) fn fives(position: &Position, rule: Rule, color: Color) -> Vec<Point> {
    let makes_five = |point: &Point| outcome::makes_five(position, *point, color, rule);
    position.empty().iter().filter(makes_five).collect()
}

/// Returns whether the side to move wins by up to `fours` fours and a five, by the slow
/// definition: it has a five, or a four after which every legal reply that stops the five loses.
pub(super) fn wins_by_fours(position: &mut Position, rule: Rule, fours: u32) -> bool {
    let attacker = position.side_to_move();
    if !fives(position, rule, attacker).is_empty() {
        return true;
    }
    if fours == 0 {
        return false;
    }
    let empty = position.empty();
    empty.iter().any(|point| wins_with_four(position, rule, point, fours))
}

/// Returns whether a point is a four with which the side to move wins by up to `fours` fours.
pub(super) fn wins_with_four(
    position: &mut Position,
    rule: Rule,
    point: Point,
    fours: u32,
) -> bool {
    let attacker = position.side_to_move();
    if forbidden::forbidden(position, point, attacker, rule).is_some() {
        return false;
    }
    position.play(point).expect("the point is empty");
    let wins = !fives(position, rule, attacker).is_empty()
        && fives(position, rule, !attacker).is_empty()
        && every_reply_loses(position, rule, fours - 1);
    position.undo();
    wins
}

fn every_reply_loses(position: &mut Position, rule: Rule, fours: u32) -> bool {
    let defender = position.side_to_move();
    let empty = position.empty();
    empty.iter().all(|reply| {
        if forbidden::forbidden(position, reply, defender, rule).is_some() {
            return true;
        }
        position.play(reply).expect("the point is empty");
        let stops = fives(position, rule, !defender).is_empty();
        let loses = !stops || wins_by_fours(position, rule, fours);
        position.undo();
        loses
    })
}

#[test]
fn verdicts_agree_with_plain_search() {
    let mut wins = 0;
    for (seed, rule) in (0..).zip(Rule::ALL.into_iter().cycle()).take(600) {
        let mut random = fastrand::Rng::with_seed(seed);
        let size = BoardSize::square(random.usize(6..=8));
        let mut position = random_position(&mut random, rule, size);
        let mut board = ThreatBoard::new(&position, rule);
        let proof = Vcf::new(10).solve(&mut board, 10_000);
        let plain = wins_by_fours(&mut position, rule, 2);
        match proof {
            Proof::Win(variation) => {
                wins += 1;
                if variation.len() <= 5 {
                    assert!(plain, "seed {seed} {rule}: {variation:?}\n{position}");
                }
                check_variation(&position, rule, &variation, seed);
            }
            Proof::NoWin => assert!(!plain, "seed {seed} {rule}\n{position}"),
            Proof::Unknown => panic!("the budget suffices: seed {seed} {rule}\n{position}"),
        }
    }
    assert!(wins > 60, "{wins} wins of 600: the positions test too little");
}

/// Checks the variation of a VCF: every attacking move but the last makes a four, and the last
/// one makes the five.
fn check_variation(position: &Position, rule: Rule, variation: &[Point], seed: u64) {
    let attacker = position.side_to_move();
    let mut position = position.clone();
    for (ply, &point) in variation.iter().enumerate() {
        let color = position.side_to_move();
        assert!(forbidden::forbidden(&position, point, color, rule).is_none(), "seed {seed}");
        position.play(point).expect("the point is empty");
        if ply + 1 == variation.len() {
            break;
        }
        if color == attacker {
            assert!(!fives(&position, rule, attacker).is_empty(), "seed {seed}: a four");
        }
    }
    let five = outcome::outcome(&position, rule).is_some();
    assert!(five, "seed {seed} {rule}: {variation:?}\n{position}");
}

#[test]
fn local_wins_are_wins() {
    let (mut whole, mut local) = (0, 0);
    for (seed, rule) in (0..).zip(Rule::ALL.into_iter().cycle()).take(600) {
        let mut random = fastrand::Rng::with_seed(seed);
        let size = BoardSize::square(random.usize(8..=10));
        let position = random_position(&mut random, rule, size);
        let mut board = ThreatBoard::new(&position, rule);
        let mut solver = Vcf::new(10);
        // The memory keeps the refutations of both kinds apart.
        let found = solver.local_win(&mut board, 10_000);
        let is_win = matches!(solver.solve(&mut board, 10_000), Proof::Win(_));
        whole += u32::from(is_win);
        if let Some(variation) = found {
            local += 1;
            assert!(is_win, "seed {seed} {rule}\n{position}");
            check_variation(&position, rule, &variation, seed);
        }
    }
    assert!(whole > 100 && 2 * local > whole && local < whole, "{local} of {whole} wins are local");
}

#[test]
fn refutations_are_remembered_and_forgotten() {
    let mut random = fastrand::Rng::with_seed(5);
    let position = random_position(&mut random, Rule::Freestyle, BoardSize::square(9));
    let mut board = ThreatBoard::new(&position, Rule::Freestyle);
    let mut solver = Vcf::new(10);
    let first = solver.solve(&mut board, 10_000);
    let nodes = solver.nodes();
    assert_eq!(solver.solve(&mut board, 10_000), first);
    assert!(solver.nodes() <= nodes);
    solver.clear();
    assert_eq!(solver.solve(&mut board, 10_000), first);
    assert_eq!(solver.nodes(), nodes);
}
