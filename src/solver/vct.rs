//! VCT, victory by continuous threats: every move of the attacker makes a four, or
//! threatens a win by continuous fours.
//!
//! Depth-first proof-number search (Nagai 2002) over such moves. The defender may do all
//! that could matter: against a four the points that stop the five, against any other
//! threat the zone that the threatened fours touch (`zone`, after Thomsen's lambda search
//! and Wu and Lin's relevance zones), his own fours included. A move elsewhere loses to
//! those fours, so that a proof holds against every legal reply; that is tested. What is
//! left out are moves of the attacker: "no win" is about the threats of `moves`.

mod line;
mod moves;
mod zone;

use crate::board::{Color, Key, Point};
use crate::solver::proof::Proof;
use crate::solver::proof_table::{INFINITE, LARGEST, Numbers, ProofTable};
use crate::solver::vcf::Vcf;
use crate::threats::ThreatBoard;

/// A solver with its memory, which holds for one rule and size.
#[derive(Clone, Debug)]
pub struct Vct {
    table: ProofTable,
    vcf: Vcf,
    attacker: Color,
    nodes: u64,
    budget: u64,
    proof_size: u64,
    /// Positions that one VCF may look at.
    vcf_budget: u64,
    /// Whether some VCF was not searched to its end: what follows from its failure is no
    /// refutation.
    in_doubt: bool,
}

/// A move from a node, and what is known of the position behind it.
#[derive(Clone, Copy, Debug)]
struct Child {
    point: Point,
    numbers: Numbers,
}

/// What a look at a position without a search yields.
enum Expansion {
    Solved(Numbers),
    Open(Vec<Child>),
}

/// Positions that one VCF may look at within the solver, until that leaves the verdict in
/// doubt; then some times as many.
const VCF_BUDGET: u64 = 400;
const VCF_BUDGET_GROWTH: u64 = 8;
/// Refuted positions that the solver's VCF remembers: 2 to this power, eight bytes each.
const VCF_MEMORY_BITS: u32 = 16;

impl Vct {
    /// A solver whose table of proof numbers has at most this many bytes.
    #[must_use]
    pub fn new(table_bytes: usize) -> Self {
        Self {
            table: ProofTable::new(table_bytes),
            vcf: Vcf::new(VCF_MEMORY_BITS),
            attacker: Color::Black,
            nodes: 0,
            budget: 0,
            proof_size: 0,
            vcf_budget: VCF_BUDGET,
            in_doubt: false,
        }
    }

    /// Forgets all positions, as for another rule or size.
    pub fn clear(&mut self) {
        self.table.clear();
        self.vcf.clear();
        self.vcf_budget = VCF_BUDGET;
        self.in_doubt = false;
    }

    /// Positions that the last call looked at.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Different positions of the last proof, from the attacker's first move to fives, as
    /// far as its replies had to be looked at.
    #[must_use]
    pub const fn proof_size(&self) -> u64 {
        self.proof_size
    }

    /// Whether the side to move wins by continuous threats, looking at about `budget`
    /// positions. Called again with the same position it goes on where it was. The board
    /// is as before when this returns.
    pub fn solve(&mut self, board: &mut ThreatBoard, budget: u64) -> Proof {
        self.attacker = board.side_to_move();
        self.nodes = 0;
        self.budget = budget;
        self.proof_size = 0;
        let numbers = self.search(board, Numbers::new(INFINITE, INFINITE));
        if numbers.is_proved() {
            return Proof::Win(self.proved_line(board));
        }
        if !numbers.is_disproved() {
            return Proof::Unknown;
        }
        if !self.in_doubt {
            return Proof::NoWin;
        }
        // Proofs in the table still hold, refutations may not.
        self.table.clear();
        self.vcf_budget *= VCF_BUDGET_GROWTH;
        self.in_doubt = false;
        Proof::Unknown
    }

