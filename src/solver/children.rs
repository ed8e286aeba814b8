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

/// The share of all numbers but the largest that counts where all children have to be solved, in percent.
///
/// Numbers that are added up in full (Allis 1994) grow far too large where the children are alike and
/// lead to the same positions; the largest one alone forgets how many there are (weak proof-number
/// search, Ueda and others 2008).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shares {
    /// The share of proof numbers.
    pub(super) proof: u32,
    /// The share of disproof numbers.
    pub(super) disproof: u32,
}

impl Shares {
    /// All numbers are added up.
    pub(super) const FULL: Self = Self { proof: 100, disproof: 100 };
}

/// Returns the numbers of a node from those of its children: one winning move is enough for the
/// attacker, one good reply for the defender.
pub(super) fn combined(children: &[Child], is_attack: bool, shares: Shares) -> Numbers {
    let proofs = children.iter().map(|child| child.numbers.proof);
    let disproofs = children.iter().map(|child| child.numbers.disproof);
    if is_attack {
        Numbers::new(proofs.min().unwrap_or(INFINITE), sum(disproofs, shares.disproof))
    } else {
        Numbers::new(sum(proofs, shares.proof), disproofs.min().unwrap_or(INFINITE))
    }
}

/// Returns the largest number and a share of the others, which is finite if all of them are.
fn sum(numbers: impl Iterator<Item = u32>, share: u32) -> u32 {
    let (mut largest, mut total) = (0, 0_u64);
    for number in numbers {
        largest = largest.max(number);
        total += u64::from(number);
    }
    if largest == INFINITE {
        return INFINITE;
    }
    let others = (total - u64::from(largest)) * u64::from(share) / 100;
    (u64::from(largest) + others).min(u64::from(MAX_FINITE)) as u32
}

/// Returns the child to search next, until another one is clearly better or the node itself
/// reaches its limit.
pub(super) fn most_promising(
    children: &[Child],
    is_attack: bool,
    shares: Shares,
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
    let others = children.iter().enumerate().filter(|&(index, _)| index != best);
    let child = children[best].numbers;
    let limit = if is_attack {
        let others = others.map(|(_, child)| child.numbers.disproof);
        Numbers {
            proof: limit.proof.min(enough),
            disproof: rest(limit.disproof, child.disproof, others, shares.disproof),
        }
    } else {
        let others = others.map(|(_, child)| child.numbers.proof);
        Numbers {
            proof: rest(limit.proof, child.proof, others, shares.proof),
            disproof: limit.disproof.min(enough),
        }
    };
    Choice { index: best, limit }
}

/// Returns the number that a child may reach before its node reaches a limit.
fn rest(limit: u32, child: u32, others: impl Iterator<Item = u32>, share: u32) -> u32 {
    if limit == INFINITE {
        return INFINITE;
    }
    let others = others.map(u64::from).sum::<u64>() * u64::from(share) / 100;
    let rest = u64::from(limit).saturating_sub(others);
    (rest as u32).max(child + 1).min(INFINITE)
}

#[cfg(test)]
mod tests {
    use crate::board::Point;
    use crate::solver::children::{Child, Shares, combined, most_promising};
    use crate::solver::proof_table::{INFINITE, Numbers};

    #[test]
    fn a_node_reaches_its_limit_with_its_child() {
        let mut random = fastrand::Rng::with_seed(8);
        for share in [10, 100] {
            let shares = Shares { proof: share, disproof: 100 };
            for _ in 0..1_000 {
                let mut children: Vec<Child> = (0..random.usize(1..20))
                    .map(|_| Numbers::new(random.u32(1..500), random.u32(1..500)))
                    .map(|numbers| Child { point: Point::new(0, 0), numbers })
                    .collect();
                let node = combined(&children, false, shares);
                let limit = Numbers::new(node.proof + random.u32(1..200), INFINITE);
                let choice = most_promising(&children, false, shares, limit);
                let child = &mut children[choice.index].numbers;
                assert!(choice.limit.proof > child.proof);
                child.proof = choice.limit.proof;
                assert!(combined(&children, false, shares).proof >= limit.proof);
            }
        }
    }

    #[test]
    fn shares_of_numbers_are_added_to_the_largest() {
        let child = |proof| Child { point: Point::new(0, 0), numbers: Numbers::new(proof, 7) };
        let children = [child(30), child(50), child(10)];
        assert_eq!(combined(&children, false, Shares::FULL), Numbers::new(90, 7));
        let tenth = Shares { proof: 10, disproof: 100 };
        assert_eq!(combined(&children, false, tenth), Numbers::new(54, 7));
        assert_eq!(combined(&children, true, tenth), Numbers::new(10, 21));
        let solved = [Child { numbers: Numbers::PROVED, ..child(1) }; 2];
        assert!(combined(&solved, false, tenth).is_proved());
    }
}
