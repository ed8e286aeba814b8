//! The moves of a node of a proof-number search: the numbers of the node, and the move to search.

use crate::board::Point;
use crate::solver::proof_table::{INFINITE, MAX_FINITE, Numbers};

/// A move of a node with the numbers of the position after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    pub(super) point: Point,
    pub(super) numbers: Numbers,
}

/// The child to search next, and the numbers at which its search ends.
pub(super) struct Choice {
    pub(super) index: usize,
    pub(super) limit: Numbers,
}

/// Returns the numbers of a node from those of its children: one winning move is enough for the
/// attacker, one good reply for the defender.
pub(super) fn combined(children: &[Child], is_attack: bool) -> Numbers {
    let proofs = children.iter().map(|child| child.numbers.proof);
    let disproofs = children.iter().map(|child| child.numbers.disproof);
    if is_attack {
        Numbers::new(proofs.min().unwrap_or(INFINITE), sum(disproofs))
    } else {
        Numbers::new(sum(proofs), disproofs.min().unwrap_or(INFINITE))
    }
}

/// Returns the sum of numbers, which is finite if all of them are.
fn sum(numbers: impl Iterator<Item = u32>) -> u32 {
    numbers.fold(0, |sum, number| match (sum, number) {
        (INFINITE, _) | (_, INFINITE) => INFINITE,
        (sum, number) => (sum + number).min(MAX_FINITE),
    })
}

/// Returns the child to search next, until another one is clearly better or the node itself
/// reaches its limit.
pub(super) fn most_promising(
    children: &[Child],
    is_attack: bool,
    node: Numbers,
    limit: Numbers,
) -> Choice {
    let number = |child: &Child| {
        if is_attack { child.numbers.proof } else { child.numbers.disproof }
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
    // The limit is a quarter above the second best number, so that the search does not
    // alternate between two children (Pawlewicz and Lew 2007).
    let enough = (second + second / 4 + 1).min(INFINITE);
    let rest = |limit: u32, node: u32, child: u32| match limit {
        INFINITE => INFINITE,
        _ => (limit.saturating_sub(node) + child).min(INFINITE),
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
    Choice { index: best, limit }
}