    fn key(&self, board: &ThreatBoard) -> Key {
        self.for_attacker(board.position().key())
    }

    /// The key of a position for the table, which tells the attackers apart.
    fn for_attacker(&self, key: Key) -> Key {
        const ATTACKER_IS_WHITE: Key = Key(0x9d39_247e_3377_6d41);
        if self.attacker == Color::White { key ^ ATTACKER_IS_WHITE } else { key }
    }

    /// Searches a position until one of its numbers reaches the limit's, or the budget is
    /// used up.
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

    /// What is known of the children from earlier visits.
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
            let numbers = combined(children, is_attack);
            let is_done = numbers.proof >= limit.proof || numbers.disproof >= limit.disproof;
            if numbers.is_solved() || is_done || self.nodes >= self.budget {
                return numbers;
            }
            let (best, child_limit) = most_promising(children, is_attack, numbers, limit);
            board.play(children[best].point);
            children[best].numbers = self.search(board, child_limit);
            board.undo();
        }
    }

    /// The moves of a position, or its worth if that needs no search. One that was visited
    /// before has no worth of that kind: those checks are left out.
    fn expand(&mut self, board: &mut ThreatBoard, is_known: bool) -> Expansion {
        if board.side_to_move() == self.attacker {
            self.expand_attack(board, is_known)
        } else {
            self.expand_defence(board, is_known)
        }
    }

    /// A VCF of the side to move.
    fn fours(&mut self, board: &mut ThreatBoard) -> Proof {
        let proof = self.vcf.solve(board, self.vcf_budget);
        self.nodes += self.vcf.nodes();
        self.in_doubt |= proof == Proof::Unknown;
        proof
    }
}

/// The numbers of a node from its children's: one winning move is enough for the
/// attacker, one good reply for the defender.
fn combined(children: &[Child], is_attack: bool) -> Numbers {
    let proofs = children.iter().map(|child| child.numbers.proof);
    let disproofs = children.iter().map(|child| child.numbers.disproof);
    if is_attack {
        Numbers::new(proofs.min().unwrap_or(INFINITE), sum(disproofs))
    } else {
        Numbers::new(sum(proofs), disproofs.min().unwrap_or(INFINITE))
    }
}

/// The sum, which stays finite if all numbers are.
fn sum(numbers: impl Iterator<Item = u32>) -> u32 {
    numbers.fold(0, |sum, number| match (sum, number) {
        (INFINITE, _) | (_, INFINITE) => INFINITE,
        (sum, number) => (sum + number).min(LARGEST),
    })
}

/// The child to search next, and how far: until another one is clearly better, or the
/// node itself reaches its limit.
fn most_promising(
    children: &[Child],
    is_attack: bool,
    node: Numbers,
    limit: Numbers,
) -> (usize, Numbers) {
    let number = |child: &Child| match is_attack {
        true => child.numbers.proof,
        false => child.numbers.disproof,
    };
    let (mut best, mut second) = (0, INFINITE);
    for index in 1..children.len() {
        if number(&children[index]) < number(&children[best]) {
            second = number(&children[best]);
            best = index;
        } else {
            second = second.min(number(&children[index]));
        }
    }
    // A quarter more than the second best, so that the search does not jump to and fro
    // (Pawlewicz and Lew 2007).
    let enough = (second + second / 4 + 1).min(INFINITE);
    let rest = |limit: u32, node: u32, child: u32| match limit {
        INFINITE => INFINITE,
        _ => (limit - node + child).min(INFINITE),
    };
    let child = children[best].numbers;
    let limit = if is_attack {
        Numbers {
            proof: limit.proof.min(enough),
            disproof: rest(limit.disproof, node.disproof, child.disproof),
        }
    } else {
        Numbers {
            proof: rest(limit.proof, node.proof, child.proof),
            disproof: limit.disproof.min(enough),
        }
    };
    (best, limit)
}

#[cfg(test)]
mod tests;
