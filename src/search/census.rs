//! Counts of the nodes of a search by kind and remaining depth.

use crate::search::depth::PLY;

/// The number of counters of a kind: one for each ply of remaining depth, the last one for all greater
/// depths.
const DEPTHS: usize = 32;

/// A kind of node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NodeKind {
    /// The threats on the board decide the game.
    Decided,
    /// The opponent threatens nothing that must be answered.
    Free,
    /// An answer to an open three is needed.
    OpenThree,
    /// An answer to a four is needed.
    Four,
    /// A position that the VCF solver visits.
    Vcf,
}

impl NodeKind {
    /// All kinds, in the order of their declaration.
    pub const ALL: [Self; 5] = [Self::Decided, Self::Free, Self::OpenThree, Self::Four, Self::Vcf];
}

/// The numbers of nodes by kind and remaining depth that the main thread visited.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NodeCensus {
    /// `[plies][kind]`: the number of nodes.
    counts: [[u64; NodeKind::ALL.len()]; DEPTHS],
}

impl NodeCensus {
    /// Counts nodes of a kind at a depth in fractions of a ply.
    pub(crate) fn note(&mut self, kind: NodeKind, depth: i32, nodes: u64) {
        let plies = usize::try_from(depth / PLY).unwrap_or(0).min(DEPTHS - 1);
        self.counts[plies][kind as usize] += nodes;
    }

    /// Returns the nodes of a kind by remaining depth in plies, from 0 on.
    pub fn by_depth(&self, kind: NodeKind) -> impl Iterator<Item = u64> {
        self.counts.iter().map(move |counts| counts[kind as usize])
    }

    /// Returns the number of nodes of all kinds.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.counts.iter().flatten().sum()
    }

    /// Returns the number of nodes of a kind.
    #[must_use]
    pub fn nodes(&self, kind: NodeKind) -> u64 {
        self.by_depth(kind).sum()
    }
}

impl std::ops::AddAssign<&Self> for NodeCensus {
    /// Adds the nodes of another search.
    fn add_assign(&mut self, other: &Self) {
        let theirs = other.counts.iter().flatten();
        self.counts.iter_mut().flatten().zip(theirs).for_each(|(own, other)| *own += other);
    }
}
