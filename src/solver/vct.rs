//! VCT, victory by continuous threats: every move of the attacker makes a four, or threatens a
//! win by continuous fours.
//!
//! The solver is a depth-first proof-number search (Nagai 2002) over such moves. The defender
//! may play every move that could matter: against a four the points that stop the five,
//! against any other threat the zone that the threatened fours touch (`zone`, after Thomsen's
//! lambda search and Wu and Lin's relevance zones), which includes the defender's own fours. A
//! move elsewhere loses to the threatened fours, so a proof holds against every legal reply. A
//! test checks that. The attacker's moves are not complete: "no win" is a statement about the
//! threats of `moves`.

mod moves;
mod plan;
mod variation;
mod zone;

use crate::board::{Bitboard, Color, Key};
use crate::solver::children::{Child, Shares, combined, most_promising};
use crate::solver::proof::Proof;
use crate::solver::proof_table::{INFINITE, Numbers, ProofTable};
use crate::solver::vcf::Vcf;
use crate::threats::ThreatBoard;

/// A VCT solver with its memory.
///
/// The memory is valid for one rule and one board size; see [`Vct::clear`].
///
/// ```
/// use dolmen::solver::{Proof, Vcf, Vct};
/// use dolmen::threats::ThreatBoard;
/// use dolmen::{Position, Rule};
///
/// let position = Position::from_moves("15x15 h8 a1 i8 a5 g9 a9 g10 a13")?;
/// // A stone on g8 makes two open threes.
/// let mut board = ThreatBoard::new(&position, Rule::Freestyle);
/// assert_eq!(Vcf::new(10).solve(&mut board, 1_000), Proof::NoWin);
/// assert!(Vct::new(1 << 20).solve(&mut board, 10_000).is_win());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Vct {
    table: ProofTable,
    vcf: Vcf,
    attacker: Color,
    /// The position of the last call, as a key in the table.
    root: Option<Key>,
    nodes: u64,
    budget: u64,
    proof_size: u64,
    /// The number of positions that one VCF search may visit.
    vcf_budget: u64,
    /// Indicates whether a VCF search ran out of its budget since the table was empty, so that
    /// refutations in the table may be wrong.
    in_doubt: bool,
}

/// The result of a look at a position without a search.
enum Expansion {
    /// The position is solved.
    Solved(Numbers),
    /// The solver must search these moves.
    Open(Vec<Child>),
}

/// The number of positions that one VCF search may visit, and the factor of its growth each time
/// that it leaves the verdict in doubt.
const VCF_BUDGET: u64 = 400;
const VCF_BUDGET_GROWTH: u64 = 8;
/// The number of refuted positions that the VCF solver remembers: 2 to this power, eight bytes
/// each.
const VCF_MEMORY_BITS: u32 = 16;

impl Vct {
    /// Returns a solver whose table of proof numbers has at most this many bytes.
    #[must_use]
    pub fn new(table_bytes: usize) -> Self {
        Self {
            table: ProofTable::new(table_bytes),
            vcf: Vcf::new(VCF_MEMORY_BITS),
            attacker: Color::Black,
            root: None,
            nodes: 0,
            budget: 0,
            proof_size: 0,
            vcf_budget: VCF_BUDGET,
            in_doubt: false,
        }
    }

    /// Forgets all positions, which makes the solver ready for another rule or board size.
    pub fn clear(&mut self) {
        self.table.clear();
        self.vcf.clear();
        self.root = None;
        self.vcf_budget = VCF_BUDGET;
        self.in_doubt = false;
    }

    /// Returns the number of positions that the last call visited.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Returns the number of distinct positions of the last proof, from the attacker's first
    /// move to the fives, counting only replies that had to be searched.
    #[must_use]
    pub const fn proof_size(&self) -> u64 {
        self.proof_size
    }

    /// Solves the position for the side to move, and visits about `budget` positions.
    ///
    /// Another call with the same position continues the search. The board is the same before
    /// and after the call.
    pub fn solve(&mut self, board: &mut ThreatBoard, budget: u64) -> Proof {
        self.solve_for(board, budget, board.side_to_move())
    }

    /// Solves the position after a threat, for the side that is not to move, like [`Vct::solve`].
    pub(super) fn solve_defence(&mut self, board: &mut ThreatBoard, budget: u64) -> Proof {
        self.solve_for(board, budget, !board.side_to_move())
    }

