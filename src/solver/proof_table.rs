//! Proof and disproof numbers of positions, in bounded memory.
//!
//! A full bucket forgets the entry that took the least work to find.

use crate::board::Key;

/// The proof and the disproof number of a position: the smallest number of positions that must
/// still be proved, or disproved, to prove or disprove this one (Allis 1994).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    pub(super) proof: u32,
    pub(super) disproof: u32,
}

/// The number that stands for infinity.
pub(super) const INFINITE: u32 = (1 << NUMBER_BITS) - 1;
/// The largest finite number.
pub(super) const MAX_FINITE: u32 = INFINITE - 1;
/// The size of a number in an entry, in bits.
const NUMBER_BITS: u32 = 24;

impl Numbers {
    pub(super) const PROVED: Self = Self { proof: 0, disproof: INFINITE };
    /// A proof by a move whose replies were searched, since threats alone did not prove the position.
    /// It counts like [`Numbers::PROVED`].
    pub(super) const PROVED_QUIETLY: Self = Self { proof: 0, disproof: MAX_FINITE };
    pub(super) const DISPROVED: Self = Self { proof: INFINITE, disproof: 0 };

    pub(super) const fn new(proof: u32, disproof: u32) -> Self {
        Self { proof, disproof }
    }

    pub(super) const fn is_proved(self) -> bool {
        self.proof == 0
    }

    pub(super) const fn is_disproved(self) -> bool {
        self.disproof == 0
    }

    pub(super) const fn is_solved(self) -> bool {
        self.is_proved() || self.is_disproved()
    }
}

/// The number of entries in a bucket, which is one cache line.
const BUCKET: usize = 4;
/// The size of an entry in bytes.
const ENTRY_BYTES: usize = 16;

/// A key and a word with the numbers and the work below them; both are zero if the entry is free.
type Entry = [u64; 2];

/// A table of proof and disproof numbers.
#[derive(Clone, Debug)]
pub(super) struct ProofTable {
    buckets: Box<[[Entry; BUCKET]]>,
}

impl ProofTable {
    /// Returns an empty table of at most this many bytes, but at least one bucket.
    pub(super) fn new(bytes: usize) -> Self {
        let buckets = (bytes / (BUCKET * ENTRY_BYTES)).max(1);
        let buckets = 1 << buckets.ilog2();
        Self { buckets: bytemuck::zeroed_slice_box(buckets) }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.buckets.fill([[0; 2]; BUCKET]);
    }

    #[inline]
    fn index(&self, key: Key) -> usize {
        // The length is a power of two.
        key.0 as usize & (self.buckets.len() - 1)
    }

    /// Returns the numbers of a position, if the table has them.
    #[inline]
    pub(super) fn get(&self, key: Key) -> Option<Numbers> {
        let bucket = &self.buckets[self.index(key)];
        let [_, content] = bucket.iter().find(|entry| entry[0] == key.0 && entry[1] != 0)?;
        let number = |shift: u32| (content >> shift) as u32 & INFINITE;
        Some(Numbers { proof: number(0), disproof: number(NUMBER_BITS) })
    }

    /// Stores the numbers of a position and how many positions it took to find them.
    pub(super) fn insert(&mut self, key: Key, numbers: Numbers, work: u64) {
        let index = self.index(key);
        let bucket = &mut self.buckets[index];
        let old = bucket.iter().position(|entry| entry[0] == key.0);
        let least = || (0..BUCKET).min_by_key(|&slot| bucket[slot][1] >> (2 * NUMBER_BITS));
        let slot = old.or_else(least).expect("a bucket has slots");
        // A solved position is worth more than its work, because the solver looks it up again
        // for the variation.
        let work = if numbers.is_solved() { work.saturating_mul(4) } else { work };
        let work = work.clamp(1, u64::from(u16::MAX));
        let numbers = u64::from(numbers.proof) | u64::from(numbers.disproof) << NUMBER_BITS;
        bucket[slot] = [key.0, numbers | work << (2 * NUMBER_BITS)];
    }
}
