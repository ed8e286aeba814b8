//! A small cache of static evaluations.

use crate::board::Key;
use crate::eval::Score;
use crate::processor;

/// The number of slots is 2 to this power.
const SLOT_BITS: u32 = 14;
/// The number of bits for the score, which are the lowest of a slot.
const SCORE_BITS: u32 = i16::BITS;

/// The evaluations of positions that were evaluated lately.
///
/// An iterative deepening search comes back to the same leaves again and again, most of which the
/// transposition table does not hold. A third of the evaluations are found here.
#[derive(Clone, Debug)]
pub(crate) struct EvaluationCache {
    /// `[low bits of the key]`: the high bits of the key, and the score.
    slots: Box<[u64]>,
}

/// The content of a slot without a position: not zero, which is the key of the empty board.
const NO_KEY: u64 = u64::MAX;

const _: () = assert!(SLOT_BITS <= SCORE_BITS, "the slot and the high bits make up the key");

impl Default for EvaluationCache {
    /// Returns an empty cache.
    fn default() -> Self {
        Self { slots: vec![NO_KEY; 1 << SLOT_BITS].into() }
    }
}

impl EvaluationCache {
    /// Forgets all evaluations.
    pub(crate) fn clear(&mut self) {
        self.slots.fill(NO_KEY);
    }

    #[inline]
    const fn slot(key: Key) -> usize {
        (key.0 % (1 << SLOT_BITS)) as usize
    }

    /// Loads the slot of a position into the processor's cache.
    #[inline]
    pub(crate) fn prefetch(&self, key: Key) {
        processor::prefetch(&self.slots[Self::slot(key)]);
    }

    /// Returns the evaluation of a position, if it is known.
    #[inline]
    pub(crate) fn get(&self, key: Key) -> Option<Score> {
        let slot = self.slots[Self::slot(key)];
        let score = || Score::from_value(i32::from(slot as i16));
        (slot >> SCORE_BITS == key.0 >> SCORE_BITS).then(score)
    }

    /// Notes the evaluation of a position in place of another one.
    #[inline]
    pub(crate) fn insert(&mut self, key: Key, score: Score) {
        let score = u64::from(score.value() as i16 as u16);
        self.slots[Self::slot(key)] = key.0 >> SCORE_BITS << SCORE_BITS | score;
    }
}

#[cfg(test)]
mod tests {
    use crate::board::Key;
    use crate::eval::Score;
    use crate::search::evaluation_cache::EvaluationCache;

    #[test]
    fn the_last_evaluation_of_a_slot_is_known() {
        let mut cache = EvaluationCache::default();
        let [key, other] = [0, 1 << 40].map(Key);
        assert_eq!(cache.get(key), None, "the key of the empty board");
        for score in [-32_000, -1, 0, 97, 32_000].map(Score::from_value) {
            cache.insert(key, score);
            assert_eq!((cache.get(key), cache.get(other)), (Some(score), None));
        }
        cache.insert(other, Score::DRAW);
        assert_eq!((cache.get(key), cache.get(other)), (None, Some(Score::DRAW)));
    }
}
