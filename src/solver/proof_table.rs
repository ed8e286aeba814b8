//! Proof and disproof numbers of positions, in bounded memory.
//!
//! An entry of which the key fits is about that position; what took least work to find is
//! forgotten first.

use crate::board::Key;

/// How far a position is from being proved and from being disproved: the least number of
/// positions that would have to be (Allis 1994).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    pub(super) proof: u32,
    pub(super) disproof: u32,
}

/// A number that no finite one reaches.
pub(super) const INFINITE: u32 = (1 << NUMBER_BITS) - 1;
/// Largest finite number.
pub(super) const LARGEST: u32 = INFINITE - 1;
const NUMBER_BITS: u32 = 24;

impl Numbers {
    pub(super) const PROVED: Self = Self { proof: 0, disproof: INFINITE };
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

/// Entries of a bucket, which is one line of the cache.
const BUCKET: usize = 4;
/// Bytes of an entry.
const ENTRY_BYTES: usize = 16;

/// A key, and the numbers with the work under them; all zero where there is none.
type Entry = [u64; 2];

/// The table.
#[derive(Clone, Debug)]
pub(super) struct ProofTable {
    buckets: Box<[[Entry; BUCKET]]>,
}

impl ProofTable {
    /// An empty table of at most this many bytes, and at least one bucket.
    pub(super) fn new(bytes: usize) -> Self {
        let buckets = (bytes / (BUCKET * ENTRY_BYTES)).max(1);
        let buckets = 1 << buckets.ilog2();
        Self { buckets: bytemuck::zeroed_slice_box(buckets) }
    }

    pub(super) fn clear(&mut self) {
        self.buckets.fill([[0; 2]; BUCKET]);
    }

    #[inline]
    fn index(&self, key: Key) -> usize {
        // The length is a power of two.
        key.0 as usize & (self.buckets.len() - 1)
    }

    /// What is known of a position.
    #[inline]
    pub(super) fn get(&self, key: Key) -> Option<Numbers> {
        let bucket = &self.buckets[self.index(key)];
        let [_, content] = bucket.iter().find(|entry| entry[0] == key.0 && entry[1] != 0)?;
        let number = |shift: u32| (content >> shift) as u32 & INFINITE;
        Some(Numbers { proof: number(0), disproof: number(NUMBER_BITS) })
    }

    /// Remembers the numbers of a position and how many positions it took to find them.
    pub(super) fn insert(&mut self, key: Key, numbers: Numbers, work: u64) {
        let index = self.index(key);
        let bucket = &mut self.buckets[index];
        let old = bucket.iter().position(|entry| entry[0] == key.0);
        let least = || (0..BUCKET).min_by_key(|&slot| bucket[slot][1] >> (2 * NUMBER_BITS));
        let slot = old.or_else(least).expect("a bucket has slots");
        // A solved position is worth more than its work tells: it is looked up again for
        // the line.
        let work = if numbers.is_solved() { work.saturating_mul(4) } else { work };
        let work = work.clamp(1, u64::from(u16::MAX));
        let numbers = u64::from(numbers.proof) | u64::from(numbers.disproof) << NUMBER_BITS;
        bucket[slot] = [key.0, numbers | work << (2 * NUMBER_BITS)];
    }
}
