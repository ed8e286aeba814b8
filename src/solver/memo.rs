//! A bounded memory of refuted positions.

use crate::board::Key;
use crate::processor;

/// A set of keys that forgets old keys when new ones need their slots.
#[derive(Clone, Debug)]
pub(crate) struct Memo {
    slots: Box<[u64]>,
}

impl Memo {
    /// Returns an empty set with `2^bits` slots of eight bytes.
    #[must_use]
    pub(crate) fn new(bits: u32) -> Self {
        Self { slots: bytemuck::zeroed_slice_box(1 << bits) }
    }

    #[inline]
    fn slot(&self, key: Key) -> usize {
        // The length is a power of two.
        key.0 as usize & (self.slots.len() - 1)
    }

    /// Loads the slot of a key into the processor's cache.
    #[inline]
    pub(crate) fn prefetch(&self, key: Key) {
        processor::prefetch(&self.slots[self.slot(key)]);
    }

    /// Returns whether the set contains the key.
    #[inline]
    #[must_use]
    pub(crate) fn contains(&self, key: Key) -> bool {
        self.slots[self.slot(key)] == key.0
    }

    /// Inserts a key.
    #[inline]
    pub(crate) fn insert(&mut self, key: Key) {
        self.slots[self.slot(key)] = key.0;
    }

    /// Removes all keys.
    pub(crate) fn clear(&mut self) {
        self.slots.fill(0);
    }
}