    /// Returns the moves of a colour that may be threats. Some of them may be forbidden.
    pub(super) fn attacks(board: &ThreatBoard, attacker: Color) -> Bitboard {
        moves::attacks(board, attacker)
    }

    fn solve_for(&mut self, board: &mut ThreatBoard, budget: u64, attacker: Color) -> Proof {
        self.attacker = attacker;
        self.begin(self.key(board));
        self.nodes = 0;
        self.budget = budget;
        self.proof_size = 0;
        let numbers = self.search(board, Numbers::new(INFINITE, INFINITE));
        if numbers.is_proved() {
            return Proof::Win(self.proved_variation(board));
        }
        if !numbers.is_disproved() {
            return Proof::Unknown;
        }
        if self.in_doubt { Proof::Unknown } else { Proof::NoWin }
    }

    /// Begins or continues the search of a position.
    ///
    /// If the position seems to be refuted, but VCF searches ran out of their budgets, they get larger
    /// ones, and the table is cleared, since its refutations may not hold.
    fn begin(&mut self, root: Key) {
        if self.root != Some(root) {
            self.root = Some(root);
            self.vcf_budget = VCF_BUDGET;
            self.in_doubt = false;
        } else if self.in_doubt && self.table.get(root).is_some_and(Numbers::is_disproved) {
            self.table.clear();
            self.vcf_budget = self.vcf_budget.saturating_mul(VCF_BUDGET_GROWTH);
            self.in_doubt = false;
        }
    }

    fn key(&self, board: &ThreatBoard) -> Key {
        self.for_attacker(board.position().key())
    }

    /// Returns the key of a position in the table, which is different for each attacker.
    fn for_attacker(&self, key: Key) -> Key {
        const ATTACKER_IS_WHITE: Key = Key(0x9d39_247e_3377_6d41);
        if self.attacker == Color::White { key ^ ATTACKER_IS_WHITE } else { key }
    }

    /// Searches a position until one of its numbers reaches the limit or the budget is used
    /// up.
    fn search(&mut self, board: &mut ThreatBoard, limit: Numbers) -> Numbers {
        let before = self.nodes;
        self.nodes += 1;
        let key = self.key(board);
        let is_known = self.table.get(key).is_some();
        let is_attack = board.side_to_move() == self.attacker;
        let numbers = match self.expand(board, is_known) {
            Expansion::Solved(numbers) => numbers,
            Expansion::Open(mut children) => {
                self.look_up(board, &mut children);
                self.search_children(board, &mut children, is_attack, limit)
            }
        };
        self.table.insert(key, numbers, self.nodes - before);
        numbers
    }

    /// Gives the children the numbers that the table has for them.
    fn look_up(&self, board: &ThreatBoard, children: &mut [Child]) {
        for child in children {
            let key = board.position().key_after(child.point);
            let known = self.table.get(self.for_attacker(key));
            child.numbers = known.unwrap_or(child.numbers);
        }
    }

    fn search_children(
        &mut self,
        board: &mut ThreatBoard,
        children: &mut [Child],
        is_attack: bool,
        limit: Numbers,
    ) -> Numbers {
        loop {
            let numbers = combined(children, is_attack, Shares::FULL);
            let is_done = numbers.proof >= limit.proof || numbers.disproof >= limit.disproof;
            if numbers.is_solved() || is_done || self.nodes >= self.budget {
                return numbers;
            }
            let choice = most_promising(children, is_attack, Shares::FULL, limit);
            let child = &mut children[choice.index];
            board.play(child.point);
            child.numbers = self.search(board, choice.limit);
            board.undo();
        }
    }

    /// Returns the moves of a position, or its numbers if it needs no search.
    ///
    /// A position that was visited before is known to need a search, so the call skips the
    /// expensive checks.
    fn expand(&mut self, board: &mut ThreatBoard, is_known: bool) -> Expansion {
        if board.side_to_move() == self.attacker {
            self.expand_attack(board, is_known)
        } else {
            self.expand_defence(board, is_known)
        }
    }

    /// Searches a VCF of the side to move.
    fn fours(&mut self, board: &mut ThreatBoard) -> Proof {
        // A VCF search gets a large budget only where the VCT search has as much left.
        let left = self.budget.saturating_sub(self.nodes).max(VCF_BUDGET);
        let proof = self.vcf.solve(board, self.vcf_budget.min(left));
        self.nodes += self.vcf.nodes();
        self.in_doubt |= proof == Proof::Unknown;
        proof
    }
}

#[cfg(test)]
mod tests;
