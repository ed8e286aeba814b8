//! The transposition table: what earlier visits found out about positions.
//!
//! Lockless: an entry is two atomic words, the second one the data, the first one the key
//! combined with the data by exclusive or, so that a torn pair is not recognised
//! (Hyatt and Mann 2002).

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use crate::board::{Key, Point};
use crate::eval::Score;
use crate::processor;

/// What the score of an entry says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// Nothing.
    None,
    /// It is not above.
    Upper,
    /// It is not below.
    Lower,
    /// It is the same.
    Exact,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Best or refuting move, if one was found.
    pub best: Option<Point>,
    /// Worth of the position; wins and losses count from the position itself.
    pub score: Score,
    /// What the score says.
    pub bound: Bound,
    /// Static evaluation; nothing if the side to move has a threat to answer.
    pub eval: Score,
    /// Depth of the search behind the score, in quarters of a ply, from 0 to 255.
    pub depth: u8,
}

/// Bytes of an entry.
pub const ENTRY_BYTES: usize = size_of::<[AtomicU64; 2]>();
/// Entries in a bucket: one cache line.
const BUCKET: usize = 4;
/// Generations that an entry can tell apart.
const GENERATIONS: u8 = 64;
/// How much depth, in quarters of a ply, an entry of the last search is worth less.
const AGE_PENALTY: i32 = 8;
/// Point number that stands for no move.
const NO_MOVE: u64 = 511;

/// The table, of a fixed number of entries.
#[derive(Debug)]
pub struct TranspositionTable {
    /// `[bucket][entry]`: key and data.
    buckets: Box<[Bucket]>,
    generation: AtomicU8,
}

type Bucket = [[AtomicU64; 2]; BUCKET];

impl TranspositionTable {
    /// An empty table of at most this many bytes, and at least one bucket.
    #[must_use]
    pub fn new(bytes: usize) -> Self {
        let count = (bytes / size_of::<Bucket>()).max(1);
        // Zeroed pages come from the system when they are first touched.
        Self { buckets: bytemuck::zeroed_slice_box(count), generation: AtomicU8::new(0) }
    }

    /// Size in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.buckets.len() * size_of::<Bucket>()
    }

    /// How many entries of a thousand, as a sample of them shows, are in use.
    #[must_use]
    pub fn usage(&self) -> usize {
        const SAMPLE: usize = 1_000;
        let sample = self.buckets.iter().flatten().take(SAMPLE);
        let used = sample.clone().filter(|[_, data]| data.load(Ordering::Relaxed) != 0).count();
        used * 1_000 / sample.count()
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        *self = Self::new(self.bytes());
    }

    /// Begins a new search: entries of earlier ones are replaced more readily.
    pub fn age(&self) {
        let next = (self.generation.load(Ordering::Relaxed) + 1) % GENERATIONS;
        self.generation.store(next, Ordering::Relaxed);
    }

    #[inline]
    fn bucket(&self, key: Key) -> &Bucket {
        let index = (u128::from(key.0) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize]
    }

    /// Brings what is known of a position near the processor: memory takes longer to answer
    /// than a play to update the threats.
    #[inline]
    pub fn prefetch(&self, key: Key) {
        processor::prefetch(self.bucket(key));
    }

    /// What is known of a position.
    #[inline]
    #[must_use]
    pub fn probe(&self, key: Key) -> Option<Entry> {
        self.bucket(key).iter().find_map(|[check, data]| {
            let data = data.load(Ordering::Relaxed);
            let known = check.load(Ordering::Relaxed) ^ data == key.0 && data != 0;
            known.then(|| unpack(data))
        })
    }

    /// Remembers a position, in the place of the least valuable entry of its bucket.
    #[inline]
    pub fn store(&self, key: Key, mut entry: Entry) {
        let generation = self.generation.load(Ordering::Relaxed);
        let mut place = 0;
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
                place = index;
                break;
            }
            let worth = if old == 0 {
                i32::MIN
            } else {
                let age = i32::from(age(old, generation));
                i32::from(unpack(old).depth) - AGE_PENALTY * age
            };
            if worth < lowest {
                (place, lowest) = (index, worth);
            }
        }
        let data = pack(entry, generation);
        let [check, slot] = &self.bucket(key)[place];
        check.store(key.0 ^ data, Ordering::Relaxed);
        slot.store(data, Ordering::Relaxed);
    }
}

// Layout of a data word, from the low end: score 16, static evaluation 16, move 9,
// depth 8, bound 2, generation 6 bits; the top bit is always set, so that no entry is 0.

fn pack(entry: Entry, generation: u8) -> u64 {
    let best = entry.best.map_or(NO_MOVE, |point| point.index() as u64);
    u64::from(entry.score.value() as i16 as u16)
        | u64::from(entry.eval.value() as i16 as u16) << 16
        | best << 32
        | u64::from(entry.depth) << 41
        | (entry.bound as u64) << 49
        | u64::from(generation) << 51
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
        bound: match data >> 49 & 3 {
            0 => Bound::None,
            1 => Bound::Upper,
            2 => Bound::Lower,
            _ => Bound::Exact,
        },
    }
}

/// Searches since the entry was stored, from 0 to 63.
fn age(data: u64, generation: u8) -> u8 {
    let stored = (data >> 51 & 63) as u8;
    (generation + GENERATIONS - stored) % GENERATIONS
}

#[cfg(test)]
mod tests;
