//! The transposition table: the results of earlier visits to positions.
//!
//! The table is lockless (Hyatt and Mann 2002). An entry is two atomic words: the data, and
//! the key combined with the data by exclusive or. If two threads write at the same time and
//! the words do not belong together, no key matches the entry.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use crate::board::{Key, Point};
use crate::eval::Score;
use crate::processor;

/// The relation between the score of an entry and the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// The true score is at most this one.
    Upper,
    /// The true score is at least this one.
    Lower,
    /// The true score is this one.
    Exact,
}

impl Bound {
    /// Returns whether a score with this bound, which is not proved, contradicts an estimate.
    pub(crate) fn refines(self, estimate: Score, score: Score) -> bool {
        let contradicts = match self {
            Self::Upper => score < estimate,
            Self::Lower => score > estimate,
            Self::Exact => true,
        };
        contradicts && !score.is_proved()
    }
}

/// The result of a visit to a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The best or refuting move, if one was found.
    pub(crate) best: Option<Point>,
    /// The score of the position; wins and losses count from the position itself.
    pub(crate) score: Score,
    /// The relation between the score and the true one.
    pub(crate) bound: Bound,
    /// The static evaluation; a draw if the side to move has a threat to answer.
    pub(crate) eval: Score,
    /// The depth of the search behind the score, in quarters of a ply.
    pub(crate) depth: u8,
    /// Indicates whether the position is or was on the principal variation.
    pub(crate) was_open: bool,
}

/// The size of an entry in bytes.
pub(crate) const ENTRY_BYTES: usize = size_of::<[AtomicU64; 2]>();
/// The number of entries in a bucket, which is one cache line.
const BUCKET: usize = 4;
/// The number of distinct generations.
const GENERATIONS: u8 = 64;
/// The depth, in quarters of a ply, by which an entry loses value with each new search.
const AGE_PENALTY: i32 = 8;
/// The point index that stands for no move.
const NO_MOVE: u64 = 511;

/// A table with a fixed number of entries.
#[derive(Debug)]
pub(crate) struct TranspositionTable {
    /// `[bucket][entry]`: key and data.
    buckets: Box<[Bucket]>,
    requested_bytes: usize,
    generation: AtomicU8,
}

type Bucket = [[AtomicU64; 2]; BUCKET];

impl TranspositionTable {
    /// Returns an empty table of at most this many bytes, but at least one bucket. If the system refuses the
    /// memory, the table has half of the size, or a quarter, and so on.
    ///
    /// # Panics
    /// Panics if the system refuses the memory of one bucket.
    #[must_use]
    pub(crate) fn new(bytes: usize) -> Self {
        let mut count = (bytes / size_of::<Bucket>()).max(1);
        // The system provides zeroed pages when the search first touches them.
        let mut buckets = loop {
            match bytemuck::try_zeroed_slice_box(count) {
                Ok(buckets) => break buckets,
                Err(()) => {
                    let refused = count * size_of::<Bucket>();
                    assert!(count > 1, "the system refuses {refused} bytes");
                    log::warn!(
                        "the system refuses {refused} bytes for a table: trying half of them"
                    );
                    count /= 2;
                }
            }
        };
        processor::prefer_huge_pages(&mut buckets);
        Self { buckets, requested_bytes: bytes, generation: AtomicU8::new(0) }
    }

    /// Removes all entries.
    pub(crate) fn clear(&mut self) {
        for word in self.buckets.iter_mut().flatten().flatten() {
            *word.get_mut() = 0;
        }
        self.generation = AtomicU8::new(0);
    }

    /// Returns the size in bytes.
    #[must_use]
    pub(crate) fn bytes(&self) -> usize {
        self.buckets.len() * size_of::<Bucket>()
    }

    /// Returns the size in bytes with which the table was created.
    #[must_use]
    pub(crate) const fn requested_bytes(&self) -> usize {
        self.requested_bytes
    }

    /// Returns how many of a thousand entries are in use, estimated from a sample.
    #[must_use]
    pub(crate) fn usage(&self) -> usize {
        const SAMPLE: usize = 1_000;
        let sample = self.buckets.iter().flatten().take(SAMPLE);
        let used = sample.clone().filter(|[_, data]| data.load(Ordering::Relaxed) != 0).count();
        used * 1_000 / sample.count()
    }

