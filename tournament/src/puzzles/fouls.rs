//! Puzzles that turn on a forbidden point.

use dolmen::board::{Bitboard, Color};
use dolmen::rules::{Rule, forbidden_points};
use dolmen::solver::{FirstMoves, Vcf, Vct};
use dolmen::threats::ThreatBoard;

use crate::puzzles::puzzle::{Kind, Puzzle};

/// The node limit of each search.
const NODES: u64 = 20_000;
/// The memory of the solvers.
const VCF_MEMORY_BITS: u32 = 12;
const VCT_TABLE_BYTES: usize = 1 << 20;

/// Returns the closest rule without forbidden points for an attacker; `None` if `rule` has no forbidden
/// points.
fn unrestricted(rule: Rule, attacker: Color) -> Option<Rule> {
    match (rule, attacker) {
        (Rule::Renju, Color::White) => Some(Rule::Freestyle),
        (Rule::Renju, Color::Black) | (Rule::Omok, _) => Some(Rule::Standard),
        _ => None,
    }
}

/// Returns whether, on a board without forbidden points, the answer does not win or one of `forbidden` wins.
fn wins_differ(
    solver: &mut impl FirstMoves,
    board: &mut ThreatBoard,
    puzzle: &Puzzle,
    forbidden: Bitboard,
) -> bool {
    let mut wins = |point| solver.solve_after(board, point, NODES).is_win();
    !wins(puzzle.key) || forbidden.iter().any(wins)
}

/// Returns whether a puzzle turns on a forbidden point: if no point were forbidden, the answer would be
/// wrong, or a forbidden point would be right.
pub(super) fn turns_on_foul(puzzle: &Puzzle, rule: Rule) -> bool {
    let attacker = puzzle.position.side_to_move();
    let Some(free) = unrestricted(rule, attacker) else { return false };
    let forbidden = forbidden_points(&puzzle.position, attacker, rule);
    let mut board = ThreatBoard::new(&puzzle.position, free);
    match puzzle.kind {
        Kind::Fours => {
            let mut solver = Vcf::new(VCF_MEMORY_BITS);
            wins_differ(&mut solver, &mut board, puzzle, forbidden)
        }
        Kind::Threes => {
            let mut solver = Vct::new(VCT_TABLE_BYTES);
            wins_differ(&mut solver, &mut board, puzzle, forbidden)
        }
        Kind::Defence => forbidden.iter().next().is_some_and(|_| {
            // Look for a forbidden point that would stop the threat.
            let mut solver = Vcf::new(VCF_MEMORY_BITS);
            let mut board = ThreatBoard::new(&puzzle.position, rule);
            forbidden.iter().any(|point| {
                board.play(point);
                let is_lost = solver.solve(&mut board, NODES).is_win();
                board.undo();
                !is_lost
            })
        }),
    }
}