    /// Returns the number of the generation.
    pub(crate) fn generation(&self) -> u8 {
        self.generation.load(Ordering::Relaxed)
    }

    /// Starts a new generation; entries of earlier ones are replaced more readily.
    pub(crate) fn age(&self) {
        let next = (self.generation() + 1) % GENERATIONS;
        self.generation.store(next, Ordering::Relaxed);
    }

    #[inline]
    fn bucket(&self, key: Key) -> &Bucket {
        let index = (u128::from(key.0) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize]
    }

    /// Loads the bucket of a position into the processor's cache, which takes longer than to play
    /// a move on the board.
    #[inline]
    pub(crate) fn prefetch(&self, key: Key) {
        processor::prefetch(self.bucket(key));
    }

    /// Returns the entry of a position.
    #[inline]
    #[must_use]
    pub(crate) fn probe(&self, key: Key) -> Option<Entry> {
        self.bucket(key).iter().find_map(|[check, data]| {
            let data = data.load(Ordering::Relaxed);
            let known = check.load(Ordering::Relaxed) ^ data == key.0 && data != 0;
            known.then(|| unpack(data))
        })
    }

    /// Stores the entry of a position in place of the least valuable one of its bucket.
    #[inline]
    pub(crate) fn store(&self, key: Key, mut entry: Entry) {
        let generation = self.generation();
        let mut slot = 0;
        let mut lowest = i32::MAX;
        for (index, [check, data]) in self.bucket(key).iter().enumerate() {
            let old = data.load(Ordering::Relaxed);
            if check.load(Ordering::Relaxed) ^ old == key.0 && old != 0 {
                let known = unpack(old);
                entry.best = entry.best.or(known.best);
                let is_deeper =
                    known.depth > entry.depth.saturating_add(4) && entry.bound != Bound::Exact;
                if is_deeper && age(old, generation) == 0 {
                    return;
                }
                slot = index;
                break;
            }
            let value = if old == 0 {
                i32::MIN
            } else {
                let age = i32::from(age(old, generation));
                i32::from(unpack(old).depth) - AGE_PENALTY * age
            };
            if value < lowest {
                (slot, lowest) = (index, value);
            }
        }
        let data = pack(entry, generation);
        let [check, word] = &self.bucket(key)[slot];
        check.store(key.0 ^ data, Ordering::Relaxed);
        word.store(data, Ordering::Relaxed);
    }
}

// The layout of a data word in bits, from the low end: score 16, static evaluation 16, move 9,
// depth 8, bound 2, generation 6, principal variation 1. The top bit is always set, so that no entry is 0.

fn pack(entry: Entry, generation: u8) -> u64 {
    let best = entry.best.map_or(NO_MOVE, |point| point.index() as u64);
    u64::from(entry.score.value() as i16 as u16)
        | u64::from(entry.eval.value() as i16 as u16) << 16
        | best << 32
        | u64::from(entry.depth) << 41
        | (entry.bound as u64) << 49
        | u64::from(generation) << 51
        | u64::from(entry.was_open) << 57
        | 1 << 63
}

fn unpack(data: u64) -> Entry {
    let best = data >> 32 & 511;
    let score = |shift: u32| Score::from_value(i32::from((data >> shift) as u16 as i16));
    Entry {
        best: (best != NO_MOVE).then(|| Point::from_index(best as usize)),
        score: score(0),
        eval: score(16),
        depth: (data >> 41) as u8,
        was_open: data >> 57 & 1 == 1,
        bound: match data >> 49 & 3 {
            0 => Bound::Upper,
            1 => Bound::Lower,
            _ => Bound::Exact,
        },
    }
}

/// Returns the number of generations since the entry was stored, from 0 to 63.
fn age(data: u64, generation: u8) -> u8 {
    let stored = (data >> 51 & 63) as u8;
    (generation + GENERATIONS - stored) % GENERATIONS
}

#[cfg(test)]
mod tests;
